"""The tools of a client on a desktop: their names, what they take, and what of that can never be right.

Both sides read this table. The client runs these tools and checks what it is asked with before it bothers the person;
our server offers them to its model where the client's Configuration names `FEATURE`. All parameters are text.
"""

import locale
import os
import platform
import time
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final
from urllib.parse import urlsplit

from alicia_desktop.base.visible_text import escape_hidden

FEATURE: Final = "client_tools"
"""In a client's Configuration: it has these tools, and a person who can be asked for permission."""
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
