"""MCP servers as the settings show them."""

from pathlib import Path

import pytest

from alicia_desktop.config import McpServerSettings
from alicia_desktop.session.tools.mcp.connection import McpState, McpTool
from alicia_desktop.session.tools.mcp.tool_checks import RefusedTool
from alicia_desktop.view.mcp import command_of, server_rows

FILES = McpServerSettings(name="files", command=["npx", "my files"])
WEB = McpServerSettings(name="web", url="https://example.org/mcp")


def tool(name):
    return McpTool(name=f"files__{name}", own_name=name, description="", schema={"type": "object"}, digest="")


def test_a_server_is_shown_with_its_place_and_how_it_is():
    states = [
        McpState(name="web", status="failed", reason="It did not answer."),
        McpState(name="files", status="ready", tools=(tool("a"), tool("b"))),
    ]
    files, web = server_rows([FILES, WEB], states)
    assert (files.name, files.place, files.status, files.failed) == ("files", "npx 'my files'", "2 tools", False)
    assert (web.name, web.place, web.status, web.failed) == ("web", WEB.url, "It did not answer.", True)


def test_a_server_that_has_not_begun_is_starting():
    assert server_rows([FILES], [])[0].status == "Starting…"


def test_the_first_tools_that_are_not_offered_are_named_and_the_rest_counted():
    refused = tuple(RefusedTool(name=f"t{number}" if number else "", reason="It is wrong.") for number in range(9))
    (row,) = server_rows([FILES], [McpState(name="files", status="ready", refused=refused)])
    assert row.refused[:2] == ("A tool is not offered. It is wrong.", "t1 is not offered. It is wrong.")
    assert row.refused[4:] == ("5 more are not offered.",)


def test_what_a_server_says_hides_nothing():
    state = McpState(name="files", status="failed", reason="bad\u202e\nnews")
    assert server_rows([FILES], [state])[0].status == "bad\\u202e\\nnews"


@pytest.mark.parametrize(
    ("place", "command"),
    [
        ("npx -y 'a b'", ("npx", "-y", "a b")),
        ("https://example.org/mcp", None),
        ("say 'open", ("say", "'open")),
        ("", ()),
    ],
)
def test_what_is_typed_is_a_command_unless_it_is_an_address(place, command):
    assert command_of(place) == command


def test_the_home_folder_is_found_as_a_shell_would():
    assert command_of("cat ~/Notes a~/b") == ("cat", f"{Path.home()}/Notes", "a~/b")
