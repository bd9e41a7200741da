"""How soon a large model's answer begins, beside the question alone: its prompt is long, and read once.

The bundled model stands in for a large one: behind the large model's prompt (instructions, tools, the conversation so
far), and with nothing but the question, each in a process of its own, so that neither forgets what it has read.
"""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import aiohttp

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.brought_memories import BroughtMemories
from alicia_desktop.server.engines.contract import ChatMessage, ChatRequest, LanguageModel, TextPiece, ToolOffer
from alicia_desktop.server.engines.model_server import ModelServer
from alicia_desktop.server.engines.prompt_reading import ReadAhead
from alicia_desktop.server.prompts import EarlierMessage, Known, PromptFact, large_prompt, next_prompt
from alicia_desktop.server.tools.server_tools import server_tools
from tests.bench.measure import Figure, Goal, Measure, NotMeasuredError, Samples

MESSAGES: Final = Path(__file__).parents[1] / "data" / "dialogue" / "first_messages"
EVERY: Final = 9
"""Of the messages of strangers, each so many is asked."""
FACTS: Final = (
    "Your daughter Emma has a piano recital on Friday.",
    "Your brother Tom lives in Oslo.",
    "You take the train at 7:40.",
)
PEOPLE: Final = MESSAGES.parents[1] / "relevance" / "lookups.jsonl"
Facts = Callable[[int], tuple[str, ...]]
"""The memories of each question, by its number."""
ANSWER_TOKENS: Final = 16
SHORT: Final = 7
LONG: Final = 20


def _no_facts(_: int) -> tuple[str, ...]:
    return ()


def _same_facts(_: int) -> tuple[str, ...]:
    return FACTS


def _new_facts(at: int) -> tuple[str, ...]:
    """Return three that no other question brings."""
    people = map(json.loads, PEOPLE.read_text("utf-8").splitlines())
    return tuple(one for person in people for one in person["statements"])[3 * at : 3 * at + 3]


@asynccontextmanager
async def _model() -> AsyncIterator[ModelServer]:
    connector = aiohttp.TCPConnector(force_close=True)
    async with aiohttp.ClientSession(connector=connector) as http, Scope("bench") as scope:
        model = ModelServer(http=http, clock=SystemClock())
        model.start(scope)
        yield model


async def _ask(
    model: LanguageModel, messages: tuple[ChatMessage, ...], tools: tuple[ToolOffer, ...] = ()
) -> tuple[float, str]:
    """Return after how many seconds the first word came, and all of them."""
    begun, first, said = time.perf_counter(), 0.0, ""
    async for piece in model.answer(ChatRequest(messages=messages, tools=tools, max_tokens=ANSWER_TOKENS)):
        if isinstance(piece, TextPiece):
            first = first or time.perf_counter() - begun
            said += piece.text
    if not first:
        raise NotMeasuredError("the model said nothing")
    return first, said.strip()


async def _converse(*, facts: Facts = _no_facts, length: int) -> Samples:
    """Ask one question after the other, in conversations of `length`; the first of each reads everything, uncounted."""
    offers = tuple(tool.offer for tool in server_tools(clock=SystemClock(), find_memories=_nothing).values())
    history: tuple[EarlierMessage, ...] = ()
    brought = BroughtMemories()
    taken: list[tuple[float, float]] = []
    async with _model() as behind_prompt, _model() as by_itself:
        ahead = ReadAhead(behind_prompt, slow_seconds=0)  # a large one is slow
        for at, question in enumerate(_messages()):
            if not at % length:
                history, brought = (), BroughtMemories()
            told = tuple(PromptFact(content=fact, relevance=0.9, id=fact) for fact in facts(at))
            known = brought.place(
                Known(facts=told, history=history), {fact: fact for fact in (*brought.memory_ids, *facts(at))}
            )
            brought.keep(str(at), known.facts)
            took, said = await _ask(behind_prompt, large_prompt(question, known), offers)
            alone, _ = await _ask(by_itself, (ChatMessage(role="user", content=question),))
            taken += [(took, alone)] if at % length else []
            ahead.plan(ChatRequest(messages=next_prompt(question, known, said), tools=offers), waited=took)
            await ahead.run()
            history += (
                EarlierMessage(role="user", text=question, id=str(at)),
                EarlierMessage(role="assistant", text=said),
            )
    note = f"{len(taken)} messages of strangers, in conversations of {length}; {len(offers)} tools"
    return Samples(ours=[ours for ours, _ in taken], baseline=[alone for _, alone in taken], note=note)


def _messages() -> list[str]:
    """Return what strangers write, some of every writer; neighbours in a file are alike."""
    by_writer = [path.read_text("utf-8").splitlines() for path in sorted(MESSAGES.iterdir())]
    lines = [written[at] for at in range(0, min(map(len, by_writer)), EVERY) for written in by_writer]
    return [json.loads(line)["message"] for line in lines]


async def _nothing(_: str) -> list[dict[str, object]]:
    return []


def measures() -> Iterator[Measure]:
    """Yield the prompt once read: in short conversations, in a long one, and with memories."""
    baseline = "the same question alone, asked of another process in turn"
    yield Measure(
        name="First word behind a prompt that was read",
        what="From the request to the first word, with instructions, tools and the conversation so far before the "
        "question, most of which the server read ahead.",
        baseline=baseline,
        unit="s",
        figure=Figure.COST,
        goal=Goal(limit=1.3),
        run=lambda: asyncio.run(_converse(length=SHORT)),
    )
    yield Measure(
        name="First word in a longer conversation",
        what="The same; each word that is read looks back at all before it.",
        baseline=baseline,
        unit="s",
        figure=Figure.COST,
        run=lambda: asyncio.run(_converse(length=LONG)),
    )
    yield Measure(
        name="First word with three memories",
        what="The same where the questions of a conversation bring the same three memories: they stay where they were "
        "read.",
        baseline=baseline,
        unit="s",
        figure=Figure.COST,
        run=lambda: asyncio.run(_converse(facts=_same_facts, length=SHORT)),
    )
    yield Measure(
        name="First word with three new memories",
        what="The same where each question brings three others, which are read with it.",
        baseline=baseline,
        unit="s",
        figure=Figure.COST,
        run=lambda: asyncio.run(_converse(facts=_new_facts, length=SHORT)),
    )
