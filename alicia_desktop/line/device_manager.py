"""Opens, changes and closes the sound devices of a line, one step after the other.

PortAudio can take seconds to open and may hang when a device was pulled out. So each step runs in a thread with a
deadline, and the steps come one at a time from a queue; the line itself never waits for them, and writing goes on
whatever they do.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Literal, TypeVar

from alicia_desktop.audio.contract import Sound
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames
from alicia_desktop.line.mic_gate import MicrophoneGate

if TYPE_CHECKING:
    from alicia_desktop.line.audio_pipeline import AudioPipeline
    from alicia_desktop.line.device_factory import DeviceName, OpenDevices
    from alicia_desktop.line.device_pair import DevicePair, Lost

log = get_logger(__name__)
Result = TypeVar("Result")

OPEN_SECONDS: Final = 12.0
"""Two devices with some attempts each; the first opening loads the models too."""
CLOSE_SECONDS: Final = 1.0
AGAIN_SECONDS: Final = 0.3
"""Between two tries to open what is missing: unplugged, or taken by another program."""
PLUG_SECONDS: Final = 1.0
"""How often it is looked whether a device was plugged in or out."""
GO_ON_SECONDS: Final = 5.0
"""A sentence goes on upon the next loudspeaker within this time; later, it is marked as cut."""


@dataclass(frozen=True, kw_only=True, slots=True)
class _LostDevices:
    """Devices of an open pair went away."""

    pair: "DevicePair"
    lost: "Lost"


@dataclass(frozen=True, kw_only=True, slots=True)
class _Again:
    """It is time to try again to open what is missing."""

    command: frames.OpenSound


@dataclass(frozen=True, kw_only=True, slots=True)
class _Plugged:
    """A device was plugged in or out."""


_Step = frames.OpenSound | frames.CloseSound | _LostDevices | _Again | _Plugged


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
        use_changed: Callable[[str], None],
    ) -> None:
        """Take `use_changed`, which is told of a link when `audible` or `opened_for` became it, or are it no more."""
        self._sound = sound
        self._clock = clock
        self._scope = scope
        self._emit = emit
        self._send = send
        self._use_changed = use_changed
        self._told = ("", "")
        """`audible` and `opened_for` as they were told last."""
        self._loop = asyncio.get_running_loop()
        self._steps: asyncio.Queue[_Step] = asyncio.Queue()
        self._gate = MicrophoneGate()
        self._pair: DevicePair | None = None
        self._wanted: frames.OpenSound | None = None
        """What was last asked for; None while the devices are to be closed."""
        self._lost: DeviceName | Literal[""] = ""
        """The name of what went away and was not replaced yet."""
        self._silent_since: float | None = None
        """When the loudspeaker was lost."""
        self._planned: frames.OpenSound | None = None
        """What another try is planned for."""
        self._watches_plugs = False
        self._stuck: set[asyncio.Future[Any]] = set()
        """Threads that did not come back in time."""
        self._attempt = 0
        """Counts openings, so that a thread which comes back too late closes what it opened."""
        self._closing = asyncio.Lock()
        self._woken = False
        scope.spawn("sound", self._run())

    @property
    def opened_for(self) -> str:
        """The link for which devices are open; empty while they are closed."""
        return self._pair.voice.command.link if self._pair is not None else ""

    @property
    def audible(self) -> str:
        """The link whose room hears the microphone; empty while that is closed or muted."""
        heard = self._pair is not None and self._pair.opened.microphone is not None and self._gate.mode != "muted"
        return self.opened_for if heard else ""

    def post(self, step: frames.OpenSound | frames.CloseSound) -> None:
        """Queue an opening, change or closing of the devices."""
        self._begin_to_watch()
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
        """List the devices; from now on it is told when one is plugged in or out."""
        self._begin_to_watch()
        found = await asyncio.to_thread(self._sound.devices)
        return frames.DevicesListed(
            inputs=found.inputs,
            outputs=found.outputs,
            default_input=found.default_input,
            default_output=found.default_output,
        )

    async def close(self) -> None:
        """Close the devices, within a second, for good or until they are asked for again."""
        self._wanted = None
        await self._close()

    async def _close(self) -> None:
        self._attempt += 1
        self._lost, self._silent_since = "", None
        async with self._closing:  # who ends the line waits for a closing that a step has begun, and does not cancel it
            pair, self._pair = self._pair, None
            if pair is not None:
                pair.end()
                self._on_gate_changed()
                if pair.opened.loudspeaker is not None:
                    pair.opened.loudspeaker.cut()
                await self._in_thread(pair.opened.close, CLOSE_SECONDS)

    def _on_gate_changed(self) -> None:
        if self._pair is not None:
            self._pair.voice.listening_changed()
        former, self._told = self._told, (self.audible, self.opened_for)
        if former != self._told:
            for link in {*former, *self._told} - {""}:
                self._use_changed(link)

    async def _run(self) -> None:
        while True:
            match await self._steps.get():
                case frames.OpenSound() as command:
                    self._wanted = command
                    await self._change(command)
                case frames.CloseSound():
                    await self.close()
                    self._emit(frames.SoundChanged(open=False))
                case _LostDevices(pair=pair, lost=lost):
                    await self._recover(pair, lost)
                case _Plugged():
                    await self._look_again()
                case _Again(command=command):
                    self._planned = None if self._planned is command else self._planned
                    await self._open_missing(command)

    async def _change(self, command: frames.OpenSound) -> None:
        pair = self._pair
        if pair is None or not pair.opened.anything or not _has_same_devices(command, pair):
            await self._close()
            self._emit(_changed(await self._open(command), link=command.link))
        else:
            if command.link == pair.voice.command.link:
                pair.voice.change(command)
            else:
                pair.voice.cut()
                pair.end()
                self._pair = self._start_pair(pair.opened, self._new_voice(pair.opened, command))
                self._on_gate_changed()
            self._emit(_changed(pair.opened, link=command.link))
        self._plan_another_try(command)

    async def _recover(self, pair: "DevicePair", lost: "Lost") -> None:
        """Go on with what is left, and open what was lost anew, the chosen device or else the system's default."""
        command, opened = self._wanted, pair.opened
        if command is None or pair is not self._pair:
            return
        left = opened.without(microphone=lost.microphone, loudspeaker=lost.loudspeaker)
        self._lost = lost.name
        if lost.loudspeaker and self._silent_since is None:
            self._silent_since = self._clock.monotonic()
        self._use(pair, left)
        await self._in_thread(lambda: opened.close(except_for=left), CLOSE_SECONDS)
        await self._open_missing(command, tells=True)

    def _begin_to_watch(self) -> None:
        """Watch for devices that are plugged in or out; most lines never sound, and need not."""
        if not self._watches_plugs:
            self._watches_plugs = True
            self._scope.spawn("plugs", self._watch_plugs())

    async def _watch_plugs(self) -> None:
        plugged = await self._loop.run_in_executor(None, self._sound.plugged)
        while True:
            await self._clock.sleep(PLUG_SECONDS)
            former, plugged = plugged, await self._loop.run_in_executor(None, self._sound.plugged)
            if plugged != former:
                self._steps.put_nowait(_Plugged())

    async def _look_again(self) -> None:
        """Open everything anew, the only way to see what was plugged in, and tell which devices there are now."""
        command, pair = self._wanted, self._pair
        if command is not None and pair is not None and not pair.opened.paced:
            opened = pair.opened
            left = opened.without(microphone=True, loudspeaker=True)
            self._lost = self._lost or "sound device"
            self._use(pair, left)
            await self._in_thread(opened.close, CLOSE_SECONDS)
            await self._open_missing(command, tells=True)
        self._emit(await self.list_devices())

    async def _open_missing(self, command: frames.OpenSound, *, tells: bool = False) -> None:
        """Open what is missing of the devices that are wanted; it `tells` how that went, or only of success."""
        if command is not self._wanted or not (tells or self._lacks_of(command)):
            return
        before = self._pair.opened if self._pair is not None else None
        opened = await self._open(command)
        if command is not self._wanted:
            return
        if tells or _are_others(opened, before):
            stands_in = not opened.has_chosen(command)
            self._emit(_changed(opened, link=command.link, lost=self._lost, stands_in=stands_in))
        self._give_up_the_sentence(opened)
        self._plan_another_try(command)

    def _give_up_the_sentence(self, opened: "OpenDevices") -> None:
        """Cut what was being said when the loudspeaker was lost, where that is too long ago."""
        if not opened.problems:
            self._lost = ""
        if opened.loudspeaker is not None:
            self._silent_since = None
        since = self._silent_since
        if since is not None and self._pair is not None and self._clock.monotonic() - since > GO_ON_SECONDS:
            self._pair.voice.cut()

    def _plan_another_try(self, command: frames.OpenSound) -> None:
        """Try again in a while where something is missing."""
        is_real = command.wav_input is None and command.wav_output is None
        if is_real and self._lacks_of(command) and self._planned is not command:
            self._planned = command
            self._scope.spawn("try again", self._post_later(_Again(command=command)))

    def _lacks_of(self, command: frames.OpenSound) -> bool:
        return self._pair is None or self._pair.opened.lacks_of(command)

    async def _post_later(self, step: _Step) -> None:
        if self._stuck:
            await asyncio.wait(self._stuck)
        await self._clock.sleep(AGAIN_SECONDS)
        self._steps.put_nowait(step)

    async def _open(self, command: frames.OpenSound) -> "OpenDevices":
        """Open what is missing, and use it; return what is open then."""
        from alicia_desktop.line.device_factory import timed_out  # noqa: PLC0415 - as in `_open_in_thread`

        pair = self._pair
        kept = pair.opened if pair is not None else None
        self._attempt += 1
        attempt = self._attempt
        opened = await self._in_thread(lambda: self._open_in_thread(command, attempt, kept), OPEN_SECONDS)
        if opened is None:
            self._attempt += 1
            return timed_out(kept)
        if attempt != self._attempt:
            await self._in_thread(opened.close, CLOSE_SECONDS)
        elif pair is not None:
            if _are_others(opened, kept):
                self._use(pair, opened)
        elif opened.anything:
            self._pair = self._start_pair(opened, self._new_voice(opened, command))
            self._on_gate_changed()
        return opened

    def _open_in_thread(self, command: frames.OpenSound, attempt: int, kept: "OpenDevices | None") -> "OpenDevices":
        from alicia_desktop.line.device_factory import open_devices  # noqa: PLC0415 - brings NumPy, a third of a start, and most lines never sound

        opened = open_devices(
            self._sound,
            command,
            wake=self._wake,
            on_wav_end=lambda: self._emit(frames.WavEnded()),
            kept=kept,
            falls_back=bool(self._lost),
        )
        if attempt != self._attempt:
            opened.close(except_for=kept)
        return opened

    def _use(self, pair: "DevicePair", opened: "OpenDevices") -> None:
        """Let the voice of a pair go on with other devices."""
        pair.end()
        pair.voice.use(opened)
        self._pair = self._start_pair(opened, pair.voice)
        self._on_gate_changed()

    def _new_voice(self, opened: "OpenDevices", command: frames.OpenSound) -> "AudioPipeline":
        from alicia_desktop.line.audio_pipeline import AudioPipeline  # noqa: PLC0415 - as in `_open_in_thread`

        voice = AudioPipeline(
            opened=opened,
            command=command,
            gate=self._gate,
            send=lambda frame: self._send(command.link, frame),
            emit=self._emit,
        )
        voice.change(command)
        return voice

    def _start_pair(self, opened: "OpenDevices", voice: "AudioPipeline") -> "DevicePair":
        from alicia_desktop.line.device_pair import DevicePair  # noqa: PLC0415 - as in `_open_in_thread`

        return DevicePair(
            opened=opened,
            voice=voice,
            clock=self._clock,
            scope=self._scope,
            emit=self._emit,
            on_lost=lambda pair, lost: self._steps.put_nowait(_LostDevices(pair=pair, lost=lost)),
        )

    async def _in_thread(self, work: Callable[[], Result], seconds: float) -> Result | None:
        """Run `work` in a thread; return None when it takes too long, and leave the thread to itself."""
        future = self._loop.run_in_executor(None, work)
        done, _ = await asyncio.wait({future}, timeout=seconds)
        if done:
            return future.result()
        log.error("sound devices do not answer", seconds=seconds)
        self._stuck.add(future)
        future.add_done_callback(self._stuck.discard)
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


def _changed(
    opened: "OpenDevices", *, link: str, lost: "DeviceName | Literal['']" = "", stands_in: bool = False
) -> frames.SoundChanged:
    from alicia_desktop.line.device_factory import sound_changed  # noqa: PLC0415 - as in `DeviceManager._open_in_thread`

    return sound_changed(opened, link=link, lost=lost, stands_in=stands_in)


def _are_others(opened: "OpenDevices", before: "OpenDevices | None") -> bool:
    if before is None:
        return opened.anything
    return opened.microphone is not before.microphone or opened.loudspeaker is not before.loudspeaker


def _has_same_devices(command: frames.OpenSound, pair: "DevicePair") -> bool:
    names = ("input", "output", "wav_input", "wav_output", "listens")
    now = pair.voice.command
    return pair.opened.has_chosen(command) and all(getattr(command, name) == getattr(now, name) for name in names)
