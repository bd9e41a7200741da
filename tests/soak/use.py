"""Hours of use of the whole window in one process, with what it holds of memory and files at regular moments.

Each virtual hour is a conversation of its own: facts, questions to the memory, sums, votes, notes, another answer, a
server that goes away for a minute, the inspector on every second turn, and at its end the conversation before it is
looked at again. Window, client, line and local server are real; only the models are scripts, so that the memory of a
language model is not in the figure.
"""

import ctypes
import gc
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.session.events import LinkLost
from tests.app.stage import Stage
from tests.support.patience import PATIENCE

QUESTIONS_AN_HOUR: Final = 24
HOUR: Final = 3600.0
"""Real seconds for what must come at all."""
_FACTS: Final = ("My friend number {n} lives in house {n}.", "My {n}th book is about ships and the keeper of a light.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Sample:
    """What the process holds at one moment."""

    hours: float
    """Virtual hours of use."""
    megabytes: float
    """Resident memory, in 10⁶ bytes, after a collection, what is free given back to the system."""
    files: int
    """Open file handles."""


class Use:
    """A person who uses the window."""

    def __init__(self, stage: Stage, *, clock: Clock, questions: int = QUESTIONS_AN_HOUR, hour: float = HOUR) -> None:
        """Take `hour`, the virtual seconds over which so many `questions` are spread."""
        self.samples: list[Sample] = []
        self._stage, self._clock, self._questions, self._hour = stage, clock, questions, hour
        self._asked = 0
        self._before = ""
        """The conversation of the hour before."""

    async def hour(self) -> None:
        """Use it for one virtual hour, and take two samples."""
        begun = self._clock.monotonic()
        await self._begin()
        for number in range(self._questions):
            await self._turn()
            if number == self._questions // 2:
                await self._away()
                self._sample()
            pause = begun + (number + 1) * self._hour / self._questions - self._clock.monotonic()
            await self._clock.sleep(max(pause, 0))
        await self._look_back()
        self._sample()

    async def _begin(self) -> None:
        """Open a new conversation."""
        stage = self._stage
        stage.window.new_conversation()
        await stage.moved()
        await stage.until(lambda: not stage.rows, PATIENCE)
        await stage.until(lambda: stage.connected, PATIENCE)

    async def _turn(self) -> None:
        stage = self._stage
        self._asked += 1
        number = self._asked
        kinds = (_FACTS[0].format(n=number), f"What is {number} * 17?", _FACTS[1].format(n=number), "Where do I live?")
        text = kinds[number % len(kinds)]
        stage.window.send_requested.emit(text)
        await stage.until(lambda: stage.texts()[-2:-1] == [text] and is_whole(stage), PATIENCE)
        stage.model.requests.clear()  # what a script was asked is of no use here, and would be in the figure
        answer = stage.rows[-1]
        stage.window.show_inspector(shown=number % 2 == 0)
        if number % 2 == 0:
            stage.window.turn_requested.emit(answer.id)
        if number % 5 == 0:
            stage.window.regenerate_requested.emit(answer.id)
            await stage.until(lambda: stage.rows[-1].id != answer.id and is_whole(stage), PATIENCE)
        if number % 7 == 0:
            stage.window.note_written.emit(stage.rows[-1].id, f"Note {number}")
            await stage.until(lambda: stage.rows[-1].notes, PATIENCE)

    async def _away(self) -> None:
        """Lose the room; what is written meanwhile goes out once it is back."""
        stage = self._stage
        assert stage.client.sessions.active is not None
        session = stage.client.sessions.active.session
        stage.server.away = True
        session.dispatch(LinkLost(sentence="The network is gone.", code="connection_lost", retry=True))
        text = f"Are you there, number {self._asked}?"
        stage.window.send_requested.emit(text)
        await stage.until(lambda: stage.texts()[-1:] == [text], PATIENCE)
        stage.server.away = False
        await stage.until(lambda: stage.texts()[-2:-1] == [text] and is_whole(stage), PATIENCE)

    async def _look_back(self) -> None:
        stage = self._stage
        here = stage.window.sidebar.current
        if self._before:
            for wanted in (self._before, here):
                stage.window.conversation_requested.emit(wanted)
                await stage.moved()
                await stage.until(lambda wanted=wanted: stage.window.sidebar.current == wanted and stage.rows, PATIENCE)  # type: ignore[misc]
        self._before = here

    def _sample(self) -> None:
        gc.collect()
        ctypes.CDLL(None).malloc_trim(0)
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
        sample = Sample(
            hours=self._clock.monotonic() / HOUR,
            megabytes=pages * os.sysconf("SC_PAGE_SIZE") / 1e6,
            files=open_files(),
        )
        self.samples.append(sample)


def open_files() -> int:
    """Return how many file handles this process has."""
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


def is_whole(stage: Stage) -> bool:
    """Whether the last row is an answer that has ended."""
    last = stage.rows[-1]
    return last.role == "assistant" and bool(last.text) and not last.streaming


def slope(samples: Sequence[Sample]) -> float:
    """Return megabytes an hour, by least squares."""
    count = len(samples)
    hours, sizes = [one.hours for one in samples], [one.megabytes for one in samples]
    middle, size = sum(hours) / count, sum(sizes) / count
    above = sum((hour - middle) * (one - size) for hour, one in zip(hours, sizes, strict=True))
    return above / sum((hour - middle) ** 2 for hour in hours)
