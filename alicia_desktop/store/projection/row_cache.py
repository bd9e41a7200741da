"""Look up what the database knows of the messages and sentences that a batch names, in one query a kind."""

from collections.abc import Callable, Iterable
from typing import Any, Final

from alicia_desktop.protocol.messages import (
    AssistantMessage,
    AssistantSentence,
    Message,
    StartAnswer,
    Transcription,
    UserMessage,
)
from alicia_desktop.store.projection.context import KnownMessage
from alicia_desktop.store.schema.columns import to_json_text

Execute = Callable[..., Any]
"""`execute` of the driver's connection."""

_OWNERS: Final = (UserMessage, AssistantMessage, StartAnswer, Transcription)
"""What makes a message of its own id."""


def named_by(bodies: Iterable[Message]) -> tuple[list[str], list[str]]:
    """Return the ids that may be sentences, and those that may be messages."""
    owners: dict[str, None] = {}
    sentences: dict[str, None] = {}
    for body in bodies:
        if isinstance(body, AssistantSentence):
            sentences[body.previous_id] = None
            if body.id:
                sentences[body.id] = None
        elif isinstance(body, _OWNERS):
            owners[body.id] = None
    return list(sentences), [name for name in owners | sentences if name]


def messages(execute: Execute, names: list[str]) -> dict[str, KnownMessage | None]:
    """Return all names, each with what is known of that message, or None where it is not there."""
    rows = execute(
        "SELECT id, conversation_id, message_role, completion_status, stopped_at IS NOT NULL, "
        "sync_status = 'pending' AND local_id IS NULL, whole, "
        "sync_status <> 'synced' AND local_id IS NOT NULL, error_code IS NOT NULL FROM alicia_messages "
        "WHERE id IN (SELECT value FROM json_each(?))",
        (to_json_text(names),),
    )
    known: dict[str, KnownMessage | None] = dict.fromkeys(names)
    for name, conversation_id, role, status, stopped, pending, whole, rewritten, refused in rows:
        known[name] = KnownMessage(
            conversation_id=conversation_id,
            role=role,
            status=status,
            stopped=bool(stopped),
            pending=bool(pending),
            whole=bool(whole),
            rewritten=bool(rewritten),
            refused=bool(refused),
        )
    return known


def followed(execute: Execute, names: list[str]) -> dict[str, bool]:
    """Return all names, each with whether a message names it as what it follows."""
    rows = execute(
        "SELECT DISTINCT previous_id FROM alicia_messages WHERE previous_id IN (SELECT value FROM json_each(?))",
        (to_json_text(names),),
    )
    return dict.fromkeys(names, False) | {name: True for (name,) in rows}


def sentences(execute: Execute, names: list[str]) -> dict[str, tuple[str, int] | None]:
    """Return all names, each with the answer and number of that sentence, or None where it is not there."""
    rows = execute(
        "SELECT id, message_id, sentence_sequence_number FROM alicia_sentences "
        "WHERE id IN (SELECT value FROM json_each(?))",
        (to_json_text(names),),
    )
    return dict.fromkeys(names) | {name: (answer_id, sequence) for name, answer_id, sequence in rows}
