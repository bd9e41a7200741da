"""Detects voice activity: Silero gives a probability for each 32 ms, a pure state machine makes starts and ends of it.

The line uses it for the meter and for barge-in only; where a turn ends is decided by the server
(docs/architecture.md#sound). Hence quick to start (about 100 ms) and quick to end (500 ms). Silero runs on onnxruntime;
its file is one that comes in the wheel of `pipecat-ai`, which is installed without its dependencies and never imported.
"""

from collections import deque
from enum import Enum
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from alicia_desktop.audio.contract import SAMPLE_RATE
from alicia_desktop.audio.levels import dbfs
from alicia_desktop.audio.onnx_session import open_session
from alicia_desktop.audio.processing import Resampler
from alicia_desktop.base.files import find_package_file
from alicia_desktop.base.translation import translate

MODEL_RATE: Final = 16_000
WINDOW_SAMPLES: Final = 512
CONTEXT_SAMPLES: Final = 64
"""The end of the last window, which the model reads before the next."""
STATE_SHAPE: Final = (2, 1, 128)
MISSING: Final = translate("The voice activity model is not installed. Install the program with its models.")
DAMAGED: Final = translate("The voice activity model could not be loaded. Install the program again.")
WINDOW_MS: Final = 32
START_MS: Final = 96
"""Three windows in a row: a click or a cough is shorter."""
STOP_MS: Final = 500
HYSTERESIS: Final = 0.15
"""Speech that has begun goes on down to this much under the threshold (Silero's own rule)."""
FLOOR_DBFS: Final = -60.0
"""Quieter than this nobody speaks, unless another floor is chosen; the model need not run then, which is most of what
an open microphone costs in a quiet room.
"""
REST_FRAMES: Final = 10
"""After 100 ms under the floor, more than three windows, no start of speech can be under way: resampling rests too."""
REST_DB: Final = 3.0
"""A frame rests only this much under the floor, so that each window that reaches the floor is judged."""
BEFORE_FRAMES: Final = 4
"""Kept of a rest, so that the model hears what came right before the first loud frame."""


def bundled_silero() -> Path:
    """Return the model file that comes with the program; raises WorldError when it is missing."""
    return find_package_file("pipecat", "audio/vad/data/silero_vad.onnx", missing=MISSING)


class Silero:
    """The loaded model with the state that it carries from window to window."""

    def __init__(self, *, file: Path | None = None) -> None:
        """Load another model `file`, or the bundled one.

        Raises:
            WorldError: the file is missing or damaged (`engine_failed`).
        """
        self._session = open_session(file or bundled_silero(), damaged=DAMAGED)
        self._state: NDArray[np.float32] = np.zeros(STATE_SHAPE, np.float32)
        self._context: NDArray[np.float32] = np.zeros(CONTEXT_SAMPLES, np.float32)

    def predict(self, samples: NDArray[np.float32]) -> float:
        """Return the probability, 0–1, of speech in the next `WINDOW_SAMPLES` of mono sound at 16 kHz, −1 to 1."""
        window = np.concatenate([self._context, samples])[None]
        self._context = samples[-CONTEXT_SAMPLES:]
        inputs = {"input": window, "state": self._state, "sr": np.array(MODEL_RATE, np.int64)}
        probability, self._state = self._session.run(None, inputs)
        return float(probability[0, 0])

    def reset(self) -> None:
        """Forget everything heard so far."""
        self._state = np.zeros(STATE_SHAPE, np.float32)
        self._context = np.zeros(CONTEXT_SAMPLES, np.float32)


class SpeechEdge(Enum):
    """What a window of sound changed."""

    STARTED = "started"
    STOPPED = "stopped"


class Hysteresis:
    """Turns probabilities of speech into starts and ends. Pure."""

    def __init__(self, *, threshold: float = 0.5) -> None:
        self.threshold = threshold
        self.speaking = False
        self._changing_ms = 0

    def step(self, probability: float, *, milliseconds: int, start_ms: int = START_MS) -> SpeechEdge | None:
        """Apply the probability of speech in the last `milliseconds`; `start_ms` of speech in a row are a start."""
        loud = probability >= (self.threshold - HYSTERESIS if self.speaking else self.threshold)
        against = loud != self.speaking
        self._changing_ms = self._changing_ms + milliseconds if against else 0
        if self._changing_ms < (STOP_MS if self.speaking else start_ms):
            return None
        self._changing_ms = 0
        self.speaking = not self.speaking
        return SpeechEdge.STARTED if self.speaking else SpeechEdge.STOPPED

    def reset(self) -> None:
        """Forget everything: nobody speaks."""
        self.speaking = False
        self._changing_ms = 0


class VoiceActivity:
    """Detects speech with model and resampler, which are loaded here (a quarter of a second the first time)."""

    def __init__(self, *, floor_dbfs: float = FLOOR_DBFS) -> None:
        """Load the model; raises WorldError when it is missing or damaged."""
        self._model = Silero()
        self._resampler = Resampler(from_rate=SAMPLE_RATE, to_rate=MODEL_RATE)
        self._waiting = bytearray()
        self._quiet_frames = 0
        self._before: deque[bytes] = deque(maxlen=BEFORE_FRAMES)
        """The last frames of a rest; empty while everything is resampled."""
        self._model_is_fresh = True
        self.floor_dbfs = floor_dbfs
        """Quieter sound is never speech: the marker on the level meter."""
        self.hysteresis = Hysteresis()
        self.probability = 0.0
        """Of speech in the last window, 0–1."""

    @property
    def speaking(self) -> bool:
        """Return whether somebody speaks now."""
        return self.hysteresis.speaking

    @property
    def voiced(self) -> bool:
        """Return whether the last window held speech: false in each pause at once, `speaking` only after `STOP_MS`."""
        return self.probability >= self.hysteresis.threshold - HYSTERESIS

    def feed(self, frame: bytes, *, start_ms: int = START_MS) -> SpeechEdge | None:
        """Add one frame (10 ms of PCM at 48 kHz); return whether speech began or ended with it."""
        if self._rests(frame):
            return None
        while self._before:
            self._waiting += self._resampler.push(self._before.popleft())
        self._waiting += self._resampler.push(frame)
        turn = None
        while len(self._waiting) >= WINDOW_SAMPLES * 2:
            window = bytes(self._waiting[: WINDOW_SAMPLES * 2])
            del self._waiting[: WINDOW_SAMPLES * 2]
            self.probability = self._judge(window)
            changed = self.hysteresis.step(self.probability, milliseconds=WINDOW_MS, start_ms=start_ms)
            turn = changed or turn
        return turn

    def assume_speaking(self) -> None:
        """Take somebody for speaking, who was found out otherwise; they end as always."""
        self.hysteresis.reset()
        self.hysteresis.speaking = True

    def reset(self) -> None:
        """Forget everything heard so far: muted, or another microphone."""
        self._before.clear()
        self._quiet_frames = 0
        self._forget_sound()
        self.hysteresis.reset()

    def _rests(self, frame: bytes) -> bool:
        """Return whether a frame can be skipped: nobody speaks, and it has been too quiet for that for a while."""
        quiet = dbfs(frame) < self.floor_dbfs - REST_DB
        self._quiet_frames = self._quiet_frames + 1 if quiet else 0
        if self.speaking or self._quiet_frames <= REST_FRAMES:
            return False
        if not self._before:
            self._forget_sound()
        self._before.append(frame)
        return True

    def _forget_sound(self) -> None:
        self._waiting.clear()
        self._forget_model()
        self.probability = 0.0

    def _judge(self, window: bytes) -> float:
        if dbfs(window) < self.floor_dbfs:
            self._forget_model()
            return 0.0
        self._model_is_fresh = False
        samples = np.frombuffer(window, dtype="<i2").astype(np.float32) / 32_768.0
        return self._model.predict(samples)

    def _forget_model(self) -> None:
        if not self._model_is_fresh:
            self._model.reset()
            self._model_is_fresh = True
