"""kill −9 of the line processes of a real window and its server, again and again, over a real LiveKit server.

Both hold their rooms in a process of their own because the native layer may end it at any moment. Each cycle asks
something and kills one of the two; it is over when the question is answered. How long a line was away is what its
supervisor's log says; at the end every question is there once and answered once.

`make torture-line KILLS=200 SEED=0`.
"""

import json
import os
import signal
import sys
import tempfile
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from random import Random
from typing import Final

from sqlcipher3 import dbapi2

from tests.support.driven_window import DrivenWindow, driven_window, is_answered, is_connected
from tests.support.isolation import isolate
from tests.support.livekit_server import livekit_server
from tests.support.processes import wait_until
from tests.support.scripted_model import ModelBeside, Script
from tests.support.talking import LINE, is_alive

ANSWER: Final = ("The keeper counted ships. ", "He never slept. ", "The end.")
MAX_WAIT_SECONDS: Final = 0.5
"""Seconds from a question to the kill: before its answer, within it, or behind it."""
BACK_SECONDS: Final = 3.0
"""How long a line may be away."""
DOWN, UP = "line process down", "line process started again"


@dataclass
class Report:
    """What happened so far."""

    kills: int = 0
    away: list[float] = field(default_factory=list)
    """Seconds for which a line was away, in the order of the logs."""


def kill_lines(window: DrivenWindow, *, kills: int, seed: int) -> Report:
    """Kill so often and look at everything at the end.

    Raises:
        AssertionError: the window is gone, a question was lost, doubled or not answered, or a line did not come back.
    """
    chance, report = Random(f"lines {seed}"), Report()
    window.online()
    for number in range(kills):
        window.write(f"Question {number}?")
        time.sleep(chance.uniform(0, MAX_WAIT_SECONDS))  # noqa: TID251 - real processes have real time
        _kill(window, chance)
        report.kills += 1
        window.until(
            lambda seen, asked=number + 1: is_answered(seen, asked) and is_connected(seen),  # type: ignore[misc]
            what=f"the answer to question {number}",
        )
    _check(window.folder, kills)
    wait_until(lambda: _all_returned(window.folder, kills), what="the return of the last line")
    report.away = [seconds for told in _told(window.folder) for seconds in _times_away(told)]
    return report


def _kill(window: DrivenWindow, chance: Random) -> None:
    lines = sorted(pid for pid, words in window.children().items() if LINE in words)
    victim = chance.choice(lines)
    os.kill(victim, signal.SIGKILL)
    wait_until(lambda: not is_alive(victim), what="the end of a line")


def _check(folder: Path, kills: int) -> None:
    """Look into both databases: what the window shows of a long conversation is only its end."""
    for name in ("client.db", "server.db"):
        with closing(dbapi2.connect(str(folder / name))) as conn:
            asked = conn.execute(
                "SELECT contents, (SELECT group_concat(trim(a.contents), '|') FROM alicia_messages AS a WHERE "
                "a.previous_id = q.id AND a.message_role = 'assistant' AND a.completion_status = 'completed') "
                "FROM alicia_messages AS q WHERE message_role = 'user' ORDER BY sequence_number"
            ).fetchall()
            answers = conn.execute("SELECT count(*) FROM alicia_messages WHERE message_role = 'assistant'").fetchone()
        wrong = [row for row in asked if row[1] != "".join(ANSWER)]
        assert not wrong, f"{name}: not answered once and whole: {wrong}"
        assert [text for text, _ in asked] == [f"Question {number}?" for number in range(kills)], (
            f"{name}: lost or doubled"
        )
        assert answers == (kills,), f"{name}: {answers[0]} answers to {kills} questions"


Told = list[tuple[str, str]]
"""When a line went down or came up, and which, in the order of time."""


def _all_returned(folder: Path, kills: int) -> bool:
    logs = _told(folder)
    downs = sum(event == DOWN for told in logs for _, event in told)
    return downs >= kills and all(told[-1][1] == UP for told in logs)


def _told(folder: Path) -> list[Told]:
    """Return what each supervisor has told; beside a log that grew long stand its older parts, with numbers."""
    logs: dict[str, Told] = {}
    for log in folder.glob("**/*.log*"):
        for line in log.read_text(encoding="utf-8").splitlines():
            with suppress(ValueError):  # the last line may be half there
                told = json.loads(line)
                if told["event"] in {DOWN, UP}:
                    logs.setdefault(log.name.partition(".")[0], []).append((told["timestamp"], told["event"]))
    return [sorted(told) for told in logs.values()]


def _times_away(told: Told) -> list[float]:
    """Return for how long the line was away each time, also where it was killed again before it was back."""
    times: list[float] = []
    down: datetime | None = None
    for timestamp, event in told:
        moment = datetime.fromisoformat(timestamp)
        if event == DOWN:
            down = down or moment
        elif down is not None:
            times.append((moment - down).total_seconds())
            down = None
    return times


def main() -> int:
    """Kill as often as the command line says; 1 when a line was away for too long."""
    kills, seed, began = int(sys.argv[1]), int(sys.argv[2]), time.monotonic()
    with tempfile.TemporaryDirectory(prefix="alicia-lines-", ignore_cleanup_errors=True) as name:
        isolate(Path(name))
        with (
            livekit_server(Path(name) / "livekit") as livekit,
            ModelBeside(Script(pieces=ANSWER)) as model,
            driven_window(environment={**livekit.environment, **model.environment}) as window,
        ):
            report = kill_lines(window, kills=kills, seed=seed)
    away = sorted(report.away)
    sys.stdout.write(
        f"{report.kills} kills in {time.monotonic() - began:.0f} s: no question lost or doubled; a line was away "
        f"{away[len(away) // 2]:.2f} s (median), {away[-1]:.2f} s at most\n"
    )
    return 0 if away[-1] < BACK_SECONDS else 1


if __name__ == "__main__":
    sys.exit(main())
