"""What a stanza is known by, and whether it was said before: identity is the content id, never the stanza id.

See docs/protocol.md#identity. A repeat that says the same is a duplicate and is dropped; one that says something else
is applied and flagged. Messages without a content id (acknowledgements, statistics, confirmations) are news each time;
stop and variation, which must not be done twice, are known by the stanza id of the client that sent them, because
clients never use one again, and by their span: two clients of one conversation count alike, and no span is used twice.
"""

from collections.abc import Callable, Hashable
from typing import Final

from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import AssistantSentence, Message, Transcription
from alicia_desktop.protocol.registry import entry_of

TRACE: Final = "messaging.trace_id"
SPAN: Final = "messaging.span_id"
"""Keys of `meta`, OpenTelemetry's pair: what belongs to one turn, and this stanza of it alone.

See docs/protocol.md#meta-keys.
"""
Identity = tuple[Hashable, ...]
"""Name of the type, then what tells one message of that type from another."""


def identity_of(stanza: Stanza, *, answer_of: Callable[[str], str] | None = None) -> Identity | None:
    """Return what the stanza is known by, or None where it is news each time.

    `answer_of` resolves the `previousId` of a sentence to its answer, for servers that chain sentences.
    """
    body, entry = stanza.body, entry_of(stanza.body)
    if entry.known_by_stanza:
        span = stanza.meta.get(SPAN)
        known_by = (stanza.stanza_id, span) if isinstance(span, str) and span else (stanza.stanza_id,)
        return (entry.name, "stanza", *known_by) if stanza.stanza_id else None
    if isinstance(body, AssistantSentence):
        return entry.name, answer_of(body.previous_id) if answer_of else body.previous_id, body.sequence
    if isinstance(body, Transcription) and not body.final:
        return None  # each interim text replaces the one before, under one id
    parts = tuple(getattr(body, name) for name in entry.identity)
    return (entry.name, *parts) if parts and parts[0] else None


def says_the_same(earlier: Message, repeat: Message) -> bool:
    """Whether `repeat` tells nothing that `earlier` did not: a field that it leaves out contradicts nothing."""
    return type(earlier) is type(repeat) and all(
        value is None or value == "" or value == getattr(earlier, name)
        for name in repeat.__struct_fields__
        for value in (getattr(repeat, name),)
    )
