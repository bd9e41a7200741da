"""The sentences of an answer as they leave the generator: split from a stream, or whole from a table.

    async for line in split_sentences(pieces): ...       # each as soon as it is certain that the sentence has ended

A full stop ends a sentence only before white space, and not after a title, an initial or within a number; inside a
fenced block of code nothing ends one, because half a block is no markdown. What the sentences hold, joined, is
exactly the text that came in.
"""

import contextlib
import re
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, replace
from typing import Any, Final, Literal

from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.extensions import CUT_BY_LENGTH, FINISH_REASON
from alicia_desktop.server.engines.contract import Finish

_END: Final = re.compile(r"""[.!?…]+["'”’)\]*_]*(?=\s)|\n[ \t]*\n|\n(?=[ \t]*(?:[-*+]|\d+\.)\s)""")
_ABBREVIATIONS: Final = frozenset(
    [
        "mr",
        "mrs",
        "ms",
        "dr",
        "prof",
        "st",
        "jr",
        "sr",
        "vs",
        "etc",
        "e.g",
        "i.e",
        "approx",
        "no",
        "fig",
        "inc",
        "ltd",
        "jan",
        "feb",
        "mar",
        "apr",
        "jun",
        "jul",
        "aug",
        "sep",
        "sept",
        "oct",
        "nov",
        "dec",
    ]
)
_FENCE: Final = re.compile(r"^[ \t]*(```|~~~)", re.MULTILINE)
LONGEST: Final = 600
"""Characters after which a sentence is cut at a space, so that endless text is still shown and spoken."""


CutEarly = Callable[[str], int | None]
"""The beginning of a sentence → where its first part ends that is wanted before the rest is there; None for nowhere."""


class SentenceSplitter:
    """Takes pieces of text, returns sentences."""

    def __init__(self, *, cut_early: CutEarly | None = None) -> None:
        """Sentences are returned whole, but where `cut_early` finds a part that is wanted sooner."""
        self._rest = ""
        self._cut_early = cut_early or (lambda _: None)

    def push(self, piece: str) -> list[str]:
        """Add a piece and return the sentences that it completed, with the white space that follows each."""
        self._rest += piece
        sentences = []
        while (end := _sentence_end(self._rest)) is not None:
            sentences.append(self._rest[:end])
            self._rest = self._rest[end:]
        if not sentences and (end := self._cut_early(self._rest)) is not None:
            sentences.append(self._rest[:end])
            self._rest = self._rest[end:]
        return sentences

    def flush(self) -> str:
        """Return what is left at the end of the text; perhaps nothing but white space."""
        rest, self._rest = self._rest, ""
        return rest


def split(text: str) -> list[str]:
    """Return the sentences of a whole text."""
    splitter = SentenceSplitter()
    sentences = splitter.push(text)
    rest = splitter.flush()
    if rest.strip() or not sentences:
        return [*sentences, rest]
    return [*sentences[:-1], sentences[-1] + rest]


def _sentence_end(text: str) -> int | None:
    """Return where the first sentence of `text` ends, white space included, once something follows it."""
    for match in _END.finditer(text):
        end = _after_space(text, match.end())
        if end == len(text) or not text[: match.end()].strip():
            continue
        if text[match.start()] == "." and text[end].islower():
            continue
        if not _in_fence(text[: match.end()]) and not _is_abbreviation(text, match.start()):
            return end
    if len(text) > LONGEST and not _in_fence(text):
        cut = text.rfind(" ", 0, LONGEST)
        return (cut if cut > 0 else LONGEST - 1) + 1
    return None


def _after_space(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at


def _in_fence(text: str) -> bool:
    return len(_FENCE.findall(text)) % 2 == 1


def _is_abbreviation(text: str, stop: int) -> bool:
    if text[stop] != ".":
        return False
    word = re.split(r"[\s(\[\"'“*_]", text[:stop])[-1]
    single_letter = len(word) == 1 and word.isalpha() and word.isupper() and word != "I"
    list_number = word.isdigit() and text[:stop].rsplit("\n", 1)[-1].strip() == word
    return single_letter or list_number or word.lower() in _ABBREVIATIONS


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
    reads: bool = True
    """Whether it may rest on the memories that were found; a tool's or a ready reply does not."""


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


async def fixed_answer(text: str, *, reads: bool = False) -> AsyncGenerator[AnswerLine, None]:
    """Yield a whole answer that no model makes."""
    yield AnswerLine(text=text, final=True, origin="extractive", reads=reads)


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
    pieces: AsyncGenerator[str | Finish, None], *, origin: Origin, cut_early: CutEarly | None = None
) -> AsyncGenerator[AnswerLine, None]:
    """Split a stream into sentences; a sentence is known to be the last when the stream ends behind it."""
    splitter = SentenceSplitter(cut_early=cut_early)
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
