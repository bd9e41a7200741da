"""Predict whether the speaker has finished: Smart Turn v3.2 on onnxruntime, from the last 8 s of sound.

It hears the melody of an utterance, not its words, and is often wrong alone: use it together with the transcript and
the silence so far. The model file comes in the wheel of `pipecat-ai`, which is installed without its dependencies and
never imported.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import numpy as np

from alicia_desktop.audio.onnx_session import open_session
from alicia_desktop.base.files import find_package_file
from alicia_desktop.server.engines.contract import Samples
from alicia_desktop.server.engines.loading import Loading
from alicia_desktop.server.engines.log_mel import HOP_SAMPLES, RATE, LogMel

WINDOW_SAMPLES: Final = 8 * RATE
VARIANCE_FLOOR: Final = 1e-7
MISSING: Final = "The end-of-turn model is not installed. Install the program with its models."
DAMAGED: Final = "The end-of-turn model could not be loaded. Install the program again."


def bundled_smart_turn() -> Path:
    """Return the bundled model file.

    Raises:
    WorldError: it is missing.
    """
    return find_package_file("pipecat", "audio/turn/smart_turn/data/smart-turn-*-cpu.onnx", missing=MISSING)


class SmartTurn:
    """The loaded model; used on one thread."""

    def __init__(self, *, file: Path | None = None) -> None:
        """Load another model `file`, or the bundled one.

        Raises:
            WorldError: the file is missing or damaged (`engine_failed`).
        """
        self._session: Any = open_session(file or bundled_smart_turn(), damaged=DAMAGED)
        self._log_mel = LogMel(bands=80)

    def predict(self, samples: Samples) -> float:
        """Return the probability, 0–1, that the speaker has finished at the end of `samples` (mono float32, 16 kHz)."""
        last = samples[-WINDOW_SAMPLES:]
        padded = np.pad(last, (WINDOW_SAMPLES - len(last), 0))
        normal = (padded - padded.mean()) / np.sqrt(padded.var() + VARIANCE_FLOOR)
        features = self._log_mel(normal)[None, :, : WINDOW_SAMPLES // HOP_SAMPLES]
        (probability,) = self._session.run(None, {"input_features": features})
        return float(probability[0].item())


class SmartTurnEngine(Loading[SmartTurn]):
    """End-of-turn prediction as the server uses it (`contract.EndOfTurn`)."""

    def __init__(self, *, file: Callable[[], Path] = bundled_smart_turn) -> None:
        """`file` returns where the model is; it is called on the loading thread."""
        super().__init__(
            name="end-of-turn model",
            find=lambda: file().resolve(strict=True),
            load=lambda: SmartTurn(file=file()),
            remedy="Install the program again. Until then 0.7 seconds of silence end what you say.",
        )

    async def predict(self, samples: Samples) -> float:
        """See `contract.EndOfTurn`."""
        return await self.use(lambda model: model.predict(samples))
