"""Where a session gets its room and its history: what it needs of a server's HTTP interface.

See docs/protocol.md#http-api.
"""

from collections.abc import Sequence
from typing import Protocol

from alicia_desktop.session import events
from alicia_desktop.store.history import HistoryMessage


class RoomSource(Protocol):
    """Where rooms come from: the HTTP API of a server (docs/protocol.md#http-api)."""

    async def request_room(self, conversation_id: str) -> events.RoomGranted:
        """Return a room with a fresh token; a `local_…` conversation is made on the server first.

        Raises:
            WorldError: no room, with `retry` when a later try may help.
        """
        ...

    async def history(self, conversation_id: str) -> Sequence[HistoryMessage]:
        """Return what the server has of a conversation, oldest first.

        Raises:
            WorldError: it does not tell.
        """
        ...
