"""How soon it is known that somebody has finished, and how often a pause is taken for the end, beside fixed silences.

Offline, over the kept evidence of speakers who are held out (`pause_evidence`): the same figures each time, on any
computer. `python -m tests.bench.bench_voice` draws false ends against latency. Latency is the time from the last sound
to the final transcript: what voice activity takes to notice, the silence that is waited for, and the recogniser, which
runs ahead in ours and after the silence in the fixed ones. A pause is cut where it lasts longer than is waited for.
"""

import statistics
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from alicia_desktop.config import Patience
from alicia_desktop.server.speech.endpointing import (
    EndpointDecision,
    EndpointPolicy,
    PauseEvidence,
    bundled_weights,
)
from tests.bench.measure import Figure, Goal, Measure, Samples, quantile
from tests.bench.pause_evidence import PauseRow, load_rows

FIXED_MS: Final = (300, 500, 700)
PAUSE_OF_MS: Final = 800
"""The pause of which at most one in twenty may be cut."""
PAUSES_MS: Final = range(300, 1_501, 100)
SHIFTS: Final = (-2.0, -1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0)
"""Of the threshold of sureness, in log-odds."""
DRAWN_WIDTH: Final = 40
PLAIN: Final = "whole"
Rule = Callable[[PauseRow], int]
"""How much silence is waited for, in ms."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Ends:
    """What came of a rule."""

    cut: float
    """Share of the pauses of 0.8 s that were cut."""
    cut_of_all: float
    """The same of pauses of 0.3–1.5 s, each as often."""
    latencies: Sequence[float]
    """Of the turns that end plainly, in seconds."""


def rule(*, patience: Patience = "natural", shift: float = 0.0) -> Rule:
    """Return the rule of the program."""
    weights = bundled_weights()
    policy = EndpointPolicy(patience=patience, weights=replace(weights, sure=weights.sure + shift))

    def wait_ms(row: PauseRow) -> int:
        decision: EndpointDecision = policy.decide(PauseEvidence(acoustic=row.acoustic, words=row.text))
        return decision.wait_ms

    return wait_ms


def ends(wait_ms: Rule, *, ahead: bool) -> Ends:
    """Apply a rule to all that is held out; `ahead`: the recogniser runs while it is waited."""
    rows = held_out()
    pauses = [row for row in rows if not row.finished]
    plain = [row for row in rows if row.finished and row.kind == PLAIN]

    def cut(row: PauseRow, milliseconds: int) -> bool:
        return _decided_ms(row, wait_ms, ahead=ahead) < milliseconds

    return Ends(
        cut=statistics.mean(cut(row, PAUSE_OF_MS) for row in pauses),
        cut_of_all=statistics.mean(cut(row, length) for row in pauses for length in PAUSES_MS),
        latencies=[_latency(row, wait_ms, ahead=ahead) for row in plain],
    )


def _decided_ms(row: PauseRow, wait_ms: Rule, *, ahead: bool) -> int:
    """Return how long after the last sound the end is decided: ours waits for the words, and knows the room."""
    if ahead:
        return row.counted_from_ms + max(wait_ms(row), row.asked_ms + row.recognition_ms)
    return max(0, row.late_ms) + wait_ms(row)


def _latency(row: PauseRow, wait_ms: Rule, *, ahead: bool) -> float:
    after = 0 if ahead else row.recognition_ms
    return (_decided_ms(row, wait_ms, ahead=ahead) + after) / 1_000


@cache
def held_out() -> Sequence[PauseRow]:
    """Return the rows of the speakers who are held out."""
    return load_rows("test")


def fixed(milliseconds: int) -> Ends:
    """Return what a fixed silence makes."""
    return ends(lambda _: milliseconds, ahead=False)


def ours(patience: Patience = "natural", *, shift: float = 0.0) -> Ends:
    """Return what the program's own rule makes."""
    return ends(rule(patience=patience, shift=shift), ahead=True)


def drawn() -> Iterator[str]:
    """Yield the lines of a chart: false ends against latency."""
    yield f"{'':24} cut at 0.8 s  of 0.3–1.5 s  median   95 %"
    for shift in SHIFTS:
        yield _line(f"ours, sure {shift:+.1f}", ours(shift=shift))
    for milliseconds in FIXED_MS:
        yield _line(f"fixed {milliseconds} ms", fixed(milliseconds))


def _line(name: str, found: Ends) -> str:
    middle, high = statistics.median(found.latencies), quantile(found.latencies, 0.95)
    bar = "#" * round(DRAWN_WIDTH * found.cut_of_all)
    return f"{name:24} {found.cut:12.1%}  {found.cut_of_all:12.1%}  {middle:4.2f} s  {high:4.2f} s  {bar}"


def measures() -> Iterator[Measure]:
    """Yield all of them."""
    rows = held_out()
    note = f"{sum(row.finished for row in rows)} ends and {sum(not row.finished for row in rows)} pauses"
    yield Measure(
        name="Pauses of 0.8 s that are taken for the end",
        what="Share of pauses inside sentences, by speakers who are held out, with noise in every second one.",
        baseline="a fixed silence of 700 ms",
        unit="%",
        figure=Figure.MEDIAN,
        goal=Goal(limit=5),
        run=lambda: Samples(ours=[100 * ours().cut], baseline=[100 * fixed(700).cut], note=note),
    )
    yield Measure(
        name="Pauses of 0.3–1.5 s that are taken for the end",
        what="The same pauses, each in all lengths from 0.3 to 1.5 s.",
        baseline="a fixed silence of 700 ms",
        unit="%",
        figure=Figure.MEDIAN,
        run=lambda: Samples(ours=[100 * ours().cut_of_all], baseline=[100 * fixed(700).cut_of_all], note=_others()),
    )
    for name, figure, limit in (("median", Figure.MEDIAN, 0.6), ("95 %", Figure.P95, 0.9)):
        yield Measure(
            name=f"From the last sound to the final transcript, {name}",
            what="Of turns that end plainly: voice activity, silence, and the recogniser, which runs ahead. The goal "
            "is that of the first sound of the answer, which comes later still.",
            baseline="a fixed silence of 700 ms, and the recogniser after it",
            unit="s",
            figure=figure,
            goal=Goal(limit=limit),
            run=_latencies,
        )


def _latencies() -> Samples:
    return Samples(ours=ours().latencies, baseline=fixed(700).latencies, note=_others(latency=True))


def _others(*, latency: bool = False) -> str:
    """Return what other settings and silences come to."""
    found = {"quick": ours("quick"), "patient": ours("patient")} | {f"{one} ms": fixed(one) for one in FIXED_MS}
    if latency:
        return "; ".join(f"{name} {statistics.median(one.latencies):.2f} s" for name, one in found.items())
    return "; ".join(f"{name} {100 * one.cut_of_all:.0f} %" for name, one in found.items())


if __name__ == "__main__":
    sys.stdout.write("".join(f"{line}\n" for line in drawn()))
