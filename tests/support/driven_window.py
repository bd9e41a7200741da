"""The window as a process of its own, with line, server and model behind it: a test types into it and looks at it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.support.patience import PATIENCE
from tests.support.processes import wait_until
from tests.support.talking import descendants

TOLD_CHARACTERS = 3000
"""Of what its processes have logged, so much of the end is shown with a failure."""
PUPPET = (sys.executable, "-m", "tests.support.puppet")
SETTINGS = "first_run_done = true\n"
LOOK_SECONDS = 0.05
"""To tell all that can be seen takes the window some milliseconds of the processor, which the others need."""
ON, STOP = "Ctrl+Shift+V", "Escape"


class DrivenWindow:
    """One run of the program; every call comes back with what can be seen after it."""

    def __init__(
        self,
        *,
        environment: Mapping[str, str] | None = None,
        command: Sequence[str] = PUPPET,
        cwd: Path | None = None,
    ) -> None:
        mine = {**os.environ, **(environment or {})}
        self.folder = Path(mine["ALICIA_DATA_DIR"])
        settings = self.folder / "settings.toml"
        if not settings.exists():
            settings.write_text(SETTINGS)
        self.log = self.folder / "window.out"
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                command,
                cwd=cwd,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=output,
                env=mine,
                text=True,
            )

    def look(self) -> dict[str, Any]:
        """Return what can be seen: messages, voice, banner, the toast that came last, dialog, draft."""
        return self._ask({"do": "look"})

    def write(self, text: str) -> dict[str, Any]:
        """Type into the composer and press Enter."""
        return self._ask({"do": "write", "text": text})

    def press(self, key: str, *modifiers: str) -> dict[str, Any]:
        """Press a key by Qt's names, such as `Key_V` with `ControlModifier`."""
        return self._ask({"do": "press", "key": key, "modifiers": modifiers})

    def click(self, name: str) -> dict[str, Any]:
        """Click the lowest button of that name that can be clicked."""
        return self._ask({"do": "click", "name": name})

    def fill(self, name: str, text: str) -> dict[str, Any]:
        """Type into a field that is shown, in place of what is in it."""
        return self._ask({"do": "fill", "name": name, "text": text})

    def choose(self, row: str, key: str = "Key_Return") -> dict[str, Any]:
        """Go to the first row with that text, of the memories if they are shown, else of the sidebar; press a key."""
        return self._ask({"do": "choose", "row": row, "key": key})

    def open_microphone(self) -> None:
        """Turn the microphone on, and wait until she listens."""
        self.press("Key_V", "ControlModifier", "ShiftModifier")
        self.until(lambda seen: seen["voice"]["state"] == "listening", what="an open microphone")

    def close(self) -> None:
        """Click the window's cross."""
        self._ask({"do": "close"})

    def until(self, met: Callable[[dict[str, Any]], object], *, what: str, within: float = PATIENCE) -> dict[str, Any]:
        """Look until something can be seen, and return what is seen then."""
        last: list[dict[str, Any]] = [{}]

        def ready() -> bool:
            assert self.process.poll() is None, f"the window has ended, see {self.log}"
            last[0] = self.look()
            return bool(last[0] and met(last[0]))

        try:
            wait_until(ready, what=what, within=within, every=LOOK_SECONDS)
        except TimeoutError as error:
            told = self.log.read_text(errors="replace")[-TOLD_CHARACTERS:]
            raise AssertionError(f"{error}; told: {told}\nseen: {json.dumps(last[0])}") from error
        return last[0]

    def online(self) -> dict[str, Any]:
        """Wait until the open conversation is connected."""
        return self.until(lambda seen: seen["conversation"].startswith("ac_") and is_connected(seen), what="a room")

    def children(self) -> dict[int, str]:
        """Return line, server, model and what else it has started."""
        return descendants(self.process.pid)

    def end(self) -> None:
        """End it if it still runs, and all that it started with it."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                stream.close()

    def _ask(self, wish: dict[str, Any]) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(wish) + "\n")
        self.process.stdin.flush()
        seen: dict[str, Any] = json.loads(self.process.stdout.readline() or "{}")
        assert not seen.get("missing"), f"nothing of that name: {seen['missing']}\nseen: {json.dumps(seen)}"
        return seen


@contextmanager
def driven_window(
    *, environment: Mapping[str, str] | None = None, command: Sequence[str] = PUPPET, cwd: Path | None = None
) -> Iterator[DrivenWindow]:
    """A window that ends with the block."""
    window = DrivenWindow(environment=environment, command=command, cwd=cwd)
    try:
        yield window
    finally:
        window.end()


def is_connected(seen: dict[str, Any]) -> bool:
    """Whether the sidebar's last line says so."""
    return any(part.startswith(("Connected", "Synced")) for part in seen["sync"].split(" · "))


def last_answer(seen: dict[str, Any]) -> dict[str, Any]:
    """The newest answer, or an empty row."""
    rows = [row for row in seen["messages"] if row["role"] == "assistant"]
    return rows[-1] if rows else {"text": "", "streaming": False, "incomplete": False}


def is_answered(seen: dict[str, Any], questions: int) -> bool:
    """Whether so many questions are there and the last one's answer is whole."""
    asked = [row for row in seen["messages"] if row["role"] == "user" and not row["interim"]]
    last = seen["messages"][-1] if seen["messages"] else {}
    return len(asked) == questions and last.get("role") == "assistant" and not last["streaming"] and bool(last["text"])
