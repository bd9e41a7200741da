"""Logs: structlog over the standard library, as JSON lines in a rotating file and as readable lines on the terminal.

What people said, message text and tool arguments never enter a log line (docs/architecture.md#rules): log ids, counts,
kinds and times. structlog takes longer to load than Qt, so it is loaded by the first line or by `configure_logs`,
whichever comes first: the window is painted before either.
"""

import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from alicia_desktop.base.log_handlers import LogFile, TerminalLog, bounded
from alicia_desktop.base.private_files import make_private_folder

if TYPE_CHECKING:
    import structlog


class _Logger:
    """Stands for the structlog logger of one name until something is logged."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, attribute: str) -> Any:
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


def _configure_structlog() -> list["structlog.types.Processor"]:
    """Hand every entry to the standard library's logging; returns what each one goes through, whoever writes it."""
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
