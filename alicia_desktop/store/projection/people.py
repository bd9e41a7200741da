"""Project votes, notes and commentaries on messages, and what the server makes of them."""

from typing import Any

from alicia_desktop.protocol.messages import (
    Commentary,
    Feedback,
    FeedbackConfirmation,
    NoteConfirmation,
    UserNote,
)
from alicia_desktop.store.projection.batch import Batch
from alicia_desktop.store.projection.context import Context, moment
from alicia_desktop.store.schema.columns import storable, to_json_text


def feedback(batch: Batch, context: Context, body: Feedback) -> None:
    """Project type 20: one vote a target holds; an earlier one is deleted softly."""
    at = batch.text_of(context.at)
    made = moment(body.timestamp, at)
    batch.execute(
        "INSERT INTO alicia_feedback(id, conversation_id, message_id, target_type, target_id, vote, quick_feedback, "
        "note, "
        "sync_status, created_at, updated_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) "
        "ON CONFLICT(id) DO UPDATE SET vote = excluded.vote, quick_feedback = excluded.quick_feedback, "
        "note = excluded.note, created_at = excluded.created_at, updated_at = excluded.updated_at",
        (
            body.id,
            context.conversation_id,
            body.message_id,
            body.target_type,
            body.target_id,
            body.vote,
            body.quick_feedback,
            None if body.note is None else storable(body.note),
            "pending" if context.direction == "out" else "synced",
            made,
            at,
        ),
    )
    batch.execute(
        "UPDATE alicia_feedback SET deleted_at = ?1 WHERE target_type = ?2 AND target_id = ?3 AND deleted_at IS NULL "
        "AND pk <> (SELECT pk FROM alicia_feedback WHERE target_type = ?2 AND target_id = ?3 "
        "ORDER BY created_at DESC, id DESC LIMIT 1)",
        (at, body.target_type, body.target_id),
    )
    batch.note("feedback", context.conversation_id, body.id)


def feedback_confirmation(batch: Batch, context: Context, body: FeedbackConfirmation) -> None:
    """Project type 21: how many voted how, as the server counts."""
    batch.execute(
        "UPDATE alicia_feedback SET aggregates = ?, sync_status = 'synced', updated_at = ? WHERE id = ?",
        (to_json_text(body.aggregates), batch.text_of(context.at), body.feedback_id),
    )
    batch.waiting.settle(context.conversation_id, f"type = {Feedback.TYPE} AND content_id", body.feedback_id)
    batch.note("feedback", context.conversation_id, body.feedback_id)


def user_note(batch: Batch, context: Context, body: UserNote) -> None:
    """Project type 22: a note on a message or the whole conversation; `created_by` is the conversation's user."""
    at = batch.text_of(context.at)
    _put(
        batch,
        context,
        body.id,
        message_id=body.message_id,
        content=storable(body.content),
        created_by=None,
        meta={"category": body.category} if body.category else {},
        created_at=moment(body.timestamp, at),
        deleted_at=at if body.action == "delete" else None,
    )


def note_confirmation(batch: Batch, context: Context, body: NoteConfirmation) -> None:
    """Project type 23: settle the first of several changes to a note; they are confirmed in order."""
    batch.empty_outbox()
    waiting = batch.execute(
        f"SELECT stanza_id FROM outbox WHERE conversation_id = ? AND type = {UserNote.TYPE} AND content_id = ? "
        "ORDER BY pk",
        (context.conversation_id, body.note_id),
    ).fetchall()
    if waiting:
        batch.waiting.settle(context.conversation_id, "stanza_id", waiting[0][0])
    status = "pending" if len(waiting) > 1 else "synced" if body.success else "conflict"
    batch.execute(
        "UPDATE alicia_user_conversation_commentaries SET sync_status = ?, updated_at = ? WHERE id = ?",
        (status, batch.text_of(context.at), body.note_id),
    )
    batch.note("commentary", context.conversation_id, body.note_id)


def commentary(batch: Batch, context: Context, body: Commentary) -> None:
    """Project type 15: a commentary of anybody; `created_by` is the role that it names."""
    known = {"rating": body.rating, "commentType": body.comment_type, "authorRole": body.author_role}
    _put(
        batch,
        context,
        body.id,
        message_id=body.target_id,
        content=storable(body.content),
        created_by=body.author_role,
        meta={key: value for key, value in known.items() if value is not None},
        created_at=moment(body.timestamp, batch.text_of(context.at)),
        deleted_at=None,
    )


def commentary_stored(batch: Batch, context: Context, row_id: str) -> None:
    """Settle a commentary of ours that the server has acknowledged, if it is one."""
    found = batch.execute(
        "UPDATE alicia_user_conversation_commentaries SET sync_status = 'synced', updated_at = ? WHERE id = ? "
        "AND sync_status = 'pending' RETURNING id",
        (batch.text_of(context.at), row_id),
    ).fetchall()
    if found:
        batch.note("commentary", context.conversation_id, row_id)


def _put(batch: Batch, context: Context, row_id: str, *, meta: dict[str, Any], **columns: str | None) -> None:
    batch.execute(
        "INSERT INTO alicia_user_conversation_commentaries(id, conversation_id, message_id, content, created_by, meta, "
        "sync_status, created_at, updated_at, deleted_at) VALUES (:id, :conversation_id, :message_id, :content, "
        "coalesce(:created_by, (SELECT user_id FROM alicia_conversations WHERE id = :conversation_id)), :meta, "
        ":sync_status, :created_at, :at, :deleted_at) ON CONFLICT(id) DO UPDATE SET "
        "content = CASE WHEN excluded.deleted_at IS NULL THEN excluded.content ELSE content END, meta = excluded.meta, "
        "message_id = coalesce(excluded.message_id, message_id), deleted_at = excluded.deleted_at, "
        "sync_status = excluded.sync_status, updated_at = excluded.updated_at",
        {
            **columns,
            "id": row_id,
            "conversation_id": context.conversation_id,
            "meta": to_json_text(meta),
            "sync_status": "pending" if context.direction == "out" else "synced",
            "at": batch.text_of(context.at),
        },
    )
    batch.note("commentary", context.conversation_id, row_id)
