"""Speaking and hearing in tests: words become a wav file of somebody who says them, and sound becomes words again."""

import re
import wave
from collections.abc import Callable
from difflib import SequenceMatcher
from functools import cache
from pathlib import Path

import numpy as np

from alicia_desktop.audio.contract import FRAME_BYTES, SAMPLE_RATE
from alicia_desktop.audio.levels import is_silent
from alicia_desktop.audio.wav import read_wav
from alicia_desktop.server.engines.speech_to_text import Whisper, bundled_model
from tests.support.sound_card import WAV_HEADER

Speak = Callable[[str], Path]
NEEDED = 0.8
"""The share of her words that must be heard again."""


@cache
def bundled_whisper() -> Whisper:
    """Load the bundled ears, once a process: they keep nothing between two transcripts."""
    return Whisper(folder=bundled_model(), threads=1)


def write_speech(path: Path, pcm: bytes) -> Path:
    """Write sound of 48 kHz mono behind half a second of silence, in which a gate opens."""
    with wave.open(str(path), "wb") as file:
        file.setparams((1, 2, SAMPLE_RATE, 0, "NONE", ""))
        file.writeframes(bytes(SAMPLE_RATE) + pcm)
    return path


def transcribed(ears: Whisper, path: Path) -> str:
    """Return the words of a wav file."""
    pcm = np.frombuffer(read_wav(path), "<i2").astype(np.float32) / np.float32(32768)
    return ears.transcribe(pcm[::3].copy()).text


def words_of(text: str) -> list[str]:
    """Return its words without case and punctuation."""
    return re.findall(r"[a-z0-9']+", text.lower())


def lost_words(clean: str, heard: str) -> int:
    """Count the words of `clean` that `heard` does not have in the same order."""
    one, other = words_of(clean), words_of(heard)
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return len(one) - sum(block.size for block in blocks)


def is_heard(said: str, heard: str) -> bool:
    """Whether most of the words that were said were heard; fails the test with both if not."""
    words = re.findall(r"[a-z0-9]+", said.lower())
    there = set(re.findall(r"[a-z0-9]+", heard.lower()))
    share = sum(word in there for word in words) / len(words)
    assert share >= NEEDED, (said, heard)
    return True


def recorded(path: Path, *, after: int = 0) -> bytes:
    """Return what a recording that may still go on has so far, without its first `after` bytes."""
    return path.read_bytes()[WAV_HEADER + after :]


def has_fallen_silent(path: Path, *, seconds: float = 1.5) -> bool:
    """Whether a recording that goes on has sound in it, and none at its end."""
    pcm = recorded(path)
    tail = int(seconds * SAMPLE_RATE) * 2
    return len(pcm) > tail and loud_until(pcm[:-tail]) > 0 and loud_until(pcm[-tail:]) == 0


def loud_until(pcm: bytes) -> int:
    """Return the byte behind the last 10 ms that can be heard, 0 if none can."""
    starts = range(0, len(pcm) - FRAME_BYTES + 1, FRAME_BYTES)
    return next((at + FRAME_BYTES for at in reversed(starts) if not is_silent(pcm[at : at + FRAME_BYTES])), 0)
