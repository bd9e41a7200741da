"""What a bad network takes from what is said over a real LiveKit server, and whether two clocks drift apart.

A person's sound goes from one network namespace to another through the program's own transport at both ends; the
bundled recogniser reads what arrives, beside the same sound that never left. It takes root, Linux and ten minutes.
"""

import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from alicia_desktop.audio.wav import read_wav
from alicia_desktop.server.engines.speech_to_text import Whisper, bundled_model
from alicia_desktop.server.engines.text_to_speech import Hibari
from alicia_desktop.server.speech.pause_analysis import to_samples
from alicia_desktop.transport.contract import FRAME_BYTES, FRAME_SAMPLES, SAMPLE_RATE
from tests.bench.interim_transcripts import SENTENCES
from tests.bench.measure import Figure, Goal, Measure, NotMeasuredError, Samples
from tests.bench.spoken_names import read_sentences
from tests.support.bad_network import Link, reason_against, two_computers
from tests.support.carried_sound import Carried, carry
from tests.support.hearing import lost_words, words_of
from tests.support.livekit_server import livekit_server
from tests.support.recordings import FOLDER, WORDS

REST_FRAMES: Final = 80
"""Of silence behind each sentence: what is late still belongs to it."""
LATE_SECONDS: Final = 0.7
"""How much later than it was sent a sentence's end may come."""
SKEW_PPM: Final = 2_000
SKEW_SECONDS: Final = 62
"""Ten times the skew for a tenth of ten minutes, and two seconds to begin in: 120 ms."""
DELAY_SECONDS: Final = 32
TENTH: Final = SKEW_SECONDS // 10
"""Clicks of a tenth of the time."""
CLICK_LEVEL, SPEECH_LEVEL = 12_000, 2_500
"""Of 32,767."""


@dataclass(frozen=True, kw_only=True)
class Spoken:
    """Sentences one after the other, and in which frames each is."""

    pcm: bytes
    places: Sequence[tuple[int, int]]


def spoken(sounds: Sequence[bytes]) -> Spoken:
    """Join sounds of 48 kHz, with a rest behind each."""
    pcm, places = bytearray(), []
    for sound in sounds:
        begin = len(pcm) // FRAME_BYTES
        pcm += sound.ljust(-(-len(sound) // FRAME_BYTES) * FRAME_BYTES, b"\0")
        places.append((begin, len(pcm) // FRAME_BYTES))
        pcm += bytes(REST_FRAMES * FRAME_BYTES)
    return Spoken(pcm=bytes(pcm), places=places)


def arrived(carried: Carried, places: Sequence[tuple[int, int]]) -> list[bytes]:
    """Return what was heard of each of them."""
    found = []
    for begin, end in places:
        first, last = np.searchsorted(
            carried.heard_at, (carried.sent_at[begin], carried.sent_at[end - 1] + LATE_SECONDS)
        )
        found.append(carried.pcm[first * FRAME_BYTES : last * FRAME_BYTES])
    return found


@cache
def _sounds() -> list[bytes]:
    voice = Hibari(model=None)
    texts = [*SENTENCES, *(one.text for one in read_sentences() if not one.name)]
    return [*map(voice.speak, texts), *(read_wav(FOLDER / f"{name}.wav") for name in WORDS)]


@cache
def _clean_texts() -> list[str]:
    return _texts(_sounds())


def _texts(sounds: Sequence[bytes]) -> list[str]:
    ears = Whisper(folder=bundled_model(), threads=1)
    return [ears.transcribe(to_samples(pcm)).text for pcm in sounds]


def _carried(pcm: bytes, link: Link, *, speed: float = 1.0) -> Carried:
    if reason := reason_against():
        raise NotMeasuredError(reason)
    with (
        tempfile.TemporaryDirectory(prefix="alicia-bench-") as name,
        two_computers(link) as (home, away),
        livekit_server(Path(name) / "livekit", computer=home) as server,
    ):
        return carry(pcm, server, sender=away, hearer=home, folder=Path(name), speed=speed)


def _words_lost(link: Link) -> Samples:
    said = spoken(_sounds())
    heard = _texts(arrived(_carried(said.pcm, link), said.places))
    clean = _clean_texts()
    lost = sum(map(lost_words, clean, heard))
    words = sum(len(words_of(text)) for text in clean)
    return Samples(ours=[100 * lost / words], note=f"{lost} of {words} words in {len(clean)} recordings and sentences")


def clicks(seconds: float, *, speech: bytes) -> tuple[bytes, NDArray[np.int64]]:
    """Return faint speech with a click each second, and the frames that are clicks."""
    said = np.frombuffer(speech, "<i2").astype(np.float64)
    pcm = np.resize(said * SPEECH_LEVEL / np.abs(said).max(), int(seconds * SAMPLE_RATE))
    frames = pcm.reshape(-1, FRAME_SAMPLES)
    at = np.arange(100, len(frames) - 100, 100)
    frames[at] = CLICK_LEVEL * np.sin(2 * np.pi * 1_000 * np.arange(FRAME_SAMPLES) / SAMPLE_RATE)
    return frames.astype("<i2").tobytes(), at


def latencies(carried: Carried, at: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return how long each click took, in ms."""
    frames = np.frombuffer(carried.pcm, "<i2").reshape(-1, FRAME_SAMPLES).astype(np.int32)
    loud = np.abs(frames).max(axis=1) > (CLICK_LEVEL + SPEECH_LEVEL) / 2
    moments = carried.heard_at[loud & ~np.r_[False, loud[:-1]]]
    sent = carried.sent_at[at]
    heard = moments[np.searchsorted(moments, sent).clip(max=len(moments) - 1)]
    found: NDArray[np.float64] = 1_000 * (heard - sent)
    return found


def _delay() -> Samples:
    """Measure how long sound takes where the network takes nothing."""
    pcm, at = clicks(DELAY_SECONDS, speech=b"".join(_sounds()))
    took = latencies(_carried(pcm, Link()), at)[2:]
    return Samples(ours=list(took), note=f"{len(took)} clicks in speech, {min(took):.0f} to {max(took):.0f} ms")


def _drift() -> Samples:
    """Compare two clocks at the same time: a busy second makes both buffers grow."""
    pcm, at = clicks(SKEW_SECONDS, speech=b"".join(_sounds()))
    speeds = (1 + SKEW_PPM / 1e6, 1 - SKEW_PPM / 1e6)
    with ThreadPoolExecutor() as both:
        runs = list(both.map(lambda speed: latencies(_carried(pcm, Link(), speed=speed), at), speeds))
    grown = [float(np.median(took[-TENTH:]) - np.median(took[2 : 2 + TENTH])) for took in runs]
    note = f"the fast one's by {grown[0]:.0f} ms, the slow one's by {grown[1]:.0f} ms"
    return Samples(ours=[abs(grown[0] - grown[1])], note=note)


def measures() -> Iterator[Measure]:
    """Yield what a good network loses, what two bad ones do, and the drift."""
    bad, narrow = Link(loss=0.05, jitter_ms=80), Link(bits_per_second=200_000)
    for name, link, goal in (
        ("nothing wrong", Link(), None),
        ("5 % of the packets lost, 0–80 ms late", bad, Goal(limit=2.0)),
        ("200 kbit/s", narrow, Goal(limit=2.0)),
    ):
        yield Measure(
            name=f"Words lost: {name}",
            what="Words that the recogniser finds in the sound as it was spoken, and not there, or others, in what "
            "arrives over a LiveKit server through TUN devices and a relay. The built-in voice, and people.",
            unit="%",
            figure=Figure.WORST,
            goal=goal,
            run=partial(_words_lost, link),
        )
    yield Measure(
        name="Delay of sound",
        what="From a frame's being handed to the transport at one end to its being heard at the other, over a LiveKit "
        "server; a WebSocket takes about a millisecond. A machine that is late makes the receiver's buffer grow.",
        unit="ms",
        figure=Figure.MEDIAN,
        goal=Goal(limit=60.0),
        run=_delay,
    )
    yield Measure(
        name="Drift of two clocks",
        what=f"How much more the delay of sound grows in a minute where the sender's clock is {SKEW_PPM:,} ppm fast "
        "than where it is as slow, both at the same time: without a remedy 240 ms, as after ten minutes of 200 ppm. "
        "From a frame's being handed over to its being heard; medians of the first and the last tenth.",
        unit="ms",
        figure=Figure.WORST,
        goal=Goal(limit=60.0),
        run=_drift,
    )
