"""Why a memory just missed an answer, in words with the numbers that the server sent."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from alicia_desktop.view import text
from alicia_desktop.view.memory_rows import MissedRow
from alicia_desktop.view.payload_reader import NOT_SENT, mapping, number, words
from alicia_desktop.view.traces import category_name, score_parts

UNUSABLE: Final = frozenset({"wrong_user", "failure_answer"})
"""Reasons that asking again with the memory would not change."""
FORGOTTEN: Final = "Forgotten"
"""Stands where words were sent and taken out since."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Around:
    """What the retrieval as a whole says, for reasons that refer to it."""

    threshold: float | None
    best: float | None
    """Relevance of the best memory that was used."""
    tokens_left: float | None
    """Of the budget, in the end."""


_UNTOLD: Final = {"wrong_user": "Another person’s memory"}
"""What stands where words are kept back on purpose."""
Reason = Callable[[Mapping[str, Any], Around], str]


def missed_row(missed: Mapping[str, Any], around: Around) -> MissedRow:
    """Return the row of one missed memory; `missed` is as it was sent."""
    relevance, rank, reason = number(missed, "relevance"), number(missed, "rank"), words(missed, "reason")
    content = text.one_line(words(missed, "content"), 300)
    forgotten = isinstance(missed.get("content"), str) and not content
    return MissedRow(
        id=words(missed, "memoryId"),
        rank="–" if rank is None else f"{rank:.0f}",
        content=content or (FORGOTTEN if forgotten else _UNTOLD.get(reason, NOT_SENT)),
        category=category_name(words(missed, "category")),
        score="" if relevance is None else f"{relevance:.2f}",
        meaning="no score sent" if relevance is None else "relevance",
        reason=in_words(reason, missed, around),
        can_be_asked_with=bool(words(missed, "memoryId")) and reason not in UNUSABLE and not forgotten,
        parts=score_parts({"scoreParts": mapping(missed, "parts")}),
    )


def in_words(reason: str, missed: Mapping[str, Any], around: Around) -> str:
    """Return a reason for a person; one that we do not know is shown as it came."""
    if not reason:
        return f"reason {NOT_SENT}"
    say = _REASONS.get(reason)
    return reason.replace("_", " ") if say is None else say(missed, around)


def _below_threshold(missed: Mapping[str, Any], around: Around) -> str:
    return _under("below the threshold", _needed(missed, around), missed)


def _decayed(missed: Mapping[str, Any], around: Around) -> str:
    decay = mapping(missed, "decay")
    days, needed = number(decay, "days"), number(decay, "threshold")
    since = "decayed" if days is None else f"unused for {text.span(days)}"
    fresh = number(missed, "threshold") if number(missed, "threshold") != needed else around.threshold
    said = _under(since, needed if needed is not None else fresh, missed)
    factor = number(decay, "factor")
    if needed is not None and fresh is not None and fresh < needed:
        return f"{said}, {fresh:.2f} when fresh"
    return f"{said}, worth {factor:.0%} of a fresh one" if factor is not None else said


def _over_budget(missed: Mapping[str, Any], around: Around) -> str:
    tokens = number(missed, "tokens")
    left = number(missed, "left")
    left = around.tokens_left if left is None else left
    parts = [f"{tokens:,.0f} tokens" if tokens is not None else "", f"{left:,.0f} left" if left is not None else ""]
    numbers = ", ".join(part for part in parts if part)
    return f"did not fit the budget: {numbers}" if numbers else "did not fit the budget"


def _over_limit(missed: Mapping[str, Any], _around: Around) -> str:
    limit = number(missed, "limit")
    return "more than one answer takes" if limit is None else f"an answer takes {limit:.0f} at most"


def _far_below_best(missed: Mapping[str, Any], around: Around) -> str:
    relevance = number(missed, "relevance")
    if relevance is None or around.best is None:
        return "far below the best one"
    return f"far below the best one: {relevance:.2f} against {around.best:.2f}"


def _under(why: str, needed: float | None, missed: Mapping[str, Any]) -> str:
    """Return `below the threshold: 0.28 < 0.34`; with a third place where two would look the same."""
    relevance = number(missed, "relevance")
    if relevance is None or needed is None:
        return why
    places = 2 if f"{relevance:.2f}" != f"{needed:.2f}" else 3
    return f"{why}: {relevance:.{places}f} < {needed:.{places}f}"


def _needed(missed: Mapping[str, Any], around: Around) -> float | None:
    own = number(missed, "threshold")
    return around.threshold if own is None else own


_REASONS: Final[Mapping[str, Reason]] = {
    "below_threshold": _below_threshold,
    "decayed": _decayed,
    "over_budget": _over_budget,
    "over_limit": _over_limit,
    "far_below_best": _far_below_best,
    "failure_answer": lambda *_: "only says that nothing was known",
    "wrong_user": lambda *_: "belongs to another person",
    "archived": lambda *_: "archived",
    "excluded": lambda *_: "left out, as you asked",
}
