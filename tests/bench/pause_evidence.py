"""Ask the models about each labelled pause, and keep what they answer: `tests/data/end_of_turn/evidence.jsonl`.

Run with `python -m tests.bench.pause_evidence FOLDER`; FOLDER holds downloaded recordings (`pause_sounds`). What is
kept is small and read by `train_endpointing` and `bench_voice`, which then need neither sounds nor models. Speech is
heard as the server hears it: when it counts 120 ms of silence, what came until then is asked about.
"""

import json
import re
import sys
import time
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import chain
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np

from alicia_desktop.audio.activity import VoiceActivity
from alicia_desktop.server.engines.end_of_turn import SmartTurn
from alicia_desktop.server.engines.speech_to_text import Whisper, bundled_model
from alicia_desktop.server.speech.turn_segmenter import EndpointingStep, TurnSegmenter
from tests.bench.pause_actors import acted
from tests.bench.pause_sounds import ABROAD, DATA, RATE, PausePoint, Sound, in_a_room, pause_points

EVIDENCE: Final = DATA / "end_of_turn" / "evidence.jsonl"
AFTER: Final = 2 * RATE
"""Silence behind the speech of a point."""
FRAME: Final = 480
ENDLESS_MS: Final = 100_000
MAX_SHORT: Final = 6
"""Words of a text that is known as a whole."""
ENDED: Final = re.compile(r"[^.][.?!]$")
"""How the transcript of a whole line ends that is over, and does not trail off."""


class PauseRow(msgspec.Struct, frozen=True, kw_only=True):
    """What is known of one labelled pause."""

    speaker: str
    split: str
    kind: str
    finished: bool
    name: str
    acoustic: float
    text: str
    """What the recogniser found; empty for other languages than it knows."""
    late_ms: int
    """How long after the last sound voice activity still found speech."""
    counted_from_ms: int
    """From when on silence is counted, after the last sound; negative before it, by whose end the label is."""
    asked_ms: int
    """How much silence is counted when the models are asked."""
    recognition_ms: int
    """Time of the recogniser, on the computer that asked; 0 where it was not timed."""


def load_rows(split: str) -> list[PauseRow]:
    """Return the rows of one part."""
    lines = EVIDENCE.read_bytes().splitlines()
    rows = (msgspec.json.decode(line, type=PauseRow) for line in lines)
    return [row for row in rows if row.split == split]


class Asking:
    """The models."""

    def __init__(self) -> None:
        self._smart_turn, self._whisper = SmartTurn(), Whisper(folder=bundled_model(), threads=1)
        self._lines: dict[str, str] = {}
        """Transcripts of whole lines; of one that was asked about before, all pauses were."""

    def ask(self, point: PausePoint) -> PauseRow | None:
        """Return the row of a point; None where nobody was heard, or its label cannot be told."""
        pause = heard_until(point.sound)
        if pause is None:
            return None
        sound = pause.sound
        acoustic = self._smart_turn.predict(sound)
        begun = time.perf_counter()
        text = "" if point.speaker in ABROAD else self._whisper.transcribe(sound).text
        took = (time.perf_counter() - begun) * 1000
        if point.name == point.line:
            self._lines[point.line] = text
        finished = self._label(point, text)
        if finished is None:
            return None
        return PauseRow(
            speaker=point.speaker,
            split=point.split,
            kind=point.kind,
            finished=finished,
            name=point.name,
            acoustic=round(acoustic, 4),
            text=masked(text) if point.line else text,
            late_ms=pause.late_ms,
            counted_from_ms=pause.counted_from_ms,
            asked_ms=pause.asked_ms,
            recognition_ms=round(took),
        )

    def _label(self, point: PausePoint, text: str) -> bool | None:
        """Return whether the speaker has finished; None where that cannot be told."""
        if point.line and point.finished:
            return True if ENDED.search(text) else None
        if point.finished is not None:
            return point.finished
        return label(text, point.reference or self._lines.get(point.line, ""))


@dataclass(frozen=True, kw_only=True, slots=True)
class HeardPause:
    """The last pause of a sound, as the server hears it."""

    late_ms: int
    counted_from_ms: int
    asked_ms: int
    sound: Sound
    """Until the models are asked."""


def heard_until(sound: Sound) -> HeardPause | None:
    """Return the last pause; None where nobody is heard. Numbers as in `PauseRow`."""
    activity, turn, last, asked, silence = VoiceActivity(), TurnSegmenter(), 0, 0, 0
    wide = np.repeat(sound, 3)
    pcm = (np.clip(wide, -1, 1) * 32_767).astype("<i2").tobytes()
    for number in range(len(wide) // FRAME):
        frame = pcm[number * FRAME * 2 : (number + 1) * FRAME * 2]
        activity.feed(frame)
        last = number + 1 if activity.voiced else last
        step = turn.take(frame, speaking=activity.speaking, voiced=activity.voiced, wait_ms=ENDLESS_MS)
        if step is EndpointingStep.PAUSED:
            asked, silence = number + 1, turn.silence_ms
    if not asked:
        return None
    speech_end = (len(sound) - AFTER) // (RATE // 100)
    return HeardPause(
        late_ms=(last - speech_end) * 10,
        counted_from_ms=(asked - speech_end) * 10 - silence,
        asked_ms=silence,
        sound=sound[: asked * RATE // 100],
    )


def label(text: str, reference: str) -> bool | None:
    """Return False where more of the sentence comes behind what was heard; None where a sentence ends or none is sure.

    What is misheard at its end has no label: nobody knows where in the recording it is.
    """
    heard, whole = [_bare(word) for word in _words(text)], _words(reference)
    blocks = SequenceMatcher(None, heard, [_bare(word) for word in whole], autojunk=False).get_matching_blocks()
    at = next((block.b + block.size for block in blocks if block.size and block.a + block.size == len(heard)), 0)
    if not 0 < at < len(whole) or whole[at - 1][-1:] in ".?!":
        return None
    return False


def masked(text: str) -> str:
    """Return a transcript with an "x" for each word that nothing is learned from: not of few, first or last ones."""
    words = text.split()
    known = len(words) <= MAX_SHORT
    return " ".join(word if known or not 0 < at < len(words) - 2 else "x" for at, word in enumerate(words))


def _bare(word: str) -> str:
    return word.strip(".,?!;:").lower()


def _words(text: str) -> list[str]:
    return re.findall(r"[\w'*#]+[.,?!;:]*", text)


def main(folder: Path, limit: float) -> None:
    """Ask about what was not asked about before; stops after `limit` seconds."""
    asking, begun = Asking(), time.monotonic()
    known: dict[tuple[str, str], Any] = {}
    if EVIDENCE.exists():
        known = {(row["speaker"], row["name"]): row for row in map(json.loads, EVIDENCE.read_text().splitlines())}
    for point in chain(pause_points(folder), map(in_a_room, acted(folder))):
        key = (point.speaker, point.name)
        if key in known or time.monotonic() - begun > limit:
            continue
        row = asking.ask(point)
        known[key] = None if row is None else msgspec.to_builtins(row)
    rows = [row for row in known.values() if row]
    EVIDENCE.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), encoding="utf-8")
    sys.stdout.write(f"{len(rows)} rows\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]) if len(sys.argv) > 2 else 1e9)
