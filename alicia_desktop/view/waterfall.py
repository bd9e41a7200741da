"""Lay out a turn's time as rows: what there was, in the order in which it began, and how much of the total each is.

Zero is the end of speech for a spoken question, else the moment the question left this computer. All is read from the
journal's times, the `client.*` moments and what the server told, so an old conversation shows the same figures as a
live one.

What was waited for is the critical path through things of which several happened at once. It is walked from the end:
what ended last was waited for, and before that began, what ended last until then. The steps lie one behind another
without a gap, so their lengths add up to the total; what nobody told is one hatched row. Over which pixels all of it
is laid out, and where marks stand, says the `Axis`.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from alicia_desktop.base.translation import translate
from alicia_desktop.view import text
from alicia_desktop.view.server_timings import ServerTimings, clock_offset
from alicia_desktop.view.turn_phases import Kind, Stretch, Teller, TurnPhase, turn_phases
from alicia_desktop.view.turn_records import TurnClock, TurnRecords

ROUNDING: Final = 1e-6
"""Milliseconds; what ends as much later than something begins still ends before it."""
UNTOLD: Final = "untold"
"""Id of the row of what nobody told."""
BETWEEN: Final = "between"
"""Id of the row of what a server did between the phases that it told."""
_FILLERS: Final[tuple[tuple[str, Kind, str, Teller], ...]] = (
    (BETWEEN, "server", translate("Server, the rest"), "server"),
    (UNTOLD, "untold", translate("Not told by this server"), "nobody"),
)

FIRST_PART: Final = (-600.0, 2_000.0)
"""Milliseconds of the closer view: a little of what came before zero, and the two seconds that a person waits."""
MARK_ROOM: Final = 52
"""Least pixels from one mark to the next: a figure such as `1,500` and air."""
_ROUND_STEPS: Final = (1, 2, 5)
STEP_OF: Final[Mapping[str, str]] = {
    "speech": "question",
    "transcript": "question",
    "retrieval": "memories",
    "reasoning": "reasoning",
    "start": "sentences",
    "sentence": "sentences",
    "sound": "sentences",
    "waiting": "question",
    "network": "question",
    "prompt": "sentences",
    "tokens": "sentences",
    "voice": "sentences",
    "buffer": "sentences",
    "end": "error",
}
"""Kind of a bar → kind of the step that it belongs to; a tool's bar has the id of its step."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Span:
    """Something that lasted, in milliseconds."""

    id: str
    start: float
    end: float


def critical_path(spans: Sequence[Span], *, start: float, end: float) -> tuple[Span, ...]:
    """Return what the time from `start` to `end` was spent on, in order; a step of nothing known has no id.

    Of what lasts at a moment that is looked back from, what ended first is taken: it led to what came next.
    """
    lasting = [span for span in spans if span.end - span.start > ROUNDING and span.end > start and span.start < end]
    steps: list[Span] = []
    until = end
    while until - start > ROUNDING:
        step = _step_before(lasting, until)
        steps.append(Span(id=step.id, start=max(step.start, start), end=until))
        until = step.start
    return tuple(reversed(steps))


def _step_before(spans: Sequence[Span], until: float) -> Span:
    begun = [span for span in spans if span.start < until - ROUNDING]
    open_then = [span for span in begun if span.end >= until - ROUNDING]
    if open_then:
        return min(open_then, key=lambda span: (span.end, -span.start))
    return Span(id="", start=max((span.end for span in begun), default=float("-inf")), end=until)


@dataclass(frozen=True, kw_only=True, slots=True)
class WaterfallRow:
    """One bar (or diamond) of a turn's waterfall; milliseconds after the turn's zero, by this computer's clock."""

    id: str
    kind: Kind
    label: str
    at_ms: float
    took_ms: float | None
    """None for an instant."""
    at: str
    took: str
    stretches: tuple[Stretch, ...] = ()
    """Where it lasted, where that is not one stretch from `at_ms` on."""
    path: tuple[Stretch, ...] = ()
    """Where it was what was waited for."""
    share: str = ""
    """How much of the total it is, such as `19 ms`; empty where it is nothing of it."""
    teller: Teller = "here"
    note: str = ""
    """Why it took as long, where that is known."""

    @property
    def end_ms(self) -> float:
        """When it ended last."""
        return self.stretches[-1][1] if self.stretches else self.at_ms + (self.took_ms or 0.0)

    @property
    def path_ms(self) -> float:
        """How much of the total it is."""
        return sum(end - start for start, end in self.path)


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnTime:
    """A turn's time."""

    rows: tuple[WaterfallRow, ...]
    total_ms: float | None = None
    """Of the whole turn; None while it lasts."""
    clocks: str = ""
    """How well the server's clock is known, such as `server’s clock ± 2 ms`; empty where it told nothing."""
    left_out: int = 0
    """Phases of the server that are not among the rows, since they were too many to be sent or read."""


def waterfall(turn: TurnRecords, clock: TurnClock) -> TurnTime:
    """Return what the time of a turn was spent on."""
    phases, told = turn_phases(turn, clock)
    ends = [end for phase in phases for _, end in phase.stretches]
    begins = [start for phase in phases for start, _ in phase.stretches if phase.lasts]
    clocks, left_out = ("", 0) if told is None else (_clocks(turn), told.left_out)
    if not _has_ended(turn) or not ends:
        return TurnTime(rows=_rows(phases, {}), clocks=clocks, left_out=left_out)
    start, end = min([0.0, *begins]), max(ends)
    path = _path(phases, start, end, told)
    for row_id, kind, label, teller in _FILLERS:
        if row_id in path:
            path[str(len(phases))] = path[row_id]
            phases.append(TurnPhase(id=row_id, kind=kind, label=label, stretches=path[row_id], teller=teller))
    return TurnTime(rows=_rows(phases, path), total_ms=end - start, clocks=clocks, left_out=left_out)


def _has_ended(turn: TurnRecords) -> bool:
    if turn.failure is not None:
        return True
    return turn.answer is not None and turn.answer.message.completion_status not in {"pending", "streaming"}


def _path(
    phases: Iterable[TurnPhase], start: float, end: float, told: ServerTimings | None
) -> dict[str, tuple[Stretch, ...]]:
    """Return what the time was spent on, by the places of the phases, whose ids are others' and may repeat.

    What lay between the phases that a server told is its own work.
    """
    spans = [
        Span(id=str(place), start=begin, end=until)
        for place, phase in enumerate(phases)
        if phase.counts
        for begin, until in phase.stretches
    ]
    if told is not None:
        inner = [span for span in spans if span.end <= told.end]
        gaps = critical_path(inner, start=told.start, end=told.end)
        spans += [Span(id=BETWEEN, start=gap.start, end=gap.end) for gap in gaps if not gap.id]
    found: dict[str, list[Stretch]] = defaultdict(list)
    for step in critical_path(spans, start=start, end=end):
        found[step.id or UNTOLD].append((step.start, step.end))
    return {row_id: tuple(stretches) for row_id, stretches in found.items()}


def _rows(phases: Sequence[TurnPhase], path: dict[str, tuple[Stretch, ...]]) -> tuple[WaterfallRow, ...]:
    rows = [_row(phase, path.get(str(place), ())) for place, phase in enumerate(phases)]
    return tuple(sorted(rows, key=lambda row: row.at_ms))


def _row(phase: TurnPhase, path: tuple[Stretch, ...]) -> WaterfallRow:
    took = sum(end - start for start, end in phase.stretches) if phase.lasts else None
    spent = sum(end - start for start, end in path)
    return WaterfallRow(
        id=phase.id,
        kind=phase.kind,
        label=phase.label,
        at_ms=phase.start,
        took_ms=took,
        at=text.signed(phase.start),
        took="·" if took is None else text.duration(took),
        stretches=phase.stretches if len(phase.stretches) > 1 else (),
        path=path,
        share=text.duration(spent) if path else "",
        teller=phase.teller,
        note=phase.note,
    )


def _clocks(turn: TurnRecords) -> str:
    offset = clock_offset(turn)
    if offset is None or offset.uncertainty_ms is None:
        return translate("server’s clock not aligned")
    return translate("server’s clock ± {time}").format(time=text.duration(max(1.0, offset.uncertainty_ms)))


def turn_figures(rows: Sequence[WaterfallRow]) -> tuple[tuple[str, str], ...]:
    """Return the large figures above the waterfall, with what each means."""
    by_id = {row.id: row for row in rows}
    found = []
    if first := by_id.get("first sentence"):
        found.append((text.duration(first.at_ms + (first.took_ms or 0)), translate("to the first word")))
    if sound := by_id.get("sound"):
        found.append((text.duration(sound.at_ms), translate("to the first sound")))
    if heard := by_id.get("transcript"):
        found.append((text.duration(heard.at_ms + (heard.took_ms or 0)), translate("transcript")))
    if (retrieval := by_id.get("retrieval")) and retrieval.took_ms is not None:
        found.append((text.duration(retrieval.took_ms), translate("retrieval")))
    tools = [row.took_ms for row in rows if row.kind == "tool" and row.took_ms is not None]
    if tools:
        found.append((text.duration(sum(tools)), translate("tools")))
    ends = [row.end_ms for row in rows if row.kind in {"sentence", "sound"}]
    if ends:
        found.append((text.duration(max(ends)), translate("to the end")))
    return tuple(found)


@dataclass(frozen=True, kw_only=True, slots=True)
class Axis:
    """Milliseconds from `first` to `last` over `width` pixels."""

    first: float
    last: float
    width: float

    def x(self, milliseconds: float) -> float:
        """Return the place of a moment, in pixels; outside of the span it is the nearer end."""
        within = min(max(milliseconds, self.first), self.last)
        return (within - self.first) / (self.last - self.first) * self.width

    def moment(self, x: float) -> float:
        """Return the moment at a place in pixels; outside of the width it is the nearer end."""
        within = min(max(x, 0.0), self.width)
        return self.first + within / max(self.width, 1.0) * (self.last - self.first)

    def marks(self) -> list[float]:
        """Return the round moments that fit, zero among them."""
        step = self._step()
        number = -int(-self.first // step) if self.first >= 0 else -int(-self.first / step)
        found = []
        while number * step <= self.last:
            found.append(float(number * step))
            number += 1
        return found

    def _step(self) -> float:
        least = (self.last - self.first) * MARK_ROOM / max(self.width, MARK_ROOM)
        power = 1.0
        while True:
            for step in _ROUND_STEPS:
                if step * power >= least:
                    return step * power
            power *= 10


def axis_of(rows: Sequence[WaterfallRow], *, whole: bool, width: float) -> Axis:
    """Return the axis for `rows`: the whole turn, or its first part and no more of it than there is."""
    starts = min((row.at_ms for row in rows), default=0.0)
    ends = max((row.end_ms for row in rows), default=0.0)
    first, last = min(starts, 0.0), max(ends, 1.0)
    if not whole:
        first, last = max(first, FIRST_PART[0]), min(last, FIRST_PART[1])
    return Axis(first=first, last=last, width=width)


def first_word_ms(rows: Sequence[WaterfallRow]) -> float | None:
    """Return when the first sentence was there; None while there is none."""
    ends = [row.at_ms + (row.took_ms or 0.0) for row in rows if row.kind == "sentence"]
    return min(ends, default=None)
