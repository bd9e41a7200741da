"""What a deployed server says, under the names by which this computer knows it (docs/protocol.md#ids-of-questions).

Such a server gives every question an id of its own, and nothing that it sends names ours. Only one question is in
flight at a time, so the first stanza that names an unknown one names that.
"""

from dataclasses import replace

from msgspec import structs

from alicia_desktop.protocol import deployed
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.store.projection.batch import Batch
from alicia_desktop.store.projection.context import Context


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
    """Keep the server's id of a question of ours: the server has it, so it is synced."""
    batch.waiting.write_messages()
    batch.execute("UPDATE alicia_messages SET server_id = ? WHERE id = ?", (server_id, own_id))
    batch.refer(own_id, at)


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
    if len(rows) != 1 or not deployed.names_what_is_asked(body):
        return None
    own_id: str = rows[0][0]
    return own_id
