"""Tell whether words are forms of one another, and which terms of a question a memory has in any form. Pure."""

from collections.abc import Sequence

from alicia_desktop.memory.question_kinds import MIN_STEM
from alicia_desktop.memory.segmentation import stem, words_of
from alicia_desktop.store.records import MemoryRecord


def held_terms(asked: Sequence[tuple[str, ...]], memory: MemoryRecord) -> frozenset[int]:
    """Return which of the terms that are asked for a memory has, in any form."""
    told = [*words_of(memory.content), *(str(tag) for tag in memory.tags)]
    return frozenset(
        at for at, words in enumerate(asked) if any(same_word(word, other) for word in words for other in told)
    )


def same_word(word: str, other: str) -> bool:
    """Return whether two words are forms of one: equal, or alike up to a short ending."""
    if word == other or stem(word) == stem(other):
        return True
    short, long = sorted((word, other), key=len)
    root = short.rstrip("aeiouy") if len(short) > MIN_STEM + 1 else short
    return len(root) >= MIN_STEM and long.startswith(root) and len(long) - len(root) <= 3
