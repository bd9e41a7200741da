"""Logs: structlog over the standard library, as JSON lines in a rotating file and as readable lines on the terminal.

    configure_logs(folder=paths.logs, process="server")    # once for each process
    log = get_logger(__name__)                             # in each module
    log.info("stanza journaled", stanza_id=7)

What people said, message text and tool arguments never enter a log line (docs/architecture.md#rules): log ids, counts,
kinds and times. structlog takes longer to load than Qt, so it is loaded by the first line or by `configure_logs`,
whichever comes first: the window is painted before either.

Neither what happens often nor a full disk does harm through the log: of one event, and of all together, only so many
lines a second are written, and a line says afterwards how many were left out; what cannot be written to the file is
counted and reported once. What is written to the terminal cannot control it.
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
from typing import TYPE_CHECKING, Any, Final, TextIO, cast

from alicia_desktop.base.files import make_private_folder, private_opener
from alicia_desktop.base.visible_text import escape_controls

if TYPE_CHECKING:
    import structlog
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
MAX_FILES: Final = 5
MAX_FILE_BYTES: Final = 2_000_000


class RateLimit:
    """Lets only so many log records a second through."""

    def __init__(self, *, event_lines: int = MAX_EVENT_LINES, lines: int = MAX_LINES) -> None:
        self._event_lines, self._lines = event_lines, lines
        self._second = 0
        self._seen: Counter[str] = Counter()
        self._left_out: Counter[str] = Counter()

    def admit(self, record: logging.LogRecord) -> Iterator[logging.LogRecord]:
        """Yield the records to write now: the given one, after a summary of the last second; none above the limit."""
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
        super().__init__(path, maxBytes=MAX_FILE_BYTES, backupCount=MAX_FILES, encoding="utf-8")

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
        """Count a line that could not be written, and report the first; anything else is a bug of ours."""
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


class _Logger:
    """Stands for the structlog logger of one name until something is logged."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        _load_structlog()
        import structlog  # noqa: PLC0415 - a sixth of a second that a module that only may log does not take

        if not structlog.is_configured():  # left to itself it prints on standard output, locals of a stack and all
            configure_logs(folder=None)
        return getattr(structlog.get_logger(self._name), attribute)


def get_logger(name: str) -> "structlog.stdlib.BoundLogger":
    """Return a logger; a module asks with its `__name__`."""
    return cast("structlog.stdlib.BoundLogger", _Logger(name))


def configure_logs(
    *, folder: Path | None, process: str = "", verbose: bool = False, also_on_terminal: bool = True
) -> None:
    """Send this process's logs to `folder/process.log` (rotating); errors, or all if `verbose`, to standard error.

    Where no file can be made there, it says so on standard error, and the process goes on without one. Not
    `also_on_terminal` is for children, whose standard error is a file, too, and one that does not rotate.
    """
    _load_structlog()
    import structlog  # noqa: PLC0415 - see the module

    shared = _configure_structlog()
    terminal = TerminalLog()
    terminal.setLevel(logging.INFO if verbose else logging.ERROR)
    terminal.setFormatter(_formatter(structlog.dev.ConsoleRenderer(colors=False), shared))
    handlers: list[logging.Handler] = [terminal] if also_on_terminal or folder is None else []
    missing = ""
    if folder is not None:
        try:
            make_private_folder(folder)
            file = LogFile(folder / f"{process}.log", on_failure=_on_failure)
            file.setFormatter(_formatter(structlog.processors.JSONRenderer(), shared))
            handlers.append(file)
        except OSError as error:
            missing = error.strerror or "unknown reason"
            handlers = [terminal]
    logging.basicConfig(level=logging.INFO, handlers=handlers, force=True)
    if missing:
        get_logger(__name__).error("there is no log file", reason=missing)


def _load_structlog() -> None:
    """Load structlog without rich, which it looks for to colour stacks, and which takes as long to load as itself."""
    if not {"rich", "structlog"} & sys.modules.keys():
        modules = cast("dict[str, object]", sys.modules)
        modules["rich"] = None  # which to an import means that there is none
        try:
            import structlog  # noqa: F401, PLC0415 - see the module
        finally:
            del modules["rich"]


def _configure_structlog() -> list["structlog.types.Processor"]:
    """Route structlog through the standard library's logging; returns the processors that all entries share."""
    import structlog  # noqa: PLC0415 - see the module

    shared: list[structlog.types.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
        bounded,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return shared


def close_log_file() -> None:
    """Log to standard error alone from here on, so that the file can be deleted."""
    root = logging.getLogger()
    for handler in [one for one in root.handlers if isinstance(one, LogFile)]:
        root.removeHandler(handler)
        handler.close()


def _on_failure(reason: str) -> None:
    get_logger(__name__).error("the log file cannot be written", reason=reason)


def _formatter(
    renderer: "structlog.types.Processor", shared: "list[structlog.types.Processor]"
) -> "structlog.stdlib.ProcessorFormatter":
    import structlog  # noqa: PLC0415 - see the module

    return structlog.stdlib.ProcessorFormatter(
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer], foreign_pre_chain=shared
    )
