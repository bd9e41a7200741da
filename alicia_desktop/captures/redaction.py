"""Replace what is private in the rows of a capture."""

from collections.abc import Iterable
from typing import Protocol

from alicia_desktop.store.conversations.conversation_file import Row


class Redaction(Protocol):
    """What replaces."""

    told: tuple[str, ...]

    def learn(self, contents: Iterable[str]) -> None:
        """Learn."""

    def row(self, name: str, row: Row) -> Row:
        """Return the row."""
