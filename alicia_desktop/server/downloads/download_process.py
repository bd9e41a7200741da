"""Ask a hub in a process of its own: `python -m alicia_desktop.server.downloads.download_process`.

Its task comes as the first line of standard input: `{"list": "owner/name"}`, or `{"download": model, "folder": path}`,
each with `endpoint`. What happens goes to standard output, a line of JSON each: `{"models": […]}`,
`{"phase": …, "bytes": …}`, `{"path": …}`, or `{"failed": sentence, …}`. Ending the process pauses a download at once,
whatever it waits for; and what a hub sends can take neither the memory nor the time of the window.
"""

import json
import os
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import msgspec

from alicia_desktop.base.child_process import die_with_parent, watch_parent
from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.downloads.hub_client import HubClient
from alicia_desktop.server.downloads.hub_models import HubModel
from alicia_desktop.server.downloads.model_folder import ModelFolder
from alicia_desktop.server.downloads.transfer import Phase, transfer

MAX_MEMORY_BYTES: Final = 1 << 30
CHUNK_BYTES: Final = 1 << 18
"""What is written and told at once: of the library's own 10 MB, up to all would be lost with each pause."""
REPORT_SECONDS: Final = 0.2
LIBRARY: Final = {
    "HF_HUB_DISABLE_XET": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_IMPLICIT_TOKEN": "1",
    "HF_HUB_DISABLE_UPDATE_CHECK": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
}
"""Plain HTTP and nothing but what was asked for: no account, no figures of use, no other program."""


class Reporter:
    """Writes down how far a download is, a few times a second."""

    def __init__(self) -> None:
        self._phase: Phase | None = None
        self._at = 0.0

    def report(self, phase: Phase, count: int) -> None:
        """Tell how many bytes have come, or were checked."""
        now = time.monotonic()
        if phase != self._phase or now - self._at >= REPORT_SECONDS:
            self._phase, self._at = phase, now
            _tell({"phase": phase, "bytes": count})


def main() -> int:
    """Do the task; returns the exit code."""
    die_with_parent()
    task = decode_json(sys.stdin.buffer.readline() or b"{}", dict[str, Any])
    watch_parent(lambda: os._exit(0))  # what was written is on disk
    _limit_memory()
    _prepare_library()
    try:
        _run(task)
    except WorldError as error:
        _tell({"failed": error.sentence, "code": error.code, "retry": error.retry})
        return 1
    return 0


def _run(task: dict[str, Any]) -> None:
    hub = HubClient(task["endpoint"])
    if "list" in task:
        _tell({"models": [asdict(model) for model in hub.models(task["list"])]})
        return
    model = msgspec.convert(task["download"], HubModel)
    folder = ModelFolder(Path(task["folder"]))
    _tell({"path": str(transfer(model, folder=folder, hub=hub, report=Reporter().report))})


def _prepare_library() -> None:
    os.environ.update(LIBRARY)  # read when it is imported
    from huggingface_hub import constants  # noqa: PLC0415 - as above

    constants.DOWNLOAD_CHUNK_SIZE = CHUNK_BYTES


def _limit_memory() -> None:
    """Have a list without end fail here; Windows knows no such limit."""
    if sys.platform != "win32":
        import resource  # noqa: PLC0415 - not on Windows

        resource.setrlimit(resource.RLIMIT_DATA, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))


def _tell(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)  # noqa: T201 - standard output is the way to whoever started this


if __name__ == "__main__":
    sys.exit(main())
