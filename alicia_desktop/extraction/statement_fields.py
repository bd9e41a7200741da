"""File a selected clause as a statement of the user in the third person, with its fact, type, tags and days."""

import re
from typing import Final

from alicia_desktop.memory import statements
from alicia_desktop.memory.dates import named_dates
from alicia_desktop.memory.facts import fact_of
from alicia_desktop.memory.grammatical_person import to_statement
from alicia_desktop.memory.prompt_text import token_count
from alicia_desktop.memory.statements import ReadBy, Statement, Turn

_UNSURE: Final = re.compile(
    r"\b(?:maybe|perhaps|probably|might|may be|i think|i guess|possibly|not sure)\b", re.IGNORECASE
)
_SURE, _DOUBTED = 0.95, 0.7
"""Confidence in a statement, and in one that the person doubts."""


def file_statement(
    clause: str, turn: Turn, *, sentence: str, category: str, asked_for: bool = False, extracted_by: ReadBy = "rules"
) -> Statement:
    """Return a clause in the person's own grammar as a statement.

    Args:
        clause: what is kept.
        turn: where it was told; its day decides what "tomorrow" means.
        sentence: the sentence of the turn, letter by letter.
        category: where it belongs.
        asked_for: the person said "remember that …".
        extracted_by: who found it.
    """
    content = to_statement(clause)
    fact = fact_of(content)
    days = named_dates(clause, said_on=turn.said_at.date())
    return Statement(
        content=content,
        said=_as_said(clause, sentence),
        fact=fact,
        memory_type=statements.memory_type_of(fact, content),
        category=category,
        tags=statements.tags_of(clause, fact),
        importance=statements.importance_of(fact, category, asked_for=asked_for),
        confidence=_DOUBTED if _UNSURE.search(sentence) else _SURE,
        sentiment=statements.sentiment_of(content),
        token_count=token_count(content),
        dates={named.words: named.day.isoformat() for named in days},
        asked_for=asked_for,
        heard=sentence,
        kind=statements.kind_of(content),
        subcategory=statements.subcategory_of(fact),
        summary=statements.summary_of(content),
        extracted_by=extracted_by,
    )


def _as_said(clause: str, sentence: str) -> str:
    """Return a clause with the contraction that the person used."""
    said = clause.rstrip(".! ")
    return re.sub(r"\bI am\b", "I'm", said) if re.search(r"\bI['’]m\b", sentence) else said
