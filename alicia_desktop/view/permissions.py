"""What the person is asked before a tool runs, and what they allowed so far, in words."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from alicia_desktop.base.visible_text import escape_hidden
from alicia_desktop.store.tool_grants import GrantRecord
from alicia_desktop.view.text import ELLIPSIS

MAX_LINE: Final = 2_000
"""Characters of a line that are laid out as one."""
_QUESTIONS: Final = {
    "clipboard_read": "May Alicia read your clipboard?",
    "clipboard_write": "May Alicia replace what is on your clipboard?",
    "open_address": "May Alicia open this address in your browser?",
    "list_folder": "May Alicia list files of yours?",
    "read_file": "May Alicia read this file?",
    "search_files": "May Alicia search your files?",
    "system_information": "May Alicia see what system this computer runs?",
    "notify": "May Alicia show a notification?",
}
_NAMES: Final = {
    "clipboard_read": "Read the clipboard",
    "clipboard_write": "Replace the clipboard",
    "open_address": "Open web addresses",
    "list_folder": "List files in allowed folders",
    "read_file": "Read files in allowed folders",
    "search_files": "Search files in allowed folders",
    "system_information": "See what system this is",
    "notify": "Show notifications",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class GrantRow:
    """One decision that holds, in the settings."""

    pk: int
    text: str
    """`Read the clipboard`."""
    scope: str
    """`Always allowed`, `Never allowed`, `Allowed in “Roses”`; where another server was meant, with its address."""


def tool_question(tool: str) -> str:
    """Return the question about a tool."""
    return _QUESTIONS.get(tool, f"May Alicia use {_one_line(tool)}?")


def asker(server: str) -> str:
    """Return who asks."""
    if server:
        return f"The server {_one_line(server)} asks. What the tool gives is sent there."
    return "Alicia on this computer asks. What the tool gives stays on this computer, unless her model is elsewhere."


def arguments_text(tool: str, arguments: Mapping[str, Any]) -> str:
    """Return exactly what a tool would be run with, an argument a line; what cannot be seen is written as its escape.

    The lines of a longer text are indented, so that none of them passes for another argument.
    """
    if not arguments:
        return f"{_one_line(tool)}, without anything else"
    lines = (f"{_one_line(name)}: {_plain(value)}" for name, value in arguments.items())
    return "\n".join((_one_line(tool), *lines))


def grant_rows(grants: Sequence[GrantRecord]) -> list[GrantRow]:
    """Return the decisions as the settings list them."""
    return [
        GrantRow(pk=grant.pk, text=_NAMES.get(grant.tool_name, _one_line(grant.tool_name)), scope=_scope(grant))
        for grant in grants
    ]


def _scope(grant: GrantRecord) -> str:
    where = f" on {_one_line(grant.server)}" if grant.server else ""
    match grant.decision:
        case "always":
            return f"Always allowed{where}"
        case "never":
            return f"Never allowed{where}"
        case "conversation":
            return f"Allowed in “{_one_line(grant.title or 'New conversation')}”{where}"


def _plain(value: Any) -> str:
    said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
    lines = escape_hidden(said).split("\n")
    return "\n    ".join(part for line in lines for part in _broken(line))


def _broken(line: str) -> Iterator[str]:
    """Yield a line in parts that can be laid out; each but the first says that it goes on with the one before."""
    yield line[:MAX_LINE]
    for start in range(MAX_LINE, len(line), MAX_LINE):
        yield f"{ELLIPSIS} {line[start : start + MAX_LINE]}"


def _one_line(text: str) -> str:
    return escape_hidden(text, keep="")
