"""An encoder that is the same everywhere and loads nothing: words hashed to directions, shared words are near."""

import hashlib
import re
from collections.abc import Sequence
from typing import Final

import numpy as np

from alicia_desktop.memory.retrieval.calibration import CosineScale
from alicia_desktop.memory.retrieval.encoders import Vector

WIDTH: Final = 64


class WordEncoder:
    name = "words"
    version = "1"
    width = WIDTH
    scale = CosineScale(unrelated=0.1, floor=0.0, ceiling=1.0)

    def __init__(self, *, version: str = "1") -> None:
        self.version = version
        self.read: list[str] = []

    def encode_passages(self, texts: Sequence[str]) -> Vector:
        self.read += texts
        return np.stack([vector_of(text) for text in texts])

    def query(self, text: str) -> Vector:
        return vector_of(text)


def vector_of(text: str) -> Vector:
    total = np.zeros(WIDTH, np.float32)
    for word in re.findall(r"\w+", text.lower()) or ["nothing"]:
        seed = int.from_bytes(hashlib.sha256(word.encode()).digest()[:4], "little")
        total += np.random.default_rng(seed).standard_normal(WIDTH).astype(np.float32)
    return total / np.float32(np.linalg.norm(total))
