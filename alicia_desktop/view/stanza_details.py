"""Show one journaled stanza as a tree of fields beside its bytes: what was really sent, and in what width.

Text or hex is found in these bytes, each place as a range.
"""

import re
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from alicia_desktop.base.translation import format_number, translate, translate_count
from alicia_desktop.filtering.expression import EVERYTHING, Expression
from alicia_desktop.protocol.canonical import to_json, to_json_body
from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.messages import Message
from alicia_desktop.protocol.registry import BY_NUMBER
from alicia_desktop.protocol.scanner import MAX_SPANS, FieldSpan, field_spans
from alicia_desktop.store.records import JournalRecord
from alicia_desktop.view import text
from alicia_desktop.view.references import Place, carried_by
from alicia_desktop.view.stanza_conditions import MAX_HITS, field_condition, field_path, hits_in
from alicia_desktop.view.stanzas import FORGOTTEN, sender

Hits = tuple[tuple[int, int], ...]
NOT_KEPT: Final = translate(
    "This stanza is not kept any more: it was deleted after the time in Settings, or with its conversation."
)
_MAX_VALUE_CHARACTERS: Final = 300
_MAX_ARGUMENT: Final = 8_000
"""Characters of hex in one command; Windows takes some 8,190 in a line."""
_READABLE_MS: Final = range(4_102_444_800_000)
"""Milliseconds since 1970 that are taken for a moment: until 2100. Others are a mistake, and shown as they came."""
MAX_FOUND: Final = 10_000
"""Places that are found; beyond, the count has a plus."""
_HEX: Final = re.compile(r"(?:0x)?([0-9a-fA-F][0-9a-fA-F\s:]*)\Z", re.ASCII)


@dataclass(frozen=True, kw_only=True, slots=True)
class FieldNode:
    """One node of the details tree beside the bytes."""

    name: str
    value: str
    kind: str
    """`str · 17 B`."""
    start: int
    end: int
    """Bytes of the raw stanza that it takes, end exclusive; `value_start` is where its value begins."""
    value_start: int
    children: tuple["FieldNode", ...] = ()
    path: str = ""
    """How a filter names it: `body.items[0].name`."""
    condition: Expression | None = None
    """What finds stanzas with the same in it."""
    is_hit: bool = False
    """Whether the filter that holds found something in its value."""


@dataclass(frozen=True, kw_only=True, slots=True)
class StanzaDetails:
    """Tree and bytes of one journaled stanza."""

    id: str
    title: str
    raw: bytes
    tree: tuple[FieldNode, ...]
    note: str = ""
    """Why the bytes are missing or cut, or what is wrong with them."""
    hits: tuple[tuple[int, int], ...] = ()
    """Runs of bytes in which the filter that holds found something."""
    json: str = ""
    """Envelope and body as indented JSON, for copying; empty when they cannot be read."""
    places: tuple[Place, ...] = ()
    """Where else what it carried is shown."""
    command: str = ""
    """A line for a terminal that prints the same, for copying; empty where no bytes are left."""


def stanza_details(record: JournalRecord, expression: Expression = EVERYTHING) -> StanzaDetails:
    """Return tree and bytes of a stanza, with what a filter found; `note` says what is missing or wrong."""
    raw = record.raw or b""
    root = field_spans(raw) if raw else None
    hits = hits_in(expression, raw, root) if raw and expression != EVERYTHING else ()
    stanza = "" if record.stanza_id is None else f" · {record.stanza_id}".replace("-", text.MINUS)
    return StanzaDetails(
        id=str(record.seq),
        title=f"{text.byte_count(record.size)}{stanza}{_from(record)}",
        raw=raw,
        tree=(_root(record, root, hits),) if root else (),
        hits=hits,
        note=_note(record, root, hits),
        json=_json(record),
        places=_places(record),
        command=_command(raw),
    )


def missing_details(stanza_id: str) -> StanzaDetails:
    """Return what is shown of a stanza that was deleted beneath the list."""
    return StanzaDetails(id=stanza_id, title="", raw=b"", tree=(), note=NOT_KEPT)


def _places(record: JournalRecord) -> tuple[Place, ...]:
    carried = carried_by(record)
    kind = carried.what.kind if carried.what is not None else ""
    there: dict[Place, bool] = {
        "chat": bool(carried.message_id),
        "turn": bool(carried.message_id),
        "memory": kind == "trace",
        "tools": kind == "tool",
    }
    return tuple(place for place, is_there in there.items() if is_there)


def _json(record: JournalRecord) -> str:
    inbound = decode(record.raw) if record.raw else None
    body = inbound.body if inbound is not None else None
    if inbound is None or body is None:
        return ""
    said = to_json_body(body) if isinstance(body, Message) else to_json(body)
    return text.as_json(
        {
            "stanza_id": inbound.stanza_id,
            "conversation_id": inbound.conversation_id,
            "type": record.type,
            "name": record.name,
            "body": said,
            "meta": to_json(record.meta or {}),
        }
    )


def _command(raw: bytes) -> str:
    """Return a command line that decodes the bytes; many bytes stand in lines below it, where no system counts them."""
    said = raw.hex()
    if len(said) <= _MAX_ARGUMENT:
        return f"alicia-desktop decode --hex {said}" if said else ""
    return f"alicia-desktop decode <<'END'\n{said}\nEND\n"


def _from(record: JournalRecord) -> str:
    return f" · {translate('from {sender}').format(sender=sender(record))}" if record.sender else ""


def _note(record: JournalRecord, root: FieldSpan | None, hits: Hits) -> str:
    if record.raw is None:
        return FORGOTTEN
    cut = translate("Only the first {stored} of {size} bytes are stored.").format(
        stored=text.size(len(record.raw)), size=text.size(record.size)
    )
    if record.name == "UserMessage" and not (record.stranger or record.malformed):
        cut = translate("With its files it is {size}; the journal has their names, sizes and digests.").format(
            size=text.data_size(record.size)
        )
    strange = translate("Sent by {sender}, not by the server. It is stored here and has no effect.").format(
        sender=sender(record)
    )
    full = translate("The tree of fields ends after {most} values; the bytes and copies of them are whole.").format(
        most=format_number(MAX_SPANS)
    )
    many = translate("The first {most} finds of the filter are marked.").format(most=format_number(MAX_HITS))
    parts = [
        strange if record.stranger else "",
        *record.problems,
        cut if len(record.raw) < record.size else "",
        full if root is not None and _is_left_out(root) else "",
        many if len(hits) >= MAX_HITS else "",
    ]
    return " ".join(part for part in parts if part)


def _is_left_out(span: FieldSpan) -> bool:
    return bool(span.left) or any(_is_left_out(child) for child in span.children)


def _root(record: JournalRecord, span: FieldSpan, hits: Hits) -> FieldNode:
    name = record.name if not record.unknown else f"type {record.type}"
    return FieldNode(
        name=name,
        value=_count(span, of_map=True),
        kind=_kind(span),
        start=span.start,
        end=span.end,
        value_start=span.value_start,
        children=_children(span, hits),
    )


def _children(span: FieldSpan, hits: Hits) -> tuple[FieldNode, ...]:
    """Return the nodes inside, and one for all that the tree leaves out."""
    shown = tuple(_node(child, hits) for child in span.children)
    if not span.left:
        return shown
    start = span.children[-1].end if span.children else span.value_start
    more = FieldNode(
        name=text.ELLIPSIS,
        value=not_shown(span.left, of_map=span.kind == "map"),
        kind=f"{text.size(span.end - start)} B",
        start=start,
        end=span.end,
        value_start=start,
    )
    return (*shown, more)


def _node(span: FieldSpan, hits: Hits) -> FieldNode:
    last = span.path[-1]
    return FieldNode(
        name=f"[{last}]" if isinstance(last, int) else last,
        value=field_value(span),
        kind=_kind(span),
        start=span.start,
        end=span.end,
        value_start=span.value_start,
        children=_children(span, hits),
        path=field_path(span.path),
        condition=field_condition(span, str(span.path[0])),
        is_hit=not span.children and any(start < span.end and end > span.value_start for start, end in hits),
    )


def _kind(span: FieldSpan) -> str:
    return f"{span.kind} · {text.size(span.end - span.start)} B"


def field_value(span: FieldSpan) -> str:
    """Return what a field says, on one line."""
    match span.value:
        case None if span.kind in {"map", "list"}:
            return _count(span, of_map=span.kind == "map")
        case None:
            return "nil"
        case bool() as value:
            return "true" if value else "false"
        case str() as value:
            return f'"{text.one_line(value, _MAX_VALUE_CHARACTERS)}"'
        case bytes() as value:
            return text.byte_count(len(value))
        case float() as value:
            return f"{value:g}"
        case value:
            return f"{value} {_meaning(span, value)}".rstrip()


def value_text(raw: bytes, node: FieldNode) -> str:
    """Return the whole value of a field, for copying: a text as it is, bytes as hex, all else as JSON."""
    span = field_spans(raw[node.value_start : node.end])
    value = _plain(span) if span is not None else ""
    if isinstance(value, bytes):
        return value.hex()
    return value if isinstance(value, str) else text.as_json(to_json(value))


def _plain(span: FieldSpan) -> Any:
    if span.kind == "map":
        return {str(child.path[-1]): _plain(child) for child in span.children}
    return [_plain(child) for child in span.children] if span.kind == "list" else span.value


def _count(span: FieldSpan, *, of_map: bool) -> str:
    return length(len(span.children) + span.left, of_map=of_map)


def length(count: int, *, of_map: bool) -> str:
    """Return how much a map or a list has: `1 field`, `12 items`."""
    if of_map:
        return translate_count("{count} field", "{count} fields", count)
    return translate_count("{count} item", "{count} items", count)


def not_shown(count: int, *, of_map: bool) -> str:
    """Return how much of a map or a list is left out."""
    if of_map:
        return translate_count("{count} more field not shown", "{count} more fields not shown", count)
    return translate_count("{count} more item not shown", "{count} more items not shown", count)


def _meaning(span: FieldSpan, value: int) -> str:
    if span.path == ("type",) and value in BY_NUMBER:
        return BY_NUMBER[value].name
    if span.path[-1] == "timestamp" and value in _READABLE_MS:
        return text.second_time(datetime.fromtimestamp(value / 1000, UTC))
    return ""


@dataclass(frozen=True, kw_only=True, slots=True)
class FoundBytes:
    """Where something stands."""

    runs: tuple[tuple[int, int], ...] = ()
    """First byte and the one after the last, ascending, none over another."""
    is_cut: bool = False
    """Whether there are more than these."""
    is_wrong: bool = False
    """Whether what is looked for is no hex."""


NOTHING: Final = FoundBytes()


def find_bytes(raw: bytes, wanted: str, *, is_hex: bool) -> FoundBytes:
    """Return where a text stands as UTF-8, without regard to case, or bytes that are given as hex."""
    if not wanted.strip():
        return NOTHING
    if is_hex:
        needle = _from_hex(wanted.strip())
        if needle is None:
            return FoundBytes(is_wrong=True)
        pattern = re.compile(re.escape(needle), re.DOTALL)
    else:
        forms = sorted({wanted, wanted.lower(), wanted.upper()}, key=len, reverse=True)
        either = b"|".join(re.escape(form.encode("utf-8", "replace")) for form in forms)
        pattern = re.compile(either, re.IGNORECASE)  # of letters outside of ASCII all small or all large
    runs = [found.span() for found, _ in zip(pattern.finditer(raw), range(MAX_FOUND + 1), strict=False)]
    return FoundBytes(runs=tuple(runs[:MAX_FOUND]), is_cut=len(runs) > MAX_FOUND)


def _from_hex(wanted: str) -> bytes | None:
    found = _HEX.match(wanted)
    digits = re.sub(r"[\s:]", "", found[1]) if found else ""
    return bytes.fromhex(digits) if digits and not len(digits) % 2 else None
