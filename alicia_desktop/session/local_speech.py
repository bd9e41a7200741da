"""Speech recognised and spoken by this computer, for a conversation whose server cannot (docs/protocol.md#no-voice).

A room for speech alone, at the server on this computer, is joined by a link of its own beside the conversation's, and
the devices are opened for it. What was understood there comes back as a Transcription and is asked in the conversation;
each sentence that the conversation's server writes is sent there and said. Nothing of that room is part of a
conversation, so none of it is journaled.
"""

import asyncio
from typing import Final, Protocol

import msgspec

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.ids import new_id
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.base.translation import translate
from alicia_desktop.line import frames
from alicia_desktop.protocol import codec
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import (
    AssistantSentence,
    Configuration,
    ControlStop,
    Message,
    StartAnswer,
    Transcription,
)
from alicia_desktop.session.driver import SessionDriver
from alicia_desktop.session.ledger import Ledger
from alicia_desktop.transport.contract import RoomAddress

FIRST_PAUSE: Final = 0.5
MAX_BACKOFF_SECONDS: Final = 30.0
COMING: Final = translate("You can keep writing")


class SpeechSource(Protocol):
    """Gives rooms for speech on this computer."""

    async def request_speech(self) -> RoomAddress:
        """Return a fresh room; the server that gives it is started first.

        Raises:
            WorldError: there is none.
        """
        ...


class SpeechRoom:
    """Joins a room for speech, and joins it again whenever it is lost."""

    def __init__(self, *, source: SpeechSource, line: frames.Line, clock: Clock, scope: Scope) -> None:
        self.link = ""
        """The line's name for the room; empty while it is not joined."""
        self.changed: Signal[str] = Signal()
        """The room was joined or lost; with a sentence why it is not there, for the user."""
        self.arrived: Signal[Stanza] = Signal()
        """What is told in the room."""
        self.line_event: Signal[frames.LineEvent] = Signal()
        """What the line tells of this link alone."""
        self._source, self._line, self._clock, self._scope = source, line, clock, scope
        self._joining = ""
        self._lost = asyncio.Event()
        self._was_joined = False
        """Whether the room that was asked for last was there: one that never was is asked for ever less often."""
        self._number = 0
        self._task: asyncio.Task[None] | None = None
        self._disconnect = line.event_received.connect(self._on_line)

    def open(self) -> bool:
        """Join the room and stay in it; return whether that was not so before."""
        is_new = self._task is None
        if is_new:
            self._task = self._scope.spawn("speech", self._stay())
        return is_new

    def shut(self) -> None:
        """Leave the room."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self._leave()

    def close(self) -> None:
        """Leave the room and disconnect from the line."""
        self.shut()
        self._disconnect()

    def send(self, body: Message) -> None:
        """Send a message into the room; do nothing where it is not joined."""
        if self.link:
            self._number += 1
            data = codec.encode(Stanza(stanza_id=self._number, conversation_id="", body=body))
            self._line.post(frames.Send(link=self.link, data=data, ticket=0))

    async def _stay(self) -> None:
        pause = FIRST_PAUSE
        while True:
            try:
                self._join(await self._source.request_speech())
            except WorldError as error:
                self.changed.emit(error.sentence)
            else:
                await self._lost.wait()
                pause = FIRST_PAUSE if self._was_joined else pause
            await self._clock.sleep(pause)
            pause = min(MAX_BACKOFF_SECONDS, pause * 2)

    def _join(self, address: RoomAddress) -> None:
        self._lost.clear()
        self._was_joined = False
        self._joining = new_id("speech ")
        self._line.post(frames.Connect.to(address, link=self._joining, uses_devices=True))

    def _leave(self) -> None:
        if self._joining:
            self._line.post(frames.Disconnect(link=self._joining))
        self._joining = self.link = ""

    def _on_line(self, event: frames.LineEvent) -> None:
        if not self._joining or getattr(event, "link", "") != self._joining:
            return
        match event:
            case frames.LinkChanged(state="connected"):
                self.link, self._was_joined = self._joining, True
                self.send(Configuration())
                self.changed.emit("")
            case frames.LinkChanged(state="closed"):
                self._joining = self.link = ""
                self._lost.set()
                self.changed.emit(event.sentence or COMING)
            case frames.StanzaArrived(data=data, stranger=False):
                content = codec.decode(data)
                if isinstance(content, Stanza):
                    self.arrived.emit(content)
            case _:
                self.line_event.emit(event)


log = get_logger(__name__)


class LocalSpeech:
    """Recognises and speaks for one conversation."""

    def __init__(
        self,
        *,
        source: SpeechSource,
        session: SessionDriver,
        ledger: Ledger,
        line: frames.Line,
        clock: Clock,
        scope: Scope,
    ) -> None:
        self.room = SpeechRoom(source=source, line=line, clock=clock, scope=scope)
        self.arrived: Signal[Stanza] = Signal()
        """What is told in the room, but for words that became a question."""
        self.refused: Signal[str] = Signal()
        """What was said could not be asked, and why."""
        self._session, self._ledger, self._clock, self._scope = session, ledger, clock, scope
        self._telling = ""
        """The answer that is being said."""
        self.room.arrived.connect(self._on_stanza)

    def follow(self, stanza: Stanza, *, aloud: bool) -> None:
        """Speak what the server writes, of answers that begin while the devices are open (`aloud`)."""
        match stanza.body:
            case StartAnswer(id=answer):
                self._telling = answer if aloud else ""
            case AssistantSentence() as sentence if self._telling:  # which may name the one before it
                self.room.send(msgspec.structs.replace(sentence, previous_id=self._telling))
            case _:
                pass

    def silence(self) -> None:
        """Stop speaking the present answer."""
        if self._telling:
            self.room.send(ControlStop(target_id=self._telling, stop_type="speech"))
            self._telling = ""

    def _on_stanza(self, stanza: Stanza) -> None:
        body = stanza.body
        if isinstance(body, Transcription) and body.final and body.text.strip():
            self._scope.spawn("ask", self._ask(body.id, body.text.strip()))
        else:
            self.arrived.emit(stanza)

    async def _ask(self, message_id: str, text: str) -> None:
        """Send what was said here as a question: so it survives whatever a written question does."""
        try:
            await self._session.send_message(text, message_id=message_id, spoken=True)
        except WorldError as error:
            log.error("what was said could not be asked", code=error.code)
            self.refused.emit(error.sentence)
