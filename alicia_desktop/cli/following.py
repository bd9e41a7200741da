"""What has come of what was said: which question is open, which answer is its, how much of it was written and spoken.

Fed by a session's signals, asked by `talk`, which waits until something holds.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from alicia_desktop.cli.display import Display
from alicia_desktop.cli.listing import as_passed
from alicia_desktop.line import frames
from alicia_desktop.protocol import deployed
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import (
    Acknowledgement,
    AssistantMessage,
    AssistantSentence,
    ErrorMessage,
    Message,
    StartAnswer,
    UserMessage,
)
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.session.state import Phase, SessionState

TRIES: Final = 4
"""A server that was never reached is given up after so many; one that was is waited for."""
CUT_OFF: Final = "The answer was cut off and did not go on."

Sentence = tuple[str, int]
"""(answer, number of the sentence)."""


class Following:
    """Follows one session and prints what it tells."""

    def __init__(self, front: ActiveSession, *, display: Display, as_json: bool) -> None:
        self.failure = ""
        """Why there is no point in going on, as a sentence."""
        self.is_incomplete = False
        """Whether an answer was cut off or refused; the run went on."""
        self.wav_ended = False
        self.question = ""
        """The question that has no whole answer yet."""
        self.answer = ""
        """The last answer that began."""
        self.acknowledged = False
        """Whether the server was told that the last answer has come."""
        self._front, self._display = front, display
        self._as_json = as_json
        self._earlier: set[str] = set()
        self._met = False
        self._writing: str | None = None
        self._looks = 0
        """How often it was looked for the end of that answer."""
        self._aloud = False
        self._written: set[Sentence] = set()
        self._spoken: set[Sentence] = set()
        self._news = asyncio.Event()
        front.session.stanza_journaled.connect(self._on_passed)
        front.session.changed.connect(self._on_session)
        front.session.line_event.connect(self._on_line)
        front.voice.changed.connect(lambda _: self._news.set())

    def listen(self) -> None:
        """A wav file is about to be spoken: its questions come as the server understands them."""
        self.ask("")
        self.answer, self.wav_ended = "", False

    def ask(self, question: str) -> None:
        """A question is about to be written, or was understood."""
        if self.question:
            self._earlier.add(self.question)
        self.question = question

    def fail(self, sentence: str) -> None:
        """Give up, for the first reason there is."""
        self.failure = self.failure or sentence
        self._news.set()

    async def until(self, holds: Callable[[], bool], *, seconds: float) -> bool:
        """Wait until something holds or all has failed; returns whether it holds."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                while not holds() and not self.failure:
                    self._news.clear()
                    await self._news.wait()
        return holds()

    @property
    def is_online(self) -> bool:
        """Whether stanzas flow."""
        return self._front.session.state.phase is Phase.ONLINE

    @property
    def is_answered(self) -> bool:
        """Whether nothing that was asked waits for its answer, and nothing is being said or thought about."""
        voice = self._front.voice.state
        return bool(self.answer) and not (self.question or voice.hearing or voice.thinking or voice.interim)

    @property
    def is_spoken(self) -> bool:
        """Whether the loudspeaker, if there is one, has said all that was written."""
        return not self._front.voice.state.output_device or self._written <= self._spoken

    @property
    def _profile(self) -> deployed.Profile:
        return self._front.session.state.profile

    def _on_session(self, state: SessionState) -> None:
        self._met = self._met or state.phase is Phase.ONLINE
        given_up = state.phase is Phase.WAITING and state.attempt >= TRIES and not self._met
        if given_up or (state.phase is Phase.OFFLINE and state.code):
            self.fail(state.sentence)
        before, self._writing = self._writing, state.answer_id
        looks, self._looks = self._looks, state.looks
        if before == self.answer and state.answer_id is None and self.question:
            if self._profile == "deployed" and looks < deployed.LOOKS:  # it marks no sentence as the last one
                self._settle()
                self.acknowledged = True  # nor does it wait to hear of it
            else:
                self._display.print_error(CUT_OFF)
                self._give_up()
        self._news.set()

    def _on_line(self, event: frames.LineEvent) -> None:
        match event:
            case frames.WavEnded():
                self.wav_ended = True
            case frames.SoundChanged(code="bad_wav", sentence=sentence):
                self.fail(sentence)
            case frames.SoundChanged(code=code, sentence=sentence) if code:
                self._display.print_error(sentence)
            case frames.PlaybackProgressed(state="finished" | "cut"):
                self._spoken.add((event.message_id, event.sequence))
            case _:
                pass
        self._news.set()

    def _on_passed(self, passed: JournaledStanza) -> None:
        if self._as_json:
            self._display.print_json(as_passed(passed.inbound, outbound=passed.outbound, at=passed.at))
        if not isinstance(passed.inbound, Stanza) or passed.duplicate or passed.after_stop:
            return
        if passed.outbound:
            self.acknowledged = self.acknowledged or isinstance(passed.inbound.body, Acknowledgement)
        else:
            self._on_said(passed.inbound.body, answered=passed.question)
        self._news.set()

    def _on_said(self, body: Message, *, answered: str | None) -> None:
        match body:
            case UserMessage(id=question, content=content):
                self.ask(question)
                self._print(f"> {content}")
            case StartAnswer(id=answer, answer_type=kind) if self._is_awaited(answered):
                self.answer, self._aloud = answer, kind != "text"
            case AssistantSentence(previous_id=answer, sequence=sequence, text=text, is_final=final):
                if text.strip() and self._aloud:
                    self._written.add((answer, sequence))
                self._print(text.strip())
                if final and answer == self.answer:
                    self._settle()
            case AssistantMessage(id=answer, content=content) if self._is_awaited(answered):
                self.answer = answer
                self._print(content)
                self._settle()
            case ErrorMessage() as error if self._profile == "deployed" and deployed.is_harmless(error):
                pass
            case ErrorMessage(severity=severity, recoverable=recoverable, originating_id=about, message=message):
                if severity > 0:
                    self._display.print_error(message)
                if not recoverable and about in {None, "", self.question, self.answer}:
                    self._give_up()
            case _:
                pass

    def _is_awaited(self, question: str | None) -> bool:
        """Whether an answer to `question` is the one that is waited for, and not one that an earlier run asked for."""
        return question not in self._earlier and (question is None or self.question in {"", question})

    def _give_up(self) -> None:
        """The answer to the open question will not come, or not whole; the next question may do better."""
        if self.question:
            self.is_incomplete = True
            self._settle()

    def _settle(self) -> None:
        if self.question:
            self._earlier.add(self.question)
            self.question, self.acknowledged = "", False

    def _print(self, text: str) -> None:
        if text and not self._as_json:
            self._display.print_text(text)
