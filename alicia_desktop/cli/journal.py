"""`journal` prints what crossed the wire; `decode` reads envelopes as hex."""

import binascii
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from alicia_desktop.cli import output
from alicia_desktop.cli.listing import as_object, as_passed
from alicia_desktop.protocol.codec import decode as decode_stanza
from alicia_desktop.protocol.envelope import Malformed

if TYPE_CHECKING:
    from alicia_desktop.store.records import JournalRecord

PAGE: Final = 1_000


def decode(
    file: Annotated[str, typer.Argument(metavar="[FILE|-]", help="Envelopes as hex, one a line.")] = "-",
) -> None:
    """Print one JSON object a line for each envelope given as hex; whatever is in it, never a traceback."""
    if file == "-":
        _decode_lines(sys.stdin.buffer)
        return
    try:
        with Path(file).open("rb") as lines:
            _decode_lines(lines)
    except OSError as error:
        raise output.stop(f"{file} cannot be read: {error.strerror}.") from error


def _decode_lines(lines: Iterable[bytes]) -> None:
    for line in lines:
        if text := line.strip():
            output.print_json(described(text))


def described(text: bytes) -> dict[str, Any]:
    """Return the JSON object of one line of hex."""
    try:
        raw = binascii.unhexlify(b"".join(text.split()))
    except ValueError as error:
        return as_object(Malformed(reason=f"Not hex: {error}.", raw=b""))
    return as_object(decode_stanza(raw))


def journal(
    conversation: Annotated[str, typer.Argument(help="A conversation's id; all of them without it.")] = "",
    *,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a stanza.")] = False,
) -> None:
    """Print the journal of this computer's client, oldest first."""
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - not for `decode`
    from alicia_desktop.store import journal as queries  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.store.files.readonly_access import reading  # noqa: PLC0415 - as above

    which = queries.JournalFilter(conversation_id=conversation or None)
    last: JournalRecord | None = None
    with reading(find_paths().client_database) as conn:
        while page := queries.page(conn, which, after=last.seq if last else 0, limit=PAGE):
            if as_json:
                _print_objects(page)
            else:
                _print_rows(page, last)
            last = page[-1]
    if conversation and last is None:
        raise output.stop(f"Nothing was ever said in a conversation {conversation} on this computer.")


def _print_objects(page: "Sequence[JournalRecord]") -> None:
    for record in page:
        inbound = decode_stanza(record.raw or b"")
        passed = as_passed(inbound, outbound=record.direction == "out", at=record.received_at)
        output.print_json({**passed, "sender": record.sender, "stranger": record.stranger})


def _print_rows(page: "Sequence[JournalRecord]", before: "JournalRecord | None") -> None:
    from alicia_desktop.view.stanzas import stanza_rows  # noqa: PLC0415 - brings the database layer

    for row in stanza_rows(page, before):
        badges = "".join(f"[{badge}] " for badge in row.badges)
        head = f"{row.number:>7} {row.time} {row.direction:>3} {row.stanza:>6} {row.type:20} {row.size:>7}"
        output.print_line(f"{head}  {badges}{row.summary}")
