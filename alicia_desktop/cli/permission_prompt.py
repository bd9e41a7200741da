"""The permission question as rows of a terminal: all that will be done, and never more rows than stay in sight."""

import unicodedata
from collections.abc import Sequence
from typing import Final

from yarl import URL

from alicia_desktop.base.visible_text import describe_host
from alicia_desktop.session.tools.contract import PermissionRequest
from alicia_desktop.view.tools import arguments_text, requester_text, tool_question

MAX_ROWS: Final = 10
"""Of what a tool would be run with; with the question and the choices it stays in sight on 24 rows."""
LAST_ROWS: Final = 2
MARGIN: Final = "  │ "
"""Before each row that others wrote, so that none passes for the question or the choices."""
SHOW: Final = "show"
_HOW: Final = "y this once · c in this conversation · a always · never · {show}anything else no: "


def prompt(wish: PermissionRequest, *, columns: int) -> str:
    """Return the question with as much of its details as stays in sight, and how to answer."""
    rows = detail_rows(wish, columns=columns)
    shown = _bounded(rows)
    head = _rows(f"{tool_question(wish.tool)}\n{requester_text(wish.server)}", columns)
    return "\n".join(("", *head, *shown, _HOW.format(show="" if shown == rows else f"{SHOW} all · ")))


def detail_rows(wish: PermissionRequest, *, columns: int) -> list[str]:
    """Return all that a tool would be run with, as rows."""
    arguments, host = dict(wish.arguments), ""
    if wish.tool == "open_address":
        address = URL(encode_address(str(arguments.get("url", ""))))
        arguments["url"], host = str(address), f"\nhost: {describe_host(address.raw_host or '')}"
    text = arguments_text(wish.tool, arguments) + host
    return [f"{MARGIN}{row}" for row in _rows(text, columns - len(MARGIN))]


def encode_address(text: str) -> str:
    """Return an address as a browser is handed it: ASCII, everything odd in it as `%…` and `xn--…`; empty for none."""
    try:
        return str(URL(text))
    except ValueError:
        return ""


def _bounded(rows: Sequence[str]) -> list[str]:
    if len(rows) <= MAX_ROWS:
        return list(rows)
    first = MAX_ROWS - LAST_ROWS - 1
    left_out = len(rows) - first - LAST_ROWS
    note = f"  ┆ {left_out:,} of {len(rows):,} rows are not shown here; answer {SHOW} to see all of them"
    return [*rows[:first], note, *rows[-LAST_ROWS:]]


def _rows(text: str, columns: int) -> list[str]:
    """Part a text into rows of a terminal."""
    rows: list[str] = []
    for line in text.expandtabs(4).split("\n"):
        row, width = "", 0
        for character in line:
            wide = 2 if unicodedata.east_asian_width(character) in {"W", "F"} else 1
            if width + wide > max(columns, 2):
                rows.append(row)
                row, width = "", 0
            row, width = row + character, width + wide
        rows.append(row)
    return rows
