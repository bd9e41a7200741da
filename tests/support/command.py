"""The command line as a person runs it: a real process with the test's own folders.

A process that has imported the program is forked for each command: a tenth of what a start of Python with it takes.
"""

import json
import os
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from tests.support.patience import PATIENCE

COMMAND = (sys.executable, "-m", "alicia_desktop")
OF_PYTHON = ("PYTHON", "LANG", "LC_")
"""Variables that Python reads as it starts begin so."""


def run(
    *arguments: object,
    given: str | bytes = b"",
    environment: Mapping[str, str] | None = None,
    seconds: float = PATIENCE + 60,
    inside: Sequence[str] = (),
) -> subprocess.CompletedProcess[str]:
    """Run `alicia-desktop ARGUMENTS` with `given` on its standard input, to its end, in a fork that has it imported."""
    words = [str(argument) for argument in arguments]
    if inside or not words or any(name.startswith(OF_PYTHON) for name in environment or {}):
        return run_fresh(*words, given=given, environment=environment, seconds=seconds, inside=inside)
    data = given.encode() if isinstance(given, str) else given
    if not forks().lock.acquire(blocking=False):  # of another thread of this test, which may wait for this command
        return run_fresh(*words, given=given, environment=environment, seconds=seconds)
    try:
        return forks().run(words, data, {**os.environ, **(environment or {})}, seconds)
    finally:
        forks().lock.release()


def run_fresh(
    *arguments: object,
    given: str | bytes = b"",
    environment: Mapping[str, str] | None = None,
    seconds: float = PATIENCE + 60,
    inside: Sequence[str] = (),
) -> subprocess.CompletedProcess[str]:
    """Run `alicia-desktop ARGUMENTS` in a Python of its own, which takes a second more; `inside` stands before it."""
    done = subprocess.run(
        [*inside, *COMMAND, *map(str, arguments)],
        input=given.encode() if isinstance(given, str) else given,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        timeout=seconds,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


class _Forks:
    """The process whose forks are the commands; it ends with this one, whose pipe it reads."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        """Held while a command runs."""
        self._parent = subprocess.Popen(
            [sys.executable, "-m", "tests.support.forked_commands"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=Path(__file__).parents[2],
        )

    def run(
        self, arguments: list[str], given: bytes, environment: Mapping[str, str], seconds: float
    ) -> subprocess.CompletedProcess[str]:
        with tempfile.TemporaryDirectory() as folder:
            streams = [Path(folder) / name for name in ("in", "out", "err")]
            for stream, data in zip(streams, (given, b"", b""), strict=True):
                stream.write_bytes(data)
            request = {
                "arguments": arguments,
                "environment": dict(environment),
                "folder": str(Path.cwd()),
                "streams": [str(stream) for stream in streams],
            }
            status = self._status(json.dumps(request).encode(), seconds)
            out, err = (stream.read_text() for stream in streams[1:])
            if status is None:
                raise subprocess.TimeoutExpired(arguments, seconds, out, err)
        return subprocess.CompletedProcess([*COMMAND, *arguments], status, out, err)

    def _status(self, request: bytes, seconds: float) -> int | None:
        """Have the command run; return its exit status, None where it was ended after so many seconds."""
        pipe_in, pipe_out = self._parent.stdin, self._parent.stdout
        assert pipe_in is not None
        assert pipe_out is not None
        pipe_in.write(request + b"\n")
        pipe_in.flush()
        child, late = int(pipe_out.readline()), threading.Event()

        def end() -> None:
            late.set()
            os.kill(child, 9)

        timer = threading.Timer(seconds, end)
        timer.start()
        status = int(pipe_out.readline())
        timer.cancel()
        return None if late.is_set() else status


@cache
def forks() -> _Forks:
    """Start the process that has everything imported, once."""
    return _Forks()


def objects(printed: str) -> list[dict[str, Any]]:
    """Return the JSON objects of the lines that were printed."""
    return [json.loads(line) for line in printed.splitlines()]


def is_one_sentence(stderr: str) -> bool:
    """Whether standard error holds one line for the person, and no traceback."""
    return stderr.startswith("alicia-desktop: ") and stderr.count("\n") == 1
