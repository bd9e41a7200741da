"""Record stanzas, the one way to store them: journal and projection of many in the caller's transaction.

Whether a stanza is a repeat is looked up in the journal by its identity (`protocol.sequence`), in one query for all
entries of a call; the earlier stanza is decoded only where there is one.

Raw SQL on the driver's connection: SQLAlchemy's part of a statement costs more than SQLite's (`tests/bench`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

import msgspec
from sqlalchemy import Connection

from alicia_desktop.protocol.attachments import without_data
from alicia_desktop.protocol.codec import decode, encode
from alicia_desktop.protocol.envelope import Inbound, Malformed, Stanza, Unknown
from alicia_desktop.protocol.messages import (
    Acknowledgement,
    AssistantSentence,
    AudioChunk,
    ErrorMessage,
    Message,
    UserMessage,
)
from alicia_desktop.protocol.registry import entry_of, meta_ref
from alicia_desktop.protocol.sequence import has_same_content, identity_of
from alicia_desktop.store.memories import forgetting
from alicia_desktop.store.projection import Batch, Context, Outcome, project
from alicia_desktop.store.projection.message_rows import in_our_names, turn_ref
from alicia_desktop.store.records import Direction
from alicia_desktop.store.schema.columns import to_json_text


@dataclass(frozen=True, kw_only=True, slots=True)
class JournalEntry:
    """One stanza that crossed the wire, or is about to."""

    direction: Direction
    content: Inbound
    at: datetime
    raw: bytes = b""
    """The bytes on the wire; where they are not at hand they are made from a `Stanza`."""
    received_at: datetime | None = None
    """When it came or was made, to the microsecond; `at` where it is not told."""
    conversation_id: str | None = None
    """The conversation on this computer, where the envelope names none: the Configuration that asks for a new one."""
    out_of_order: bool = False
    after_stop: bool = False
    """The session knows it to be too late: journaled only."""
    sender: str = ""
    """Identity of the participant who sent it; empty for ours, and where nobody knows."""
    stranger: bool = False
    """It does not count (`protocol.registry`): journaled only, and as nothing but bytes."""
    refusal: str = ""
    """Why it is treated as a stranger's although its sender may speak here, as a sentence; empty for none."""


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """What became of an entry."""

    seq: int
    """Its place in the journal."""
    entry: JournalEntry
    conversation_id: str | None
    turn_ref: str | None
    """The message, question or answer, that it belongs to."""
    applied: bool
    """Whether it changed, or would have changed, the tables: it is no duplicate, not late, and was understood."""
    duplicate: bool = False
    out_of_order: bool = False
    after_stop: bool = False
    stranger: bool = False
    problems: tuple[str, ...] = ()


KEPT_BYTES: Final = 64 * 1024
"""Most that is kept of what could not be understood, and of each stanza that a stranger sent.

See docs/protocol.md#limits.
"""


def record(conn: Connection, entries: Sequence[JournalEntry]) -> list[Recorded]:
    """Journal the entries in order and project those that are news; a bad one never hinders another."""
    recording = _Recording(conn)
    keys = recording.look_up(entries)
    recorded = [recording.add(entry, key) for entry, key in zip(entries, keys, strict=True)]
    recording.flush()
    return recorded


class _Recording:
    """One call of `record`."""

    def __init__(self, conn: Connection) -> None:
        self._batch = Batch(conn)
        row = self._batch.execute("SELECT seq FROM sqlite_sequence WHERE name = 'journal'").fetchone()
        self._seq: int = row[0] if row else 0
        self._rows: list[tuple[Any, ...]] = []
        self._said: dict[str, Message | int | None] = {}
        """By identity: the message of this call, or the journal's `seq` of an earlier one, or None for neither."""

    def look_up(self, entries: Sequence[JournalEntry]) -> list[str | None]:
        """Look up in one query what is known already; return each identity, None where it has none or not yet."""
        self._batch.look_up(
            entry.content.body for entry in entries if isinstance(entry.content, Stanza) and not entry.stranger
        )
        found = [self._key(entry) for entry in entries]
        keys = [key for key in found if key is not None]
        self._said.update(dict.fromkeys(keys))
        self._said.update(self._batch.execute(_LAST_SAID, (to_json_text(keys),)))
        return found

    def add(self, entry: JournalEntry, key: str | None) -> Recorded:
        """Project one entry and keep its row for the journal."""
        self._seq += 1
        content = entry.content
        if entry.stranger or not isinstance(content, Stanza):
            return self._add_unapplied(entry)
        conversation_id = entry.conversation_id or content.conversation_id
        context = Context(stanza=content, conversation_id=conversation_id, direction=entry.direction, at=entry.at)
        if isinstance(content.body, AssistantSentence):  # which answer it is of may have become known in this call
            key = self._key(entry)
        context = in_our_names(self._batch, context)
        earlier, light = self._earlier(key), without_media(content)
        duplicate = earlier is not None and has_same_content(earlier, light.body)
        outcome = self._apply(context, skip=duplicate or entry.after_stop)
        ref = turn_ref(self._batch, context)
        if duplicate and entry.direction == "in" and context.from_server and type(content.body) not in _NO_PROOF:
            self._batch.settle_message(ref, self._batch.text_of(entry.at))
        if key is not None and outcome.applied:
            self._said[key] = light.body
        recorded = Recorded(
            seq=self._seq,
            entry=entry,
            conversation_id=conversation_id or None,
            turn_ref=ref,
            applied=outcome.applied,
            duplicate=duplicate,
            out_of_order=entry.out_of_order or (earlier is not None and not duplicate),
            after_stop=entry.after_stop or outcome.after_stop,
            problems=(*content.problems, outcome.problem) if outcome.problem else content.problems,
        )
        self._keep(recorded, light, key)
        return recorded

    def flush(self) -> None:
        """Write what waits."""
        self._batch.flush()
        self._batch.executemany(_INSERT, self._rows)
        self._batch.note_journal((row[0], row[5]) for row in self._rows)
        if self._batch.forgotten:  # their words are in the journal too, perhaps only since this call
            forgetting.forget_confirmed(self._batch.conn, self._batch.forgotten)

    def _apply(self, context: Context, *, skip: bool) -> Outcome:
        if not skip:
            return project(self._batch, context)
        if context.conversation_id:
            self._batch.arrive(context.conversation_id, context.stanza.stanza_id, self._batch.text_of(context.at))
        return Outcome(applied=False)

    def _key(self, entry: JournalEntry) -> str | None:
        content = entry.content
        if entry.stranger or not isinstance(content, Stanza):
            return None
        identity = identity_of(content, answer_of=self._batch.answer_of)
        if identity is None:
            return None
        return "\x1f".join((entry.conversation_id or content.conversation_id, *map(str, identity)))

    def _earlier(self, key: str | None) -> Message | None:
        """Return the last message of that identity, or None."""
        if key is None:
            return None
        if key not in self._said:  # a sentence whose answer became known only in this call
            (self._said[key],) = self._batch.execute(
                "SELECT max(seq) FROM journal WHERE content_key = ? AND NOT duplicate", (key,)
            ).fetchone()
        said = self._said[key]
        if isinstance(said, int):
            said = self._said[key] = self._read(said)
        return said

    def _read(self, seq: int) -> Message | None:
        (raw,) = self._batch.execute("SELECT raw FROM journal WHERE seq = ?", (seq,)).fetchone()
        content = decode(raw) if raw else None
        return content.body if isinstance(content, Stanza) else None

    def _keep(self, recorded: Recorded, stanza: Stanza, key: str | None) -> None:
        """Write the row of a stanza that comes without its sound and files."""
        body, entry = stanza.body, recorded.entry
        known = entry_of(body)
        content_id = meta_ref(body, "") or None
        if content_id and stanza.stanza_id > 0:
            self._batch.sent[entry.direction, recorded.conversation_id or "", stanza.stanza_id] = content_id
        raw = entry.raw if stanza is entry.content and entry.raw else encode(stanza)
        self._insert(
            recorded,
            name=known.name,
            content_id=content_id,
            key=key,
            raw=raw,
            size=len(entry.raw) or len(raw),
            meta=stanza.meta,
        )

    def _add_unapplied(self, entry: JournalEntry) -> Recorded:
        """Journal what could not be understood, or does not count: its bytes, and no rows."""
        content = entry.content
        recorded = Recorded(
            seq=self._seq,
            entry=entry,
            conversation_id=entry.conversation_id or content.conversation_id or None,
            turn_ref=None,
            applied=False,
            out_of_order=entry.out_of_order,
            after_stop=entry.after_stop,
            stranger=entry.stranger,
            problems=_problems_of(entry),
        )
        raw = _bytes_of(entry)
        self._insert(
            recorded,
            name=entry_of(content.body).name if isinstance(content, Stanza) else type(content).__name__,
            content_id=None,
            key=None,
            raw=raw[:KEPT_BYTES],
            size=len(entry.raw) or len(raw),
            meta={} if isinstance(content, Malformed) or (entry.stranger and len(raw) > KEPT_BYTES) else content.meta,
        )
        return recorded

    def _insert(
        self,
        recorded: Recorded,
        *,
        name: str,
        content_id: str | None,
        key: str | None,
        raw: bytes,
        size: int,
        meta: Mapping[str, Any],
    ) -> None:
        entry, content, batch = recorded.entry, recorded.entry.content, self._batch
        at = batch.text_of(entry.at)
        self._rows.append(
            (
                recorded.seq,
                entry.direction,
                content.stanza_id,
                content.body.TYPE if isinstance(content, Stanza) else content.type,
                name,
                recorded.conversation_id,
                content_id,
                None if recorded.duplicate else key,  # so that no repetition makes the next one longer to look up
                recorded.turn_ref,
                raw,
                size,
                to_json_text(meta) if meta else None,
                recorded.duplicate,
                recorded.out_of_order,
                recorded.after_stop,
                isinstance(content, Unknown),
                isinstance(content, Malformed),
                to_json_text(recorded.problems) if recorded.problems else None,
                at,
                at if entry.received_at is None else batch.text_of(entry.received_at),
                entry.sender or None,
                recorded.stranger,
            )
        )


def _problems_of(entry: JournalEntry) -> tuple[str, ...]:
    content = entry.content
    known = (content.reason,) if isinstance(content, Malformed) else content.problems
    return (*known, entry.refusal) if entry.refusal else known


def _bytes_of(entry: JournalEntry) -> bytes:
    """Return what came, without sound and files."""
    content = entry.content
    if isinstance(content, Stanza) and (light := without_media(content)) is not content:
        return encode(light)
    return entry.raw or (content.raw if isinstance(content, Malformed) else b"")


def without_media(stanza: Stanza) -> Stanza:
    """Return the stanza without the bytes of sounds and files, which never enter the journal; itself without any."""
    body = stanza.body
    if isinstance(body, UserMessage) and body.attachments and (light := without_data(body)) is not body:
        return replace(stanza, body=light)
    if isinstance(body, AudioChunk) and body.data is not None:
        return replace(stanza, body=msgspec.structs.replace(body, data=None))
    if isinstance(body, AssistantSentence) and isinstance(body.audio, bytes):
        return replace(stanza, body=msgspec.structs.replace(body, audio=None))
    return stanza


_NO_PROOF: Final = frozenset({ErrorMessage, Acknowledgement})
"""Messages that may name one of ours although the server has not accepted it."""

_LAST_SAID: Final = (
    "SELECT value, (SELECT seq FROM journal WHERE content_key = value AND NOT duplicate ORDER BY seq DESC LIMIT 1) "
    "FROM json_each(?)"
)
"""One look into the index for each identity, however many versions the journal has of it."""

_INSERT: Final = (
    "INSERT INTO journal(seq, direction, stanza_id, type, name, conversation_id, content_id, content_key, turn_ref, "
    "raw, "
    "size, meta, duplicate, out_of_order, after_stop, unknown, malformed, problems, at, received_at, sender, stranger) "
    "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
