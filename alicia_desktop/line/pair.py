"""An open pair of devices at work: its voice, the beat of wav files, levels at 30 Hz, the watch for a lost device."""

from collections.abc import Callable
from typing import Final

import msgspec

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames
from alicia_desktop.line.opening import Opened, told
from alicia_desktop.line.pace import every_beat
from alicia_desktop.line.voice import Voice
from alicia_desktop.line.watch import DeviceWatch

LEVEL_SECONDS: Final = 1 / 30
SILENT: Final = "The microphone gives no sound at all. Check that it is switched on and not muted."


class Pair:
    """Open devices with a voice. It works until `end`."""

    def __init__(
        self,
        *,
        opened: Opened,
        voice: Voice,
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
            scope.spawn("beat", every_beat(clock, self._beat))
        scope.spawn("levels", self._watch())

    def end(self) -> None:
        """Stop working; the devices are still to be closed."""
        self._ended = True

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
        while not self._ended:
            self._tell(self.voice.take_levels())
            self._look(watch)
            await self._clock.sleep(LEVEL_SECONDS)

    def _look(self, watch: DeviceWatch) -> None:
        voice = self.voice
        verdict = watch.look(
            heard=voice.heard_frames, played=voice.played_frames, dead=voice.dead_frames, now=self._clock.monotonic()
        )
        if verdict == "microphone_silent":
            self._tell(msgspec.structs.replace(told(self.opened), code="silent_microphone", sentence=SILENT))
        elif verdict is not None:
            self.end()
            self._on_lost("microphone" if verdict == "microphone_lost" else "loudspeaker")
