"""Hold the rows that a batch makes and goes on changing, and write them once, together.

A message that is inserted empty and filled at the end of the same transaction is indexed twice, and the full-text index
is the dearest part of it; a statement of its own for each row costs as much again as the row.
"""

from collections.abc import Callable
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Final

from alicia_desktop.store.schema.columns import to_json_text

SENTENCE: Final = (
    "INSERT INTO alicia_sentences(id, message_id, sentence_sequence_number, text, meta, completion_status, "
    "created_at, updated_at) "
    "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7) ON CONFLICT(message_id, sentence_sequence_number) DO UPDATE SET id = "
    "excluded.id, "
    "text = iif(substr(text, 1, length(excluded.text)) = excluded.text, text, excluded.text), "
    "meta = excluded.meta, completion_status = excluded.completion_status, updated_at = "
    "excluded.updated_at"
)
EARLIER_SOUND: Final = (
    "FROM alicia_audio AS audio JOIN alicia_sentences AS sentence ON sentence.message_id = audio.message_id "
    "AND sentence.sentence_sequence_number = audio.chunk_sequence "
    "WHERE audio.message_id IN (SELECT value FROM json_each(?1)) AND audio.audio_type = 'output'"
)
"""Sounds of these answers that came before their sentences, which are here now."""
GIVE_SOUND: Final = (
    "UPDATE alicia_sentences SET audio_type = 'output', "
    "audio_format = iif(audio_data IS NULL OR early.data IS NOT NULL, coalesce(early.format, audio_format), "
    "audio_format), duration_ms = coalesce(early.duration, duration_ms), "
    "audio_bytesize = coalesce(length(early.data), audio_bytesize), audio_data = coalesce(early.data, audio_data) "
    "FROM (SELECT sentence.pk AS pk, audio.audio_format AS format, audio.duration_ms AS duration, "
    f"audio.audio_data AS data {EARLIER_SOUND}) AS early WHERE alicia_sentences.pk = early.pk"
)
CLOSE: Final = (
    "UPDATE alicia_sentences SET completion_status = ?1 WHERE completion_status = 'streaming' "
    "AND message_id IN (SELECT value FROM json_each(?2))"
)
STUB: Final = (
    "INSERT INTO alicia_memory(id, content, source_type, created_at, updated_at) VALUES (?1, ?2, 'trace', ?3, ?3) "
    "ON CONFLICT(id) DO UPDATE SET content = excluded.content, updated_at = excluded.updated_at "
    "WHERE source_type = 'trace' AND content <> excluded.content"
)
TRACE: Final = (
    "INSERT INTO alicia_memory_used(id, conversation_id, message_id, memory_id, memory_type, action, content, "
    "confidence, "
    "similarity_score, position_in_results, query_prompt, query_prompt_meta, meta, created_at, updated_at) "
    "VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?14) ON CONFLICT(id) DO UPDATE SET "
    "message_id = coalesce(excluded.message_id, message_id), memory_id = excluded.memory_id, "
    "memory_type = coalesce(excluded.memory_type, memory_type), action = coalesce(excluded.action, action), "
    "content = excluded.content, confidence = coalesce(excluded.confidence, confidence), "
    "similarity_score = coalesce(excluded.similarity_score, similarity_score), "
    "position_in_results = coalesce(excluded.position_in_results, position_in_results), "
    "query_prompt = coalesce(excluded.query_prompt, query_prompt), "
    "query_prompt_meta = coalesce(excluded.query_prompt_meta, query_prompt_meta), "
    "meta = excluded.meta, updated_at = excluded.updated_at"
)
META: Final = (
    "INSERT INTO alicia_meta(id, ref, key, value, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?5) "
    "ON CONFLICT(ref, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at"
)
AWAITS_REPLACEMENT: Final = (
    "SELECT 1 FROM alicia_messages INDEXED BY alicia_messages_superseded "
    "WHERE conversation_id = ? AND superseded_at IS NOT NULL AND superseded_by IS NULL LIMIT 1"
)
LAST_MESSAGE: Final = (
    "SELECT sequence_number, iif(message_role = 'assistant', coalesce(previous_id, ''), id) FROM alicia_messages "
    "WHERE conversation_id = ? ORDER BY sequence_number DESC, pk DESC LIMIT 1"
)
POSITION: Final = (
    "UPDATE alicia_conversations SET last_client_stanza_id = max(last_client_stanza_id, ?1), "
    "last_server_stanza_id = min(last_server_stanza_id, ?2), updated_at = max(updated_at, ?3) WHERE id = ?4"
)

_MESSAGE: Final = {
    "id": "id",
    "conversation_id": "conversation_id",
    "sequence": "sequence_number",
    "previous_id": "previous_id",
    "role": "message_role",
    "contents": "contents",
    "local_id": "local_id",
    "server_id": "server_id",
    "sync_status": "sync_status",
    "synced_at": "synced_at",
    "status": "completion_status",
    "attachments": "attachments",
    "model_id": "model_id",
    "answer_type": "answer_type",
    "planned": "planned_sentence_count",
    "whole": "whole",
    "created_at": "created_at",
    "at": "updated_at",
}
"""The values of a new message and their columns."""
_ROW: Final = itemgetter(*_MESSAGE)
MESSAGES: Final = (
    f"INSERT INTO alicia_messages({', '.join(_MESSAGE.values())}) "
    f"SELECT {', '.join(f'value ->> {place}' for place in range(len(_MESSAGE)))} FROM jsonb_each(?)"
)
"""All in one statement: before each one that changes rows FTS5 writes out what it has gathered, which costs more than
to gather it."""
TOOL_USE: Final = (
    "INSERT INTO alicia_tool_uses(id, conversation_id, message_id, tool_name, tool_arguments, execution, timeout_ms, "
    "tool_result, status, error_code, error_message, completed_at, sequence_number, created_at, updated_at) "
    "VALUES (:id, :conversation_id, :message_id, :tool_name, :arguments, :execution, :timeout_ms, "
    ":result, :status, :error_code, :error_message, :completed_at, (SELECT 1 + count(*) FROM alicia_tool_uses "
    "WHERE conversation_id = :conversation_id AND message_id IS :message_id), :at, coalesce(:completed_at, :at)) "
    "ON CONFLICT(id) DO UPDATE SET "
    "message_id = coalesce(excluded.message_id, message_id), "
    "tool_name = iif(tool_name = '', excluded.tool_name, tool_name), "
    "tool_arguments = iif(tool_name = '', excluded.tool_arguments, tool_arguments), "
    "execution = iif(tool_name = '', excluded.execution, execution), "
    "timeout_ms = iif(tool_name = '', excluded.timeout_ms, timeout_ms), "
    "tool_result = CASE WHEN :completed_at IS NULL THEN tool_result ELSE excluded.tool_result END, "
    "status = CASE WHEN :completed_at IS NULL THEN status ELSE excluded.status END, "
    "error_code = CASE WHEN :completed_at IS NULL THEN error_code ELSE excluded.error_code END, "
    "error_message = CASE WHEN :completed_at IS NULL THEN error_message ELSE excluded.error_message END, "
    "completed_at = coalesce(excluded.completed_at, completed_at), updated_at = excluded.updated_at"
)
STEP: Final = (
    "INSERT INTO alicia_reasoning_steps(id, conversation_id, message_id, content, sequence_number, total_steps, "
    "created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7) ON CONFLICT(id) DO UPDATE SET "
    "message_id = excluded.message_id, content = excluded.content, sequence_number = excluded.sequence_number, "
    "total_steps = coalesce(excluded.total_steps, total_steps), updated_at = excluded.updated_at"
)

Values = dict[str, Any]
"""The values of one row, by the name that its statement has for each."""


class WaitingRows:
    """The rows that wait, and what has still to leave the outbox."""

    def __init__(self, execute: Callable[..., Any], executemany: Callable[..., Any]) -> None:
        self._execute = execute
        self._executemany = executemany
        self._messages: dict[str, Values] = {}
        self._tool_uses: dict[str, Values] = {}
        self._steps: list[tuple[Any, ...]] = []
        self._settled: dict[tuple[str, str], list[str | int]] = {}

    # --- messages ---

    def hold(self, values: Values) -> None:
        """Hold the row of a new message."""
        values["contents"] = values["contents"] or ""
        values["created_at"] = values["created_at"] or values["at"]
        self._messages[values["id"]] = values

    def fill(self, answer_id: str, *, contents: str, status: str, at: str) -> bool:
        """Set the contents of a row that is held; False where it is not."""
        return self._change(answer_id, contents=contents, status=status, at=at)

    def sync(self, message_id: str, at: str, *, server_id: str | None) -> bool:
        """Mark a row that is held as synced; False where it is not held."""
        row = self._messages.get(message_id)
        if row is None:
            return False
        names = {"local_id": row["local_id"] or message_id, "server_id": row["server_id"] or server_id}
        return self._change(message_id, sync_status="synced", synced_at=at, at=at, **names)

    def write_messages(self) -> None:
        """Write all messages that wait: something is about to look for them, or to change one."""
        if self._messages:
            self._execute(MESSAGES, (to_json_text([_ROW(row) for row in self._messages.values()]),))
            self._messages = {}

    def _change(self, message_id: str, **values: str | None) -> bool:
        row = self._messages.get(message_id)
        if row is not None:
            row.update(values)
        return row is not None

    # --- tools and reasoning ---

    def hold_tool_use(self, values: Values) -> None:
        """Hold a request for its result; the first one of an id stands."""
        nothing = dict.fromkeys(("result", "error_code", "error_message", "completed_at"))
        self._tool_uses.setdefault(values["id"], {**values, **nothing, "status": "pending"})

    def complete_tool_use(self, values: Values) -> bool:
        """Put the result into the row of its request, if it waits."""
        row = self._tool_uses.get(values["id"])
        if row is not None:
            row.update(values)
        return row is not None

    def user_of(self, tool_use_id: str) -> str | None:
        """Return the message that a waiting tool use belongs to, or None."""
        row = self._tool_uses.get(tool_use_id)
        found: str | None = row["message_id"] if row is not None else None
        return found

    def hold_step(self, row: tuple[Any, ...]) -> None:
        """Hold a step of reasoning."""
        self._steps.append(row)

    # --- the outbox ---

    def settle(self, conversation_id: str, column: str, value: str | int) -> None:
        """Remove rows of the outbox whose `column` is `value` with the next `settled`."""
        self._settled.setdefault((conversation_id, column), []).append(value)

    def settled(self) -> list[tuple[str, int]]:
        """Remove what was acknowledged from the outbox; return conversation and `pk` of each row that was there."""
        settled, self._settled = self._settled, {}
        return [
            (conversation_id, pk)
            for (conversation_id, column), values in settled.items()
            for (pk,) in self._execute(
                f"DELETE FROM outbox WHERE conversation_id = ? AND {column} IN (SELECT value FROM json_each(?)) "
                "RETURNING pk",
                (conversation_id, to_json_text(values)),
            ).fetchall()
        ]

    def write_all(self) -> None:
        """Write every row that waits."""
        self.write_messages()
        if self._tool_uses:
            self._executemany(TOOL_USE, list(self._tool_uses.values()))
            self._tool_uses = {}
        if self._steps:
            self._executemany(STEP, self._steps)
            self._steps = []


@dataclass(kw_only=True, slots=True)
class _Position:
    client: int = 0
    server: int = 0
    at: str = ""


class Positions:
    """Gathers, and writes one row a conversation."""

    def __init__(self, execute: Callable[..., Any]) -> None:
        self._execute = execute
        self._positions: dict[str, _Position] = {}

    def __contains__(self, conversation_id: str) -> bool:
        """Whether something of the conversation has come in this batch."""
        return conversation_id in self._positions

    def move(self, conversation_id: str, stanza_id: int, at: str) -> None:
        """Advance a conversation: ids of ours count up from 1, the server's down from -1."""
        position = self._positions.get(conversation_id)
        if position is None:
            position = self._positions[conversation_id] = _Position()
        position.at = max(position.at, at)
        if stanza_id > 0:
            position.client = max(position.client, stanza_id)
        else:
            position.server = min(position.server, stanza_id)

    def write(self) -> list[str]:
        """Write all of them; return their conversations."""
        positions, self._positions = self._positions, {}
        for conversation_id, position in positions.items():
            self._execute(POSITION, (position.client, position.server, position.at, conversation_id))
        return list(positions)
