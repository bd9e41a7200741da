"""Tell a question for the person's own name, and the memories that may answer it, from names of others."""

import re
from typing import Final

from alicia_desktop.memory.vocabulary import english, known_words, listed

_ASKED: Final = re.compile(
    r"\bwhat am i called\b|\bwhat(?:['’]?s| is| was) my (?:own |full |first |last )?name\b|\bwho am i\b"
    r"|\bmy (?:own |full |first |last )?name\s*\?",
    re.IGNORECASE,
)
_NAME_WORD: Final = re.compile(r"\bname\b|\bcalled\b", re.IGNORECASE)
_TOLD: Final = re.compile(
    r"(?:User is|I am|I['’]m) (?:called|named)\b|(?:User['’]s|My) (?:\w+ )?name\b"
    r"|(?:User|I) (?:goes|go) by\b|(?:User|I) (?:\w+ )*to be called\b|(?:please )?call me\b",
    re.IGNORECASE,
)
_INTRODUCES: Final = re.compile(r"(?:User is|You are|You['’]re|I am|I['’]m) (?P<name>[A-ZÀ-ÖØ-Þ][\w'’-]+)\W*$")
_NAMES_SOMEBODY: Final = re.compile(
    r"\b(?:called|named|nicknamed) [^\W\d_]|['’]s? name (?:is|was)\b|\bname of\b", re.IGNORECASE
)


def asks_name_alone(question: str) -> bool:
    """Return whether a question asks what the person is called and for nothing else about them ("Who am I?" may)."""
    return asks_own_name(question) and _NAME_WORD.search(question) is not None


def asks_own_name(question: str) -> bool:
    """Return whether a question asks what the person is called."""
    return _ASKED.search(question) is not None


def tells_own_name(content: str) -> bool:
    """Return whether a memory says what the person is called."""
    return _TOLD.match(content) is not None or introduced_name(content) is not None


def introduced_name(content: str) -> str | None:
    """Return the name by which somebody says who they are, "I'm Daniel"; None for "I'm German" and "I'm Ready"."""
    match = _INTRODUCES.match(content)
    if match is None:
        return None
    word = match["name"].lower()
    is_word = word in known_words() or word in english().not_names or word in listed("people.belonging")
    return None if is_word else match["name"]


def names_another(content: str) -> bool:
    """Return whether a memory says what somebody or something else is called ("User's dog is called Rex")."""
    return not tells_own_name(content) and _NAMES_SOMEBODY.search(content) is not None
