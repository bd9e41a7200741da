"""A line whose process starts with the first sound that is asked for; for who may never ask."""

from collections.abc import Callable

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames


class LazyLine:
    """A `Line` that is not up until `OpenSound` is posted; what comes before asks for nothing."""

    def __init__(self, create: Callable[[], frames.Line], *, scope: Scope) -> None:
        """`create` makes the line that is started then."""
        self.event_received: Signal[frames.LineEvent] = Signal()
        self._create, self._scope = create, scope
        self._line: frames.Line | None = None

    async def start(self) -> None:
        """Start nothing yet."""

    def post(self, command: frames.LineCommand) -> None:
        """Queue a command; the first `OpenSound` starts the line."""
        if self._line is None and isinstance(command, frames.OpenSound):
            self._line = self._create()
            self._line.event_received.connect(self.event_received.emit)
            self._scope.spawn("line", self._start(self._line, command))
        if self._line is not None:
            self._line.post(command)

    async def close(self) -> None:
        """Close the line, where it was started. Idempotent."""
        if self._line is not None:
            await self._line.close()

    async def _start(self, line: frames.Line, asked: frames.OpenSound) -> None:
        try:
            await line.start()
        except WorldError as error:
            lost = frames.SoundChanged(open=False, opened_for=asked.link, code=error.code, sentence=error.sentence)
            self.event_received.emit(lost)
