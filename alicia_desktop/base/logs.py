"""Logs: structlog over the standard library, as JSON lines in a rotating file and as readable lines on the terminal.

What people said, message text and tool arguments never enter a log line (DESIGN.md §4.13): log ids, counts, kinds and
times. structlog takes longer to load than Qt, so it is loaded by the first line or by `configure_logs`, whichever comes
first: the window is painted before either.
"""

import logging
import logging.handlers
import sys
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, cast

from alicia_desktop.base.private_files import make_private_folder, private_opener

if TYPE_CHECKING:
    import structlog

KEPT_FILES = 5
FILE_BYTES = 2_000_000


class _Logger:
    """Stands for the structlog logger of one name until something is logged."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
        import structlog  # noqa: PLC0415 - a sixth of a second that a module that only may log does not take

        return getattr(structlog.get_logger(self._name), attribute)


def get_logger(name: str) -> "structlog.stdlib.BoundLogger":
    """Return a logger; a module asks with its `__name__`."""
    return cast("structlog.stdlib.BoundLogger", _Logger(name))


def configure_logs(*, folder: Path | None, process: str, verbose: bool = False) -> None:
    """Send this process's logs to `folder/process.log` (rotating); warnings, or all if `verbose`, to standard error.

    Where no file can be made there, it says so on standard error, and the process goes on without one.
    """
    import structlog  # noqa: PLC0415 - see the module

    shared: list[structlog.types.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    terminal = logging.StreamHandler(sys.stderr)
    terminal.setLevel(logging.INFO if verbose else logging.ERROR)
    terminal.setFormatter(_formatter(structlog.dev.ConsoleRenderer(colors=False), shared))
    handlers: list[logging.Handler] = [terminal]
    missing = ""
    if folder is not None:
        try:
            file = _file(folder / f"{process}.log")
            file.setFormatter(_formatter(structlog.processors.JSONRenderer(), shared))
            handlers.append(file)
        except OSError as error:
            missing = error.strerror or "unknown reason"
    logging.basicConfig(level=logging.INFO, handlers=handlers, force=True)
    if missing:
        get_logger(__name__).error("there is no log file", reason=missing)


def close_log_file() -> None:
    """Log to standard error alone from here on, so that the file can be deleted."""
    root = logging.getLogger()
    for handler in [one for one in root.handlers if isinstance(one, logging.handlers.RotatingFileHandler)]:
        root.removeHandler(handler)
        handler.close()


def _file(path: Path) -> logging.Handler:
    make_private_folder(path.parent)
    return _PrivateFileHandler(path, maxBytes=FILE_BYTES, backupCount=KEPT_FILES, encoding="utf-8")


class _PrivateFileHandler(logging.handlers.RotatingFileHandler):
    """A rotating file that only its owner can read."""

    def _open(self) -> IO[str]:  # type: ignore[override]  # the library's own stubs are narrower than what it uses
        return open(self.baseFilename, self.mode, encoding=self.encoding, opener=private_opener)


def _formatter(
    renderer: "structlog.types.Processor", shared: "list[structlog.types.Processor]"
) -> "structlog.stdlib.ProcessorFormatter":
    import structlog  # noqa: PLC0415 - see the module

    return structlog.stdlib.ProcessorFormatter(
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer], foreign_pre_chain=shared
    )
