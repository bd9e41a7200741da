"""Speech to text as the server uses it: a Whisper model that loads when somebody is about to speak."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from alicia_desktop.server.engines.contract import PartialTranscript, RecognizedSpeech, Samples
from alicia_desktop.server.engines.loading import Loading
from alicia_desktop.server.engines.partial_transcripts import PartialTranscriber
from alicia_desktop.server.engines.speech_to_text import Whisper, bundled_model

INSTALL_AGAIN: Final = "Its model is missing or damaged: install the program again. Writing works without it."
CHECK_FOLDER: Final = (
    "Check the folder of the speech model in the settings: it needs model.bin, config.json, tokenizer.json and the "
    "vocabulary of a Whisper model for CTranslate2. One that is named by its repository has to be downloaded first "
    "(Settings, Model). Writing works without it."
)


class _Loaded:
    """The model and what extends transcripts with it; used on one thread."""

    def __init__(self, whisper: Whisper) -> None:
        self.whisper = whisper
        self.partial = PartialTranscriber(whisper)


class WhisperEngine(Loading[_Loaded]):
    """Speech to text as the server uses it (`contract.SpeechToText`)."""

    def __init__(
        self,
        *,
        folder: Callable[[], Path] = bundled_model,
        threads: int = 1,
        language: str = "",
        remedy: str = INSTALL_AGAIN,
    ) -> None:
        """`folder` returns where the model is; it is called on the loading thread. `language` is as in `Whisper`.

        `remedy` says what to do where it is not there.
        """
        super().__init__(
            name="speech recognition",
            find=lambda: [(folder() / name).resolve(strict=True) for name in ("model.bin", "tokenizer.json")],
            load=lambda: _Loaded(Whisper(folder=folder(), threads=threads, language=language)),
            remedy=remedy,
        )

    async def transcribe(self, samples: Samples, *, names: Sequence[str] = ()) -> RecognizedSpeech:
        """See `contract.SpeechToText`."""
        return await self.use(lambda loaded: loaded.whisper.transcribe(samples, names=names))

    async def extend(self, partial: PartialTranscript, samples: Samples) -> PartialTranscript:
        """See `contract.SpeechToText`."""
        return await self.use(lambda loaded: loaded.partial.extend(partial, samples))
