"""Sound files in the place of devices (`talk --wav`, tests): a microphone that reads one, a speaker that writes one.

Both are `Paced`: someone beats every 10 ms, so they run in real time like the devices they stand for. After its end
the microphone gives silence. The loudspeaker writes a pause only when sound follows it, so the file begins with her
voice and ends with it; its header is brought up to date every second, so that a killed process leaves a file that
plays.
"""

import io
import wave
from collections.abc import Callable, Generator
from contextlib import closing
from pathlib import Path
from typing import Final

import numpy as np

from alicia_desktop.audio.coding import to_pcm
from alicia_desktop.audio.contract import FRAME_BYTES, SAMPLE_RATE, SILENCE
from alicia_desktop.audio.levels import is_silent
from alicia_desktop.audio.processing import Resampler
from alicia_desktop.audio.ring import FrameRing, RingLoudspeaker
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.files import private_opener
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.translation import translate

log = get_logger(__name__)
RATES: Final = range(4_000, 384_001)
"""Hertz that a sound file may have."""
MAX_CHANNELS: Final = 32
PIECE_SECONDS: Final = 1.0
"""Of a file that are read at once: an hour of sound takes no more memory than a second."""
HEADER_EVERY_FRAMES: Final = 100
MAX_PAUSE_FRAMES: Final = 3_000
"""A longer pause than half a minute is written as half a minute."""
UNPLAYED_FRAMES: Final = 200
"""What `read` and `read_played` keep for somebody who does not come: two seconds."""


def read_wav(path: Path) -> bytes:
    """Return the sound of a file as 48 kHz mono 16 bit; see `stream_wav`.

    Raises:
        WorldError: see `stream_wav`.
    """
    return b"".join(stream_wav(path))


def check_wav(path: Path) -> None:
    """Read the begin of a sound file.

    Raises:
        WorldError: see `stream_wav`.
    """
    with closing(stream_wav(path)) as pieces:
        next(pieces, None)


def stream_wav(path: Path) -> Generator[bytes]:
    """Yield the sound of a file in pieces of about a second, as 48 kHz mono 16 bit; what is cut off ends it.

    All that libsndfile reads will do: wav files of any width, rate and number of channels, also of floats, FLAC, Ogg.

    Raises:
        WorldError: `bad_wav`, the file is missing, is no sound file, or of a kind that is not read.
    """
    import soundfile  # noqa: PLC0415  only who speaks by a file needs it

    try:
        # Opened here, since the system's reason is clearer than libsndfile's, which would go by the name, too.
        with path.open("rb") as disk, soundfile.SoundFile(disk.fileno(), closefd=False) as file:
            rate, channels = file.samplerate, file.channels
            if rate not in RATES or channels > MAX_CHANNELS:
                raise _bad_wav(
                    path,
                    translate("has {channels} channels at {rate} Hz, which is not read").format(
                        channels=channels, rate=rate
                    ),
                )
            resampler = None if rate == SAMPLE_RATE else Resampler(from_rate=rate, to_rate=SAMPLE_RATE)
            while len(samples := file.read(round(rate * PIECE_SECONDS), dtype="float32", always_2d=True)):
                pcm = to_pcm(np.nan_to_num(samples).clip(-1, 1).mean(axis=1))
                yield pcm if resampler is None else resampler.push(pcm)
            if resampler is not None:
                yield resampler.flush()
    except OSError as error:
        raise _bad_wav(path, translate("cannot be read ({reason})").format(reason=error.strerror or error)) from error
    except soundfile.LibsndfileError as error:
        raise _bad_wav(
            path,
            translate("is no sound file that can be read ({reason})").format(reason=error.error_string.rstrip(".")),
        ) from error


def wav_bytes(pcm: bytes) -> bytes:
    """Return a wav file of 48 kHz mono 16 bit sound."""
    written = io.BytesIO()
    with wave.open(written, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        file.writeframes(pcm)
    return written.getvalue()


def _unwritable(path: Path, error: OSError) -> WorldError:
    sentence = translate("The sound file {path} cannot be written ({reason}). Choose another place.").format(
        path=path, reason=error.strerror or error
    )
    return WorldError(sentence=sentence, code="bad_wav")


def _bad_wav(path: Path, what: str) -> WorldError:
    return WorldError(
        sentence=translate("The sound file {path} {reason}. Choose another file.").format(path=path, reason=what),
        code="bad_wav",
    )


class WavMicrophone:
    """A microphone that hears a sound file, from its first beat on, then silence."""

    latency = 0.0
    gone = False

    def __init__(self, path: Path, *, on_end: Callable[[], None]) -> None:
        check_wav(path)
        self.name = path.name
        self._pieces = stream_wav(path)
        self._pcm = b""
        """What is read and not heard yet."""
        self._on_end = on_end
        self._ended = False
        self._ring = FrameRing(frames=UNPLAYED_FRAMES)

    def beat(self) -> None:
        """Hear the next 10 ms; the beat after the last one reports the end of the file."""
        while len(self._pcm) < FRAME_BYTES and (piece := self._next_piece()) is not None:
            self._pcm += piece
        frame, self._pcm = self._pcm[:FRAME_BYTES], self._pcm[FRAME_BYTES:]
        self._ring.push(frame.ljust(FRAME_BYTES, b"\0"))
        if not frame and not self._ended:
            self._ended = True
            self._on_end()

    def _next_piece(self) -> bytes | None:
        """Return the next second of the file; None after its end, also where the rest of it has become unreadable."""
        try:
            return next(self._pieces, None)
        except WorldError as error:
            log.warning("a sound file ends early", reason=error.sentence)
            return None

    def read(self) -> bytes | None:
        """Return the oldest frame that waits."""
        return self._ring.pop()

    def close(self) -> None:
        """Close the file."""
        self._pieces.close()
        self._pcm = b""


class WavLoudspeaker(RingLoudspeaker):
    """A loudspeaker that writes what it plays into a wav file."""

    latency = 0.0
    gone = False

    def __init__(self, path: Path) -> None:
        super().__init__(played_frames=UNPLAYED_FRAMES)
        self.name = path.name
        self._silent_frames = 0
        self._since_header = 0
        self._began = False
        self._closed = False
        self._path = path
        try:
            self._disk = open(path, "wb", opener=private_opener)  # noqa: SIM115 - as below
        except OSError as error:
            raise _unwritable(path, error) from error
        self._file = wave.open(self._disk, "wb")  # noqa: SIM115  open as long as the loudspeaker is
        self._file.setnchannels(1)
        self._file.setsampwidth(2)
        self._file.setframerate(SAMPLE_RATE)
        self._file.writeframes(b"")

    def beat(self) -> None:
        """Play the next 10 ms into the file.

        Raises:
            WorldError: `bad_wav`, the disk takes no more; the file is closed then.
        """
        frame = self._next_frame()
        if self._closed:
            return
        try:
            self._write(frame)
        except OSError as error:
            self.close()
            raise _unwritable(self._path, error) from error

    def close(self) -> None:
        """Finish the file; a disk that takes no more keeps what it has."""
        if self._closed:
            return
        self._closed = True
        for part in (self._file, self._disk):
            try:
                part.close()
            except OSError as error:
                log.warning("a sound file could not be finished", reason=error.strerror)

    def _write(self, frame: bytes) -> None:
        if is_silent(frame):
            paused = self._silent_frames + self._began
            self._silent_frames = min(paused, MAX_PAUSE_FRAMES)
            return
        self._began = True
        data = SILENCE * self._silent_frames + frame
        self._silent_frames = 0
        self._since_header += 1
        if self._since_header >= HEADER_EVERY_FRAMES:
            self._since_header = 0
            self._file.writeframes(data)
        else:
            self._file.writeframesraw(data)
