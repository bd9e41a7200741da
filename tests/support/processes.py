"""Starting, awaiting and ending real programs in tests: what a test starts never outlives it, not even a killed one."""

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
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


def wait_until(ready: Callable[[], bool], *, what: str, within: float = PATIENCE, every: float = 0.02) -> None:
    """Ask `ready` every so many seconds until it says yes; TimeoutError naming `what` after `within` seconds."""
    deadline = time.monotonic() + within
    while not ready():
        if time.monotonic() > deadline:
            raise TimeoutError(f"{what}: not within {within:g} s")
        time.sleep(every)  # noqa: TID251 - another program's time, not ours


class Waits:
    """How long processes wait for a core from now on: on a busy machine what they take is less their own doing."""

    def __init__(self, pids: Iterable[int]) -> None:
        self._before = {pid: _waited(pid) for pid in pids}
        self._now = dict(self._before)

    def look(self) -> None:
        """Take note of it; what has ended since the last look has waited until then."""
        for pid, waited in self._now.items():
            self._now[pid] = max(waited, _waited(pid))

    @property
    def seconds(self) -> float:
        """All of it until the last look, summed up."""
        return sum(self._now.values()) - sum(self._before.values())


def _waited(pid: int) -> float:
    """Return the seconds for which the threads of a process have waited for a core; 0 where no kernel tells."""
    total = 0
    with suppress(FileNotFoundError, ProcessLookupError):  # it ends, or one of its threads
        for stat in Path(f"/proc/{pid}/task").glob("*/schedstat"):
            total += int(stat.read_text().split()[1])
    return total / 1e9


def is_running(pid: int) -> bool:
    """Whether a process runs; one that only waits to be taken note of does not. It may end while it is looked at."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"
