"""MCP servers in settings and keyring: what is stored where, what is refused, and that both change together."""

import json
from pathlib import Path

import keyring
import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.compose.mcp_servers import configured_servers, remove_server, store_server
from alicia_desktop.config import PrivacySettings, Settings, load_settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.paths import Paths
from alicia_desktop.session.tools.mcp.connection import McpServer
from tests.support.keyrings import Ring

FILES = McpServer(name="files", command=("npx", "-y", "files"), variables={"FILES_KEY": "s3cret"})
TICKETS = McpServer(name="tickets", url="https://example.org/mcp", variables={"Authorization": "Bearer t0ken"})


@pytest.fixture
def ring() -> Ring:
    keyring.set_keyring(made := Ring())
    return made


@pytest.fixture
def paths(tmp_path: Path) -> Paths:
    made = Paths(folder=tmp_path / "data")
    made.create()
    return made


@pytest.fixture
def credentials(paths: Paths, ring: Ring) -> Credentials:
    return Credentials(folder=paths.folder, environment={})


def test_servers_come_back_as_they_were_added(paths: Paths, credentials: Credentials) -> None:
    settings = store_server(paths, Settings(), credentials, FILES)
    settings = store_server(paths, settings, credentials, TICKETS)
    assert load_settings(paths.settings, {}) == settings
    assert configured_servers(settings, credentials) == [FILES, TICKETS]


def test_values_are_in_the_keyring_only(paths: Paths, credentials: Credentials, ring: Ring) -> None:
    store_server(paths, Settings(), credentials, FILES)
    assert "s3cret" not in paths.settings.read_text()
    assert [json.loads(kept) for kept in ring.kept.values()] == [{"files": {"FILES_KEY": "s3cret"}}]


def test_a_server_added_again_replaces_the_one_of_that_name(paths: Paths, credentials: Credentials) -> None:
    settings = store_server(paths, Settings(), credentials, FILES)
    settings = store_server(paths, settings, credentials, TICKETS)
    other = McpServer(name="files", command=("uvx", "files"))
    settings = store_server(paths, settings, credentials, other)
    assert configured_servers(settings, credentials) == [other, TICKETS]


def test_a_server_is_removed_with_its_values(paths: Paths, credentials: Credentials, ring: Ring) -> None:
    settings = store_server(paths, Settings(), credentials, FILES)
    settings = remove_server(paths, settings, credentials, "files")
    assert (settings, load_settings(paths.settings, {})) == (Settings(), Settings())
    assert "s3cret" not in str(ring.kept)
    with pytest.raises(WorldError, match=r"There is no MCP server files\. None was added\."):
        remove_server(paths, settings, credentials, "files")


def test_without_a_keyring_nothing_is_changed_unless_a_file_may_be(paths: Paths, credentials: Credentials) -> None:
    keyring.set_keyring(keyring.backends.fail.Keyring())
    with pytest.raises(WorldError, match="ALICIA_MCP_VARIABLES"):
        store_server(paths, Settings(), credentials, FILES)
    assert not paths.settings.exists()
    settings = store_server(paths, Settings(), credentials, FILES, file_agreed=True)
    assert configured_servers(settings, credentials) == [FILES]


def test_damaged_values_are_as_none(paths: Paths, credentials: Credentials) -> None:
    settings = store_server(paths, Settings(), credentials, FILES)
    credentials.put("mcp_variables", '{"files": 3}')
    assert configured_servers(settings, credentials)[0].variables == {}


@pytest.mark.parametrize(
    ("server", "sentence"),
    [
        (McpServer(name="My files", command=("a",)), "A name is"),
        (McpServer(name="a__b", command=("a",)), "A name is"),
        (McpServer(name="a"), "Give either"),
        (McpServer(name="a", command=("a",), url="https://example.org"), "Give either"),
        (McpServer(name="a", command=("",)), "That is no command"),
        (McpServer(name="a", url="ftp://example.org"), "An address begins"),
        (McpServer(name="a", url="https://example.org/\nx"), "An address begins"),
        (McpServer(name="a", url="https://[::1"), "An address begins"),
        (McpServer(name="a", url="https://me:secret@example.org"), "Leave user and password out"),
        (McpServer(name="a", url="https://example.org", variables={"A": "b\r\nC: d"}), "The value of A"),
        (McpServer(name="a", url="https://example.org", variables={"A:": "b"}), "That is no name"),
        (McpServer(name="a", command=("a",), variables={"A": ""}), "The value of A"),
        (McpServer(name="a", command=("a",), variables={"A=": "b"}), "That is no name"),
        (McpServer(name="a", command=("a",), variables={"A": "b" * 9_000}), "The value of A"),
    ],
)
def test_what_could_never_work_is_refused(
    paths: Paths, credentials: Credentials, server: McpServer, sentence: str
) -> None:
    with pytest.raises(WorldError, match=sentence):
        store_server(paths, Settings(), credentials, server)
    assert not paths.settings.exists()


def test_headers_go_unencrypted_only_where_that_was_agreed(paths: Paths, credentials: Credentials) -> None:
    plain = McpServer(name="a", url="http://box.lan/mcp", variables={"Authorization": "x"})
    with pytest.raises(WorldError, match=r"box\.lan"):
        store_server(paths, Settings(), credentials, plain)
    store_server(paths, Settings(privacy=PrivacySettings(unencrypted=["box.lan"])), credentials, plain)
    store_server(paths, Settings(), credentials, McpServer(name="b", url="http://box.lan/mcp"))
