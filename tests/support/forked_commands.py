"""Run commands in forks of a process that has imported what they need, which takes most of the time of a short one.

    python -m tests.support.forked_commands     # {"arguments": […], "environment": {…}, "folder": "…", "streams": […]}
                                                # → the fork's process id, then its exit status, a line each

Each command is a process of its own, as when a person starts it: with its own environment, folder, standard streams and
exit status. What depends on how Python itself starts is run by `command.run_fresh`.
"""

import atexit
import gc
import importlib
import json
import os
import sys
import threading
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import alicia_desktop

IMPORTED = (
    "alicia_desktop.cli.commands",
    "alicia_desktop.cli.talk_run",
    "alicia_desktop.compose.backup",
    "alicia_desktop.compose.server_access",
    "alicia_desktop.memory.retrieval.encoders",
    "tokenizers",
    "onnxruntime",
)


def main() -> None:
    """Serve requests until standard input ends."""
    for name in IMPORTED:
        importlib.import_module(name)
    gc.freeze()
    for line in sys.stdin.buffer:
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            _become(request)
        _answer(child)
        _, status = os.waitpid(child, 0)
        _answer(os.waitstatus_to_exitcode(status))


def _answer(number: int) -> None:
    sys.stdout.write(f"{number}\n")
    sys.stdout.flush()


def _become(request: Mapping[str, Any]) -> None:
    """Be the command, and end with its exit status."""
    status = 1
    try:
        _set_up(request)
        status = _run(request["arguments"])
    except BaseException:  # noqa: BLE001 - as Python does at the end of a program
        traceback.print_exc()
    finally:
        os._exit(status)


def _set_up(request: Mapping[str, Any]) -> None:
    for target, (path, flags) in enumerate(
        zip(request["streams"], (os.O_RDONLY, os.O_WRONLY, os.O_WRONLY), strict=True)
    ):
        opened = os.open(path, flags)
        os.dup2(opened, target)
        os.close(opened)
    sys.stdin = open(0, encoding=sys.stdin.encoding, errors=sys.stdin.errors, closefd=False)  # noqa: SIM115 - to the end
    sys.stdout = open(1, "w", encoding=sys.stdout.encoding, errors=sys.stdout.errors, closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", encoding=sys.stderr.encoding, errors=sys.stderr.errors, buffering=1, closefd=False)  # noqa: SIM115
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    sys.modules["__main__"].__package__ = "alicia_desktop"  # with the path that follows: what usage lines begin with
    sys.argv = [str(Path(alicia_desktop.__file__).with_name("__main__.py")), *request["arguments"]]


def _run(arguments: list[str]) -> int:
    from alicia_desktop import cli

    try:
        cli.main()
        status: object = 0
    except SystemExit as ended:
        status = ended.code
    threading._shutdown()  # type: ignore[attr-defined]  # what Python waits for before it ends
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    if status is None or isinstance(status, int):
        return status or 0
    sys.stderr.write(f"{status}\n")
    return 1


if __name__ == "__main__":
    main()
