"""Child processes: their start and end, their environment, what they print when they fail, the end with their parent.

    output = ChildOutput(logs, "server")        # standard error goes to logs/server.out
    process = await start_child("alicia_desktop.server.main", "--port", "0", kind="server", output=output)
    try:
        said = await start_handshake(process, {"key": key}, seconds=60)     # a line of JSON each way
        …
    finally:
        await end_child(process, seconds=2)     # closes its input; waits for it, and kills it where that takes too long
    sentence = f"The server ended while it was starting: {output.explain(process.returncode)}"

A child that dies before it has a log (a file of the program is missing, a native library does not load) has only
standard error to say so. Arguments and environment of a process can be read by others, and crash reporters do so:
secrets go over standard input, and of the environment a child gets what is on a list (`child_environment`). In the
child, `die_with_parent` and `watch_parent` see to it that kill −9 of any process leaves no orphan: the pipe on standard
input closes with the parent on every system, and on Linux the kernel's own signal also ends a child that hangs. See
docs/architecture.md#processes.
"""

import asyncio
import ctypes
import json
import os
import re
import select
import signal
import subprocess
import sys
import threading
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from signal import Signals
from typing import IO, Final, Literal

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.files import make_private_folder, private_opener
from alicia_desktop.base.frozen import child_command
from alicia_desktop.base.logs import MAX_FILE_BYTES
from alicia_desktop.base.translation import translate
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
        return (
            translate("{reason}. More in {path}.").format(reason=reason, path=self._path)
            if self._printed()
            else f"{reason}."
        )

    def reason(self, returncode: int | None) -> str:
        """Return why the last process ended: its last error or line, else how it ended."""
        printed = escape_controls(self._printed(), keep="\n")
        errors = _EXCEPTION.findall(printed)
        lines = printed.splitlines()
        if errors or lines:
            line = (errors or lines)[-1].strip()
            return line if len(line) <= MAX_REASON_LETTERS else line[:MAX_REASON_LETTERS] + "…"
        if returncode is None:
            return translate("it did not answer")
        if returncode < 0:
            with suppress(ValueError):
                return translate("it was ended by {signal}").format(signal=Signals(-returncode).name)
        return translate("exit code {code}").format(code=returncode)

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


MAX_LINE_BYTES: Final = 64 << 10
"""Of one line that a child sends, where nothing else is said."""
NO_ANSWER_CODE: Final = "silent"
"""Code where a process neither answers nor ends."""


async def start_child(
    program: str, *arguments: str, kind: Child, output: ChildOutput, max_line_bytes: int = MAX_LINE_BYTES
) -> Process:
    """Start a module of this program in a process of its own, with pipes for its input and output."""
    with output.open() as stderr:
        return await asyncio.create_subprocess_exec(
            *child_command(program, *arguments),
            stdin=PIPE,
            stdout=PIPE,
            stderr=stderr,
            env=child_environment(kind),
            limit=max_line_bytes,
        )


async def start_handshake(process: Process, setup: Mapping[str, object], *, seconds: float) -> dict[str, str]:
    """Send `setup` to a child and return its answer; an empty one when it ends without a word."""
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(json.dumps(setup).encode() + b"\n")
        async with asyncio.timeout(seconds):
            await process.stdin.drain()
            line = await process.stdout.readline()
        return decode_json(line, dict[str, str]) if line else {}
    except TimeoutError:
        return {"code": NO_ANSWER_CODE}
    except (OSError, ValueError):
        return {}


async def end_child(process: Process, *, seconds: float) -> None:
    """Close the input of a child, which ends it, and wait for its end; after so many seconds it is killed.

    Who is cancelled while it waits still waits for the rest, or the child would outlive the loop that watches it.
    """
    if process.stdin is not None:
        process.stdin.close()
    deadline = asyncio.get_running_loop().call_later(seconds, _kill, process)
    cancelled: asyncio.CancelledError | None = None
    while process.returncode is None:
        try:
            await process.wait()
        except asyncio.CancelledError as error:
            cancelled = error
    deadline.cancel()
    if cancelled is not None:
        raise cancelled


def _kill(process: Process) -> None:
    """Kill a child, and read no more of it.

    Not by `Process.kill`: that looks whether the process has ended, and takes its end from asyncio's own watch. With
    its output unread `Process.wait` would wait for ever, as it waits for the end of the pipes (python/cpython#119710).
    """
    with suppress(ProcessLookupError):
        if sys.platform == "win32":
            process.kill()
        else:
            os.kill(process.pid, signal.SIGKILL)
    if process.stdout is not None:
        process.stdout._transport.close()  # type: ignore[attr-defined]  # noqa: SLF001 - asyncio has no public way


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
