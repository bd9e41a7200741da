"""What a finished turn of the person tells: statements worth keeping, by rules that need no model.

Kept is what somebody says of themselves, their people and their things; `telling` says what never is.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final, Literal

from alicia_desktop.memory.analysis import is_question, is_small_talk, names_in
from alicia_desktop.memory.categories import category_of
from alicia_desktop.memory.dates import named_dates
from alicia_desktop.memory.facts import Fact, fact_of
from alicia_desktop.memory.language import english
from alicia_desktop.memory.quality import is_failure
from alicia_desktop.memory.sentences import clauses_of, sentences_of, telling_part, without_openers
from alicia_desktop.memory.telling import FORGET, OF_ONESELF, PRIVATE, REMEMBER, is_worth_keeping
from alicia_desktop.memory.tokens import token_count
from alicia_desktop.memory.voice import to_statement
from alicia_desktop.memory.words import terms_of, words_of

MemoryType = Literal["profile_attribute", "user_preference", "world_fact", "conversation_summary", "long_term_note"]
Sentiment = Literal["positive", "negative", "neutral"]

MOST_TAGS: Final = 6
LONGEST_TURN: Final = 20_000
"""Characters of a turn that are read."""
LONGEST_SENTENCE: Final = 1_000
"""A longer one was pasted, not told."""
_PRONOUN: Final = re.compile(r"^(?P<who>she|he|they|her|his|their)\b(?P<rest>.*)$", re.IGNORECASE)
_PROFILE: Final = {"name", "home", "birthday", "age", "job", "employer", "origin", "allergy"}
_HEALTH: Final = "health_wellness"


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


@dataclass(frozen=True, kw_only=True, slots=True)
class Extraction:
    """What a turn asks of the memory."""

    statements: tuple[Statement, ...] = ()
    forget: tuple[str, ...] = ()
    """What to forget, in the person's words; an empty text is what was told last."""


def extract(turn: Turn) -> Extraction:
    """Read a turn; the same turn is always read in the same way."""
    text = turn.text[:LONGEST_TURN]
    if turn.private or PRIVATE.search(text) or is_failure(text):
        return Extraction()
    found: dict[str, Statement] = {}
    forget: list[str] = []
    antecedent = ""
    for sentence in (one for one in sentences_of(text) if len(one) <= LONGEST_SENTENCE):
        opened = without_openers(sentence)
        if (wish := FORGET.match(opened)) is not None:
            forget.append(wish["what"].strip())
            continue
        told, asked_for = _told(opened)
        for clause in clauses_of(told) if told else ():
            resolved = _resolved(without_openers(clause), antecedent)
            if is_worth_keeping(resolved, asked_for=asked_for):
                statement = _statement(resolved, turn, asked_for=asked_for)
                found.setdefault(statement.fact.normal, statement)
                antecedent = _antecedent(statement) or antecedent
    return Extraction(statements=tuple(found.values()), forget=tuple(forget))


def _told(sentence: str) -> tuple[str, bool]:
    """Return what a sentence tells, and whether the person asked to keep it."""
    asked = REMEMBER.match(sentence)
    if asked is not None:
        rest = sentence[asked.end() :]
        return ("", False) if re.match(r"(?:to|me|when|what|who|where|how|why)\b", rest) else (rest.rstrip("?"), True)
    told = telling_part(sentence)
    if not told or is_small_talk(told) or (is_question(told) and not OF_ONESELF.match(told)):
        return "", False
    return told, False


def _resolved(clause: str, antecedent: str) -> str:
    """Return the clause with a pronoun at its beginning replaced by whom the turn spoke of before."""
    match = _PRONOUN.match(clause)
    if match is None or not antecedent:
        return clause
    owned = match["who"].lower() in {"her", "his", "their"}
    return f"{antecedent}{chr(39) + 's' if owned else ''}{match['rest']}"


def _antecedent(statement: Statement) -> str:
    christened = re.match(r"^([Mm]y [\w ]+?)(?:['’]s name)? is (?:called |named )?([A-Z][\w-]+)$", statement.said)
    if christened:
        return f"{christened[1]} {christened[2]}"
    if statement.fact.name:
        return statement.fact.name
    owned = re.match(r"^[Mm]y (?:[\w-]+ ){0,2}?(?=is |has |was |lives |works |loves |likes |plays )", statement.said)
    if owned:
        return owned.group().strip()
    had = re.search(r"\b(?:named|called) ([A-Z][\w-]+)", statement.said)
    return had[1] if had else ""


def _statement(clause: str, turn: Turn, *, asked_for: bool) -> Statement:
    content = to_statement(clause)
    fact = fact_of(content)
    category = category_of(content)
    days = named_dates(clause, said_on=turn.said_at.date())
    return Statement(
        content=content,
        said=clause.rstrip(".! "),
        fact=fact,
        memory_type=memory_type_of(fact, content),
        category=category,
        tags=_tags(clause, fact),
        importance=_importance(fact, category, asked_for=asked_for),
        confidence=0.7
        if re.search(r"\b(?:maybe|perhaps|probably|might|i think|i guess)\b", clause, re.IGNORECASE)
        else 0.95,
        sentiment=sentiment_of(content),
        token_count=token_count(content),
        dates={named.words: named.day.isoformat() for named in days},
        asked_for=asked_for,
    )


def _tags(clause: str, fact: Fact) -> tuple[str, ...]:
    """Return what the statement is about in single words: a known attribute, names, words that carry meaning."""
    known = [fact.attribute] if fact.attribute in _PROFILE else []
    names = [name.lower() for name in names_in(clause)]
    return tuple(dict.fromkeys([*known, *names, *(term.text for term in terms_of(clause))]))[:MOST_TAGS]


def memory_type_of(fact: Fact, content: str) -> MemoryType:
    """Return the type that a trace of this statement carries."""
    if fact.attribute in {"likes", "dislikes", "prefer", "hate"} or fact.attribute.startswith("favorite"):
        return "user_preference"
    if fact.attribute in _PROFILE or fact.attribute.startswith(("name of", "has ")) or fact.single_valued:
        return "profile_attribute"
    return "long_term_note" if "User" in content or fact.name else "world_fact"


def sentiment_of(text: str) -> Sentiment:
    """Return whether more good or more bad words are in `text`."""
    words = set(words_of(text))
    balance = len(words & english().positive) - len(words & english().negative)
    return "positive" if balance > 0 else "negative" if balance < 0 else "neutral"


def _importance(fact: Fact, category: str, *, asked_for: bool) -> float:
    if asked_for:
        return 0.9
    if fact.attribute in _PROFILE or category == _HEALTH or fact.single_valued:
        return 0.8
    return 0.7 if category == "relationships_social" else 0.6 if fact.attribute else 0.5
