"""Opens a microphone and a loudspeaker, real or wav, and reports what became of each.

Each is opened on its own: what one cannot do does not stop the other.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final, Literal, TypeVar

from alicia_desktop.audio.activity import VoiceActivity
from alicia_desktop.audio.contract import Loudspeaker, Microphone, Paced, Sound, Wake
from alicia_desktop.audio.interruption import InterruptionDetector
from alicia_desktop.audio.levels import from_meter
from alicia_desktop.audio.processing import Processing
from alicia_desktop.audio.wav import WavLoudspeaker, WavMicrophone
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import translate
from alicia_desktop.line.frames import OpenSound, SoundChanged

Device = TypeVar("Device")
DeviceName = Literal["microphone", "loudspeaker", "sound device"]

_WAV: Final = (WavMicrophone, WavLoudspeaker)
LOST: Final[Mapping[DeviceName, str]] = {
    "microphone": translate(
        "The microphone was disconnected. Connect it again or choose another in settings; writing goes on working."
    ),
    "loudspeaker": translate(
        "The loudspeaker was disconnected. Connect it again or choose another in settings; writing goes on working."
    ),
    "sound device": translate(
        "The sound device was disconnected. Connect it again or choose another in settings; writing goes on working."
    ),
}
FELL_BACK: Final[Mapping[DeviceName, str]] = {
    "microphone": translate("The microphone was disconnected; the system's default is used now."),
    "loudspeaker": translate("The loudspeaker was disconnected; the system's default is used now."),
    "sound device": translate("The sound device was disconnected; the system's default is used now."),
}
TIMED_OUT: Final = translate(
    "The sound devices do not answer. Check them and open the microphone again; writing goes on working."
)


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

    def lacks_of(self, command: OpenSound) -> bool:
        """Return whether something that `command` asks for is not open."""
        return self.loudspeaker is None or (command.listens and self.microphone is None)

    def without(self, *, microphone: bool, loudspeaker: bool) -> "OpenDevices":
        """Return what is left when the devices that are named are lost; what was learned of the room is kept."""
        return replace(
            self,
            microphone=None if microphone else self.microphone,
            loudspeaker=None if loudspeaker else self.loudspeaker,
        )

    def has_chosen(self, command: OpenSound) -> bool:
        """Return whether no other device stands in for one that `command` names."""
        chosen = ((self.microphone, command.input), (self.loudspeaker, command.output))
        return all(device is None or isinstance(device, _WAV) or name in {None, device.name} for device, name in chosen)

    def close(self, *, except_for: "OpenDevices | None" = None) -> None:
        """Close both devices, `except_for` those that others hold; may block."""
        held = (except_for.microphone, except_for.loudspeaker) if except_for is not None else ()
        for device in (self.microphone, self.loudspeaker):
            if device is not None and device not in held:
                device.close()


def open_devices(
    sound: Sound,
    command: OpenSound,
    *,
    wake: Wake,
    on_wav_end: Callable[[], None],
    kept: OpenDevices | None = None,
    falls_back: bool = False,
) -> OpenDevices:
    """Open what `command` asks for and is not among the `kept`; blocks for up to some seconds, so call it in a thread.

    Where it `falls_back`, the system's default stands in for a device that cannot be opened.
    """
    if falls_back:
        sound = _FallingBack(sound)
    problems: list[WorldError] = []
    microphone = kept.microphone if kept is not None else None
    if microphone is None and command.listens:
        microphone = _try(lambda: _microphone(sound, command, wake, on_wav_end), problems)
    loudspeaker = kept.loudspeaker if kept is not None else None
    if loudspeaker is None:
        # One clock is enough: the microphone's blocks also move on what was played.
        speaker_wake = wake if microphone is None else None
        loudspeaker = _try(lambda: _loudspeaker(sound, command, speaker_wake), problems)
    return _joined(command, microphone, loudspeaker, kept, problems)


def _joined(
    command: OpenSound,
    microphone: Microphone | None,
    loudspeaker: Loudspeaker | None,
    kept: OpenDevices | None,
    problems: list[WorldError],
) -> OpenDevices:
    """Return both devices with what is made of the microphone's sound; what was made for others is used again."""
    processing, activity, interruption = None, None, None
    if kept is not None:
        processing, activity, interruption = kept.processing, kept.activity, kept.interruption
    if microphone is not None and processing is None:
        processing, activity = Processing(), _try(lambda: _activity(command), problems)
    if interruption is None and activity is not None and loudspeaker is not None:
        interruption = InterruptionDetector(activity=_activity(command))
    return OpenDevices(
        microphone=microphone,
        loudspeaker=loudspeaker,
        processing=processing,
        activity=activity,
        interruption=interruption,
        paced=tuple(each for each in (microphone, loudspeaker) if isinstance(each, _WAV)),
        problems=tuple(problems),
    )


def timed_out(kept: OpenDevices | None) -> OpenDevices:
    """Return what is open when the devices do not answer: those that are `kept`."""
    nothing = OpenDevices(
        microphone=None,
        loudspeaker=None,
        processing=None,
        activity=None,
        interruption=None,
        paced=(),
        problems=(),
    )
    return replace(kept or nothing, problems=(WorldError(sentence=TIMED_OUT, code="device_lost", retry=True),))


def sound_changed(
    opened: OpenDevices, *, link: str, lost: DeviceName | Literal[""] = "", stands_in: bool = False
) -> SoundChanged:
    """Return the event that reports what was opened for `link`.

    `lost` names a device that went away; `stands_in`: the system's default is used in its place.
    """
    problem = opened.problems[0] if opened.problems else None
    sentence = problem.sentence if problem is not None else ""
    code = problem.code if problem is not None else ""
    if lost and (problem is not None or stands_in):
        code, sentence = "device_lost", (LOST if problem is not None else FELL_BACK)[lost]
    return SoundChanged(
        open=opened.anything,
        opened_for=link,
        input=opened.microphone.name if opened.microphone is not None else None,
        output=opened.loudspeaker.name if opened.loudspeaker is not None else None,
        code=code,
        sentence=sentence,
    )


class _FallingBack:
    """A sound system that opens the default where a named device cannot be opened."""

    def __init__(self, sound: Sound) -> None:
        self._sound = sound
        self.devices, self.plugged = sound.devices, sound.plugged

    def open_microphone(self, name: str | None, wake: Wake | None) -> Microphone:
        """Open an input, by name or else the default."""
        return _or_default(name, lambda chosen: self._sound.open_microphone(chosen, wake))

    def open_loudspeaker(self, name: str | None, wake: Wake | None) -> Loudspeaker:
        """Open an output, by name or else the default."""
        return _or_default(name, lambda chosen: self._sound.open_loudspeaker(chosen, wake))


def _or_default(name: str | None, open_one: Callable[[str | None], Device]) -> Device:
    try:
        return open_one(name)
    except WorldError:
        if name is None:
            raise
        return open_one(None)


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
