"""The command line as a person runs it: a real process with the test's own folders."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from tests.support.patience import PATIENCE

COMMAND = (sys.executable, "-m", "alicia_desktop")


def run(
    *arguments: object,
    given: str | bytes = b"",
    environment: Mapping[str, str] | None = None,
    seconds: float = PATIENCE + 60,
    inside: Sequence[str] = (),
) -> subprocess.CompletedProcess[str]:
    """Run `alicia-desktop ARGUMENTS` with `given` on its standard input, to its end; `inside` stands before it."""
    done = subprocess.run(
        [*inside, *COMMAND, *map(str, arguments)],
        input=given.encode() if isinstance(given, str) else given,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        timeout=seconds,
        check=False,
    )
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def objects(printed: str) -> list[dict[str, Any]]:
    """Return the JSON objects of the lines that were printed."""
    return [json.loads(line) for line in printed.splitlines()]


def is_one_sentence(stderr: str) -> bool:
    """Whether standard error holds one line for the person, and no traceback."""
    return stderr.startswith("alicia-desktop: ") and stderr.count("\n") == 1
