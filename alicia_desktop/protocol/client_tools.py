"""The tools of a client: those of a desktop, what of their arguments can never be right, and those it announces itself.

Both sides read the table of a desktop's tools. The client runs these and checks what it is asked with before it bothers
the person; our server offers them to its model where the client's Configuration names `FEATURE`. All parameters are
text. Tools of MCP servers stand in the `meta` of the client's Configuration:

    meta = announcement(tools, statuses)      # the client
    tools = announced_tools(stanza.meta)      # the server: what is not as it must be is left out

Their calls are those of any client tool (docs/protocol.md#tools). The names hold that of the server that has them, so
that none is mistaken for a tool of the table, or for one of our server's.
"""

import json
import locale
import os
import platform
import re
import time
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlsplit

from alicia_desktop.base.visible_text import escape_hidden

FEATURE: Final = "client_tools"
"""In a client's Configuration: it has these tools, and a person who can be asked for permission."""
RERUN_FEATURE: Final = "tool_reruns"
"""In a server's Configuration: it runs tools of its own again (docs/protocol.md#running-a-tool-again)."""
MAX_PATH_CHARACTERS: Final = 2_000
MAX_TEXT_CHARACTERS: Final = 20_000
MAX_PHRASE_CHARACTERS: Final = 500
_HIDDEN: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Categories of characters that cannot be seen: a path or an address with one is not what it looks like."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Parameter:
    """One text that a tool takes."""

    description: str
    needed: bool = True
    longest: int
    """Characters."""
    plain: bool = True
    """Whether it is one line without characters that cannot be seen."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClientTool:
    """One thing that a client can do for the server."""

    name: str
    description: str
    """For the model."""
    parameters: Mapping[str, Parameter] = field(default_factory=dict)


_PATH: Final = "Its path: the name of an allowed folder and what follows, such as Notes/2026/plan.txt."
_FOLDER: Final = Parameter(
    description=f"{_PATH} Without it: all allowed folders.", needed=False, longest=MAX_PATH_CHARACTERS
)

TOOLS: Final[Mapping[str, ClientTool]] = {
    tool.name: tool
    for tool in (
        ClientTool(name="clipboard_read", description="Read the text on the user's clipboard."),
        ClientTool(
            name="clipboard_write",
            description="Put text on the user's clipboard.",
            parameters={"text": Parameter(description="The text.", longest=MAX_TEXT_CHARACTERS, plain=False)},
        ),
        ClientTool(
            name="open_address",
            description="Open a web address in the user's browser.",
            parameters={"url": Parameter(description="Such as https://example.org.", longest=MAX_PATH_CHARACTERS)},
        ),
        ClientTool(
            name="list_folder",
            description="List files and folders on the user's computer, inside the folders that the user allowed.",
            parameters={"path": _FOLDER},
        ),
        ClientTool(
            name="read_file",
            description="Read a text file on the user's computer, inside the folders that the user allowed.",
            parameters={"path": Parameter(description=_PATH, longest=MAX_PATH_CHARACTERS)},
        ),
        ClientTool(
            name="search_files",
            description="Find words in the names and texts of files inside the folders that the user allowed.",
            parameters={
                "text": Parameter(description="The words, as they stand there.", longest=MAX_PHRASE_CHARACTERS),
                "path": _FOLDER,
            },
        ),
        ClientTool(
            name="system_information", description="Tell system, language and time zone of the user's computer."
        ),
        ClientTool(
            name="notify",
            description="Show a notification on the user's screen.",
            parameters={
                "title": Parameter(description="A few words.", longest=MAX_PHRASE_CHARACTERS),
                "text": Parameter(description="A sentence.", needed=False, longest=MAX_PHRASE_CHARACTERS),
            },
        ),
    )
}


def is_asked(name: str, execution: str | None) -> bool:
    """Whether a request is for a client with these tools: it alone may answer, or it may and has the tool."""
    return execution == "client" or (execution == "either" and name in TOOLS)


def problem(name: str, arguments: Mapping[str, Any]) -> str | None:
    """Return why a tool of this table cannot be run with `arguments`, in a sentence; None where it can."""
    parameters = TOOLS[name].parameters
    for key in arguments:
        if key not in parameters:
            return f"{name} takes no `{escape_hidden(str(key))[:80]}`."
    for key, parameter in parameters.items():
        value = arguments.get(key)
        if value is None and not parameter.needed:
            continue
        if not isinstance(value, str) or not value.strip():
            return f"`{key}` is missing: give it as text."
        if len(value) > parameter.longest:
            return f"`{key}` is longer than {parameter.longest:,} characters."
        if parameter.plain and has_hidden(value):
            return f"`{key}` holds characters that cannot be seen."
    return _address_problem(arguments["url"]) if name == "open_address" else None


def has_hidden(text: str) -> bool:
    """Whether `text` holds a character that cannot be seen, a line break too."""
    return any(unicodedata.category(character) in _HIDDEN for character in text)


def _address_problem(url: str) -> str | None:
    """Only the web, and only what says plainly where it leads."""
    try:
        parts = urlsplit(url)
        host, named = parts.hostname, parts.port is None or parts.port > 0
    except ValueError:
        host, named, parts = None, False, urlsplit("")
    if parts.scheme not in {"http", "https"} or not host or not named:
        return "`url` must begin with http:// or https:// and name a host."
    if parts.username is not None or parts.password is not None:
        return "`url` must not hold a user name or a password."
    return "`url` must not hold spaces or backslashes." if set(url) & set(' \\"<>') else None


def information(now: datetime) -> dict[str, str | int]:
    """Return system, language and time zone of the computer, and `now` as it shows it."""
    return {
        "system": platform.system(),
        "version": platform.release(),
        "machine": platform.machine(),
        "processors": os.cpu_count() or 0,
        "language": locale.getlocale()[0] or "",
        "timezone": time.tzname[0],
        "time": now.astimezone().strftime("%Y-%m-%d %H:%M"),
    }


ANNOUNCED_TOOLS: Final = "tools"
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
        meta[ANNOUNCED_TOOLS] = list(_within_bounds(tools))
    if servers:
        meta[MCP_SERVERS] = [{"name": server.name, "status": server.status} for server in servers[:MAX_SERVERS]]
    return meta


def announced_tools(meta: Mapping[str, Any]) -> tuple[AnnouncedTool, ...]:
    """Return the tools that a client announces."""
    found = {
        tool.name: tool for tool in map(_tool, _entries(meta.get(ANNOUNCED_TOOLS), MAX_ANNOUNCED)) if tool is not None
    }
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
