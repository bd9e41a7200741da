"""Somebody who speaks into the microphone: sentences in the bundled voice, played into the test's own sound card."""

import wave
from dataclasses import dataclass
from pathlib import Path

from alicia_desktop.server.engines.text_to_speech import Hibari
from tests.support.sound_card import SoundCard


@dataclass(frozen=True, kw_only=True)
class Speaker:
    """Keeps one voice loaded."""

    card: SoundCard
    voice: Hibari
    folder: Path

    def say(self, text: str) -> None:
        """Speak; comes back when it was said."""
        wav = self.folder / "said.wav"
        with wave.open(str(wav), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(48_000)
            file.writeframes(self.voice.speak(text))
        self.card.play(wav)
