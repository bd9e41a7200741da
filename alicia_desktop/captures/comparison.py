"""Compare two conversations turn by turn: asked, retrieved, called, said, and how long it took.

    for pair in pair_turns(list(read_turns(one, …)), list(read_turns(other, …))):
        for difference in differences(pair): ...

Turns are paired by what was asked; a question that was reworded stands beside the one in its place. Ids are made anew
in each run, so memories are compared by their words and tools by name, arguments and result.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Final, Literal

from alicia_desktop.base.translation import translate
from alicia_desktop.captures.turn_summary import ToolCallSummary, TurnSummary
from alicia_desktop.view import text

Aspect = Literal["turn", "asked", "retrieved", "called", "said", "error", "model", "time"]
MAX_PAIRED: Final = 2_000
"""Turns that are paired by their questions, which costs up to the square of their number; others by their place."""
_NOTHING: Final = ""
_ASPECTS: Final[dict[Aspect, str]] = {
    "turn": translate("only in the earlier one"),
    "asked": translate("asked"),
    "retrieved": translate("memories"),
    "called": translate("tools"),
    "said": translate("said"),
    "error": translate("error"),
    "model": translate("model"),
    "time": translate("time"),
}


@dataclass(frozen=True, kw_only=True, slots=True)
class TurnPair:
    """The same turn of two conversations; one that only one of them has stands alone."""

    before: TurnSummary | None
    after: TurnSummary | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Difference:
    """In what two turns differ; what one of them has not is empty."""

    aspect: Aspect
    before: tuple[str, ...]
    after: tuple[str, ...]


def pair_turns(before: Sequence[TurnSummary], after: Sequence[TurnSummary]) -> list[TurnPair]:
    """Return the turns of both in their order."""
    if max(len(before), len(after)) > MAX_PAIRED:
        return [TurnPair(before=one, after=other) for one, other in zip_longest(before, after)]
    asked = SequenceMatcher(None, [one.asked for one in before], [one.asked for one in after], autojunk=False)
    return [
        TurnPair(before=one, after=other)
        for _, first, end, other_first, other_end in asked.get_opcodes()
        for one, other in zip_longest(before[first:end], after[other_first:other_end])
    ]


def differences(pair: TurnPair) -> Iterator[Difference]:
    """Yield in what a pair differs; times apart, see `time_difference`."""
    before, after = pair.before, pair.after
    if before is None or after is None:
        yield Difference(aspect="turn", before=_whole(before), after=_whole(after))
        return
    yield from _different("asked", (before.asked,), (after.asked,))
    yield from _different("retrieved", _memories(before), _memories(after))
    yield from _different("called", tuple(map(call_line, before.called)), tuple(map(call_line, after.called)))
    yield from _different("said", (before.said,), (after.said,))
    yield from _different("error", (before.error,), (after.error,))
    yield from _different("model", (before.model,), (after.model,))


def time_difference(pair: TurnPair) -> Difference | None:
    """Return how long both took where that is known of both; it differs with every run and says nothing by itself."""
    if pair.before is None or pair.after is None:
        return None
    before, after = time_line(pair.before), time_line(pair.after)
    return Difference(aspect="time", before=(before,), after=(after,)) if before or after else None


def time_line(turn: TurnSummary) -> str:
    """Return `412 ms to the first word, 1.3 s in all`."""
    named = ((turn.first_word_ms, translate("to the first word")), (turn.took_ms, translate("in all")))
    return ", ".join(f"{text.duration(ms)} {what}" for ms, what in named if ms is not None)


def call_line(call: ToolCallSummary) -> str:
    """Return `calculator(17 * 23): success → 391`."""
    result = f" → {text.one_line(text.plain(call.result), 120)}" if call.result is not None else ""
    failure = f" ({text.one_line(call.error, 120)})" if call.error else ""
    return f"{call.name}({text.parameters(call.arguments, 120)}): {call.status}{result}{failure}"


def _different(aspect: Aspect, before: tuple[str, ...], after: tuple[str, ...]) -> Iterator[Difference]:
    if before != after:
        yield Difference(aspect=aspect, before=_filled(before), after=_filled(after))


def _filled(lines: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(line for line in lines if line != _NOTHING)


def _whole(turn: TurnSummary | None) -> tuple[str, ...]:
    """Return all that is compared of a turn, each line but the question with what it is."""
    if turn is None:
        return ()
    calls = tuple(map(call_line, turn.called))
    lines: tuple[tuple[Aspect, tuple[str, ...]], ...] = (
        ("retrieved", _memories(turn)),
        ("called", calls),
        ("said", (turn.said,)),
        ("error", (turn.error,)),
    )
    named = (f"{_ASPECTS[aspect]}: {line}" for aspect, said in lines for line in _filled(said))
    return (turn.asked, *named)


def _memories(turn: TurnSummary) -> tuple[str, ...]:
    return tuple(memory.content for memory in turn.retrieved)


@dataclass(frozen=True, kw_only=True, slots=True)
class ComparisonRow:
    """One line of a comparison, for the window."""

    id: str
    title: str
    """`Turn 2 · said`."""
    differs: bool
    before: str
    after: str


def comparison_rows(pairs: Sequence[TurnPair]) -> Iterator[ComparisonRow]:
    """Yield a line for each difference; for a turn that has none, one with how long it took."""
    for number, pair in enumerate(pairs):
        found = list(differences(pair))
        time = time_difference(pair)
        for one in (*found, *((time,) if time is not None else ())):
            yield ComparisonRow(
                id=f"{number} {one.aspect}",
                title=f"{_turn_name(pair)} · {_aspect_name(pair, one) if found else translate('no difference')}",
                differs=one.aspect != "time",
                before="\n".join(one.before),
                after="\n".join(one.after),
            )


def _aspect_name(pair: TurnPair, difference: Difference) -> str:
    if difference.aspect == "turn" and pair.before is None:
        return translate("only in the later one")
    return _ASPECTS[difference.aspect]


def _turn_name(pair: TurnPair) -> str:
    before, after = (turn.number if turn is not None else None for turn in (pair.before, pair.after))
    if before is None or after is None or before == after:
        return translate("Turn {number}").format(number=before if before is not None else after)
    return translate("Turn {before} → {after}").format(before=before, after=after)
