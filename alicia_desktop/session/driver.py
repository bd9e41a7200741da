"""The asyncio driver of one session: it feeds what happens to `machine.step` and carries the commands out, in order.

Whatever crosses the wire is on disk first: an inbound stanza is a `StanzaRecorded` only after its commit, and an
outbound one leaves only after its. Inbound stanzas are recorded in batches, as many as came while the last batch was
being committed, up to a limit, so that a burst costs few commits and keeps its order.
"""

import asyncio
import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final
from weakref import WeakSet

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.ids import new_id
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames
from alicia_desktop.protocol import deployed
from alicia_desktop.protocol.messages import Message, UserMessage
from alicia_desktop.session import commands, events
from alicia_desktop.session.bugs import report_bug
from alicia_desktop.session.commands import Command
from alicia_desktop.session.events import Event, Timer
from alicia_desktop.session.inbound_batcher import Arriving
from alicia_desktop.session.ledger import Arrival, Condition, Ledger, Passed
from alicia_desktop.session.machine import step
from alicia_desktop.session.memory_requests import MemoryWish
from alicia_desktop.session.rooms import RoomSource
from alicia_desktop.session.state import Phase, SessionState
from alicia_desktop.session.timers import Timers

log = get_logger(__name__)
MAX_STRANGE: Final = 1_000
"""Stanzas of strangers that are journaled while a session lives, so that nobody fills this computer's disk."""
CLOSE_SECONDS: Final = 1.0
"""How long the end of a session waits for what it is writing."""


class SessionDriver:
    """Runs one session over a line; `changed` tells each new state, `passed` each stanza once it is on disk."""

    def __init__(
        self,
        *,
        state: SessionState,
        ledger: Ledger,
        rooms: RoomSource,
        line: frames.Line,
        clock: Clock,
        jitter: Callable[[], float] = random.random,
        on_bug: Callable[[str, BaseException], None] | None = None,
    ) -> None:
        self.state = state
        self.changed: Signal[SessionState] = Signal()
        self.passed: Signal[Passed] = Signal()
        self.line_event: Signal[frames.LineEvent] = Signal()
        """What the line tells of this session's own link, and of the devices."""
        self._ledger = ledger
        self._rooms = rooms
        self._line = line
        self._clock = clock
        self._scope = Scope(f"session {state.conversation_id}", on_error=on_bug or report_bug)
        self._timers = Timers(clock=clock, scope=self._scope, jitter=jitter, elapsed=self._on_elapsed)
        self.paused = self._timers.paused
        self._arriving = Arriving(
            ledger=ledger,
            on_recorded=self._on_recorded,
            on_outbox_empty=self._on_outbox_empty,
            on_refused=self._on_disk_refused,
        )
        self._pending: list[Command] = []
        self._carrying = False
        self._writing: WeakSet[asyncio.Task[None]] = WeakSet()
        """Tasks that write to the ledger."""
        self._ticket = 0
        self._tickets: dict[int, int] = {}
        """Ticket → place in the outbox, until the line has told how the sending went."""
        self._strange = 0
        """Stanzas of strangers so far."""
        self._link = ""
        self._disconnect = line.happened.connect(self._on_line)

    @property
    def link(self) -> str:
        """The line's name for this session's present connection."""
        return self._link

    @property
    def next_try(self) -> float | None:
        """Seconds until the next try to connect, jitter and all; None while there is no pause."""
        return self._timers.next_try

    def happen(self, event: Event) -> None:
        """Let something happen: the state changes at once, the commands follow in order."""
        before = self.state
        self.state, follow = step(self.state, event)
        self._pending.extend(follow)
        if self.state != before:
            self.changed.emit(self.state)
        if self._pending and not self._carrying:
            self._carrying = True
            self._writing.add(self._scope.spawn("commands", self._carry_out()))

    async def say(
        self,
        body: Message,
        meta: Mapping[str, Any] | None = None,
        *,
        after: Message | None = None,
        when: Condition | None = None,
    ) -> None:
        """Commit a stanza of the person's to journal, tables and outbox; it goes out when it can.

        With `after` both are written down or none, and that one goes out first. Nothing is where `when` is not so then.
        """
        now = self._clock.now()
        said = await self._ledger.compose(body, meta or {}, after=after, when=when, at=now)
        self._tell(said, question=body.id if isinstance(body, UserMessage) else "")

    async def tell(self, body: Message, meta: Mapping[str, Any]) -> None:
        """Commit a stanza that nobody acknowledges; where the server is away or cannot use it, it is only kept."""
        state = self.state
        await self._transmit(body, meta, sends=state.phase is Phase.ONLINE and deployed.takes(state.profile, body))

    async def act_on_memories(self, wishes: Sequence[MemoryWish]) -> None:
        """Do something to memories: at once on this computer, on the server when it can, in this order.

        Raises:
            WorldError: one of them could be done by no server (`memory_unclear`); then nothing is done.
        """
        self._tell(await self._ledger.act(wishes, at=self._clock.now()))

    def _tell(self, said: Sequence[Passed], *, question: str = "") -> None:
        for passed in said:
            self.passed.emit(passed)
        if said:
            self.happen(events.OutboxFilled(stanza_id=said[-1].stanza_id, question=question))

    async def close(self) -> None:
        """Leave the room and end; what is not delivered waits on disk."""
        self.happen(events.OfflineRequested())
        self._disconnect()
        if self._link:
            self._line.post(frames.Disconnect(link=self._link))
            self._link = ""
        if writing := set(self._writing):  # what is being written is told as well, so that nothing is journaled unseen
            await asyncio.wait(writing, timeout=CLOSE_SECONDS)
        await self._scope.close()

    async def _carry_out(self) -> None:
        try:
            while self._pending:
                try:
                    await self._do(self._pending.pop(0))
                except WorldError as error:
                    self._on_disk_refused(error)
        finally:
            self._carrying = False

    async def _do(self, command: Command) -> None:
        match command:
            case commands.RequestRoom():
                self._scope.spawn("room", self._request_room())
            case commands.AdoptConversation():
                await self._adopt(command.conversation_id)
            case commands.JoinRoom():
                self._join(command)
            case commands.LeaveRoom():
                self._leave()
            case commands.Transmit():
                await self._transmit(command.body)
            case commands.DeliverOutbox():
                await self._deliver(resend=command.resend)
            case commands.QueueAgain():
                await self._ledger.queue_again()
            case commands.TakeHistory():
                self._scope.spawn("history", self._take_history(settles=command.settles))
            case commands.RememberProfile():
                await self._ledger.remember_profile(command.profile, at=self._clock.now())
            case commands.StartTimer() | commands.StopTimer():
                self._timers.set(command)
            case commands.MarkIncomplete():
                await self._ledger.mark_incomplete(command.answer_id, at=self._clock.now())

    async def _adopt(self, conversation_id: str) -> None:
        try:
            await self._ledger.adopt(conversation_id)
        except WorldError as error:
            log.error("the server's id could not be written down", code=error.code)
            # The room was granted to a name that this computer does not have: nobody may join it.
            self._pending = [each for each in self._pending if not isinstance(each, commands.JoinRoom)]
            kept = self._ledger.conversation_id
            self.happen(events.AdoptionRefused(conversation_id=kept, sentence=error.sentence, code=error.code))

    async def _request_room(self) -> None:
        try:
            granted = await self._rooms.request_room(self.state.conversation_id)
        except WorldError as error:
            self.happen(events.RoomRefused(sentence=error.sentence, code=error.code, retry=error.retry))
        else:
            self.happen(granted)

    async def _take_history(self, *, settles: bool) -> None:
        try:
            said = await self._rooms.history(self.state.conversation_id)
            taken = await self._ledger.take_history(said, settles=settles, at=self._clock.now())
        except WorldError as error:
            self.happen(events.HistoryMissed(sentence=error.sentence, code=error.code, retry=error.retry))
        else:
            self.happen(taken)

    def _join(self, command: commands.JoinRoom) -> None:
        """Connect under a name of its own: what an old connection still tells, be it another session's, is not ours."""
        self._leave()
        self._tickets.clear()  # of a connection that is gone nothing more is told
        self._link = new_id(f"{self.state.conversation_id} ")
        self._line.post(frames.Connect.to(command.address, link=self._link, muted=True))

    def _leave(self) -> None:
        if self._link:
            self._line.post(frames.Disconnect(link=self._link))
            self._link = ""

    async def _transmit(self, body: Message, meta: Mapping[str, Any] | None = None, *, sends: bool = True) -> None:
        passed = await self._ledger.transmit(body, meta, at=self._clock.now())
        if sends:
            self._send(passed.raw)
        self.passed.emit(passed)

    async def _deliver(self, *, resend: bool) -> None:
        profile = self.state.profile
        for item in await self._ledger.outgoing(resend=resend, profile=profile, at=self._clock.now()):
            self._send(item.raw)
            self._tickets[self._ticket] = item.pk

    def _send(self, raw: bytes) -> None:
        self._ticket += 1
        self._line.post(frames.Send(link=self._link, data=raw, ticket=self._ticket))

    def _on_elapsed(self, timer: Timer) -> None:
        self.happen(events.TimerElapsed(timer=timer))

    def _on_line(self, event: frames.LineEvent) -> None:
        if getattr(event, "link", self._link) != self._link:
            return
        match event:
            case frames.StanzaArrived():
                self._on_arrival(event)
            case frames.LinkChanged():
                self._on_link(event)
            case frames.PeerChanged(stranger=True):
                pass
            case frames.PeerChanged(identity=identity, present=present):
                self.happen(events.PeerCame(identity=identity) if present else events.PeerWent(identity=identity))
            case frames.Sent(code=code, sentence=sentence, ticket=ticket):
                pk = self._tickets.pop(ticket, None)
                if code == "too_large" and pk is not None:
                    self._scope.spawn("refused", self._ledger.refuse(pk, sentence))
            case _:
                self.line_event.emit(event)

    def _on_link(self, event: frames.LinkChanged) -> None:
        match event.state:
            case "connected":
                self.happen(events.LinkUp())
            case "reconnecting":
                self.happen(events.LinkRepairing())
            case "closed":
                self._link = ""
                self.happen(events.LinkDown(sentence=event.sentence, code=event.code, retry=event.retry))

    def _on_arrival(self, event: frames.StanzaArrived) -> None:
        self._strange += event.stranger
        if event.stranger and self._strange > MAX_STRANGE:
            if self._strange == MAX_STRANGE + 1:
                log.info("of what strangers send no more is written down", stanzas=MAX_STRANGE)
            return
        arrival = Arrival(data=event.data, sender=event.sender, from_server=not event.stranger, at=self._clock.now())
        if self._arriving.put(arrival):
            self._writing.add(self._scope.spawn("record", self._arriving.record()))

    def _on_recorded(self, passed: Passed) -> None:
        self.passed.emit(passed)
        self.happen(events.StanzaRecorded(inbound=passed.inbound, duplicate=passed.duplicate))

    def _on_outbox_empty(self) -> None:
        if self.state.waiting:
            self.happen(events.OutboxEmptied())

    def _on_disk_refused(self, error: WorldError) -> None:
        """Leave the room at once when nothing can be written down; the next resume asks for what is lost now.

        To go on would let a later stanza say that the lost ones were seen.
        """
        log.error("a stanza could not be written down", code=error.code)
        self._arriving.forget()
        self._leave()
        self.happen(events.LinkDown(sentence=error.sentence, code=error.code))
