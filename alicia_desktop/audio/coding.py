"""Sound as it is kept: Opus in an Ogg container, three kilobytes for a second of speech, by FFmpeg (PyAV).

What a server has sent with its chunks may be raw PCM or any container that FFmpeg reads.
"""

import io
import re
from typing import TYPE_CHECKING, Final

from alicia_desktop.audio.contract import FRAME_BYTES, SAMPLE_RATE
from alicia_desktop.audio.levels import is_silent

if TYPE_CHECKING:
    from av import AudioFrame

FORMAT: Final = "opus_48000"
"""What `encode` makes, as `audio_format` names it."""
BITS_A_SECOND: Final = 24_000
_RAW: Final = re.compile(r"pcm(?:_s16le)?(?:_(\d{4,6}))?")
"""16-bit little-endian mono, at 48 kHz where no rate is told."""


def encode(pcm: bytes) -> bytes:
    """Return 16-bit mono PCM at 48 kHz as Opus; takes some ten milliseconds for a sentence, so call it in a thread."""
    import av  # noqa: PLC0415  a tenth of a second, and only who hears her needs it

    made = io.BytesIO()
    with av.open(made, "w", format="ogg") as container:
        stream = container.add_stream("libopus", rate=SAMPLE_RATE, layout="mono")
        stream.bit_rate = BITS_A_SECOND
        for frame in (_frame(pcm, SAMPLE_RATE), None):
            for packet in stream.encode(frame):
                container.mux(packet)
    return made.getvalue()


def decode(data: bytes, audio_format: str) -> bytes:
    """Return 16-bit mono PCM at 48 kHz, from its first frame that can be heard; call it in a thread.

    Raises:
        ValueError: it is no sound that can be read.
    """
    import av  # noqa: PLC0415  as above

    resampler = av.AudioResampler(format="s16", layout="mono", rate=SAMPLE_RATE)
    raw = _RAW.fullmatch(audio_format)
    try:
        if raw is not None:
            frames = [_frame(data, int(raw[1] or SAMPLE_RATE))]
        else:
            with av.open(io.BytesIO(data), "r") as container:
                frames = list(container.decode(audio=0))
        parts = [part for frame in (*frames, None) for part in resampler.resample(frame)]
    except (av.FFmpegError, IndexError) as error:
        raise ValueError(f"no sound of the format {audio_format!r}") from error
    return _from_first_sound(b"".join(bytes(part.planes[0])[: part.samples * 2] for part in parts))


def _frame(pcm: bytes, rate: int) -> "AudioFrame":
    import av  # noqa: PLC0415  as above

    frame = av.AudioFrame(format="s16", layout="mono", samples=len(pcm) // 2)
    frame.planes[0].update(pcm[: frame.samples * 2].ljust(frame.planes[0].buffer_size, b"\0"))
    frame.sample_rate = rate
    frame.pts = 0
    return frame


def _from_first_sound(pcm: bytes) -> bytes:
    starts = range(0, len(pcm), FRAME_BYTES)
    return pcm[next((at for at in starts if not is_silent(pcm[at : at + FRAME_BYTES])), len(pcm)) :]
