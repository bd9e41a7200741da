"""A typed signal without Qt: callbacks called in the order in which they were connected, on the thread that emits."""

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Signal(Generic[T]):
    """One kind of news. Past tense names, as in `stanza_journaled`."""

    def __init__(self) -> None:
        self._callbacks: dict[object, Callable[[T], None]] = {}

    def connect(self, callback: Callable[[T], None]) -> Callable[[], None]:
        """Call `callback` at every emit; returns the function that disconnects it."""
        connection = object()  # the same callback may be connected twice, and each time is ended by itself
        self._callbacks[connection] = callback

        def disconnect() -> None:
            self._callbacks.pop(connection, None)

        return disconnect

    def emit(self, value: T) -> None:
        """Call everybody that was connected when the emit began."""
        for callback in tuple(self._callbacks.values()):
            callback(value)
