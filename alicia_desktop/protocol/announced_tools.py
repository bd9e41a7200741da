"""The tools of MCP servers that a client announces: `meta.tools` and `meta.mcpServers` of its Configuration.

    meta = announcement(tools, statuses)      # the client
    tools = announced_tools(stanza.meta)      # the server: what is not as it must be is left out

Their calls are those of any client tool (docs/protocol.md#tools). The names hold that of the server that has them, so
that none is mistaken for a tool of the table in `client_tools`, or for one of our server's.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

TOOLS: Final = "tools"
MCP_SERVERS: Final = "mcpServers"
SEPARATOR: Final = "__"
"""Between the name of an MCP server and that of its tool."""
MAX_ANNOUNCED: Final = 128
MAX_ANNOUNCED_BYTES: Final = 200_000
"""Of all tools together; a tenth of what a stanza may have."""
MAX_DESCRIPTION_CHARACTERS: Final = 2_000
MAX_SERVERS: Final = 32
MAX_STATUS_CHARACTERS: Final = 40
_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*__[A-Za-z0-9_-]+")
MAX_NAME_CHARACTERS: Final = 64
"""Names of functions that models take."""


@dataclass(frozen=True, kw_only=True, slots=True)
class AnnouncedTool:
    """A tool that a client has beside those of the table."""

    name: str
    """`files__read_file`."""
    description: str
    parameters: Mapping[str, Any]
    """A JSON schema of an object."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ServerStatus:
    """An MCP server of a client, and how it is."""

    name: str
    status: str


def server_of(tool: str) -> tuple[str, str] | None:
    """Return the MCP server that a tool belongs to and the tool's own name; None for any other tool."""
    server, separator, name = tool.partition(SEPARATOR)
    return (server, name) if separator and server and name else None


def announcement(tools: Sequence[AnnouncedTool], servers: Sequence[ServerStatus]) -> dict[str, Any]:
    """Return the keys of `meta`; none where there is nothing to announce."""
    meta: dict[str, Any] = {}
    if tools:
        meta[TOOLS] = list(_within_bounds(tools))
    if servers:
        meta[MCP_SERVERS] = [{"name": server.name, "status": server.status} for server in servers[:MAX_SERVERS]]
    return meta


def announced_tools(meta: Mapping[str, Any]) -> tuple[AnnouncedTool, ...]:
    """Return the tools that a client announces."""
    found = {tool.name: tool for tool in map(_tool, _entries(meta.get(TOOLS), MAX_ANNOUNCED)) if tool is not None}
    return tuple(found.values())


def announced_servers(meta: Mapping[str, Any]) -> tuple[ServerStatus, ...]:
    """Return the MCP servers that a client announces."""
    found: list[ServerStatus] = []
    for entry in _entries(meta.get(MCP_SERVERS), MAX_SERVERS):
        name, status = entry.get("name"), entry.get("status")
        if isinstance(name, str) and isinstance(status, str):
            found.append(ServerStatus(name=name[:MAX_STATUS_CHARACTERS], status=status[:MAX_STATUS_CHARACTERS]))
    return tuple(found)


def _within_bounds(tools: Sequence[AnnouncedTool]) -> Iterator[dict[str, Any]]:
    """Yield the first tools, as many as one stanza should hold."""
    left = MAX_ANNOUNCED_BYTES
    for tool in tools[:MAX_ANNOUNCED]:
        entry = {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)}
        left -= len(json.dumps(entry))
        if left < 0:
            return
        yield entry


def _entries(value: Any, most: int) -> Iterator[Mapping[str, Any]]:
    entries = value if isinstance(value, list | tuple) else ()
    return (entry for entry in entries[:most] if isinstance(entry, Mapping))


def _tool(entry: Mapping[str, Any]) -> AnnouncedTool | None:
    name, description, parameters = entry.get("name"), entry.get("description"), entry.get("parameters")
    if not isinstance(name, str) or len(name) > MAX_NAME_CHARACTERS or _NAME.fullmatch(name) is None:
        return None
    if not isinstance(parameters, Mapping) or parameters.get("type") != "object":
        return None
    told = description if isinstance(description, str) else ""
    return AnnouncedTool(name=name, description=told[:MAX_DESCRIPTION_CHARACTERS], parameters=parameters)
