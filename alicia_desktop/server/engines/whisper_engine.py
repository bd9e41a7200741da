"""Speech to text as the server uses it: a Whisper model that loads when somebody is about to speak."""

from collections.abc import Callable, Sequence
from pathlib import Path

from alicia_desktop.server.engines.contract import PartialTranscript, RecognizedSpeech, Samples
from alicia_desktop.server.engines.loading import Loading
from alicia_desktop.server.engines.partial_transcripts import PartialTranscriber
from alicia_desktop.server.engines.speech_to_text import Whisper, bundled_model


class _Loaded:
    """The model and what extends transcripts with it; used on one thread."""

    def __init__(self, whisper: Whisper) -> None:
        self.whisper = whisper
        self.partial = PartialTranscriber(whisper)


class WhisperEngine(Loading[_Loaded]):
    """Speech to text as the server uses it (`contract.SpeechToText`)."""

    def __init__(self, *, folder: Callable[[], Path] = bundled_model, threads: int = 1, language: str = "") -> None:
        """`folder` returns where the model is; it is called on the loading thread. `language` is as in `Whisper`."""
        super().__init__(
            name="speech recognition",
            find=lambda: (folder() / "model.bin").resolve(strict=True),
            load=lambda: _Loaded(Whisper(folder=folder(), threads=threads, language=language)),
            remedy="Its model is missing or damaged: install the program again. Writing works without it.",
        )

    async def transcribe(self, samples: Samples, *, names: Sequence[str] = ()) -> RecognizedSpeech:
        """See `contract.SpeechToText`."""
        return await self.use(lambda loaded: loaded.whisper.transcribe(samples, names=names))

    async def extend(self, partial: PartialTranscript, samples: Samples) -> PartialTranscript:
        """See `contract.SpeechToText`."""
        return await self.use(lambda loaded: loaded.partial.extend(partial, samples))
