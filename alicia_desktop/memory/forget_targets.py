"""Which of the memories found for "forget that …" are meant. It cannot be undone, so what is only near stays."""

from collections.abc import Sequence
from typing import Final

from alicia_desktop.memory.duplicates import relation
from alicia_desktop.memory.extraction.grammar import parse
from alicia_desktop.memory.facts import fact_of
from alicia_desktop.memory.grammatical_person import to_statement
from alicia_desktop.memory.retrieval.result import Candidate
from alicia_desktop.memory.storing import fact_in
from alicia_desktop.memory.words import stem, terms_of, words_of
from alicia_desktop.store.records import MemoryRecord

LEAST: Final = 0.5
"""Relevance; higher than for an answer."""
SAME_MATCH: Final = 0.9
"""Share of the best one's relevance from which another memory is meant as well."""
_SAID: Final = 0.6
"""Share of the words of a whole clause that a memory must say: "I live in Paris" does not mean "works in Paris"."""


def meant(what: str, found: Sequence[Candidate]) -> list[MemoryRecord]:
    """Return those of `found`, best first, that `what` means: a clause ("I live in Paris") or a topic ("my job")."""
    near = [one for one in found if one.relevance >= LEAST]
    if parse(what) is not None:
        asked = fact_of(to_statement(what))
        if same := [one.memory for one in near if relation(asked, fact_in(one.memory.meta)) == "same"]:
            return same
        near = [one for one in near if _says(one.memory.content, what)]
    best = max((one.relevance for one in near), default=0.0)
    return [one.memory for one in near if one.relevance >= SAME_MATCH * best]


def _says(content: str, what: str) -> bool:
    said = {stem(word) for word in words_of(content)}
    asked = [{stem(word) for word in (term.text, *term.others)} for term in terms_of(what)]
    return sum(not said.isdisjoint(words) for words in asked) >= _SAID * len(asked)
