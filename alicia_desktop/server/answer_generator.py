"""Generate the sentences of an answer: prompt, model, tools, and the checks on a small model.

A large model is trusted: it gets the facts and the tools and its words go out as they come. A small one gets one fact
and is held to it: its first sentence goes out only if it gives that fact; where it does not, or where there is no
model at all, the plain extractive answer from the memory does. Which of them answered is sent (`AnswerLine.origin`),
and why, as sentences shown folded under the answer (`BY_RECAP` …).
"""

import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from alicia_desktop.base.errors import WorldError
from alicia_desktop.memory import prompt_text
from alicia_desktop.memory.commands import is_private
from alicia_desktop.memory.retrieval.analysis import is_question
from alicia_desktop.server import prompts, small_model_guard
from alicia_desktop.server.engines.contract import (
    ChatMessage,
    ChatRequest,
    LanguageModel,
    Piece,
    TextPiece,
    Thought,
    ToolCall,
)
from alicia_desktop.server.prompts import NOTHING_KNOWN, Known
from alicia_desktop.server.sentence_splitter import SentenceSplitter
from alicia_desktop.server.tools import intents
from alicia_desktop.server.tools.server_tools import Outcome, Tool, ToolFailure, allowed_tools

BY_RECAP: Final = "The question asks what we talked about, so the answer is put together from the conversation itself."
NOT_TOLD: Final = "Only you can have told me this, and my memory has nothing of it; a guess would be made up."
BY_FACT: Final = "My memory holds the fact that was asked for, and the model's sentence gives it."
MISSED_FACT: Final = "The model's sentence did not give the fact that my memory holds, so my memory answers."
NO_MODEL: Final = "The language model did not answer, so my memory answers without it."
Origin = Literal["model", "extractive", "tool"]
MAX_TOOL_ROUNDS: Final = 4
"""How often one answer may come back with tool results."""
MAX_SMALL_TOKENS: Final = 160
MAX_SMALL_SENTENCES: Final = 3
MAX_FACT_TOKENS: Final = 60
MAX_LARGE_TOKENS: Final = 1_000
NO_ANSWER: Final = "The language model gave no answer. Ask again or rephrase the question."
UseTool = Callable[[str, Mapping[str, Any]], Awaitable[Outcome]]
"""Runs a tool by name and shows it to everybody (ToolUseRequest and -Result)."""
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
    told: tuple[str, ...] = ()
    """What the question told, when it was news and no question."""
    remember: bool = True
    """Whether tools may look into the memory."""
    temperature: float = 0.0
    seed: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerLine:
    """One sentence of an answer, and what generated it."""

    text: str
    final: bool
    origin: Origin


class AnswerGenerator:
    """Generates answers with one model and its tools."""

    def __init__(self, *, model: LanguageModel, tools: Mapping[str, Tool], extractive: bool = True) -> None:
        """`extractive` false shows what the model does alone."""
        self._model, self._tools, self._extractive = model, tools, extractive

    def prompt(self, task: AnswerTask) -> tuple[ChatMessage, ...]:
        """Return the prompt, for a task that the model answers."""
        make = prompts.small_prompt if self._model.small else prompts.large_prompt
        return make(task.question, task.known)

    async def generate(
        self, task: AnswerTask, use_tool: UseTool, reason: OnReasoning
    ) -> AsyncGenerator[AnswerLine, None]:
        """Yield the sentences, the last one marked; reasoning steps are reported before what they led to.

        Raises:
            WorldError: the model failed and nothing else can answer.
        """
        if task.fixed is not None:
            lines = _fixed_answer(task.fixed)
        elif not self._model.small:
            lines = self._large(task, use_tool, reason)
        elif (wish := self._tool_intent(task)) is not None:
            reason(by_tool(wish.name))
            lines = self._by_tool(wish, use_tool)
        elif self._extractive and _asks_for_recap(task):
            reason(BY_RECAP)
            lines = _fixed_answer(_recap_of(task))
        elif task.extract is not None:
            lines = self._checked_by_fact(task, task.extract, reason)
        elif self._extractive and small_model_guard.asks_about_person(task.question):
            reason(NOT_TOLD)
            lines = _fixed_answer(small_model_guard.NOT_TOLD)
        elif task.told and self._extractive and not is_question(task.question):
            lines = _fixed_answer(small_model_guard.acknowledgement(task.told))
        elif self._extractive and is_private(task.question) and "?" not in task.question:
            lines = _fixed_answer(small_model_guard.NOT_KEPT)
        else:
            lines = _limit_sentences(_split_sentences(self._small(task), origin="model"))
        async with contextlib.aclosing(lines):
            async for line in lines:
                yield line

    def _tool_intent(self, task: AnswerTask) -> intents.ToolIntent | None:
        """Return the tool that the question asks for in so many words, if it is available."""
        wishes = (intents.match_client_tool(task.question), intents.match_server_tool(task.question))
        return next((wish for wish in wishes if wish is not None and wish.name in self._tools_for(task)), None)

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
            async with contextlib.aclosing(_split_sentences(self._small(task), origin="model")) as lines:
                async for line in lines:
                    first = line.text.strip()
                    break
        except WorldError:
            if not self._extractive:
                raise
            reason(NO_MODEL)
            yield fallback
            return
        if self._extractive and not task.stands(first):
            reason(MISSED_FACT)
            yield fallback
        else:
            reason(BY_FACT)
            yield AnswerLine(text=first, final=True, origin="model")

    async def _small(self, task: AnswerTask) -> AsyncGenerator[str, None]:
        request = ChatRequest(
            messages=self.prompt(task),
            max_tokens=MAX_FACT_TOKENS if task.known.facts else MAX_SMALL_TOKENS,
            temperature=task.temperature,
            seed=task.seed,
        )
        async with contextlib.aclosing(self._model.answer(request)) as pieces:
            async for piece in pieces:
                if isinstance(piece, TextPiece):
                    yield piece.text

    def _large(self, task: AnswerTask, use_tool: UseTool, reason: OnReasoning) -> AsyncGenerator[AnswerLine, None]:
        return _split_sentences(self._with_tools(task, use_tool, reason), origin="model")

    async def _with_tools(self, task: AnswerTask, use_tool: UseTool, reason: OnReasoning) -> AsyncGenerator[str, None]:
        messages = self.prompt(task)
        offers = tuple(tool.offer for tool in self._tools_for(task).values())
        for round_number in range(MAX_TOOL_ROUNDS):
            request = ChatRequest(
                messages=messages,
                tools=offers if round_number < MAX_TOOL_ROUNDS - 1 else (),
                max_tokens=MAX_LARGE_TOKENS,
                temperature=task.temperature,
                seed=task.seed,
            )
            calls: list[ToolCall] = []
            said = ""
            async with contextlib.aclosing(_with_reasoning(self._model.answer(request), reason)) as pieces:
                async for piece in pieces:
                    if isinstance(piece, ToolCall):
                        calls.append(piece)
                    else:
                        said += piece.text
                        yield piece.text
            if not calls:
                return
            messages = (*messages, *await _run_tools(said, calls, use_tool))


async def _with_reasoning(
    pieces: AsyncGenerator[Piece, None], reason: OnReasoning
) -> AsyncGenerator[TextPiece | ToolCall, None]:
    """Yield text and tool calls; report the thoughts before each as reasoning steps, a paragraph each."""
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


def _asks_for_recap(task: AnswerTask) -> bool:
    return small_model_guard.asks_for_recap(task.question) and any(said.role == "user" for said in task.known.history)


def _recap_of(task: AnswerTask) -> str:
    """Return what the conversation was about, which a small model would make up."""
    said = tuple(said.text for said in task.known.history if said.role == "user")
    return small_model_guard.recap(task.known.summaries, said)


async def _fixed_answer(text: str) -> AsyncGenerator[AnswerLine, None]:
    yield AnswerLine(text=text, final=True, origin="extractive")


async def _limit_sentences(lines: AsyncGenerator[AnswerLine, None]) -> AsyncGenerator[AnswerLine, None]:
    """End a small model's answer after some sentences, or where it begins to go in circles.

    No sentence is held back for that: one that was sent before a circle showed is followed by an empty last one.
    """
    said: set[str] = set()
    async with contextlib.aclosing(lines):
        async for line in lines:
            plain = " ".join(line.text.lower().split())
            if plain in said:
                yield replace(line, text="", final=True)
                return
            said.add(plain)
            last = line.final or len(said) == MAX_SMALL_SENTENCES
            yield replace(line, text=line.text.rstrip() if last else line.text, final=last)
            if last:
                return


async def _split_sentences(pieces: AsyncGenerator[str, None], *, origin: Origin) -> AsyncGenerator[AnswerLine, None]:
    """Split a stream into sentences; a sentence is known to be the last when the stream ends behind it."""
    splitter = SentenceSplitter()
    said = False
    async for piece in pieces:
        for sentence in splitter.push(piece if said else piece.lstrip()):
            said = True
            yield AnswerLine(text=sentence, final=False, origin=origin)
        said = said or bool(piece.strip())
    last = splitter.flush()
    if not said:
        raise WorldError(sentence=NO_ANSWER, code="model_failed")
    yield AnswerLine(text=last.rstrip(), final=True, origin=origin)
