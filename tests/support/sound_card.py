"""A sound card of the test's own: to PortAudio it is real hardware, and nobody hears it.

A private PulseAudio holds two null sinks. `speaker` is where programs play, its monitor is what one would hear;
`mic_feed` is where somebody speaks, and the source `mic` is the microphone that programs record from. ALSA's default
leads there, so a program takes part by its environment alone. It has a runtime folder of its own and needs neither a
system service nor a user's session, and it can be killed in the middle of a test, which is what an unplugged device
looks like.
"""

import os
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.support.patience import PATIENCE
from tests.support.processes import ending, start, wait_until

PROGRAMS = ("pulseaudio", "pactl", "paplay", "parec", "parecord")
WAV_HEADER = 44

_PULSE = """\
load-module module-native-protocol-unix auth-anonymous=1 socket={socket}
load-module module-null-sink sink_name=speaker rate=48000 sink_properties=device.description=Speaker
load-module module-null-sink sink_name=mic_feed rate=48000 sink_properties=device.description=Feed
load-module module-remap-source source_name=mic master=mic_feed.monitor source_properties=device.description=Microphone
set-default-sink speaker
set-default-source mic
"""

_ALSA = """\
</usr/share/alsa/alsa.conf>
pcm.!default { type pulse }
ctl.!default { type pulse }
"""

_LISTEN = ["parec", "--device=speaker.monitor", "--latency-msec=20"]
"""Somebody always listens closely; nobody keeps what they hear.

A null sink that nobody asks for a short latency works two seconds ahead: a program that comes a tenth of a second too
late on a busy computer is then not heard for 1.9 s, which no real device does and which looks like one that was
unplugged (measured: 1.93 s without this, 0.09 s with it).
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class SoundCard:
    """A loudspeaker and a microphone that exist while `sound_card` runs."""

    folder: Path
    environment: Mapping[str, str]
    """What a process needs in its environment to use this card, beside what it has anyway."""
    process: subprocess.Popen[bytes]
    """PulseAudio itself: killing it is how a device goes away."""

    def play(self, wav: Path) -> None:
        """Speak into the microphone; comes back when all of it has been said."""
        subprocess.run(
            ["paplay", "--device=mic_feed", str(wav)], env=self.with_environment(), check=True, timeout=PATIENCE
        )

    def record(self, seconds: float, to: Path) -> Path:
        """Write what the loudspeaker plays during the next `seconds` to the wav file `to` (48 kHz, mono, 16 bit)."""
        with self.recording(to):
            time.sleep(seconds)  # noqa: TID251 - real sound takes real time
        return to

    @contextmanager
    def recording(self, to: Path) -> Iterator[None]:
        """Write what the loudspeaker plays inside the block to the wav file `to` (48 kHz, mono, 16 bit)."""
        form = ["--file-format=wav", "--format=s16le", "--rate=48000", "--channels=1", "--latency-msec=20"]
        command = ["parecord", "--device=speaker.monitor", *form, str(to)]
        with ending(start(command, environment=self.environment, log=self.folder / "log")):
            wait_until(lambda: to.exists() and to.stat().st_size > WAV_HEADER, what="a recording")
            yield

    def pactl(self, *words: str) -> str:
        """Tell the card something, or ask it; return its answer."""
        command = ["pactl", *words]
        told = subprocess.run(
            command, env=self.with_environment(), timeout=PATIENCE, capture_output=True, text=True, check=True
        )
        return told.stdout.strip()

    @contextmanager
    def again(self) -> Iterator[subprocess.Popen[bytes]]:
        """After `process` was killed: the same card once more, inside the block, as another process."""
        with ending(_start(self.folder, self.environment)) as process:
            wait_until(self.is_ready, what="the sound card")
            yield process

    def is_ready(self) -> bool:
        """Whether the card can be used (all modules are loaded)."""
        ask = ["pactl", "info"]
        answer = subprocess.run(
            ask, env=self.with_environment(), timeout=PATIENCE, capture_output=True, text=True, check=False
        )
        return "Default Source: mic\n" in answer.stdout

    def with_environment(self) -> dict[str, str]:
        """Return our environment with the card's laid over it."""
        return {**os.environ, **self.environment, "LC_ALL": "C"}


@contextmanager
def sound_card(folder: Path) -> Iterator[SoundCard]:
    """A card that lives in `folder` (under 80 characters: the name of a socket is short) and ends with the block."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    socket = folder / "native"
    (folder / "card.pa").write_text(_PULSE.format(socket=socket))
    (folder / "asound.conf").write_text(_ALSA)
    environment = {
        "ALSA_CONFIG_PATH": str(folder / "asound.conf"),
        "PULSE_RUNTIME_PATH": str(folder),
        "PULSE_SERVER": f"unix:{socket}",
        "XDG_RUNTIME_DIR": str(folder),
    }
    with ending(_start(folder, environment)) as process:
        card = SoundCard(folder=folder, environment=environment, process=process)
        wait_until(card.is_ready, what=f"the sound card (see {folder / 'log'})")
        with ending(start(_LISTEN, environment=environment, log=Path(os.devnull))):
            yield card


def _start(folder: Path, environment: Mapping[str, str]) -> subprocess.Popen[bytes]:
    # Its realtime wishes need a system bus, and its shared memory is not cleaned up after a kill.
    quiet = ["--daemonize=no", "--use-pid-file=no", "--exit-idle-time=-1", "--realtime=no", "--disable-shm=yes"]
    command = ["pulseaudio", "-n", *quiet, "-F", str(folder / "card.pa")]
    private = {**environment, "HOME": str(folder), "PULSE_STATE_PATH": str(folder)}
    return start(command, environment=private, log=folder / "log")
