"""What the inspector's Turn and Memory tabs read, each in one look at the database: functions on a connection."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from alicia_desktop.store import (
    answers,
    conversations,
    journal,
    memories,
    memory_acts,
    messages,
    people,
    tools,
    traces,
    transcripts,
    variations,
)
from alicia_desktop.store.database import Connection
from alicia_desktop.store.memory_pages import memory_page
from alicia_desktop.store.records import MemoryUseRecord, MessageRecord
from alicia_desktop.store.transcripts import MessageBundle
from alicia_desktop.store.turns import ids_of_turn, question_of
from alicia_desktop.view import text
from alicia_desktop.view.comparisons import comparison
from alicia_desktop.view.inspector_rows import MemoryLink, ToolRow, TraceRow
from alicia_desktop.view.memory_history import messages_of
from alicia_desktop.view.memory_pages import PageContext, page_view, unknown_page
from alicia_desktop.view.memory_rows import AskAgain, AskMode, Comparison, MemoryPageView, RetrievalView, TraceDetails
from alicia_desktop.view.opinions import vote_row
from alicia_desktop.view.retrievals import retrieval_map, retrieval_view
from alicia_desktop.view.tools import tool_rows
from alicia_desktop.view.traces import meaning_of, score_of, trace_details, trace_rows
from alicia_desktop.view.waterfall import STANZAS, TurnRecords

TraceScope = Literal["answer", "conversation"]
MAX_LINKS: Final = 20
MAX_ACTS: Final = 5


@dataclass(frozen=True, kw_only=True, slots=True)
class Shown:
    """What the tabs show of a conversation at one moment."""

    turn: TurnRecords | None
    traces: tuple[TraceRow, ...]
    tools: tuple[ToolRow, ...]
    retrieval: RetrievalView | None
    """Of the turn's answer."""
    comparisons: tuple[Comparison, ...]
    """Of the turn, the latest first."""


def read_shown(conn: Connection, conversation_id: str, message_id: str, scope: TraceScope) -> Shown:
    """Return everything that follows the open conversation; an empty `message_id` means its last turn."""
    turn = _turn(conn, conversation_id, message_id)
    answer = turn.answer if turn else None
    uses: list[MemoryUseRecord]
    if scope == "answer" and turn is not None:
        uses = list(answer.traces) if answer else traces.of_turn(conn, turn.question.id)
    else:
        uses = traces.of_conversation(conn, conversation_id)
    known = memories.get_memories(conn, [use.memory_id for use in uses])
    return Shown(
        turn=turn,
        traces=tuple(trace_rows(uses, known)),
        tools=tuple(tool_rows(tools.of_conversation(conn, conversation_id))),
        retrieval=_retrieval(answer) if answer else None,
        comparisons=read_comparisons(conn, turn.question.id) if turn else (),
    )


def read_details(conn: Connection, trace_id: str, now: datetime, undoable: frozenset[int]) -> TraceDetails | None:
    """Return all that is known of a trace, its retrieval and its memory; None for a trace that is not there."""
    use = traces.get(conn, trace_id)
    if use is None:
        return None
    answer = _answer_of(conn, use)
    bundle = next(iter(transcripts.some(conn, use.conversation_id, [answer.id])), None) if answer else None
    return trace_details(
        use,
        memories.get_memory(conn, use.memory_id),
        retrieval=_retrieval(bundle) if bundle else None,
        page=read_page(conn, use.memory_id, answer.id if answer else "", now, undoable),
    )


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
        acts=memory_acts.of_memory(conn, memory_id, limit=MAX_ACTS),
        undoable=undoable,
        links=_links(conn, messages_of(page)) if page else {},
        ask=ask,
        vote=vote_row(people.vote_of(conn, memory_id), memory_id),
        voted_under=voted_under,
    )
    if page is not None:
        return page_view(page, around)
    snippet = next((use.content for use in uses if use.content), memory_id)
    return unknown_page(memory_id, snippet, around)


def read_comparisons(conn: Connection, message_id: str) -> tuple[Comparison, ...]:
    """Return the answers of a turn that were asked for again, each beside the one before, the latest first."""
    asked = variations.of_turn(conn, message_id)
    question = messages.get(conn, question_of(conn, message_id))
    if not asked or question is None:
        return ()
    ids = ids_of_turn(conn, question.id)
    bundles = {bundle.message.id: bundle for bundle in transcripts.some(conn, question.conversation_id, ids)}
    named = {memory_id for one in asked for memory_id in (*one.excluded, *one.included)}
    named |= {use.memory_id for bundle in bundles.values() for use in bundle.traces}
    known = memories.get_memories(conn, list(named))
    pairs = [
        comparison(
            one,
            question=bundles[question.id],
            first=bundles[one.first_id],
            second=bundles.get(one.second_id or ""),
            memories=known,
        )
        for one in asked
        if one.first_id in bundles and question.id in bundles
    ]
    return tuple(reversed(pairs))


def live_answer(conn: Connection, message_id: str) -> str:
    """Return the answer of a turn that holds now: the last that nothing has superseded; nothing while there is none."""
    ids = ids_of_turn(conn, message_id)
    found = [message for one in ids if (message := messages.get(conn, one)) is not None]
    holding = [message for message in found if message.message_role == "assistant" and message.superseded_at is None]
    return holding[-1].id if holding else ""


def turn_of_trace(conn: Connection, trace_id: str) -> str:
    """Return the answer that a trace belongs to, else its question; nothing when it names none."""
    use = traces.get(conn, trace_id)
    if use is None or not use.message_id:
        return ""
    answer = _answer_of(conn, use)
    return answer.id if answer is not None else question_of(conn, use.message_id)


def _turn(conn: Connection, conversation_id: str, message_id: str) -> TurnRecords | None:
    """Return the turn of a message, or the last one of the conversation."""
    spoken = messages.of_conversation(conn, conversation_id)
    questions = [message for message in spoken if message.message_role == "user"]
    if not questions:
        return None
    wanted = question_of(conn, message_id) if message_id else questions[-1].id
    places = [place for place, question in enumerate(questions) if question.id == wanted]
    place = places[0] if places else len(questions) - 1
    question = questions[place]
    given = [
        message for message in spoken if message.previous_id == question.id and message.message_role == "assistant"
    ]
    answer = next((one for one in given if one.id == message_id), given[-1] if given else None)
    ids = [question.id, answer.id] if answer else [question.id]
    bundles = {bundle.message.id: bundle for bundle in transcripts.some(conn, conversation_id, ids)}
    return TurnRecords(
        question=question,
        question_meta=bundles[question.id].meta,
        answer=bundles[answer.id] if answer else None,
        answer_meta=bundles[answer.id].meta if answer else {},
        journal=journal.of_turn(conn, question.id, STANZAS),
        number=place + 1,
        count=len(questions),
        previous_id=questions[place - 1].id if place > 0 else None,
        next_id=questions[place + 1].id if place + 1 < len(questions) else None,
    )


def _retrieval(answer: MessageBundle) -> RetrievalView | None:
    return retrieval_view(retrieval_map(answer.traces, answer.meta), answer.traces)


def _answer_of(conn: Connection, use: MemoryUseRecord) -> MessageRecord | None:
    """Return the answer that a trace belongs to, whether it names it or its question."""
    return _owner(use, answers.of_turns(conn, [use.message_id])[use.message_id]) if use.message_id else None


def _owner(use: MemoryUseRecord, given: list[MessageRecord]) -> MessageRecord | None:
    named = next((message for message in given if message.id == use.message_id), None)
    return named or answers.owner(given, use.created_at)


def _used_by(conn: Connection, uses: Iterable[MemoryUseRecord]) -> tuple[list[MemoryLink], int]:
    """Return the latest answers that used a memory, each once and with its score, and how many there are.

    A turn that told or changed it did not use it; a server that does not say what was done says that it was used.
    """
    read = (use for use in uses if use.action not in {"stored", "updated"})
    used = sorted(read, key=lambda use: use.created_at, reverse=True)
    turns = answers.of_turns(conn, {use.message_id for use in used if use.message_id})
    found: dict[str, tuple[MessageRecord, MemoryUseRecord]] = {}
    for use in used:
        answer = _owner(use, turns.get(use.message_id or "", []))
        if answer is not None:
            found.setdefault(answer.id, (answer, use))
    latest = list(found.values())[:MAX_LINKS]
    scores = [(score_of(use), meaning_of(use)) for _, use in latest]
    leads = ["" if score is None else f"{score:.2f} {meaning} · " for score, meaning in scores]
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
    title = conversation.title if conversation and conversation.title else "Untitled"
    return MemoryLink(
        conversation_id=message.conversation_id,
        message_id=message.id,
        text=f"{title} · {text.one_line(message.contents, 60)}",
        detail=f"{lead}{text.long_time(message.created_at)}",
    )
