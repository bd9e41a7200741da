"""How far each conversation has come in a batch: the newest stanza ids of both sides, and the last time."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from alicia_desktop.store.projection import statements


@dataclass(kw_only=True, slots=True)
class _Position:
    client: int = 0
    server: int = 0
    at: str = ""


class Positions:
    """Gathers, and writes one row a conversation."""

    def __init__(self, execute: Callable[..., Any]) -> None:
        self._execute = execute
        self._positions: dict[str, _Position] = {}

    def __contains__(self, conversation_id: str) -> bool:
        """Whether something of the conversation has come in this batch."""
        return conversation_id in self._positions

    def move(self, conversation_id: str, stanza_id: int, at: str) -> None:
        """Something came: ids of ours count up from 1, the server's down from -1."""
        position = self._positions.get(conversation_id)
        if position is None:
            position = self._positions[conversation_id] = _Position()
        position.at = max(position.at, at)
        if stanza_id > 0:
            position.client = max(position.client, stanza_id)
        else:
            position.server = min(position.server, stanza_id)

    def write(self) -> list[str]:
        """Write all of them; return their conversations."""
        positions, self._positions = self._positions, {}
        for conversation_id, position in positions.items():
            self._execute(statements.POSITION, (position.client, position.server, position.at, conversation_id))
        return list(positions)
