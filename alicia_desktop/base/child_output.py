"""What a child process prints on standard error: kept in `logs/`, and the reason of an end that its log does not tell.

A child that dies before it has a log (a file of the program is missing, a native library does not load) has only
standard error to say so. Usage:

    output = ChildOutput(logs, "server")
    with output.open() as stderr:
        process = await asyncio.create_subprocess_exec(…, stderr=stderr)
    …
    sentence = f"The server ended while it was starting: {output.explain(process.returncode)}"
"""

import re
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from signal import Signals
from typing import IO, Final

from alicia_desktop.base.log_handlers import FILE_BYTES
from alicia_desktop.base.private_files import make_private_folder, private_opener
from alicia_desktop.base.terminal_text import escape_controls

MAX_REASON_LETTERS: Final = 300
_READ_BYTES: Final = 8192
"""Of the end of the file, in which the reason is looked for."""
_EXCEPTION: Final = re.compile(r"^[A-Za-z_][\w.]*(?:Error|Exception)\b.*", re.MULTILINE)


class ChildOutput:
    """The file that takes what one child after the other prints, `NAME.out` in the log folder."""

    def __init__(self, folder: Path | None, name: str) -> None:
        """Take the log folder, or None to print where this process prints."""
        self._path = None if folder is None else folder / f"{name}.out"
        self._start = 0

    @contextmanager
    def open(self) -> Iterator[IO[bytes] | int | None]:
        """Yield what to hand a new process as its standard error; a file that is large makes room first.

        Where none can be had (the disk is read-only or full) nothing is kept, and the process starts all the same.
        """
        if self._path is None:
            yield None
            return
        try:
            output = self._opened(self._path)
        except OSError:
            yield subprocess.DEVNULL
            return
        with output:
            self._start = output.tell()
            yield output

    def explain(self, returncode: int | None) -> str:
        """Return the end of a sentence: why the process ended, and where more is found if it printed anything."""
        reason = self.reason(returncode).removesuffix(".")
        return f"{reason}. More in {self._path}." if self._printed() else f"{reason}."

    def reason(self, returncode: int | None) -> str:
        """Return why the last process ended: its last error or line, else how it ended."""
        printed = escape_controls(self._printed(), keep="\n")
        errors = _EXCEPTION.findall(printed)
        lines = printed.splitlines()
        if errors or lines:
            line = (errors or lines)[-1].strip()
            return line if len(line) <= MAX_REASON_LETTERS else line[:MAX_REASON_LETTERS] + "…"
        if returncode is None:
            return "it did not answer"
        if returncode < 0:
            with suppress(ValueError):
                return f"it was ended by {Signals(-returncode).name}"
        return f"exit code {returncode}"

    def _opened(self, path: Path) -> IO[bytes]:
        make_private_folder(path.parent)
        with suppress(OSError):  # there is none yet, or another process on Windows has it open
            if path.stat().st_size > FILE_BYTES:
                path.replace(path.with_name(f"{path.stem}.1.out"))
        output = open(path, "ab", opener=private_opener)  # noqa: SIM115 - the caller closes it
        output.seek(0, 2)
        return output

    def _printed(self) -> str:
        """Return the end of what was printed since the file was opened last."""
        if self._path is None:
            return ""
        try:
            with self._path.open("rb") as file:
                end = file.seek(0, 2)
                file.seek(max(self._start, end - _READ_BYTES))
                return file.read().decode("utf-8", "replace").replace("\r\n", "\n").strip()
        except OSError:
            return ""
