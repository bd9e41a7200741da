"""`alicia-desktop talk --json` as a process: what passed is read as it happens, and a test may kill what it likes."""

import json
import os
import subprocess
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.command import COMMAND
from tests.support.patience import PATIENCE
from tests.support.processes import wait_until

Said = dict[str, Any]
LINE, SERVER, MODEL = "alicia_desktop.line.process", "alicia_desktop.server.main", "model_process"


class Talk:
    """A run of `talk` that goes on while the test looks."""

    def __init__(self, *arguments: object, environment: Mapping[str, str] | None = None) -> None:
        command = [*COMMAND, "talk", "--json", *map(str, arguments)]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, **(environment or {})},
            text=True,
        )
        self.said: list[Said] = []
        self.errors = ""
        self._readers = [threading.Thread(target=read) for read in (self._read, self._read_errors)]
        for reader in self._readers:
            reader.start()

    def write(self, line: str) -> None:
        """Type a line."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def wait_for(self, name: str, count: int = 1, *, within: float = PATIENCE) -> list[Said]:
        """Wait until `count` stanzas of this name have passed; returns them."""

        def ready() -> bool:
            return len(named(self.said, name)) >= count or self.process.poll() is not None

        wait_until(ready, what=f"{count} {name}", within=within)
        return named(self.said, name)

    def child(self, module: str) -> int:
        """Return the process id of the line, the server or the model of this run, once it is there."""
        found: list[int] = []

        def ready() -> bool:
            found[:] = [pid for pid, words in descendants(self.process.pid).items() if module in words]
            return bool(found)

        wait_until(ready, what=module)
        return found[0]

    def finish(self, within: float = PATIENCE) -> int:
        """Close its standard input and wait for its end; returns the exit status."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        status = self.process.wait(within)
        self._join()
        return status

    def close(self) -> None:
        """End it if it still runs."""
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._join()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()

    def _join(self) -> None:
        for reader in self._readers:
            reader.join(20)

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(json.loads(line))

    def _read_errors(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.errors += line


@contextmanager
def talking(*arguments: object, environment: Mapping[str, str] | None = None) -> Iterator[Talk]:
    """A run that ends with the block, and all that it started."""
    talk = Talk(*arguments, environment=environment)
    try:
        yield talk
    finally:
        talk.close()


def named(said: Sequence[Said], name: str) -> list[Said]:
    """The stanzas of this name."""
    return [one for one in said if one["name"] == name]


def answers(said: Sequence[Said]) -> list[str]:
    """The text of each answer, in the order in which they began."""
    texts: dict[str, str] = {start["body"]["id"]: "" for start in named(said, "StartAnswer")}
    for sentence in named(said, "AssistantSentence"):
        texts[sentence["body"]["previousId"]] += sentence["body"]["text"]
    return list(texts.values())


def descendants(pid: int) -> dict[int, str]:
    """All processes below one, with their command lines."""
    found: dict[int, str] = {}
    parents = [pid]
    listed = _processes()
    while parents:
        parent = parents.pop()
        for child, (above, words) in listed.items():
            if above == parent:
                found[child] = words
                parents.append(child)
    return found


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be taken note of does not."""
    return pid in _processes()


def _processes() -> dict[int, tuple[int, str]]:
    """Every process of this computer with its parent and command line."""
    found: dict[int, tuple[int, str]] = {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (folder / "stat").read_text().rpartition(")")[2].split()[:2]
            words = (folder / "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except (FileNotFoundError, ProcessLookupError):
            continue
        if state != "Z":
            found[int(folder.name)] = (int(parent), words)
    return found
