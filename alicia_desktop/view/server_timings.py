"""Read what a server tells of its turn's time, and put it on this computer's clock (docs/protocol.md#timings)."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from alicia_desktop.protocol.extensions import RECEIVED_AT, TIMINGS
from alicia_desktop.view.clock_offset import ROUNDING_MS, ClockBound, ClockOffset, align_clocks, bound_of, epoch_ms
from alicia_desktop.view.payload_reader import get_mapping, get_mappings, get_number, get_text, json_map
from alicia_desktop.view.retrievals import retrieval_map
from alicia_desktop.view.turn_records import TurnClock, TurnRecords

MAX_PHASES: Final = 200
MAX_NAME: Final = 60
MAX_MS: Final = 1e10
"""Of a time that is believed: four months."""


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
