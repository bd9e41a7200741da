"""What happens to sound cards, again and again, while she speaks: unplugged, suspended, at another rate, gone.

A real line process, in a room of its own, on a PulseAudio with null sinks. In each cycle a sentence sounds, a mishap
comes and goes, and another sentence follows. After it has gone, her sound and the microphone's must be back within a
second, the sentence must have gone on to its end or be marked as cut, and no two may sound at once.

`make torture-sound TIMES=100 SEED=0`: so often each; with names of mishaps behind it, these.
"""

import asyncio
import functools
import os
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any, Final

from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames
from alicia_desktop.line.supervisor import ProcessLine
from tests.audio.sounds import frames_of, tone, write_wav
from tests.line.support import Owner, announcement
from tests.support.isolation import isolate
from tests.support.processes import ending, start
from tests.support.sound_card import SoundCard, sound_card
from tests.transport.worlds import websocket_world

BACK_SECONDS: Final = 1.0
PATIENCE_SECONDS: Final = 12.0
SENTENCE_SECONDS: Final = 1.0
MISHAP_SECONDS: Final = (0.1, 1.5)
NULL_SINK: Final = ("load-module", "module-null-sink")


@dataclass
class Report:
    """What happened so far."""

    back: dict[str, list[float]] = field(default_factory=dict)
    """Seconds from the end of each mishap until both could be heard."""
    failures: list[str] = field(default_factory=list)
    deaths: int = 0
    """How often PortAudio ended the line's process, which the supervisor started again."""
    cut: int = 0
    """Sentences that were marked as cut; the others went on."""


class Computer:
    """A computer with a sound card, whose line is in a room, and she in it."""

    def __init__(self, card: SoundCard, owner: Owner, world: Any) -> None:
        self.front = self.card = card
        self.owner, self.world = owner, world
        self.card_again, self.listener = ExitStack(), ExitStack()
        self.process = card.process
        self.number = 0

    async def return_to_the_room(self) -> bool:
        """Join the room again after the line's process died, as a session does; return whether that was needed."""
        if not self.owner.of(frames.LineRestarted):
            return False
        self.owner.events.clear()
        await self.owner.joined(self.world.address())
        return True

    async def say(self) -> str:
        """Say a sentence in real time, as a server does; return the answer's id."""
        self.number += 1
        message_id = f"am_{self.number}"
        duration_ms = round(SENTENCE_SECONDS * 1000)
        await self.world.agent.transport.send(announcement(sequence=1, duration_ms=duration_ms, message_id=message_id))
        begun = time.monotonic()
        for number, frame in enumerate(frames_of(tone(SENTENCE_SECONDS, level=0.2))):
            self.world.agent.transport.send_sound(frame)
            await asyncio.sleep(max(0.0, begun + number / 100 - time.monotonic()))
        return message_id

    @property
    def progress(self) -> int:
        """How often it was told how far she is."""
        return len(self.owner.of(frames.PlaybackProgressed))

    def is_over(self, message_id: str) -> bool:
        """Whether a sentence went on to its end or was marked."""
        return self.states(message_id)[-1:] in (["finished"], ["cut"])

    def states(self, message_id: str) -> list[str]:
        """What was told of a sentence."""
        told = self.owner.of(frames.PlaybackProgressed)
        return [event.state for event in told if event.message_id == message_id]

    async def until(self, happened: Callable[[], bool], what: str) -> float:
        """Wait; return how long."""
        begun = time.monotonic()
        while not happened():
            assert time.monotonic() - begun < PATIENCE_SECONDS, f"no {what}; {self.owner.events[-8:]}"
            await asyncio.sleep(0.01)
        return time.monotonic() - begun

    def open_back_door(self) -> None:
        """Have a way into the sound server that the line does not know."""
        front, back = self.front, self.front.folder / "back"
        back.unlink(missing_ok=True)
        front.pactl("load-module", "module-native-protocol-unix", "auth-anonymous=1", f"socket={back}")
        self.card = replace(front, environment={**front.environment, "PULSE_SERVER": f"unix:{back}"})

    async def listen(self) -> None:
        """Have somebody listen closely to all that is new, and wait until it can be heard.

        A null sink works two seconds ahead where nobody does, and gives nothing for as long.
        """
        self.listener.close()
        for source in ("speaker.monitor", "headset.monitor", "mic_feed.monitor", "mic"):
            to = self.card.folder / f"listened-{source}"
            command = ["parec", f"--device={source}", "--latency-msec=20", "--rate=8000", str(to)]
            to.unlink(missing_ok=True)
            self.listener.enter_context(ending(start(command, environment=self.card.environment, log=Path(os.devnull))))
            await self.until(functools.partial(_holds_something, to), f"sound of {source}")

    def take_loudspeaker(self) -> None:
        """Unplug the loudspeaker."""
        self.card.pactl("unload-module", self.module("sink_name=speaker "))

    def bring_loudspeaker(self, rate: int = 48_000) -> None:
        """Plug the loudspeaker in; `listen` then."""
        self.card.pactl(*NULL_SINK, "sink_name=speaker", f"rate={rate}", "sink_properties=device.description=Speaker")
        self.card.pactl("set-default-sink", "speaker")

    def take_microphone(self) -> None:
        """Unplug the microphone."""
        self.card.pactl("unload-module", self.module("source_name=mic "))

    def bring_microphone(self) -> None:
        """Plug the microphone in; `listen` then."""
        self.card.pactl("load-module", "module-remap-source", "source_name=mic", "master=mic_feed.monitor")
        self.card.pactl("set-default-source", "mic")

    def module(self, part: str) -> str:
        """The number of the module with this in its arguments."""
        rows = [row.split("\t") for row in self.card.pactl("list", "short", "modules").splitlines()]
        return next(row[0] for row in rows if part in row[2])


def _holds_something(file: Path) -> bool:
    return file.exists() and file.stat().st_size > 0


Mishap = Callable[[Computer, float], Any]


async def unplug_loudspeaker(here: Computer, seconds: float, *, rate: int = 48_000) -> None:
    """Take the loudspeaker away and bring it back; meanwhile there is only the headset."""
    here.take_loudspeaker()
    await asyncio.sleep(seconds)
    here.bring_loudspeaker(rate)
    await here.listen()


async def change_rate(here: Computer, seconds: float) -> None:
    """Bring all loudspeakers back at another rate, as a profile that was switched does."""
    here.card.pactl("unload-module", here.module("sink_name=headset"))
    here.take_loudspeaker()
    await asyncio.sleep(min(seconds, 0.2))
    here.card.pactl(*NULL_SINK, "sink_name=headset", "rate=48000")
    here.bring_loudspeaker(rate=44_100)
    await here.listen()


async def unplug_microphone(here: Computer, seconds: float) -> None:
    """Take the microphone away and bring it back; meanwhile only what loudspeakers play can be recorded."""
    here.take_microphone()
    await asyncio.sleep(seconds)
    here.bring_microphone()
    await here.listen()


async def change_default(here: Computer, seconds: float) -> None:
    """Let another device be the default for a while."""
    here.card.pactl("set-default-sink", "headset")
    await asyncio.sleep(seconds)
    here.card.pactl("set-default-sink", "speaker")


async def suspend_devices(here: Computer, seconds: float) -> None:
    """Suspend both devices."""
    for on in ("1", "0"):
        here.card.pactl("suspend-sink", "speaker", on)
        here.card.pactl("suspend-source", "mic", on)
        await asyncio.sleep(seconds if on == "1" else 0)


async def suspend_computer(here: Computer, seconds: float) -> None:
    """Stop the sound server for a while, as a computer does that sleeps."""
    here.process.send_signal(signal.SIGSTOP)
    await asyncio.sleep(seconds)
    here.process.send_signal(signal.SIGCONT)


async def kill_sound_server(here: Computer, seconds: float) -> None:
    """Kill the sound server, and start it again."""
    here.process.kill()
    here.process.wait()
    await asyncio.sleep(seconds)
    here.card_again.close()
    here.process = here.card_again.enter_context(here.front.again())
    here.open_back_door()
    here.card.pactl(*NULL_SINK, "sink_name=headset", "rate=48000")
    await here.listen()


async def mute_microphone(here: Computer, seconds: float) -> None:
    """Let the microphone give only zeros for a while."""
    here.card.pactl("set-source-mute", "mic", "1")
    await asyncio.sleep(seconds)
    here.card.pactl("set-source-mute", "mic", "0")


async def take_devices(here: Computer, seconds: float) -> None:
    """Let another program have the devices to itself: the line loses them, and cannot open any for a while."""
    way_in = here.card.folder / "native"
    way_in.rename(here.card.folder / "elsewhere")
    here.take_microphone()
    here.take_loudspeaker()
    here.bring_loudspeaker()
    here.bring_microphone()
    await here.listen()
    await asyncio.sleep(seconds)
    (here.card.folder / "elsewhere").rename(way_in)


async def clip(here: Computer, seconds: float) -> None:
    """Overdrive the microphone."""
    path = write_wav(here.card.folder / "clip.wav", tone(min(seconds, 0.5), level=40.0, hertz=200))
    await asyncio.to_thread(here.card.play, path)


MISHAPS: Final[dict[str, Mishap]] = {
    "loudspeaker unplugged": unplug_loudspeaker,
    "another rate": change_rate,
    "microphone unplugged": unplug_microphone,
    "another default": change_default,
    "devices suspended": suspend_devices,
    "computer suspended": suspend_computer,
    "sound server killed": kill_sound_server,
    "microphone muted": mute_microphone,
    "devices in use": take_devices,
    "clipping": clip,
}


@asynccontextmanager
async def computer(folder: Path, set_variable: Callable[[str, str], Any]) -> AsyncIterator[Computer]:
    """A computer that listens and in whose room she is."""
    with sound_card(folder / "card") as card:
        card.pactl(*NULL_SINK, "sink_name=headset", "rate=48000")
        for name, value in card.environment.items():
            set_variable(name, value)
        async with websocket_world() as world:
            owner = Owner(ProcessLine(log_folder=folder / "logs"))
            await owner.line.start()
            here = Computer(card, owner, world)
            try:
                here.open_back_door()
                await here.listen()
                await owner.joined(world.address())
                assert (await owner.opened(barge_in=False)).open
                yield here
            finally:
                await owner.line.close()
                here.listener.close()
                here.card_again.close()


async def cycle(here: Computer, name: str, *, chance: Random, report: Report) -> None:
    """One sentence, one mishap, and one sentence after it.

    Raises:
        AssertionError: something did not come back, or two sentences sounded at once.
    """
    async with Scope("torture") as tasks:
        said = tasks.spawn("say", here.say())
        await asyncio.sleep(chance.uniform(0.1, SENTENCE_SECONDS))
        await MISHAPS[name](here, chance.uniform(*MISHAP_SECONDS))
        first, again = f"am_{here.number}", None
        if here.is_over(first):
            await said
            again = tasks.spawn("say", here.say())
        ended, heard, told = time.monotonic(), len(here.world.agent.heard.sound), here.progress
        await here.until(lambda: len(here.world.agent.heard.sound) > heard + 5, f"sound of the microphone: {name}")
        await here.until(lambda: here.progress > told, f"sound of hers: {name}, {here.states(first)[-1:]}")
        report.back.setdefault(name, []).append(time.monotonic() - ended)
        await here.until(lambda: here.is_over(first), f"end of the first sentence: {name}")
        await said
        last = await (again or tasks.spawn("say", here.say()))
        await here.until(lambda: here.states(last)[-1:] == ["finished"], f"end of the second sentence: {name}")
    report.cut += here.states(first)[-1] == "cut"
    begun = [event.message_id for event in here.owner.of(frames.PlaybackProgressed) if event.state == "started"]
    assert len(begun) == len(set(begun)), f"two voices: {begun}"


async def torture(here: Computer, names: Sequence[str], *, chance: Random) -> Report:
    """Let these mishaps come, one after the other; what one of them breaks is told at the end."""
    report = Report()
    for name in names:
        try:
            await cycle(here, name, chance=chance, report=report)
        except AssertionError as error:
            report.failures.append(f"{name}: {error}")
            report.deaths += await here.return_to_the_room()
    return report


async def run(
    folder: Path, set_variable: Callable[[str, str], Any], *, times: int, seed: int, mishaps: Sequence[str]
) -> Report:
    """Set up a computer and let each of these mishaps come so often, in any order."""
    chance = Random(f"sounds {seed}")
    names = [name for name in mishaps for _ in range(times)]
    chance.shuffle(names)
    async with computer(folder, set_variable) as here:
        return await torture(here, names, chance=chance)


def main() -> int:
    """Torture as often as the command line says; 1 when sound was away for too long."""
    times, seed, began = int(sys.argv[1]), int(sys.argv[2]), time.monotonic()
    mishaps = sys.argv[3:] or tuple(MISHAPS)
    with tempfile.TemporaryDirectory(prefix="alicia-sound-", dir="/tmp", ignore_cleanup_errors=True) as name:
        isolate(Path(name))
        report = asyncio.run(run(Path(name), os.environ.__setitem__, times=times, seed=seed, mishaps=mishaps))
    for mishap, back in sorted(report.back.items()):
        back.sort()
        late = sum(seconds > BACK_SECONDS for seconds in back)
        sys.stdout.write(
            f"{mishap:24} {len(back)} times, back after {back[len(back) // 2]:.2f} s, "
            f"at most {back[-1]:.2f} s, {late} late\n"
        )
    sys.stdout.writelines(f"failed: {failure[:400]}\n" for failure in report.failures)
    sys.stdout.write(
        f"{time.monotonic() - began:.0f} s, {report.cut} sentences cut, "
        f"{len(report.failures)} failed, {report.deaths} of them by the end of the process\n"
    )
    return int(bool(report.failures) or max(each[-1] for each in report.back.values()) > BACK_SECONDS)


if __name__ == "__main__":
    sys.exit(main())
