"""Recordings of people, from `tests/data/speech`; its README says who and under which licence."""

import wave
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).resolve().parents[1] / "data" / "speech"
RATE = 16_000
WORDS = {
    "cards_001": "ten of clubs",
    "cards_002": "four queen of clubs",
    "cards_003": "seven of clubs",
    "cards_004": "five five",
    "cards_005": "eight of spades four of clubs seven of hearts",
    "goforward": "go forward ten meters",
}


def recorded_pcm(name):
    """16-bit mono PCM at 16 kHz."""
    with wave.open(str(FOLDER / f"{name}.wav")) as file:
        return file.readframes(file.getnframes())


def recorded_samples(name):
    """The same as floats from -1 to 1."""
    return np.frombuffer(recorded_pcm(name), "<i2").astype(np.float32) / 32_768.0
