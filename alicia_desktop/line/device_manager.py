"""Opens, changes and closes the sound devices of a line, one step after the other.

PortAudio can take seconds to open and may hang when a device was pulled out. So each step runs in a thread with a
deadline, and the steps come one at a time from a queue; the line itself never waits for them, and writing goes on
whatever they do.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec

from alicia_desktop.audio.contract import Sound
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames
from alicia_desktop.line.mic_gate import MicrophoneGate

if TYPE_CHECKING:
    from alicia_desktop.line.audio_pipeline import AudioPipeline
    from alicia_desktop.line.device_factory import OpenDevices
    from alicia_desktop.line.device_pair import DevicePair

log = get_logger(__name__)
Result = TypeVar("Result")

OPEN_SECONDS: Final = 12.0
"""Two devices with three attempts each; the first opening loads the models too."""
CLOSE_SECONDS: Final = 1.0


@dataclass(frozen=True, kw_only=True, slots=True)
class _Lost:
    """A device of the open pair went away."""

    what: str


_Step = frames.OpenSound | frames.CloseSound | _Lost


class DeviceManager:
    """Owns the sound devices of a line: at most one pair is open, for one link."""

    def __init__(
        self,
        *,
        sound: Sound,
        clock: Clock,
        scope: Scope,
        emit: Callable[[frames.LineEvent], None],
        send: Callable[[str, bytes], None],
        mute: Callable[[str, bool], None],
    ) -> None:
        """Take `mute`, which is told of a link when its room may no longer hear the microphone, or may again."""
        self._sound = sound
        self._clock = clock
        self._scope = scope
        self._emit = emit
        self._send = send
        self._mute = mute
        self.audible = ""
        """The link whose room hears the microphone; none while that is closed or muted."""
        self._loop = asyncio.get_running_loop()
        self._steps: asyncio.Queue[_Step] = asyncio.Queue()
        self._gate = MicrophoneGate()
        self._pair: DevicePair | None = None
        self._attempt = 0
        """Counts openings, so that a thread which comes back too late closes what it opened."""
        self._closing = asyncio.Lock()
        self._woken = False
        scope.spawn("sound", self._run())

    def post(self, step: frames.OpenSound | frames.CloseSound) -> None:
        """Queue an opening, change or closing of the devices."""
        self._steps.put_nowait(step)

    def voice_of(self, link: str) -> "AudioPipeline | None":
        """Return the audio pipeline of `link`, or None where its sound goes elsewhere."""
        return self._pair.voice if self._pair is not None and self._pair.voice.command.link == link else None

    def set_mode(self, mode: frames.VoiceMode) -> None:
        """Change the mode of the voice."""
        self._gate.set_mode(mode)
        self._on_gate_changed()

    def hold(self, *, down: bool) -> None:
        """Press or release the key of hold-to-talk."""
        ahead = self._gate.hold(down=down)
        if self._pair is not None:
            for frame in ahead:
                self._send(self._pair.voice.command.link, frame)
        self._on_gate_changed()

    def play_chime(self) -> None:
        """Play a test sound when a loudspeaker is open."""
        if self._pair is not None:
            self._pair.voice.play_chime()

    async def list_devices(self) -> frames.DevicesListed:
        """List the devices."""
        found = await asyncio.to_thread(self._sound.devices)
        return frames.DevicesListed(
            inputs=found.inputs,
            outputs=found.outputs,
            default_input=found.default_input,
            default_output=found.default_output,
        )

    async def close(self) -> None:
        """Close the devices, within a second."""
        self._attempt += 1
        async with self._closing:  # who ends the line waits for a closing that a step has begun, and does not cancel it
            pair, self._pair = self._pair, None
            if pair is not None:
                pair.end()
                self._on_gate_changed()
                await self._in_thread(pair.opened.close, CLOSE_SECONDS)

    def _on_gate_changed(self) -> None:
        if self._pair is not None:
            self._pair.voice.listening_changed()
        heard = self._pair is not None and self._pair.opened.microphone is not None and self._gate.mode != "muted"
        former, self.audible = self.audible, self._pair.voice.command.link if heard and self._pair is not None else ""
        if former != self.audible:
            for link, muted in ((former, True), (self.audible, False)):
                if link:
                    self._mute(link, muted)

    async def _run(self) -> None:
        while True:
            match await self._steps.get():
                case frames.OpenSound() as command:
                    await self._change(command)
                case frames.CloseSound():
                    await self.close()
                    self._emit(frames.SoundChanged(open=False))
                case _Lost(what=what):
                    await self._recover(what)

    async def _change(self, command: frames.OpenSound) -> None:
        pair = self._pair
        if pair is None or not _same_devices(command, pair.voice.command):
            await self.close()
            self._emit(_changed(await self._open(command), link=command.link))
            return
        if command.link == pair.voice.command.link:
            pair.voice.change(command)
        else:
            pair.voice.cut()
            pair.end()
            self._pair = self._start_pair(pair.opened, command)
            self._on_gate_changed()
        self._emit(_changed(pair.opened, link=command.link))

    async def _recover(self, what: str) -> None:
        """Open the system's defaults after a device was lost, unless it never gave any sound at all."""
        if self._pair is None:
            return
        voice = self._pair.voice
        await self.close()
        opened = None
        if voice.recorded_frames or voice.played_frames:
            opened = await self._open(msgspec.structs.replace(voice.command, input=None, output=None))
        self._emit(_changed(opened, link=voice.command.link, lost=what))

    async def _open(self, command: frames.OpenSound) -> "OpenDevices | None":
        self._attempt += 1
        attempt = self._attempt
        opened = await self._in_thread(lambda: self._open_in_thread(command, attempt), OPEN_SECONDS)
        if opened is None:
            self._attempt += 1
        elif attempt != self._attempt:
            await self._in_thread(opened.close, CLOSE_SECONDS)
        elif opened.anything:
            self._pair = self._start_pair(opened, command)
            self._on_gate_changed()
        return opened

    def _open_in_thread(self, command: frames.OpenSound, attempt: int) -> "OpenDevices":
        from alicia_desktop.line.device_factory import open_devices  # noqa: PLC0415 - brings NumPy, a third of a start, and most lines never sound

        opened = open_devices(self._sound, command, wake=self._wake, on_wav_end=lambda: self._emit(frames.WavEnded()))
        if attempt != self._attempt:
            opened.close()
        return opened

    def _start_pair(self, opened: "OpenDevices", command: frames.OpenSound) -> "DevicePair":
        from alicia_desktop.line.audio_pipeline import AudioPipeline  # noqa: PLC0415 - as in `_open_in_thread`
        from alicia_desktop.line.device_pair import DevicePair  # noqa: PLC0415 - as above

        voice = AudioPipeline(
            opened=opened,
            command=command,
            gate=self._gate,
            send=lambda frame: self._send(command.link, frame),
            emit=self._emit,
        )
        voice.change(command)
        return DevicePair(
            opened=opened,
            voice=voice,
            clock=self._clock,
            scope=self._scope,
            emit=self._emit,
            on_lost=lambda what: self._steps.put_nowait(_Lost(what=what)),
        )

    async def _in_thread(self, work: Callable[[], Result], seconds: float) -> Result | None:
        """Run `work` in a thread; return None when it takes too long, and leave the thread to itself."""
        try:
            return await asyncio.wait_for(asyncio.to_thread(work), seconds)
        except TimeoutError:
            log.error("sound devices do not answer", seconds=seconds)
            return None

    def _wake(self) -> None:
        """From a device's thread: let the loop pump, once for all frames that come until then."""
        if not self._woken:
            self._woken = True
            self._loop.call_soon_threadsafe(self._pump)

    def _pump(self) -> None:
        self._woken = False
        if self._pair is not None:
            self._pair.voice.pump()


def _changed(opened: "OpenDevices | None", *, link: str, lost: str = "") -> frames.SoundChanged:
    from alicia_desktop.line.device_factory import sound_changed  # noqa: PLC0415 - as in `DeviceManager._open_in_thread`

    return sound_changed(opened, link=link, lost=lost)


def _same_devices(one: frames.OpenSound, other: frames.OpenSound) -> bool:
    names = ("input", "output", "wav_input", "wav_output", "listens")
    return all(getattr(one, name) == getattr(other, name) for name in names)
