"""Answer with tools: those that a large model asks for, and the one that a question asks for in so many words.

    answer = ToolAnswer(model, tools, ReadAhead(model), task=task, use_tool=use_tool, reason=reason)
    async for piece in answer.stream(): ...      # text as it comes, at last a `Finish`

A model is asked again with the results of the tools that it wanted, at most `MAX_TOOL_ROUNDS` times. Where the question
is one for the clock or the calculator, its words are held back until it has asked for a tool; a model that answers by
itself is asked again with the exact result in its prompt.
"""

import contextlib
import time
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from alicia_desktop.base.errors import WorldError
from alicia_desktop.memory import prompt_text
from alicia_desktop.server import prompts
from alicia_desktop.server.answer_lines import AnswerLine
from alicia_desktop.server.attached_files import with_files
from alicia_desktop.server.engines.contract import (
    ChatMessage,
    ChatRequest,
    Finish,
    LanguageModel,
    Piece,
    TextPiece,
    Thought,
    ToolCall,
    ToolOffer,
)
from alicia_desktop.server.engines.prompt_reading import ReadAhead
from alicia_desktop.server.question import AnswerTask, OnReasoning, UseTool
from alicia_desktop.server.tools import intents
from alicia_desktop.server.tools.server_tools import Tool, ToolFailure, allowed_tools

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
MAX_LARGE_TOKENS: Final = 1_000


def by_tool(name: str) -> str:
    """Return why the tool `name` is used."""
    return f"The question is one for the tool {name}, which is exact where a small model guesses."


def asks_for_tool(text: str) -> bool:
    """Return whether a message asks for a tool in so many words."""
    return intents.match_client_tool(text) is not None or intents.match_server_tool(text) is not None


def tool_intent(task: AnswerTask, tools: Mapping[str, Tool]) -> intents.ToolIntent | None:
    """Return the tool that the question asks for in so many words, if it is available."""
    wishes = (intents.match_client_tool(task.question), intents.match_server_tool(task.question))
    allowed = allowed_tools(tools, remember=task.remember)
    return next((wish for wish in wishes if wish is not None and wish.name in allowed), None)


async def answer_by_tool(
    wish: intents.ToolIntent, tools: Mapping[str, Tool], use_tool: UseTool
) -> AsyncGenerator[AnswerLine, None]:
    """Yield a tool's result as the whole answer."""
    yield AnswerLine(text=await _tool_result(wish, tools, use_tool), final=True, origin="tool", reads=False)


@dataclass(slots=True)
class _ModelReply:
    """What a model said when it was asked once."""

    said: str = ""
    calls: list[ToolCall] = field(default_factory=list)
    finish: Finish = field(default_factory=Finish)


class ToolAnswer:
    """One answer of a large model; streams once."""

    def __init__(
        self,
        model: LanguageModel,
        tools: Mapping[str, Tool],
        ahead: ReadAhead,
        *,
        task: AnswerTask,
        use_tool: UseTool,
        reason: OnReasoning,
    ) -> None:
        """Have the next prompt planned with `ahead` once the answer is whole."""
        self._model, self._ahead = model, ahead
        self._tools = allowed_tools(tools, remember=task.remember)
        self._offers = tuple(tool.offer for tool in self._tools.values())
        self._task, self._use_tool, self._reason = task, use_tool, reason
        self._begun, self._waited = time.monotonic(), 0.0

    async def stream(self) -> AsyncGenerator[str | Finish, None]:
        """Yield the text as it comes, then how it ended; what tools say goes to the model.

        Raises:
            WorldError: the model failed, or gave no answer but wished for tools.
        """
        messages, wish, whole = large_prompt(self._task), self._exact_intent(), ""
        for rounds_left in reversed(range(MAX_TOOL_ROUNDS)):
            reply = _ModelReply()
            async with contextlib.aclosing(self._ask(messages, self._offers if rounds_left else (), reply)) as texts:
                async for text in texts:
                    if wish is None:
                        yield text
            if wish is not None and not reply.calls:
                self._reason(BY_ITSELF.format(name=wish.name))
                messages, wish = await self._prompt_with_result(wish), None
                continue
            if wish is not None and reply.said:
                yield reply.said
            wish = None
            whole += reply.said
            if not reply.calls:
                self._plan_ahead(whole)
                yield reply.finish
                return
            calls = self._limit_calls(reply.calls)
            if rounds_left:
                messages = (*messages, *await _run_tools(reply.said, calls, self._use_tool))
        if not whole.strip():
            raise WorldError(sentence=NO_ANSWER_BUT_TOOLS.format(rounds=MAX_TOOL_ROUNDS), code="model_failed")
        self._reason(ENDLESS_TOOLS.format(rounds=MAX_TOOL_ROUNDS))

    async def _ask(
        self, messages: tuple[ChatMessage, ...], offers: tuple[ToolOffer, ...], reply: _ModelReply
    ) -> AsyncGenerator[str, None]:
        """Ask the model once: yield its text as it comes, and fill in its `reply`."""
        request = ChatRequest(
            messages=messages,
            tools=offers,
            max_tokens=MAX_LARGE_TOKENS,
            temperature=self._task.temperature,
            seed=self._task.seed,
            notify=self._task.notify,
        )
        async with contextlib.aclosing(_with_reasoning(self._model.answer(request), self._reason)) as pieces:
            async for piece in pieces:
                self._waited = self._waited or time.monotonic() - self._begun
                if isinstance(piece, ToolCall):
                    reply.calls.append(piece)
                elif isinstance(piece, Finish):
                    reply.finish = piece
                else:
                    reply.said += piece.text
                    yield piece.text

    def _exact_intent(self) -> intents.ToolIntent | None:
        """Return the clock or the calculator, where the question asks for it in so many words."""
        wish = None if self._task.continues else intents.match_server_tool(self._task.question)
        return wish if wish is not None and wish.name in EXACT & self._tools.keys() else None

    async def _prompt_with_result(self, wish: intents.ToolIntent) -> tuple[ChatMessage, ...]:
        """Return the prompt with a tool's result, as models read it that take no tools."""
        text = await _tool_result(wish, self._tools, self._use_tool)
        known = replace(self._task.known, results=(f"{wish.name}: {text}",))
        return large_prompt(replace(self._task, known=known))

    def _limit_calls(self, calls: list[ToolCall]) -> list[ToolCall]:
        if len(calls) > MAX_CALLS_AT_ONCE:
            self._reason(MORE_CALLS.format(wanted=len(calls), run=MAX_CALLS_AT_ONCE))
        return calls[:MAX_CALLS_AT_ONCE]

    def _plan_ahead(self, whole: str) -> None:
        spoken = prompts.next_prompt(self._task.question, self._task.known, whole)
        self._ahead.plan(ChatRequest(messages=spoken, tools=self._offers), waited=self._waited)


def large_prompt(task: AnswerTask) -> tuple[ChatMessage, ...]:
    """Return a large model's prompt: all that is known, and the attached files."""
    return with_files(prompts.large_prompt(task.question, task.known), task.files)


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


async def _tool_result(wish: intents.ToolIntent, tools: Mapping[str, Tool], use_tool: UseTool) -> str:
    """Use a tool and return its result, or its failure, as a sentence."""
    outcome = await use_tool(wish.name, wish.arguments)
    return outcome.sentence if isinstance(outcome, ToolFailure) else tools[wish.name].result_text(outcome)
