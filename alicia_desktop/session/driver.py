"""Drives one session with asyncio: feeds events to `machine.step` and carries its commands out, in order.

    session = SessionDriver(state=await ledger.load_state(client_version="1.0"), ledger=ledger, rooms=server,
                            line=line, clock=clock)
    session.changed.connect(on_state)                    # each new SessionState
    session.stanza_journaled.connect(on_stanza)          # each stanza, sent or received, after its commit
    session.go_online()                                  # a room, a handshake, and again whenever it is lost
    message_id = await session.send_message("When is the recital?")  # on disk when this returns, sent when it can be
    await session.close()

Whatever crosses the wire is on disk first: an inbound stanza is a `StanzaRecorded` only after its commit, and an
outbound one leaves only after its.
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
from alicia_desktop.protocol.attachments import Attachment
from alicia_desktop.protocol.messages import ControlStop, Message, UserMessage
from alicia_desktop.session import commands, events
from alicia_desktop.session.command_queue import CommandQueue
from alicia_desktop.session.commands import Command, RoomSource
from alicia_desktop.session.events import Event, JournaledStanza, Timer
from alicia_desktop.session.inbound_batcher import InboundBatcher, InboundPacket
from alicia_desktop.session.ledger import Condition, Ledger
from alicia_desktop.session.machine import step
from alicia_desktop.session.message_factory import MemoryRequest, edit, question
from alicia_desktop.session.state import Phase, SessionState
from alicia_desktop.session.timers import Timers
from alicia_desktop.store.sync.withdrawal import WithdrawnQuestion

log = get_logger(__name__)
MAX_STRANGER_STANZAS: Final = 1_000
"""Stanzas of strangers that are journaled while a session lives, so that nobody fills this computer's disk."""
CLOSE_SECONDS: Final = 1.0
"""How long the end of a session waits for what it is writing."""


class SessionDriver:
    """Runs one session over a line: `changed` emits each new state, `stanza_journaled` each stanza after its commit."""

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
        self.stanza_journaled: Signal[JournaledStanza] = Signal()
        self.line_event: Signal[frames.LineEvent] = Signal()
        """Events of this session's link and of the sound devices that the session itself does not handle."""
        self._ledger = ledger
        self._rooms = rooms
        self._line = line
        self._clock = clock
        self._scope = Scope(f"session {state.conversation_id}", on_error=on_bug)
        self._timers = Timers(clock=clock, scope=self._scope, jitter=jitter, on_elapsed=self._on_timer)
        self.paused = self._timers.paused
        self._inbound = self._create_inbound()
        self._pending = CommandQueue()
        self._executing = False
        self._writing: WeakSet[asyncio.Task[None]] = WeakSet()
        """Tasks that write to the ledger."""
        self._history_wanted: list[bool] = []
        """`settles` of each requested look at the history; one look answers all requests from before it began."""
        self._fetching = False
        self._ticket = 0
        self._outbox_pks: dict[int, int] = {}
        """Ticket of a `frames.Send` → outbox item, until the line reports whether it was sent."""
        self._stranger_stanzas = 0
        """Stanzas of strangers so far."""
        self._link = ""
        self._disconnect = line.event_received.connect(self._on_line)

    def _create_inbound(self) -> InboundBatcher:
        return InboundBatcher(
            journal=self._ledger,
            on_journaled=self._on_received,
            on_outbox_empty=self._on_outbox_empty,
            on_disk_error=self._on_disk_error,
        )

    @property
    def link(self) -> str:
        """The line's name for this session's present connection."""
        return self._link

    @property
    def next_try(self) -> float | None:
        """Seconds until the next try to connect, jitter and all; None while there is no pause."""
        return self._timers.next_try

    def dispatch(self, event: Event) -> None:
        """Apply an event: update the state now, queue its commands in order."""
        before = self.state
        self.state, follow = step(self.state, event)
        self._pending.extend(follow)
        if self.state != before:
            self.changed.emit(self.state)
        if self._pending and not self._executing:
            self._executing = True
            self._writing.add(self._scope.spawn("commands", self._execute_pending()))

    def go_online(self) -> None:
        """Connect, now and whenever it can be; a pause between two tries ends."""
        self.dispatch(events.OnlineRequested())

    async def send_message(
        self,
        text: str,
        *,
        speak: bool = False,
        edits: str = "",
        message_id: str = "",
        spoken: bool = False,
        attachments: Sequence[Attachment] = (),
    ) -> str:
        """Persist a question of the user's and enqueue it for delivery; return its id.

        Args:
            speak: our server also says its answer to a question that was written.
            edits: id of the question in whose place it is asked (docs/protocol.md#variations).
            message_id: id that it has already; empty for a new one.
            spoken: it came by the microphone.
            attachments: its files, with their bytes.

        Raises:
            WorldError: as `enqueue`.
        """
        conversation_id = self.state.conversation_id
        body, meta = question(
            text,
            conversation_id=conversation_id,
            at=self._clock.now(),
            client_version=self.state.client_version,
            speak=speak,
            message_id=message_id,
            spoken=spoken,
            attachments=attachments,
        )
        await self.enqueue(body, meta, after=edit(edits, text, conversation_id=conversation_id) if edits else None)
        return body.id

    async def enqueue(
        self,
        body: Message,
        meta: Mapping[str, Any] | None = None,
        *,
        after: Message | None = None,
        when: Condition | None = None,
    ) -> None:
        """Persist a stanza of the user's and enqueue it for delivery, right after the stanza `after` if there is one.

        Writes nothing if `when(conn)` is false at commit.

        Raises:
            WorldError: it can never be sent, or the disk refuses it; then nothing was written.
        """
        journaled = await self._ledger.enqueue(body, meta or {}, after=after, when=when, at=self._clock.now())
        stopped = body.target_id if isinstance(body, ControlStop) and body.stop_type != "speech" else None
        question = body.id if isinstance(body, UserMessage) else ""
        self._on_enqueued(journaled, question=question, stopped=stopped or "")

    async def withdraw(self, message_id: str, *, to_draft: bool = False) -> WithdrawnQuestion | None:
        """Take back a question that has not left, and await no answer to it; None where it may have left."""
        taken = await self._ledger.withdraw(message_id, to_draft=to_draft, at=self._clock.now())
        if taken is not None:
            self.dispatch(events.QuestionWithdrawn(question=message_id, waiting=taken.waiting))
        return taken

    async def enqueue_memory_requests(self, requests: Sequence[MemoryRequest]) -> None:
        """Change memories: at once on this computer, on the server when it can be reached, in this order.

        Raises:
            WorldError: no server could carry one of them out (`memory_unclear`); then nothing is done.
        """
        self._on_enqueued(await self._ledger.enqueue_memory_requests(requests, at=self._clock.now()))

    async def send_unacknowledged(self, body: Message, meta: Mapping[str, Any]) -> None:
        """Persist a stanza that nobody acknowledges; send it only if the server is connected and can use it."""
        state = self.state
        sends = state.phase is Phase.ONLINE and deployed.accepts(state.profile, body)
        await self._send_unacknowledged(commands.SendUnacknowledged(body=body, meta=meta), sends=sends)

    def flush_outbox(self) -> None:
        """Deliver what others have put into the outbox, or changed in it."""
        self.dispatch(events.OutboxFilled(stanza_id=0))

    def _on_enqueued(self, journaled: Sequence[JournaledStanza], *, question: str = "", stopped: str = "") -> None:
        for stanza in journaled:
            self.stanza_journaled.emit(stanza)
        if journaled:
            number = journaled[-1].stanza_id
            self.dispatch(events.OutboxFilled(stanza_id=number, question=question, stopped=stopped))

    async def close(self) -> None:
        """Leave the room and end; what is not delivered waits on disk."""
        self.dispatch(events.OfflineRequested())
        self._disconnect()
        if self._link:
            self._line.post(frames.Disconnect(link=self._link))
            self._link = ""
        if writing := set(self._writing):  # what is journaled now is still announced to listeners
            await asyncio.wait(writing, timeout=CLOSE_SECONDS)
        # Commands that a slow disk held up must not start when the line reports that it is closed.
        self._pending = CommandQueue()
        await self._scope.close()

    async def _execute_pending(self) -> None:
        try:
            while together := self._pending.take():
                try:
                    await self._execute(*together)
                except WorldError as error:
                    self._on_disk_error(error)
        finally:
            self._executing = False

    async def _execute(self, command: Command, *others: Command) -> None:
        match command:
            case commands.RequestRoom():
                self._scope.spawn("room", self._request_room())
            case commands.AdoptConversation():
                await self._adopt(command.conversation_id)
            case commands.JoinRoom():
                self._join(command)
                self._ledger.transport = command.address.transport
                await self._ledger.remember_room(command.address.room_name)
            case commands.LeaveRoom():
                self._leave()
            case commands.SendUnacknowledged():
                await self._send_unacknowledged(command, *others)
            case commands.DeliverOutbox():
                await self._deliver(resend=command.resend)
            case commands.RequeueSent():
                await self._ledger.requeue_sent()
            case commands.FetchHistory():
                self._request_history(settles=command.settles)
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
            # The room belongs to an id that could not be stored here, so it must not be joined.
            self._pending.discard(commands.JoinRoom)
            kept = self._ledger.conversation_id
            self.dispatch(events.AdoptionRefused(conversation_id=kept, sentence=error.sentence, code=error.code))

    async def _request_room(self) -> None:
        try:
            granted = await self._rooms.request_room(self.state.conversation_id)
        except WorldError as error:
            self.dispatch(events.RoomRefused(sentence=error.sentence, code=error.code, retry=error.retry))
        else:
            self.dispatch(granted)

    def _request_history(self, *, settles: bool) -> None:
        self._history_wanted.append(settles)
        if not self._fetching:
            self._fetching = True
            self._scope.spawn("history", self._fetch_history())

    async def _fetch_history(self) -> None:
        """Look at the history until no look is requested any more: each late sentence requests one."""
        try:
            while self._history_wanted:
                settles = any(self._history_wanted)
                self._history_wanted.clear()
                await self._look_at_history(settles=settles)
        finally:
            self._fetching = False

    async def _look_at_history(self, *, settles: bool) -> None:
        try:
            history = await self._rooms.history(self.state.conversation_id)
            merged = await self._ledger.merge_history(history, settles=settles, at=self._clock.now())
        except WorldError as error:
            self.dispatch(events.HistoryFailed(sentence=error.sentence, code=error.code, retry=error.retry))
        else:
            self.dispatch(merged)

    def _join(self, command: commands.JoinRoom) -> None:
        """Connect under a new link name, by which late events of earlier connections are told from this one's."""
        self._leave()
        self._outbox_pks.clear()  # the connection that is left reports nothing more
        self._link = new_id(f"{self.state.conversation_id} ")
        self._line.post(frames.Connect.to(command.address, link=self._link, uses_devices=True))

    def _leave(self) -> None:
        if self._link:
            self._line.post(frames.Disconnect(link=self._link))
            self._link = ""

    async def _send_unacknowledged(self, *stanzas: Command, sends: bool = True) -> None:
        sending = [stanza for stanza in stanzas if isinstance(stanza, commands.SendUnacknowledged)]
        for stanza in await self._ledger.journal_outgoing(sending, at=self._clock.now()):
            if sends:
                self._send(stanza.raw)
            self.stanza_journaled.emit(stanza)

    async def _deliver(self, *, resend: bool) -> None:
        profile = self.state.profile
        for item in await self._ledger.take_outgoing(resend=resend, profile=profile, at=self._clock.now()):
            self._send(item.raw)
            self._outbox_pks[self._ticket] = item.pk

    def _send(self, raw: bytes) -> None:
        self._ticket += 1
        self._line.post(frames.Send(link=self._link, data=raw, ticket=self._ticket))

    def _on_timer(self, timer: Timer) -> None:
        self.dispatch(events.TimerElapsed(timer=timer))

    def _on_line(self, event: frames.LineEvent) -> None:
        if getattr(event, "link", self._link) != self._link:
            return
        match event:
            case frames.StanzaArrived():
                self._on_stanza(event)
            case frames.LinkChanged():
                self._on_link(event)
            case frames.PeerChanged(stranger=True):
                pass
            case frames.PeerChanged(identity=identity, present=present):
                self.dispatch(
                    events.AssistantJoined(identity=identity) if present else events.AssistantLeft(identity=identity)
                )
            case frames.Sent(code=code, sentence=sentence, ticket=ticket):
                pk = self._outbox_pks.pop(ticket, None)
                if code == "too_large" and pk is not None:
                    self._scope.spawn("mark failed", self._ledger.mark_failed(pk, sentence))
            case _:
                self.line_event.emit(event)

    def _on_link(self, event: frames.LinkChanged) -> None:
        match event.state:
            case "connected":
                self.dispatch(events.LinkConnected())
            case "reconnecting":
                self.dispatch(events.LinkInterrupted())
            case "closed":
                self._link = ""
                self.dispatch(events.LinkLost(sentence=event.sentence, code=event.code, retry=event.retry))

    def _on_stanza(self, event: frames.StanzaArrived) -> None:
        self._stranger_stanzas += event.stranger
        if event.stranger and self._stranger_stanzas > MAX_STRANGER_STANZAS:
            if self._stranger_stanzas == MAX_STRANGER_STANZAS + 1:
                log.info("of what strangers send no more is written down", stanzas=MAX_STRANGER_STANZAS)
            return
        packet = InboundPacket(
            data=event.data, sender=event.sender, from_server=not event.stranger, at=self._clock.now()
        )
        if self._inbound.put(packet):
            self._writing.add(self._scope.spawn("journal", self._inbound.flush()))

    def _on_received(self, stanza: JournaledStanza) -> None:
        self.stanza_journaled.emit(stanza)
        self.dispatch(
            events.StanzaRecorded(inbound=stanza.inbound, duplicate=stanza.duplicate, is_foreign=stanza.is_foreign)
        )

    def _on_outbox_empty(self) -> None:
        if self.state.waiting:
            self.dispatch(events.OutboxEmptied())

    def _on_disk_error(self, error: WorldError) -> None:
        """Leave the room at once when the disk refuses a write; the next resume asks again for what was lost.

        Staying would let a later stanza tell the server that the lost ones were received.
        """
        log.error("a stanza could not be written down", code=error.code)
        self._inbound.clear()
        self._leave()
        self.dispatch(events.LinkLost(sentence=error.sentence, code=error.code))
