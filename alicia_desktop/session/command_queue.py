"""Holds the commands that wait for the driver: in order, a timer at most once, stanzas in a row handed over together.

queue = CommandQueue()
queue.extend(follow)                     # of two commands for one timer, the older would have no effect
while together := queue.take():          # one command, or several SendUnacknowledged, which need only one commit
    ...
"""

from collections.abc import Iterable
from typing import Final

from alicia_desktop.session.commands import Command, SendUnacknowledged, StartTimer, StopTimer

MAX_TOGETHER: Final = 100
"""Stanzas handed over at once, so that the event loop gets a turn in between."""


class CommandQueue:
    """A queue of commands that does not grow with the pace at which a server talks. Pure."""

    def __init__(self) -> None:
        self._waiting: dict[object, Command] = {}
        """In order; those of a timer by its name."""
        self._count = 0

    def __bool__(self) -> bool:
        return bool(self._waiting)

    def extend(self, follow: Iterable[Command]) -> None:
        """Queue commands; one for a timer takes the place of one that waits for the same timer, at the end."""
        for command in follow:
            self._count += 1
            key = command.timer if isinstance(command, StartTimer | StopTimer) else self._count
            self._waiting.pop(key, None)
            self._waiting[key] = command

    def take(self) -> tuple[Command, ...]:
        """Take the next command, with the stanzas right behind it where it sends one; nothing when none waits."""
        keys: list[object] = []
        for key, command in self._waiting.items():
            is_stanza = isinstance(command, SendUnacknowledged)
            if len(keys) == MAX_TOGETHER or (keys and not is_stanza):
                break
            keys.append(key)
            if not is_stanza:
                break
        return tuple(self._waiting.pop(key) for key in keys)

    def discard(self, kind: type[Command]) -> None:
        """Drop the commands of a kind."""
        self._waiting = {key: command for key, command in self._waiting.items() if not isinstance(command, kind)}
