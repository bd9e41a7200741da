"""Read what a server tells of its turn's time, and put it on this computer's clock (docs/protocol.md#timings).

The two clocks are aligned from when stanzas left here and when they arrived there, and back. No message arrives
before it was sent. So what left here at c and arrived there at s shows that the server's clock is ahead by s − c at
most, and what left there and arrived here, by s − c at least. The narrowest pair is the one that was least delayed,
as in NTP; all of a turn's neighbourhood narrow it further.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from math import inf
from typing import Any, Final

from alicia_desktop.protocol.extensions import RECEIVED_AT, TIMINGS
from alicia_desktop.store.exchanges import Exchange
from alicia_desktop.view.payload_reader import get_mapping, get_mappings, get_number, get_text, json_map
from alicia_desktop.view.retrievals import retrieval_map
from alicia_desktop.view.turn_records import TurnClock, TurnRecords

ROUNDING_MS: Final = 0.5
"""Servers tell whole milliseconds."""
MAX_PHASES: Final = 200
MAX_NAME: Final = 60
MAX_MS: Final = 1e10
"""Of a time that is believed: four months."""


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


@dataclass(frozen=True, kw_only=True, slots=True)
class ServerPhase:
    """Something that a server did, in milliseconds after the turn's zero."""

    name: str
    start: float
    end: float
    tool: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class ServerTimings:
    """What a server tells of a turn's time, in milliseconds after the turn's zero."""

    start: float
    """When it had the question."""
    end: float
    """When it told this."""
    phases: tuple[ServerPhase, ...]
    left_out: int = 0
    """Phases that it did not send, or that are more than are read."""


def read_timings(turn: TurnRecords, clock: TurnClock, *, arrived: float | None) -> ServerTimings | None:
    """Return what the server of a turn tells, of a failed one with its error; None where it tells nothing.

    Args:
        turn: The turn.
        clock: Its zero.
        arrived: When the stanza that told it was here, milliseconds after zero; nothing can have ended later.
    """
    failure = turn.failure
    told = json_map(turn.answer_meta, TIMINGS) if failure is None else get_mapping(failure.meta or {}, TIMINGS)
    sent = get_mappings(told, "phases")
    read = [phase for entry in sent[:MAX_PHASES] if (phase := _phase(entry)) is not None]
    if not read:
        return None
    ends = max(phase.end for phase in read)
    length = max(ends, min(_time(told, "end") or 0.0, MAX_MS))
    start = _start(told, turn, clock, latest=None if arrived is None else arrived - length)
    phases = (ServerPhase(name=one.name, start=start + one.start, end=start + one.end, tool=one.tool) for one in read)
    left_out = round(min(max(get_number(told, "leftOut") or 0.0, 0.0), MAX_MS)) + max(0, len(sent) - MAX_PHASES)
    return ServerTimings(start=start, end=start + length, phases=tuple(phases), left_out=left_out)


def clock_offset(turn: TurnRecords) -> ClockOffset | None:
    """Return how far the clock of the turn's server is ahead of this computer's; None where nothing tells it."""
    came = [record for record in turn.journal if record.direction == "in" and not record.duplicate]
    bounds = [bound_of(exchange) for exchange in turn.exchanges]
    bounds += [
        ClockBound(least=written - ROUNDING_MS - epoch_ms(record.received_at))
        for record in came
        if (written := get_number(record.meta or {}, "timestamp")) is not None
    ]
    return align_clocks(bounds)


def retrieval_steps(turn: TurnRecords) -> tuple[tuple[str, float], ...]:
    """Return the steps of looking for memories in their order, with how long each took."""
    if turn.answer is None:
        return ()
    uses = turn.answer.traces
    for sent in (retrieval_map(uses, turn.answer_meta), *(use.meta for use in uses)):
        times = get_mapping(sent, "timingsMs")
        steps = [(str(name)[:MAX_NAME], _time(times, name)) for name in times if name != "total"]
        if found := tuple((name, took) for name, took in steps if took is not None):
            return found[:MAX_PHASES]
    return ()


def _start(told: Mapping[str, Any], turn: TurnRecords, clock: TurnClock, *, latest: float | None) -> float:
    """Return when the server had the question: never before it left, nor so late that the answer came too early."""
    received, offset = get_number(told, RECEIVED_AT), clock_offset(turn)
    if received is not None and offset is not None:
        start = received - offset.ms - epoch_ms(clock.zero)
    else:
        start = 0.0 if latest is None else latest
    if latest is not None:
        start = min(start, latest)
    return max(start, 0.0) if math.isfinite(start) else 0.0


def _phase(entry: Mapping[str, Any]) -> ServerPhase | None:
    name, start, end = get_text(entry, "name")[:MAX_NAME], _time(entry, "start"), _time(entry, "end")
    if not name or start is None or end is None or end < start:
        return None
    return ServerPhase(name=name, start=start, end=end, tool=get_text(entry, "tool"))


def _time(values: Mapping[str, Any], name: str) -> float | None:
    found = get_number(values, name)
    return found if found is not None and 0.0 <= found <= MAX_MS else None
