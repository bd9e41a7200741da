"""Connect a controller to a window that outlives it, and run what users ask for in the background.

A controller connects itself when it is created and ends all of it when it is closed:

    connections = Connections()
    connections.add_qt(window.stop_requested, lambda: runner.run("stop", stop()))
    connections.add(session.changed.connect(show))
    …
    connections.disconnect()
"""

from collections.abc import Callable, Coroutine
from typing import Any

from PySide6.QtCore import QMetaObject, QObject, SignalInstance

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope

RunAction = Callable[[str, Coroutine[Any, Any, object]], None]
"""Runs an action under a name that the log shows; a `WorldError` that it raises is shown to the user."""


class SignalConnections:
    """Collect connections of Qt's signals and of ours, and end them together."""

    def __init__(self) -> None:
        self._qt: list[QMetaObject.Connection] = []
        self._ours: list[Callable[[], None]] = []

    def add_qt(self, signal: SignalInstance, slot: Callable[..., Any]) -> None:
        """Connect a signal of Qt."""
        self._qt.append(signal.connect(slot))

    def add(self, disconnect: Callable[[], None]) -> None:
        """Add a connection of `base.observable`, given the function that ends it."""
        self._ours.append(disconnect)

    def disconnect(self) -> None:
        """End all connections."""
        for connection in self._qt:
            QObject.disconnect(connection)
        for disconnect in self._ours:
            disconnect()
        self._qt, self._ours = [], []


class ActionRunner:
    """Run actions as tasks of a scope; a `WorldError` is shown, any other exception is the scope's."""

    def __init__(self, *, scope: Scope, show_error: Callable[[str], None]) -> None:
        self._scope = scope
        self._show_error = show_error

    def run(self, name: str, action: Coroutine[Any, Any, object]) -> None:
        """Start an action; this is a `RunAction`."""
        task = self._scope.spawn(name, self._guarded(action))
        task.add_done_callback(lambda _: action.close())  # or it is never awaited where the scope ends before it begins

    async def _guarded(self, action: Coroutine[Any, Any, object]) -> None:
        try:
            await action
        except WorldError as error:
            self._show_error(error.sentence)
