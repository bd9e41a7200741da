"""Begin an answer while the speaker pauses, before it is certain that they have finished; keep it, or throw it away.

    ahead.begin("When is the recital?")             # a pause, and what was said until then
    ahead.drop()                                    # they went on: nothing of it stays
    rehearsed = ahead.take("When is the recital?")  # they had finished, with these words
    model = rehearsed.replayed(chosen.model)        # the turn asks its model, and has what there is already

A rehearsal only reads: it looks for memories, asks the model and has the first sentence's sound made. It journals
nothing, stores nothing and runs no tool. The turn itself goes its usual way; only where it asks the model the very same
does it get what came of that already, so that whatever has changed meanwhile makes another answer and no wrong one.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import aclosing, suppress
from typing import Any

from alicia_desktop.base import ids
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.answer_generator import AnswerGenerator
from alicia_desktop.server.conversation_model import TurnModel
from alicia_desktop.server.dialogue.reply_table import ABOUT_PERSON
from alicia_desktop.server.engines.contract import ChatRequest, EngineState, LanguageModel, ModelWrapper, Piece
from alicia_desktop.server.question import Question
from alicia_desktop.server.recall_contract import LearnResult, Recall, RecallRequest
from alicia_desktop.server.speech.playout import SpeechPlayer
from alicia_desktop.server.tools.server_tools import Outcome
from alicia_desktop.server.turn import task_of


class _NotYetError(Exception):
    """A tool is wanted, which runs when the turn is certain."""


class _SharedAnswer:
    """The answer to one request, read by two: by the rehearsal as far as it needs, then by the turn to its end."""

    def __init__(self, model: LanguageModel, request: ChatRequest) -> None:
        self.request = request
        self._pieces: list[Piece] = []
        self._answer = model.answer(request)
        self._is_whole = False
        self._pulling = asyncio.Lock()

    async def read(self) -> AsyncGenerator[Piece, None]:
        """Yield what there is, and then what comes."""
        at = 0
        while at < len(self._pieces) or await self._pull(at):
            yield self._pieces[at]
            at += 1

    async def close(self) -> None:
        """End the answer, which nobody reads any more."""
        self._is_whole = True
        async with self._pulling:
            await self._answer.aclose()

    async def _pull(self, at: int) -> bool:
        """Wait for the piece of that number; return whether there is one."""
        async with self._pulling:
            if at == len(self._pieces) and not self._is_whole:
                try:
                    self._pieces.append(await anext(self._answer))
                except StopAsyncIteration:
                    self._is_whole = True
            return at < len(self._pieces)


class Rehearsal:
    """What was begun for one text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.answers: list[_SharedAnswer] = []
        self.task: asyncio.Task[None] | None = None
        self.told: Mapping[str, Any] = {}
        """What running ahead has cost in this turn, for `meta.timings`."""

    def recorded(self, model: LanguageModel) -> LanguageModel:
        """Return the model for the rehearsal: its answers stay for the turn."""
        return _RecordingModel(model, self)

    def replayed(self, model: LanguageModel) -> LanguageModel:
        """Return the model for the turn: what it is asked again it has answered already."""
        return _ReplayingModel(model, self)

    async def end(self) -> None:
        """Stop what is under way and close all answers that nobody took."""
        if self.task is not None and not self.task.done():
            self.task.cancel()
            await asyncio.wait({self.task})
        answers, self.answers = self.answers, []
        for answer in answers:
            with suppress(WorldError):
                await answer.close()


class _RehearsalModel(ModelWrapper):
    def __init__(self, model: LanguageModel, rehearsal: Rehearsal) -> None:
        self._model, self._rehearsal = model, rehearsal
        self.state_changed: Signal[EngineState] = model.state_changed

    @property
    def _wrapped(self) -> LanguageModel:
        return self._model


class _RecordingModel(_RehearsalModel):
    def answer(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """See `contract.LanguageModel`."""
        shared = _SharedAnswer(self._model, request)
        self._rehearsal.answers.append(shared)
        return shared.read()


class _ReplayingModel(_RehearsalModel):
    async def answer(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """See `contract.LanguageModel`."""
        shared = next((one for one in self._rehearsal.answers if one.request == request), None)
        if shared is None:
            await self._rehearsal.end()  # a local model answers one at a time
            pieces = self._model.answer(request)
        else:
            self._rehearsal.answers.remove(shared)
            pieces = shared.read()
        try:
            async with aclosing(pieces):
                async for piece in pieces:
                    yield piece
        finally:
            if shared is not None:
                await shared.close()


class RunAhead:
    """Rehearses the answers of one conversation, one at a time."""

    def __init__(
        self,
        *,
        generator: AnswerGenerator,
        recall: Recall,
        speaker: SpeechPlayer,
        clock: Clock,
        choose_model: Callable[[], Awaitable[TurnModel]],
        is_private: Callable[[], Awaitable[bool]],
        is_busy: Callable[[], bool],
    ) -> None:
        """Nothing is begun while `is_busy`: an answer is being written, which goes first."""
        self._generator, self._recall, self._speaker, self._clock = generator, recall, speaker, clock
        self._choose_model, self._is_private, self._is_busy = choose_model, is_private, is_busy
        self._scope: Scope | None = None
        self._current: Rehearsal | None = None
        self._taken: Rehearsal | None = None
        self._begun_at = 0.0
        self._begun, self._dropped, self._lost_seconds = 0, 0, 0.0

    def start(self, scope: Scope) -> None:
        """Rehearse from now on."""
        self._scope = scope

    def begin(self, text: str) -> None:
        """Begin the answer to what may be a whole turn, in place of another one that was begun."""
        self.drop()
        if self._scope is None or not text or self._is_busy():
            return
        self._begun, self._begun_at = self._begun + 1, self._clock.monotonic()
        self._current = rehearsal = Rehearsal(text)
        rehearsal.task = self._scope.spawn("rehearsal", self._rehearse(rehearsal))

    def drop(self) -> None:
        """Throw away what was begun, because the speaker went on."""
        rehearsal, self._current = self._current, None
        if rehearsal is not None:
            self._dropped += 1
            self._lost_seconds += self._clock.monotonic() - self._begun_at
            self._end(rehearsal)

    def take(self, text: str) -> Rehearsal | None:
        """Return what was begun for the words of a turn that is certain now; None for nothing, or for other words."""
        if self._current is not None and self._current.text != text:
            self.drop()
        taken, self._current = self._current, None
        told = {"begun": self._begun, "dropped": self._dropped, "lostMs": round(self._lost_seconds * 1000, 1)}
        self._begun, self._dropped, self._lost_seconds = 0, 0, 0.0
        if taken is not None:
            taken.told, self._taken = told, taken
        return taken

    def finish(self) -> None:
        """End what a turn took, now that it is over."""
        rehearsal, self._taken = self._taken, None
        if rehearsal is not None:
            self._end(rehearsal)

    def _end(self, rehearsal: Rehearsal) -> None:
        self._speaker.forget_rehearsed()
        if self._scope is not None:
            self._scope.spawn("end of a rehearsal", rehearsal.end())

    async def _rehearse(self, rehearsal: Rehearsal) -> None:
        with suppress(WorldError, _NotYetError):  # the turn meets the same, and tells it
            chosen = await self._choose_model()
            remember, text = not await self._is_private(), rehearsal.text
            found = await self._recall.for_reader(chosen).find(RecallRequest(text=text, remember=remember))
            question = Question(id=ids.new_id(ids.MESSAGE), content=text, spoken=True, trace_id="", remember=remember)
            generator = self._generator.rehearsing(rehearsal.recorded(chosen.model))
            act = await generator.recognise(question, LearnResult(), found)
            act, news = await generator.read_news(question, act)
            if act == ABOUT_PERSON:
                return
            task = task_of(question, found, LearnResult(), act=act, news=news, settings=chosen.settings)
            lines = generator.generate(task, _refuse_tool, lambda _: None, self._speaker.cut_early)
            async with aclosing(lines):
                async for line in lines:
                    await self._speaker.rehearse(line.text)
                    return


async def _refuse_tool(_name: str, _arguments: Mapping[str, Any]) -> Outcome:
    raise _NotYetError
