"""A typed signal without Qt: callbacks called in the order in which they were connected, on the thread that emits."""

from collections.abc import Callable
from typing import Generic, TypeVar

T = TypeVar("T")


class Signal(Generic[T]):
    """One kind of news. Past tense names, as in `stanza_journaled`."""

    def __init__(self) -> None:
        self._callbacks: list[Callable[[T], None]] = []

    def connect(self, callback: Callable[[T], None]) -> Callable[[], None]:
        """Call `callback` at every emit; returns the function that disconnects it."""
        self._callbacks.append(callback)

        def disconnect() -> None:
            if callback in self._callbacks:
                self._callbacks.remove(callback)

        return disconnect

    def emit(self, value: T) -> None:
        """Call everybody that was connected when the emit began."""
        for callback in tuple(self._callbacks):
            callback(value)
