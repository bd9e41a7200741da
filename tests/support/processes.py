"""Starting, awaiting and ending real programs in tests: what a test starts never outlives it, not even a killed one."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.support.patience import PATIENCE


def start(command: Sequence[str], *, environment: Mapping[str, str], log: Path) -> subprocess.Popen[bytes]:
    """Start `command` with `environment` laid over ours; all that it prints is added to the file `log`."""
    orphans_end = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
    with log.open("ab") as output:
        return subprocess.Popen(
            [*orphans_end, *command], env={**os.environ, **environment}, stdout=output, stderr=output
        )


def end(process: subprocess.Popen[bytes], *, patience: float = 5.0) -> None:
    """End `process`: politely, after `patience` seconds by force."""
    process.terminate()
    try:
        process.wait(patience)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


@contextmanager
def ending(process: subprocess.Popen[bytes]) -> Iterator[subprocess.Popen[bytes]]:
    """`process`, which ends with the block."""
    try:
        yield process
    finally:
        end(process)


def wait_until(ready: Callable[[], bool], *, what: str, within: float = PATIENCE) -> None:
    """Ask `ready` every 20 ms until it says yes; TimeoutError naming `what` after `within` seconds."""
    deadline = time.monotonic() + within
    while not ready():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what}: not within {within:g} s")
        time.sleep(0.02)  # noqa: TID251 - another program's time, not ours


def is_running(pid: int) -> bool:
    """Whether a process runs; one that only waits to be taken note of does not. It may end while it is looked at."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"
