"""What can be read out of the words that a person wrote as a memory: what it is about, and what it states.

So a memory typed by hand is routed, and compared with what is told later, like one that came of a turn.
"""

import re
from typing import Any, Final

from alicia_desktop.memory import statement_metadata
from alicia_desktop.memory.answers import in_second_person
from alicia_desktop.memory.facts import fact_of, normalised
from alicia_desktop.memory.grammatical_person import to_statement
from alicia_desktop.memory.retrieval.routing import category_of
from alicia_desktop.memory.tokens import token_count
from alicia_desktop.memory.words import terms_of
from alicia_desktop.store.memories.memory_actions import DerivedColumns
from alicia_desktop.store.records import MemoryKind

MAX_READ_CHARACTERS: Final = 1_000
"""Characters that are taken apart; more was pasted and states many things."""
MAX_TAGS: Final = 6
MAX_TAG_CHARACTERS: Final = 40
_SPEAKER: Final = re.compile(r"^[^\W\d_][\w .'’-]{0,30}:\s")


def read_words(content: str) -> DerivedColumns:
    """Return columns and `meta` of a memory that says `content`."""
    beginning = content[:MAX_READ_CHARACTERS]
    terms = [term.text for term in terms_of(beginning) if len(term.text) <= MAX_TAG_CHARACTERS]
    values = {
        "category": category_of(beginning),
        "tags": terms[:MAX_TAGS],
        "token_count": token_count(content),
        "summary": (summary := statement_metadata.summary_of(beginning)),
        "kind": kind_of(exact=is_turn(content) or statement_metadata.kind_of(beginning) == "hard", summary=summary),
    }
    return DerivedColumns(values=values, meta=stated(content))


def kind_of(*, exact: bool, summary: str | None) -> MemoryKind:
    """Return the kind: `hard` for what is kept to the letter, `hybrid` where a summary stands beside it."""
    return "semantic" if not exact else "hybrid" if summary else "hard"


def statement_of(content: str) -> str:
    """Return the normal form by which two memories that say the same are known; empty where they say too much."""
    if len(content) > MAX_READ_CHARACTERS:
        return ""
    return (normalised(content) if is_turn(content) else fact_of(to_statement(content)).normal) or content.strip()


def is_turn(content: str) -> bool:
    """Whether it is somebody's turn of a dialogue ("Caroline: I went there"), which states nothing by itself."""
    return _SPEAKER.match(content) is not None


def stated(content: str) -> dict[str, Any]:
    """Return what `meta` says about the words: their normal form, and the fact that they state."""
    if len(content) > MAX_READ_CHARACTERS or is_turn(content):
        return {"statement": statement_of(content)}
    return {"spoken": in_second_person(content), **fact_of(to_statement(content)).meta}
