"""`mcp`: servers are added, listed, tried out and removed; values come from standard input."""

import sys
from pathlib import Path

import keyring
import pytest
from typer.testing import CliRunner

from alicia_desktop.base.errors import WorldError
from alicia_desktop.cli.commands import app
from tests.support.command import objects
from tests.support.keyrings import Ring

PROGRAM = Path(__file__).parents[1] / "support" / "hostile_mcp_server.py"


@pytest.fixture(autouse=True)
def ring():
    keyring.set_keyring(ring := Ring())
    return ring


def call(*arguments, given="", status=0):
    done = CliRunner().invoke(app, ["mcp", *arguments], input=given)
    if isinstance(done.exception, WorldError):
        return done.exception.sentence
    assert done.exit_code == status, done.output
    return done.stdout


def test_a_program_with_a_value_is_added_listed_and_removed(ring):
    told = call("add", "files", "--env", "FILES_KEY", "--", "npx", "-y", "a file", given="s3cret\n")
    assert told.startswith("Added files. Alicia uses it from now on;")
    assert "s3cret" in str(ring.kept)
    assert call("list") == f"{'files':25}npx -y 'a file'\n"
    assert objects(call("list", "--json")) == [{"name": "files", "command": ["npx", "-y", "a file"], "url": ""}]
    assert call("remove", "files") == "Removed files.\n"
    assert call("list") == ""
    assert call("remove", "files") == "There is no MCP server files. None was added."


def test_an_address_is_added_with_a_header(ring):
    call("add", "tickets", "--url", "https://example.org/mcp", "--header", "Authorization", given="Bearer 7\n")
    assert call("list") == f"{'tickets':25}https://example.org/mcp\n"
    assert "Bearer 7" in str(ring.kept)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("add", "files"), "Give either a command that starts the server, or its address."),
        (("add", "My files", "npx"), "A name is up to 24 small letters"),
        (("add", "a", "--url", "http://box.lan", "--header", "Key"), "box.lan"),
        (("test", "files"), None),
        (("test",), None),
        (("add", "a", "--url", "https://b.org", "--env", "KEY"), None),
        (("add", "a", "--header", "KEY", "b"), None),
    ],
)
def test_what_cannot_be_done_is_said(arguments, sentence):
    done = CliRunner().invoke(app, ["mcp", *arguments], input="value\n")
    assert done.exit_code != 0
    if sentence is not None:
        assert sentence in str(done.exception)


def test_what_goes_unencrypted_has_to_be_allowed():
    call("add", "a", "--url", "http://box.lan", "--header", "Key", "--allow-unencrypted", given="x\n")
    assert "http://box.lan" in call("list")


@pytest.mark.e2e
def test_one_tool_is_counted_as_one(tmp_path):
    program = tmp_path / "oven.py"
    program.write_text(
        "from mcp.server.mcpserver import MCPServer\n"
        "server = MCPServer('kitchen')\n"
        "server.add_tool(lambda degrees: degrees, name='oven', description='Heat it.')\n"
        "server.run()\n",
        "utf-8",
    )
    call("add", "kitchen", "--", sys.executable, str(program))
    assert call("test", "kitchen").splitlines()[0] == "kitchen: 1 tool"


@pytest.mark.e2e
def test_a_test_lists_the_tools_and_says_what_is_not_offered_and_why():
    call("add", "liar", "--", sys.executable, str(PROGRAM), "lies")
    told = call("test").splitlines()
    assert told[:2] == ["liar: 2 tools", f"  {'good':24} Works."]
    assert "  not offered: naked. It has no schema for its parameters." in told
    (state,) = objects(call("test", "liar", "--json"))
    assert [tool["name"] for tool in state["tools"]] == ["liar__good", "liar__liar"]


@pytest.mark.e2e
def test_a_test_that_fails_says_why_and_ends_with_1():
    call("add", "gone", "no-such-program")
    assert call("test", status=1) == "gone: There is no program no-such-program on this computer.\n"
