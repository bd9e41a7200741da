"""What a finished turn of the person tells: statements worth keeping, by rules that need no model.

Kept is what somebody says of themselves, their people and their things. The way of a turn: `cleaning` leaves the
person's own words, `wishes` finds what is to be forgotten or not to be kept at all, `reading` takes the sentences
apart into clauses worth keeping, `voice` turns each into a statement about the user, and `filing` says where it
belongs.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, Literal

from alicia_desktop.memory import commands as wishes
from alicia_desktop.memory import statement_metadata as filing
from alicia_desktop.memory.dates import named_dates
from alicia_desktop.memory.extraction.category_rules import category_of
from alicia_desktop.memory.extraction.cleaning import own_words, written_out
from alicia_desktop.memory.extraction.grammar import parse
from alicia_desktop.memory.extraction.reading import Heard, Told, clauses_in, told_in
from alicia_desktop.memory.extraction.spoken import Spoken
from alicia_desktop.memory.facts import Fact, fact_of
from alicia_desktop.memory.grammatical_person import to_statement
from alicia_desktop.memory.prompt_text import token_count
from alicia_desktop.memory.quality import is_failure
from alicia_desktop.memory.retrieval.analysis import is_small_talk
from alicia_desktop.memory.segmentation import sentences_of, strip_openers
from alicia_desktop.memory.statement_metadata import MemoryType, Sentiment

LONGEST_TURN: Final = 20_000
"""Characters of a turn that are read."""
MOST_SENTENCES: Final = 200
"""Of a turn that are read: more was pasted, and would keep the answer waiting."""
LONGEST_SENTENCE: Final = 1_000
"""A longer one was pasted, not told."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """A finished turn of the person."""

    conversation_id: str
    message_id: str
    text: str
    said_at: datetime
    """With the person's time zone where it is known: it decides what "tomorrow" means."""
    private: bool = False
    """Of a private conversation: nothing is kept."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Statement:
    """One thing worth keeping."""

    content: str
    """Of the user in the third person: "User's daughter Emma has a piano recital on Friday."."""
    said: str
    """The person's own clause."""
    fact: Fact
    memory_type: MemoryType
    category: str
    tags: tuple[str, ...]
    importance: float
    confidence: float
    sentiment: Sentiment
    token_count: int
    dates: Mapping[str, str] = field(default_factory=dict)
    """ISO day by the words that mean it, counted from the day of the turn."""
    asked_for: bool = False
    """The person said "remember that …"."""
    heard: str = ""
    """The sentence of the turn, letter by letter: what forgetting takes out of the message."""
    kind: filing.Kind = "semantic"
    subcategory: str | None = None
    summary: str | None = None
    """Of a long statement its first words; None where the statement is short enough itself."""
    extracted_by: Literal["rules", "model"] = "rules"


@dataclass(frozen=True, kw_only=True, slots=True)
class Extraction:
    """What a turn asks of the memory."""

    statements: tuple[Statement, ...] = ()
    forget: tuple[str, ...] = ()
    """What to forget, in the person's words; an empty text is what was told last."""
    wishes: tuple[str, ...] = ()
    """The sentences that asked for it, letter by letter."""


def extract(turn: Turn) -> Extraction:
    """Read a turn; the same turn is always read in the same way."""
    text = turn.text[:LONGEST_TURN]
    if turn.private or is_failure(text):
        return Extraction()
    sentences = heard_in(text)
    hidden = wishes.private_sentences([one.read for one in sentences])
    forget: list[str] = []
    asked: list[str] = []
    told: list[Told] = []
    plain: list[Heard] = []
    for place, sentence in enumerate(sentences):
        opened = strip_openers(written_out(sentence.read))
        if (what := wishes.parse_forget_command(opened)) is not None:
            forget.append(what)
            asked.append(sentence.text)
        elif place in hidden and (wishes.is_private(sentence.read) or wishes.parse_remember_command(opened) is None):
            continue
        elif (kept := wishes.parse_remember_command(opened)) is not None:
            told += [*told_in(plain), *_asked_for(kept, sentence)]
            plain = []
        elif wishes.is_remember_previous(opened):
            told += [replace(one, asked_for=True) for one in told_in(plain)]
            plain = []
        else:
            plain.append(sentence)
    told += told_in(plain)
    return Extraction(statements=_statements(told, turn), forget=tuple(forget), wishes=tuple(asked))


def is_only_to_forget(text: str) -> bool:
    """Return whether a turn asks to forget something and says nothing else."""
    sentences = [strip_openers(written_out(one.read)) for one in heard_in(text[:LONGEST_TURN])]
    said = [one for one in sentences if len(one.split()) > 1 and not is_small_talk(one)]
    return bool(said) and all(wishes.parse_forget_command(one) is not None for one in said)


def heard_in(text: str) -> list[Heard]:
    """Return the sentences of a turn that are read, each as it stands there and without what others said."""
    read = own_words(text)
    found: list[Heard] = []
    at = 0
    for sentence in sentences_of(read):
        at = read.find(sentence, at)
        if at < 0:  # a mark in a sentence was written otherwise; nothing of the rest can be placed
            break
        if len(sentence) <= LONGEST_SENTENCE:
            found.append(Heard(text=text[at : at + len(sentence)].strip(), read=sentence))
        at += len(sentence)
    return found[:MOST_SENTENCES]


def _asked_for(kept: str, sentence: Heard) -> list[Told]:
    if sentence.read.endswith("?") and parse(kept) is None and not re.search(r"\d", kept):
        return []  # "will you remember my name?" asks
    clauses = clauses_in(strip_openers(kept), Spoken(), asked_for=True)
    return [Told(clause=clause, heard=sentence.text, asked_for=True) for clause in clauses]


def _statements(told: list[Told], turn: Turn) -> tuple[Statement, ...]:
    found: dict[str, Statement] = {}
    for one in told:
        statement = _statement(one, turn)
        found.setdefault(statement.fact.normal, statement)
    return tuple(found.values())


def statement_of(clause: str, heard: str, turn: Turn, *, extracted_by: Literal["rules", "model"]) -> Statement:
    """Return a clause in the person's own grammar as a statement."""
    return replace(_statement(Told(clause=clause, heard=heard), turn), extracted_by=extracted_by)


def _statement(told: Told, turn: Turn) -> Statement:
    clause = told.clause
    content = to_statement(clause)
    fact = fact_of(content)
    category = category_of(content, fact)
    days = named_dates(clause, said_on=turn.said_at.date())
    return Statement(
        content=content,
        said=_as_said(told),
        fact=fact,
        memory_type=filing.memory_type_of(fact, content),
        category=category,
        tags=filing.tags_of(clause, fact),
        importance=filing.importance_of(fact, category, asked_for=told.asked_for),
        confidence=_confidence(told),
        sentiment=filing.sentiment_of(content),
        token_count=token_count(content),
        dates={named.words: named.day.isoformat() for named in days},
        asked_for=told.asked_for,
        heard=told.heard,
        kind=filing.kind_of(content),
        subcategory=filing.subcategory_of(fact),
        summary=filing.summary_of(content),
    )


def _as_said(told: Told) -> str:
    """Return the clause with the contraction that the person used."""
    clause = told.clause.rstrip(".! ")
    return re.sub(r"\bI am\b", "I'm", clause) if re.search(r"\bI['’]m\b", told.heard) else clause


_UNSURE: Final = re.compile(
    r"\b(?:maybe|perhaps|probably|might|may be|i think|i guess|possibly|not sure)\b", re.IGNORECASE
)


def _confidence(told: Told) -> float:
    return 0.7 if _UNSURE.search(told.heard) else 0.95
