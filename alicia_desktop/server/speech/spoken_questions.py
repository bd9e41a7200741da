"""Hear what the user says in a conversation: interrupt the answer that is spoken, and ask what was understood.

spoken = SpokenQuestions(engines=engines, speaker=speaker, turns=turns, ahead=ahead, ...)
spoken.start(scope)
spoken.feed(pcm)                                  # 10 ms; what is recognised is sent and asked
question = await spoken.voiced(question, "de")    # said by the voice of that language, or only written
"""

from collections.abc import Awaitable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Any, Protocol

from alicia_desktop.base import ids
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.config import Patience
from alicia_desktop.context.conversation_memory import ConversationMemory
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.protocol.sequence import TRACE
from alicia_desktop.server.engines.engine_set import Engines
from alicia_desktop.server.notices import SERVICE_UNAVAILABLE, Notices
from alicia_desktop.server.outbound import OutboundQueue
from alicia_desktop.server.question import Question
from alicia_desktop.server.run_ahead import RunAhead
from alicia_desktop.server.speech.backchannel import is_aside
from alicia_desktop.server.speech.playout import SpeechPlayer
from alicia_desktop.server.speech.speech_input import SpeechInput
from alicia_desktop.server.speech.spoken_languages import SpokenLanguages
from alicia_desktop.server.speech.spoken_names import NamingRecogniser, load_names
from alicia_desktop.server.turn_queue import TurnQueue


class Ask(Protocol):
    """Queues a message as a question."""

    def __call__(
        self, message_id: str, text: str, meta: Mapping[str, Any], at: datetime | None = None, *, language: str = ""
    ) -> Awaitable[None]:
        """Queue what was said in a language, received at a time."""


class SpokenQuestions:
    """The user's voice in one conversation."""

    def __init__(
        self,
        *,
        engines: Engines,
        patience: Patience,
        conversation: ConversationMemory,
        speaker: SpeechPlayer,
        turns: TurnQueue,
        ahead: RunAhead,
        outbound: OutboundQueue,
        notices: Notices,
        clock: Clock,
        ask: Ask,
    ) -> None:
        self.decides_by_words = False
        """Whether the client says itself when its user interrupts, so that here only their words count."""
        self._engines, self._speaker, self._turns = engines, speaker, turns
        self._outbound, self._notices, self._clock, self._ask = outbound, notices, clock, ask
        self._languages = SpokenLanguages(engines.voice)
        self._has_sound = False
        """Whether there was any sound from the user."""
        self._input = SpeechInput(
            recogniser=NamingRecogniser(engines.recogniser, load_names=partial(load_names, conversation)),
            end_of_turn=engines.end_of_turn,
            patience=patience,
            outbound=outbound,
            on_speech=self._on_speech,
            ignores=lambda text: self.decides_by_words and speaker.speaking and is_aside(text),
            on_message=self._on_message,
            on_pause=ahead.begin,
            on_resume=ahead.drop,
            on_failure=notices.report_engine_failure,
        )

    def start(self, scope: Scope) -> None:
        """Start to listen."""
        self._scope = scope
        self._input.start(scope)

    def feed(self, pcm: bytes) -> None:
        """Feed 10 ms of the user's sound; the silence before the first one is left out: LiveKit makes it up."""
        if not self._has_sound:
            if not any(pcm):
                return
            self._has_sound = True
            self._engines.prepare_speech()  # while the user speaks the first words
        self._input.feed(pcm)

    async def voiced(self, question: Question, language: str) -> Question:
        """Return a question that was heard in a language: its voice says the answer, which is only written without."""
        if not question.spoken or not language:
            return question
        aloud = await self._languages.has_voice(language)
        return replace(question, spoken=aloud, language=await self._languages.other_language(language))

    def _on_speech(self) -> None:
        self._speaker.stop_expecting()
        if not self.decides_by_words:
            self._interrupt()

    def _interrupt(self) -> None:
        """Interrupt the spoken answer, because the user speaks."""
        answer_id = self._turns.answer_id
        if self._speaker.speaking or answer_id is not None:
            self._speaker.stop_answer(answer_id)

    def _on_message(self, body: UserMessage, language: str) -> None:
        self._interrupt()
        meta = {"source": "microphone", TRACE: ids.new_trace_id()}
        self._outbound.enqueue(body, meta)
        self._notices.messages += 1
        self._scope.spawn("heard", self._ask_aloud(body, meta, language, self._clock.now()))

    async def _ask_aloud(self, body: UserMessage, meta: dict[str, Any], language: str, at: datetime) -> None:
        if sentence := await self._languages.problem(language):
            self._notices.send_error(sentence, about=None, code=SERVICE_UNAVAILABLE, recoverable=True)
        await self._ask(body.id, body.content, meta, at, language=language)
