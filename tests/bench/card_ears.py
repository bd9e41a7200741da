"""Ears at both ends of a sound card: when somebody had spoken to her, and when she was first heard.

Each end is the monitor of a null sink, read as it comes; a sample's moment is the earliest that its stream allows, so
that a reader who is late on a busy computer moves nothing. What both monitors are late by cancels out.
"""

import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tests.support.sound_card import SoundCard

RATE: Final = 48_000
STEP: Final = RATE // 100
CHUNK: Final = 2 * STEP
AUDIBLE: Final = 300
"""Of 32,767."""
QUIET_DB: Final = 35.0
"""So much under its loudest 20 ms speech is over."""
PULSE_MS: Final = 10


class Ear:
    """Hears one end."""

    def __init__(self, stream: "subprocess.Popen[bytes]") -> None:
        self._stream, self._lock = stream, threading.Lock()
        self._heard, self._begun = bytearray(), float("inf")
        self._thread = threading.Thread(target=self._listen)
        self._thread.start()

    def close(self) -> None:
        """Hear no more."""
        self._stream.terminate()
        self._thread.join()

    def forget(self) -> None:
        """Begin anew."""
        with self._lock:
            self._heard, self._begun = bytearray(), float("inf")

    def heard(self) -> tuple[float, NDArray[np.int32]]:
        """Return the moment of the first sample, by the wall clock, and all samples since."""
        with self._lock:
            return self._begun, np.frombuffer(bytes(self._heard), "<i2").astype(np.int32)

    def _listen(self) -> None:
        assert self._stream.stdout is not None
        while chunk := self._stream.stdout.read(CHUNK):
            now = time.time()
            with self._lock:
                self._heard += chunk
                self._begun = min(self._begun, now - len(self._heard) / 2 / RATE)


@dataclass(frozen=True, kw_only=True, slots=True)
class CardEars:
    """Both ends."""

    said: Ear
    her: Ear

    def forget(self) -> None:
        """Begin anew with another turn."""
        self.said.forget()
        self.her.forget()

    def speech_ended(self) -> float | None:
        """Return the moment of the last sound of who spoke to her."""
        begun, samples = self.said.heard()
        steps = samples[: len(samples) // STEP * STEP].reshape(-1, STEP)
        levels = 10 * np.log10(np.square(steps).mean(axis=1) + 1e-3)
        (loud,) = np.nonzero(levels > levels.max(initial=0.0) - QUIET_DB)
        return begun + (int(loud[-1]) + 1) * STEP / RATE if len(loud) else None

    def she_began(self) -> float | None:
        """Return the moment of her first sound."""
        begun, samples = self.her.heard()
        (loud,) = np.nonzero(np.abs(samples) > AUDIBLE)
        return begun + int(loud[0]) / RATE if len(loud) else None

    def is_silent(self, seconds: float) -> bool:
        """Whether nothing was heard of her for so long."""
        _, samples = self.her.heard()
        last = samples[-int(seconds * RATE) :]
        return len(last) == int(seconds * RATE) and int(np.abs(last).max()) <= AUDIBLE


@contextmanager
def listening(card: SoundCard) -> Iterator[CardEars]:
    """Ears at a card."""
    with ExitStack() as stack:
        said, her = (stack.enter_context(_ear(card, place)) for place in ("mic_feed", "speaker"))
        yield CardEars(said=said, her=her)


@contextmanager
def _ear(card: SoundCard, place: str) -> Iterator[Ear]:
    form = ["--format=s16le", f"--rate={RATE}", "--channels=1", f"--latency-msec={PULSE_MS}"]
    command = ["parec", f"--device={place}.monitor", *form]
    with (
        subprocess.Popen(command, env=card.with_environment(), stdout=subprocess.PIPE) as stream,
        closing(Ear(stream)) as ear,
    ):
        yield ear
