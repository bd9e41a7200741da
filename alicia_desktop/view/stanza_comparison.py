"""Compare two stanzas: each field beside the other's, and which bytes differ."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Literal

from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.protocol.scanner import FieldSpan, field_spans
from alicia_desktop.store import journal
from alicia_desktop.store.database import Connection
from alicia_desktop.store.records import JournalRecord
from alicia_desktop.view import text
from alicia_desktop.view.stanza_conditions import field_path
from alicia_desktop.view.stanza_details import field_value
from alicia_desktop.view.stanzas import FORGOTTEN

Runs = tuple[tuple[int, int], ...]
MAX_FIELDS: Final = 2_000
"""Fields of each that are compared; beyond, the comparison says so."""


@dataclass(frozen=True, kw_only=True, slots=True)
class FieldComparison:
    """One field of both."""

    path: str
    first: str
    second: str
    """As the tree of fields writes them; empty where it is not there."""
    kind: Literal["same", "changed", "first", "second"]
    """Whether both have it alike, both otherwise, or one alone has it."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ComparedStanza:
    """One of the two."""

    title: str
    raw: bytes
    differing: Runs
    """Runs of bytes that the other does not have."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StanzaComparison:
    """Two stanzas side by side."""

    first: ComparedStanza
    second: ComparedStanza
    fields: tuple[FieldComparison, ...]
    note: str = ""
    """What could not be compared."""

    @property
    def differences(self) -> int:
        """How many fields are not the same."""
        return sum(field.kind != "same" for field in self.fields)


def read_comparison(conn: Connection, first: int, second: int) -> StanzaComparison | None:
    """Compare two stanzas of the journal; None where one is gone."""
    records = [journal.get(conn, seq) for seq in (first, second)]
    one, other = records
    return None if one is None or other is None else compare_stanzas(one, other)


def compare_stanzas(one: JournalRecord, other: JournalRecord) -> StanzaComparison:
    """Compare by fields as far as both can be read, else by bytes."""
    raws = one.raw or b"", other.raw or b""
    roots = [field_spans(raw, limit=MAX_FIELDS) if raw else None for raw in raws]
    spans: list[dict[str, FieldSpan]] = [_leaves(root) for root in roots]
    fields = tuple(_compared(*spans))
    parts = zip((one, other), raws, spans, (spans[1], spans[0]), (raws[1], raws[0]), strict=True)
    sides = [
        ComparedStanza(
            title=_title(record),
            raw=raw,
            differing=_differing(raw, mine, theirs, their_raw) if mine and theirs else _middle(raw, their_raw),
        )
        for record, raw, mine, theirs, their_raw in parts
    ]
    return StanzaComparison(first=sides[0], second=sides[1], fields=fields, note=_note((one, other), roots))


def _title(record: JournalRecord) -> str:
    name = f"type {record.type}" if record.unknown else record.name
    return f"{record.seq} · {name} · {text.exact_time(record.received_at)} · {text.byte_count(record.size)}"


def _note(records: tuple[JournalRecord, JournalRecord], roots: list[FieldSpan | None]) -> str:
    parts = [f"{FORGOTTEN}."] if any(one.raw is None for one in records) else []
    if any(one.raw is not None and len(one.raw) < one.size for one in records):
        parts.append(translate("Only the bytes that are stored are compared."))
    if any(root is not None and any(span.left for span in _every(root)) for root in roots):
        parts.append(translate("Of each the first {most} values are compared.").format(most=format_number(MAX_FIELDS)))
    return " ".join(parts)


def _every(span: FieldSpan) -> Iterator[FieldSpan]:
    yield span
    for child in span.children:
        yield from _every(child)


def _leaves(root: FieldSpan | None) -> dict[str, FieldSpan]:
    found = _every(root) if root is not None else ()
    return {field_path(span.path): span for span in found if span.path and not span.children}


def _compared(one: Mapping[str, FieldSpan], other: Mapping[str, FieldSpan]) -> Iterator[FieldComparison]:
    """Yield the fields of the first in their order, and behind them those that the second alone has."""
    for path, span in one.items():
        theirs = other.get(path)
        kind: Literal["same", "changed", "first"] = "first" if theirs is None else "changed"
        if theirs is not None and _is_same(span, theirs):
            kind = "same"
        said = "" if theirs is None else field_value(theirs)
        yield FieldComparison(path=path, first=field_value(span), second=said, kind=kind)
    for path, span in other.items():
        if path not in one:
            yield FieldComparison(path=path, first="", second=field_value(span), kind="second")


def _is_same(one: FieldSpan, other: FieldSpan) -> bool:
    return (one.kind, one.value) == (other.kind, other.value)


def _differing(raw: bytes, mine: Mapping[str, FieldSpan], theirs: Mapping[str, FieldSpan], their_raw: bytes) -> Runs:
    """Return the whole of fields that the other lacks, and of changed values what differs in them."""
    found: list[tuple[int, int]] = []
    for path, span in mine.items():
        other = theirs.get(path)
        if other is None:
            found.append((span.start, span.end))
        elif not _is_same(span, other):
            value, their_value = raw[span.value_start : span.end], their_raw[other.value_start : other.end]
            found += [(span.value_start + start, span.value_start + end) for start, end in _middle(value, their_value)]
    return tuple(sorted(found))


def _middle(one: bytes, other: bytes) -> Runs:
    """Return what lies between the beginning and the end that two runs of bytes have in common."""
    most = min(len(one), len(other))
    start = next((place for place in range(most) if one[place] != other[place]), most)
    most -= start
    tail = next((place for place in range(most) if one[-1 - place] != other[-1 - place]), most)
    return ((start, len(one) - tail),) if start < len(one) - tail else ()
