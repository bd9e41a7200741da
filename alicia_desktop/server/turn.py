"""One question and its answer, from the acknowledgement to the last sentence (docs/protocol.md#order-in-a-turn).

The order on the wire: memories stored, reasoning, memories retrieved, tools, StartAnswer, sentences; each sentence is
handed to the voice while the next is being written. With a small model the retrieved traces wait for the first one,
because their metadata says who answered, and nobody sees a trace before its answer. A turn ends with a final
sentence, with an ErrorMessage, or by being stopped. A client that takes no streams gets its written answers whole, as
one AssistantMessage in the place of StartAnswer and sentences.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

import msgspec

from alicia_desktop.base import ids
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.protocol.conversation_settings import NO_SETTINGS, ConversationSettings
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
from alicia_desktop.server import small_model_guard
from alicia_desktop.server.answer_generator import AnswerGenerator
from alicia_desktop.server.answer_lines import AnswerLine, finish_meta
from alicia_desktop.server.attached_files import PromptFiles, files_before, files_of
from alicia_desktop.server.conversation_model import TurnModel
from alicia_desktop.server.dialogue import message_parts
from alicia_desktop.server.dialogue.acts import NONE
from alicia_desktop.server.dialogue.replies import ABOUT_PERSON
from alicia_desktop.server.engines.contract import LanguageModel, ModelNotice
from alicia_desktop.server.notices import INTERNAL, SERVICE_UNAVAILABLE, Tally
from alicia_desktop.server.outbound import OutboundQueue
from alicia_desktop.server.prompt_recorder import KeepPrompt, PromptRecorder
from alicia_desktop.server.question import AnswerTask, Question
from alicia_desktop.server.recall import LearnResult, Recall, RecallRequest, RecallResult
from alicia_desktop.server.speech.playout import SpeechPlayer, Utterance
from alicia_desktop.server.tools.server_tools import Outcome, Tool
from alicia_desktop.server.tools.tool_calls import ClientToolCalls, ToolExecutor
from alicia_desktop.server.turn_timings import TurnTimings

log = get_logger(__name__)


class RehearsedAnswers(Protocol):
    """What was begun of an answer before its turn (`server.run_ahead`)."""

    told: Mapping[str, Any]
    """What that has cost, for `meta.timings`."""

    def replayed(self, model: LanguageModel) -> LanguageModel:
        """Return the model for the turn: what it is asked again it has answered already."""


class AnswerTurn:
    """Answers one question; runs once."""

    _chosen: TurnModel
    _recorder: PromptRecorder

    def __init__(
        self,
        *,
        question: Question,
        generator: AnswerGenerator,
        tools: Mapping[str, Tool],
        client_calls: ClientToolCalls,
        recall: Recall,
        outbound: OutboundQueue,
        speaker: SpeechPlayer,
        clock: Clock,
        choose_model: Callable[[], Awaitable[TurnModel]],
        keep_prompt: KeepPrompt,
        tally: Tally,
        streams: bool = True,
        forgets: bool = True,
        rehearsed: "RehearsedAnswers | None" = None,
    ) -> None:
        """Take what the turn's model is chosen by, once it is needed, and what was begun before the turn was certain.

        `streams`: the client takes an answer sentence by sentence; `forgets`: it forgets what the server does.
        """
        self.question = question
        self.answer_id: str | None = None
        """Known once the answer has begun."""
        self.is_answered = False
        """Whether all of it is said; what comes behind it may be broken off."""
        self._generator, self._recall, self._keep_prompt = generator, recall, keep_prompt
        self._tool_executor = ToolExecutor(
            tools=tools, remember=question.remember, client_calls=client_calls, conversation_id=outbound.conversation_id
        )
        self._outbound, self._speaker, self._clock = outbound, speaker, clock
        self._choose_model, self._tally, self._forgets = choose_model, tally, forgets
        self._begun, self._rehearsed = clock.monotonic(), rehearsed
        ahead = rehearsed.told if rehearsed is not None else {}
        self._timings = TurnTimings(clock=clock, received_at=question.received_at, ahead=ahead)
        self._sequence, self._steps = question.sentences_before, 0
        # Sound goes sentence by sentence, and what goes on has begun so.
        self._is_whole = not (streams or question.spoken or question.continues)
        self._text, self._has_forgotten = "", False
        self._posted: asyncio.Future[None] | None = None
        """The last stanza of it."""

    async def wait_until_written(self) -> None:
        """Wait until all that was said of it is in the database, where the next question's context is read."""
        if self._posted is not None:
            await asyncio.wait({self._posted})

    async def run(self) -> None:
        """Answer the question; a failure is sent as an error and ends the turn."""
        if self.question.spoken:
            self._speaker.expect(self.question.id)
        try:
            await self._answer()
        except WorldError as error:
            self._fail(error.sentence, code=SERVICE_UNAVAILABLE)
        except Exception:
            self._fail("The server failed to answer. See its log for details.", code=INTERNAL)
            raise
        finally:
            self._speaker.stop_expecting()

    async def _answer(self) -> None:
        question = self.question
        if question.spoken:
            self._speaker.prepare()
        learned = LearnResult()
        if question.remember and question.learn:
            with self._timings.phase("learning"):
                learned = await self._recall.learn(question.id, question.content)
        for trace in learned.traces:
            self._send_trace(trace)
        self._has_forgotten = bool(learned.forgotten)
        if learned.forgotten and learned.left and not learned.only_forgets:
            self.question = question = replace(question, content=learned.left)
        gone = {FORGOTTEN: {"question": question.id, "left": learned.left}}
        for memory_id in learned.forgotten:
            self._post(MemoryConfirmation(memory_id=memory_id, action="delete", success=True), **gone)
        with self._timings.phase("model"):
            chosen = await self._choose_model()
        files = files_of(question.attachments, model=chosen.model)
        if not question.attachments:
            files = files_before(question.attached_before, model=chosen.model)
        self._chosen = chosen = replace(chosen, file_tokens=files.tokens)
        model = chosen.model if self._rehearsed is None else self._rehearsed.replayed(chosen.model)
        timed = self._timings.timed(model)
        self._recorder = PromptRecorder(
            timed, clock=self._clock, question_id=question.id, place=self._outbound.conversation_id
        )
        self._generator = self._generator.with_model(self._recorder)
        self._recall = self._recall.for_reader(chosen)
        try:
            await self._answer_with(chosen, learned, files)
        except WorldError as error:
            raise chosen.explained(error) from error

    async def _answer_with(self, chosen: TurnModel, learned: LearnResult, files: PromptFiles) -> None:
        """Answer by a model, after what the question has stated was stored, which takes none."""
        question = self.question
        with self._timings.phase("retrieval"):
            found = RecallResult() if learned.only_forgets else await self._recall.find(_asked(question))
        with self._timings.phase("act"):
            act = await self._generator.recognise(question, learned, found)
        if act != NONE:
            is_listing = act == ABOUT_PERSON and question.remember
            found = await self._recall.find_about_person(_asked(question)) if is_listing else RecallResult()
        seed = int(self._clock.now().timestamp())
        task = replace(
            task_of(question, found, learned, act=act, seed=seed, forgets=self._forgets, settings=chosen.settings),
            notify=self._send_notice,
            files=files,
        )
        for sentence in files.notices:
            self._send_notice(ModelNotice(sentence=sentence))
        cut_early = self._speaker.cut_early if question.spoken else None
        async for line in self._generator.generate(task, self._use_tool, self._send_reasoning, cut_early):
            is_first = self.answer_id is None
            if is_first:
                self._start(found, line)
            if self._is_whole:
                self._collect_whole(found, line)
            else:
                self._send_sentence(line)
            if is_first:
                await self._note_use(found, line)
        self.is_answered = True
        await self._keep_what_was_read()
        self._recorder.stop()
        if question.remember and question.learn:
            for trace in await self._recall.learn_with_model(question.id, question.content):
                self._send_trace(trace)
        await self._generator.read_ahead()

    def _start(self, found: RecallResult, line: AnswerLine) -> None:
        for trace in _traces(found, line):
            self._send_trace(trace, answered_by=line.origin)
        self.answer_id = self.question.continues or ids.new_id(ids.MESSAGE)
        if not self._is_whole:
            self._speaker.resume(self.answer_id)
            self._post_start(self.answer_id, found, line)

    async def _note_use(self, found: RecallResult, line: AnswerLine) -> None:
        """Write down what was used, behind the first sentence: nobody waits for it to hear that."""
        if line.origin != "tool":
            await self._recall.mark_used(found)
        await self._keep_what_was_read()

    def _post_start(self, answer_id: str, found: RecallResult, line: AnswerLine) -> None:
        self._post(
            StartAnswer(
                id=answer_id,
                previous_id=self.question.id,
                conversation_id=self._outbound.conversation_id,
                answer_type="text+voice" if self.question.spoken else "text",
            ),
            model=self._chosen.made_by(),
            answeredBy=line.origin,
            prompt=self._recorder.summary(),
            **{TIMINGS: self._timings.told()},
            **_explained(found, line),
        )

    async def _keep_what_was_read(self) -> None:
        if self.answer_id is not None:
            made_by, forgot = self._chosen.made_by(), self._has_forgotten
            await self._recorder.keep(self._keep_prompt, self.answer_id, made_by=made_by, emptied=forgot)

    def _collect_whole(self, found: RecallResult, line: AnswerLine) -> None:
        assert self.answer_id is not None
        self._text += line.text
        if line.final:
            self._post(
                AssistantMessage(
                    id=self.answer_id,
                    previous_id=self.question.id,
                    conversation_id=self._outbound.conversation_id,
                    content=self._text,
                    timestamp=int(self._clock.now().timestamp() * 1000),
                ),
                model=self._chosen.made_by(),
                answeredBy=line.origin,
                prompt=self._recorder.summary(),
                **self._end_meta(line),
                **_explained(found, line),
            )

    def _send_sentence(self, line: AnswerLine) -> None:
        assert self.answer_id is not None
        self._sequence += 1
        meta: dict[str, Any] = {"model": self._chosen.model.name, "answeredBy": line.origin}
        if line.final:
            meta |= self._end_meta(line)
        self._post(
            AssistantSentence(
                id=ids.new_id(ids.SENTENCE),
                previous_id=self.answer_id,
                conversation_id=self._outbound.conversation_id,
                sequence=self._sequence,
                text=line.text,
                is_final=line.final,
            ),
            **meta,
        )
        if self.question.spoken:
            self._speaker.enqueue(
                Utterance(
                    answer_id=self.answer_id,
                    sequence=self._sequence,
                    text=line.text,
                    last=line.final,
                    language=self.question.language,
                )
            )

    def _send_trace(self, trace: MemoryTrace, answered_by: str | None = None) -> None:
        self._tally.memories += 1
        metadata = dict(trace.metadata or {}) | ({"answeredBy": answered_by} if answered_by else {})
        self._post(
            MemoryTrace(
                id=trace.id,
                conversation_id=self._outbound.conversation_id,
                previous_id=self.question.id,
                memory_id=trace.memory_id,
                memory_type=trace.memory_type,
                action=trace.action,
                content=trace.content,
                confidence=trace.confidence,
                metadata=metadata,
            )
        )

    def _send_reasoning(self, content: str) -> None:
        self._steps += 1
        about, place = self.answer_id or self.question.id, self._outbound.conversation_id
        told: dict[str, Any] = {"content": content, "step_index": self._steps}
        self._post(ReasoningStep(id=ids.new_id(ids.REASONING), previous_id=about, conversation_id=place, **told))

    def _send_notice(self, notice: ModelNotice) -> None:
        """Send what the person should know: at once beside the question, or with the reasons of the answer."""
        if not notice.waits:
            self._send_reasoning(notice.sentence)
            return
        self._post(
            ErrorMessage(
                id=ids.new_id(ids.MESSAGE),
                conversation_id=self._outbound.conversation_id,
                code=SERVICE_UNAVAILABLE,
                message=notice.sentence,
                severity=0,
                recoverable=True,
                originating_id=self.answer_id or self.question.id,
            )
        )

    async def _use_tool(self, name: str, arguments: Mapping[str, Any]) -> Outcome:
        self._tally.tools += 1
        about = self.answer_id or self.question.id
        with self._timings.phase("tool", tool=name):
            return await self._tool_executor.use(name, arguments, about=about, post=self._post)

    def _fail(self, sentence: str, *, code: int) -> None:
        log.info("turn failed", code=code, begun=self.answer_id is not None)
        self._post(
            ErrorMessage(
                id=ids.new_id(ids.MESSAGE),
                conversation_id=self._outbound.conversation_id,
                code=code,
                message=sentence,
                severity=2,
                recoverable=False,
                originating_id=self.question.id if self._is_whole else self.answer_id or self.question.id,
            ),
            **{TIMINGS: self._timings.told()},
        )

    def _end_meta(self, line: AnswerLine) -> dict[str, Any]:
        """Return the meta of the last sentence: how long it took, where the time went, and how it ended."""
        elapsed = round((self._clock.monotonic() - self._begun) * 1000)
        return {"responseTime": elapsed, TIMINGS: self._timings.told(), **finish_meta(line)}

    def _post(self, body: Any, **meta: Any) -> None:
        span = {TRACE: self.question.trace_id, SPAN: ids.new_span_id()}
        self._posted = self._outbound.enqueue(body, {**span, **meta})


def task_of(
    question: Question,
    found: RecallResult,
    learned: LearnResult,
    *,
    act: str = NONE,
    seed: int = 0,
    forgets: bool = True,
    settings: ConversationSettings = NO_SETTINGS,
) -> AnswerTask:
    """Return the task for the answer generator.

    Args:
        question: What is asked.
        found: What the answer reads.
        learned: What the question changed in the memory.
        act: The dialogue act that the question is.
        seed: Varies an answer where that is asked for.
        forgets: Whether the client forgets what the server does.
        settings: The conversation's own persona and temperature.
    """
    known = replace(found.known, history=(*found.known.history, *question.earlier), persona=settings.persona)
    temperature = 0.8 if question.fresh else 0.0
    return AnswerTask(
        question=question.content,
        known=known,
        extract=found.extract,
        stands=found.stands,
        told=message_parts.about_person(learned.told),
        act=act,
        count=found.count,
        continues=question.continues is not None,
        fixed=small_model_guard.forgotten(len(learned.forgotten), both=forgets)
        if learned.only_forgets and act == NONE
        else None,
        remember=question.remember,
        temperature=temperature if settings.temperature is None else settings.temperature,
        seed=seed if question.fresh else 0,
    )


def _asked(question: Question) -> RecallRequest:
    return RecallRequest(
        text=question.content,
        message_id=question.id,
        remember=question.remember,
        exclude=question.exclude,
        include=question.include,
    )


def _traces(found: RecallResult, line: AnswerLine) -> tuple[MemoryTrace, ...]:
    """Return the traces of what the answer used; the first of a memory carries the retrieval's explanation."""
    if line.origin == "tool":
        return ()
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
    if found.retrieval is not None and (line.origin == "tool" or not found.traces):
        told["retrieval"] = found.retrieval
    return told
