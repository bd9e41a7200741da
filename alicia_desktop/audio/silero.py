"""Silero VAD on onnxruntime: windows of 32 ms in, the probability of speech out.

The model file is one that comes in the wheel of `pipecat-ai`, which is installed without its dependencies and never
imported.
"""

from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.files import find_package_file

MODEL_RATE: Final = 16_000
WINDOW_SAMPLES: Final = 512
CONTEXT_SAMPLES: Final = 64
"""The end of the last window, which the model reads before the next."""
STATE_SHAPE: Final = (2, 1, 128)
MISSING: Final = "The voice activity model is not installed. Install the program with its models."
DAMAGED: Final = "The voice activity model could not be loaded. Install the program again."
_ERRORS_ONLY: Final = 3


def bundled_silero() -> Path:
    """Return the model file that comes with the program; raises WorldError when it is missing."""
    return find_package_file("pipecat", "audio/vad/data/silero_vad.onnx", missing=MISSING)


def open_session(file: Path, *, damaged: str) -> Any:
    """Load an ONNX model for one thread of the processor.

    Raises:
        WorldError: the file is missing or damaged (`engine_failed`); `damaged` is its sentence.
    """
    import onnxruntime  # noqa: PLC0415 - a quarter of a second, when sound is first opened

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    options.log_severity_level = _ERRORS_ONLY
    try:
        return onnxruntime.InferenceSession(file, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the library's errors have no other base in common
        raise WorldError(sentence=damaged, code="engine_failed") from error


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
