"""Run a person's own regular expression: RE2, whose time is linear in the text, so that none can hang anything.

It has no look-around and no back-references; a pattern with them is a mistake with a sentence. It searches bytes and
takes text as UTF-8.
"""

from functools import lru_cache
from typing import Any, Final

import re2

from alicia_desktop.filtering.expression import Match, Words

MAX_PATTERN_BYTES: Final = 1 << 20
"""Memory that one compiled pattern may take."""
MAX_SOURCE_CHARACTERS: Final = 1_000


class PatternError(ValueError):
    """A pattern that cannot be run; its text is a sentence for the person who typed it."""


@lru_cache(maxsize=64)
def compiled(source: str, *, literal: bool = False) -> Any:
    """Return the pattern, without regard to case, ready to search bytes.

    Raises:
        PatternError: It is none, it needs what RE2 lacks, or it is too large.
    """
    if len(source) > MAX_SOURCE_CHARACTERS:
        raise PatternError("This pattern is too long.")
    options = re2.Options()
    options.case_sensitive = False
    options.log_errors = False
    options.literal = literal
    options.max_mem = MAX_PATTERN_BYTES
    try:
        return re2.compile(source.encode("utf-8", "replace"), options)
    except re2.error as error:
        reason = error.args[0] if error.args else ""
        said = reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
        raise PatternError(_sentence(said)) from error


def _sentence(reason: str) -> str:
    if "perl operator" in reason:
        return "Patterns here have no look-ahead and no look-behind, so that none can hang."
    if "invalid escape sequence: \\" in reason and reason[-1:].isdigit():
        return "Patterns here have no back-references, so that none can hang."
    if "too large" in reason:
        return "This pattern is too large."
    return f"This is no regular expression: {reason}."


def words(text: str) -> Any:
    """Return a pattern that finds a text as it stands."""
    return compiled(text[:MAX_SOURCE_CHARACTERS], literal=True)


def pattern_of(leaf: Words | Match) -> Any:
    """Return what searches for a text or a pattern."""
    return words(leaf.text) if isinstance(leaf, Words) else compiled(leaf.pattern.source)
