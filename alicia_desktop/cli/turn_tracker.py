"""The turns of one run of `talk`: which question is open, which answer is its, how much of it is written and spoken.

    tracker = TurnTracker(active, line=client.line, display=display, as_json=False)
    tracker.ask(message_id)
    await active.session.send_message(text, message_id=message_id)
    await tracker.wait(lambda: not tracker.question, seconds=120)

Fed by the session and the line, asked by `talk`. Other devices may talk in the same conversation, and a server repeats
what was missed, so a question is this run's only where this run has sent it, or the server understood it while this
run's sound file was played. Answers to others' questions are neither awaited nor printed.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from alicia_desktop.cli.output import Display
from alicia_desktop.cli.talk_sound import SpokenAnswers
from alicia_desktop.line import frames
from alicia_desktop.protocol import deployed
from alicia_desktop.protocol.canonical import as_journaled
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import (
    Acknowledgement,
    AssistantMessage,
    AssistantSentence,
    ErrorMessage,
    Message,
    StartAnswer,
    Transcription,
    UserMessage,
    says_less,
)
from alicia_desktop.session.events import JournaledStanza
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.session.state import Phase, SessionState
from alicia_desktop.store.records import CUT_OFF

MAX_ATTEMPTS: Final = 4
"""A server that was never reached is given up after so many; one that was is waited for."""


class TurnTracker:
    """Follows one session and prints the answers to this run's questions."""

    def __init__(self, active: ActiveSession, *, line: frames.Line, display: Display, as_json: bool) -> None:
        self.failure = ""
        """Why there is no point in going on, as a sentence."""
        self.is_incomplete = False
        """Whether an answer was cut off or refused; the run went on."""
        self.wav_ended = False
        self.has_heard = False
        """Whether this computer took something in the sound file for speech."""
        self.question = ""
        """The question of this run that has no whole answer yet."""
        self.answer = ""
        """The last answer to this run that began."""
        self.acknowledged = False
        """Whether the server was told that the last answer has come."""
        self._active, self._display, self._as_json = active, display, as_json
        self._earlier: set[str] = set()
        """Questions of this run that are settled."""
        self._others: set[str] = set()
        """Questions of other devices and of earlier runs that the server relays or repeats, their answers, and
        the sentences of these."""
        self._parts: dict[str, str] = {}
        """Sentence → answer: some servers chain each sentence to the one before."""
        self._listening_from: tuple[int, int] | None = None
        """Epoch and last stanza id of the server when a sound file began to play; None while none does."""
        self._was_online = self._is_aloud = False
        self._open: tuple[str, ...] = ()
        """Answers whose ends were not here when the session last changed."""
        self._looks = 0
        """How often the history was asked for the end of that answer."""
        self._sound = SpokenAnswers()
        self._printed: dict[str, list[str]] = {}
        """The sentences of each answer that were printed."""
        self._sent = ""
        """The question that the session was seen to await an answer to."""
        self._unclaimed: dict[str, list[str]] = {}
        """What came of answers to questions that are not here; the newest may be to ours, under the server's id."""
        self._whole: set[str] = set()
        """Answers that came whole: what is said of their sentences is a repeat."""
        self._changed = asyncio.Event()
        self._follow(active, line)

    def _follow(self, active: ActiveSession, line: frames.Line) -> None:
        active.session.stanza_journaled.connect(self._on_journaled)
        active.session.changed.connect(self._on_session)
        active.voice.changed.connect(lambda _: self._changed.set())
        line.event_received.connect(self._on_line)

    def listen(self) -> None:
        """Expect spoken questions from now on: a sound file is about to be played."""
        self.ask("")
        sequence = self._active.session.state.sequence
        self._listening_from = sequence.epoch, sequence.last
        self.answer, self.wav_ended, self.has_heard = "", False, False

    def ask(self, question: str) -> None:
        """Await the answer to a question, which is about to be sent or was understood."""
        if self.question:
            self._earlier.add(self.question)
        self.question = question

    def fail(self, sentence: str) -> None:
        """Give up, for the first reason there is."""
        self.failure = self.failure or sentence
        self._changed.set()

    async def wait(
        self, condition: Callable[[], bool], *, seconds: float, patient: Callable[[], bool] = lambda: False
    ) -> bool:
        """Wait until a condition holds or the run has failed; returns whether it holds.

        Args:
            condition: looked at whenever something has changed.
            seconds: the longest time in which nothing shows that it will ever hold.
            patient: whether something shows that now; the time does not count then, and begins again.
        """
        loop, left = asyncio.get_running_loop(), seconds
        while not condition() and not self.failure and left > 0:
            self._changed.clear()
            start, is_patient = loop.time(), patient()
            with suppress(TimeoutError):
                async with asyncio.timeout(None if is_patient else left):
                    await self._changed.wait()
            left = seconds if is_patient else left - (loop.time() - start)
        return condition()

    @property
    def is_online(self) -> bool:
        """Whether stanzas flow."""
        return self._active.session.state.phase is Phase.ONLINE

    @property
    def is_in_progress(self) -> bool:
        """Whether the server has the question and is at it, which takes as long as it takes."""
        state = self._active.session.state
        return self.is_online and bool(self.question) and (not state.waiting or state.answer_id is not None)

    @property
    def is_answered(self) -> bool:
        """Whether nothing that was spoken waits for its answer, and nothing is being heard, thought of or written."""
        voice, state = self._active.voice.state, self._active.session.state
        is_busy = voice.hearing or voice.thinking or voice.interim
        return bool(self.answer) and not (self.question or is_busy or self.answer in state.open_answers)

    @property
    def is_spoken(self) -> bool:
        """Whether the loudspeaker, if there is one, has played all that was written."""
        return not self._active.voice.state.output_device or self._sound.has_sounded(self.answer)

    @property
    def is_sounding(self) -> bool:
        """Whether a sentence is being played, or was a moment ago."""
        return self._active.voice.state.spoken is not None or self._sound.is_loud

    @property
    def _profile(self) -> deployed.Profile:
        return self._active.session.state.profile

    def _on_session(self, state: SessionState) -> None:
        self._was_online = self._was_online or state.phase is Phase.ONLINE
        gives_up = state.phase is Phase.WAITING and state.attempt >= MAX_ATTEMPTS and not self._was_online
        if gives_up or (state.phase is Phase.OFFLINE and state.code):
            self.fail(state.sentence)
        if self.question in state.asked:
            self._sent = self.question
        if self._unclaimed and not state.history_due:
            self._claim(state)
        before, self._open = self._open, state.open_answers
        looks, self._looks = self._looks, state.looks
        if self.answer in before and self.answer not in state.open_answers and self.question:
            if self._profile == "deployed" and looks < deployed.LOOKS:  # it marks no sentence as the last one
                self._settle()
                self.acknowledged = True  # nor does it wait to hear of it
            else:
                self._display.print_error(CUT_OFF)
                self._give_up()
        self._changed.set()

    def _on_line(self, event: frames.LineEvent) -> None:
        self._sound.on_line(event)
        match event:
            case frames.WavEnded():
                self.wav_ended = True
            case frames.SpeechChanged(speaking=True):
                self.has_heard = True
            case frames.SoundChanged(code="bad_wav", sentence=sentence):
                self.fail(sentence)
            case frames.SoundChanged(code=code, sentence=sentence) if code:
                self._display.print_error(sentence)
            case _:
                pass
        self._changed.set()

    def _on_journaled(self, journaled: JournaledStanza) -> None:
        stanza = journaled.inbound
        if self._as_json:
            self._display.print_json(as_journaled(stanza, outbound=journaled.outbound, at=journaled.at))
        if not isinstance(stanza, Stanza) or journaled.duplicate or journaled.after_stop:
            return
        if journaled.outbound:
            self._on_sent(stanza)
        elif not self._is_unclear(stanza.body, is_foreign=journaled.is_foreign):
            self._on_received(stanza, question=journaled.question)
        self._changed.set()

    def _on_sent(self, stanza: Stanza) -> None:
        match stanza.body:
            case Acknowledgement():
                self.acknowledged = True
            case UserMessage(id=question, content=content) if (
                self._listening_from is not None and stanza.meta.get("source") == "microphone"
            ):  # understood on this computer, for a server that has no ears
                self._await_answer(question, content)
            case _:
                pass

    def _on_received(self, stanza: Stanza, *, question: str | None) -> None:
        match stanza.body:
            case Transcription(id=spoken, text=text, final=True) if text.strip() and self._is_live(stanza):
                self._await_answer(spoken, text.strip())
            case UserMessage(id=asked, content=content) if asked not in {self.question, *self._earlier}:
                if stanza.meta.get("source") != "keyboard" and self._is_live(stanza):
                    self._await_answer(asked, content)
                else:
                    self._others.add(asked)
            case StartAnswer(id=answer) | AssistantMessage(id=answer) as body if not self._is_own(
                question, body.previous_id
            ):
                if {question, body.previous_id} & self._others:
                    self._others.add(answer)
                elif isinstance(body, AssistantMessage):  # a late one, to what an earlier run has asked
                    self._print(body.content)
            case StartAnswer(id=answer, answer_type=kind):
                self.answer = answer
                self._sound.begin()
                self._is_aloud = kind != "text" or self._profile == "deployed"
            case AssistantMessage(id=answer, content=content):
                self.answer = answer
                self._on_whole(answer, content)
            case AssistantSentence() as sentence:
                self._on_sentence(sentence)
            case ErrorMessage() as error if not (self._profile == "deployed" and deployed.is_harmless(error)):
                self._on_error(error)
            case _:
                pass

    def _is_unclear(self, body: Message, *, is_foreign: bool) -> bool:
        """Hold back an answer of a deployed server until its history tells whose it is; pass over one without words."""
        if self._profile != "deployed" or not isinstance(body, StartAnswer | AssistantMessage):
            return False
        if deployed.is_placeholder(body) and body.id not in self._printed:
            return True
        if is_foreign and body.id != self.answer:
            held = self._unclaimed.setdefault(body.id, [])
            held += [body.content] if isinstance(body, AssistantMessage) else []
        return body.id in self._unclaimed

    def _claim(self, state: SessionState) -> None:
        """Print the answer that was held back if it is ours: the question then waits for none any more."""
        held, self._unclaimed = self._unclaimed, {}
        is_mine = bool(self.question) and self.question == self._sent and self.question not in state.asked
        for answer, texts in held.items():
            if not is_mine or answer != next(reversed(held)):
                self._others.add(answer)
                continue
            self.answer, self._printed[answer] = answer, texts
            for number, text in enumerate(texts):
                self._sound.write(answer, number)
                self._print(text.strip())
            if answer not in state.open_answers:
                self._settle()
                self.acknowledged = True

    def _on_sentence(self, sentence: AssistantSentence) -> None:
        answer = self._parts.get(sentence.previous_id, sentence.previous_id)
        if sentence.id:
            self._parts[sentence.id] = answer
        if answer in self._unclaimed:
            self._unclaimed[answer].append(sentence.text)
        if answer in self._others or answer in self._unclaimed:
            return
        if self._is_aloud and any(letter.isalnum() for letter in sentence.text):
            self._sound.write(answer, sentence.sequence)
        if answer not in self._whole:
            self._printed.setdefault(answer, []).append(sentence.text)
            self._print(sentence.text.strip())
        if sentence.is_final and answer == self.answer:
            self._settle()

    def _on_whole(self, answer: str, content: str) -> None:
        """Print what is new in an answer that comes whole, be it only now, and settle its question."""
        printed, words = " ".join(self._printed.get(answer, ())).split(), content.split()
        self._whole.add(answer)
        if words[: len(printed)] == printed:
            self._print("".join(content.split(None, len(printed))[len(printed) :]))
            self._settle()
        elif says_less(content, " ".join(printed)):
            self._display.print_error(CUT_OFF)
            self._give_up()
        else:
            self._print(content)
            self._settle()

    def _on_error(self, error: ErrorMessage) -> None:
        if error.severity > 0:
            self._display.print_error(error.message)
        if not error.recoverable and error.originating_id in {None, "", self.question, self.answer}:
            self._give_up()

    def _is_live(self, stanza: Stanza) -> bool:
        """Whether the server says this of the sound file that is being played, and repeats nothing from before.

        What is repeated has the id that it had, and what another device sent has a client's id.
        """
        if self._listening_from is None or stanza.stanza_id >= 0 or self._profile == "deployed":
            return False  # a deployed server has no ears: it only repeats
        epoch, last = self._listening_from
        return abs(stanza.stanza_id) > last or self._active.session.state.sequence.epoch != epoch

    def _is_own(self, question: str | None, named: str | None) -> bool:
        """Whether an answer is the one that is waited for, by our id of its question and by what the server named."""
        if {question, named} & (self._earlier | self._others):
            return False
        return question is None or question == self.question

    def _await_answer(self, question: str, text: str) -> None:
        """Await the answer to a question that was understood; a server may say twice that it was."""
        if question != self.question and question not in self._earlier:
            self.ask(question)
            self._print(f"> {text}")

    def _give_up(self) -> None:
        """Settle the open question, whose answer will not come, or not whole; the next question may do better."""
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
