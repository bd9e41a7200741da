"""Cut text where it can be spoken: the first clause of a long sentence, and how long a voice rests behind each piece.

    clause_end("The recital is on Friday, and it begins ", whole=False)      # 26: "and it begins" goes on by itself
    clause_end("You like apples, pears ", whole=False)                       # None: a list is one breath

A clause ends at a mark that is heard (comma, semicolon, colon, dash), where what stands before it has some words and
what follows begins a clause of its own: then the voice goes on as if it had only breathed in.
"""

import contextlib
import re
from collections.abc import AsyncGenerator
from dataclasses import replace
from typing import Final

from alicia_desktop.server.answer_lines import AnswerLine, split

MIN_WORDS: Final = 3
"""Of a clause that is spoken alone."""
MIN_LENGTH: Final = 12
AT_ONCE: Final = 100
"""Characters whose sound is made fast enough to be waited for: six seconds of speech, in some 40 ms."""
CLAUSE_PAUSE_MS: Final = 220
SENTENCE_PAUSE_MS: Final = 450
PARAGRAPH_PAUSE_MS: Final = 700
_BREAK: Final = re.compile(r"[,;:](?=\s)|(?<=\s)[—–](?=\s)|(?<=\w)—(?=\w)")
_WORD: Final = re.compile(r"\S+")
_SENTENCE_END: Final = re.compile(r"[.!?…][\"'”’)\]*_]*\s*$")
_MARKED: Final = re.compile(r"^\s*(?:#|>|\||[-*+]\s|\d+\.\s)|```|~~~")
_OPENERS: Final = frozenset(
    _WORD.findall(
        "and but or so yet nor because since although though while when where which who whose if unless until after "
        "before as then that this these those there here i you he she it we they i'm i'll i've you're you'll you've "
        "he's she's it's we're we'll they're that's there's what what's how why let let's please do don't"
    )
)
"""Words that begin a clause behind a comma; others may be the next thing in a list, or a name's second half."""
_JOINING: Final = frozenset({"and", "or", "nor"})
"""They also end a list, so that more has to follow before it is believed."""
_PAIRS: Final = ("()", "[]", "“”", "„“")


def clause_end(text: str, *, whole: bool) -> int | None:
    """Return where the first clause of a sentence ends that can be spoken alone, white space included; None for none.

    Args:
        text: The sentence, or its beginning.
        whole: Whether nothing more of it comes; the last word of a beginning may be half a word.
    """
    if _MARKED.search(text):
        return None
    for mark in _BREAK.finditer(text):
        head, rest = text[: mark.end()], text[mark.end() :]
        if len(head) >= MIN_LENGTH and _is_alone(head) and _goes_on(mark.group(), _words(rest, whole=whole), head):
            return mark.end() + len(rest) - len(rest.lstrip())
    return None


def pieces(text: str) -> list[str]:
    """Cut what is known whole: a long text into sentences, and a long first sentence at its first clause.

    Joined, they are `text`.
    """
    if len(spoken_text(text)) <= AT_ONCE:
        return [text]
    first, *rest = split(text)
    end = clause_end(first, whole=True) if len(first) > AT_ONCE else None
    return [first, *rest] if end is None else [first[:end], first[end:], *rest]


async def cut_for_speech(lines: AsyncGenerator[AnswerLine, None]) -> AsyncGenerator[AnswerLine, None]:
    """Yield the lines of an answer in pieces that are quick to make sound of; the last piece ends as its line does."""
    async with contextlib.aclosing(lines):
        async for line in lines:
            *early, last = pieces(line.text)
            for text in early:
                yield replace(line, text=text, final=False, finish=None)
            yield replace(line, text=last)


def pause_ms(text: str) -> int:
    """Return how long a voice rests behind a piece, as it is written."""
    if text.endswith(("\n\n", "\n\n ")):
        return PARAGRAPH_PAUSE_MS
    return SENTENCE_PAUSE_MS if _SENTENCE_END.search(text) or "\n" in text[-2:] else CLAUSE_PAUSE_MS


def spoken_text(text: str) -> str:
    """Return `text` without the marks of markdown, which are not pronounced."""
    lines = (line.lstrip("#>-+ \t") for line in text.replace("```", " ").splitlines())
    return " ".join(" ".join(lines).replace("*", "").replace("`", "").replace("_", " ").split())


def _words(rest: str, *, whole: bool) -> list[str]:
    """Return the words of what follows that are certain."""
    return [word.group() for word in _WORD.finditer(rest) if whole or word.end() < len(rest)]


def _is_alone(head: str) -> bool:
    is_open = any(head.count(left) > head.count(right) for left, right in _PAIRS) or head.count('"') % 2 == 1
    return len(head.split()) >= MIN_WORDS and not is_open


def _goes_on(mark: str, following: list[str], head: str) -> bool:
    """Return whether what follows a mark is a clause of its own."""
    if mark != ",":
        return len(following) >= MIN_WORDS - 1
    opener = following[0].lower().replace("’", "'").strip("\"'“*_") if following else ""
    if opener not in _OPENERS:
        return False
    if opener in _JOINING:
        return len(following) >= MIN_WORDS and head.count(",") == 1
    return len(following) >= MIN_WORDS - 1
