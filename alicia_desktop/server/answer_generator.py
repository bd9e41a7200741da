"""From a question to the sentences of its answer: prompt, model, tools, and the net under a small model.

A large model is trusted: it gets the facts and the tools and its words go out as they come. A small one gets one fact
and is held to it: its first sentence goes out only if it gives that fact; where it does not, or where there is no
model at all, the plain extractive answer from the memory does. Which of them spoke is told (`Line.origin`).
"""

import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from alicia_desktop.base.errors import WorldError
from alicia_desktop.memory import prompt_text
from alicia_desktop.memory.commands import is_private
from alicia_desktop.memory.retrieval.analysis import is_question
from alicia_desktop.server import client_intents, intents, prompts, reasons, small_model_guard
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
from alicia_desktop.server.sentences import SentenceSplitter
from alicia_desktop.server.tools import Outcome, Tool, ToolFailure, allowed

Origin = Literal["model", "extractive", "tool"]
ROUNDS: Final = 4
"""How often one answer may come back with tool results."""
TOKENS_SMALL: Final = 160
SENTENCES_SMALL: Final = 3
TOKENS_FACT: Final = 60
TOKENS_LARGE: Final = 1_000
NO_ANSWER: Final = "The language model gave no answer. Ask again, or in other words."

UseTool = Callable[[str, Mapping[str, Any]], Awaitable[Outcome]]
"""Runs a tool by name and shows it to everybody (ToolUseRequest and -Result)."""
Reason = Callable[[str], None]
"""Tells one step of reasoning, as soon as it is made (ReasoningStep)."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Task:
    """What is to be answered, with what."""

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
    """One sentence of an answer, and who made it."""

    text: str
    final: bool
    origin: Origin


class AnswerGenerator:
    """Makes answers."""

    def __init__(self, *, model: LanguageModel, tools: Mapping[str, Tool], extractive: bool = True) -> None:
        """Take `extractive` false to see what the model does alone."""
        self._model, self._tools, self._extractive = model, tools, extractive

    def prompt(self, task: Task) -> tuple[ChatMessage, ...]:
        """Return what the model reads, where it is the model that answers."""
        make = prompts.small_prompt if self._model.small else prompts.large_prompt
        return make(task.question, task.known)

    async def compose(self, task: Task, use_tool: UseTool, reason: Reason) -> AsyncGenerator[AnswerLine, None]:
        """Yield the sentences, the last one marked; what led to them is told first.

        Raises:
            WorldError: the model failed and nothing else can answer.
        """
        if task.fixed is not None:
            lines = _by_memory(task.fixed)
        elif not self._model.small:
            lines = self._large(task, use_tool, reason)
        elif (wish := self._wish(task)) is not None:
            reason(reasons.by_tool(wish.name))
            lines = self._by_tool(wish, use_tool)
        elif self._extractive and _may_be_recalled(task):
            reason(reasons.BY_RECAP)
            lines = _by_memory(_recalled(task))
        elif task.extract is not None:
            lines = self._held_to_fact(task, task.extract, reason)
        elif self._extractive and small_model_guard.asks_about_person(task.question):
            reason(reasons.NOT_TOLD)
            lines = _by_memory(small_model_guard.NOT_TOLD)
        elif task.told and self._extractive and not is_question(task.question):
            lines = _by_memory(small_model_guard.acknowledgement(task.told))
        elif self._extractive and is_private(task.question) and "?" not in task.question:
            lines = _by_memory(small_model_guard.NOT_KEPT)
        else:
            lines = _brief(_lines(self._small(task), origin="model"))
        async with contextlib.aclosing(lines):
            async for line in lines:
                yield line

    def _wish(self, task: Task) -> intents.ToolWish | None:
        """Return the tool that the question asks for in so many words, if there is one to be had."""
        wishes = (client_intents.match(task.question), intents.match(task.question))
        return next((wish for wish in wishes if wish is not None and wish.name in self._tools_for(task)), None)

    def _tools_for(self, task: Task) -> Mapping[str, Tool]:
        return allowed(self._tools, remember=task.remember)

    async def _by_tool(self, wish: intents.ToolWish, use_tool: UseTool) -> AsyncGenerator[AnswerLine, None]:
        outcome = await use_tool(wish.name, wish.arguments)
        text = outcome.sentence if isinstance(outcome, ToolFailure) else self._tools[wish.name].say(outcome)
        yield AnswerLine(text=text, final=True, origin="tool")

    async def _held_to_fact(self, task: Task, extract: str, reason: Reason) -> AsyncGenerator[AnswerLine, None]:
        """Yield one sentence that gives the best fact: the model's if it does, else the extractive one."""
        fallback = AnswerLine(text=extract, final=True, origin="extractive")
        first = ""
        try:
            async with contextlib.aclosing(_lines(self._small(task), origin="model")) as lines:
                async for line in lines:
                    first = line.text.strip()
                    break
        except WorldError:
            if not self._extractive:
                raise
            reason(reasons.NO_MODEL)
            yield fallback
            return
        if self._extractive and not task.stands(first):
            reason(reasons.MISSED_FACT)
            yield fallback
        else:
            reason(reasons.BY_FACT)
            yield AnswerLine(text=first, final=True, origin="model")

    async def _small(self, task: Task) -> AsyncGenerator[str, None]:
        request = ChatRequest(
            messages=self.prompt(task),
            max_tokens=TOKENS_FACT if task.known.facts else TOKENS_SMALL,
            temperature=task.temperature,
            seed=task.seed,
        )
        async with contextlib.aclosing(self._model.answer(request)) as pieces:
            async for piece in pieces:
                if isinstance(piece, TextPiece):
                    yield piece.text

    def _large(self, task: Task, use_tool: UseTool, reason: Reason) -> AsyncGenerator[AnswerLine, None]:
        return _lines(self._with_tools(task, use_tool, reason), origin="model")

    async def _with_tools(self, task: Task, use_tool: UseTool, reason: Reason) -> AsyncGenerator[str, None]:
        messages = self.prompt(task)
        offers = tuple(tool.offer for tool in self._tools_for(task).values())
        for round_number in range(ROUNDS):
            request = ChatRequest(
                messages=messages,
                tools=offers if round_number < ROUNDS - 1 else (),
                max_tokens=TOKENS_LARGE,
                temperature=task.temperature,
                seed=task.seed,
            )
            calls: list[ToolCall] = []
            said = ""
            async with contextlib.aclosing(_reasoned(self._model.answer(request), reason)) as pieces:
                async for piece in pieces:
                    if isinstance(piece, ToolCall):
                        calls.append(piece)
                    else:
                        said += piece.text
                        yield piece.text
            if not calls:
                return
            messages = (*messages, *await _results(said, calls, use_tool))


async def _reasoned(pieces: AsyncGenerator[Piece, None], reason: Reason) -> AsyncGenerator[TextPiece | ToolCall, None]:
    """Yield what is said and wanted; each stretch of thoughts before it is told as steps, a paragraph each."""
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


async def _results(said: str, calls: list[ToolCall], use_tool: UseTool) -> tuple[ChatMessage, ...]:
    results = [ChatMessage(role="assistant", content=said, tool_calls=tuple(calls))]
    for call in calls:
        outcome = await use_tool(call.name, call.arguments)
        text = f"Error: {outcome.sentence}" if isinstance(outcome, ToolFailure) else str(dict(outcome))
        # A result may hold what somebody once said; it is data, with no mark that would end it.
        results.append(ChatMessage(role="tool", content=prompt_text.strip_markers(text), tool_call_id=call.id))
    return tuple(results)


def _may_be_recalled(task: Task) -> bool:
    return small_model_guard.asks_for_recap(task.question) and any(said.role == "user" for said in task.known.history)


def _recalled(task: Task) -> str:
    """Return what the conversation was about, which a small model would make up."""
    said = tuple(said.text for said in task.known.history if said.role == "user")
    return small_model_guard.recap(task.known.summaries, said)


async def _by_memory(text: str) -> AsyncGenerator[AnswerLine, None]:
    yield AnswerLine(text=text, final=True, origin="extractive")


async def _brief(lines: AsyncGenerator[AnswerLine, None]) -> AsyncGenerator[AnswerLine, None]:
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
            last = line.final or len(said) == SENTENCES_SMALL
            yield replace(line, text=line.text.rstrip() if last else line.text, final=last)
            if last:
                return


async def _lines(pieces: AsyncGenerator[str, None], *, origin: Origin) -> AsyncGenerator[AnswerLine, None]:
    """Cut a stream into sentences; a sentence is known to be the last when the stream ends behind it."""
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
