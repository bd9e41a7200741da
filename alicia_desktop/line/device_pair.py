"""Runs one open pair of devices: the ticks of wav files, levels at 30 Hz, and the watch for a lost device.

A lost device gives no sign but that its thread falls silent, a microphone that is switched off gives only zeros.
Levels of silence are sent once, and again each second: between them they say nothing, and most rooms are quiet.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal

import msgspec

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.base.translation import translate
from alicia_desktop.line import frames
from alicia_desktop.line.audio_pipeline import AudioPipeline
from alicia_desktop.line.device_factory import DeviceName, OpenDevices, sound_changed
from alicia_desktop.line.sound_sender import every_tick

FIRST_SECONDS: Final = 4.0
"""The first blocks of a device come late (0.3 s measured, a Bluetooth headset takes seconds)."""
LOST_SECONDS: Final = 1.2
"""A device that was alive and gave nothing for so long is opened anew, which costs nothing of what is to be said."""
LATE_SECONDS: Final = 0.3
"""Who looks so late did not run, on a busy computer, and cannot tell whether a device stood still."""
DEAD_FRAMES: Final = 500
"""Five seconds of pure zeros."""
GATED_FRAMES: Final = 3_000
"""Half a minute of them after sound: many a headset or noise filter gives zeros while nobody speaks."""

Verdict = Literal["microphone_lost", "loudspeaker_lost", "microphone_silent"]


@dataclass(kw_only=True, slots=True)
class _Pulse:
    opened: float
    frames: int = 0
    moved: float | None = None

    def is_lost(self, frames: int, now: float, *, late: bool) -> bool:
        if frames != self.frames or (late and self.moved is not None):
            self.frames, self.moved = frames, now
            return False
        if self.moved is None:
            return now - self.opened > FIRST_SECONDS
        return now - self.moved > LOST_SECONDS


class DeviceWatch:
    """Detects lost and silent devices of one open pair; reports the microphone's silence once."""

    def __init__(self, *, microphone: bool, loudspeaker: bool, now: float) -> None:
        self._microphone = _Pulse(opened=now) if microphone else None
        self._loudspeaker = _Pulse(opened=now) if loudspeaker else None
        self._said_silent = False
        self._checked = now

    def check(self, *, heard: int, played: int, dead: int, now: float) -> Verdict | None:
        """Return what is wrong, by the counts of frames recorded, played, and of zeros in a row; `now` in seconds."""
        late, self._checked = now - self._checked > LATE_SECONDS, now
        if self._microphone is not None and self._microphone.is_lost(heard, now, late=late):
            return "microphone_lost"
        if self._loudspeaker is not None and self._loudspeaker.is_lost(played, now, late=late):
            return "loudspeaker_lost"
        limit = DEAD_FRAMES if dead >= heard else GATED_FRAMES
        if self._microphone is not None and dead >= limit and not self._said_silent:
            self._said_silent = True
            return "microphone_silent"
        return None


log = get_logger(__name__)
LEVEL_SECONDS: Final = 1 / 30
REPEAT_LEVELS: Final = 30
NO_LEVELS: Final = frames.Levels(input=0.0, output=0.0, voice=0.0)
STOPPED: Final = translate("The sound files stopped in the middle. The log file line.log says why.")
SILENT: Final = translate("The microphone gives no sound at all. Check that it is switched on and not muted.")


@dataclass(frozen=True, kw_only=True, slots=True)
class Lost:
    """Which devices of a pair are lost."""

    microphone: bool
    loudspeaker: bool

    @property
    def name(self) -> DeviceName:
        """The name of what was lost."""
        return "microphone" if self.microphone else "loudspeaker"


class DevicePair:
    """Runs open devices until `end`: ticks, levels and the watch."""

    def __init__(
        self,
        *,
        opened: OpenDevices,
        voice: AudioPipeline,
        clock: Clock,
        scope: Scope,
        emit: Callable[[frames.LineEvent], None],
        on_lost: Callable[["DevicePair", Lost], None],
    ) -> None:
        """Take `on_lost`, which is called at most once, with this ended pair and what of it is lost."""
        self.opened = opened
        self.voice = voice
        self._clock = clock
        self._emit = emit
        self._on_lost = on_lost
        self._ended = False
        if opened.paced:
            scope.spawn("beat", self._keep_pace())
        scope.spawn("levels", self._watch())

    def end(self) -> None:
        """Stop; the devices are still to be closed."""
        self._ended = True

    async def _keep_pace(self) -> None:
        """Tick until the end; an error is reported to whoever waits for the end of a wav file."""
        try:
            await every_tick(self._clock, self._beat)
        except Exception as error:
            if not isinstance(error, WorldError):
                log.exception("the beat of the wav files stopped")
            self.end()
            sentence = error.sentence if isinstance(error, WorldError) else STOPPED
            self._emit(
                frames.SoundChanged(open=False, opened_for=self.voice.command.link, code="bad_wav", sentence=sentence)
            )

    def _beat(self) -> bool:
        if self._ended:
            return False
        for device in self.opened.paced:
            device.beat()
        self.voice.pump()
        return True

    async def _watch(self) -> None:
        watch = DeviceWatch(
            microphone=self.opened.microphone_is_real,
            loudspeaker=self.opened.loudspeaker_is_real,
            now=self._clock.monotonic(),
        )
        untold = 0
        while not self._ended:
            levels = self.voice.take_levels()
            untold = untold + 1 if levels == NO_LEVELS else 0
            if untold % REPEAT_LEVELS <= 1:
                self._emit(levels)
            self.voice.pump()  # what wakes the loop may have been a lost microphone, or waits behind this
            self._look(watch)
            await self._clock.sleep(LEVEL_SECONDS)

    def _look(self, watch: DeviceWatch) -> None:
        voice = self.voice
        verdict = watch.check(
            heard=voice.recorded_frames, played=voice.played_frames, dead=voice.dead_frames, now=self._clock.monotonic()
        )
        if verdict == "microphone_silent":
            self._emit(
                msgspec.structs.replace(
                    sound_changed(self.opened, link=voice.command.link), code="silent_microphone", sentence=SILENT
                )
            )
        microphone, loudspeaker = self.opened.microphone, self.opened.loudspeaker
        lost = Lost(
            microphone=verdict == "microphone_lost" or (microphone is not None and microphone.gone),
            loudspeaker=verdict == "loudspeaker_lost" or (loudspeaker is not None and loudspeaker.gone),
        )
        if lost.microphone or lost.loudspeaker:
            self.end()
            self._on_lost(self, lost)
