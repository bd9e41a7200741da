"""One question and its answer, from the acknowledgement to the last sentence (PROTOCOL.md §3, DESIGN.md §3.5).

The order on the wire: memories stored, memories retrieved, tools, StartAnswer, sentences; each sentence is handed to
the voice while the next is being written. With a small model the retrieved traces wait for the first sentence,
because their metadata says who answered, and nobody sees a trace before its answer. A turn ends with a final
sentence, with an ErrorMessage, or by being stopped.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from alicia_desktop.base import ids
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.protocol.messages import (
    AssistantSentence,
    ErrorMessage,
    MemoryTrace,
    StartAnswer,
    ToolUseRequest,
    ToolUseResult,
)
from alicia_desktop.server.composing import Composer, Line, Task
from alicia_desktop.server.dialogue import Said
from alicia_desktop.server.outlet import Outlet
from alicia_desktop.server.recall import Found, Learned, Recall
from alicia_desktop.server.speaking import Speaker, Utterance
from alicia_desktop.server.tools import Outcome, Tool, ToolFailure

TOOL_MS: Final = 30_000
INTERNAL: Final = 501
SERVICE_UNAVAILABLE: Final = 503
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
    history: tuple[Said, ...] = ()
    go_on_from: str | None = None
    """The stopped answer that is to be continued, under its old id."""
    said_before: int = 0
    """Sentences that it has already."""
    fresh: bool = False
    """Whether another answer than the last one is wanted."""


@dataclass(kw_only=True, slots=True)
class Tally:
    """What SessionStats counts."""

    tools: int = 0
    memories: int = 0


class Turn:
    """Runs once."""

    def __init__(
        self,
        *,
        question: Question,
        composer: Composer,
        tools: Mapping[str, Tool],
        recall: Recall,
        outlet: Outlet,
        speaker: Speaker,
        clock: Clock,
        model_name: str,
        tally: Tally,
    ) -> None:
        self.question = question
        self.answer_id: str | None = None
        """Known once the answer has begun."""
        self._composer, self._tools, self._recall = composer, tools, recall
        self._outlet, self._speaker, self._clock = outlet, speaker, clock
        self._model_name, self._tally = model_name, tally
        self._begun = clock.monotonic()
        self._sequence = question.said_before

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
        found = await self._find()
        task = Task(
            question=question.content,
            facts=found.facts,
            extract=found.extract,
            stands=found.stands,
            told=learned.told,
            history=question.history,
            temperature=0.8 if question.fresh else 0.0,
            seed=int(self._clock.now().timestamp()) if question.fresh else 0,
        )
        async for line in self._composer.compose(task, self._use_tool):
            if self.answer_id is None:
                self._start(found, line)
            self._sentence(line)

    async def _find(self) -> Found:
        question = self.question
        if not question.remember:
            return Found()
        previous = next((said.text for said in reversed(question.history) if said.role == "user"), "")
        return await self._recall.find(question.id, question.content, previous=previous)

    def _start(self, found: Found, line: Line) -> None:
        used = found.traces if line.origin != "tool" else ()
        for trace in used:
            self._trace(trace, answered_by=line.origin)
        self.answer_id = self.question.go_on_from or ids.new_id(ids.MESSAGE)
        self._post(
            StartAnswer(
                id=self.answer_id,
                previous_id=self.question.id,
                conversation_id=self._outlet.conversation_id,
                answer_type="text+voice" if self.question.spoken else "text",
            ),
            model=self._model_name,
            answeredBy=line.origin,
        )

    def _sentence(self, line: Line) -> None:
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

    async def _use_tool(self, name: str, arguments: Mapping[str, Any]) -> Outcome:
        self._tally.tools += 1
        request_id = ids.new_id(ids.TOOL_USE)
        self._post(
            ToolUseRequest(
                id=request_id,
                message_id=self.answer_id or self.question.id,
                conversation_id=self._outlet.conversation_id,
                tool_name=name,
                parameters=dict(arguments),
                execution="server",
                timeout_ms=TOOL_MS,
            )
        )
        outcome = await self._run_tool(name, arguments)
        failed = isinstance(outcome, ToolFailure)
        self._post(
            ToolUseResult(
                id=ids.new_id(ids.TOOL_USE),
                request_id=request_id,
                conversation_id=self._outlet.conversation_id,
                success=not failed,
                result=None if isinstance(outcome, ToolFailure) else dict(outcome),
                error_code=outcome.code if isinstance(outcome, ToolFailure) else None,
                error_message=outcome.sentence if isinstance(outcome, ToolFailure) else None,
            )
        )
        return outcome

    async def _run_tool(self, name: str, arguments: Mapping[str, Any]) -> Outcome:
        tool = self._tools.get(name)
        if tool is None:
            return ToolFailure(code="unknown_tool", sentence=f"There is no tool called {name}.")
        try:
            async with asyncio.timeout(TOOL_MS / 1000):
                return await tool.run(arguments)
        except TimeoutError:
            return ToolFailure(code="timeout", sentence=f"{name} took longer than {TOOL_MS // 1000} seconds.")
        except WorldError as error:
            return ToolFailure(code="execution_error", sentence=error.sentence)

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
                originating_id=self.answer_id or self.question.id,
            )
        )

    def _elapsed_ms(self) -> int:
        return round((self._clock.monotonic() - self._begun) * 1000)

    def _post(self, body: Any, **meta: Any) -> None:
        span = {"messaging.trace_id": self.question.trace_id, "messaging.span_id": ids.new_span_id()}
        self._outlet.post(body, {**span, **meta})
