"""Declare what a finished turn tells: the turn, its statements, who reads them, and what is stored beside each.

Type, tags, importance, sentiment, kind, summary and normal form are derived here, also of a memory that a user typed,
so that it is routed, and compared with what is said later, like one of a turn. The implementations of `Extractor` stand
above this package (`alicia_desktop.extraction`); whoever composes a memory system hands one of them in.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final, Literal, Protocol

from alicia_desktop.memory.answers import in_second_person
from alicia_desktop.memory.corrections import Correction
from alicia_desktop.memory.dates import named_dates
from alicia_desktop.memory.facts import Fact, fact_of, normalise
from alicia_desktop.memory.grammatical_person import to_statement
from alicia_desktop.memory.prompt_text import token_count
from alicia_desktop.memory.retrieval.analysis import names_in
from alicia_desktop.memory.retrieval.routing import category_of
from alicia_desktop.memory.segmentation import terms_of, words_of
from alicia_desktop.memory.vocabulary import english
from alicia_desktop.store.memories.memory_actions import DerivedColumns
from alicia_desktop.store.records import MemoryKind

MemoryType = Literal["profile_attribute", "user_preference", "world_fact", "conversation_summary", "long_term_note"]
Sentiment = Literal["positive", "negative", "neutral"]
Kind = Literal["semantic", "hard", "hybrid"]

MAX_TAGS: Final = 6
MAX_UNSUMMARISED_WORDS: Final = 16
"""Words up to which a statement needs no summary."""
_PROFILE: Final = {"name", "home", "birthday", "age", "job", "employer", "origin", "allergy"}
MAX_READ_CHARACTERS: Final = 1_000
"""Characters that are taken apart; more was pasted and states many things."""
MAX_TAG_CHARACTERS: Final = 40
_SPEAKER: Final = re.compile(r"^[^\W\d_][\w .'’-]{0,30}:\s")
ReadBy = Literal["rules", "model"]
"""What found a statement: the program's own reading ("rules", as it is called on the wire), or a language model."""


_UNSURE: Final = re.compile(
    r"\b(?:maybe|perhaps|probably|might|may be|i think|i guess|possibly|not sure)\b", re.IGNORECASE
)
_SURE, _DOUBTED = 0.95, 0.7
"""Confidence in a statement, and in one that the person doubts."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Turn:
    """A finished turn of the person."""

    conversation_id: str
    message_id: str
    text: str
    said_at: datetime
    """With the person's time zone where it is known: it decides what "tomorrow" means."""
    before: tuple[str, ...] = ()
    """The person's last messages before it: they tell whom "she" means, and the last one what "remember that" is of."""
    private: bool = False
    """Of a private conversation: nothing is kept."""
    heard: str = ""
    """The message letter by letter, where `text` is that written out whole by what stood before it."""
    known_names: frozenset[str] = frozenset()
    """Names in its text that memories hold already; the memory system fills them in."""


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
    kind: Kind = "semantic"
    subcategory: str | None = None
    summary: str | None = None
    """Of a long statement its first words; None where the statement is short enough itself."""
    extracted_by: ReadBy = "rules"


@dataclass(frozen=True, kw_only=True, slots=True)
class Extraction:
    """What a turn asks of the memory."""

    statements: tuple[Statement, ...] = ()
    forget: tuple[str, ...] = ()
    """What to forget, in the person's words; an empty text is what was told last."""
    wishes: tuple[str, ...] = ()
    """The sentences that asked for it, letter by letter."""
    corrections: tuple[Correction, ...] = ()


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
        memory_type=memory_type_of(fact, content),
        category=category,
        tags=tags_of(clause, fact),
        importance=importance_of(fact, category, asked_for=asked_for),
        confidence=_DOUBTED if _UNSURE.search(sentence) else _SURE,
        sentiment=sentiment_of(content),
        token_count=token_count(content),
        dates={named.words: named.day.isoformat() for named in days},
        asked_for=asked_for,
        heard=sentence,
        kind=kind_of(content),
        subcategory=subcategory_of(fact),
        summary=summary_of(content),
        extracted_by=extracted_by,
    )


def _as_said(clause: str, sentence: str) -> str:
    """Return a clause with the contraction that the person used."""
    said = clause.rstrip(".! ")
    return re.sub(r"\bI am\b", "I'm", said) if re.search(r"\bI['’]m\b", sentence) else said


class Extractor(Protocol):
    """Reads turns."""

    async def extract(self, turn: Turn) -> Extraction:
        """Return what a turn asks of the memory; the same turn is always read in the same way."""
        ...


class NoExtractor:
    """Reads nothing: for a memory that is only searched."""

    async def extract(self, turn: Turn) -> Extraction:  # noqa: ARG002 - the contract's
        """See `Extractor`."""
        return Extraction()


def tags_of(clause: str, fact: Fact) -> tuple[str, ...]:
    """Return the tags of a statement: a known attribute, names, words that carry meaning."""
    known = [fact.attribute] if fact.attribute in _PROFILE else []
    names = [name.lower() for name in names_in(clause)]
    return tuple(dict.fromkeys([*known, *names, *(term.text for term in terms_of(clause))]))[:MAX_TAGS]


def memory_type_of(fact: Fact, content: str) -> MemoryType:
    """Return the `memoryType` of a statement's trace."""
    if (
        fact.attribute in {"likes", "dislikes", "prefer", "hate"}
        or fact.attribute.startswith("favorite")
        or re.search(r"\bUser wants (?:answers|the assistant)\b", content)
    ):
        return "user_preference"
    if fact.attribute in _PROFILE or fact.attribute.startswith(("name of", "has ")) or fact.single_valued:
        return "profile_attribute"
    return "long_term_note" if "User" in content or fact.name else "world_fact"


def kind_of(content: str) -> Kind:
    """Return the kind: `hard` for what must be kept to the letter, such as codes, else `semantic`."""
    return (
        "hard"
        if re.search(
            r"\b(?:password|pin|code|combination|number|key|iban|address|wifi|licence plate|license plate)\b",
            content,
            re.IGNORECASE,
        )
        and re.search(r"\d|\b(?:is|are) \S*[A-Z_\d]\S*$", content)
        else "semantic"
    )


def subcategory_of(fact: Fact) -> str | None:
    """Return the attribute of a fact, where it is one that has a name."""
    known = fact.attribute in _PROFILE or fact.single_valued or fact.attribute in {"likes", "dislikes"}
    return fact.attribute if known else None


def summary_of(content: str) -> str | None:
    """Shorten a long statement to its first comma or a dozen words; None for a short one."""
    words = content.split()
    if len(words) <= MAX_UNSUMMARISED_WORDS:
        return None
    short = re.split(r"[,;] ", content)[0]
    return (
        short
        if len(short.split()) in range(4, MAX_UNSUMMARISED_WORDS + 1)
        else " ".join(words[:MAX_UNSUMMARISED_WORDS]) + " …"
    )


def sentiment_of(text: str) -> Sentiment:
    """Return whether `text` has more positive or more negative words."""
    words = set(words_of(text))
    balance = len(words & english().positive) - len(words & english().negative)
    return "positive" if balance > 0 else "negative" if balance < 0 else "neutral"


def importance_of(fact: Fact, category: str, *, asked_for: bool) -> float:
    """Return the importance of a fact, 0-1: requested ones first, then identity and health, then relationships."""
    if asked_for:
        return 0.9
    if fact.attribute in _PROFILE or category == "health_wellness" or fact.single_valued:
        return 0.8
    return 0.7 if category == "relationships_social" else 0.6 if fact.attribute else 0.5


def derive_columns(content: str) -> DerivedColumns:
    """Derive columns and `meta` of a memory from its content."""
    beginning = content[:MAX_READ_CHARACTERS]
    terms = [term.text for term in terms_of(beginning) if len(term.text) <= MAX_TAG_CHARACTERS]
    values = {
        "category": category_of(beginning),
        "tags": terms[:MAX_TAGS],
        "token_count": token_count(content),
        "summary": (summary := summary_of(beginning)),
        "kind": stored_kind(exact=is_turn(content) or kind_of(beginning) == "hard", summary=summary),
    }
    return DerivedColumns(values=values, meta=fact_meta(content))


def stored_kind(*, exact: bool, summary: str | None) -> MemoryKind:
    """Return the kind: `hard` for what is stored to the letter, `hybrid` if a summary stands beside it."""
    return "semantic" if not exact else "hybrid" if summary else "hard"


def statement_of(content: str) -> str:
    """Return the normal form by which equal memories are known; empty where a text says too much."""
    if len(content) > MAX_READ_CHARACTERS:
        return ""
    return (normalise(content) if is_turn(content) else fact_of(to_statement(content)).normal) or content.strip()


def is_turn(content: str) -> bool:
    """Return whether a text is a turn of a dialogue ("Caroline: I went there"), which states nothing by itself."""
    return _SPEAKER.match(content) is not None


def fact_meta(content: str) -> dict[str, Any]:
    """Return what `meta` stores of a text: its normal form, and the fact that it states."""
    if len(content) > MAX_READ_CHARACTERS or is_turn(content):
        return {"statement": statement_of(content)}
    return {"spoken": in_second_person(content), **fact_of(to_statement(content)).meta}
