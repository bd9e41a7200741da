"""Record the spoken answers of a run in one WAV file, and stand in for a silent microphone.

The line writes a new file each time it opens its devices, so every opening after the first gets a part of its own, and
the parts are joined at the end. A run that is killed leaves the first part, which plays.
"""

import wave
from pathlib import Path

from alicia_desktop.audio.contract import SAMPLE_RATE
from alicia_desktop.base.errors import WorldError


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
