"""The order and the identity of stanzas: the ids of both sides, and whether a stanza was sent before.

    peer, order = peer.observe(stanza.stanza_id, same_content=identity_of(stanza) in seen)
    if order is Order.NEW_EPOCH: ...

A stanza id is order only (docs/protocol.md#stanza-ids). Pure: the counter's last value is kept by the store before a
packet leaves; a `PeerSequence` is a value that `observe` turns into the next one.

Identity is the content id, not the stanza id (docs/protocol.md#identity). A repeat with the same content is a duplicate
and is dropped; one with other content is applied and flagged. Messages without a content id (acknowledgements,
statistics, confirmations) are new each time. Stop and variation have no content id either, but must not be done twice.
Their identity is the stanza id, which a client never uses again, and the span in `meta`, because two clients of one
conversation use the same stanza ids.
"""

from collections.abc import Callable, Hashable
from enum import Enum
from typing import Final

import msgspec
from msgspec.structs import replace

from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import AssistantSentence, Message, Transcription
from alicia_desktop.protocol.registry import entry_of

SERVER_FIRST: Final = -2
"""The first stanza id of a server; a new agent begins with it again."""
_KNOWN_STEPS: Final = 2
"""Senders count in steps of one, or of two where both sides interleave; nobody was seen to take longer ones."""
_MAX_RUNS: Final = 64


def next_server_id(last: int) -> int:
    """Return the server's id after `last`, its lowest of this epoch (0: none)."""
    return last - 1 if last <= SERVER_FIRST else SERVER_FIRST


class Order(Enum):
    """The place of a stanza id among those before it."""

    NEXT = "next"
    """The first, or further than all before, with nothing missing between."""
    GAP = "gap"
    """Further than all before, and ids between were not seen; they may still come, a little late."""
    LATE = "late"
    """An id that was missing."""
    REPEATED = "repeated"
    """Seen before, and its content says the same."""
    OUT_OF_ORDER = "out_of_order"
    """Seen before with other content, or from before all that was seen."""
    NEW_EPOCH = "new_epoch"
    """The server's ids started again: its agent is a new one."""
    UNPLACED = "unplaced"
    """Id 0, or one with the sign of the other side: no place in the order."""


class PeerSequence(msgspec.Struct, frozen=True, kw_only=True):
    """The server's ids so far, as absolute values; a struct because every stanza makes a new one."""

    last: int = 0
    """Absolute value of the furthest id of this epoch; `lastSequenceSeen` of a Configuration. 0: none yet."""
    step: int = _KNOWN_STEPS
    """The smallest step taken so far."""
    unseen: tuple[tuple[int, int], ...] = ()
    """Values before `last` that were passed over, as (from, to) inclusive; at most the latest 64 runs."""
    epoch: int = 0
    """How often the ids started again."""

    @property
    def contiguous(self) -> int:
        """Return the last id before the first that is missing: everything after it must be sent again."""
        missing = [start for start, end in self.unseen if end - start + 1 >= self.step]
        return min(missing) - 1 if missing else self.last

    def meet(self, stanza_id: int) -> "PeerSequence":
        """Return the state after the reply to our Configuration: a small id after a large one is a new epoch."""
        value = abs(stanza_id)
        if value >= self.last:
            return self.observe(stanza_id)[0]
        first = abs(SERVER_FIRST)
        unseen = ((first, value - 1),) if value > first else ()
        return replace(self, last=value, step=1, unseen=unseen, epoch=self.epoch + 1)

    def reach(self, stanza_id: int) -> "PeerSequence":
        """Return the state after an id that proves nothing about those before it, as in a replay of made-up ids.

        See docs/protocol.md#agents.
        """
        return replace(self, last=max(self.last, abs(stanza_id)), unseen=())

    def observe(self, stanza_id: int, *, same_content: bool = False) -> tuple["PeerSequence", Order]:
        """Return the state after `stanza_id`, and what it is; `same_content` when `identity` found a duplicate."""
        value = abs(stanza_id)
        if stanza_id >= 0:
            return self, Order.UNPLACED
        if value > self.last:
            return self._advance(value)
        if self._is_missing(value):
            return self._fill(value), Order.REPEATED if same_content else Order.LATE
        if same_content:
            return self, Order.REPEATED
        if stanza_id == SERVER_FIRST and self.last > value:
            return replace(self, last=value, unseen=(), epoch=self.epoch + 1), Order.NEW_EPOCH
        return self, Order.OUT_OF_ORDER

    def _advance(self, value: int) -> tuple["PeerSequence", Order]:
        if not self.last:
            return replace(self, last=value), Order.NEXT
        step = value - self.last
        if step == self.step == 1:  # almost always
            return replace(self, last=value), Order.NEXT
        unseen = self.unseen if step == 1 else (*self.unseen, (self.last + 1, value - 1))[-_MAX_RUNS:]
        order = Order.GAP if step > self.step else Order.NEXT
        return replace(self, last=value, step=min(self.step, step), unseen=unseen), order

    def _is_missing(self, value: int) -> bool:
        return any(start <= value <= end for start, end in self.unseen)

    def _fill(self, value: int) -> "PeerSequence":
        runs: list[tuple[int, int]] = []
        for start, end in self.unseen:
            if start <= value <= end:
                runs.extend(run for run in ((start, value - 1), (value + 1, end)) if run[0] <= run[1])
            else:
                runs.append((start, end))
        return replace(self, unseen=tuple(runs[-_MAX_RUNS:]))


TRACE: Final = "messaging.trace_id"
SPAN: Final = "messaging.span_id"
"""Keys of `meta`, OpenTelemetry's pair: what belongs to one turn, and this stanza of it alone.

See docs/protocol.md#meta-keys.
"""
Identity = tuple[Hashable, ...]
"""Name of the type, then what tells one message of that type from another."""


def identity_of(stanza: Stanza, *, answer_of: Callable[[str], str] | None = None) -> Identity | None:
    """Return by what a repeat of the stanza is recognised, or None where each one is new.

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


def has_same_content(earlier: Message, repeat: Message) -> bool:
    """Whether `repeat` adds nothing to `earlier`: a field that it leaves out contradicts nothing."""
    return type(earlier) is type(repeat) and all(
        value is None or value == "" or value == getattr(earlier, name)
        for name in repeat.__struct_fields__
        for value in (getattr(repeat, name),)
    )
