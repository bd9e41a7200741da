"""Show the MCP servers of the settings: where each is, how it is, and which of its tools are not offered."""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from alicia_desktop.base.translation import translate, translate_count
from alicia_desktop.base.visible_text import escape_hidden
from alicia_desktop.config import McpServerSettings
from alicia_desktop.session.tools.mcp.connection import McpState

MAX_REFUSED: Final = 5
"""Tools that are not offered, of which the page says why."""
MAX_TOLD: Final = 8
"""Tools that `doctor` names."""
STARTING: Final = translate("Starting…")


@dataclass(frozen=True, kw_only=True, slots=True)
class McpServerRow:
    """One MCP server."""

    name: str
    place: str
    """Its command or its address."""
    status: str
    """`12 tools`, `Starting…`, or why it does not work."""
    failed: bool = False
    refused: tuple[str, ...] = ()
    """Tools that are not offered, each with the reason."""


@dataclass(frozen=True, kw_only=True, slots=True)
class McpEntry:
    """What was written to add a server."""

    name: str
    place: str
    """A command with its arguments, or an address."""
    variables: tuple[tuple[str, str], ...] = ()
    """Environment variables or headers, each with its value; lines that were left empty are left out."""


def server_rows(servers: Sequence[McpServerSettings], states: Sequence[McpState]) -> list[McpServerRow]:
    """Return the servers in the order of the settings."""
    known: Mapping[str, McpState] = {state.name: state for state in states}
    return [state_row(known.get(one.name, McpState(name=one.name)), place_of(one)) for one in servers]


def state_row(state: McpState, place: str) -> McpServerRow:
    """Return how one server is."""
    refused = [
        translate("{tool} is not offered. {reason}").format(
            tool=_plain(tool.name) or translate("A tool"), reason=tool.reason
        )
        for tool in state.refused
    ]
    if len(refused) > MAX_REFUSED:
        refused = [
            *refused[: MAX_REFUSED - 1],
            translate("{count} more are not offered.").format(count=len(refused) - MAX_REFUSED + 1),
        ]
    status = {
        "starting": STARTING,
        "ready": translate_count("{count} tool", "{count} tools", len(state.tools)),
        "failed": state.reason,
    }
    return McpServerRow(
        name=state.name,
        place=place,
        status=_plain(status[state.status]),
        failed=state.status == "failed",
        refused=tuple(refused),
    )


def doctor_sentence(state: McpState) -> str:
    """Return how a server is in one line: its tools by name, or the reason, and what is not offered."""
    row = state_row(state, "")
    names = ", ".join(_plain(tool.own_name) for tool in state.tools[:MAX_TOLD])
    more = ", …" if len(state.tools) > MAX_TOLD else ""
    listed = f"{row.status} ({names}{more})." if names else row.status
    return " ".join((listed, *row.refused))


def place_of(server: McpServerSettings) -> str:
    """Return the address, or the command as it is typed."""
    return _plain(server.url or shlex.join(server.command))


def command_of(place: str) -> tuple[str, ...] | None:
    """Return the command that was typed, None for an address.

    There is no shell: of what one would replace, only the home folder is.
    """
    if place.startswith(("http://", "https://")):
        return None
    try:
        parts = shlex.split(place)
    except ValueError:
        parts = place.split()
    return tuple(str(Path(part).expanduser()) if part.startswith("~/") else part for part in parts)


def _plain(words: str) -> str:
    return escape_hidden(words, keep="")
