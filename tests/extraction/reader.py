"""The learned extractor, loaded once for all tests, and what it keeps of a text."""

from datetime import UTC, datetime
from functools import cache

from alicia_desktop.extraction.extractor import LearnedExtractor
from alicia_desktop.memory.statements import Extraction, Turn
from tests.extraction.score import Kept

NOW = datetime(2026, 11, 18, 12, tzinfo=UTC)
"""A Wednesday."""


@cache
def learned() -> LearnedExtractor:
    """Return the extractor as the server has it."""
    return LearnedExtractor()


def turn(text: str, *, before: str = "", private: bool = False) -> Turn:
    """Return a turn said on a Wednesday, behind the message `before`."""
    return Turn(conversation_id="ac_1", message_id="am_1", text=text, said_at=NOW, before=(before,), private=private)


def extract(told: Turn) -> Extraction:
    """Return what a turn asks of the memory."""
    return learned().read(told)


def kept(text: str) -> Kept:
    """Return content and category of each statement that is kept of a text."""
    return [(statement.content, statement.category) for statement in extract(turn(text)).statements]


def contents(text: str) -> list[str]:
    """Return the contents of the statements that are kept of a text."""
    return [content for content, _ in kept(text)]
