"""Generate the sentences of an answer: prompt, model, tools, and the checks on a small model.

A large model is trusted: it gets the facts and the tools and its words go out as they come. A small one gets one fact
and is held to it: its first sentence goes out only if it gives that fact; where it does not, or where there is no
model at all, the plain extractive answer from the memory does. Which of them answered is sent (`AnswerLine.origin`),
and why, as sentences shown folded under the answer (`BY_RECAP` …).
"""

import asyncio
import contextlib
import copy
import re
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Self

from alicia_desktop.base.errors import WorldError
from alicia_desktop.memory import prompt_text
from alicia_desktop.memory.commands import is_private
from alicia_desktop.memory.retrieval.analysis import is_question
from alicia_desktop.server import prompts, small_answers, small_model_guard
from alicia_desktop.server.acknowledgement import acknowledgement, answer_told, plainly_told
from alicia_desktop.server.answer_lines import AnswerLine, fixed_answer, limit_sentences, split_sentences
from alicia_desktop.server.attached_files import NO_FILES, PromptFiles, built_in_reply, with_files
from alicia_desktop.server.dialogue import message_parts
from alicia_desktop.server.dialogue.acts import NONE, ActRecogniser
from alicia_desktop.server.dialogue.languages import languages, other_language
from alicia_desktop.server.dialogue.message_act import KEPT, act_of_message
from alicia_desktop.server.dialogue.replies import (
    ABOUT_PERSON,
    CANNOT,
    FOLLOW_UP,
    FORGETTING,
    GREETING,
    LISTENING,
    MANNER,
    NONSENSE,
    NOTE_THAT,
    UNKNOWN,
    UNREAD,
    Replies,
    reply_table,
)
from alicia_desktop.server.engines.contract import (
    ChatMessage,
    ChatRequest,
    Finish,
    LanguageModel,
    ModelNotice,
    Piece,
    TextPiece,
    Thought,
    ToolCall,
)
from alicia_desktop.server.prompts import NOTHING_KNOWN, Known
from alicia_desktop.server.question import Question
from alicia_desktop.server.read_ahead import ReadAhead
from alicia_desktop.server.recall import LearnResult, RecallResult
from alicia_desktop.server.tools import intents
from alicia_desktop.server.tools.server_tools import Outcome, Tool, ToolFailure, allowed_tools

BY_RECAP: Final = "The question asks what we talked about, so the answer is put together from the conversation itself."
NOT_TOLD: Final = "Only you can have told me this, and my memory has nothing of it; a guess would be made up."
BY_FACT: Final = "My memory holds the fact that was asked for, and the model's sentence gives it."
MISSED_FACT: Final = "The model's sentence did not give the fact that my memory holds, so my memory answers."
SURE: Final = "The model is sure of each word that it adds to the question, so its answer is passed on."
NOT_SURE: Final = "The model is not sure of its own words here; a guess would be made up."
RELATED: Final = "What you told me about it:"
NO_MODEL: Final = "The language model did not answer, so my memory answers without it."
OTHER_LANGUAGE: Final = "other_language"
INTRODUCED: Final = "introduced"
_OWN_NAME: Final = re.compile(
    r"^Your (?:first )?name is ([^\W\d_][\w'’-]*)|^You(?:['’]re| are) called ([^\W\d_][\w'’-]*)"
)
EXACT: Final = frozenset({"clock", "calculator"})
"""Tools whose result no model knows by itself."""
BY_ITSELF: Final = "The model answered by itself, so the tool {name} was used and the model was asked again."
MAX_TOOL_ROUNDS: Final = 4
"""How often one answer is asked for; the last time without tools."""
MAX_CALLS_AT_ONCE: Final = 8
"""Tools that a model may want together; what is more is not run."""
MORE_CALLS: Final = "The model wanted {wanted} tools at once; only the first {run} were used."
ENDLESS_TOOLS: Final = "The model kept asking for tools and was stopped after {rounds} rounds."
NO_ANSWER_BUT_TOOLS: Final = (
    "The language model kept asking for tools and gave no answer, so it was stopped after {rounds} rounds. "
    "Rephrase the question, or choose another model."
)
MAX_FRAGMENT_WORDS: Final = 3
"""Words that say too little to be told anything."""
MAX_SMALL_TOKENS: Final = 160
MAX_FACT_TOKENS: Final = 60
MAX_LARGE_TOKENS: Final = 1_000
UseTool = Callable[[str, Mapping[str, Any]], Awaitable[Outcome]]
"""Runs a tool by name and shows it to everybody (ToolUseRequest and -Result)."""
OnNotice = Callable[[ModelNotice], None]
"""Tells what the person should know of how the model is asked, as soon as it is so."""
OnReasoning = Callable[[str], None]
"""Tells one step of reasoning, as soon as it is made (ReasoningStep)."""


def by_tool(name: str) -> str:
    """Return why the tool `name` is used."""
    return f"The question is one for the tool {name}, which is exact where a small model guesses."


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerTask:
    """A question with everything that its answer may use."""

    question: str
    known: Known = NOTHING_KNOWN
    """What the prompt holds."""
    extract: str | None = None
    """What the memory answers by itself; None when it has nothing or nothing was asked."""
    stands: Callable[[str], bool] = bool
    """Whether a sentence gives what `extract` does."""
    fixed: str | None = None
    """The whole answer, where it is no model's to make."""
    act: str = NONE
    """The dialogue act that it is answered by."""
    count: int = 0
    """How many memories there are, where the person asks what is known of them; `known` has the most important."""
    continues: bool = False
    """Whether a stopped answer is to go on."""
    told: tuple[str, ...] = ()
    """What the question told, when it was news and no question."""
    remember: bool = True
    """Whether tools may look into the memory."""
    temperature: float = 0.0
    seed: int = 0
    files: PromptFiles = NO_FILES
    """What is attached to the question."""
    notify: OnNotice = field(default=lambda _: None, compare=False, repr=False)


class AnswerGenerator:
    """Generates answers with one model and its tools."""

    def __init__(
        self,
        *,
        model: LanguageModel,
        tools: Mapping[str, Tool],
        acts: ActRecogniser | None = None,
        extractive: bool = True,
    ) -> None:
        """Take `acts` for a small model, which cannot do small talk; `extractive` false shows what it does alone."""
        self._model, self._tools, self._extractive = model, tools, extractive
        self._acts = acts if extractive else None
        self._replies = Replies()
        self._ahead = ReadAhead(model)

    def with_model(self, model: LanguageModel) -> Self:
        """Return a generator that asks another model, and goes on with the same replies."""
        other = copy.copy(self)
        other._model, other._ahead = model, ReadAhead(model)  # noqa: SLF001 - of the same class
        return other

    async def recognise(self, question: Question, learned: LearnResult, found: RecallResult) -> str:
        """Return the dialogue act that a message is answered by; `none` for what memory, tools or model answer."""
        text = question.content
        if (
            self._acts is None
            or not self._model.small
            or question.continues
            or learned.forgotten
            or _matches_tool(text)
        ):
            return NONE
        if small_model_guard.asks_for_recap(text) and any(said.role == "user" for said in found.known.history):
            return NONE
        if other_language(text) is not None:
            return OTHER_LANGUAGE
        told, known = bool(message_parts.about_person(learned.told)), found.extract is not None
        act = await asyncio.to_thread(act_of_message, self._acts.recognise, text, told=told, known=known)
        if act == NONSENSE and message_parts.is_hardly_english(text):
            return UNREAD
        return NONE if learned.only_forgets and act != FORGETTING else act

    def prompt(self, task: AnswerTask) -> tuple[ChatMessage, ...]:
        """Return the prompt, for a task that the model answers."""
        if not self._model.small:
            return with_files(prompts.large_prompt(task.question, task.known), task.files)
        if self._extractive and not task.known.facts and not task.continues:
            return prompts.draft_prompt(message_parts.split_greeting(task.question)[1])
        return prompts.small_prompt(task.question, task.known)

    async def generate(
        self, task: AnswerTask, use_tool: UseTool, reason: OnReasoning
    ) -> AsyncGenerator[AnswerLine, None]:
        """Yield the sentences, the last one marked; reasoning steps are reported before what they led to.

        Raises:
            WorldError: the model failed and nothing else can answer.
        """
        if (fixed := self._fixed_text(task)) is not None:
            lines = fixed_answer(fixed)
        elif not self._model.small:
            lines = self._large(task, use_tool, reason)
        elif (wish := self._tool_intent(task)) is not None:
            reason(by_tool(wish.name))
            lines = self._by_tool(wish, use_tool)
        elif self._extractive and _asks_for_recap(task):
            reason(BY_RECAP)
            lines = fixed_answer(_recap_of(task))
        elif task.act != NONE:
            lines = fixed_answer(self._reply(task))
        elif task.extract is not None:
            lines = self._checked_by_fact(task, task.extract, reason)
        elif self._extractive and small_model_guard.asks_about_person(message_parts.asked_part(task.question)):
            lines = fixed_answer(self._only_told(task, reason))
        elif task.told and self._extractive and not _asks(task.question):
            lines = fixed_answer(self._acknowledgement(task))
        elif self._extractive and is_private(task.question) and "?" not in task.question:
            lines = fixed_answer(small_model_guard.NOT_KEPT)
        elif task.continues or not self._extractive:
            lines = limit_sentences(self._sayable(task))
        else:
            lines = self._checked_by_draft(task, reason)
        opening = self._opening(task)
        async with contextlib.aclosing(lines):
            async for line in lines:
                yield replace(line, text=f"{opening} {line.text}") if opening else line
                opening = ""

    def _fixed_text(self, task: AnswerTask) -> str | None:
        """Return the whole answer where no model makes it: also where a small one is shown files, which it cannot read.

        What a tool or the memory can answer beside the files is answered.
        """
        is_shown = self._model.small and bool(task.files.names)
        if task.fixed is not None or not is_shown or task.extract is not None or self._tool_intent(task) is not None:
            return task.fixed
        reply = built_in_reply(task.files)
        return f"{reply} {self._acknowledgement(task)}" if task.told and task.remember else reply

    def _opening(self, task: AnswerTask) -> str:
        """Return the greeting that is given back before an answer to more than a greeting."""
        if self._acts is None or task.continues or task.act in {GREETING, OTHER_LANGUAGE}:
            return ""
        return message_parts.split_greeting(task.question)[0]

    async def read_ahead(self) -> None:
        """Have the model read what the next prompt begins with; called after an answer, and cancelled at will."""
        await self._ahead.run()

    def _reply(self, task: AnswerTask) -> str:
        """Return the answer to a dialogue act."""
        name = other_language(task.question)
        if task.act == OTHER_LANGUAGE and name is not None:
            return languages()[name].reply
        if task.act == KEPT or (task.act == MANNER and _own_name(task.told)):
            return self._acknowledgement(task)
        facts = [fact.content for fact in task.known.facts]
        if task.act == ABOUT_PERSON and facts:
            return self._replies.known_about(facts, task.question, count=task.count)
        reply = self._replies.reply(task.act, task.question, remember=task.remember, told=bool(task.told))
        row = reply_table()[task.act]
        return self._with_told(reply, task, first=row.about_her) if row.limits or row.about_her else reply

    def _with_told(self, reply: str, task: AnswerTask, *, first: bool = False) -> str:
        """Return a reply to a wish or a question with what the message told of the person, behind it or `first`."""
        wanted = message_parts.wanted_part(task.question)
        told = plainly_told(task.told, task.question, besides=wanted)
        about_person = task.remember and any(one.startswith(("You", "Your")) for one in told)
        kept = acknowledgement(told, task.question) if about_person else ""
        said = [kept, reply] if first else [reply, kept]
        return " ".join(one for one in (self._welcome(task), *said) if one)

    def _only_told(self, task: AnswerTask, reason: OnReasoning) -> str:
        """Return what the same message told of what it asks; else that nobody has told it yet."""
        asked = message_parts.asked_part(task.question)
        if (told := answer_told(task.told, task.question, asked)) is not None:
            return f"{told} {small_model_guard.JUST_TOLD}"
        reason(NOT_TOLD)
        return small_model_guard.NOT_TOLD if task.remember else small_model_guard.NOT_LOOKED_UP

    def _welcome(self, task: AnswerTask) -> str:
        """Return a welcome for who says their name; empty without one."""
        name = _own_name(task.told) if task.remember else None
        if name is None:
            return ""
        welcome = self._replies.reply(INTRODUCED, task.question, remember=True)
        return welcome.format(name=f"{name[0].upper()}{name[1:]}")

    def _acknowledgement(self, task: AnswerTask) -> str:
        """Return the reply to what was told and kept, with a welcome for who says their name."""
        return f"{self._welcome(task)} {acknowledgement(task.told, task.question)}".strip()

    async def _checked_by_draft(self, task: AnswerTask, reason: OnReasoning) -> AsyncGenerator[AnswerLine, None]:
        """Yield the model's sentence about the world where it is sure of it; else say that she does not know."""
        question = message_parts.split_greeting(task.question)[1]
        if not task.remember and message_parts.is_order_to_keep(question):
            yield self._from_table(NOTE_THAT, task)
            return
        wants = small_answers.wants_answer(question) or message_parts.asks(question)
        if not (wants or message_parts.tells_and_asks(question)):
            yield self._from_table(_not_understood(question), task)
            return
        if message_parts.is_hardly_english(question):
            yield self._from_table(UNREAD, task)
            return
        question = message_parts.asked_part(question)
        if task.known.facts:
            line = self._from_table(UNKNOWN, task)
            told = " ".join(fact.content for fact in task.known.facts)
            yield replace(line, text=f"{line.text} {RELATED} {told}")
            return
        try:
            said = await self._sure_draft(question, task) if small_answers.may_be_known(question) else None
        except WorldError:
            reason(NO_MODEL)
            said = None
        else:
            reason(SURE if said is not None else NOT_SURE)
        limit = UNKNOWN if message_parts.asks(question) or message_parts.tells_and_asks(task.question) else CANNOT
        line = self._from_table(limit, task) if said is None else AnswerLine(text=said, final=True, origin="model")
        yield replace(line, text=self._with_told(line.text, task))

    async def _sure_draft(self, question: str, task: AnswerTask) -> str | None:
        """Return the model's sentence; None as soon as it is unsure of a word, which it mostly is at once."""
        request = replace(self._request(task, prompts.draft_prompt(question)), logprobs=True)
        draft = small_answers.Draft(question)
        async with contextlib.aclosing(self._model.answer(request)) as pieces:
            async for piece in pieces:
                if isinstance(piece, TextPiece) and not draft.add(piece.text, piece.logprob):
                    break
        sentence = draft.sentence
        return sentence if sentence and small_answers.unsayable(sentence, question=question) is None else None

    def _from_table(self, name: str, task: AnswerTask) -> AnswerLine:
        text = self._replies.reply(name, task.question, remember=task.remember)
        return AnswerLine(text=text, final=True, origin="extractive")

    async def _sayable(self, task: AnswerTask) -> AsyncGenerator[AnswerLine, None]:
        """Yield the model's sentences up to the first that may not be said."""
        known = " ".join((*(fact.content for fact in task.known.facts), *_own_messages(task)))
        said: list[str] = []
        async with contextlib.aclosing(split_sentences(self._small(task), origin="model")) as lines:
            async for line in lines:
                reason = small_answers.unsayable(
                    line.text, question=task.question, known=known, before=said, example=prompts.EXAMPLE_TEXT
                )
                if self._extractive and reason is not None:
                    yield replace(line, text="", final=True) if said else self._from_table(UNKNOWN, task)
                    return
                said.append(line.text)
                yield line

    def _tool_intent(self, task: AnswerTask) -> intents.ToolIntent | None:
        """Return the tool that the question asks for in so many words, if it is available."""
        wishes = (intents.match_client_tool(task.question), intents.match_server_tool(task.question))
        return next((wish for wish in wishes if wish is not None and wish.name in self._tools_for(task)), None)

    def _exact_intent(self, task: AnswerTask) -> intents.ToolIntent | None:
        """Return the clock or the calculator, where the question asks for it in so many words."""
        wish = None if task.continues else intents.match_server_tool(task.question)
        return wish if wish is not None and wish.name in EXACT & self._tools_for(task).keys() else None

    async def _with_result(self, task: AnswerTask, wish: intents.ToolIntent, use_tool: UseTool) -> AnswerTask:
        """Return the task with a tool's result, as models read it that take no tools."""
        outcome = await use_tool(wish.name, wish.arguments)
        text = outcome.sentence if isinstance(outcome, ToolFailure) else self._tools[wish.name].result_text(outcome)
        return replace(task, known=replace(task.known, results=(f"{wish.name}: {text}",)))

    def _tools_for(self, task: AnswerTask) -> Mapping[str, Tool]:
        return allowed_tools(self._tools, remember=task.remember)

    async def _by_tool(self, wish: intents.ToolIntent, use_tool: UseTool) -> AsyncGenerator[AnswerLine, None]:
        outcome = await use_tool(wish.name, wish.arguments)
        text = outcome.sentence if isinstance(outcome, ToolFailure) else self._tools[wish.name].result_text(outcome)
        yield AnswerLine(text=text, final=True, origin="tool")

    async def _checked_by_fact(
        self, task: AnswerTask, extract: str, reason: OnReasoning
    ) -> AsyncGenerator[AnswerLine, None]:
        """Yield one sentence that gives the best fact: the model's if it does, else the extractive one."""
        fallback = AnswerLine(text=extract, final=True, origin="extractive")
        first = ""
        try:
            async with contextlib.aclosing(split_sentences(self._small(task), origin="model")) as lines:
                async for line in lines:
                    first = line.text.strip()
                    break
        except WorldError:
            if not self._extractive:
                raise
            reason(NO_MODEL)
            yield fallback
            return
        if self._extractive and not (task.stands(first) and self._is_sayable(first, task)):
            reason(MISSED_FACT)
            yield fallback
        else:
            reason(BY_FACT)
            yield AnswerLine(text=first, final=True, origin="model")

    def _is_sayable(self, sentence: str, task: AnswerTask) -> bool:
        known = " ".join(fact.content for fact in task.known.facts)
        reason = small_answers.unsayable(sentence, question=task.question, known=known, example=prompts.EXAMPLE_TEXT)
        return reason in {None, "echo", "claim"}  # whether it claims too much, `stands` knows better

    def _small(self, task: AnswerTask) -> AsyncGenerator[str | Finish, None]:
        return self._draft(task, self.prompt(task))

    async def _draft(self, task: AnswerTask, messages: tuple[ChatMessage, ...]) -> AsyncGenerator[str | Finish, None]:
        async with contextlib.aclosing(self._model.answer(self._request(task, messages))) as pieces:
            async for piece in pieces:
                if isinstance(piece, TextPiece):
                    yield piece.text

    def _request(self, task: AnswerTask, messages: tuple[ChatMessage, ...]) -> ChatRequest:
        return ChatRequest(
            messages=messages,
            max_tokens=MAX_FACT_TOKENS if task.known.facts else MAX_SMALL_TOKENS,
            temperature=task.temperature,
            seed=task.seed,
            notify=task.notify,
        )

    def _large(self, task: AnswerTask, use_tool: UseTool, reason: OnReasoning) -> AsyncGenerator[AnswerLine, None]:
        return split_sentences(self._with_tools(task, use_tool, reason), origin="model")

    async def _with_tools(
        self, task: AnswerTask, use_tool: UseTool, reason: OnReasoning
    ) -> AsyncGenerator[str | Finish, None]:
        messages = self.prompt(task)
        wish = self._exact_intent(task)
        begun, waited, whole = time.monotonic(), 0.0, ""
        offers = tuple(tool.offer for tool in self._tools_for(task).values())
        for round_number in range(MAX_TOOL_ROUNDS):
            request = ChatRequest(
                messages=messages,
                tools=offers if round_number < MAX_TOOL_ROUNDS - 1 else (),
                max_tokens=MAX_LARGE_TOKENS,
                temperature=task.temperature,
                seed=task.seed,
                notify=task.notify,
            )
            calls: list[ToolCall] = []
            said, finish = "", Finish()
            async with contextlib.aclosing(_with_reasoning(self._model.answer(request), reason)) as pieces:
                async for piece in pieces:
                    waited = waited or time.monotonic() - begun
                    if isinstance(piece, ToolCall):
                        calls.append(piece)
                    elif isinstance(piece, Finish):
                        finish = piece
                    else:
                        said += piece.text
                        if wish is None:
                            yield piece.text
            if wish is not None and not calls:
                reason(BY_ITSELF.format(name=wish.name))
                messages, wish = self.prompt(await self._with_result(task, wish, use_tool)), None
                continue
            if wish is not None and said:
                yield said
            wish = None
            whole += said
            if not calls:
                spoken = prompts.next_prompt(task.question, task.known, whole)
                self._ahead.plan(ChatRequest(messages=spoken, tools=offers), waited=waited)
                yield finish
                return
            if len(calls) > MAX_CALLS_AT_ONCE:
                reason(MORE_CALLS.format(wanted=len(calls), run=MAX_CALLS_AT_ONCE))
            if round_number < MAX_TOOL_ROUNDS - 1:
                messages = (*messages, *await _run_tools(said, calls[:MAX_CALLS_AT_ONCE], use_tool))
        if not whole.strip():
            raise WorldError(sentence=NO_ANSWER_BUT_TOOLS.format(rounds=MAX_TOOL_ROUNDS), code="model_failed")
        reason(ENDLESS_TOOLS.format(rounds=MAX_TOOL_ROUNDS))


async def _with_reasoning(
    pieces: AsyncGenerator[Piece, None], reason: OnReasoning
) -> AsyncGenerator[TextPiece | ToolCall | Finish, None]:
    """Yield all but thoughts; report the thoughts before each as reasoning steps, a paragraph each."""
    thought = ""
    async with contextlib.aclosing(pieces):
        async for piece in pieces:
            if isinstance(piece, Thought):
                thought += piece.text
                *whole, thought = thought.split("\n\n")
            else:
                whole, thought = [thought], ""
            for step in whole:
                if step.strip():
                    reason(step.strip())
            if not isinstance(piece, Thought):
                yield piece
    if thought.strip():
        reason(thought.strip())


async def _run_tools(said: str, calls: list[ToolCall], use_tool: UseTool) -> tuple[ChatMessage, ...]:
    results = [ChatMessage(role="assistant", content=said, tool_calls=tuple(calls))]
    for call in calls:
        outcome = await use_tool(call.name, call.arguments)
        text = f"Error: {outcome.sentence}" if isinstance(outcome, ToolFailure) else str(dict(outcome))
        # A result may hold what somebody once said; it is data, with no mark that would end it.
        results.append(ChatMessage(role="tool", content=prompt_text.strip_markers(text), tool_call_id=call.id))
    return tuple(results)


def _asks(text: str) -> bool:
    return is_question(text) or message_parts.tells_and_asks(text)


def _own_name(told: tuple[str, ...]) -> str | None:
    """Return the name that somebody told of themselves."""
    return next((found[1] or found[2] for one in told if (found := _OWN_NAME.match(one))), None)


def _not_understood(text: str) -> str:
    """Return the reply to what tells something that is no act, and of which nothing was kept."""
    if message_parts.is_hardly_english(text):
        return UNREAD
    return FOLLOW_UP if len(text.split()) <= MAX_FRAGMENT_WORDS else LISTENING


def _matches_tool(text: str) -> bool:
    return intents.match_client_tool(text) is not None or intents.match_server_tool(text) is not None


def _own_messages(task: AnswerTask) -> tuple[str, ...]:
    return tuple(said.text for said in task.known.history if said.role == "user")


def _asks_for_recap(task: AnswerTask) -> bool:
    return small_model_guard.asks_for_recap(task.question) and any(said.role == "user" for said in task.known.history)


def _recap_of(task: AnswerTask) -> str:
    """Return what the conversation was about, which a small model would make up."""
    said = tuple(said.text for said in task.known.history if said.role == "user")
    return small_model_guard.recap(task.known.summaries, said)
