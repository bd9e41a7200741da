"""Check the statements that a language model extracts from a turn against the turn's own words.

A model finds what no rule expects, and invents. So a statement of it stands only if every word that carries meaning
stands in the turn too; what the rules have found already is left out. The rules come first and never wait.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, Protocol

from alicia_desktop.extraction.pasted import without_pasted
from alicia_desktop.memory import commands
from alicia_desktop.memory.grammatical_person import to_statement
from alicia_desktop.memory.own_words import own_sentences
from alicia_desktop.memory.quality import is_pure_question
from alicia_desktop.memory.segmentation import stem, terms_of, words_of
from alicia_desktop.memory.statements import Extraction, Turn

EXTRACTION_PROMPT: Final = (
    "Below is one message that a person wrote to an assistant. Write down what is worth remembering about the person, "
    "their people and their things: one short statement a line, in the first person, in the person's own words "
    "(for example: My brother Tom lives in Oslo). No questions, no requests, no moods, nothing about the "
    "assistant, nothing that is not in the message. If there is nothing, write NONE."
)
MAX_STATEMENTS: Final = 8
MAX_STATEMENT_CHARACTERS: Final = 200
_ALLOWED_WORDS: Final = frozenset(
    [
        "have", "has", "called", "named", "live", "lives", "work", "works", "like", "likes", "own", "owns", "years",
        "old", "born", "name",
    ]
)  # fmt: skip
"""Words that a model may use for what the person said without them: "Anna, 34" is "Anna is 34 years old"."""
_LIST_MARK: Final = re.compile(r"^\s*(?:[-*•]|\d+[.)])\s*")


class StatementModel(Protocol):
    """Extracts statements from a turn by a language model."""

    async def statements(self, said: str) -> Sequence[str]:
        """Return statements in the first person; empty where it found none, failed or took too long."""
        ...


def parse_lines(written: str) -> list[str]:
    """Split what a model wrote into single statements."""
    lines = [_LIST_MARK.sub("", line).strip() for line in written.splitlines()]
    return [line for line in lines if line and not re.match(r"none\b", line, re.IGNORECASE)][:MAX_STATEMENTS]


def readable_text(turn: Turn) -> str:
    """Return what of a turn a model may read: nothing private, no quotation, no memory command."""
    if turn.private:
        return ""
    sentences = own_sentences(turn.text, without_pasted(turn.text))
    hidden = commands.private_sentences([one.read for one in sentences])
    return " ".join(
        one.read
        for place, one in enumerate(sentences)
        if place not in hidden and commands.parse_forget_command(one.read) is None
    )


def verify_statements(lines: Iterable[str], said: str, known: Extraction) -> list[str]:
    """Return the lines that the readable words of a turn support and that are not known from it."""
    stems = {stem(word) for word in words_of(said)}
    found = [_stems_of(statement.content) for statement in known.statements]
    kept: list[str] = []
    for line in lines:
        content = to_statement(line)
        meaning = _stems_of(content)
        invented = {word for word in meaning if word not in stems and word not in _allowed_stems()}
        if (
            not meaning
            or invented
            or len(line) > MAX_STATEMENT_CHARACTERS
            or is_pure_question(line)
            or "User" not in content
        ):
            continue
        if any(meaning <= other for other in found):
            continue
        found.append(meaning)
        kept.append(line)
    return kept


def _stems_of(text: str) -> frozenset[str]:
    return frozenset(stem(term.text) for term in terms_of(text))


def _allowed_stems() -> frozenset[str]:
    return frozenset(stem(word) for word in _ALLOWED_WORDS)
