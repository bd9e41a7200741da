"""Show how the memories of an answered question would be ranked with other weights, threshold or budget.

    start = read_what_if(conn, answer_id)                 # what the answer had
    view = what_if_view(start, told)                      # beside what the server's own retrieval would bring

The ranking is always the server's; here it is only put beside what was used, and what differs is named.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from alicia_desktop.base.translation import format_number, translate, translate_count
from alicia_desktop.store.conversations import messages, transcripts
from alicia_desktop.store.database import Connection
from alicia_desktop.view import text
from alicia_desktop.view.memory_text import memory_text
from alicia_desktop.view.payload_reader import get_mapping, get_mappings, get_number, get_text
from alicia_desktop.view.retrievals import SUMMARY, MissedRow, RetrievalContext, missed_row, retrieval_map
from alicia_desktop.view.trial_controls import BUDGET, MAX_TRIED_WEIGHT, THRESHOLD, TrialControl, trial_controls

MAX_CHARACTERS: Final = 300
MAX_ROWS: Final = 200
MIN_SHARE_OF_BEST: Final = 0.6
"""Only for the sentence of what would have made it; the server decides by its own (docs/protocol.md#what-if)."""
NO_SEARCH: Final = translate("No memories are searched in a private conversation.")
ABOUT_PERSON: Final = translate("This answer listed what is known; nothing was weighed.")

Change = Literal["same", "in", "out", "moved", "missed"]


@dataclass(frozen=True, kw_only=True, slots=True)
class UsedThen:
    """A memory that the answer had."""

    id: str
    content: str


@dataclass(frozen=True, kw_only=True, slots=True)
class WhatIfStart:
    """An answer, and the memories that it had, best first."""

    answer_id: str
    question: str
    used: tuple[UsedThen, ...] = ()
    exclude: tuple[str, ...] = ()
    """Memories that it was asked for without."""
    include: tuple[str, ...] = ()
    problem: str = ""
    """Why nothing can be tried; empty where it can."""

    def body(self, changes: Mapping[str, float]) -> dict[str, Any]:
        """Return the body of the call that tries `changes`, which are by the names of the controls."""
        body: dict[str, Any] = {"exclude": self.exclude[:MAX_ROWS], "include": self.include[:MAX_ROWS]}
        weights = {name: value for name, value in changes.items() if name not in {THRESHOLD, BUDGET}}
        if THRESHOLD in changes:
            body[THRESHOLD] = changes[THRESHOLD]
        if BUDGET in changes:
            body[BUDGET] = round(changes[BUDGET])
        return {**body, "weights": weights} if weights else body


@dataclass(frozen=True, kw_only=True, slots=True)
class TriedRow:
    """A memory in the ranking as it would be."""

    id: str
    rank: str
    change: Change
    mark: str
    """What became of it: `came in`, `was 3`; empty where nothing changed."""
    content: str
    detail: str
    score: str
    fraction: float | None
    would: str = ""
    """What would have made it, in a sentence; empty for what is used."""
    values: Mapping[str, float] = field(default_factory=dict)
    """The controls that would do it, where one would."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WhatIfView:
    """The ranking, the numbers that it was made with, and those that count while nothing is tried."""

    controls: tuple[TrialControl, ...]
    """With what counts while nothing is tried."""
    rows: tuple[TriedRow, ...]
    summary: str
    problem: str = ""


def read_what_if(conn: Connection, answer_id: str) -> WhatIfStart | None:
    """Return what an answer had; None for one that is not there."""
    answer = messages.get(conn, answer_id)
    if answer is None:
        return None
    bundle = next(iter(transcripts.some(conn, answer.conversation_id, [answer_id])), None)
    if bundle is None:
        return None
    sent = retrieval_map(bundle.traces, bundle.meta)
    budget = get_mapping(sent, "budget")
    used = [one for one in bundle.traces if one.action == "retrieved" and one.memory_type != SUMMARY]
    used.sort(key=lambda one: one.position_in_results or 0)
    return WhatIfStart(
        answer_id=answer_id,
        question=bundle.question.contents if bundle.question is not None else "",
        used=tuple(UsedThen(id=one.memory_id, content=_content(one.content or "")) for one in used),
        exclude=tuple(get_text(one, "memoryId") for one in _missed(sent) if get_text(one, "reason") == "excluded"),
        include=tuple(one.memory_id for one in used if one.meta.get("included") is True),
        problem=ABOUT_PERSON if "tokens" in budget and budget["tokens"] is None else "",
    )


def what_if_view(start: WhatIfStart, told: Mapping[str, Any]) -> WhatIfView:
    """Return what the server told of a trial beside what the answer had."""
    if get_text(told, "state") != "found":
        return WhatIfView(controls=(), rows=(), summary="", problem=NO_SEARCH)
    every = tuple(_rows(start, told))
    rows = every[:MAX_ROWS]
    counts = {change: sum(row.change == change for row in every) for change in ("in", "out", "moved")}
    used = sum(row.change in {"same", "in", "moved"} for row in every)
    words = {"in": translate("came in"), "out": translate("fell out"), "moved": translate("moved")}
    said = [f"{count} {words[change]}" for change, count in counts.items() if count]
    summary = ", ".join(
        [translate_count("{count} memory used", "{count} memories used", used), *(said or [translate("as it was")])]
    )
    if len(every) > MAX_ROWS:
        listed = translate("the first {most} of {count} are listed")
        summary += f"; {listed.format(most=format_number(MAX_ROWS), count=format_number(len(every)))}"
    return WhatIfView(controls=trial_controls(told), rows=rows, summary=summary)


def _rows(start: WhatIfStart, told: Mapping[str, Any]) -> Iterator[TriedRow]:
    places = {one.id: place for place, one in enumerate(start.used, 1)}
    used, sent = get_mappings(told, "used"), get_mapping(told, "retrieval")
    missed = _missed(sent)
    around = _around(sent, used)
    for place, one in enumerate(used, 1):
        yield _used_row(one, place, places.get(get_text(one, "memoryId")), around)
    here = {get_text(one, "memoryId") for one in (*used, *missed)}
    for then in start.used:
        if then.id not in here:
            yield TriedRow(
                id=then.id,
                rank="–",
                change="out",
                mark=translate("fell out"),
                content=then.content,
                detail=translate("deleted, archived or far behind by now"),
                score="",
                fraction=None,
            )
    for one in missed:
        yield _missed_tried(one, places.get(get_text(one, "memoryId")), around, told)


def _used_row(one: Mapping[str, Any], place: int, before: int | None, around: RetrievalContext) -> TriedRow:
    shown = missed_row(one, around)
    change: Change = "in" if before is None else "same" if before == place else "moved"
    exempt = (
        translate("pinned")
        if one.get("pinned") is True
        else translate("included at your request")
        if one.get("included") is True
        else ""
    )
    return TriedRow(
        id=shown.id,
        rank=str(place),
        change=change,
        mark={"in": translate("came in"), "moved": translate("was {rank}").format(rank=before)}.get(change, ""),
        content=shown.content,
        detail=" · ".join(part for part in (shown.category, exempt) if part),
        score=shown.score,
        fraction=_fraction(one),
    )


def _missed_tried(
    one: Mapping[str, Any], before: int | None, around: RetrievalContext, told: Mapping[str, Any]
) -> TriedRow:
    shown = missed_row(one, around)
    would, values = what_would_make_it(one, shown, told)
    return TriedRow(
        id=shown.id,
        rank="–",
        change="missed" if before is None else "out",
        mark="" if before is None else translate("fell out"),
        content=shown.content,
        detail=shown.reason,
        score=shown.score,
        fraction=_fraction(one),
        would=would,
        values=values,
    )


def what_would_make_it(
    one: Mapping[str, Any], shown: MissedRow, told: Mapping[str, Any]
) -> tuple[str, Mapping[str, float]]:
    """Return in a sentence what would bring a missed memory in, and the controls that do it, where one does."""
    reason = get_text(one, "reason")
    match reason:
        case "below_threshold" | "decayed":
            return _by_threshold(one, told)
        case "far_below_best":
            return _by_best(one, told)
        case "over_budget":
            return _by_budget(one, told)
        case "not_read":
            return translate(
                "It was found, but the model has no room for it: a model that reads more would get it."
            ), {}
        case "excluded":
            return translate("It would be looked at again if the question were not asked without it."), {}
    return translate("No weight, threshold or budget would change that: {reason}.").format(reason=shown.reason), {}


def _by_threshold(one: Mapping[str, Any], told: Mapping[str, Any]) -> tuple[str, Mapping[str, float]]:
    relevance = get_number(one, "relevance") or 0.0
    factor = get_number(get_mapping(one, "decay"), "factor") or 1.0
    if relevance <= 0:
        return translate("It has nothing to do with the question: no threshold would let it in."), {}
    wanted = int(100 * relevance / factor - 1e-9) / 100
    best = max((get_number(used, "relevance") or 0.0 for used in get_mappings(told, "used")), default=0.0)
    far = MIN_SHARE_OF_BEST * best

    if relevance < far and wanted > 0:
        return translate(
            "A threshold of {threshold} is not enough: it is also far below the best one ({best})."
        ).format(threshold=format_number(wanted, ".2f"), best=format_number(best, ".2f")), {}
    weight = _by_weight(one, get_number(get_mapping(one, "decay"), "threshold"), told)
    if weight is None:
        said = translate("A threshold of {threshold} would let it in.").format(threshold=format_number(wanted, ".2f"))
    else:
        said = translate(
            "A threshold of {threshold} would let it in; so would about {weight} as the weight of {part}."
        ).format(threshold=format_number(wanted, ".2f"), part=weight[0][:40], weight=format_number(weight[1], ".2f"))
    return said, {THRESHOLD: wanted}


def _by_weight(one: Mapping[str, Any], needed: float | None, told: Mapping[str, Any]) -> tuple[str, float] | None:
    """Return the one weight that would do it as well with the least change; None where none does."""
    relevance = get_number(one, "relevance")
    parts, found = get_mapping(one, "parts"), list[tuple[float, str, float]]()
    tried = get_mapping(get_mapping(told, "tried"), "weights")
    for name in parts:
        part = get_mapping(parts, name)
        value, weight = get_number(part, "value"), get_number(tried, name)
        if value and weight is not None and weight > 0 and value > 0 and needed is not None and relevance is not None:
            more = weight + (needed - relevance) / value + 0.005
            if more <= MAX_TRIED_WEIGHT:
                found.append((more - weight, name, more))
    return min(found)[1:] if found else None


def _by_best(one: Mapping[str, Any], told: Mapping[str, Any]) -> tuple[str, Mapping[str, float]]:
    best = max((get_number(used, "relevance") or 0.0 for used in get_mappings(told, "used")), default=0.0)
    if not best:
        return translate("It is far below the best one."), {}
    needed, relevance = MIN_SHARE_OF_BEST * best, get_number(one, "relevance") or 0.0
    shown = format_number(needed, ".2f")
    if shown == format_number(relevance, ".2f"):  # never “0.57” of one that is shown with 0.57
        shown = format_number(needed, ".3f")
    return translate("It would need a relevance of {relevance}, {share:.0%} of the best one’s.").format(
        relevance=shown, share=MIN_SHARE_OF_BEST
    ), {}


def _by_budget(one: Mapping[str, Any], told: Mapping[str, Any]) -> tuple[str, Mapping[str, float]]:
    sent = get_mapping(told, "retrieval")
    spent, rank = get_number(get_mapping(sent, "budget"), "used"), get_number(one, "rank")
    if spent is None or rank is None:
        return translate("A larger token budget would let it in."), {}
    before = [
        other
        for other in _missed(sent)
        if get_text(other, "reason") == "over_budget" and (get_number(other, "rank") or 0) <= rank
    ]
    wanted = spent + sum(get_number(other, "tokens") or 0 for other in before)
    return translate("A token budget of {tokens} would let it in.").format(tokens=format_number(wanted, ",.0f")), {
        BUDGET: wanted
    }


def _around(sent: Mapping[str, Any], used: Sequence[Mapping[str, Any]]) -> RetrievalContext:
    budget = get_mapping(sent, "budget")
    total, spent = get_number(budget, "tokens"), get_number(budget, "used")
    return RetrievalContext(
        threshold=get_number(sent, "threshold"),
        best=max((score for one in used if (score := get_number(one, "relevance")) is not None), default=None),
        tokens_left=None if total is None or spent is None else total - spent,
    )


def _missed(sent: Mapping[str, Any]) -> Sequence[Mapping[str, Any]]:
    return tuple(get_mappings(sent, "missed"))


def _fraction(one: Mapping[str, Any]) -> float | None:
    relevance = get_number(one, "relevance")
    return None if relevance is None else max(0.0, min(1.0, relevance))


def _content(content: str) -> str:
    return memory_text(text.one_line(content, MAX_CHARACTERS))
