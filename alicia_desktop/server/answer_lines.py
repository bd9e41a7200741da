"""The sentences of an answer as they leave the generator: split from a stream, or whole from a table."""

import contextlib
from collections.abc import AsyncGenerator
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.extensions import CUT_BY_LENGTH, FINISH_REASON
from alicia_desktop.server.engines.contract import Finish
from alicia_desktop.server.sentence_splitter import SentenceSplitter

Origin = Literal["model", "extractive", "tool"]
MAX_SMALL_SENTENCES: Final = 3
NO_ANSWER: Final = "The language model gave no answer. Ask again or rephrase the question."
ONLY_THOUGHTS: Final = (
    "The language model thought for so long that no room was left for an answer. Ask again: from now on it has more."
)


@dataclass(frozen=True, kw_only=True, slots=True)
class AnswerLine:
    """One sentence of an answer, and what generated it."""

    text: str
    final: bool
    origin: Origin
    finish: Finish | None = None
    """Of the last sentence: how the answer ended, where the model's endpoint says it."""


def finish_meta(line: AnswerLine) -> dict[str, Any]:
    """Return the meta of an answer's end, as far as the model's endpoint says how it was."""
    finish = line.finish or Finish()
    told: dict[str, Any] = {FINISH_REASON: finish.reason} if finish.reason else {}
    if (usage := finish.usage) is not None:
        told["usage"] = {
            "promptTokens": usage.prompt_tokens,
            "completionTokens": usage.completion_tokens,
            "cachedTokens": usage.cached_tokens,
        }
    return told


async def fixed_answer(text: str) -> AsyncGenerator[AnswerLine, None]:
    """Yield a whole answer that no model makes."""
    yield AnswerLine(text=text, final=True, origin="extractive")


async def limit_sentences(lines: AsyncGenerator[AnswerLine, None]) -> AsyncGenerator[AnswerLine, None]:
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


async def split_sentences(
    pieces: AsyncGenerator[str | Finish, None], *, origin: Origin
) -> AsyncGenerator[AnswerLine, None]:
    """Split a stream into sentences; a sentence is known to be the last when the stream ends behind it."""
    splitter = SentenceSplitter()
    said, finish = False, None
    async for piece in pieces:
        if isinstance(piece, Finish):
            finish = piece
            continue
        for sentence in splitter.push(piece if said else piece.lstrip()):
            said = True
            yield AnswerLine(text=sentence, final=False, origin=origin)
        said = said or bool(piece.strip())
    last = splitter.flush()
    if not said:
        is_cut = finish is not None and finish.reason == CUT_BY_LENGTH
        raise WorldError(sentence=ONLY_THOUGHTS if is_cut else NO_ANSWER, code="model_failed")
    yield AnswerLine(text=last.rstrip(), final=True, origin=origin, finish=finish)
