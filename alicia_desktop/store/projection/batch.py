"""Collect for all stanzas of one transaction: messages are looked up once, rows written and contents built together.

Rows that every stanza makes (meta, sentences, traces) wait for `flush`, which writes them with one `executemany` a
table; all else is written at once, and what must see the waiting rows flushes first. Works on the driver's connection,
because SQLAlchemy's part of a statement costs more than SQLite's.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from typing import Any

from sqlalchemy import Connection

from alicia_desktop.base import ids
from alicia_desktop.protocol.messages import Message, join_sentences, says_less
from alicia_desktop.protocol.registry import meta_ref
from alicia_desktop.store import accounts
from alicia_desktop.store.changes import Change, Subject, noted
from alicia_desktop.store.conversations import sounds
from alicia_desktop.store.memories.forgetting import ConfirmedForgetting
from alicia_desktop.store.meta_entries import key_as_sent
from alicia_desktop.store.projection import pending_rows
from alicia_desktop.store.projection.context import (
    MAX_META,
    Context,
    KnownMessage,
    known_followed,
    known_messages,
    known_sentences,
    named_by,
)
from alicia_desktop.store.projection.pending_rows import Positions, WaitingRows
from alicia_desktop.store.records import WAITS_FOR, Direction
from alicia_desktop.store.schema.columns import to_json_text, to_utc_text


@dataclass(slots=True)
class ConversationEnd:
    """The last message of a conversation."""

    sequence: int = 0
    turn: str = ""
    """The question that it is, or else the message that it answers or follows."""


class Batch:
    """Projects stanzas inside the caller's transaction; nothing is complete before `flush`."""

    def __init__(self, conn: Connection) -> None:
        driver = conn.connection.driver_connection
        assert driver is not None
        self.conn = conn
        """For functions of other modules of the store; the connection that `execute` runs on."""
        self.execute = driver.execute
        self.executemany = driver.executemany
        self._changes = noted(conn)
        self._messages: dict[str, KnownMessage | None] = {}
        self._positions = Positions(self.execute)
        self._places: dict[str, tuple[str, int] | None] = {}
        self.sent: dict[tuple[Direction, str, int], str] = {}
        """Content ids of client stanzas that are not in the journal yet, by direction, conversation and stanza id."""
        self.forgotten: list[ConfirmedForgetting] = []
        """What is to be forgotten once the journal has this batch."""
        self.stopped_early: set[str] = set()
        """Questions that were stopped in this batch before they came."""
        self._ends: dict[str, ConversationEnd] = {}
        self._touched: dict[str, str] = {}
        self._moment: datetime | None = None
        self._moment_text = ""
        self._sentences: list[tuple[Any, ...]] = []
        self._traces: list[tuple[Any, ...]] = []
        self._stubs: list[tuple[Any, ...]] = []
        self._meta: list[tuple[str, str, str, str]] = []
        self._own_meta: dict[tuple[str, str], tuple[str, str]] = {}
        """By `ref` and key: entries of the program's own, which may be taken back before they are written."""
        self._profiles: dict[str, str] = {}
        self._superseded: dict[str, bool] = {}
        self._followed: dict[str, bool] = {}
        self._pruned = False
        self.waiting = WaitingRows(self.execute, self.executemany)

    # --- time and news ---

    def text_of(self, moment: datetime) -> str:
        """Return the moment as it is stored; remembered, because a burst has the same one many times."""
        if moment is not self._moment:
            self._moment, self._moment_text = moment, to_utc_text(moment)
        return self._moment_text

    def note(self, subject: Subject, conversation_id: str | None, row_id: str) -> None:
        """Note that a row changed."""
        self._changes.add(Change(subject, conversation_id, row_id))

    def note_journal(self, rows: Iterable[tuple[int, str | None]]) -> None:
        """Note new rows of the journal: `seq` and conversation."""
        self._changes.update([Change("journal", conversation_id, str(seq)) for seq, conversation_id in rows])

    # --- conversations ---

    def arrive(self, conversation_id: str, stanza_id: int, at: str) -> None:
        """Make the conversation if it is not there, and move its positions and its time on."""
        if conversation_id not in self._positions:
            self.require_conversation(conversation_id, at)
        self._positions.move(conversation_id, stanza_id, at)

    def require_conversation(self, conversation_id: str, at: str) -> None:
        """Make the row of a conversation that somebody else began."""
        self.execute(
            "INSERT INTO alicia_conversations(id, user_id, livekit_room_name, created_at, updated_at) "
            "VALUES (?, 'user', ?, ?, ?) ON CONFLICT(id) DO NOTHING",
            (conversation_id, conversation_id, at, at),
        )
        self.note("conversation", conversation_id, conversation_id)

    def is_deployed(self, conversation_id: str) -> bool:
        """Whether its server speaks the deployed profile (docs/protocol.md#deployed-servers)."""
        return self._profile(conversation_id) == "deployed"

    def keeps_our_ids(self, conversation_id: str) -> bool:
        """Whether its server is known to use our ids for our questions."""
        return self._profile(conversation_id) == "canonical"

    def _profile(self, conversation_id: str) -> str:
        if conversation_id not in self._profiles:
            row = self.execute(accounts.FIND_PROFILE, (conversation_id,)).fetchone()
            self._profiles[conversation_id] = "" if row is None else row[0]
        return self._profiles[conversation_id]

    def awaits_replacement(self, conversation_id: str) -> bool:
        """Whether a message there was superseded by one that has not come yet."""
        if conversation_id not in self._superseded:
            row = self.execute(pending_rows.AWAITS_REPLACEMENT, (conversation_id,)).fetchone()
            self._superseded[conversation_id] = row is not None
        return self._superseded[conversation_id]

    def expect_replacement(self, conversation_id: str) -> None:
        """Note that a message of the conversation was superseded in this batch."""
        self._superseded[conversation_id] = True

    # --- messages ---

    def look_up(self, bodies: Iterable[Message]) -> None:
        """Look up in one query each which of the messages and sentences are there already."""
        sentences, messages = named_by(bodies)
        if sentences:
            self._places.update(known_sentences(self.execute, sentences))
        if messages:
            self.look_up_messages(messages)

    def look_up_messages(self, names: list[str]) -> None:
        """Look up in one query which of these messages are there already."""
        self._messages.update(known_messages(self.execute, names))
        self._followed.update(known_followed(self.execute, names))

    def is_followed(self, message_id: str) -> bool:
        """Whether another message names this one as its predecessor, in the database or among those that wait."""
        if message_id not in self._followed:
            self._followed.update(known_followed(self.execute, [message_id]))
        return self._followed[message_id]

    def message(self, message_id: str | None) -> KnownMessage | None:
        """Return what is known of a message, or None where it is not in the database."""
        if not message_id:
            return None
        if message_id not in self._messages:
            self._messages.update(known_messages(self.execute, [message_id]))
        return self._messages[message_id]

    def learn(self, message_id: str, message: KnownMessage, *, previous_id: str) -> None:
        """Remember a message that was just inserted or changed."""
        self._messages[message_id] = message
        if previous_id:
            self._followed[previous_id] = True

    def end_of(self, conversation_id: str) -> ConversationEnd:
        """Return where the conversation ends, counting the messages that wait."""
        end = self._ends.get(conversation_id)
        if end is None:
            row = self.execute(pending_rows.LAST_MESSAGE, (conversation_id,)).fetchone()
            end = self._ends[conversation_id] = ConversationEnd(*row) if row else ConversationEnd()
        return end

    def append(self, conversation_id: str, turn: str) -> int:
        """Return the number of a message at the end of the conversation, which belongs to this turn."""
        end = self.end_of(conversation_id)
        end.sequence, end.turn = end.sequence + 1, turn
        return end.sequence

    def forget_end(self, conversation_id: str) -> None:
        """Forget where the conversation ends, because messages were moved; it is looked up again."""
        self._ends.pop(conversation_id, None)

    def forget(self, message_id: str) -> None:
        """Forget what is known of a message; it is looked up again."""
        self._messages.pop(message_id, None)

    def answer_of(self, message_or_sentence_id: str) -> str:
        """Return the id of the answer that has, or contains, that id; else the id itself, of an answer to come."""
        if self.message(message_or_sentence_id) is not None:
            return message_or_sentence_id
        place = self._place_of(message_or_sentence_id)
        return place[0] if place else message_or_sentence_id

    def named_by_server(self, server_id: str) -> str | None:
        """Return our id of the message that the server knows by `server_id`, or None."""
        row = self.execute(
            "SELECT id FROM alicia_messages WHERE server_id = ? AND server_id IS NOT NULL LIMIT 1", (server_id,)
        ).fetchone()
        return row[0] if row else None

    def settle_message(self, message_id: str | None, at: str) -> None:
        """Settle a message of ours that the server named: `pending` becomes `synced`, its outbox row is removed.

        It gets its `local_id` now, and its `server_id` if the server is known to keep our ids. A message that has a
        `local_id` while it is still pending goes to the server by sync, not through the room.
        """
        ours = self.message(message_id)
        if ours is None or message_id is None or not ours.pending:
            return
        ours.pending = False
        server_id = message_id if self.keeps_our_ids(ours.conversation_id) else None
        if not self.waiting.sync(message_id, at, server_id=server_id):
            self.execute(
                "UPDATE alicia_messages SET sync_status = 'synced', local_id = coalesce(local_id, id), "
                "server_id = coalesce(server_id, ?3), synced_at = ?1, updated_at = ?1 WHERE id = ?2",
                (at, message_id, server_id),
            )
        self.note("message", ours.conversation_id, message_id)
        self.waiting.settle(ours.conversation_id, "content_id", message_id)

    def empty_outbox(self) -> None:
        """Remove what the server has acknowledged from the outbox, which is about to be read."""
        for conversation_id, pk in self.waiting.settled():
            self.note("outbox", conversation_id, str(pk))

    # --- rows that wait ---

    def add_meta(self, context: Context) -> None:
        """Add the envelope's meta; what is not text becomes JSON text (docs/protocol.md#meta-keys).

        Nothing is kept for a message whose id is one that the program uses in that table for itself
        (`accounts.is_own_ref`); an entry whose key is one of the program's own is kept under another key.
        """
        meta: Mapping[str, Any] = context.stanza.meta
        if meta:
            at = self.text_of(context.at)
            ref = meta_ref(context.stanza.body, context.conversation_id)
            if accounts.is_own_ref(ref):
                return
            self._meta += [
                (ref, key_as_sent(key), value if type(value) is str else to_json_text(value), at)
                for key, value in islice(meta.items(), MAX_META)
            ]

    def add_meta_of(self, ref: str, key: str, value: str, at: str) -> None:
        """Add one meta entry of our own making."""
        self._own_meta[ref, key] = value, at

    def end_waiting(self, conversation_id: str, *message_ids: str | None) -> None:
        """Remove the notice of what an answer waits for; the ids are of questions or answers."""
        for message_id in filter(None, message_ids):
            self._own_meta.pop((message_id, WAITS_FOR), None)
            if self.execute("DELETE FROM alicia_meta WHERE ref = ? AND key = ?", (message_id, WAITS_FOR)).rowcount:
                self.note("message", conversation_id, message_id)

    def add_sentence(
        self, answer_id: str, sentence_id: str | None, row: tuple[Any, ...], *, conversation_id: str
    ) -> None:
        """Add a sentence: (sequence, text, meta, status, at). An id that another sentence has is not used again."""
        place = (answer_id, row[0])
        if not sentence_id or self._place_of(sentence_id) not in {None, place}:
            sentence_id = ids.new_id(ids.SENTENCE)
        self._sentences.append((sentence_id, *place, *row[1:]))
        self._places[sentence_id] = place
        self._touched[answer_id] = row[-1]
        self.note("sentence", conversation_id, sentence_id)

    def _place_of(self, sentence_id: str) -> tuple[str, int] | None:
        """Return answer and number of a sentence that waits or is in the database."""
        if sentence_id not in self._places:
            self._places.update(known_sentences(self.execute, [sentence_id]))
        return self._places[sentence_id]

    def forget_sentences(self, answer_id: str) -> None:
        """Forget what is known of the sentences of an answer; they are looked up again."""
        for sentence_id in [
            name for name, place in self._places.items() if place is not None and place[0] == answer_id
        ]:
            del self._places[sentence_id]

    def prune_sounds(self, at: datetime) -> None:
        """Delete sounds that are too old, and the oldest of those over the limit; once a batch is enough."""
        if not self._pruned:
            self._pruned = True
            sounds.prune(self.conn, at, most_bytes=sounds.MAX_BYTES)

    def add_trace(self, row: tuple[Any, ...], stub: tuple[Any, ...] | None) -> None:
        """Add a trace, and a stub of its memory in case the memory itself has not come."""
        self._traces.append(row)
        if stub is not None:
            self._stubs.append(stub)

    def flush(self) -> None:
        """Write all rows that wait and build the contents of the answers they belong to."""
        self._flush_sentences()
        self.waiting.write_all()
        self.empty_outbox()
        if self._traces:
            self.executemany(pending_rows.STUB, self._stubs)
            self.executemany(pending_rows.TRACE, self._traces)
            self._traces, self._stubs = [], []
        if rows := [*self._meta, *((*place, *noted) for place, noted in self._own_meta.items())]:
            names = ids.new_ids(ids.META, len(rows))
            self.executemany(pending_rows.META, [(name, *row) for name, row in zip(names, rows, strict=True)])
            self._meta, self._own_meta = [], {}
        for conversation_id in self._positions.write():
            self.note("conversation", conversation_id, conversation_id)

    def _flush_sentences(self) -> None:
        if not self._sentences:
            return
        self.executemany(pending_rows.SENTENCE, [self._closed(row) for row in self._sentences])
        self._sentences = []
        self._give_sound()
        self._close_earlier()
        for answer_id, at in self._touched.items():
            self._build(answer_id, at)
        self._touched = {}

    def _give_sound(self) -> None:
        """Move sound that came before its sentence to that sentence."""
        answers = (to_json_text(list(self._touched)),)
        early = self.execute(f"SELECT audio.pk {pending_rows.EARLIER_SOUND}", answers).fetchall()
        if early:
            self.execute(pending_rows.GIVE_SOUND, answers)
            self.executemany("DELETE FROM alicia_audio WHERE pk = ?", early)

    def _closed(self, row: tuple[Any, ...]) -> tuple[Any, ...]:
        """Return the sentence with its answer's status, if the answer ended later in this batch."""
        answer, status = self.message(row[1]), row[5]
        if status != "streaming" or answer is None or answer.status == "streaming":
            return row
        return (*row[:5], answer.status, *row[6:])

    def _close_earlier(self) -> None:
        """Close the sentences of earlier batches, whose answers have ended, in one statement an ending.

        Not one an answer: each statement that may change many rows makes FTS5 write out what it has gathered.
        """
        ended: dict[str, list[str]] = {}
        for answer_id in self._touched:
            answer = self.message(answer_id)
            if answer is not None and answer.status != "streaming":
                ended.setdefault(answer.status, []).append(answer_id)
        for status, names in ended.items():
            self.execute(pending_rows.CLOSE, (status, to_json_text(names)))

    def _build(self, answer_id: str, at: str) -> None:
        """Write contents and status of an answer from its sentences; those that no final one closed stay open."""
        answer = self.message(answer_id)
        assert answer is not None
        rows = self.execute(
            "SELECT text FROM alicia_sentences WHERE message_id = ? ORDER BY sentence_sequence_number", (answer_id,)
        )
        contents = join_sentences(text for (text,) in rows)
        is_written = answer.whole and not self._has_grown(answer_id, contents)
        if not is_written and not self.waiting.fill(answer_id, contents=contents, status=answer.status, at=at):
            self.execute(
                "UPDATE alicia_messages SET contents = ?, completion_status = ?, updated_at = ? WHERE id = ?",
                (contents, answer.status, at, answer_id),
            )
        self.note("message", answer.conversation_id, answer_id)

    def _has_grown(self, answer_id: str, contents: str) -> bool:
        """Whether sentences say more than the stored whole text, which a history that was read too early had cut."""
        self.waiting.write_messages()
        row = self.execute("SELECT contents FROM alicia_messages WHERE id = ?", (answer_id,)).fetchone()
        return says_less(row[0], contents)
