"""What of a message may be kept beyond its conversation's own words: all but what the person wants kept to themselves.

"Don't remember this: …" holds for everything that is made of a message behind the answer, not for memories only: its
importance, its pins, the summaries that it is part of (docs/memory.md#silence).
"""

from collections.abc import Sequence
from dataclasses import replace

from alicia_desktop.memory import commands
from alicia_desktop.memory.extraction.turn import heard_in
from alicia_desktop.store.conversations.short_term import SaidRecord


def to_keep(said: SaidRecord) -> SaidRecord:
    """Return a message without the sentences that are not to be kept; the very same where nobody asked for silence."""
    if said.role != "user" or not commands.is_private(said.text):
        return said
    sentences = heard_in(said.text)
    hidden = commands.silenced([one.read for one in sentences])
    return replace(said, text=" ".join(one.text for place, one in enumerate(sentences) if place not in hidden))


def all_to_keep(said: Sequence[SaidRecord]) -> list[SaidRecord]:
    """Return what of messages may be kept, without those of which nothing may."""
    return [kept for one in said if (kept := to_keep(one)).text]
