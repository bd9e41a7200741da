"""Find stanzas by a filter: as SQL over the journal, as headers for columns in memory, and their bytes in runs.

Both ways use the same comparisons, so that they agree; what SQLite cannot do itself, it calls (`_register`).

Raw SQL: a filter is compiled to it, and a million headers are read past row objects, as `make bench` measures.
"""

from collections.abc import Callable, Sequence
from datetime import tzinfo
from functools import lru_cache
from itertools import count
from typing import Any, Final
from zoneinfo import ZoneInfo

from sqlalchemy import Connection, TextClause
from sqlalchemy import text as sql_text

from alicia_desktop.filtering import conditions
from alicia_desktop.filtering.columns import StanzaHeader
from alicia_desktop.filtering.completion import MAX_VALUES, fields_of, gather
from alicia_desktop.filtering.expression import And, Condition, Expression, Leaf, Moment, Not, Or, text_of
from alicia_desktop.filtering.parser import parse
from alicia_desktop.filtering.vocabulary import FLAGS, MARKED, STANZAS
from alicia_desktop.protocol.codec import unpack_plain
from alicia_desktop.protocol.messages import ToolUseRequest, ToolUseResult
from alicia_desktop.store.conversations import turns
from alicia_desktop.store.schema.columns import to_json_text

SAMPLE: Final = 500
"""Stanzas that are looked through for fields and values to offer."""
_MICROSECONDS: Final = (
    "(strftime('%s', substr(received_at, 1, 19)) * 1000000 + CAST(substr(received_at, 21, 6) AS INTEGER))"
)
"""Of the whole seconds alone: SQLite rounds the rest."""
_TOOL_NAME: Final = (
    f"CASE WHEN type IN ({ToolUseRequest.TYPE}, {ToolUseResult.TYPE}) AND NOT unknown AND NOT malformed THEN "
    "(SELECT tool_name FROM alicia_tool_uses WHERE id = filter_tool_use(journal.raw)) END"
)
_TRACE_ID: Final = "CASE WHEN name = 'MemoryTrace' THEN content_id END"
_NOTE: Final = "(SELECT nullif(note, '') FROM stanza_marks WHERE stanza_marks.seq = journal.seq)"
_FLAGS: Final = " | ".join(f"({flag.replace('-', '_')} << {bit})" for bit, flag in enumerate(FLAGS))
_HEADERS: Final = (
    f"SELECT seq, {_MICROSECONDS}, direction = 'in', name, type, size, stanza_id, {_FLAGS}, turn_ref, {_TRACE_ID}, "
    f"{_TOOL_NAME} FROM journal WHERE conversation_id = ? AND seq > ? ORDER BY seq LIMIT ?"
)
_GAPS: Final = (
    f"SELECT seq FROM (SELECT seq, {_MICROSECONDS} - lag({_MICROSECONDS}) OVER (PARTITION BY conversation_id "
    "ORDER BY seq) AS gap FROM journal) WHERE filter_number(gap, {leaf})"
)
_TEMPLATES: Final = {
    "body": "filter_body(journal.raw, {leaf})",
    "number": "filter_number(journal.seq, {leaf})",
    "size": "filter_number(journal.size, {leaf})",
    "stanza": "filter_number(journal.stanza_id, {leaf})",
    "gap": f"journal.seq IN ({_GAPS})",
    "turn": f"journal.turn_ref IN (SELECT id FROM ({turns.NUMBERS}) WHERE filter_number(number, {{leaf}}))",
    "type": "filter_type(journal.name, journal.type, {leaf})",
    "trace": f"filter_text({_TRACE_ID}, {{leaf}})",
    "tool": f"filter_text({_TOOL_NAME}, {{leaf}})",
    "note": f"filter_text({_NOTE}, {{leaf}})",
}
"""A condition by its key; `{leaf}` is its text as a filter."""


def read_headers(conn: Connection, conversation_id: str, *, after: int, limit: int) -> list[StanzaHeader]:
    """Return the next stanzas of a conversation after a `seq`, without their bytes."""
    _register(_driver(conn))
    rows: list[StanzaHeader] = _driver(conn).execute(_HEADERS, (conversation_id, after, limit)).fetchall()
    return rows  # plain tuples in the order of the fields: a million objects would cost a second


def read_raws(conn: Connection, conversation_id: str, seqs: Sequence[int]) -> list[bytes | None]:
    """Return the bytes of stanzas of a conversation in the order of `seqs`, which ascend; None where there are none."""
    if not seqs:
        return []
    driver = _driver(conn)
    if seqs[-1] - seqs[0] < 2 * len(seqs):
        query = "SELECT seq, raw FROM journal WHERE seq BETWEEN ? AND ? AND conversation_id = ?"
        found = driver.execute(query, (seqs[0], seqs[-1], conversation_id)).fetchall()
    else:
        query = "SELECT seq, raw FROM journal WHERE seq IN (SELECT value FROM json_each(?)) AND conversation_id = ?"
        found = driver.execute(query, (to_json_text(seqs), conversation_id)).fetchall()
    by_seq: dict[int, bytes | None] = dict(found)
    return [by_seq.get(seq) for seq in seqs]


def occurring(conn: Connection, conversation_id: str) -> dict[str, list[str]]:
    """Return what occurs in the last stanzas of a conversation: paths and values of fields, tools, traces."""
    driver = _driver(conn)
    recent = "SELECT raw FROM journal WHERE conversation_id = ? AND raw IS NOT NULL ORDER BY seq DESC LIMIT ?"
    rows = driver.execute(recent, (conversation_id, SAMPLE)).fetchall()
    envelopes = [envelope for (raw,) in rows if (envelope := unpack_plain(raw)) is not None]
    found = gather(
        field for envelope in envelopes for root in conditions.ROOTS for field in fields_of(root, envelope.get(root))
    )
    tools = "SELECT DISTINCT tool_name FROM alicia_tool_uses WHERE conversation_id = ? ORDER BY tool_name LIMIT ?"
    traces = "SELECT id FROM alicia_memory_used WHERE conversation_id = ? ORDER BY pk DESC LIMIT ?"
    for name, query in {"tool": tools, "trace": traces}.items():
        found[name] = [row[0] for row in driver.execute(query, (conversation_id, MAX_VALUES)).fetchall()]
    return found


def condition(conn: Connection, expression: Expression, zone: tzinfo | None = None) -> TextClause:
    """Return what a row of the journal must hold, for a WHERE on this connection.

    `zone` is that of the times, a ZoneInfo; None is this computer's.
    """
    _register(_driver(conn))
    compiled = _Compiler(zone)
    return sql_text(f"({compiled.sql(expression)})").bindparams(**compiled.values)


class _Compiler:
    def __init__(self, zone: tzinfo | None) -> None:
        self._zone = zone
        self._numbers = count()
        self.values: dict[str, Any] = {}

    def sql(self, expression: Expression) -> str:
        match expression:
            case Not(part=part):
                return f"NOT ({self.sql(part)})"
            case And(parts=parts):
                return _joined("AND", [self.sql(part) for part in parts]) or "1"
            case Or(parts=parts):
                return _joined("OR", [self.sql(part) for part in parts])
            case leaf:
                return f"coalesce({self._leaf(leaf)}, 0)"

    def _bind(self, value: Any) -> str:
        name = f"filter_{next(self._numbers)}"
        self.values[name] = value
        return f":{name}"

    def _leaf(self, leaf: Leaf) -> str:
        if isinstance(leaf, Condition) and leaf.key == "dir":
            return f"journal.direction = {self._bind(leaf.value)}"
        if isinstance(leaf, Condition) and leaf.key == "is" and leaf.value == MARKED:
            return "journal.seq IN (SELECT seq FROM stanza_marks)"
        if isinstance(leaf, Condition) and leaf.key == "is":
            return f"journal.{str(leaf.value).replace('-', '_')}"
        if isinstance(leaf, Condition) and leaf.key == "at":
            return self._at(leaf)
        key = leaf.key if isinstance(leaf, Condition) and leaf.key not in conditions.ROOTS else "body"
        return _TEMPLATES[key].format(leaf=self._bind(_told(leaf)))

    def _at(self, leaf: Condition) -> str:
        assert isinstance(leaf.value, Moment)
        first, last = (self._bind(bound) for bound in conditions.bounds(leaf, self._zone))
        at = _MICROSECONDS
        if leaf.value.date is None:
            zone = self._bind(self._zone.key if isinstance(self._zone, ZoneInfo) else "")
            at = f"filter_time_of_day({at}, {zone})"
        return f"{at} BETWEEN {first} AND {last}"


def _joined(operator: str, parts: Sequence[str]) -> str:
    """Join conditions in halves of halves: SQLite takes no more than a thousand one inside the other."""
    if len(parts) < 2:
        return "".join(parts)
    middle = len(parts) // 2
    return f"({_joined(operator, parts[:middle])}) {operator} ({_joined(operator, parts[middle:])})"


def _register(connection: Any) -> None:
    """Give a connection of the driver the functions that filters call; they replace those of before."""
    functions: dict[str, tuple[int, Callable[..., Any]]] = {
        "filter_body": (2, _body_fits),
        "filter_number": (2, lambda value, said: conditions.number_fits(_comparison(said), value)),
        "filter_text": (2, lambda value, said: conditions.text_fits(_comparison(said), value)),
        "filter_type": (3, lambda name, number, said: conditions.type_fits(_comparison(said), name, number)),
        "filter_time_of_day": (2, lambda at, zone: conditions.time_of_day(at, ZoneInfo(zone) if zone else None)),
        "filter_tool_use": (1, _tool_use),
    }
    for name, (arguments, function) in functions.items():
        connection.create_function(name, arguments, function, deterministic=True)


def _told(leaf: Leaf) -> bytes:
    """Return a condition for a function of SQLite; of a text with a NUL it would be given the beginning alone."""
    return text_of(leaf).encode("utf-8", "surrogatepass")


@lru_cache(maxsize=256)
def _leaf_of(said: bytes) -> Leaf:
    leaf = parse(said.decode("utf-8", "surrogatepass"), STANZAS)
    assert isinstance(leaf, Leaf)
    return leaf


def _comparison(said: bytes) -> Condition:
    leaf = _leaf_of(said)
    assert isinstance(leaf, Condition)
    return leaf


def _body_fits(raw: bytes | None, said: bytes) -> bool:
    return conditions.holds(_leaf_of(said), raw)


def _tool_use(raw: bytes | None) -> str | None:
    """Return the id of the tool use that a request or result is about."""
    body = (unpack_plain(raw) or {}).get("body") if raw else None
    if not isinstance(body, dict):
        return None
    named = body.get("requestId") or (body.get("previousId") if "toolName" not in body else None) or body.get("id")
    return named if isinstance(named, str) else None


def _driver(conn: Connection) -> Any:
    driver = conn.connection.driver_connection
    assert driver is not None
    return driver
