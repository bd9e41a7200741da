"""Run the built-in language model in a process of its own: `python -m alicia_desktop.server.engines.model_process`.

llama.cpp's own HTTP server, on the loopback interface at a random port behind a random key. The key comes as the
first line of standard input, because arguments and environment can be read by others; the address, or why there is
none, goes as one JSON line to standard output. A damaged model file may end the process inside the native library:
whoever started it takes that for the same.
"""

import json
import os
import re
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, Final

from alicia_desktop.base.child_process import die_with_parent, watch_parent

_MAGIC: Final = b"GGUF"
_REASON: Final = re.compile(r"error loading model: (.+)")
"""How the native library says why, to standard error alone."""
_UNKNOWN: Final = re.compile(r"unknown model architecture: '(.{1,64})'")
_QUIET: Final = 1
"""Errors only: prompts are what people said."""


def main() -> int:
    """Serve until standard input closes; returns the exit code."""
    die_with_parent()
    setup = json.loads(sys.stdin.buffer.readline() or b"{}")
    path = Path(setup["path"])
    problem = unusable(path)
    if problem:
        _tell({"failed": problem})
        return 1
    watch_parent(
        lambda: os._exit(0)
    )  # the native server has nothing to save, and its own shutdown can wait for a request
    with _printed() as printed:
        try:
            server = _serve(
                path=path, key=setup["key"], threads=int(setup["threads"]), context_tokens=int(setup["context_tokens"])
            )
        except Exception as error:  # noqa: BLE001 - the native library raises whatever it likes; here it becomes a sentence
            _tell({"failed": _why(path, printed, str(error))})
            return 1
    _be_quiet()
    _tell({"address": server.listening_address})
    threading.Event().wait()
    return 0


def unusable(path: Path) -> str:
    """Return why the file at `path` cannot be a model, or an empty text."""
    try:
        with path.open("rb") as file:
            magic = file.read(4)
    except OSError as error:
        return f"The language model {path.name} cannot be read ({error.strerror or error}). Install the program again."
    return "" if magic == _MAGIC else f"The language model {path.name} is damaged. Install the program again."


def _why(path: Path, output: IO[str], error: str) -> str:
    """Return why a model could not be loaded, as a sentence; what the library printed is dropped if that says it."""
    output.seek(0)
    printed = output.read()
    reason = _REASON.search(printed)
    if reason:
        output.seek(0)
        output.truncate()
    if unknown := _UNKNOWN.search(printed):
        return (
            f"{path.name} has the architecture {unknown[1]}, which this version of the program does not know. "
            "Choose another model."
        )
    return f"The language model could not be loaded from {path.name} ({reason[1] if reason else error})."


@contextmanager
def _printed() -> Iterator[IO[str]]:
    """Catch what goes to standard error, and pass it on at the end."""
    before = os.dup(sys.stderr.fileno())
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as caught:
        os.dup2(caught.fileno(), sys.stderr.fileno())
        try:
            yield caught
        finally:
            os.dup2(before, sys.stderr.fileno())
            os.close(before)
            caught.seek(0)
            sys.stderr.write(caught.read())


def _serve(*, path: Path, key: str, threads: int, context_tokens: int) -> Any:
    import xllamacpp  # noqa: PLC0415 - a broken native library is then a sentence, not a traceback

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(path)
    parameters.n_ctx = context_tokens
    parameters.n_parallel = 1
    parameters.cpuparams.n_threads = threads
    parameters.cpuparams_batch.n_threads = threads
    parameters.api_keys = [key]
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = 0
    parameters.ui = False
    parameters.verbosity = _QUIET
    return xllamacpp.Server(parameters)


def _be_quiet() -> None:
    """Silence the standard streams: what the native library prints later may hold what users said."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stderr.fileno())
    os.close(nowhere)


def _tell(message: dict[str, str]) -> None:
    print(json.dumps(message), flush=True)  # noqa: T201 - standard output is the way to whoever started this


if __name__ == "__main__":
    sys.exit(main())
