"""Opens a microphone and a loudspeaker, real or wav, and reports what became of each.

Each is opened on its own: what one cannot do does not stop the other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final, TypeVar

from alicia_desktop.audio.activity import VoiceActivity
from alicia_desktop.audio.contract import Loudspeaker, Microphone, Paced, Sound, Wake
from alicia_desktop.audio.interruption import InterruptionDetector
from alicia_desktop.audio.levels import from_meter
from alicia_desktop.audio.processing import Processing
from alicia_desktop.audio.wav import WavLoudspeaker, WavMicrophone
from alicia_desktop.base.errors import WorldError
from alicia_desktop.line.frames import OpenSound, SoundChanged

Device = TypeVar("Device")

_WAV: Final = (WavMicrophone, WavLoudspeaker)
LOST: Final = "The {what} was disconnected. Connect it again or choose another in settings; writing goes on working."
FELL_BACK: Final = "The {what} was disconnected; the system's default is used now."
TIMED_OUT: Final = "The sound devices do not answer. Check them and open the microphone again; writing goes on working."


@dataclass(frozen=True, kw_only=True, slots=True)
class OpenDevices:
    """Open devices, with the processing and voice activity of the microphone's sound."""

    microphone: Microphone | None
    loudspeaker: Loudspeaker | None
    processing: Processing | None
    """Without a microphone there is nothing to clean."""
    activity: VoiceActivity | None
    """None without a microphone, or where the model cannot be loaded."""
    interruption: InterruptionDetector | None
    """None where there is no voice activity, or nothing to interrupt."""
    paced: tuple[Paced, ...]
    """Those of the two that are wav files."""
    problems: tuple[WorldError, ...]

    @property
    def microphone_is_real(self) -> bool:
        """Return whether the microphone is a device that can be lost or silent."""
        return self.microphone is not None and not isinstance(self.microphone, _WAV)

    @property
    def loudspeaker_is_real(self) -> bool:
        """Return whether the loudspeaker is a device that can be lost."""
        return self.loudspeaker is not None and not isinstance(self.loudspeaker, _WAV)

    @property
    def anything(self) -> bool:
        """Return whether at least one of the two is open."""
        return self.microphone is not None or self.loudspeaker is not None

    def close(self) -> None:
        """Close both devices; may block."""
        for device in (self.microphone, self.loudspeaker):
            if device is not None:
                device.close()


def open_devices(sound: Sound, command: OpenSound, *, wake: Wake, on_wav_end: Callable[[], None]) -> OpenDevices:
    """Open what `command` asks for; blocks for up to some seconds, so call it in a thread."""
    problems: list[WorldError] = []
    microphone = _try(lambda: _microphone(sound, command, wake, on_wav_end), problems) if command.listens else None
    # One clock is enough: the microphone's blocks also move on what was played.
    speaker_wake = wake if microphone is None else None
    loudspeaker = _try(lambda: _loudspeaker(sound, command, speaker_wake), problems)
    activity = _try(lambda: _activity(command), problems) if microphone is not None else None
    hears_both = activity is not None and loudspeaker is not None
    interruption = InterruptionDetector(activity=_activity(command)) if hears_both else None
    processing = Processing() if microphone is not None else None
    if processing is not None and microphone is not None and loudspeaker is not None:
        processing.set_delay(seconds=microphone.latency + loudspeaker.latency)
    return OpenDevices(
        microphone=microphone,
        loudspeaker=loudspeaker,
        processing=processing,
        activity=activity,
        interruption=interruption,
        paced=tuple(each for each in (microphone, loudspeaker) if isinstance(each, _WAV)),
        problems=tuple(problems),
    )


def sound_changed(opened: OpenDevices | None, *, link: str, lost: str = "") -> SoundChanged:
    """Return the event that reports what was opened for `link`; None: the devices did not answer.

    `lost` names a device that went away.
    """
    if opened is None:
        sentence = LOST.format(what=lost) if lost else TIMED_OUT
        return SoundChanged(open=False, opened_for=link, code="device_lost", sentence=sentence)
    problem = opened.problems[0] if opened.problems else None
    sentence = problem.sentence if problem is not None else ""
    code = problem.code if problem is not None else ""
    if lost:
        code, sentence = "device_lost", (LOST if problem is not None else FELL_BACK).format(what=lost)
    return SoundChanged(
        open=opened.anything,
        opened_for=link,
        input=opened.microphone.name if opened.microphone is not None else None,
        output=opened.loudspeaker.name if opened.loudspeaker is not None else None,
        code=code,
        sentence=sentence,
    )


def _try(open_one: Callable[[], Device], problems: list[WorldError]) -> Device | None:
    try:
        return open_one()
    except WorldError as error:
        problems.append(error)
        return None


def _activity(command: OpenSound) -> VoiceActivity:
    return VoiceActivity(floor_dbfs=from_meter(command.threshold))


def _microphone(sound: Sound, command: OpenSound, wake: Wake, on_wav_end: Callable[[], None]) -> Microphone:
    if command.wav_input is not None:
        return WavMicrophone(Path(command.wav_input), on_end=on_wav_end)
    return sound.open_microphone(command.input, wake)


def _loudspeaker(sound: Sound, command: OpenSound, wake: Wake | None) -> Loudspeaker:
    if command.wav_output is not None:
        return WavLoudspeaker(Path(command.wav_output))
    return sound.open_loudspeaker(command.output, wake)
