"""Ears and voice of this computer, for a conversation whose server has none (docs/protocol.md#no-voice).

A room for speech is joined beside the conversation, and the devices are opened for it: what was understood there is
asked in the conversation, and what the server writes is said there.
"""

import msgspec

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import AssistantSentence, ControlStop, StartAnswer, Transcription
from alicia_desktop.session.driver import SessionDriver
from alicia_desktop.session.ledger import Ledger
from alicia_desktop.session.message_factory import question
from alicia_desktop.session.speech_room import SpeechRoom, SpeechSource

log = get_logger(__name__)


class OwnSpeech:
    """The speech of one conversation."""

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
        """Have said what the server writes, of answers that begin while there is somebody to hear it `aloud`."""
        match stanza.body:
            case StartAnswer(id=answer):
                self._telling = answer if aloud else ""
            case AssistantSentence() as sentence if self._telling:  # which may name the one before it
                self.room.send(msgspec.structs.replace(sentence, previous_id=self._telling))
            case _:
                pass

    def silence(self) -> None:
        """Have nothing more said of the present answer."""
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
        """Ask what was said here, as if it had been written: so it survives whatever a written question does."""
        state = self._session.state
        body, meta = question(
            text,
            conversation_id=state.conversation_id,
            previous_id=await self._ledger.last_said(),
            at=self._clock.now(),
            client_version=state.client_version,
        )
        try:
            await self._session.say(msgspec.structs.replace(body, id=message_id), {**meta, "source": "microphone"})
        except WorldError as error:
            log.error("what was said could not be asked", code=error.code)
            self.refused.emit(error.sentence)
