"""Take labelled pauses out of the speech of actors: Debian's package `flight-of-the-amazon-queen`, a game with voices.

They are neither learned from nor held out: choices are made by them, so that nobody has to look at who is held out.
Several people say them, each as somebody in a dialogue. The sound is dull (MPEG layer 3 at 11 kHz). Which sentence is
over is told by the transcript of the whole line, so a point names the line that it is of. The game may be given away
with its licence; of its lines no more is kept than what words they begin and end with.
"""

import io
import re
import struct
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import soundfile

from tests.bench.pause_sounds import RATE, PausePoint, Sound, gaps, quietest, to_rate, trim, unpack

PACKAGE: Final = "flight-of-the-amazon-queen"
TABLE: Final = 15
"""Where the names of the file's parts begin."""
ENTRY: Final = struct.Struct(">12sxII")
_LINE: Final = re.compile(r"([0-9A-F]{2})([0-9A-F]{4})([JP])([0-9A-F])\.SB")
"""Dialogue, sentence of it, Joe or whom he talks to, and which part of it this is."""
JOE: Final = "actor joe"
MAX_EACH: Final = 5
"""Lines of each person in a dialogue."""
MAX_JOE: Final = 70
SECONDS: Final = (1.0, 6.0)


def acted(folder: Path) -> Iterator[PausePoint]:
    """Yield whole lines, the pauses inside them, and one cut where there is none."""
    (file,) = unpack(folder, PACKAGE).glob("scummvm/*/queen.1c")
    for speaker, lines in last_parts(file.read_bytes()).items():
        count = MAX_JOE if speaker == JOE else MAX_EACH
        for name, sound in lines[:: max(1, len(lines) // count)][:count]:
            yield from _points(speaker, name, sound)


def _points(speaker: str, name: str, sound: Sound) -> Iterator[PausePoint]:
    whole = f"{name} whole"

    def point(kind: str, part: Sound, name: str, finished: bool | None = None) -> PausePoint:
        return PausePoint(
            speaker=speaker, split="develop", kind=kind, finished=finished, sound=part, name=name, line=whole
        )

    yield point("whole", sound, whole, True)
    inner = gaps(sound)
    for number, at in enumerate(inner):
        yield point("own pause", sound[:at], f"{name} gap {number}")
    if not inner:
        yield point("cut", sound[: quietest(sound, int(len(sound) * 0.35), int(len(sound) * 0.75))], f"{name} cut")


def last_parts(game: bytes) -> dict[str, list[tuple[str, Sound]]]:
    """Return the last part of what each person says at once, which ends it."""
    last: dict[tuple[str, str], tuple[str, int, int]] = {}
    (count,) = struct.unpack_from(">H", game, TABLE - 2)
    for number in range(count):
        stored, begin, size = ENTRY.unpack_from(game, TABLE + number * ENTRY.size)
        name = stored.rstrip(b"\0").decode("latin-1")
        if found := _LINE.fullmatch(name):
            speaker = JOE if found[3] == "J" else f"actor {found[1]}"
            last[speaker, found[1] + found[2]] = name, begin, size  # in order: the last one stays
    lines = defaultdict(list)
    for (speaker, _), (name, begin, size) in last.items():
        samples, rate = soundfile.read(io.BytesIO(game[begin : begin + size]), dtype="float32")
        sound = trim(to_rate(samples, rate))
        if SECONDS[0] * RATE < len(sound) < SECONDS[1] * RATE:
            lines[speaker].append((name, sound))
    return lines
