"""The sound of a `talk`: how much of the written answers was heard, their recording in one file, a silent microphone.

    spoken = SpokenAnswers()
    spoken.begin()
    spoken.write("am_1", 1)                  # a sentence that is to be heard
    line.event_received.connect(spoken.on_line)
    spoken.has_sounded("am_1")               # once the loudspeaker has played it: what `talk` waits for before it ends

Our server announces the sound of each sentence, so the line tells when it was played. Of a server that does not, only
the loudspeaker's level is known: it has spoken once it was heard and is quiet.

The line writes a new WAV file each time it opens its devices, so every opening after the first gets a part of its own,
and the parts are joined at the end. A run that is killed leaves the first part, which plays.
"""

import asyncio
import wave
from pathlib import Path
from typing import Final

from alicia_desktop.audio.contract import SAMPLE_RATE
from alicia_desktop.base.errors import WorldError
from alicia_desktop.line import frames

LOUD: Final = 0.02
"""Level of the loudspeaker above which it plays something."""
QUIET_SECONDS: Final = 3.0
"""So long is no pause between two sentences."""

Sentence = tuple[str, int]
"""(answer, number of the sentence)."""


class SpokenAnswers:
    """Compares the sentences that are to be heard with what the loudspeaker has played."""

    def __init__(self) -> None:
        self._written: set[Sentence] = set()
        self._played: set[Sentence] = set()
        self._announced: set[str] = set()
        """Answers of which the line tells how far their sentences were played."""
        self._heard_at: float | None = None
        """When the loudspeaker was last heard since the last answer began, by the loop's clock."""

    def begin(self) -> None:
        """Note that an answer begins: what was heard before is not of it."""
        self._heard_at = None

    def write(self, answer: str, sequence: int) -> None:
        """Note a sentence that is to be heard."""
        self._written.add((answer, sequence))

    def on_line(self, event: frames.LineEvent) -> None:
        """Follow the loudspeaker."""
        match event:
            case frames.PlaybackProgressed(message_id=answer, sequence=sequence, state=state):
                self._announced.add(answer)
                if state in {"finished", "cut"}:
                    self._played.add((answer, sequence))
            case frames.Levels(output=output) if output > LOUD:
                self._heard_at = asyncio.get_running_loop().time()
            case _:
                pass

    def has_sounded(self, answer: str) -> bool:
        """Return whether all that is to be heard was; `answer` is the last one that began."""
        if self._written <= self._played:
            return True
        return answer not in self._announced and self._heard_at is not None and not self.is_loud

    @property
    def is_loud(self) -> bool:
        """Whether the loudspeaker plays something, or did a moment ago."""
        now = asyncio.get_running_loop().time()
        return self._heard_at is not None and now - self._heard_at < QUIET_SECONDS


class Recording:
    """The file of `--out`, in parts while the run lasts."""

    def __init__(self, path: Path) -> None:
        """Take the path as the line's process, which has the same working folder, will find it.

        Raises:
            WorldError: `bad_wav`, there is no such folder.
        """
        if not path.absolute().parent.is_dir():
            raise WorldError(
                sentence=f"There is no folder {path.absolute().parent} to write {path.name} to.", code="bad_wav"
            )
        self._path = path.absolute()
        self._parts: list[Path] = []

    def next_part(self) -> Path:
        """Return where the loudspeaker that is opened next writes."""
        number = len(self._parts)
        part = self._path.with_name(f".{self._path.name}.{number}") if number else self._path
        self._parts.append(part)
        return part

    def join(self) -> None:
        """Put the parts together, when all devices are closed."""
        parts = [part for part in self._parts if part.exists()]
        if len(parts) < 2:
            return
        sound = [_frames(part) for part in parts]
        with wave.open(str(self._path), "wb") as whole:
            whole.setnchannels(1)
            whole.setsampwidth(2)
            whole.setframerate(SAMPLE_RATE)
            whole.writeframes(b"".join(sound))
        for part in parts[1:]:
            part.unlink()


def write_silence(path: Path) -> Path:
    """Write an empty WAV file, which stands for a silent microphone."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
    return path


def _frames(path: Path) -> bytes:
    with wave.open(str(path), "rb") as file:
        return file.readframes(file.getnframes())
