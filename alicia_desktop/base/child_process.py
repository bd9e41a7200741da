"""Child processes: the environment that they get, what they print when they fail, and their end with their parent.

    environment = child_environment("line")     # by allow-list: no variable that holds a secret
    output = ChildOutput(logs, "server")        # standard error goes to logs/server.out
    with output.open() as stderr:
        process = await asyncio.create_subprocess_exec(…, env=environment, stderr=stderr)
    …
    sentence = f"The server ended while it was starting: {output.explain(process.returncode)}"

A child that dies before it has a log (a file of the program is missing, a native library does not load) has only
standard error to say so. Every crash reporter may read an environment, so secrets go over standard input. In the child,
`die_with_parent` and `watch_parent` see to it that kill −9 of any process leaves no orphan: the pipe on standard input
closes with the parent on every system, and on Linux the kernel's own signal also ends a child that hangs. See
docs/architecture.md#processes.
"""

import ctypes
import os
import re
import select
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from signal import Signals
from typing import IO, Final, Literal

from alicia_desktop.base.files import make_private_folder, private_opener
from alicia_desktop.base.logs import MAX_FILE_BYTES
from alicia_desktop.base.visible_text import escape_controls

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
            if path.stat().st_size > MAX_FILE_BYTES:
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


Child = Literal["line", "server", "model", "mcp", "download"]

_COMMON: Final = frozenset(
    (
        *("HOME", "USER", "LOGNAME", "PATH", "LANG", "LANGUAGE", "TZ", "TMPDIR", "TMP", "TEMP", "VIRTUAL_ENV"),
        *("LD_LIBRARY_PATH", "LD_PRELOAD", "DYLD_LIBRARY_PATH", "DYLD_FALLBACK_LIBRARY_PATH"),
        *("__CF_USER_TEXT_ENCODING", "COMMAND_MODE"),
        *(
            "SYSTEMROOT",
            "SYSTEMDRIVE",
            "WINDIR",
            "COMSPEC",
            "PATHEXT",
            "USERPROFILE",
            "USERNAME",
            "HOMEDRIVE",
            "HOMEPATH",
        ),
        *("APPDATA", "LOCALAPPDATA", "PROGRAMDATA", "NUMBER_OF_PROCESSORS", "PROCESSOR_ARCHITECTURE"),
    )
)
_COMMON_PREFIXES: Final = ("LC_", "XDG_", "PYTHON")
_CERTIFICATES: Final = ("SSL_CERT_FILE", "SSL_CERT_DIR")
_PROXIES: Final = ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY")
_MODEL_FILES: Final = ("HF_HOME", "HF_HUB_CACHE", "HF_HUB_OFFLINE", "HF_HUB_DISABLE_TELEMETRY")
_DESKTOP: Final = ("SHELL", "DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS")
"""For programs of the user's own, which may open a window."""
_PROCESSORS: Final = ("OMP_", "GOMP_", "KMP_", "MKL_", "OPENBLAS_")
"""How many threads of which kind numeric libraries start."""

_NAMES: Final[Mapping[Child, frozenset[str]]] = {
    "line": _COMMON | {*_CERTIFICATES, *_PROXIES},
    "server": _COMMON | {*_CERTIFICATES, *_MODEL_FILES, *_PROXIES, "CUDA_VISIBLE_DEVICES"},
    "model": _COMMON | {"CUDA_VISIBLE_DEVICES"},
    "mcp": _COMMON | {*_CERTIFICATES, *_PROXIES, *_DESKTOP},
    "download": _COMMON | {*_CERTIFICATES, *_PROXIES, "HF_HUB_OFFLINE"},
}
_SOUND: Final = ("PULSE_", "PIPEWIRE_", "ALSA_", "JACK_", "PA_ALSA_")
_PREFIXES: Final[Mapping[Child, tuple[str, ...]]] = {
    "line": (*_COMMON_PREFIXES, *_PROCESSORS, *_SOUND),
    "server": (*_COMMON_PREFIXES, *_PROCESSORS, *_SOUND),  # the sound is for the line that it starts
    "model": (*_COMMON_PREFIXES, *_PROCESSORS),
    "mcp": _COMMON_PREFIXES,
    "download": _COMMON_PREFIXES,
}


def child_environment(child: Child, environment: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Return the variables of `environment` that a child process of this kind gets."""
    names, prefixes = _NAMES[child], _PREFIXES[child]
    return {
        name: value for name, value in environment.items() if name.upper() in names or name.upper().startswith(prefixes)
    }


_PR_SET_PDEATHSIG: Final = 1


def die_with_parent(parent: int = 0) -> None:
    """On Linux, have the kernel kill this process when the thread that started it ends; nothing elsewhere.

    A parent that is gone already is noticed by its process id `parent`, or where that is not given, by the pipe on
    standard input. Process 1 as the parent says nothing: it is that of orphans, and in a container it may be ours.
    """
    if sys.platform != "linux":
        return
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(signal.SIGKILL), 0, 0, 0)
    if os.getppid() != parent if parent else _is_input_closed():  # it had died before the call
        os._exit(0)


def _is_input_closed() -> bool:
    """Whether nobody can write to standard input any more; reads nothing of it."""
    poll = select.poll()
    poll.register(0, select.POLLIN)
    return any(events & (select.POLLHUP | select.POLLNVAL) for _, events in poll.poll(0))


def watch_parent(on_gone: Callable[[], None]) -> None:
    """Call `on_gone` once, from a thread of its own, when standard input closes; what comes through is ignored."""
    descriptor = sys.stdin.fileno()

    def read_until_closed() -> None:
        while os.read(descriptor, 4096):  # not through `sys.stdin`: its lock, held here, aborts the interpreter's end
            continue
        on_gone()

    threading.Thread(target=read_until_closed, name="parent", daemon=True).start()
