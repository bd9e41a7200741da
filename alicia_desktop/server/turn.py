"""One question and its answer, from the acknowledgement to the last sentence (docs/protocol.md#order-in-a-turn).

The order on the wire: memories stored, reasoning, memories retrieved, tools, StartAnswer, sentences; each sentence is
handed to the voice while the next is being written. With a small model the retrieved traces wait for the first one,
because their metadata says who answered, and nobody sees a trace before its answer. A turn ends with a final
sentence, with an ErrorMessage, or by being stopped. A client that takes no streams gets its written answers whole, as
one AssistantMessage in the place of StartAnswer and sentences.
"""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.protocol.conversation_settings import NO_SETTINGS, ConversationSettings
from alicia_desktop.server import small_model_guard
from alicia_desktop.server.answer_generator import AnswerGenerator
from alicia_desktop.server.attached_files import PromptFiles, files_before, files_of
from alicia_desktop.server.conversation_model import TurnModel
from alicia_desktop.server.dialogue import message_parts
from alicia_desktop.server.dialogue.news import NO_NEWS
from alicia_desktop.server.dialogue.reply_table import ABOUT_PERSON, KEPT, LOOKUP, NONE, TROUBLE, reply_table
from alicia_desktop.server.engines.contract import LanguageModel, ModelNotice
from alicia_desktop.server.notices import INTERNAL, SERVICE_UNAVAILABLE, Tally
from alicia_desktop.server.outbound import OutboundQueue
from alicia_desktop.server.prompt_recorder import KeepPrompt, PromptRecorder
from alicia_desktop.server.question import AnswerTask, Question
from alicia_desktop.server.recall_contract import LearnResult, Recall, RecallRequest, RecallResult
from alicia_desktop.server.speech.playout import SpeechPlayer
from alicia_desktop.server.tools.server_tools import Outcome, Tool
from alicia_desktop.server.tools.tool_calls import ClientToolCalls, ToolExecutor
from alicia_desktop.server.turn_output import TurnOutput
from alicia_desktop.server.turn_timings import TurnTimings

log = get_logger(__name__)


class RehearsedAnswers(Protocol):
    """What was begun of an answer before its turn (`server.run_ahead`)."""

    told: Mapping[str, Any]
    """What that has cost, for `meta.timings`."""

    def replayed(self, model: LanguageModel) -> LanguageModel:
        """Return the turn's model, which repeats what it has answered in the rehearsal when it is asked the same."""


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
        """Call nothing yet; `choose_model` is called once the model is needed.

        Args:
            streams: The client takes an answer sentence by sentence.
            forgets: The client forgets what the server forgets.
            rehearsed: What was begun of the answer before it was certain that the user had finished speaking.
        """
        self.question = question
        self.is_answered = False
        """Whether the answer is complete; what the turn does after it may be cancelled."""
        self._generator, self._recall, self._keep_prompt = generator, recall, keep_prompt
        self._tool_executor = ToolExecutor(
            tools=tools, remember=question.remember, client_calls=client_calls, conversation_id=outbound.conversation_id
        )
        self._place, self._speaker, self._clock = outbound.conversation_id, speaker, clock
        self._choose_model, self._tally, self._forgets, self._rehearsed = choose_model, tally, forgets, rehearsed
        ahead = rehearsed.told if rehearsed is not None else {}
        self._timings = timings = TurnTimings(clock=clock, received_at=question.received_at, ahead=ahead)
        self._output = TurnOutput(
            question=question, outbound=outbound, speaker=speaker, timings=timings, tally=tally, streams=streams
        )
        self._meaning, self._is_written_out, self._has_forgotten = question.content, False, False

    @property
    def answer_id(self) -> str | None:
        """The answer; None before it has begun."""
        return self._output.answer_id

    async def wait_until_written(self) -> None:
        """Wait until the whole answer is in the database, where the context of the next question is read."""
        await self._output.wait_until_written()

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
        if self.question.spoken:
            self._speaker.prepare()
        learned = await self._learn()
        with self._timings.phase("model"):
            chosen = await self._choose_model()
        files = files_of(self.question.attachments, model=chosen.model)
        if not self.question.attachments:
            files = files_before(self.question.attached_before, model=chosen.model)
        self._use_model(replace(chosen, file_tokens=files.tokens))
        try:
            await self._answer_with(self._chosen, learned, files)
        except WorldError as error:
            raise self._chosen.explained(error) from error

    async def _learn(self) -> LearnResult:
        """Store what the question states; leave out of it what only asked to forget something."""
        question, learned = self.question, LearnResult()
        if question.continues is None:
            self._meaning = await self._recall.read_in_context(
                question.id, question.content, remember=question.remember
            )
        if question.remember and question.learn:
            with self._timings.phase("learning"):
                learned = await self._recall.learn(question.id, question.content, meaning=self._meaning)
        self._has_forgotten = bool(learned.forgotten)
        if learned.forgotten and learned.left and not learned.only_forgets:
            self.question = replace(question, content=learned.left)
            self._meaning = learned.left
        self._output.send_learned(learned)
        return learned

    def _use_model(self, chosen: TurnModel) -> None:
        """Set the model of the rest of the turn; its time is measured, and its prompt is kept."""
        model = chosen.model if self._rehearsed is None else self._rehearsed.replayed(chosen.model)
        timed = self._timings.timed(model)
        self._chosen = chosen
        self._recorder = PromptRecorder(timed, clock=self._clock, question_id=self.question.id, place=self._place)
        self._generator = self._generator.with_model(self._recorder)
        self._recall = self._recall.for_reader(chosen)
        self._is_written_out = chosen.model.small and self._meaning.lower() != self.question.content.lower()
        if chosen.model.small:  # a large one reads the messages before it
            self.question = replace(self.question, content=self._meaning)
        self._output.name_model(chosen, self._recorder)

    async def _answer_with(self, chosen: TurnModel, learned: LearnResult, files: PromptFiles) -> None:
        """Answer with the chosen model; what the question states was stored before, without it."""
        question, output = self.question, self._output
        act, news, found = await self._look_up(learned)
        seed = int(self._clock.now().timestamp())
        task = replace(
            task_of(
                question, found, learned, act=act, news=news, seed=seed, forgets=self._forgets, settings=chosen.settings
            ),
            notify=output.send_notice,
            files=files,
        )
        for sentence in files.notices:
            output.send_notice(ModelNotice(sentence=sentence))
        cut_early = self._speaker.cut_early if question.spoken else None
        async for line in self._generator.generate(task, self._use_tool, output.send_reasoning, cut_early):
            is_first = output.answer_id is None
            if is_first:
                found = found if line.reads else found.unread()
                output.begin(found, line)
            output.send_line(found, line)
            if is_first:
                await self._note_use(found)
        self.is_answered = True
        await self._keep_what_was_read()
        self._recorder.stop()
        if question.remember and question.learn:
            for trace in await self._recall.learn_with_model(question.id, question.content):
                output.send_trace(trace)
        await self._generator.read_ahead()

    async def _look_up(self, learned: LearnResult) -> tuple[str, str, RecallResult]:
        """Return the dialogue act of the question, the news that it tells, and what its answer reads."""
        question = self.question
        with self._timings.phase("retrieval"):
            if self._chosen.model.small and (by_rule := await self._recall.find_by_rule(_asked(question))) is not None:
                return NONE, NO_NEWS, by_rule
            found = RecallResult() if learned.only_forgets else await self._recall.find(_asked(question))
        with self._timings.phase("act"):
            act = await self._generator.recognise(question, learned, found)
            act, news = await self._generator.read_news(question, act)
        if (
            self._is_written_out
            and learned.told
            and act in reply_table()
            and (act == TROUBLE or not reply_table()[act].sorrow)
        ):
            act = KEPT  # "on Thursday at two" told when, and nothing else
        if act == LOOKUP and found.is_unknown:
            return NONE, NO_NEWS, found  # nobody looks up what colour the person's own cat is
        beyond_her = act in reply_table() and reply_table()[act].limits
        if act == NONE or (beyond_her and message_parts.wants_about_something(question.content)):
            return act, news, found
        is_listing = act == ABOUT_PERSON and question.remember
        return act, news, await self._recall.find_about_person(_asked(question)) if is_listing else RecallResult()

    async def _note_use(self, found: RecallResult) -> None:
        """Mark the memories as used; after the first sentence, so that nobody waits for the disk."""
        await self._recall.mark_used(found)
        await self._keep_what_was_read()

    async def _keep_what_was_read(self) -> None:
        if self.answer_id is not None:
            made_by, forgot = self._chosen.made_by(), self._has_forgotten
            await self._recorder.keep(self._keep_prompt, self.answer_id, made_by=made_by, emptied=forgot)

    async def _use_tool(self, name: str, arguments: Mapping[str, Any]) -> Outcome:
        self._tally.tools += 1
        with self._timings.phase("tool", tool=name):
            return await self._tool_executor.use(name, arguments, about=self._output.about, post=self._output.post)

    def _fail(self, sentence: str, *, code: int) -> None:
        log.info("turn failed", code=code, begun=self.answer_id is not None)
        self._output.send_failure(sentence, code=code)


def task_of(
    question: Question,
    found: RecallResult,
    learned: LearnResult,
    *,
    act: str = NONE,
    news: str = NO_NEWS,
    seed: int = 0,
    forgets: bool = True,
    settings: ConversationSettings = NO_SETTINGS,
) -> AnswerTask:
    """Return the task for the answer generator.

    Args:
        found: What the answer reads.
        learned: What the question changed in the memory.
        act: The dialogue act that the question is.
        news: The kind of news that it tells.
        seed: Varies an answer where that is asked for.
        forgets: Whether the client forgets what the server does.
        settings: The conversation's own persona and temperature.
    """
    known = replace(found.known, history=(*found.known.history, *question.earlier), persona=settings.persona)
    return AnswerTask(
        question=question.content,
        known=known,
        extract=found.extract,
        stands_alone=found.stands_alone,
        is_unknown=found.is_unknown,
        stands=found.stands,
        told=message_parts.about_person(learned.told),
        act=act,
        news=news,
        count=found.count,
        continues=question.continues is not None,
        fixed=_confirm_forgetting(learned, both=forgets) if act == NONE else None,
        remember=question.remember,
        temperature=(0.8 if question.fresh else 0.0) if settings.temperature is None else settings.temperature,
        seed=seed if question.fresh else 0,
    )


def _confirm_forgetting(learned: LearnResult, *, both: bool) -> str | None:
    """Return what is said where nothing but forgetting was asked for; `both`: the client forgets it, too."""
    return small_model_guard.forgotten(len(learned.forgotten), both=both) if learned.only_forgets else None


def _asked(question: Question) -> RecallRequest:
    return RecallRequest(
        text=question.content,
        message_id=question.id,
        remember=question.remember,
        exclude=question.exclude,
        include=question.include,
    )
