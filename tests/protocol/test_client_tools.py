"""The announcement of tools: what it says comes through, and what a client may not announce is left out."""

from dataclasses import replace

import pytest

from alicia_desktop.protocol.client_tools import (
    AnnouncedTool,
    ServerStatus,
    announced_servers,
    announced_tools,
    announcement,
    server_of,
)

SCHEMA = {"type": "object", "properties": {"path": {"type": "string"}}}
TOOL = AnnouncedTool(name="files__read_file", description="Read a file.", parameters=SCHEMA)


def test_what_is_announced_is_read_again():
    status = ServerStatus(name="files", status="ready")
    meta = announcement([TOOL], [status])
    assert (announced_tools(meta), announced_servers(meta)) == ((TOOL,), (status,))
    assert announcement([], []) == {}


@pytest.mark.parametrize(
    "entry",
    [
        {"name": "read_file", "parameters": SCHEMA},
        {"name": "clipboard_read", "parameters": SCHEMA},
        {"name": "files__", "parameters": SCHEMA},
        {"name": "files__read file", "parameters": SCHEMA},
        {"name": "files__" + "a" * 60, "parameters": SCHEMA},
        {"name": 3, "parameters": SCHEMA},
        {"name": "files__read", "parameters": {"type": "array"}},
        {"name": "files__read"},
        "files__read",
    ],
)
def test_what_is_no_tool_is_left_out(entry):
    assert announced_tools({"tools": [entry, {"name": "a__b", "parameters": SCHEMA}]}) == (
        AnnouncedTool(name="a__b", description="", parameters=SCHEMA),
    )


@pytest.mark.parametrize("meta", [{}, {"tools": 3, "mcpServers": "x"}, {"tools": {}, "mcpServers": [3, {"name": 1}]}])
def test_nothing_else_is_read_as_tools(meta):
    assert announced_tools(meta) == ()
    assert announced_servers(meta) == ()


def test_the_number_of_tools_is_bounded():
    many = [AnnouncedTool(name=f"a__{number}", description="", parameters=SCHEMA) for number in range(500)]
    assert len(announced_tools(announcement(many, []))) == 128
    large = [replace(tool, description="x" * 2_000) for tool in many]
    assert len(announced_tools(announcement(large, []))) == 94


@pytest.mark.parametrize(
    ("name", "parts"),
    [("files__read", ("files", "read")), ("a__b__c", ("a", "b__c")), ("clipboard_read", None), ("__x", None)],
)
def test_the_server_of_a_tool_stands_in_its_name(name, parts):
    assert server_of(name) == parts
