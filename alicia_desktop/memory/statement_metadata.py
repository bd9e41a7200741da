"""What is filed with a statement beside its category: type, tags, importance, feeling, kind and summary."""

import re
from typing import Final, Literal

from alicia_desktop.memory.facts import Fact
from alicia_desktop.memory.language import english
from alicia_desktop.memory.retrieval.analysis import names_in
from alicia_desktop.memory.words import terms_of, words_of

MemoryType = Literal["profile_attribute", "user_preference", "world_fact", "conversation_summary", "long_term_note"]
Sentiment = Literal["positive", "negative", "neutral"]
Kind = Literal["semantic", "hard", "hybrid"]

MAX_TAGS: Final = 6
SHORT_STATEMENT: Final = 16
"""Words up to which a statement needs no summary."""
_PROFILE: Final = {"name", "home", "birthday", "age", "job", "employer", "origin", "allergy"}


def tags_of(clause: str, fact: Fact) -> tuple[str, ...]:
    """Return what the statement is about in single words: a known attribute, names, words that carry meaning."""
    known = [fact.attribute] if fact.attribute in _PROFILE else []
    names = [name.lower() for name in names_in(clause)]
    return tuple(dict.fromkeys([*known, *names, *(term.text for term in terms_of(clause))]))[:MAX_TAGS]


def memory_type_of(fact: Fact, content: str) -> MemoryType:
    """Return the type that a trace of this statement carries."""
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
    """Return the attribute that the statement gives, where it is one that has a name."""
    known = fact.attribute in _PROFILE or fact.single_valued or fact.attribute in {"likes", "dislikes"}
    return fact.attribute if known else None


def summary_of(content: str) -> str | None:
    """Return a long statement up to its first comma or a dozen words; None for a short one."""
    words = content.split()
    if len(words) <= SHORT_STATEMENT:
        return None
    short = re.split(r"[,;] ", content)[0]
    return short if len(short.split()) in range(4, SHORT_STATEMENT + 1) else " ".join(words[:SHORT_STATEMENT]) + " …"


def sentiment_of(text: str) -> Sentiment:
    """Return whether more good or more bad words are in `text`."""
    words = set(words_of(text))
    balance = len(words & english().positive) - len(words & english().negative)
    return "positive" if balance > 0 else "negative" if balance < 0 else "neutral"


def importance_of(fact: Fact, category: str, *, asked_for: bool) -> float:
    """Return 0-1: what was asked for first, then who somebody is and their health, then their people."""
    if asked_for:
        return 0.9
    if fact.attribute in _PROFILE or category == "health_wellness" or fact.single_valued:
        return 0.8
    return 0.7 if category == "relationships_social" else 0.6 if fact.attribute else 0.5
