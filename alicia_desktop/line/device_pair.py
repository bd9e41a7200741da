"""An open pair of devices at work: its voice, the beat of wav files, levels at 30 Hz, the watch for a lost device.

Silence is told once, and again each second: between them it says nothing, and a quiet room is the usual one.
"""

from collections.abc import Callable
from typing import Final

import msgspec

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames
from alicia_desktop.line.audio_pipeline import AudioPipeline
from alicia_desktop.line.device_factory import OpenDevices, told
from alicia_desktop.line.ticker import every_beat
from alicia_desktop.line.watch import DeviceWatch

log = get_logger(__name__)
LEVEL_SECONDS: Final = 1 / 30
REPEAT_LEVELS: Final = 30
NO_LEVELS: Final = frames.Levels(input=0.0, output=0.0, voice=0.0)
STOPPED: Final = "The sound files stopped in the middle. The log file line.log says why."
SILENT: Final = "The microphone gives no sound at all. Check that it is switched on and not muted."


class Pair:
    """Open devices with a voice. It works until `end`."""

    def __init__(
        self,
        *,
        opened: OpenDevices,
        voice: AudioPipeline,
        clock: Clock,
        scope: Scope,
        tell: Callable[[frames.LineEvent], None],
        on_lost: Callable[[str], None],
    ) -> None:
        self.opened = opened
        self.voice = voice
        self._clock = clock
        self._tell = tell
        self._on_lost = on_lost
        self._ended = False
        if opened.paced:
            scope.spawn("beat", self._keep_pace())
        scope.spawn("levels", self._watch())

    def end(self) -> None:
        """Stop working; the devices are still to be closed."""
        self._ended = True

    async def _keep_pace(self) -> None:
        """Beat until the end; whoever waits for the end of a wav file hears why it never comes."""
        try:
            await every_beat(self._clock, self._beat)
        except Exception as error:
            if not isinstance(error, WorldError):
                log.exception("the beat of the wav files stopped")
            self.end()
            sentence = error.sentence if isinstance(error, WorldError) else STOPPED
            self._tell(
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
                self._tell(levels)
            self._look(watch)
            await self._clock.sleep(LEVEL_SECONDS)

    def _look(self, watch: DeviceWatch) -> None:
        voice = self.voice
        verdict = watch.look(
            heard=voice.heard_frames, played=voice.played_frames, dead=voice.dead_frames, now=self._clock.monotonic()
        )
        if verdict == "microphone_silent":
            self._tell(
                msgspec.structs.replace(
                    told(self.opened, link=voice.command.link), code="silent_microphone", sentence=SILENT
                )
            )
        elif verdict is not None:
            self.end()
            self._on_lost("microphone" if verdict == "microphone_lost" else "loudspeaker")
