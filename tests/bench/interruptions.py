"""The labelled sounds of speaking over her: what is to stop her, and what is not, made by script, half of it held out.

Spoken: the program's own voice at other speeds and heights, as other people, the voices of `flite`, and recordings of
people (`tests/data/speech`, and Debian's `asterisk-core-sounds-en-wav`); of the last two what is installed. Not spoken:
coughs and doors of shaped noise. Held out are the words and recordings at odd places of their lists, two voices of
`flite`, all of Debian's recordings, and other seeds of the noises: nothing of them was looked at when the numbers of
`audio/interruption.py` were chosen.
"""

import shutil
import subprocess
import tempfile
import wave
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

RATE: Final = 48_000
FRAME: Final = 480
Sound = NDArray[Any]

RECORDINGS: Final = Path(__file__).parents[1] / "data" / "speech"
DEBIAN_RECORDINGS: Final = Path("/usr/share/asterisk/sounds/en_US_f_Allison")
DEBIAN_SECONDS: Final = (1.2, 4.0)
DEBIAN_COUNT: Final = 24
MANNERS: Final = ((0.9, 0.87), (1.1, 1.0), (1.15, 1.15))
"""Speed and height: as three people."""
FLITE: Final = (("slt", "kal16"), ("rms", "awb"))
"""Voices of each half; each says every second of its words."""
ASIDES: Final = (
    *("Mhm.", "Mm-hmm.", "Uh-huh.", "Yes.", "Yeah.", "Okay.", "Right.", "Sure."),
    *("I see.", "Oh.", "Yep.", "Hmm.", "Ah.", "Good.", "Really?", "Ok."),
    *("Great.", "Wow.", "True.", "Nice.", "Got it.", "Fine.", "Uh-oh.", "Exactly."),
)
INTERRUPTIONS: Final = (
    "Stop talking now please.",
    "Wait, I meant Tuesday.",
    "No, that is not what I asked.",
    "Can you tell me about something else?",
    "Hold on a second.",
    "What about the other one?",
    "I would like to ask you something.",
    "Sorry, can I stop you there?",
    "Actually, let's talk about the weather.",
    "That's enough, thank you.",
    "But what does it cost?",
    "Okay, but when does it start?",
    "Yes, but I cannot come on Friday.",
    "My sister said it was in June.",
    "Remind me to call the bank tomorrow.",
    "How many people will be there?",
    "Listen, this is important.",
    "Please be quiet for a moment.",
    "Alicia, what time is it?",
    "Never mind, forget it.",
    "Could you say that again?",
    "One moment, the door bell rings.",
    "Is it open on Mondays?",
    "I have heard that before.",
    "Tell me the short version.",
    "You are too fast for me.",
    "Where exactly is it?",
    "Skip that part, please.",
    "Who told you so?",
    "Let me think about it first.",
    "Why only three weeks?",
    "I lost my card last summer.",
    "Do they have films as well?",
    "Thanks, I know all that.",
    "And how much is it for children?",
    "We should talk about dinner.",
    "Please read me my notes instead.",
    "It doesn't matter any more.",
    "Does my neighbour work there?",
    "Stop, stop, my mother is calling.",
)
NOISES: Final = 12
"""Coughs, and as many doors, in each half."""
HER_WORDS: Final = (
    "The library opens at nine in the morning and closes at six in the evening, except on Sundays. "
    "You can take out up to ten books, and each of them may be kept for three weeks. "
    "If somebody else is waiting for it, you will be told a few days before it has to be back."
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Labelled:
    """A sound made beside her voice."""

    name: str
    stops: bool
    sound: Sound


class Speakers:
    """The bundled voice, at other speeds and heights."""

    def __init__(self) -> None:
        import hibari

        self._voice: Any = hibari.Hibari()

    def say(self, text: str, *, speed: float = 1.0, height: float = 1.0) -> Sound:
        """Return speech at 48 kHz, without the silence around it."""
        made = self._voice(text, speed=speed / height, seed=0)
        return at_level(trimmed(stretched(made, RATE / self._voice.sample_rate / height)), -22.0)


def by_flite(voice: str, text: str) -> Sound:
    """Return speech of another synthesiser at 48 kHz, which has to be installed."""
    with tempfile.NamedTemporaryFile(suffix=".wav") as file:
        subprocess.run(["flite", "-voice", voice, "-t", text, "-o", file.name], check=True, timeout=30)
        return read(Path(file.name))


def labelled(*, held_out: bool) -> Iterator[Labelled]:
    """Yield one half of the set."""
    speakers, rng = Speakers(), np.random.default_rng(20 + held_out)
    for stops, texts in ((False, ASIDES), (True, INTERRUPTIONS)):
        for number, text in enumerate(texts[held_out::2]):
            for speed, height in MANNERS:
                yield Labelled(name=text, stops=stops, sound=speakers.say(text, speed=speed, height=height))
            if shutil.which("flite"):
                voice = FLITE[held_out][number % 2]
                sound = at_level(trimmed(by_flite(voice, text)), -22.0)
                yield Labelled(name=f"{text} ({voice})", stops=stops, sound=sound)
    for path in recordings(held_out=held_out):
        yield Labelled(name=path.name, stops=True, sound=at_level(trimmed(read(path)), -22.0))
    for _ in range(NOISES):
        yield Labelled(name="cough", stops=False, sound=at_level(cough(rng), -20.0))
        yield Labelled(name="door", stops=False, sound=at_level(door(rng), -20.0))


def recordings(*, held_out: bool) -> list[Path]:
    """Return the recordings of people of one half that are here, each long enough to be an interruption."""
    debian = [path for path in sorted(DEBIAN_RECORDINGS.glob("*.wav")) if _is_a_sentence(path)] if held_out else []
    few = debian[:: max(1, len(debian) // DEBIAN_COUNT)][:DEBIAN_COUNT]
    return [*sorted(RECORDINGS.glob("*.wav"))[held_out::2], *few]


def _is_a_sentence(path: Path) -> bool:
    with wave.open(str(path)) as file:
        return bool(DEBIAN_SECONDS[0] < file.getnframes() / file.getframerate() < DEBIAN_SECONDS[1])


def read(path: Path) -> Sound:
    """Return a recording at 48 kHz."""
    with wave.open(str(path)) as file:
        pcm, rate = file.readframes(file.getnframes()), file.getframerate()
    return stretched(np.frombuffer(pcm, "<i2").astype(np.float32) / 32_768.0, RATE / rate)


def stretched(sound: Sound, factor: float) -> Sound:
    """Return a sound with `factor` times the samples."""
    count = int(len(sound) * factor)
    return np.interp(np.arange(count) / factor, np.arange(len(sound)), sound).astype(np.float32)


def trimmed(sound: Sound) -> Sound:
    """Return a sound from its first frame that can be heard to its last."""
    count = len(sound) // FRAME
    loudness = np.sqrt((sound[: count * FRAME].reshape(count, FRAME) ** 2).mean(1))
    heard = np.flatnonzero(loudness > 0.08 * loudness.max())
    return sound[heard[0] * FRAME : (heard[-1] + 1) * FRAME]


def at_level(sound: Sound, dbfs: float) -> Sound:
    """Return a sound at this loudness (root mean square)."""
    louder = 10.0 ** (dbfs / 20.0) / float(np.sqrt((sound**2).mean()))
    return (sound * np.float32(louder)).astype(np.float32)


def cough(rng: np.random.Generator) -> Sound:
    """Return one or two bursts of air through a throat."""
    parts: list[Any] = []
    for _ in range(rng.integers(1, 3)):
        count = int(RATE * rng.uniform(0.12, 0.28))
        time = np.arange(count) / RATE
        air = rng.standard_normal(count) * np.exp(-time / rng.uniform(0.04, 0.09)) * np.minimum(1, time / 0.005)
        voice = np.sign(np.sin(2 * np.pi * rng.uniform(100, 200) * time)) * np.exp(-time / 0.08) * 0.3
        hertz = np.fft.rfftfreq(count, 1 / RATE)
        places = ((rng.uniform(400, 900), 250), (rng.uniform(1_200, 2_000), 500), (3_000, 1_500))
        throat = sum(np.exp(-(((hertz - place) / width) ** 2)) for place, width in places)
        parts += [np.fft.irfft(np.fft.rfft(air + voice) * throat, count), np.zeros(int(RATE * rng.uniform(0.05, 0.2)))]
    return np.concatenate(parts[:-1]).astype(np.float32)


def door(rng: np.random.Generator) -> Sound:
    """Return one to three blows of wood."""
    time = np.arange(int(RATE * rng.uniform(0.2, 0.6))) / RATE
    sound = np.zeros(len(time))
    for _ in range(rng.integers(1, 4)):
        since = np.maximum(0, time - (at := rng.uniform(0, 0.15)))
        blow = np.sin(2 * np.pi * rng.uniform(50, 180) * since) * np.exp(-since / rng.uniform(0.04, 0.12))
        crack = rng.standard_normal(len(time)) * np.exp(-since / rng.uniform(0.01, 0.04)) * 0.6
        sound += (time >= at) * (blow + crack)
    return sound.astype(np.float32)


def noise(count: int, rng: np.random.Generator) -> Sound:
    """Return noise of a room: weaker the higher."""
    bins = np.fft.rfft(rng.standard_normal(count))
    bins /= np.maximum(np.sqrt(np.arange(len(bins)) + 1), 30)
    return np.fft.irfft(bins, count).astype(np.float32)


def music(count: int, rng: np.random.Generator) -> Sound:
    """Return chords and a beat."""
    time = np.arange(count) / RATE
    sound = np.zeros(count)
    for begin in range(0, count, int(RATE * 0.4)):
        since = time[begin : begin + int(RATE * 0.4)] - time[begin]
        root = rng.choice([220, 247, 262, 294, 330, 349, 392])
        chord = sum(np.sin(2 * np.pi * root * part * since) / part for part in (1, 1.25, 1.5, 2, 3))
        beat = rng.standard_normal(len(since)) * np.exp(-since / 0.02) * 0.3
        sound[begin : begin + len(since)] += chord * np.exp(-since / 0.3) + beat
    return sound.astype(np.float32)
