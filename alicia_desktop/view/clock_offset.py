"""Align a server's clock with this computer's, from when stanzas left here and when they arrived there, and back.

No message arrives before it was sent. So what left here at c and arrived there at s shows that the server's clock is
ahead by s − c at most, and what left there and arrived here, by s − c at least. The narrowest pair is the one that was
least delayed, as in NTP; all of a turn's neighbourhood narrow it further (docs/protocol.md#timings).
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from math import inf
from typing import Final

from alicia_desktop.protocol.extensions import RECEIVED_AT
from alicia_desktop.store.exchanges import Exchange
from alicia_desktop.view.payload_reader import get_number

ROUNDING_MS: Final = 0.5
"""Servers tell whole milliseconds."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockBound:
    """How far a server's clock is ahead of this computer's, in milliseconds, as one exchange shows."""

    least: float = -inf
    most: float = inf


@dataclass(frozen=True, kw_only=True, slots=True)
class ClockOffset:
    """How far a server's clock is ahead of this computer's."""

    ms: float
    uncertainty_ms: float | None
    """Half of the span that is possible; None where nothing tells how long messages take to the server."""


def align_clocks(bounds: Iterable[ClockBound]) -> ClockOffset | None:
    """Return the offset that all bounds allow; None without any that tells when something left the server.

    Where they contradict each other, a clock was set meanwhile: then the narrowest pair alone counts.
    """
    known = list(bounds)
    least = max((bound.least for bound in known), default=-inf)
    most = min((bound.most for bound in known), default=inf)
    if least == -inf:
        return None
    if least > most:
        pairs = [bound for bound in known if -inf < bound.least <= bound.most < inf]
        if not pairs:
            return ClockOffset(ms=least, uncertainty_ms=None)
        narrowest = min(pairs, key=lambda bound: bound.most - bound.least)
        least, most = narrowest.least, narrowest.most
    if most == inf:
        return ClockOffset(ms=least, uncertainty_ms=None)
    return ClockOffset(ms=(least + most) / 2, uncertainty_ms=(most - least) / 2)


def bound_of(exchange: Exchange) -> ClockBound:
    """Return what an exchange shows."""
    received_there, sent_there = get_number(exchange.meta, RECEIVED_AT), get_number(exchange.meta, "timestamp")
    least, most = -inf, inf
    if sent_there is not None:
        least = sent_there - ROUNDING_MS - epoch_ms(exchange.arrived_at)
    if received_there is not None and exchange.left_at is not None:
        most = received_there + ROUNDING_MS - epoch_ms(exchange.left_at)
    return ClockBound(least=least, most=most)


def epoch_ms(moment: datetime) -> float:
    """Return a moment as servers write it."""
    return moment.timestamp() * 1000
