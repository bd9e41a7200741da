"""`journal` prints what crossed the wire, `decode` reads envelopes as hex; both, and `talk --json`, as JSON objects."""

import binascii
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, assert_never

import typer

from alicia_desktop.base.errors import system_reason
from alicia_desktop.cli import output
from alicia_desktop.protocol.codec import body_map, to_json
from alicia_desktop.protocol.codec import decode as decode_stanza
from alicia_desktop.protocol.envelope import Inbound, Malformed, Stanza, Unknown
from alicia_desktop.protocol.registry import entry_of, name_of

if TYPE_CHECKING:
    from alicia_desktop.filtering.expression import Expression
    from alicia_desktop.store.records import JournalRecord


def as_object(inbound: Inbound) -> dict[str, Any]:
    """Return a received envelope, with its problems, as plain values for JSON."""
    name, number, body, problems = _read(inbound)
    meta = {} if isinstance(inbound, Malformed) else dict(inbound.meta)
    return {
        "stanza_id": inbound.stanza_id,
        "conversation_id": inbound.conversation_id,
        "type": number,
        "name": name,
        "body": to_json(body),
        "meta": to_json(meta),
        "problems": problems,
    }


def _read(inbound: Inbound) -> tuple[str, int | None, Mapping[str, Any], list[str]]:
    """Return name, type number, body and problems."""
    match inbound:
        case Stanza(body=body):
            return entry_of(body).name, body.TYPE, body_map(inbound), list(inbound.problems)
        case Unknown(type=number):
            return "Unknown", number, inbound.body, [f"{name_of(number)} is not known", *inbound.problems]
        case Malformed():
            return "Malformed", inbound.type, inbound.body or {}, [inbound.reason]
    assert_never(inbound)


def as_journaled(inbound: Inbound, *, outbound: bool, at: datetime) -> dict[str, Any]:
    """Return one stanza as it crossed the wire: `direction`, `stanza_id`, `type`, `name`, `body`, `meta`, `at`."""
    whole = as_object(inbound)
    selected = {key: whole[key] for key in ("stanza_id", "type", "name", "body", "meta")}
    return {"direction": "out" if outbound else "in", **selected, "at": at.isoformat()}


PAGE: Final = 1_000
FILTER_MISTAKE_STATUS: Final = 2
"""As for any other argument that cannot be understood."""


def decode(
    file: Annotated[str, typer.Argument(metavar="FILE", help="Text file; - is standard input.")] = "-",
    *,
    given: Annotated[str, typer.Option("--hex", metavar="HEX", help="Decode this message instead of a file.")] = "",
) -> None:
    """Decode protocol messages given as hex, one a line, and print each as a JSON object."""
    if given:
        output.print_json(decode_line(given.encode("utf-8", "replace")))
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
    for line in lines:
        if text := line.strip():
            output.print_json(decode_line(text))


def decode_line(text: bytes) -> dict[str, Any]:
    """Return the JSON object of one line of hex."""
    try:
        raw = binascii.unhexlify(b"".join(text.split()))
    except ValueError as error:
        return as_object(Malformed(reason=f"Not hex: {error}.", raw=b""))
    return as_object(decode_stanza(raw))


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
    from alicia_desktop.paths import find_paths  # noqa: PLC0415 - not for `decode`
    from alicia_desktop.store import journal as queries  # noqa: PLC0415 - the database layer takes half a second
    from alicia_desktop.store.files.readonly_access import reading  # noqa: PLC0415 - as above

    expression = _read_filter(filter_text)
    which = queries.JournalFilter(conversation_id=conversation or None, expression=expression)
    last: JournalRecord | None = None
    with reading(find_paths().client_database) as conn:
        for page in queries.pages(conn, which, size=PAGE):
            if as_json:
                _print_objects(page)
            else:
                _print_rows(page, last)
            last = page[-1]
    if filter_text.strip() and last is None:
        raise output.stop("No message fits this filter.")
    if conversation and last is None:
        raise output.stop(f"The journal of this computer has nothing of a conversation {conversation}.")


def _read_filter(text: str) -> "Expression":
    """Return what a filter says; a mistake is marked on standard error and ends the command."""
    from alicia_desktop.filtering.expression import Mistake  # noqa: PLC0415 - not for `decode`
    from alicia_desktop.filtering.parser import parse  # noqa: PLC0415 - as above
    from alicia_desktop.filtering.vocabulary import STANZAS  # noqa: PLC0415 - as above

    text = " ".join(text.splitlines())
    found = parse(text, STANZAS)
    if not isinstance(found, Mistake):
        return found
    mark = " " * found.start + "^" * max(1, found.end - found.start)
    output.print_notice(f"{text}\n{mark}")
    suggestion = f" Did you mean: {found.mended(text)}" if found.suggestion else ""
    raise output.stop(f"{found.sentence}{suggestion}", FILTER_MISTAKE_STATUS)


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
