"""Plays pieces of stored sound from any place of them, on the loudspeaker of this computer: no microphone, no room.

player = SoundPlayer(line=line, choice=lambda: SoundChoice(), give_back=lambda: line.post(frames.CloseSound()))
player.changed.connect(on_change)      # `open` once the loudspeaker is there, `closed` where it is not any more
player.open()
player.play("am_2", 1, pcm)            # after what is being played
player.cut()                           # silence at once; the loudspeaker stays
player.close()                         # whoever had the devices takes them again
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Literal

from alicia_desktop.base.ids import new_id
from alicia_desktop.base.observable import Signal
from alicia_desktop.line import frames
from alicia_desktop.session.speech import SoundChoice
from alicia_desktop.session.voice_state import VoiceState

PlayerState = Literal["closed", "opening", "open"]


class SoundPlayer:
    """One loudspeaker for stored sound."""

    def __init__(
        self, *, line: frames.Line, choice: Callable[[], SoundChoice], give_back: Callable[[], object]
    ) -> None:
        """`give_back` is called when the devices are not needed any more, and nobody else has taken them."""
        self.state: PlayerState = "closed"
        self.problem = ""
        """Why there is no loudspeaker, as a sentence; empty where it was closed."""
        self.changed: Signal[PlayerState] = Signal()
        self._line, self._choice, self._give_back = line, choice, give_back
        self._link = ""
        """A link that leads nowhere: stored sound is only played."""
        self._message_id = ""
        self._disconnect = line.event_received.connect(self._on_line)

    def open(self) -> None:
        """Open the loudspeaker, where it is not."""
        if self.state != "closed":
            return
        self._link, choice = new_id("replay "), self._choice()
        self._line.post(
            frames.OpenSound(
                link=self._link,
                output=choice.output or None,
                wav_output=choice.wav_output,
                volume=choice.volume,
                listens=False,
            )
        )
        self._set("opening")

    def play(self, message_id: str, sequence: int, pcm: bytes) -> None:
        """Play a piece of sound after what is being played; without a loudspeaker there is none."""
        if self.state == "open" and pcm:
            self._message_id = message_id
            self._line.post(frames.PlaySentence(link=self._link, message_id=message_id, sequence=sequence, pcm=pcm))

    def cut(self) -> None:
        """Stop what is being played."""
        if self._message_id:
            self._line.post(frames.ClearSound(link=self._link, message_id=self._message_id))
            self._message_id = ""

    def close(self) -> bool:
        """Stop, and give the devices back; return whether it had them."""
        if self.state == "closed":
            return False
        self.cut()
        self._set("closed")
        self._give_back()
        return True

    def override(self, voice: VoiceState) -> VoiceState:
        """Return the voice state while stored sound is played: nobody is listened to."""
        return voice if self.state == "closed" else replace(voice, open=False)

    def end(self) -> None:
        """Close, and disconnect from the line."""
        self.close()
        self._disconnect()

    def _set(self, state: PlayerState, problem: str = "") -> None:
        self.state, self.problem = state, problem
        self.changed.emit(state)

    def _on_line(self, event: frames.LineEvent) -> None:
        if self.state == "closed":
            return
        match event:
            case frames.SoundChanged(opened_for=link) if link == self._link and event.output is not None:
                self._set("open")
            case frames.SoundChanged(opened_for=link) if link == self._link:
                self._message_id = ""
                self._set("closed", event.sentence)
                self._give_back()
            case frames.SoundChanged() if self.state == "open":
                self._message_id = ""
                self._set("closed")  # somebody else has the devices now
            case frames.LineRestarted():
                self._message_id = ""
                self._set("closed")
            case _:
                pass
