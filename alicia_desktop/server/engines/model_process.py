"""Run the built-in language model in a process of its own: `python -m alicia_desktop.server.engines.model_process`.

llama.cpp's own HTTP server, on the loopback interface at a random port behind a random key. The key comes as the
first line of standard input, because arguments and environment can be read by others; the address, or why there is
none, goes as one JSON line to standard output. A damaged model file may end the process inside the native library:
whoever started it takes that for the same.
"""

import json
import os
import sys
import threading
from pathlib import Path
from typing import Any, Final

from alicia_desktop.base.child_process import die_with_parent, watch_parent

CONTEXT_TOKENS: Final = 4096
_MAGIC: Final = b"GGUF"
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
    try:
        server = _serve(path=path, key=setup["key"], threads=int(setup["threads"]))
    except Exception as error:  # noqa: BLE001 - the native library raises whatever it likes; here it becomes a sentence
        _tell({"failed": f"The language model could not be loaded from {path.name} ({error})."})
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


def _serve(*, path: Path, key: str, threads: int) -> Any:
    import xllamacpp  # noqa: PLC0415 - a broken native library is then a sentence, not a traceback

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(path)
    parameters.n_ctx = CONTEXT_TOKENS
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
