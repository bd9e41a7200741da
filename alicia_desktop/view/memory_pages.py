"""A memory's page: what it says and said, where it came from, who used it, what it is linked with, how it ages."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from alicia_desktop.memory.retrieval.result import DEFAULT_THRESHOLD
from alicia_desktop.store.memory_acts import MemoryAct
from alicia_desktop.store.memory_pages import MemoryPage
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.view import text
from alicia_desktop.view.decay import decay_view
from alicia_desktop.view.inspector_rows import MemoryLink
from alicia_desktop.view.memory_history import history_lines
from alicia_desktop.view.memory_rows import ActRow, ActState, AskAgain, MemoryPageView, MemoryRef, PageState
from alicia_desktop.view.payload_reader import number, words
from alicia_desktop.view.rows import VoteRow
from alicia_desktop.view.traces import category_name

SECONDS_A_DAY: Final = 86_400
_NOTES: Final[Mapping[PageState, str]] = {
    "here": "",
    "stub": "This memory never came to this computer: only what the trace says of it is known here.",
    "deleted": "Deleted. It is used for no answer any more; undo brings it back.",
    "forgotten": "Forgotten. Its words were removed everywhere and cannot come back.",
}
_STATES: Final[Mapping[str, ActState]] = {
    "waiting": "waiting",
    "confirmed": "done",
    "refused": "refused",
    "failed": "refused",
}
_DONE: Final = {"create": "Kept", "update": "Changed", "delete": "Deleted", "pin": "Pinned", "archive": "Archived"}


@dataclass(frozen=True, kw_only=True, slots=True)
class PageContext:
    """What a page shows beside the memory's own row."""

    now: datetime
    origin: MemoryLink | None
    uses: Sequence[MemoryLink]
    use_count: int
    acts: Sequence[MemoryAct]
    undoable: frozenset[int]
    """Journal numbers of the acts that can be undone from here."""
    links: Mapping[str, MemoryLink]
    """By message: where the words of a version were said."""
    ask: AskAgain | None
    vote: VoteRow
    voted_under: str
    """See `MemoryPageView`."""


def page_view(page: MemoryPage, around: PageContext) -> MemoryPageView:
    """Return the page of a memory that has a row here."""
    record = page.record
    state = state_of(record)
    return MemoryPageView(
        id=record.id,
        content=record.content,
        state=state,
        note=_NOTES[state],
        category_id=record.category or "",
        category=category_name(record.category),
        kind=record.kind,
        tags=tuple(record.tags),
        importance=record.importance,
        rating=record.user_rating or 0,
        pinned=record.pinned,
        archived=record.archived,
        updated_at=record.updated_at,
        facts=_facts(record, state, around),
        history=history_lines(page, around.links),
        origin=around.origin,
        uses=tuple(around.uses),
        use_count=around.use_count,
        links_to=tuple(_ref(linked) for linked in page.links_to),
        links_from=tuple(_ref(linked) for linked in page.links_from),
        decay=decay_view(record, threshold=threshold_of(page), now=around.now) if state == "here" else None,
        acts=tuple(_act_row(act, record, undoable=act.seq in around.undoable) for act in around.acts),
        ask=around.ask if state in {"here", "stub"} else None,
        vote=around.vote,
        voted_under=around.voted_under if state in {"here", "stub"} else "",
    )


def unknown_page(memory_id: str, content: str, around: PageContext) -> MemoryPageView:
    """Return the page of a memory of which there is not even a row."""
    return MemoryPageView(
        id=memory_id,
        content=content,
        state="stub",
        note=_NOTES["stub"],
        category_id="",
        category="",
        kind="semantic",
        tags=(),
        importance=0.0,
        rating=0,
        pinned=False,
        archived=False,
        updated_at=None,
        facts=(),
        history=(),
        origin=around.origin,
        uses=tuple(around.uses),
        use_count=around.use_count,
        links_to=(),
        links_from=(),
        decay=None,
        ask=around.ask,
        vote=around.vote,
        voted_under=around.voted_under,
    )


def state_of(record: MemoryRecord) -> PageState:
    """Return whether a memory is here, only named here, deleted, or forgotten with its words."""
    if record.deleted_at is not None:
        return "deleted" if record.content else "forgotten"
    return "stub" if record.source_type == "trace" else "here"


def threshold_of(page: MemoryPage) -> float:
    """Return the threshold of the last retrieval that used the memory, as it was sent; else that of our own."""
    sent = (number(use.meta, "threshold") for use in page.uses if use.action == "retrieved")
    return next((threshold for threshold in sent if threshold is not None and threshold > 0), DEFAULT_THRESHOLD)


def _facts(record: MemoryRecord, state: PageState, around: PageContext) -> tuple[tuple[str, str], ...]:
    if state in {"stub", "forgotten"}:
        return ()
    now, used = around.now, text.plural(record.usage_frequency, "time")
    last = record.last_referenced_at
    facts = (
        ("Category", category_name(record.category) or "none"),
        ("Type", words(record.meta, "memory_type").replace("_", " ")),
        ("Topic", record.topic or ""),
        ("Summary", record.summary or ""),
        ("Kind", record.kind),
        ("Importance", f"{record.importance:.2f} of 1"),
        ("Confidence", f"{record.confidence:.2f}"),
        ("Your vote", around.vote.text),
        ("Used", f"{used}, last {_ago(last, now)}" if last is not None else used),
        ("Stored", f"{text.long_time(record.created_at)} · {_ago(record.created_at, now)}"),
        ("Changed", _ago(record.updated_at, now) if record.updated_at > record.created_at else ""),
        ("Source", record.source_type or "unknown"),
        ("Length", "" if record.token_count is None else text.plural(record.token_count, "token")),
        ("Sentiment", record.sentiment or ""),
        ("Vector", _vector(record)),
    )
    return tuple((name, value) for name, value in facts if value)


def _ago(moment: datetime, now: datetime) -> str:
    return f"{text.span((now - moment).total_seconds() / SECONDS_A_DAY)} ago"


def _vector(record: MemoryRecord) -> str:
    info = record.embeddings_info
    if info is None:
        return "none here: found by words only"
    return f"{words(info, 'encoder')} {words(info, 'version')}".strip()


def _ref(record: MemoryRecord) -> MemoryRef:
    return MemoryRef(id=record.id, content=text.one_line(record.content, 200), detail=category_name(record.category))


def _act_row(act: MemoryAct, record: MemoryRecord, *, undoable: bool) -> ActRow:
    state = _STATES[act.state]
    mine = words(act.memory, "content")
    parts = [_said(act), text.clock_time(act.at), {"waiting": "waits to be sent", "refused": "refused"}.get(state, "")]
    shows_both = state == "refused" and bool(mine)
    theirs = act.theirs or (record.content if record.content != mine else "")
    return ActRow(
        id=str(act.seq),
        state=state,
        words=" · ".join(part for part in parts if part),
        mine=mine if shows_both else "",
        theirs=theirs if shows_both else "",
        reason=act.reason if state == "refused" else "",
        can_undo=undoable and state != "refused",
    )


def _said(act: MemoryAct) -> str:
    """Return what was done in one word or a few."""
    memory = act.memory
    if act.action == "delete" and memory.get("forget"):
        return "Forgotten"
    if act.action == "pin" and memory.get("pinned") is False:
        return "Unpinned"
    if act.action == "update":
        named = {
            "archived": "Taken from the archive" if memory.get("archived") is False else "Archived",
            "userRating": f"Rated {memory.get('userRating')} of 5",
        }
        return next((said for key, said in named.items() if key in memory), "Edited")
    return _DONE.get(act.action, act.action)
