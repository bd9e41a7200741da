"""Make the sounds of labelled pauses: speech up to a pause, by synthesisers and by people, finished or not.

Sounds are made here and never committed: hibari's voice, the recordings of `tests/data/speech`, and those of Debian's
packages `asterisk-core-sounds-en`, `…-en-wav`, `…-fr-wav` and `…-it-wav`, which are downloaded (CC-BY-SA-3.0: Allison
Smith, June Wallack, Carlo Flora); the actors of a game are in `pause_actors`. Allison Smith and `goforward` are held
out: they only measure, the others are learned from. Of June and Carlo, who speak French and Italian, only the sound
counts.
"""

import hashlib
import re
import subprocess
import wave
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final, Literal

import numpy as np
from numpy.typing import NDArray

DATA: Final = Path(__file__).resolve().parents[1] / "data"
SENTENCES: Final = DATA / "end_of_turn" / "sentences.tsv"
RECORDINGS: Final = DATA / "speech"
RATE: Final = 16_000
ABROAD: Final = {"june": "fr", "carlo": "it"}
"""Speakers of other languages, with the packages' names of these."""
MAX_ABROAD: Final = 90
"""Announcements of each."""
PACKAGES: Final = ("asterisk-core-sounds-en", "asterisk-core-sounds-en-wav")
QUIET_DB: Final = 35.0
"""So much under its loudest 20 ms a stretch counts as silence."""
NATURAL_GAP_SECONDS: Final = 0.15
GAP_STEP: Final = RATE // 100

Sound = NDArray[np.float32]
Split = Literal["learn", "develop", "test"]


@dataclass(frozen=True, kw_only=True, slots=True)
class PausePoint:
    """Speech up to a pause."""

    speaker: str
    split: Split
    kind: str
    """Why there is a pause, or `whole`."""
    finished: bool | None
    """None: by the words that come behind it, which the transcript tells (`reference`)."""
    sound: Sound
    """16 kHz, ends with the last speech."""
    name: str
    """Of its own."""
    reference: str = ""
    """All words of the recording, where the pause is somewhere among them."""
    line: str = ""
    """The name of the whole recording whose transcript is the reference."""


def pause_points(folder: Path) -> Iterator[PausePoint]:
    """Yield all, in the same order with the same sound; recordings of packages are unpacked to `folder`."""
    yield from map(in_a_room, _all(folder))


def in_a_room(point: PausePoint) -> PausePoint:
    """Return a point with silence or noise around its sound, and behind it."""
    return replace(point, sound=add_noise(trim(point.sound), seed=f"{point.speaker} {point.name}"))


def _all(folder: Path) -> Iterator[PausePoint]:
    yield from _hibari()
    yield from _people()
    for speaker, language in ABROAD.items():
        yield from _announced_abroad(speaker, unpack(folder, f"asterisk-core-sounds-{language}-wav"))
    yield from _allison(unpack(folder, *PACKAGES))


def sentences() -> Iterator[tuple[str, str, str]]:
    """Yield kind, what is before the pause and what is behind it ('' for a whole sentence)."""
    for line in SENTENCES.read_text(encoding="utf-8").splitlines():
        kind, text = line.split("\t")
        before, _, behind = text.partition(" | ")
        yield kind, before, behind


def _hibari() -> Iterator[PausePoint]:
    from hibari import Hibari

    voice = Hibari()

    def speak(text: str) -> Sound:
        return to_rate(np.asarray(voice(text), np.float32), 24_000)

    for number, (kind, before, behind) in enumerate(sentences()):
        point = {"speaker": "heart", "split": "learn"}
        whole = speak(f"{before} {behind}".strip())
        yield _point(point, kind="whole", finished=True, sound=whole, name=f"{number} whole")
        if behind:
            paused = trim(speak(before.rstrip(",") + ","))
            yield _point(point, kind=kind, finished=False, sound=paused, name=f"{number} comma")
            end = quietest(whole, len(paused) - RATE // 5, len(paused) + RATE // 10)
            yield _point(point, kind=kind, finished=False, sound=whole[:end], name=f"{number} cut")


def _announced_abroad(speaker: str, folder: Path) -> Iterator[PausePoint]:
    """Yield whole announcements and cuts of them in another language: how they sound counts, their words do not."""
    (sounds,) = folder.glob(f"asterisk/sounds/*_{speaker.capitalize()}")
    point = {"speaker": speaker, "split": "learn", "kind": "whole"}
    clips = [(file, trim(read_wav(file))) for file in sorted(sounds.rglob("*.wav"))]
    long = [(file, clip) for file, clip in clips if 1.5 * RATE < len(clip) < 6 * RATE and not gaps(clip)]
    for file, clip in long[:MAX_ABROAD]:
        yield _point(point, finished=True, sound=clip, name=f"{file.stem} whole")
        at = quietest(clip, int(len(clip) * 0.35), int(len(clip) * 0.75))
        yield _point({**point, "kind": "cut"}, finished=False, sound=clip[:at], name=f"{file.stem} cut")


def _point(shared: dict[str, Any], **more: Any) -> PausePoint:
    return PausePoint(**shared, **more)


def _people() -> Iterator[PausePoint]:
    whole = ["cards_001", "cards_002", "cards_003", "cards_004", "cards_005", "goforward"]
    for name in whole:
        speaker = name.partition("_")[0]
        split: Split = "learn" if speaker == "cards" else "test"
        sound = trim(read_wav(RECORDINGS / f"{name}.wav"))
        point = {"speaker": speaker, "split": split}
        yield _point(point, kind="whole", finished=True, sound=sound, name=f"{name} whole")
        for number, share in enumerate((0.4, 0.6) if len(sound) > 2 * RATE else (0.4,)):
            at = quietest(sound, int(len(sound) * (share - 0.1)), int(len(sound) * (share + 0.1)))
            yield _point(point, kind="cut", finished=False, sound=sound[:at], name=f"{name} {number}")


def _allison(folder: Path) -> Iterator[PausePoint]:
    """Yield whole announcements, their own pauses, cuts, and what is joined: conjunctions and numbers."""
    texts, clips = _announcements(folder)
    shared = {"speaker": "allison", "split": "test"}
    ends = [name for name, text in texts.items() if re.search(r"\w\w[.?]$", text) and len(text.split()) > 2]
    for name in ends:
        sound, text = clips[name], texts[name]
        yield _point(shared, kind="whole", finished=True, sound=sound, name=f"{name} whole", reference=text)
        yield from _inner(shared, name, sound, text)
    for name, text in texts.items():
        if text.endswith("...") and len(text.split()) > 2:
            yield _point(shared, kind="phrase", finished=False, sound=clips[name], name=f"{name} open")
    short = [name for name in ends if len(clips[name]) < 3 * RATE][:40]
    for name in short:
        for word in ("vm-and", "vm-for", "with"):
            sound = join([clips[name], clips[word]], gap=0.12)
            yield _point(shared, kind="conjunction", finished=False, sound=sound, name=f"{name} {word}")
    yield from _numbers(shared, clips)


def _inner(shared: dict[str, Any], name: str, sound: Sound, text: str) -> Iterator[PausePoint]:
    """Yield the pauses that the speaker made inside an announcement, and one cut without a pause."""
    for number, at in enumerate(gaps(sound)):
        point = _point(shared, kind="own pause", finished=None, sound=sound[:at], name=f"{name} gap {number}")
        yield replace(point, reference=text)
    if len(text.split()) > 5 and not gaps(sound):
        at = quietest(sound, int(len(sound) * 0.35), int(len(sound) * 0.75))
        yield _point(shared, kind="cut", finished=False, sound=sound[:at], name=f"{name} cut")


def _numbers(shared: dict[str, Any], clips: dict[str, Sound]) -> Iterator[PausePoint]:
    random = np.random.default_rng(16)
    for number in range(30):
        digits = [clips[f"digits/{one}"] for one in random.integers(0, 10, 7)]
        sound = join([clips["telephone-number"], *digits[:3]], gap=0.06)
        yield _point(shared, kind="number", finished=False, sound=sound, name=f"number {number}")
        days = [clips[f"digits/day-{number % 7}"], clips[f"digits/mon-{random.integers(0, 12)}"]]
        sound = join(days, gap=0.06)
        yield _point(shared, kind="date", finished=False, sound=sound, name=f"date {number}")


def unpack(folder: Path, *packages: str) -> Path:
    """Download and unpack Debian's packages of recordings; returns their folder."""
    place = folder / packages[-1]
    if not place.exists():
        place.mkdir(parents=True)
        subprocess.run(["apt-get", "download", "-qq", *packages], cwd=place, check=True, timeout=300)
        for file in place.glob("*.deb"):
            subprocess.run(["dpkg-deb", "-x", str(file), str(place)], check=True, timeout=60)
    return place / "usr/share"


def _announcements(folder: Path) -> tuple[dict[str, str], dict[str, Sound]]:
    """Return the words of all announcements that have some, and all their sounds."""
    import gzip

    listed = gzip.decompress(next(folder.glob("doc/*/core-sounds-en.txt.gz")).read_bytes()).decode()
    sounds = next(folder.glob("asterisk/sounds/en_US*"))
    files = {str(file.relative_to(sounds).with_suffix("")): file for file in sorted(sounds.rglob("*.wav"))}
    clips = {name: trim(read_wav(file)) for name, file in files.items()}
    texts = {}
    for line in listed.splitlines():
        name, _, text = line.partition(": ")
        if name in clips and "[" not in text and 0.6 * RATE < len(clips[name]) < 15 * RATE:
            texts[name] = text.strip()
    return texts, clips


def read_wav(path: Path) -> Sound:
    """Return a mono recording of 16 bit at 16 kHz."""
    with wave.open(str(path)) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(np.float32) / np.float32(32_768)
        return to_rate(samples, file.getframerate())


def to_rate(samples: Sound, rate: int) -> Sound:
    """Resample to 16 kHz through the spectrum."""
    if rate == RATE or not len(samples):
        return samples
    count = len(samples) * RATE // rate
    spectrum = np.fft.rfft(samples)
    wide = np.zeros(count // 2 + 1, complex)
    kept = min(len(wide), len(spectrum))
    wide[:kept] = spectrum[:kept]
    narrow: Sound = (np.fft.irfft(wide, count) * count / len(samples)).astype(np.float32)
    return narrow


def loudness(sound: Sound) -> NDArray[np.float64]:
    """Return the level of each 10 ms, in dB."""
    frames = sound[: len(sound) // GAP_STEP * GAP_STEP].reshape(-1, GAP_STEP)
    levels: NDArray[np.float64] = 10 * np.log10(np.square(frames.astype(np.float64)).mean(axis=1) + 1e-9)
    return levels


def trim(sound: Sound) -> Sound:
    """Cut silence off both ends."""
    levels = loudness(sound)
    loud = np.flatnonzero(levels > levels.max(initial=-90) - QUIET_DB)
    return sound if not len(loud) else sound[loud[0] * GAP_STEP : (loud[-1] + 1) * GAP_STEP]


def quietest(sound: Sound, start: int, end: int) -> int:
    """Return the quietest place between two, in samples."""
    levels = loudness(sound)
    smooth = np.convolve(levels, np.ones(3) / 3, mode="same")
    first, last = max(3, start // GAP_STEP), max(4, min(len(levels) - 1, end // GAP_STEP))
    return int((min(first, last - 1) + np.argmin(smooth[min(first, last - 1) : last])) * GAP_STEP)


def gaps(sound: Sound) -> list[int]:
    """Return where the pauses inside a recording begin, in samples."""
    levels = loudness(sound)
    quiet = levels < levels.max() - QUIET_DB
    found, begun = [], 0
    for at, is_quiet in enumerate(quiet):
        if not is_quiet:
            if begun and at - begun >= NATURAL_GAP_SECONDS * 100 and begun > 50:
                found.append(begun * GAP_STEP)
            begun = 0
        elif not begun:
            begun = at
    return found


def join(sounds: list[Sound], *, gap: float) -> Sound:
    """Put recordings one behind the other, with `gap` seconds between them."""
    silence = np.zeros(int(gap * RATE), np.float32)
    return np.concatenate([part for sound in sounds for part in (sound, silence)][:-1])


def add_noise(sound: Sound, *, seed: str) -> Sound:
    """Return sound with a tenth of a second before it, in a quiet room or, every second one, with noise of 15–25 dB."""
    digest = hashlib.sha256(seed.encode()).digest()
    random = np.random.default_rng(int.from_bytes(digest[:8], "big"))
    ratio = random.uniform(15, 25) if digest[8] % 2 else 50.0
    padded = np.pad(sound, (RATE // 10, RATE * 2))
    power = float(np.square(sound).mean()) / 10 ** (ratio / 10)
    spectrum = np.fft.rfft(random.standard_normal(len(padded)))
    pink = np.fft.irfft(spectrum / np.sqrt(np.arange(len(spectrum)) + 20.0), len(padded))
    noise = pink / np.sqrt(np.square(pink).mean()) * np.sqrt(power)
    noisy: Sound = (padded + noise).astype(np.float32)
    return noisy
