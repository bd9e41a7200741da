"""The inspector's Turn, Memory and Tools tabs for one conversation, live and long afterwards."""

from typing import Final, Literal

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.rows import Rows
from alicia_desktop.base.signal import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.store import conversations, journal, memories, messages, tools, traces, transcripts
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.database import Connection, Database
from alicia_desktop.store.records import MessageRecord
from alicia_desktop.store.turns import question_of
from alicia_desktop.view import text
from alicia_desktop.view.inspector_rows import MemoryLink, ToolRow, TraceDetails, TraceRow, TurnView
from alicia_desktop.view.pacing import Paced
from alicia_desktop.view.tools import tool_rows
from alicia_desktop.view.traces import trace_details, trace_rows
from alicia_desktop.view.turns import turn_view
from alicia_desktop.view.waterfall import Turn

FLUSH_SECONDS: Final = 0.1
REST: Final = 4
"""Pause after a reading, in its own length: what a long conversation costs stays a fifth of the time at most."""
TraceScope = Literal["answer", "conversation"]
MOST_LINKS: Final = 20
_SUBJECTS: Final = frozenset({"message", "sentence", "tool_use", "memory_use", "reasoning", "memory"})


class InspectorView:
    """One conversation's traces and tool uses, and one of its turns."""

    def __init__(self, *, database: Database, clock: Clock, scope: Scope) -> None:
        self.traces: Rows[TraceRow] = Rows(lambda row: row.id)
        self.tools: Rows[ToolRow] = Rows(lambda row: row.id)
        self.turn: TurnView | None = None
        self.turn_changed: Signal[TurnView | None] = Signal()
        self._database = database
        self._clock = clock
        self._conversation_id = ""
        self._message_id = ""
        self._follows = True
        self._asked = 0
        """Readings begun; only what the last one found is shown."""
        self._trace_scope: TraceScope = "answer"
        self._refreshing = Paced("inspector", self._follow, scope=scope, clock=clock, pause=FLUSH_SECONDS)
        self._disconnect = database.changed.connect(self._on_changed)

    async def show(self, conversation_id: str) -> None:
        """Show another conversation, at its last turn, and follow it."""
        self._conversation_id = conversation_id
        self._message_id = ""
        self._follows = True
        await self.refresh()

    async def show_turn(self, message_id: str) -> None:
        """Show the turn of a question or an answer, and stay there."""
        self._message_id = message_id
        self._follows = False
        await self.refresh()

    async def show_traces_of(self, scope: TraceScope) -> None:
        """Show the traces of the turn, or of the whole conversation."""
        self._trace_scope = scope
        await self.refresh()

    async def details(self, trace_id: str) -> TraceDetails | None:
        """Return all that is known of a trace and its memory."""
        return await self._database.read(_details, trace_id)

    async def turn_of_trace(self, trace_id: str) -> str:
        """Return the question of the turn that a trace belongs to; nothing when it names none."""
        return await self._database.read(_turn_of_trace, trace_id)

    async def refresh(self) -> None:
        """Read everything again."""
        conversation_id, wanted = self._conversation_id, "" if self._follows else self._message_id
        self._asked += 1
        asked = self._asked
        turn, trace_list, tool_list = await self._database.read(_all, conversation_id, wanted, self._trace_scope)
        if asked != self._asked:
            return
        self.traces.reset(trace_list)
        self.tools.reset(tool_list)
        shown = turn_view(turn) if turn else None
        if shown != self.turn:
            self.turn = shown
            self.turn_changed.emit(shown)

    async def _follow(self) -> None:
        begun = self._clock.monotonic()
        await self.refresh()
        await self._clock.sleep(REST * (self._clock.monotonic() - begun))

    def close(self) -> None:
        """Follow the store no more."""
        self._disconnect()

    def _on_changed(self, changes: Changes) -> None:
        if any(
            change.subject in _SUBJECTS and change.conversation_id in {None, self._conversation_id}
            for change in changes
        ):
            self._refreshing.request()


def _turn(conn: Connection, conversation_id: str, message_id: str) -> Turn | None:
    """Return the turn of a message, or the last one of the conversation."""
    spoken = messages.of_conversation(conn, conversation_id)
    questions = [message for message in spoken if message.message_role == "user"]
    if not questions:
        return None
    wanted = question_of(conn, message_id) if message_id else questions[-1].id
    places = [place for place, question in enumerate(questions) if question.id == wanted]
    place = places[0] if places else len(questions) - 1
    question = questions[place]
    answers = [
        message for message in spoken if message.previous_id == question.id and message.message_role == "assistant"
    ]
    answer = next((one for one in answers if one.id == message_id), answers[-1] if answers else None)
    ids = [question.id, answer.id] if answer else [question.id]
    bundles = {bundle.message.id: bundle for bundle in transcripts.some(conn, conversation_id, ids)}
    return Turn(
        question=question,
        question_meta=bundles[question.id].meta,
        answer=bundles[answer.id] if answer else None,
        answer_meta=bundles[answer.id].meta if answer else {},
        journal=journal.of_turn(conn, question.id),
        number=place + 1,
        count=len(questions),
        previous_id=questions[place - 1].id if place > 0 else None,
        next_id=questions[place + 1].id if place + 1 < len(questions) else None,
    )


def _all(
    conn: Connection, conversation_id: str, message_id: str, scope: TraceScope
) -> tuple[Turn | None, list[TraceRow], list[ToolRow]]:
    turn = _turn(conn, conversation_id, message_id)
    if scope == "answer" and turn is not None:
        uses = traces.of_turn(conn, turn.question.id)
    else:
        uses = traces.of_conversation(conn, conversation_id)
    known = memories.get_memories(conn, [use.memory_id for use in uses])
    return turn, trace_rows(uses, known), tool_rows(tools.of_conversation(conn, conversation_id))


def _turn_of_trace(conn: Connection, trace_id: str) -> str:
    use = traces.get(conn, trace_id)
    return question_of(conn, use.message_id) if use is not None and use.message_id else ""


def _details(conn: Connection, trace_id: str) -> TraceDetails | None:
    use = traces.get(conn, trace_id)
    if use is None:
        return None
    came_from = traces.origin(conn, use.memory_id)
    users = traces.answers_using(conn, use.memory_id)[:MOST_LINKS]
    return trace_details(
        use,
        memories.get_memory(conn, use.memory_id),
        origin=_link(conn, came_from) if came_from else None,
        used_by=tuple(_link(conn, answer) for answer in users),
    )


def _link(conn: Connection, message: MessageRecord) -> MemoryLink:
    conversation = conversations.get(conn, message.conversation_id)
    title = conversation.title if conversation and conversation.title else "Untitled"
    return MemoryLink(
        conversation_id=message.conversation_id,
        message_id=message.id,
        text=f"{title}: {text.one_line(message.contents, 60)}",
        detail=text.long_time(message.created_at),
    )
