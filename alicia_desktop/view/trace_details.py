"""Explain one memory trace: the parts of its score, why the memory was chosen, and the memory's own page.

A reason is given as far as the server said it, never guessed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from alicia_desktop.base.translation import format_number, translate, translate_count
from alicia_desktop.store.conversations import transcripts
from alicia_desktop.store.conversations.turns import question_of
from alicia_desktop.store.database import Connection
from alicia_desktop.store.memories import memories, traces
from alicia_desktop.store.records import MemoryRecord, MemoryUseRecord
from alicia_desktop.view import text
from alicia_desktop.view.memory_history import ThenAndNow, then_and_now
from alicia_desktop.view.memory_page import (
    MemoryPageView,
    read_page,
)
from alicia_desktop.view.payload_reader import NOT_SENT, get_mapping, get_number, get_text, get_texts
from alicia_desktop.view.retrievals import RetrievalView, retrieval_of
from alicia_desktop.view.traces import ScorePartRow, _before, category_name, score_of, score_parts, was_pinned
from alicia_desktop.view.turns import answer_of_use


@dataclass(frozen=True, kw_only=True, slots=True)
class TraceDetails:
    """All that is known of one trace, of the retrieval that it belongs to, and of its memory."""

    id: str
    memory_id: str
    parts: tuple[ScorePartRow, ...]
    parts_note: str
    """`not sent` when the server sent no parts; never a guess."""
    threshold: float | None
    """What the score had to pass, for the mark on its bar."""
    reasons: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]
    """Names and values in the trace itself: action, type, source, encoder, …"""
    retrieval: RetrievalView | None
    """None when the server sent nothing of it."""
    page: MemoryPageView
    changed_since: ThenAndNow | None = None
    """What the memory said then and says now; None where that is the same."""


def trace_details(
    use: MemoryUseRecord, memory: MemoryRecord | None, *, retrieval: RetrievalView | None, page: MemoryPageView
) -> TraceDetails:
    """Return all that is known of one trace, its retrieval and its memory."""
    parts = score_parts(use.meta)
    return TraceDetails(
        id=use.id,
        memory_id=use.memory_id,
        parts=parts,
        parts_note="" if parts else NOT_SENT,
        threshold=_needed(use.meta),
        reasons=_reasons(use, memory),
        facts=_facts(use),
        retrieval=retrieval,
        page=page,
        changed_since=then_and_now(memory, use),
    )


def _needed(meta: Mapping[str, Any]) -> float | None:
    """Return what the score had to pass: with its decay, else the plain threshold."""
    decayed = get_number(get_mapping(meta, "decay"), "threshold")
    return get_number(meta, "threshold") if decayed is None else decayed


def _reasons(use: MemoryUseRecord, memory: MemoryRecord | None) -> tuple[str, ...]:
    """Return why it was chosen, as far as the server said so."""
    meta = use.meta
    pinned = was_pinned(use, memory)
    reasons = (
        _passing(use, pinned=pinned),
        _asked_for(get_texts(meta, "keyTerms")),
        translate("Pinned, so no threshold applies") if meta.get("pinned") is True else "",
        translate("Included at your request") if meta.get("included") is True else "",
        _budget(meta),
        _place(meta),
        get_text(meta, "reason").replace("_", " ").capitalize(),
        translate("Told in the answer by rule, not in the model’s words")
        if meta.get("answeredBy") == "extractive"
        else "",
    )
    return tuple(reason for reason in reasons if reason)


def _passing(use: MemoryUseRecord, *, pinned: bool) -> str:
    score, needed = score_of(use), _needed(use.meta)
    if score is None or needed is None:
        return ""
    if score < needed:
        below = translate("{score} is below the threshold of {threshold}")
        return "" if pinned else below.format(score=format_number(score, ".2f"), threshold=format_number(needed, ".2f"))
    days = get_number(get_mapping(use.meta, "decay"), "days")
    if days is None or days < 1:
        return translate("{score} is above the threshold of {threshold}").format(
            score=format_number(score, ".2f"), threshold=format_number(needed, ".2f")
        )
    return translate("{score} is above the threshold of {threshold}, unused for {time}").format(
        score=format_number(score, ".2f"), threshold=format_number(needed, ".2f"), time=text.span(days)
    )


def _place(meta: Mapping[str, Any]) -> str:
    rank, considered = get_number(meta, "rank"), get_number(meta, "considered")
    if considered is None:
        return ""
    if rank is None:
        return translate_count(
            "One of {count} memory considered", "One of {count} memories considered", int(considered)
        )
    return translate_count(
        "Rank {rank:.0f} of {count} memory considered",
        "Rank {rank:.0f} of {count} memories considered",
        int(considered),
        rank=rank,
    )


def _asked_for(terms: Sequence[str]) -> str:
    return translate("Matched terms: {terms}").format(terms=", ".join(terms)) if terms else ""


def _budget(meta: Mapping[str, Any]) -> str:
    tokens, budget = get_number(meta, "tokens"), get_mapping(get_mapping(meta, "retrieval"), "budget")
    spent, total = get_number(budget, "used"), get_number(budget, "tokens")
    if tokens is None:
        return ""
    if spent is None or total is None:
        return translate("Fits the budget: {tokens}").format(tokens=text.tokens(int(tokens)))
    return translate("Fits the budget: {tokens} ({spent} of {total} used)").format(
        tokens=text.tokens(int(tokens)), spent=format_number(spent, ",.0f"), total=format_number(total, ",.0f")
    )


def _read(in_prompt: object) -> str:
    """Return whether the model got to read the memory; nothing when that was not sent."""
    if not isinstance(in_prompt, bool):
        return ""
    return translate("yes") if in_prompt else translate("no, over budget")


def _facts(use: MemoryUseRecord) -> tuple[tuple[str, str], ...]:
    meta = use.meta
    before = get_number(meta, "usedBefore")
    facts = [
        (translate("Action"), use.action or NOT_SENT),
        (translate("Type"), use.memory_type or NOT_SENT),
        (translate("Category"), category_name(meta.get("category")) or NOT_SENT),
        (translate("Source"), get_text(meta, "source") or NOT_SENT),
        (translate("Encoder"), get_text(meta, "encoder") or NOT_SENT),
    ]
    optional = (
        (translate("Query"), use.query_prompt or ""),
        (translate("Read by the model"), _read(meta.get("inPrompt"))),
        (
            translate("Used before"),
            "" if before is None else translate_count("{count} time", "{count} times", int(before)),
        ),
        (translate("Before"), _before(use)),
    )
    return (*facts, *((name, value) for name, value in optional if value))


def read_details(conn: Connection, trace_id: str, now: datetime, undoable: frozenset[int]) -> TraceDetails | None:
    """Return all that is known of a trace, its retrieval and its memory; None for a trace that is not there."""
    use = traces.get(conn, trace_id)
    if use is None:
        return None
    answer = answer_of_use(conn, use)
    bundle = next(iter(transcripts.some(conn, use.conversation_id, [answer.id])), None) if answer else None
    return trace_details(
        use,
        memories.get_memory(conn, use.memory_id),
        retrieval=retrieval_of(bundle) if bundle else None,
        page=read_page(conn, use.memory_id, answer.id if answer else "", now, undoable),
    )


def turn_of_trace(conn: Connection, trace_id: str) -> str:
    """Return the answer that a trace belongs to, else its question; nothing when it names none."""
    use = traces.get(conn, trace_id)
    if use is None or not use.message_id:
        return ""
    answer = answer_of_use(conn, use)
    return answer.id if answer is not None else question_of(conn, use.message_id)
