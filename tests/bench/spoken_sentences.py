"""What is said to her and by whom, as wav files: the bundled voice as three people, other synthesisers, and a person.

Of these voices the end of a turn was learned from the first and the last; those of `flite` only measure, where it is
installed. Behind each sentence there are seconds of the same quiet room as before and under it.
"""

import shutil
import wave
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np

from tests.bench.interruptions import (
    MANNERS,
    RATE,
    RECORDINGS,
    Sound,
    Speakers,
    at_level,
    by_flite,
    noise,
    read,
    trimmed,
)

FACT: Final = "My daughter Emma has a piano recital on Friday."
"""What she is told in writing before."""
ASKED: Final = (
    "When is Emma's recital?",
    "What is the capital of France?",
    "What time is it?",
    "How are you today?",
    "Who wrote Hamlet?",
    "My brother lives in Lisbon and works as a nurse.",
)
FLITE: Final = ("slt", "rms", "awb")
PERSON: Final = ("cards_001", "cards_003")
SPEECH_DBFS, ROOM_DB = -22.0, -45.0
"""The room is so much under who speaks."""
BEFORE_SECONDS, BEHIND_SECONDS = 0.5, 2.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Spoken:
    """One sentence by one voice."""

    voice: str
    text: str
    wav: Path


def spoken(folder: Path) -> Iterator[Spoken]:
    """Write all sentences into `folder`, each voice with others; what comes one after the other differs in voice."""
    rng = np.random.default_rng(7)
    for number, (voice, text, sound) in enumerate(_by_turns()):
        path = folder / f"said_{number}.wav"
        _write(path, _in_a_room(at_level(trimmed(sound), SPEECH_DBFS), rng))
        yield Spoken(voice=voice, text=text, wav=path)


def _by_turns() -> Iterator[tuple[str, str, Sound]]:
    speakers = Speakers()
    for number, text in enumerate(ASKED):
        for speed, height in (MANNERS[number % 3], MANNERS[(number + 1) % 3]):
            yield f"heart, height {height}", text, speakers.say(text, speed=speed, height=height)
        if shutil.which("flite"):
            name = FLITE[number % len(FLITE)]
            yield f"flite {name}", text, by_flite(name, text)
        if number < len(PERSON):
            yield "a person", PERSON[number], read(RECORDINGS / f"{PERSON[number]}.wav")


def _in_a_room(sound: Sound, rng: np.random.Generator) -> Sound:
    before, behind = int(BEFORE_SECONDS * RATE), int(BEHIND_SECONDS * RATE)
    padded = np.pad(sound, (before, behind))
    return padded + at_level(noise(len(padded), rng), SPEECH_DBFS + ROOM_DB)


def _write(path: Path, sound: Sound) -> None:
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes((np.clip(sound, -1, 1) * 32_767).astype("<i2").tobytes())
