"""Follow one conversation for the inspector's Turn, Memory and Tools tabs, live and long afterwards.

Everything is read and formatted in the database's thread, in one look at the database, so that a long turn never holds
up the loop.
"""

import asyncio
from dataclasses import dataclass, replace
from typing import Final, Literal

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.observable import Rows, Signal
from alicia_desktop.base.tasks import Scope, Throttle
from alicia_desktop.protocol.client_tools import RERUN_FEATURE
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.conversations import conversations, tools
from alicia_desktop.store.database import Connection, RecordSource
from alicia_desktop.store.memories import memories, traces
from alicia_desktop.store.records import MemoryUseRecord
from alicia_desktop.view import link_resolver
from alicia_desktop.view.comparisons import Comparison, read_comparisons
from alicia_desktop.view.memory_page import MemoryPageView, read_page, sealed_page
from alicia_desktop.view.memory_timeline import TimelineRow, read_timeline
from alicia_desktop.view.references import Location, Place, Reference
from alicia_desktop.view.retrievals import RetrievalView, retrieval_of
from alicia_desktop.view.tools import ToolRow, tool_rows
from alicia_desktop.view.trace_details import TraceDetails, read_details, turn_of_trace
from alicia_desktop.view.traces import TraceRow, trace_rows
from alicia_desktop.view.turn_records import TurnRecords
from alicia_desktop.view.turns import TurnView, live_answer, read_turn, turn_view
from alicia_desktop.view.what_if import WhatIfStart, read_what_if

TraceScope = Literal["answer", "conversation", "timeline"]
"""Traces of an answer, or of all; with `timeline` also what else became of the memories."""

FLUSH_SECONDS: Final = 0.1

REST: Final = 4
"""Pause after a reading, in its own length: what a long conversation costs stays a fifth of the time at most."""

_SUBJECTS: Final = frozenset(
    {"message", "sentence", "tool_use", "memory_use", "reasoning", "memory", "outbox", "feedback"}
)


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
    timeline: tuple[TimelineRow, ...] = ()
    """While it is looked at."""


@dataclass(frozen=True, kw_only=True, slots=True)
class WantedTurn:
    """Which turn is looked at."""

    message_id: str = ""
    """Empty: the last one."""
    chosen: tuple[str, ...] = ()
    """The versions that are shown instead of the newest."""
    named: bool = True
    """Whether exactly this message was asked for, also where another version is shown."""


def read_shown(conn: Connection, conversation_id: str, wanted: WantedTurn, scope: TraceScope) -> Shown:
    """Return everything that follows the open conversation."""
    turn = read_turn(conn, conversation_id, wanted.message_id, chosen=wanted.chosen, named=wanted.named)
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
        tools=_tools(conn, conversation_id),
        retrieval=retrieval_of(answer) if answer else None,
        comparisons=read_comparisons(conn, turn.question.id) if turn else (),
        timeline=read_timeline(conn, conversation_id) if scope == "timeline" else (),
    )


def _tools(conn: Connection, conversation_id: str) -> tuple[ToolRow, ...]:
    record = conversations.get(conn, conversation_id)
    features = None if record is None else conversations.server_features(conn, record)
    uses = tools.of_conversation(conn, conversation_id)
    return tuple(tool_rows(uses, server_runs=features is not None and RERUN_FEATURE in features))


class InspectorView:
    """One conversation's traces and tool uses, and one of its turns."""

    def __init__(self, *, database: RecordSource, clock: Clock, scope: Scope, sealed: str = "") -> None:
        """`sealed` says why nothing can be changed or run again, such as of a capture; empty where it can."""
        self.traces: Rows[TraceRow] = Rows(lambda row: row.id)
        self.tools: Rows[ToolRow] = Rows(lambda row: row.id)
        self.timeline: Rows[TimelineRow] = Rows(lambda row: row.id)
        self.turn: TurnView | None = None
        self.turn_changed: Signal[TurnView | None] = Signal()
        self.retrieval: RetrievalView | None = None
        """Of the turn's answer; None when the server sent nothing of it."""
        self.comparisons: tuple[Comparison, ...] = ()
        """The turn's answers that were asked for again, the latest first."""
        self.refreshed: Signal[None] = Signal()
        """Everything was read again, because something changed or something else is shown."""
        self._database = database
        self._sealed = sealed
        self._clock = clock
        self._conversation_id = ""
        self._message_id = ""
        self._follows = True
        self._left_at: int | None = 0
        """How many turns there were when one was chosen in the chat; with another it is left. 0: it stays.

        None until it is read: what was read before may not know of the last one yet.
        """
        self._is_held = False
        self._chosen: tuple[str, ...] = ()
        self._named = True
        self._asked = 0
        """Readings begun; only what the last one found is shown."""
        self._settled = asyncio.Event()
        """Whether the last reading has ended."""
        self._trace_scope: TraceScope = "answer"
        self._refreshing = Throttle("inspector", self._follow, scope=scope, clock=clock, pause=FLUSH_SECONDS)
        self._disconnect = database.changed.connect(self._on_changed)

    async def show(self, conversation_id: str) -> None:
        """Show another conversation, at its last turn, and follow it."""
        self._conversation_id = conversation_id
        self._message_id = ""
        self._follows, self._left_at, self._is_held = True, 0, False
        await self.refresh()

    async def show_turn(self, message_id: str) -> None:
        """Show the turn of a question or an answer, and stay there."""
        await self._show_turn(message_id, left_at=0)

    async def follow_message(self, message_id: str) -> None:
        """Show the turn of a message that was chosen in the chat, until there is a new turn."""
        await self._show_turn(message_id, left_at=0 if self._is_held else None)

    async def follow_other_turn(self, message_id: str) -> None:
        """Show the turn of a message as `follow_message` does, where another turn is shown."""
        shown = self.turn
        if shown is None or message_id not in {shown.id, shown.answer_id}:
            await self.follow_message(message_id)

    async def _show_turn(self, message_id: str, *, left_at: int | None) -> None:
        self._message_id, self._left_at = message_id, left_at
        self._follows, self._named = False, True
        await self.refresh()

    def hold(self, *, held: bool) -> None:
        """Stay at the turn that is shown, whatever comes; or go with the conversation again."""
        self._is_held = held
        turn = self.turn
        if held and turn is not None and self._follows:
            self._message_id, self._follows, self._named = turn.answer_id or turn.id, False, True
        self._left_at = 0 if held or turn is None else turn.count

    def show_versions(self, chosen: tuple[str, ...]) -> None:
        """Show the turn in the versions that the conversation shows; `chosen` are those that are not the newest."""
        self._chosen, self._named = chosen, False
        self._refreshing.request()

    async def show_traces_of(self, scope: TraceScope) -> None:
        """Show the traces of the turn, of the whole conversation, or along time with what else became of memories."""
        self._trace_scope = scope
        await self.refresh()

    @property
    def can_ask(self) -> bool:
        """Whether the answer may be asked for again."""
        return not self._sealed and self.turn is not None and self.turn.answer_id is not None

    async def details(self, trace_id: str, undoable: frozenset[int] = frozenset()) -> TraceDetails | None:
        """Return all that is known of a trace and its memory; `undoable` are the changes to it that can be undone."""
        details = await self._database.read(read_details, trace_id, self._clock.now(), undoable)
        if details is None or not self._sealed:
            return details
        return replace(details, page=sealed_page(details.page))

    async def page(self, memory_id: str, undoable: frozenset[int] = frozenset()) -> MemoryPageView:
        """Return a memory's page; the answer that may be asked for again with or without it is the one shown."""
        answer_id = self.turn.answer_id if self.turn is not None else None
        page = await self._database.read(read_page, memory_id, answer_id or "", self._clock.now(), undoable)
        return sealed_page(page) if self._sealed else page

    async def what_if(self, answer_id: str) -> WhatIfStart | None:
        """Return an answer and the memories that it had, to try others; None for one that is not there."""
        return await self._database.read(read_what_if, answer_id)

    async def turn_of_trace(self, trace_id: str) -> str:
        """Return the answer that a trace belongs to, else its question; nothing when it names none."""
        return await self._database.read(turn_of_trace, trace_id)

    async def locate(self, reference: Reference, place: Place) -> Location:
        """Return where in `place` a thing is shown.

        Raises:
            WorldError: it is not kept any more, or there is nothing of it there.
        """
        return await self._database.read(link_resolver.locate, self._conversation_id, reference, place)

    async def neighbour(self, stanza_id: str, *, forward: bool) -> Location:
        """Return the next or previous stanza of the same turn; raises `WorldError` where there is none."""
        seq = int(stanza_id)
        return await self._database.read(link_resolver.neighbour, self._conversation_id, seq, forward=forward)

    async def turn_number(self, reference: Reference) -> int:
        """Return the number of the turn of a thing; raises `WorldError` where it belongs to none."""
        return await self._database.read(link_resolver.turn_number, self._conversation_id, reference)

    async def message_of(self, reference: Reference) -> str:
        """Return the message that a thing belongs to; empty for none."""
        return await self._database.read(link_resolver.message_of, self._conversation_id, reference)

    async def live_answer(self, message_id: str) -> str:
        """Return the answer that holds in the turn of a message; nothing while there is none."""
        return await self._database.read(live_answer, message_id)

    async def comparisons_of(self, message_id: str) -> tuple[Comparison, ...]:
        """Return the answers of a turn that were asked for again, as they are now, the latest first."""
        return await self._database.read(read_comparisons, message_id)

    async def refresh(self) -> None:
        """Read everything again; when this returns, what was asked for last is shown, also by somebody else."""
        self._asked += 1
        asked = self._asked
        self._settled.clear()
        try:
            await self._read_shown(asked)
        finally:
            if asked == self._asked:
                self._settled.set()
        await self._settled.wait()

    async def _read_shown(self, asked: int) -> None:
        conversation_id = self._conversation_id
        message_id = "" if self._follows else self._message_id
        wanted = WantedTurn(message_id=message_id, chosen=self._chosen, named=self._named)
        shown, turn = await self._database.read(_read, conversation_id, wanted, self._trace_scope, self._sealed)
        if asked != self._asked:
            return
        if turn is not None and self._left_at is None:
            self._left_at = turn.count
        elif turn is not None and self._left_at is not None and 0 < self._left_at < turn.count:
            self._follows, self._left_at = True, 0
            await self.refresh()
            return
        self.traces.reset(shown.traces)
        self.tools.reset(shown.tools)
        self.timeline.reset(shown.timeline)
        self.retrieval, self.comparisons = shown.retrieval, shown.comparisons
        if turn != self.turn:
            self.turn = turn
            self.turn_changed.emit(turn)
        self.refreshed.emit(None)

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


def _read(
    conn: Connection, conversation_id: str, wanted: WantedTurn, scope: TraceScope, sealed: str
) -> tuple[Shown, TurnView | None]:
    """Read and format in the database's thread, so that a long turn never holds up the loop."""
    shown = read_shown(conn, conversation_id, wanted, scope)
    if sealed:
        shown = replace(shown, tools=tuple(replace(row, not_again=sealed) for row in shown.tools))
    return shown, turn_view(shown.turn) if shown.turn else None
