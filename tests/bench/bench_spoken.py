"""From the end of what is said to her first sound, through the whole program, beside the simplest thing that talks.

Two windows, each with a sound card of its own, hear the same sentences in turn, one of them with a server that waits
700 ms, transcribes all, writes all, makes all sound, then plays it (`naive_server`). Only one is spoken to at a time.
"""

import statistics
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Final

from tests.bench.bench_processes import Running, resident_megabytes
from tests.bench.measure import RATHER_HIGH, Figure, Goal, Measure, NotMeasuredError, Samples, quantile
from tests.bench.spoken_sentences import Spoken, spoken
from tests.bench.spoken_turns import PARTS, Kind, Place, TimedTurn, TurnLostError, place

DIALOGUE_SECONDS: Final = 60.0
CONDITIONS: Final = (
    "From the last sound that goes into the microphone to the first that comes out of the loudspeaker, by the monitors "
    "of a PulseAudio sound card, of turns that end plainly: window, line, local server, built-in model, a quiet room, "
    "bridging off"
)
NAIVE: Final = (
    "the same program with a fixed silence of 700 ms, then the whole transcription, then the whole answer, then the "
    "whole sound, at another sound card in turn with ours"
)


@dataclass(kw_only=True, slots=True)
class Turns:
    """Pairs of the same sentence."""

    ours: list[TimedTurn] = field(default_factory=list)
    baseline: list[TimedTurn] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    def samples(self, of: Callable[[TimedTurn], float], note: str = "") -> Samples:
        """Return something of all pairs."""
        if not self.ours:
            raise NotMeasuredError("; ".join(self.lost))
        return Samples(ours=[*map(of, self.ours)], baseline=[*map(of, self.baseline)], note=note)

    def told(self) -> str:
        """Return how many, by whom, and what could not be counted."""
        by_voice: dict[str, list[float]] = {}
        for turn in self.ours:
            by_voice.setdefault(turn.voice, []).append(turn.whole)
        each = ", ".join(f"{voice} {statistics.median(times):.2f} s" for voice, times in by_voice.items())
        lost = f"; not counted: {', '.join(self.lost)}" if self.lost else ""
        return f"{len(self.ours)} pairs; {each}{lost}"


def take_turns(ours: Place, baseline: Place, sentences: Sequence[Spoken]) -> Turns:
    """Say each sentence to both, to one first and to the other first in turn; the first is not counted."""
    turns = Turns()
    for number, said in enumerate(sentences):
        order = (ours, baseline) if number % 2 else (baseline, ours)
        try:
            taken = {id(each): each.take(said) for each in order}
        except TurnLostError as error:
            turns.lost.append(str(error))
            continue
        if number:
            turns.ours.append(taken[id(ours)])
            turns.baseline.append(taken[id(baseline)])
    return turns


def measures() -> Iterator[Measure]:
    """Yield the whole way, its parts, and what a minute of dialogue takes."""
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="alicia-bench-")))
        sentences = [*spoken(home)]
        both: tuple[Kind, ...] = ("ours", "naive")
        places = {kind: stack.enter_context(place(home / kind, kind)) for kind in both}
        turns = take_turns(places["ours"], places["naive"], sentences)
        yield from _latencies(turns)
        running = Running(window=places["ours"].window.process.pid)
        yield Measure(
            name="Processor for a minute of dialogue",
            what="Processor time of window, line, server and language model together, as a share of one core, while "
            "somebody speaks and hears every answer to its end.",
            unit="%",
            figure=Figure.MEDIAN,
            run=lambda: running.share_of(lambda: places["ours"].hold_dialogue(sentences, DIALOGUE_SECONDS)),
        )
        yield Measure(
            name="Memory after a dialogue",
            what="Resident memory of all of them together, all models of speech loaded.",
            unit="MB",
            figure=Figure.MEDIAN,
            run=partial(resident_megabytes, running),
        )


def _latencies(turns: Turns) -> Iterator[Measure]:
    for name, figure, limit, note in (("median", Figure.MEDIAN, 0.6, turns.told()), ("95 %", Figure.P95, 0.9, "")):
        yield Measure(
            name=f"End of speech to first sound, {name}",
            what=f"{CONDITIONS}.",
            baseline=NAIVE,
            unit="s",
            figure=figure,
            goal=Goal(limit=limit),
            run=partial(turns.samples, lambda turn: turn.whole, note),
        )
    yield Measure(
        name="The same beside a naive pipeline",
        what=f"{CONDITIONS}.",
        baseline=NAIVE,
        unit="s",
        figure=Figure.COST,
        goal=Goal(limit=0.35),
        run=lambda: turns.samples(lambda turn: turn.whole),
    )
    for part in PARTS:
        yield Measure(
            name=f"Of it: {part}",
            what="The parts of it, one behind the other, in the median: the silence that is decided upon, with what "
            "voice activity takes to notice it; what the words are later than that; memories and dialogue act; the "
            "first clause; its sound; transport, line and card.",
            baseline=NAIVE,
            unit="s",
            figure=Figure.MEDIAN,
            run=partial(_part, turns, part),
        )


def _part(turns: Turns, part: str) -> Samples:
    samples = turns.samples(lambda turn: turn.parts[part])
    high = quantile(samples.ours, RATHER_HIGH), quantile(samples.baseline, RATHER_HIGH)
    return Samples(
        ours=samples.ours, baseline=samples.baseline, note=f"95 %: {high[0]:.2f} s, baseline {high[1]:.2f} s"
    )
