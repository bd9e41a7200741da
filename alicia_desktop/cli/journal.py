"""`journal` prints what crossed the wire, `decode` reads envelopes as hex; both, and `talk --json`, as JSON objects."""

import binascii
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from alicia_desktop.base.errors import system_reason
from alicia_desktop.cli import output
from alicia_desktop.cli.data_paths import existing_paths
from alicia_desktop.cli.options import read_filter
from alicia_desktop.protocol.canonical import as_journaled, as_object
from alicia_desktop.protocol.codec import decode as decode_stanza
from alicia_desktop.protocol.envelope import Malformed

if TYPE_CHECKING:
    from alicia_desktop.store.records import JournalRecord


PAGE: Final = 1_000


def decode(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Text file; - is standard input.")] = "-",
    *,
    given: Annotated[str, typer.Option("--hex", metavar="HEX", help="Decode this message instead of a file.")] = "",
) -> None:
    """Decode protocol messages given as hex, one a line, and print each as a JSON object.

    Exit status 1 means that there was something else than hex.
    """
    if given:
        _decode_lines([given.encode("utf-8", "replace")])
        return
    if file == "-":
        _decode_lines(sys.stdin.buffer)
        return
    try:
        with Path(file).open("rb") as lines:
            _decode_lines(lines)
    except OSError as error:
        raise output.stop(f"{file} cannot be read: {system_reason(error)}.") from error


def _decode_lines(lines: Iterable[bytes]) -> None:
    """Print each line's object, and stop after the last of them when one was not hex."""
    wrong: list[str] = []
    for number, line in enumerate(lines, 1):
        if text := line.strip():
            try:
                output.print_json(decode_line(text))
            except ValueError as error:
                wrong.append(f"line {number}: {error}")
                output.print_json(as_object(Malformed(reason=f"Not hex: {error}.", raw=b"")))
    if wrong:
        count = "One line is" if len(wrong) == 1 else f"{len(wrong)} lines are"
        raise output.stop(f"{count} not hex ({'' if len(wrong) == 1 else 'first '}{wrong[0]}).")


def decode_line(text: bytes) -> dict[str, Any]:
    """Return the JSON object of one line of hex.

    Raises:
        ValueError: it is none.
    """
    return as_object(decode_stanza(binascii.unhexlify(b"".join(text.split()))))


def journal(
    conversation: Annotated[
        str, typer.Argument(metavar="CONVERSATION", help="A conversation's id; all conversations without it.")
    ] = "",
    *,
    filter_text: Annotated[
        str,
        typer.Option("--filter", metavar="FILTER", help="Print only what fits, such as 'type:MemoryTrace size>1k'."),
    ] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")] = False,
) -> None:
    """Print every message that was sent and received on this computer, oldest first.

    With --filter, exit status 1 means that none fits, and 2 that the filter is none.
    """
    from alicia_desktop.store import journal as queries  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.store.files.readonly_access import reading  # noqa: PLC0415 - as above

    expression = read_filter(filter_text)
    which = queries.JournalFilter(conversation_id=conversation or None, expression=expression)
    last: JournalRecord | None = None
    with reading(existing_paths().client_database) as conn:
        for page in queries.pages(conn, which, size=PAGE):
            if as_json:
                _print_objects(page)
            else:
                _print_rows(page, last)
            last = page[-1]
    if filter_text.strip() and last is None:
        raise output.stop("No stanzas match this filter.")
    if conversation and last is None:
        raise output.stop(f"The journal of this computer has nothing of a conversation {conversation}.")


def _print_objects(page: "Sequence[JournalRecord]") -> None:
    for record in page:
        inbound = decode_stanza(record.raw or b"")
        journaled = as_journaled(inbound, outbound=record.direction == "out", at=record.received_at)
        output.print_json({**journaled, "sender": record.sender, "stranger": record.stranger})


def _print_rows(page: "Sequence[JournalRecord]", before: "JournalRecord | None") -> None:
    from alicia_desktop.view.stanzas import stanza_rows  # noqa: PLC0415 - brings the database layer
    from alicia_desktop.view.text import FIRST_STRONG, POP  # noqa: PLC0415 - as above

    for row in stanza_rows(page, before):
        badges = "".join(f"[{badge}] " for badge in row.badges)
        head = f"{row.number:>7} {row.time} {row.direction:>3} {row.stanza:>6} {row.type:20} {row.size:>7}"
        output.print_line(f"{head}  {badges}{row.summary.replace(FIRST_STRONG, '').replace(POP, '')}")
