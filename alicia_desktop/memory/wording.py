"""What can be read out of the words that a person wrote as a memory: what it is about, and what it states.

So a memory typed by hand is routed, and compared with what is told later, like one that came of a turn.
"""

import re
from typing import Any, Final

from alicia_desktop.memory.categories import category_of
from alicia_desktop.memory.facts import fact_of, normalised
from alicia_desktop.memory.tokens import token_count
from alicia_desktop.memory.voice import to_statement
from alicia_desktop.memory.words import terms_of
from alicia_desktop.store.memory_actions import Reading

LONGEST_READ: Final = 1_000
"""Characters that are taken apart; more was pasted and states many things."""
MOST_TAGS: Final = 6
LONGEST_TAG: Final = 40
_SPEAKER: Final = re.compile(r"^[^\W\d_][\w .'’-]{0,30}:\s")


def read_words(content: str) -> Reading:
    """Return columns and `meta` of a memory that says `content`."""
    beginning = content[:LONGEST_READ]
    terms = [term.text for term in terms_of(beginning) if len(term.text) <= LONGEST_TAG]
    values = {
        "category": category_of(beginning),
        "tags": terms[:MOST_TAGS],
        "token_count": token_count(content),
    }
    return Reading(values=values, meta=_stated(content))


def statement_of(content: str) -> str:
    """Return the normal form by which two memories that say the same are known; empty where they say too much."""
    return (normalised(content) or content.strip()) if len(content) <= LONGEST_READ else ""


def is_turn(content: str) -> bool:
    """Whether it is somebody's turn of a dialogue ("Caroline: I went there"), which states nothing by itself."""
    return _SPEAKER.match(content) is not None


def _stated(content: str) -> dict[str, Any]:
    if len(content) > LONGEST_READ or is_turn(content):
        return {"statement": statement_of(content)}
    fact = fact_of(to_statement(content))
    return {
        "statement": fact.normal,
        "subject": fact.subject,
        "attribute": fact.attribute,
        "value": fact.value,
        "denied": fact.denied,
        "name": fact.name,
        "about": fact.about,
    }
