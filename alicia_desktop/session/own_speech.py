"""Ears and voice of this computer, for a conversation whose server has none (PROTOCOL.md §10.11).

The local server has a room for speech alone. It is joined beside the conversation, by a link of its own on the same
line, and the devices are opened for that link: what is said there comes back as Transcriptions, and each sentence that
is sent there is said. Nothing of this is part of the conversation, so none of it is journaled.
"""

import asyncio
from typing import Final, Protocol

import msgspec

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.ids import new_id
from alicia_desktop.base.signal import Signal
from alicia_desktop.base.tasks import Scope
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
from alicia_desktop.session.composing import question
from alicia_desktop.session.driver import SessionDriver
from alicia_desktop.session.ledger import Ledger
from alicia_desktop.transport.contract import RoomAddress

FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 30.0
COMING: Final = "Speech on this computer is getting ready; writing works already."


class SpeechSource(Protocol):
    """Where there is a room for speech on this computer."""

    async def request_speech(self) -> RoomAddress:
        """Return a fresh room; who gives it is brought up first.

        Raises:
            WorldError: there is none.
        """
        ...


class OwnSpeech:
    """The room for speech, while it is wanted; it is joined again whenever it is lost."""

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
        self.link = ""
        """The line's name for the room; empty while it is not joined."""
        self.changed: Signal[str] = Signal()
        """The room was joined or lost; with a sentence why it is not there, for the person."""
        self.arrived: Signal[Stanza] = Signal()
        """What is told in the room, but for words that became a question."""
        self.line_event: Signal[frames.LineEvent] = Signal()
        """What the line tells of this link alone."""
        self._source, self._line, self._clock, self._scope = source, line, clock, scope
        self._session, self._ledger = session, ledger
        self._telling = ""
        """The answer that is being said."""
        self._joining = ""
        self._lost = asyncio.Event()
        self._number = 0
        self._task: asyncio.Task[None] | None = None
        self._disconnect = line.happened.connect(self._on_line)

    def open(self) -> bool:
        """Join the room, and stay in it; returns whether that is new."""
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
        """Leave, and hear of nothing more."""
        self.shut()
        self._disconnect()

    def follow(self, stanza: Stanza, *, aloud: bool) -> None:
        """Have said what the server writes, of answers that begin while there is somebody to hear it `aloud`."""
        match stanza.body:
            case StartAnswer(id=answer):
                self._telling = answer if aloud else ""
            case AssistantSentence() as sentence if self._telling:  # which may name the one before it
                self._send(msgspec.structs.replace(sentence, previous_id=self._telling))
            case _:
                pass

    def silence(self) -> None:
        """Have nothing more said of the present answer."""
        if self._telling:
            self._send(ControlStop(target_id=self._telling, stop_type="speech"))
            self._telling = ""

    async def _stay(self) -> None:
        pause = FIRST_PAUSE
        while True:
            try:
                address = await self._source.request_speech()
            except WorldError as error:
                self.changed.emit(error.sentence)
                await self._clock.sleep(pause)
                pause = min(LONGEST_PAUSE, pause * 2)
                continue
            self._lost.clear()
            self._join(address)
            await self._lost.wait()
            await self._clock.sleep(FIRST_PAUSE)
            pause = FIRST_PAUSE

    def _join(self, address: RoomAddress) -> None:
        self._joining = new_id("speech ")
        self._line.post(
            frames.Connect(
                link=self._joining,
                transport=address.transport,
                url=address.url,
                token=address.token,
                room_name=address.room_name,
                participant_id=address.participant_id,
                muted=True,
            )
        )

    def _leave(self) -> None:
        if self._joining:
            self._line.post(frames.Disconnect(link=self._joining))
        self._joining = self.link = ""

    def _send(self, body: Message) -> None:
        if self.link:
            self._number += 1
            data = codec.encode(Stanza(stanza_id=self._number, conversation_id="", body=body))
            self._line.post(frames.Send(link=self.link, data=data, ticket=0))

    def _on_line(self, event: frames.LineEvent) -> None:
        if not self._joining or getattr(event, "link", "") != self._joining:
            return
        match event:
            case frames.LinkChanged(state="connected"):
                self.link = self._joining
                self._send(Configuration())
                self.changed.emit("")
            case frames.LinkChanged(state="closed"):
                self._joining = self.link = ""
                self._lost.set()
                self.changed.emit(event.sentence or COMING)
            case frames.StanzaArrived(data=data):
                content = codec.decode(data)
                if isinstance(content, Stanza):
                    self._on_stanza(content)
            case _:
                self.line_event.emit(event)

    def _on_stanza(self, stanza: Stanza) -> None:
        body = stanza.body
        if isinstance(body, Transcription) and body.final and body.text.strip():
            self._scope.spawn("ask", self._ask(body.id, body.text.strip()))
        else:
            self.arrived.emit(stanza)

    async def _ask(self, message_id: str, text: str) -> None:
        """Ask what was said here, as if it had been written: so it survives whatever a written question does."""
        state = self._session.state
        body, meta = question(
            text,
            conversation_id=state.conversation_id,
            previous_id=await self._ledger.last_said(),
            at=self._clock.now(),
            client_version=state.client_version,
        )
        await self._session.say(msgspec.structs.replace(body, id=message_id), {**meta, "source": "microphone"})
