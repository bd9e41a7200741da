"""One question and its answer, from the acknowledgement to the last sentence (docs/protocol.md#order-in-a-turn).

The order on the wire: memories stored, reasoning, memories retrieved, tools, StartAnswer, sentences; each sentence is
handed to the voice while the next is being written. With a small model the retrieved traces wait for the first one,
because their metadata says who answered, and nobody sees a trace before its answer. A turn ends with a final
sentence, with an ErrorMessage, or by being stopped. A client that takes no streams gets its written answers whole, as
one AssistantMessage in the place of StartAnswer and sentences.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import msgspec

from alicia_desktop.base import ids
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.protocol.messages import (
    AssistantMessage,
    AssistantSentence,
    ErrorMessage,
    MemoryConfirmation,
    MemoryTrace,
    ReasoningStep,
    StartAnswer,
)
from alicia_desktop.protocol.sequence import SPAN, TRACE
from alicia_desktop.server import small_model_guard
from alicia_desktop.server.answer_generator import AnswerGenerator, AnswerLine, Task
from alicia_desktop.server.client_tools import Errands
from alicia_desktop.server.notices import INTERNAL, SERVICE_UNAVAILABLE, Tally
from alicia_desktop.server.outbound import Outlet
from alicia_desktop.server.prompts import EarlierMessage
from alicia_desktop.server.recall import Asked, Learned, Recall, RecallResult
from alicia_desktop.server.speech_playout import Speaker, Utterance
from alicia_desktop.server.tool_calls import Using
from alicia_desktop.server.tools import Outcome, Tool

log = get_logger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class Question:
    """What is to be answered, and how."""

    id: str
    content: str
    spoken: bool = False
    """Whether the answer is also said."""
    trace_id: str
    remember: bool = True
    """Whether memories may be stored and used; never in a private conversation."""
    learn: bool = True
    """Whether this is news; false when it is asked again."""
    exclude: tuple[str, ...] = ()
    """Memories that are not to be used."""
    include: tuple[str, ...] = ()
    """Memories that are to be used whatever their relevance."""
    lead: tuple[EarlierMessage, ...] = ()
    """What the model reads last before `content`, beside what the memory gives."""
    go_on_from: str | None = None
    """The stopped answer that is to be continued, under its old id."""
    said_before: int = 0
    """Sentences that it has already."""
    fresh: bool = False
    """Whether another answer than the last one is wanted."""


class AnswerTurn:
    """Runs once."""

    def __init__(
        self,
        *,
        question: Question,
        composer: AnswerGenerator,
        tools: Mapping[str, Tool],
        errands: Errands,
        recall: Recall,
        outlet: Outlet,
        speaker: Speaker,
        clock: Clock,
        model_name: str,
        tally: Tally,
        streams: bool = True,
    ) -> None:
        """Take `streams`, whether who asks takes an answer sentence by sentence."""
        self.question = question
        self.answer_id: str | None = None
        """Known once the answer has begun."""
        self._composer, self._recall = composer, recall
        self._using = Using(
            tools=tools, remember=question.remember, errands=errands, conversation_id=outlet.conversation_id
        )
        self._outlet, self._speaker, self._clock = outlet, speaker, clock
        self._model_name, self._tally = model_name, tally
        self._begun = clock.monotonic()
        self._sequence = question.said_before
        self._steps = 0
        # Sound goes sentence by sentence, and what goes on has begun so.
        self._is_whole = not (streams or question.spoken or question.go_on_from)
        self._text = ""

    async def run(self) -> None:
        """Answer; whatever goes wrong in the world is told, and the turn is over."""
        try:
            await self._answer()
        except WorldError as error:
            self._fail(error.sentence, code=SERVICE_UNAVAILABLE)
        except Exception:
            self._fail("The server failed at this answer; its log says where.", code=INTERNAL)
            raise

    async def _answer(self) -> None:
        question = self.question
        learned = Learned()
        if question.remember and question.learn:
            learned = await self._recall.learn(question.id, question.content)
        for trace in learned.traces:
            self._trace(trace)
        for memory_id in learned.forgotten:
            self._post(MemoryConfirmation(memory_id=memory_id, action="delete", success=True))
        found = RecallResult() if learned.only_forgets else await self._recall.find(_asked(question))
        task = task_of(question, found, learned, seed=int(self._clock.now().timestamp()))
        async for line in self._composer.compose(task, self._use_tool, self._reason):
            if self.answer_id is None:
                await self._start(found, line)
            if self._is_whole:
                self._gather(found, line)
            else:
                self._sentence(line)
        if question.remember and question.learn:
            for trace in await self._recall.learn_more(question.id, question.content):
                self._trace(trace)

    async def _start(self, found: RecallResult, line: AnswerLine) -> None:
        if line.origin != "tool":
            await self._recall.mark_used(found)
        for trace in _traces(found, line):
            self._trace(trace, answered_by=line.origin)
        self.answer_id = self.question.go_on_from or ids.new_id(ids.MESSAGE)
        if self._is_whole:
            return
        self._speaker.resume(self.answer_id)
        self._post(
            StartAnswer(
                id=self.answer_id,
                previous_id=self.question.id,
                conversation_id=self._outlet.conversation_id,
                answer_type="text+voice" if self.question.spoken else "text",
            ),
            model=self._model_name,
            answeredBy=line.origin,
            **_explained(found, line),
        )

    def _gather(self, found: RecallResult, line: AnswerLine) -> None:
        assert self.answer_id is not None
        self._text += line.text
        if line.final:
            self._post(
                AssistantMessage(
                    id=self.answer_id,
                    previous_id=self.question.id,
                    conversation_id=self._outlet.conversation_id,
                    content=self._text,
                    timestamp=int(self._clock.now().timestamp() * 1000),
                ),
                model=self._model_name,
                answeredBy=line.origin,
                responseTime=self._elapsed_ms(),
                **_explained(found, line),
            )

    def _sentence(self, line: AnswerLine) -> None:
        assert self.answer_id is not None
        self._sequence += 1
        meta: dict[str, Any] = {"model": self._model_name, "answeredBy": line.origin}
        if line.final:
            meta["responseTime"] = self._elapsed_ms()
        self._post(
            AssistantSentence(
                id=ids.new_id(ids.SENTENCE),
                previous_id=self.answer_id,
                conversation_id=self._outlet.conversation_id,
                sequence=self._sequence,
                text=line.text,
                is_final=line.final,
            ),
            **meta,
        )
        if self.question.spoken:
            self._speaker.say(
                Utterance(answer_id=self.answer_id, sequence=self._sequence, text=line.text, last=line.final)
            )

    def _trace(self, trace: MemoryTrace, answered_by: str | None = None) -> None:
        self._tally.memories += 1
        metadata = dict(trace.metadata or {}) | ({"answeredBy": answered_by} if answered_by else {})
        self._post(
            MemoryTrace(
                id=trace.id,
                conversation_id=self._outlet.conversation_id,
                previous_id=self.question.id,
                memory_id=trace.memory_id,
                memory_type=trace.memory_type,
                action=trace.action,
                content=trace.content,
                confidence=trace.confidence,
                metadata=metadata,
            )
        )

    def _reason(self, content: str) -> None:
        self._steps += 1
        about, place = self.answer_id or self.question.id, self._outlet.conversation_id
        told: dict[str, Any] = {"content": content, "step_index": self._steps}
        self._post(ReasoningStep(id=ids.new_id(ids.REASONING), previous_id=about, conversation_id=place, **told))

    async def _use_tool(self, name: str, arguments: Mapping[str, Any]) -> Outcome:
        self._tally.tools += 1
        return await self._using.use(name, arguments, about=self.answer_id or self.question.id, post=self._post)

    def _fail(self, sentence: str, *, code: int) -> None:
        log.info("turn failed", code=code, begun=self.answer_id is not None)
        self._post(
            ErrorMessage(
                id=ids.new_id(ids.MESSAGE),
                conversation_id=self._outlet.conversation_id,
                code=code,
                message=sentence,
                severity=2,
                recoverable=False,
                originating_id=self.question.id if self._is_whole else self.answer_id or self.question.id,
            )
        )

    def _elapsed_ms(self) -> int:
        return round((self._clock.monotonic() - self._begun) * 1000)

    def _post(self, body: Any, **meta: Any) -> None:
        span = {TRACE: self.question.trace_id, SPAN: ids.new_span_id()}
        self._outlet.post(body, {**span, **meta})


def task_of(question: Question, found: RecallResult, learned: Learned, *, seed: int = 0) -> Task:
    """Return what the composer answers; `seed` makes an answer another one, where that is asked for."""
    known = replace(found.known, history=(*found.known.history, *question.lead))
    return Task(
        question=question.content,
        known=known,
        extract=found.extract,
        stands=found.stands,
        told=learned.told,
        fixed=small_model_guard.forgotten(len(learned.forgotten)) if learned.only_forgets else None,
        remember=question.remember,
        temperature=0.8 if question.fresh else 0.0,
        seed=seed if question.fresh else 0,
    )


def _asked(question: Question) -> Asked:
    return Asked(
        text=question.content,
        message_id=question.id,
        remember=question.remember,
        exclude=question.exclude,
        include=question.include,
    )


def _traces(found: RecallResult, line: AnswerLine) -> tuple[MemoryTrace, ...]:
    """Return the traces of what the answer used; the first of a memory tells how all of them were looked for."""
    if line.origin == "tool":
        return ()
    first, rest = found.traces[:1], found.traces[1:]
    told = tuple(msgspec.structs.replace(one, metadata=_with_retrieval(one, found)) for one in first)
    return (*told, *rest, *found.summary_traces)


def _with_retrieval(trace: MemoryTrace, found: RecallResult) -> dict[str, Any]:
    return {**(trace.metadata or {}), "retrieval": found.retrieval}


def _explained(found: RecallResult, line: AnswerLine) -> dict[str, Any]:
    """Return what StartAnswer tells of the answer's context, and of a retrieval for which there is no trace."""
    told: dict[str, Any] = {}
    if found.context is not None and line.origin == "model":
        told["context"] = found.context.explanation.counts()
    if found.retrieval is not None and (line.origin == "tool" or not found.traces):
        told["retrieval"] = found.retrieval
    return told
