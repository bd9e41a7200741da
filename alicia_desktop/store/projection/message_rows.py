"""Insert and update the rows of messages: which one a stanza belongs to, and its number in the conversation.

A deployed server may have its own id for a question. None is numbered before what it follows, answers stand under
their question: several questions may be asked before the first is answered, so an answer does not come where it
belongs.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from msgspec import structs

from alicia_desktop.protocol import deployed
from alicia_desktop.protocol import messages as wire
from alicia_desktop.protocol.messages import Message, UserMessage
from alicia_desktop.store.projection.batch import Batch
from alicia_desktop.store.projection.context import Context, KnownMessage, text, whole_number
from alicia_desktop.store.projection.control import acknowledged_content
from alicia_desktop.store.records import CUT_OFF

_NAMED_BY: Final[dict[type[Message], str]] = {
    wire.ErrorMessage: "originating_id",
    wire.UserMessage: "id",
    wire.AssistantMessage: "id",
    wire.ReasoningStep: "previous_id",
    wire.ToolUseRequest: "message_id",
    wire.Transcription: "id",
    wire.ControlStop: "target_id",
    wire.ControlVariation: "target_id",
    wire.StartAnswer: "id",
    wire.MemoryTrace: "previous_id",
    wire.Commentary: "target_id",
    wire.Feedback: "message_id",
    wire.UserNote: "message_id",
    wire.NoteConfirmation: "message_id",
}
"""The attribute that names the message, where it is one attribute."""
_NAMING: Final = (
    ("alicia_memory_used", "message_id"),
    ("alicia_tool_uses", "message_id"),
    ("alicia_reasoning_steps", "message_id"),
    ("journal", "turn_ref"),
)
"""What beside an answer may name a question."""
_LATELY: Final = 500
"""Stanzas."""

_UPDATE: Final = (
    "UPDATE alicia_messages SET previous_id = coalesce(:previous_id, previous_id), "
    "contents = coalesce(:contents, contents), "
    "local_id = coalesce(:local_id, local_id), server_id = coalesce(server_id, :server_id), "
    "synced_at = iif(sync_status = 'synced', coalesce(:synced_at, synced_at), synced_at), completion_status = :status, "
    "attachments = coalesce(:attachments, attachments), model_id = coalesce(:model_id, model_id), "
    "answer_type = coalesce(:answer_type, answer_type), "
    "planned_sentence_count = coalesce(:planned, planned_sentence_count), whole = :whole, "
    "error_code = iif(:whole, NULL, error_code), error_message = iif(:whole, NULL, error_message), "
    "created_at = coalesce(:created_at, created_at), updated_at = :at WHERE id = :id"
)
_NOTHING: Final[dict[str, str | int | None]] = dict.fromkeys(
    ("contents", "local_id", "attachments", "model_id", "answer_type", "planned", "created_at")
)
"""The columns that a message may leave as they are."""


def turn_ref(batch: Batch, context: Context) -> str | None:
    """Return the id of the message that the stanza belongs to, or None."""
    body = context.stanza.body
    attribute = _NAMED_BY.get(type(body))
    if attribute is not None:
        named: str | None = getattr(body, attribute)
        return named or None
    match body:
        case wire.AssistantSentence():
            return batch.answer_of(body.previous_id)
        case wire.AudioChunk():
            messages_id = text(context.stanza.meta.get("messageId"))
            return batch.answer_of(messages_id) if messages_id else None
        case wire.ToolUseResult():
            user = batch.waiting.user_of(body.request_id)
            return user or _first(batch, "SELECT message_id FROM alicia_tool_uses WHERE id = ?", body.request_id)
        case wire.FeedbackConfirmation():
            return _first(batch, "SELECT message_id FROM alicia_feedback WHERE id = ?", body.feedback_id)
        case wire.Acknowledgement():
            stanza_id = whole_number(body.acknowledged_stanza_id)
            if body.acknowledged_message_id or not stanza_id:
                return body.acknowledged_message_id or None
            return acknowledged_content(batch, context, stanza_id)
        case _:
            return None


def _first(batch: Batch, query: str, row_id: str) -> str | None:
    row = batch.execute(query, (row_id,)).fetchone()
    return row[0] if row else None


def in_our_names(batch: Batch, context: Context) -> Context:
    """Return the stanza with our id of the question that it names; as it came from any other server."""
    if context.direction == "out" or not batch.is_deployed(context.conversation_id):
        return context
    body = context.stanza.body
    named = deployed.question_named(body)
    if named is None or batch.message(named) is not None:
        return context
    own_id = batch.named_by_server(named)
    if own_id is None:
        own_id = _asked_in(batch, context)
        if own_id is None:
            return context
        name_question(batch, own_id, named, batch.text_of(context.at))
    return structs.replace(context, stanza=replace(context.stanza, body=deployed.rename_question(body, own_id)))


def name_question(batch: Batch, own_id: str, server_id: str, at: str) -> None:
    """Store the server's id of a question of ours: the server has it, so it is synced."""
    batch.flush()  # an answer, or a trace, may have named it before anybody knew whose it is
    (conversation_id,) = batch.execute(
        "UPDATE alicia_messages SET server_id = ? WHERE id = ? RETURNING conversation_id", (server_id, own_id)
    ).fetchone()
    batch.settle_message(own_id, at)
    for table, column in _NAMING:
        batch.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?", (own_id, server_id))
    answers = batch.execute(
        "UPDATE alicia_messages SET previous_id = ? WHERE previous_id = ? RETURNING id", (own_id, server_id)
    ).fetchall()
    for (answer_id,) in answers:
        batch.note("message", conversation_id, answer_id)
        restore_order(batch, conversation_id, answer_id)


def _asked_in(batch: Batch, context: Context) -> str | None:
    """Return the question of ours that the stanza can only mean, or None."""
    body = context.stanza.body
    batch.empty_outbox()
    batch.waiting.write_messages()
    rows = batch.execute(
        "SELECT outbox.content_id, alicia_messages.contents FROM outbox "
        "JOIN alicia_messages ON alicia_messages.id = outbox.content_id "
        "WHERE outbox.conversation_id = ? AND outbox.type = ? AND outbox.status = 'sent' ORDER BY outbox.pk",
        (context.conversation_id, UserMessage.TYPE),
    ).fetchall()
    if isinstance(body, UserMessage):
        ours = [deployed.AskedQuestion(id=own_id, text=text) for own_id, text in rows]
        found = deployed.same_questions(ours, [deployed.AskedQuestion(id=body.id, text=body.content)])
        return next(iter(found), None)
    if len(rows) != 1 or not deployed.names_what_is_asked(body) or _others_ask(batch, context.conversation_id):
        return None
    own_id: str = rows[0][0]
    return own_id


def _others_ask(batch: Batch, conversation_id: str) -> bool:
    """Whether another device has asked something in the room of late: then only the history tells whose is whose."""
    row = batch.execute(
        "SELECT 1 FROM (SELECT stranger, type FROM journal WHERE conversation_id = ? ORDER BY seq DESC LIMIT ?) "
        "WHERE stranger AND type = ?",
        (conversation_id, _LATELY, UserMessage.TYPE),
    ).fetchone()
    return row is not None


def restore_order(batch: Batch, conversation_id: str, message_id: str) -> None:
    """Number the conversation anew where this message stands in a wrong place."""
    row = batch.execute(
        "SELECT id, conversation_id, previous_id, message_role AS role, sequence_number AS sequence "
        "FROM alicia_messages WHERE id = ?",
        (message_id,),
    ).fetchone()
    names = ("id", "conversation_id", "previous_id", "role", "sequence")
    if row is not None and is_misplaced(batch, dict(zip(names, row, strict=True))):
        renumber(batch, conversation_id)


def is_misplaced(batch: Batch, values: Mapping[str, Any]) -> bool:
    """Whether a message stands after what follows it, before what it follows, or away from the question it answers.

    The plus signs keep SQLite from walking the whole conversation by its order instead of asking for the few rows.
    """
    found = batch.execute(
        "SELECT EXISTS (SELECT 1 FROM alicia_messages AS next WHERE next.previous_id = :id "
        "AND +next.conversation_id = :conversation_id AND +next.sequence_number < :sequence) "
        "OR EXISTS (SELECT 1 FROM alicia_messages AS earlier WHERE earlier.id = :previous_id "
        "AND +earlier.conversation_id = :conversation_id AND +earlier.sequence_number > :sequence) "
        "OR (:role = 'assistant' AND EXISTS (SELECT 1 FROM alicia_messages AS question "
        "JOIN alicia_messages AS between_them ON between_them.conversation_id = question.conversation_id "
        "AND between_them.sequence_number > question.sequence_number AND between_them.sequence_number < :sequence "
        "WHERE question.id = :previous_id AND question.message_role = 'user' "
        "AND question.conversation_id = :conversation_id "
        "AND NOT (between_them.message_role = 'assistant' AND between_them.previous_id IS question.id)))",
        values,
    ).fetchone()
    return bool(found[0])


def renumber(batch: Batch, conversation_id: str) -> None:
    """Number the messages so that each follows its predecessor, answers their question, and others keep their place."""
    batch.waiting.write_messages()
    rows = batch.execute(
        "SELECT id, previous_id, message_role, sequence_number FROM alicia_messages WHERE conversation_id = ? "
        "ORDER BY sequence_number, pk",
        (conversation_id,),
    ).fetchall()
    places = {row_id: place for row_id, _, _, place in rows}
    ordered = _in_order([(row_id, before, role) for row_id, before, role, _ in rows])
    moved = [(place, row_id) for place, row_id in enumerate(ordered, start=1) if places[row_id] != place]
    batch.executemany("UPDATE alicia_messages SET sequence_number = ? WHERE id = ?", moved)
    batch.forget_end(conversation_id)
    for _, row_id in moved:
        batch.note("message", conversation_id, row_id)


def _in_order(rows: Sequence[tuple[str, str | None, str]]) -> dict[str, None]:
    """Return the ids of messages (id, id of the one before, role) in the order in which they belong."""
    previous = {row_id: before for row_id, before, _ in rows}
    questions = {row_id for row_id, _, role in rows if role == "user"}
    answers: dict[str, list[str]] = defaultdict(list)
    for row_id, before, role in rows:
        if role == "assistant" and before in questions and before is not None:
            answers[before].append(row_id)
    ordered: dict[str, None] = {}
    for row_id in previous:
        chain: dict[str, None] = {}
        link: str | None = row_id
        while link is not None and link in previous and link not in ordered and link not in chain:
            chain[link] = None
            link = previous[link]
        for one in reversed(chain):
            ordered.update(dict.fromkeys([one, *answers[one]]))
    return ordered


def _move_under_question(batch: Batch, values: Mapping[str, Any]) -> None:
    """Move an answer from the end of the conversation behind its question and what else answers that."""
    (place,) = batch.execute(
        "SELECT max(sequence_number) FROM alicia_messages WHERE conversation_id = :conversation_id "
        "AND sequence_number < :sequence AND (id = :previous_id "
        "OR (previous_id = :previous_id AND message_role = 'assistant'))",
        values,
    ).fetchone()
    rows = batch.execute(
        "UPDATE alicia_messages SET sequence_number = iif(id = :id, :place + 1, sequence_number + 1) "
        "WHERE conversation_id = :conversation_id AND sequence_number > :place RETURNING id",
        {**values, "place": place},
    ).fetchall()
    batch.forget_end(values["conversation_id"])
    for (row_id,) in rows:
        batch.note("message", values["conversation_id"], row_id)


def put(
    batch: Batch,
    conversation_id: str,
    message_id: str,
    at: str,
    *,
    role: str,
    status: str,
    pending: bool = False,
    whole: bool = False,
    **columns: str | int | None,
) -> KnownMessage:
    """Insert or update a message and keep the conversation in order; columns left out keep what they have.

    What is not `pending` is on both sides: synced now, and known to the server by its id where no `server_id` is given.
    """
    known = batch.message(message_id)
    state = KnownMessage(
        conversation_id=conversation_id, role=role, status=status, stopped=False, pending=pending, whole=whole
    )
    if known is not None:
        state.stopped, state.pending, state.refused = known.stopped, known.pending, known.refused
    values = {
        **_NOTHING,
        **_sync_values(message_id, at, pending=pending),
        **columns,
        "previous_id": columns.get("previous_id") or None,
        "id": message_id,
        "conversation_id": conversation_id,
        "role": role,
        "status": status,
        "whole": whole,
        "at": at,
    }
    if known is not None and known.status == "failed" and values["contents"]:
        revive(batch, message_id)
    _insert(batch, values) if known is None else _update(batch, values)
    batch.learn(message_id, state, previous_id=str(values["previous_id"] or ""))
    batch.note("message", conversation_id, message_id)
    return state


def _update(batch: Batch, values: dict[str, Any]) -> None:
    batch.waiting.write_messages()
    batch.execute(_UPDATE, values)
    restore_order(batch, values["conversation_id"], values["id"])


def _sync_values(message_id: str, at: str, *, pending: bool) -> dict[str, str | None]:
    if pending:
        return {"sync_status": "pending", "server_id": None, "synced_at": None}
    return {"sync_status": "synced", "server_id": message_id, "synced_at": at}


def _insert(batch: Batch, values: dict[str, Any]) -> None:
    conversation_id = values["conversation_id"]
    is_behind = _stands_at_end(batch, values)
    turn = values["previous_id"] if values["role"] == "assistant" else values["id"]
    values["sequence"] = batch.append(conversation_id, turn or "")
    if batch.awaits_replacement(conversation_id):
        _link_replaced(batch, values)
    batch.waiting.hold(values)
    if batch.is_followed(values["id"]):
        batch.waiting.write_messages()
        if is_misplaced(batch, values):
            renumber(batch, conversation_id)
    elif not is_behind:
        batch.waiting.write_messages()
        _move_under_question(batch, values)


def _stands_at_end(batch: Batch, values: Mapping[str, Any]) -> bool:
    """Whether a new message belongs at the end: it asks, or it answers what was asked last, or nothing that is here."""
    answered = values["previous_id"]
    if values["role"] != "assistant" or answered is None:
        return True
    if batch.end_of(values["conversation_id"]).turn == answered:
        return True
    question = batch.message(answered)
    return question is None or question.role != "user" or question.conversation_id != values["conversation_id"]


def _link_replaced(batch: Batch, values: Mapping[str, Any]) -> None:
    """Name the new message as what took the place of a superseded one with the same predecessor."""
    rows = batch.execute(
        "UPDATE alicia_messages INDEXED BY alicia_messages_superseded SET superseded_by = :id "
        "WHERE conversation_id = :conversation_id AND previous_id IS :previous_id AND message_role = :role "
        "AND superseded_at IS NOT NULL AND superseded_by IS NULL AND id <> :id RETURNING id",
        values,
    ).fetchall()
    for (older_id,) in rows:
        batch.note("message", values["conversation_id"], older_id)


def revive(batch: Batch, answer_id: str) -> None:
    """Show an answer after all that was given up without a word, in the place of the one that it was to replace."""
    row = batch.execute(
        "UPDATE alicia_messages SET deleted_at = NULL WHERE id = ? AND deleted_at IS NOT NULL AND contents = '' "
        "AND message_role = 'assistant' AND error_message = ? RETURNING conversation_id, previous_id",
        (answer_id, CUT_OFF),
    ).fetchone()
    if row is not None:
        names = {"id": answer_id, "conversation_id": row[0], "previous_id": row[1], "role": "assistant"}
        _link_replaced(batch, names)
        batch.note("message", row[0], answer_id)
