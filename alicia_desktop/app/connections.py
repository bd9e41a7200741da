"""Connections that end together: what one owner connected to a window that outlives it."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QMetaObject, QObject, SignalInstance


class Wiring:
    """Keeps connections, of Qt's signals and of ours, and ends them all."""

    def __init__(self) -> None:
        self._qt: list[QMetaObject.Connection] = []
        self._ours: list[Callable[[], None]] = []

    def qt(self, signal: SignalInstance, slot: Callable[..., Any]) -> None:
        """Connect a signal of Qt."""
        self._qt.append(signal.connect(slot))

    def add(self, disconnect: Callable[[], None]) -> None:
        """Keep what ends a connection of `base.observable`."""
        self._ours.append(disconnect)

    def end(self) -> None:
        """End all of them."""
        for connection in self._qt:
            QObject.disconnect(connection)
        for disconnect in self._ours:
            disconnect()
        self._qt, self._ours = [], []
