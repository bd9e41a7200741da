"""PortAudio as `Sound`: which devices there are, and opening them, with its errors put into sentences.

PortAudio reads the list of devices once, when it starts; only stopping and starting it shows what was plugged in
since, and that would end every open stream. So the list is read anew only while nothing is open. On Linux the same
card shows up many times (ALSA's `hw:`, `dmix`, `front`, … beside PulseAudio's `pulse` and `default`); all are shown as
they are named, because which one works differs by machine, and the default is the one to take.
"""

import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, Final, Literal, TypeVar

from alicia_desktop.audio.contract import Devices, Loudspeaker, Microphone, Wake
from alicia_desktop.audio.device_streams import DeviceLoudspeaker, DeviceMicrophone
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.translation import translate

log = get_logger(__name__)
Opened = TypeVar("Opened", bound=DeviceMicrophone | DeviceLoudspeaker)
Kind = Literal["input", "output"]

START_SECONDS: Final = (0.45, 0.6, 1.0, 3.0)
"""How long each attempt to open a device waits for its first sound, which comes within 0.3 s from most that work."""
TIMED_OUT: Final = -9987
"""PortAudio's code where its own thread was not up within a second, as happens on a busy machine."""
CARDS: Final = Path("/proc/asound/cards")
_CODES: dict[Kind, str] = {"input": "no_microphone", "output": "no_loudspeaker"}
_NAMES: dict[Kind, str] = {"input": "microphone", "output": "loudspeaker"}
_REFUSALS: dict[Kind, tuple[str, str, str]] = {
    "input": (
        translate("No microphone: the system library PortAudio is missing. Install libportaudio2."),
        translate("The microphone “{name}” cannot be opened. Connect it or choose another in settings."),
        translate("No microphone can be opened. Connect one, or choose one in settings."),
    ),
    "output": (
        translate("No loudspeaker: the system library PortAudio is missing. Install libportaudio2."),
        translate("The loudspeaker “{name}” cannot be opened. Connect it or choose another in settings."),
        translate("No loudspeaker can be opened. Connect one, or choose one in settings."),
    ),
}
"""Without a library, without the device that was chosen, without any."""


class PortAudioSound:
    """The sound system of this computer. One a process; its calls block and may come from any thread."""

    def __init__(self, *, cards: Path = CARDS) -> None:
        self._cards = cards
        self._lock = threading.RLock()
        self._open = 0
        self._refusals: dict[Kind, str] = {}
        """What was logged of it last: who waits for a device tries three times a second."""

    def devices(self) -> Devices:
        """List the devices, looking again when nothing is open."""
        with self._lock:
            try:
                library = _library()
                if not self._open:
                    _look_again(library)
                return _listed(library)
            except (OSError, _port_audio_error()) as error:
                log.info("no sound system", reason=type(error).__name__)
                return Devices()

    def plugged(self) -> str:
        """Return the kernel's list of cards, which costs nothing and disturbs no stream; only Linux has it."""
        try:
            return self._cards.read_text(errors="replace")
        except OSError:
            return ""

    def open_microphone(self, name: str | None, wake: Wake | None) -> Microphone:
        """Open an input."""
        return self._opened(
            "input",
            name,
            lambda device, named: DeviceMicrophone(
                device=device, name=named, wake=wake, lock=self._lock, on_close=self._on_close
            ),
        )

    def open_loudspeaker(self, name: str | None, wake: Wake | None) -> Loudspeaker:
        """Open an output."""
        return self._opened(
            "output",
            name,
            lambda device, named: DeviceLoudspeaker(
                device=device, name=named, wake=wake, lock=self._lock, on_close=self._on_close
            ),
        )

    def _opened(self, kind: Kind, name: str | None, make: Callable[[int | None, str], Opened]) -> Opened:
        with self._lock:
            try:
                library = _library()
                if not self._open:
                    _look_again(library)
                device, named = _chosen(library, kind, name)
                opened = self._flowing(lambda: make(device, named))
            except (OSError, ValueError, _port_audio_error()) as error:
                self._log_refused(kind, str(error))
                raise _refused(kind, name, error) from error

            self._refusals.pop(kind, None)
            return opened

    def _log_refused(self, kind: Kind, reason: str) -> None:
        if self._refusals.get(kind) != reason:
            log.info("sound device refused", kind=_NAMES[kind], reason=reason)
        self._refusals[kind] = reason

    def _flowing(self, make: Callable[[], Opened]) -> Opened:
        """Return a device whose sound flows: through ALSA's plugin for PulseAudio some streams open and never start.

        Raises:
            OSError: it did not start in any attempt.
        """
        for seconds in START_SECONDS:
            try:
                opened = make()
            except _port_audio_error() as error:
                if TIMED_OUT not in error.args:
                    raise
                continue
            self._open += 1
            if opened.flowing.wait(seconds):
                return opened
            if not self._refusals:
                log.info("sound device opened and did not start", name=opened.name, seconds=seconds)
            opened.close()
        raise OSError("no sound flows")

    def _on_close(self) -> None:
        self._open -= 1  # under the lock


def _library() -> ModuleType:
    """Return sounddevice; importing it raises OSError where PortAudio is not installed."""
    import sounddevice  # noqa: PLC0415  PortAudio looks for devices while it is imported

    return sounddevice  # type: ignore[no-any-return]  # the library ships no types


def _port_audio_error() -> type[Exception]:
    """Return PortAudio's own error, or one that never comes where there is no PortAudio."""
    try:
        return _library().PortAudioError  # type: ignore[no-any-return]  # the library ships no types
    except OSError:
        return OSError


def _look_again(library: ModuleType) -> None:
    """Stop and start PortAudio: its only way to see what was plugged in."""
    if library._initialized:  # noqa: SLF001  not after a start that failed: stopping again would fail ever after
        library._terminate()  # noqa: SLF001  documented by sounddevice as the way to look again, though named so
    library._initialize()  # noqa: SLF001


def _listed(library: ModuleType) -> Devices:
    found = list(library.query_devices())
    default_input, default_output = library.default.device
    return Devices(
        inputs=_names(found, "max_input_channels"),
        outputs=_names(found, "max_output_channels"),
        default_input=_name_at(found, default_input),
        default_output=_name_at(found, default_output),
    )


def _names(found: list[dict[str, Any]], channels: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(each["name"]) for each in found if each[channels] > 0))


def _name_at(found: list[dict[str, Any]], index: int) -> str | None:
    return str(found[index]["name"]) if 0 <= index < len(found) else None


def _chosen(library: ModuleType, kind: Kind, name: str | None) -> tuple[int | None, str]:
    """Return number and name of the device called `name`, or of the default one.

    Raises:
        ValueError: no device has this name, or there is no default.
    """
    if name is None:
        return None, str(library.query_devices(kind=kind)["name"])
    for index, device in enumerate(library.query_devices()):
        if device["name"] == name and device[f"max_{kind}_channels"] > 0:
            return index, name
    raise ValueError(name)


def _refused(kind: Kind, name: str | None, error: Exception) -> WorldError:
    no_library, no_chosen, none = _REFUSALS[kind]
    if "PortAudio library" in str(error):
        sentence = no_library
    else:
        sentence = none if name is None else no_chosen.format(name=name)
    return WorldError(sentence=sentence, code=_CODES[kind], retry=True)
