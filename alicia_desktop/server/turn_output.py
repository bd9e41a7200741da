"""Send what one turn says: traces, reasons, the beginning of its answer, sentences, notices and errors.

    output = TurnOutput(question=question, outbound=outbound, speaker=speaker, timings=timings, ...)
    output.name_model(chosen, recorder)     # before the answer begins
    output.begin(found, line)
    output.send_line(found, line)           # each sentence; of a whole answer the last one sends it
    await output.wait_until_written()

Every stanza carries the trace id of its question and a span of its own.
"""

import asyncio
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from alicia_desktop.base import ids
from alicia_desktop.protocol.extensions import FORGOTTEN, TIMINGS
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
from alicia_desktop.server.answer_lines import AnswerLine, finish_meta
from alicia_desktop.server.conversation_model import TurnModel
from alicia_desktop.server.engines.contract import ModelNotice
from alicia_desktop.server.notices import SERVICE_UNAVAILABLE, Tally
from alicia_desktop.server.outbound import OutboundQueue
from alicia_desktop.server.prompt_recorder import PromptRecorder
from alicia_desktop.server.question import Question
from alicia_desktop.server.recall_contract import LearnResult, RecallResult
from alicia_desktop.server.speech.playout import SpeechPlayer, Utterance
from alicia_desktop.server.turn_timings import TurnTimings


class TurnOutput:
    """What one turn sends, in the order in which it is called."""

    _chosen: TurnModel
    _recorder: PromptRecorder

    def __init__(
        self,
        *,
        question: Question,
        outbound: OutboundQueue,
        speaker: SpeechPlayer,
        timings: TurnTimings,
        tally: Tally,
        streams: bool,
    ) -> None:
        """`streams`: the client takes an answer sentence by sentence."""
        self.answer_id: str | None = None
        """Known once the answer has begun."""
        self._question, self._outbound, self._speaker = question, outbound, speaker
        self._clock, self._timings, self._tally = timings.clock, timings, tally
        self._begun = timings.clock.monotonic()
        self._sequence, self._steps = question.sentences_before, 0
        # Sound goes sentence by sentence, and what goes on has begun so.
        self._is_whole = not (streams or question.spoken or question.continues)
        self._text = ""
        self._posted: asyncio.Future[None] | None = None
        """The last stanza of it."""

    @property
    def about(self) -> str:
        """The message that a stanza is about: the answer once it has begun, until then the question."""
        return self.answer_id or self._question.id

    def name_model(self, chosen: TurnModel, recorder: PromptRecorder) -> None:
        """Say with the answer which model made it and what that read; called before the answer begins."""
        self._chosen, self._recorder = chosen, recorder

    async def wait_until_written(self) -> None:
        """Wait until all that was said of it is in the database, where the next question's context is read."""
        if self._posted is not None:
            await asyncio.wait({self._posted})

    def send_learned(self, learned: LearnResult) -> None:
        """Send the traces of what the question has stated, and what it had forgotten."""
        for trace in learned.traces:
            self.send_trace(trace)
        gone = {FORGOTTEN: {"question": self._question.id, "left": learned.left}}
        for memory_id in learned.forgotten:
            self.post(MemoryConfirmation(memory_id=memory_id, action="delete", success=True), **gone)

    def send_trace(self, trace: MemoryTrace, answered_by: str | None = None) -> None:
        """Send the trace of a memory, made for this conversation and question."""
        self._tally.memories += 1
        metadata = dict(trace.metadata or {}) | ({"answeredBy": answered_by} if answered_by else {})
        self.post(
            msgspec.structs.replace(
                trace,
                conversation_id=self._outbound.conversation_id,
                previous_id=self._question.id,
                metadata=metadata,
            )
        )

    def send_reasoning(self, content: str) -> None:
        """Send a reason of the answer."""
        self._steps += 1
        self.post(
            ReasoningStep(
                id=ids.new_id(ids.REASONING),
                previous_id=self.about,
                conversation_id=self._outbound.conversation_id,
                content=content,
                step_index=self._steps,
            )
        )

    def send_notice(self, notice: ModelNotice) -> None:
        """Send what the person should know: at once beside the question, or with the reasons of the answer."""
        if notice.waits:
            self._send_error(notice.sentence, SERVICE_UNAVAILABLE, about=self.about, severity=0, recoverable=True)
        else:
            self.send_reasoning(notice.sentence)

    def send_failure(self, sentence: str, *, code: int) -> None:
        """Send the error that ends the turn."""
        about = self._question.id if self._is_whole else self.about
        told = {TIMINGS: self._timings.told()}
        self._send_error(sentence, code, about=about, severity=2, recoverable=False, **told)

    def begin(self, found: RecallResult, line: AnswerLine) -> None:
        """Begin the answer whose first sentence is `line`: the traces of what it uses, and StartAnswer."""
        for trace in _traces(found):
            self.send_trace(trace, answered_by=line.origin)
        self.answer_id = self._question.continues or ids.new_id(ids.MESSAGE)
        if self._is_whole:
            return
        self._speaker.resume(self.answer_id)
        start = StartAnswer(
            id=self.answer_id,
            previous_id=self._question.id,
            conversation_id=self._outbound.conversation_id,
            answer_type="text+voice" if self._question.spoken else "text",
        )
        self.post(start, **self._origin_meta(line), **{TIMINGS: self._timings.told()}, **_explained(found, line))

    def send_line(self, found: RecallResult, line: AnswerLine) -> None:
        """Send a sentence; where the client wants its answers whole, all of them with the last one."""
        assert self.answer_id is not None, "an answer begins before its first sentence"
        if not self._is_whole:
            self._send_sentence(self.answer_id, line)
            return
        self._text += line.text
        if line.final:
            whole = AssistantMessage(
                id=self.answer_id,
                previous_id=self._question.id,
                conversation_id=self._outbound.conversation_id,
                content=self._text,
                timestamp=int(self._clock.now().timestamp() * 1000),
            )
            self.post(whole, **self._origin_meta(line), **self._end_meta(line), **_explained(found, line))

    def post(self, body: Any, **meta: Any) -> None:
        """Send a stanza of the turn."""
        span = {TRACE: self._question.trace_id, SPAN: ids.new_span_id()}
        self._posted = self._outbound.enqueue(body, {**span, **meta})

    def _send_sentence(self, answer_id: str, line: AnswerLine) -> None:
        """Send a sentence, and hand it to the voice where it was asked aloud."""
        self._sequence += 1
        sentence = AssistantSentence(
            id=ids.new_id(ids.SENTENCE),
            previous_id=answer_id,
            conversation_id=self._outbound.conversation_id,
            sequence=self._sequence,
            text=line.text,
            is_final=line.final,
        )
        end = self._end_meta(line) if line.final else {}
        self.post(sentence, model=self._chosen.model.name, answeredBy=line.origin, **end)
        if self._question.spoken:
            self._speaker.enqueue(
                Utterance(
                    answer_id=answer_id,
                    sequence=self._sequence,
                    text=line.text,
                    last=line.final,
                    language=self._question.language,
                )
            )

    def _send_error(
        self, sentence: str, code: int, *, about: str, severity: Literal[0, 2], recoverable: bool, **meta: Any
    ) -> None:
        body = ErrorMessage(
            id=ids.new_id(ids.MESSAGE),
            conversation_id=self._outbound.conversation_id,
            code=code,
            message=sentence,
            severity=severity,
            recoverable=recoverable,
            originating_id=about,
        )
        self.post(body, **meta)

    def _origin_meta(self, line: AnswerLine) -> Mapping[str, Any]:
        """Return the meta that says who answers: the model as it is set, and what it reads."""
        return {"model": self._chosen.made_by(), "answeredBy": line.origin, "prompt": self._recorder.summary()}

    def _end_meta(self, line: AnswerLine) -> dict[str, Any]:
        """Return the meta of the last sentence: how long it took, where the time went, and how it ended."""
        elapsed = round((self._clock.monotonic() - self._begun) * 1000)
        return {"responseTime": elapsed, TIMINGS: self._timings.told(), **finish_meta(line)}


def _traces(found: RecallResult) -> tuple[MemoryTrace, ...]:
    """Return the traces of what the answer used; the first of a memory carries the retrieval's explanation."""
    first, rest = found.traces[:1], found.traces[1:]
    told = tuple(msgspec.structs.replace(one, metadata=_with_retrieval(one, found)) for one in first)
    return (*told, *rest, *found.summary_traces)


def _with_retrieval(trace: MemoryTrace, found: RecallResult) -> dict[str, Any]:
    return {**(trace.metadata or {}), "retrieval": found.retrieval}


def _explained(found: RecallResult, line: AnswerLine) -> dict[str, Any]:
    """Return the meta of StartAnswer: the context's figures, and a retrieval that has no trace."""
    told: dict[str, Any] = {}
    if found.context is not None and line.origin == "model":
        told["context"] = found.context.explanation.counts()
    if found.retrieval is not None and not found.traces:
        told["retrieval"] = found.retrieval
    return told
