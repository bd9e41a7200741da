"""Where log lines go, so that nothing that happens often, and no full disk, does harm through the log.

Of one event only so many lines a second are written, and of all together; a line says afterwards how many were left
out. What cannot be written to the file is counted and told once. What is written to the terminal cannot control it.
"""

import errno
import io
import logging
import logging.handlers
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, MutableMapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TextIO

from alicia_desktop.base.private_files import private_opener
from alicia_desktop.base.terminal_text import escape_controls

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

MAX_EVENT_LINES: Final = 10
"""Lines of one event a second."""
MAX_LINES: Final = 100
"""Lines of all events a second."""
MAX_NAMED: Final = 10
"""Events of which it is told by name how often each was left out."""
MAX_EVENT_LETTERS: Final = 80
"""Of the name of such an event."""
MAX_VALUE_LETTERS: Final = 20_000
"""Of one value of a line, such as a stack."""
KEPT_FILES: Final = 5
FILE_BYTES: Final = 2_000_000


class RateLimit:
    """Lets only so many log records a second through."""

    def __init__(self, *, event_lines: int = MAX_EVENT_LINES, lines: int = MAX_LINES) -> None:
        self._event_lines, self._lines = event_lines, lines
        self._second = 0
        self._seen: Counter[str] = Counter()
        self._left_out: Counter[str] = Counter()

    def admit(self, record: logging.LogRecord) -> Iterator[logging.LogRecord]:
        """Yield what is to be written now: the record, before it what is to be told of the last second, or nothing."""
        second = int(record.created)
        if second != self._second:
            yield from self.summary(record.created)
            self._second = second
            self._seen.clear()
        event = _event(record)
        if self._seen[event] < self._event_lines and self._seen.total() < self._lines:
            self._seen[event] += 1
            yield record
        else:
            self._left_out[event] += 1

    def summary(self, created: float) -> Iterator[logging.LogRecord]:
        """Yield a record of what was left out since the last one, if anything was."""
        if not self._left_out:
            return
        named = ", ".join(f"{count} × {event}" for event, count in self._left_out.most_common(MAX_NAMED))
        text = f"{self._left_out.total()} lines left out, more than {self._event_lines} a second: {named}"
        self._left_out.clear()
        yield _record(text, created)


class LogFile(logging.handlers.RotatingFileHandler):
    """A rotating log file, which a disk that is full or fails only interrupts."""

    def __init__(self, path: Path, *, on_failure: Callable[[str], None]) -> None:
        """Take what hears the reason, once, when lines cannot be written.

        Raises:
            OSError: there can be no such file.
        """
        self._limit = RateLimit()
        self._on_failure = on_failure
        self._lost = 0
        super().__init__(path, maxBytes=FILE_BYTES, backupCount=KEPT_FILES, encoding="utf-8")

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, unless there are too many."""
        for one in self._limit.admit(record):
            self._write(one)

    def close(self) -> None:
        """Tell what was left out, and close the file."""
        for one in self._limit.summary(time.time()):
            self._write(one)
        super().close()

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the standard library's name
        """Count a line that could not be written, and tell of the first; anything else is a bug of ours."""
        error = sys.exc_info()[1]
        if not isinstance(error, OSError):
            super().handleError(record)
            return
        self._lost += 1
        if self._lost == 1:
            self._on_failure(error.strerror or type(error).__name__)

    def _write(self, record: logging.LogRecord) -> None:
        lost = self._lost
        super().emit(record)
        if lost and lost == self._lost:
            self._lost = 0
            super().emit(_record(f"{lost} lines before this one could not be written", record.created))

    def _open(self) -> io.TextIOWrapper:
        return io.TextIOWrapper(
            _WholeLines(self.baseFilename, "a", opener=private_opener), encoding="utf-8", write_through=True
        )


class TerminalLog(logging.StreamHandler[TextIO]):
    """Log lines on standard error, which cannot control the terminal that shows them."""

    def __init__(self) -> None:
        super().__init__(sys.stderr)
        self._limit = RateLimit()

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, unless there are too many."""
        for one in self._limit.admit(record):
            super().emit(one)

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of a record; those behind the first are indented, so that no text looks like a record."""
        return escape_controls(super().format(record)).replace("\n", "\n  ")

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802 - the standard library's name
        """Pass over a terminal that is gone or a full disk behind it; anything else is a bug of ours."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handleError(record)


class _WholeLines(io.FileIO):
    """A file without a buffer, in which a failure would stay, that takes a line whole or not at all."""

    def write(self, line: "ReadableBuffer") -> int:
        """Append a line.

        Raises:
            OSError: there is no room for it.
        """
        start, size = self.seek(0, os.SEEK_END), memoryview(line).nbytes
        if super().write(line) != size:
            self.truncate(start)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return size


def bounded(_logger: object, _method: str, event: MutableMapping[str, Any]) -> Mapping[str, Any]:
    """Cut long texts of a log line in their middle (a processor of structlog)."""
    half = MAX_VALUE_LETTERS // 2
    return {
        key: f"{value[:half]} … {value[-half:]}" if isinstance(value, str) and len(value) > MAX_VALUE_LETTERS else value
        for key, value in event.items()
    }


def _record(text: str, created: float) -> logging.LogRecord:
    record = logging.LogRecord(__name__, logging.WARNING, __file__, 0, text, (), None)
    record.created = created
    return record


def _event(record: logging.LogRecord) -> str:
    """Return what a record is about: the event of structlog's, the unformatted message of others."""
    event = record.msg.get("event", "") if isinstance(record.msg, dict) else record.msg
    return str(event)[:MAX_EVENT_LETTERS]
