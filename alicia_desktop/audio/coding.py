"""Encodes and decodes stored sound: Opus in an Ogg container, three kilobytes for a second of speech, by libsndfile.

What a server has sent with its chunks may be raw PCM or any file that libsndfile reads: Ogg with Opus, Vorbis or FLAC,
WAV, FLAC, MP3, AIFF and others, but neither AAC nor WebM.
"""

import io
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from alicia_desktop.audio.contract import FRAME_BYTES, SAMPLE_RATE
from alicia_desktop.audio.levels import is_silent

if TYPE_CHECKING:
    import soundfile

FORMAT: Final = "opus_48000"
"""What `encode` makes, as `audio_format` names it."""
COMPRESSION_LEVEL: Final = 0.928
"""libsndfile's measure for 24 kbit/s: it goes evenly from 256 kbit/s at 0 to 6 at 1."""
MAX_SECONDS: Final = 180
"""Decoded of one sound, more than a loudspeaker queues; a few bytes can claim hours."""
MAX_RATE: Final = 192_000
MAX_CHANNELS: Final = 8
_RAW: Final = re.compile(r"pcm(?:_s16le)?(?:_(\d{4,6}))?")
"""16-bit little-endian mono, at 48 kHz where no rate is told."""

Mono = NDArray[np.float32]


def encode(pcm: bytes) -> bytes:
    """Return 16-bit mono PCM at 48 kHz as Opus; takes some ten milliseconds for a sentence, so call it in a thread."""
    import soundfile  # noqa: PLC0415  only who hears her needs it

    made = io.BytesIO()
    with soundfile.SoundFile(
        made, "w", SAMPLE_RATE, 1, "OPUS", format="OGG", compression_level=COMPRESSION_LEVEL
    ) as file:
        file.write(np.frombuffer(pcm, "<i2"))
    return made.getvalue()


def decode(data: bytes, audio_format: str) -> bytes:
    """Return 16-bit mono PCM at 48 kHz, from its first frame that can be heard; call it in a thread.

    Raises:
        ValueError: it is no sound that can be read.
    """
    raw = _RAW.fullmatch(audio_format)
    if raw is None:
        rate, samples = _read(data, audio_format)
    else:
        rate = int(raw[1] or SAMPLE_RATE)
        samples = np.frombuffer(data[: len(data) // 2 * 2], "<i2").astype(np.float32) / np.float32(2**15)
    samples = resample(samples[: MAX_SECONDS * rate], from_rate=rate)
    return _from_first_sound(to_pcm(samples))


def to_pcm(samples: Mono) -> bytes:
    """Return samples between −1 and 1 as 16-bit PCM."""
    return (samples * 2**15).clip(-(2**15), 2**15 - 1).round().astype("<i2").tobytes()


def _read(data: bytes, audio_format: str) -> tuple[int, Mono]:
    import soundfile  # noqa: PLC0415  as above

    try:
        with soundfile.SoundFile(io.BytesIO(data)) as file:
            if file.samplerate > MAX_RATE or file.channels > MAX_CHANNELS:
                raise ValueError(f"no sound of the format {audio_format!r} that can be played")
            blocks = list(_blocks(file))
    except soundfile.SoundFileError as error:
        raise ValueError(f"no sound of the format {audio_format!r}") from error
    if not blocks:
        raise ValueError(f"no sound of the format {audio_format!r}")
    return file.samplerate, np.concatenate(blocks)


def _blocks(file: "soundfile.SoundFile") -> Iterator[Mono]:
    """Read second by second, because the length that a file claims may be a lie."""
    for _ in range(MAX_SECONDS):
        block: NDArray[np.float32] = file.read(file.samplerate, dtype="float32", always_2d=True)
        if not len(block):
            return
        yield block.mean(axis=1)


def resample(samples: Mono, *, from_rate: int) -> Mono:
    """Return the whole of a sound at 48 kHz, by its spectrum: nothing that `from_rate` holds is lost."""
    if from_rate == SAMPLE_RATE or not len(samples):
        return samples
    length = round(len(samples) * SAMPLE_RATE / from_rate)
    return (np.fft.irfft(np.fft.rfft(samples), length) * (length / len(samples))).astype(np.float32)


def at_speed(pcm: bytes, speed: float) -> bytes:
    """Return PCM that lasts `1 / speed` as long, such as twice as long at 0.5, in whole frames; its pitch changes, too.

    Call it in a thread: it takes some ten milliseconds for a sentence.
    """
    if speed == 1.0:
        return pcm
    samples = np.frombuffer(pcm[: len(pcm) // 2 * 2], "<i2").astype(np.float32)
    made = resample(samples, from_rate=round(SAMPLE_RATE * speed))
    changed = made.clip(-(2**15), 2**15 - 1).round().astype("<i2").tobytes()
    return changed + bytes(-len(changed) % FRAME_BYTES)


def _from_first_sound(pcm: bytes) -> bytes:
    starts = range(0, len(pcm), FRAME_BYTES)
    return pcm[next((at for at in starts if not is_silent(pcm[at : at + FRAME_BYTES])), len(pcm)) :]
