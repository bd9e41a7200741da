"""Provide speech for a conversation on another server: transcribe and speak, and store nothing.

A client whose server has no voice (docs/protocol.md#no-voice) comes here beside its conversation: what it says becomes
Transcriptions, and each AssistantSentence that it sends is said to it. Both are on their way only: no journal.
"""

import asyncio
from collections.abc import Mapping
from typing import Any, Final

from alicia_desktop.base import ids
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.config import Patience
from alicia_desktop.protocol import codec
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import (
    AssistantSentence,
    Configuration,
    ControlStop,
    ErrorMessage,
    Message,
    StartAnswer,
    UserMessage,
)
from alicia_desktop.protocol.sequence import next_server_id
from alicia_desktop.server.engines.engine_set import Engines, server_info
from alicia_desktop.server.notices import SERVICE_UNAVAILABLE
from alicia_desktop.server.speech.backchannel import is_aside
from alicia_desktop.server.speech.playout import SpeechPlayer, Utterance
from alicia_desktop.server.speech.speakable import spoken_text
from alicia_desktop.server.speech.speech_input import SpeechInput
from alicia_desktop.server.speech.spoken_languages import SpokenLanguages
from alicia_desktop.transport.contract import Transport

log = get_logger(__name__)
FEATURES: Final = ("audio_output",)


class SpeechAgent:
    """The agent of a speech room; runs between `start` and `close`."""

    def __init__(self, *, name: str, engines: Engines, clock: Clock, patience: Patience = "natural") -> None:
        """`name` is the room's, which stands for the conversation that there is none of here."""
        self.conversation_id = name
        self._engines = engines
        self._transport: Transport | None = None
        self._last_id = 0
        self._waiting: asyncio.Queue[tuple[bytes, asyncio.Future[None]]] = asyncio.Queue()
        self._scope = Scope(f"speech {name}")
        self._spoken_languages = SpokenLanguages(engines.voice)
        self._language = ""
        """Of the last question, where it is not that of the default voice."""
        self._aloud = True
        """Whether a voice has it."""
        self._speaker = SpeechPlayer(
            voice=engines.voice, outbound=self, clock=clock, transport=lambda: self._transport, on_failure=self._fail
        )
        self._speech_input = SpeechInput(
            recogniser=engines.recogniser,
            end_of_turn=engines.end_of_turn,
            patience=patience,
            outbound=self,
            on_speech=self._speaker.stop_expecting,  # who interrupts is decided by the client, as in `agent.py`
            on_message=self._on_message,
            ignores=lambda text: self._speaker.speaking and is_aside(text),
            on_failure=self._fail,
        )
        self._disconnect = engines.on_change(lambda _: self._publish_engine_info())

    @property
    def busy(self) -> bool:
        """Always false: nothing is left to do when nobody is there."""
        return False

    async def start(self) -> None:
        """Start to listen and speak."""
        self._engines.prepare_speech()
        self._speaker.start(self._scope)
        self._speech_input.start(self._scope)
        self._scope.spawn("out", self._send())

    async def close(self) -> None:
        """Stop everything at once."""
        self._disconnect()
        await self._scope.close()

    def attach(self, transport: Transport) -> None:
        """Connect a transport."""
        self._transport = transport

    def detach(self, transport: Transport) -> None:
        """Disconnect a transport."""
        if self._transport is transport:
            self._transport = None
            self._speaker.interrupt()

    def receive(self, data: bytes, sender: str, *, shared: bool) -> None:  # noqa: ARG002 - the only one here
        """Receive one stanza; one that is not about speech has no effect."""
        content = codec.decode(data)
        if not isinstance(content, Stanza):
            return
        match content.body:
            case Configuration():
                self.enqueue(Configuration(conversation_id=self.conversation_id, features=FEATURES))
                self._publish_engine_info()
            case AssistantSentence(previous_id=answer, sequence=sequence, text=text) if spoken_text(text):
                last = bool(content.body.is_final)
                if self._aloud:
                    said = Utterance(answer_id=answer, sequence=sequence, text=text, last=last, language=self._language)
                    self._speaker.enqueue(said)
            case StartAnswer(id=answer):
                self._speaker.resume(answer)  # it may be said again, after it was silenced
            case ControlStop(target_id=answer):
                self._speaker.stop_answer(answer)
            case _:
                pass

    def receive_stranger(self, data: bytes, sender: str) -> None:
        """Ignore what a stranger sent; nothing here is journaled."""

    def feed_audio(self, pcm: bytes) -> None:
        """Feed 10 ms of sound."""
        self._speech_input.feed(pcm)

    def enqueue(self, body: Message, meta: Mapping[str, Any] | None = None) -> asyncio.Future[None]:
        """Queue one stanza; the future is done once it was sent, or nobody was there."""
        self._last_id = next_server_id(self._last_id)
        stanza = Stanza(stanza_id=self._last_id, conversation_id=self.conversation_id, body=body, meta=meta or {})
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put_nowait((codec.encode(stanza), done))
        return done

    async def _send(self) -> None:
        while True:
            data, done = await self._waiting.get()
            if self._transport is not None:
                try:
                    await self._transport.send(data)
                except WorldError as error:
                    log.info("speech goes nowhere", code=error.code)
            if not done.done():
                done.set_result(None)

    def _on_message(self, message: UserMessage, language: str) -> None:
        """Stop what is still said of before; the transcription says what was said."""
        if self._speaker.speaking:
            self._speaker.stop_answer()
        self._speaker.expect(message.id)
        self._scope.spawn("language", self._choose_language(language))

    async def _choose_language(self, language: str) -> None:
        """Have the answer spoken in the language of the question; where no voice has it, say so, and speak nothing."""
        if sentence := await self._spoken_languages.problem(language):
            self._fail(WorldError(sentence=sentence, code="no_voice"))
        self._aloud = await self._spoken_languages.has_voice(language)
        self._language = await self._spoken_languages.other_language(language)
        if not self._aloud:
            self._speaker.stop_expecting()

    def _publish_engine_info(self) -> None:
        self.enqueue(server_info(self._engines))

    def _fail(self, error: WorldError) -> None:
        self.enqueue(
            ErrorMessage(
                id=ids.new_id(ids.MESSAGE),
                conversation_id=self.conversation_id,
                code=SERVICE_UNAVAILABLE,
                message=error.sentence,
                severity=1,
                recoverable=True,
            )
        )
