"""One ordered queue for what arrives on two paths: packets are whole at once, a byte stream takes a place and fills it.

Kept for each sender by itself, so that one who stops in the middle of a stream holds up nobody else.
"""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(kw_only=True, slots=True, eq=False)
class QueuedStanza:
    """A stanza's place in its sender's queue."""

    sender: str
    data: bytes | None = None
    done: bool = False


class Inbox:
    """Hands stanzas on in the order of their places."""

    def __init__(self, deliver: Callable[[str, bytes], None]) -> None:
        self._deliver = deliver
        self._places: dict[str, deque[QueuedStanza]] = {}

    def put(self, sender: str, data: bytes) -> None:
        """Take in a whole stanza."""
        self.fill(self.reserve(sender), data)

    def reserve(self, sender: str) -> QueuedStanza:
        """Keep a place for a stanza that has begun; `fill` or `drop` it."""
        place = QueuedStanza(sender=sender)
        self._places.setdefault(sender, deque()).append(place)
        return place

    def fill(self, place: QueuedStanza, data: bytes) -> None:
        """The stanza of `place` is whole."""
        self._settle(place, data)

    def drop(self, place: QueuedStanza) -> None:
        """The stanza of `place` never comes: those behind it need not wait."""
        self._settle(place, None)

    def forget(self, sender: str) -> None:
        """`sender` left: what it began stays unfinished, what it finished behind that is handed on."""
        for place in tuple(self._places.get(sender, ())):
            if not place.done:
                self.drop(place)

    def _settle(self, place: QueuedStanza, data: bytes | None) -> None:
        if place.done:
            return
        place.data, place.done = data, True
        queue = self._places[place.sender]
        while queue and queue[0].done:
            ready = queue.popleft().data
            if ready is not None:
                self._deliver(place.sender, ready)
