"""Show everything about one memory: its text and history, where it came from, what used it, and how it ages."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, Literal

from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.memory.retrieval.selection import DEFAULT_THRESHOLD
from alicia_desktop.store.conversations import conversations, feedback, messages, transcripts, turns
from alicia_desktop.store.database import Connection
from alicia_desktop.store.memories import memory_pages, traces
from alicia_desktop.store.memories.memory_pages import MemoryAct, MemoryPage, memory_page
from alicia_desktop.store.records import MemoryKind, MemoryRecord, MemoryUseRecord, MessageRecord
from alicia_desktop.view import text
from alicia_desktop.view.memory_facts import memory_facts
from alicia_desktop.view.memory_history import (
    DecayView,
    HistoryLine,
    MemoryLink,
    decay_view,
    history_lines,
    messages_of,
)
from alicia_desktop.view.memory_text import memory_text
from alicia_desktop.view.messages import vote_row
from alicia_desktop.view.payload_reader import get_number, get_text
from alicia_desktop.view.rows import NO_VOTE, VoteRow
from alicia_desktop.view.traces import category_name, score_meaning, score_of
from alicia_desktop.view.turns import live_answer, owner_of_use

AskMode = Literal["without", "with"]
"""Whether an answer is asked for again without a memory, or with it."""
PageState = Literal["here", "stub", "deleted", "forgotten", "sealed"]
"""`stub`: a trace named a memory that never came to this computer. `sealed`: in a capture, where nothing changes."""
ActionState = Literal["waiting", "done", "refused"]

_NOTES: Final[Mapping[PageState, str]] = {
    "here": "",
    "stub": translate("This memory is not on this computer. Only what the trace contains is known."),
    "deleted": translate("Deleted. It is no longer used for answers. Undo restores it."),
    "forgotten": translate("Forgotten. Its text was removed everywhere and cannot be restored."),
}

_STATES: Final[Mapping[str, ActionState]] = {
    "waiting": "waiting",
    "confirmed": "done",
    "refused": "refused",
    "failed": "refused",
}

_DONE: Final = {
    "create": translate("Restored"),
    "update": translate("Changed"),
    "delete": translate("Deleted"),
    "pin": translate("Pinned"),
    "archive": translate("Archived"),
}

MAX_LINKS: Final = 20

MAX_ACTS: Final = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryRef:
    """Another memory that this one is linked with."""

    id: str
    content: str
    detail: str


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryActionRow:
    """One of the user's changes to a memory, with its undo."""

    id: str
    state: ActionState
    words: str
    """`Archived · 18:02`, `Edited · waits to be sent`."""
    mine: str = ""
    """The user's text, where the server refused it."""
    theirs: str = ""
    """And what the server holds."""
    reason: str = ""
    can_undo: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class AskAgain:
    """An answer that can be asked for again, without or with this memory."""

    mode: AskMode
    answer_id: str
    memory_id: str


@dataclass(frozen=True, kw_only=True, slots=True)
class MemoryPageView:
    """Everything about one memory, as it can be seen and changed."""

    id: str
    content: str
    """As it is stored and edited."""
    text: str
    """As it is shown."""
    state: PageState
    note: str
    """What the state means; empty when it is here."""
    category_id: str
    category: str
    kind: MemoryKind
    tags: tuple[str, ...]
    importance: float
    rating: int
    """1–5; 0 for none."""
    pinned: bool
    archived: bool
    updated_at: datetime | None
    """When the shown state was written, for the server to compare."""
    facts: tuple[tuple[str, str], ...]
    history: tuple[HistoryLine, ...]
    origin: MemoryLink | None
    uses: tuple[MemoryLink, ...]
    use_count: int
    """All of them; `uses` holds the latest."""
    links_to: tuple[MemoryRef, ...]
    links_from: tuple[MemoryRef, ...]
    decay: DecayView | None
    actions: tuple[MemoryActionRow, ...] = ()
    has_more_actions: bool = False
    """Whether older ones are left out."""
    ask: AskAgain | None = None
    vote: VoteRow = NO_VOTE
    voted_under: str = ""
    """The answer shown, where it has the memory: a vote belongs to an answer. Empty where none can be given."""


def sealed_page(page: MemoryPageView) -> MemoryPageView:
    """Return the page of a memory that can only be read."""
    acts = tuple(replace(act, can_undo=False, mine="") for act in page.actions)
    return replace(page, state="sealed", actions=acts, ask=None, voted_under="")


@dataclass(frozen=True, kw_only=True, slots=True)
class PageContext:
    """What a page shows beside the memory's own row."""

    now: datetime
    origin: MemoryLink | None
    uses: Sequence[MemoryLink]
    use_count: int
    actions: Sequence[MemoryAct]
    undoable: frozenset[int]
    """Journal numbers of the actions that can be undone from here."""
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
        text=memory_text(record.content),
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
        facts=() if state in {"stub", "forgotten"} else memory_facts(record, vote=around.vote.text, now=around.now),
        history=history_lines(page, around.links),
        origin=around.origin,
        uses=tuple(around.uses),
        use_count=around.use_count,
        links_to=tuple(_ref(linked) for linked in page.links_to),
        links_from=tuple(_ref(linked) for linked in page.links_from),
        decay=decay_view(record, threshold=threshold_of(page), now=around.now) if state == "here" else None,
        actions=tuple(_act_row(act, record, undoable=act.seq in around.undoable) for act in around.actions[:MAX_ACTS]),
        has_more_actions=len(around.actions) > MAX_ACTS,
        ask=around.ask if state in {"here", "stub"} else None,
        vote=around.vote,
        voted_under=around.voted_under if state in {"here", "stub"} else "",
    )


def unknown_page(memory_id: str, content: str, around: PageContext) -> MemoryPageView:
    """Return the page of a memory of which there is not even a row."""
    return MemoryPageView(
        id=memory_id,
        content=content,
        text=memory_text(content),
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
    sent = (get_number(use.meta, "threshold") for use in page.uses if use.action == "retrieved")
    return next((threshold for threshold in sent if threshold is not None and threshold > 0), DEFAULT_THRESHOLD)


def _ref(record: MemoryRecord) -> MemoryRef:
    return MemoryRef(
        id=record.id, content=memory_text(text.one_line(record.content, 200)), detail=category_name(record.category)
    )


def _act_row(act: MemoryAct, record: MemoryRecord, *, undoable: bool) -> MemoryActionRow:
    state = _STATES[act.state]
    mine = get_text(act.memory, "content")
    parts = [
        _said(act),
        text.clock_time(act.at),
        {"waiting": translate("waiting to be sent"), "refused": translate("refused")}.get(state, ""),
    ]
    shows_both = state == "refused" and bool(mine)
    theirs = act.theirs or (record.content if record.content != mine else "")
    return MemoryActionRow(
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
        return translate("Forgotten")
    if act.action == "pin" and memory.get("pinned") is False:
        return translate("Unpinned")
    if act.action == "update":
        named = {
            "archived": translate("Unarchived") if memory.get("archived") is False else translate("Archived"),
            "userRating": translate("Rated {rating} of 5").format(rating=memory.get("userRating")),
        }
        return next((said for key, said in named.items() if key in memory), translate("Edited"))
    return _DONE.get(act.action, act.action)


def read_page(
    conn: Connection, memory_id: str, answer_id: str, now: datetime, undoable: frozenset[int]
) -> MemoryPageView:
    """Return a memory's page; `answer_id` is the answer that may be asked for again without it, or with it."""
    page = memory_page(conn, memory_id)
    uses = traces.of_memory(conn, memory_id) if page is None else page.uses
    links, use_count = _used_by(conn, uses)
    origin = traces.origin(conn, memory_id)
    ask, voted_under = _under_answer(conn, memory_id, answer_id)
    around = PageContext(
        now=now,
        origin=_link(conn, origin) if origin else None,
        uses=links,
        use_count=use_count,
        actions=memory_pages.actions_on(conn, memory_id, limit=MAX_ACTS + 1),
        undoable=undoable,
        links=_links(conn, messages_of(page)) if page else {},
        ask=ask,
        vote=vote_row(feedback.vote_of(conn, memory_id), memory_id),
        voted_under=voted_under,
    )
    if page is not None:
        return page_view(page, around)
    snippet = next((use.content for use in uses if use.content), memory_id)
    return unknown_page(memory_id, snippet, around)


def _used_by(conn: Connection, uses: Iterable[MemoryUseRecord]) -> tuple[list[MemoryLink], int]:
    """Return the latest answers that used a memory, each once and with its score, and how many there are.

    A turn that told or changed it did not use it; a server that does not say what was done says that it was used.
    """
    read = (use for use in uses if use.action not in {"stored", "updated"})
    used = sorted(read, key=lambda use: use.created_at, reverse=True)
    answers = turns.answers_of_turns(conn, {use.message_id for use in used if use.message_id})
    found: dict[str, tuple[MessageRecord, MemoryUseRecord]] = {}
    for use in used:
        answer = owner_of_use(use, answers.get(use.message_id or "", []))
        if answer is not None:
            found.setdefault(answer.id, (answer, use))
    latest = list(found.values())[:MAX_LINKS]
    scores = [(score_of(use), score_meaning(use)) for _, use in latest]
    leads = ["" if score is None else f"{format_number(score, '.2f')} {meaning} · " for score, meaning in scores]
    links = [_link(conn, answer, lead) for (answer, _), lead in zip(latest, leads, strict=True)]
    return links, len(found)


def _under_answer(conn: Connection, memory_id: str, answer_id: str) -> tuple[AskAgain | None, str]:
    """Return how the answer could be asked for again, and under which answer a vote on the memory counts.

    It can be asked for without a memory that it used, and with one that it did not.
    """
    live = live_answer(conn, answer_id) if answer_id else ""
    message = messages.get(conn, live) if live else None
    if message is None or message.completion_status == "streaming":
        return None, ""
    (bundle,) = transcripts.some(conn, message.conversation_id, [live])
    actions = {use.action for use in bundle.traces if use.memory_id == memory_id}
    voted_under = live if actions else ""
    if "stored" in actions:
        return None, voted_under  # what the question itself taught is in the question
    mode: AskMode = "without" if "retrieved" in actions else "with"
    return AskAgain(mode=mode, answer_id=live, memory_id=memory_id), voted_under


def _links(conn: Connection, message_ids: Iterable[str]) -> dict[str, MemoryLink]:
    found = {message_id: messages.get(conn, message_id) for message_id in message_ids}
    return {message_id: _link(conn, message) for message_id, message in found.items() if message is not None}


def _link(conn: Connection, message: MessageRecord, lead: str = "") -> MemoryLink:
    conversation = conversations.get(conn, message.conversation_id)
    title = conversation.title if conversation and conversation.title else translate("Untitled")
    return MemoryLink(
        conversation_id=message.conversation_id,
        message_id=message.id,
        text=f"{title} · {text.one_line(message.contents, 60)}",
        detail=f"{lead}{text.long_time(message.created_at)}",
    )
