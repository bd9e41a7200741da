"""Speaking over her: how soon she is silent, how often what is no interruption stops her, and how many are missed.

The line's own pipeline with its models, frame by frame in a room that is computed: its loudspeaker comes back into the
microphone as an echo, or there is noise or music, 10 dB under who speaks. Times are those of the sound: devices add
their own (33 ms on a PulseAudio null sink). `python -m tests.bench.bench_barge_in [--tuning]` tells all that went
wrong; the half that is held out is what counts.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np

from alicia_desktop.audio.activity import VoiceActivity
from alicia_desktop.audio.contract import FRAME_SAMPLES
from alicia_desktop.audio.interruption import InterruptionDetector
from alicia_desktop.audio.levels import from_meter, is_silent
from alicia_desktop.audio.processing import Processing
from alicia_desktop.audio.ring import FrameRing, RingLoudspeaker
from alicia_desktop.line import frames
from alicia_desktop.line.audio_pipeline import AudioPipeline
from alicia_desktop.line.device_factory import OpenDevices
from alicia_desktop.line.mic_gate import MicrophoneGate
from tests.bench.interruptions import (
    HER_WORDS,
    RATE,
    Labelled,
    Sound,
    Speakers,
    at_level,
    labelled,
    music,
    noise,
)
from tests.bench.measure import Figure, Goal, Measure, Samples

PLACES: Final = ("quiet", "echo", "noise", "music")
ECHO_DB: Final = -8.0
NOISE_DBFS: Final = -32.0
SETTLE_FRAMES: Final = 150
"""The room is there before she speaks, in it."""
BEFORE_SECONDS: Final = (3.0, 4.5)
"""So long she has spoken when it comes: she knows the room."""
AFTER_SECONDS: Final = 1.2
THRESHOLD: Final = 0.25
"""The default of the settings."""


class Room:
    """What the microphone hears of the loudspeaker: 50 ms later, with a reverberation of 30 ms."""

    def __init__(self, rng: np.random.Generator, gain_db: float) -> None:
        taps = np.zeros(int(RATE * 0.15))
        begin = int(RATE * 0.05)
        taps[begin] = 1.0
        rest = len(taps) - begin
        taps[begin:] += rng.standard_normal(rest) * np.exp(-np.arange(rest) / RATE / 0.03) * 0.04
        self._size = 16_384
        self._way = np.fft.rfft(taps * 10 ** (gain_db / 20), self._size)
        self._played = np.zeros(len(taps) + FRAME_SAMPLES)

    def echo(self, played: bytes) -> Sound:
        """Return what comes back while this frame is played."""
        sound = np.frombuffer(played, "<i2") / 32_768.0
        self._played = np.concatenate([self._played[FRAME_SAMPLES:], sound])
        whole = np.fft.irfft(np.fft.rfft(self._played, self._size) * self._way, self._size)
        return whole[len(self._played) - FRAME_SAMPLES : len(self._played)].astype(np.float32)


class _Microphone:
    name = "computed"
    latency = 0.05
    gone = False

    def __init__(self) -> None:
        self.ring = FrameRing(frames=2)

    def read(self) -> bytes | None:
        return self.ring.pop()

    def close(self) -> None:
        pass


class _Loudspeaker(RingLoudspeaker):
    name = "computed"
    latency = 0.0
    gone = False

    def __init__(self) -> None:
        super().__init__(played_frames=2)

    def beat(self) -> bytes:
        """Play 10 ms."""
        return self._next_frame()

    def close(self) -> None:
        pass


@dataclass(frozen=True, kw_only=True, slots=True)
class Outcome:
    """What one sound did to her."""

    said: Labelled
    place: str
    silent_ms: float | None
    """From its first sound to her last before it was over; None: she spoke on."""
    stopped: bool
    paused_before: bool
    """Whether she paused though nobody had said anything."""
    sent: bytes
    """What went out from half a second before it on."""


class Scene:
    """Her voice, one labelled sound, and a place."""

    def __init__(
        self, *, said: Labelled, place: str, her: bytes, rng: np.random.Generator, begins: int | None = None
    ) -> None:
        """`begins` is the frame at which the sound comes, by default some time after she began, in any of her words."""
        self._said, self._place = said, place
        self._begin = begins or SETTLE_FRAMES + int(rng.uniform(*BEFORE_SECONDS) * 100)
        count = self._begin + len(said.sound) // FRAME_SAMPLES + int(AFTER_SECONDS * 100)
        self._near = rng.standard_normal(count * FRAME_SAMPLES).astype(np.float32) * 2e-4
        self._near[self._begin * FRAME_SAMPLES :][: len(said.sound)] += said.sound
        if place in {"noise", "music"}:
            make = noise if place == "noise" else music
            self._near += at_level(make(len(self._near), rng), NOISE_DBFS)
        self._room = Room(rng, ECHO_DB) if place == "echo" else None
        start = 0 if begins else int(rng.uniform(0, len(her) // 2)) // 960 * 960
        self._her = (her[start:] + her)[: count * 960]
        self._events: list[frames.LineEvent] = []
        self._sent: list[bytes] = []

    def run(self) -> Outcome:
        """Play it through the pipeline."""
        microphone, speaker = _Microphone(), _Loudspeaker()
        pipeline = self._pipeline(microphone, speaker)
        silent, paused_before, sent_before = [], False, 0
        for number, at in enumerate(range(0, len(self._near), FRAME_SAMPLES)):
            if number == SETTLE_FRAMES:
                speaker.play(self._her)
            played = speaker.beat()
            heard = self._near[at : at + FRAME_SAMPLES] + (self._room.echo(played) if self._room else 0.0)
            microphone.ring.push((np.clip(heard, -1, 1) * 32_767).astype("<i2").tobytes())
            pipeline.pump()
            if number < self._begin:
                paused_before |= pipeline.is_held
                sent_before = max(0, len(self._sent) - 50)
            else:
                silent.append(is_silent(played) and (pipeline.is_held or bool(self._interruptions())))
        return Outcome(
            said=self._said,
            place=self._place,
            silent_ms=silent.index(True) * 10.0 if any(silent) else None,
            stopped=bool(self._interruptions()),
            paused_before=paused_before,
            sent=b"".join(self._sent[sent_before:]),
        )

    def _interruptions(self) -> list[frames.SpeechChanged]:
        return [event for event in self._events if isinstance(event, frames.SpeechChanged) and event.interrupted]

    def _pipeline(self, microphone: _Microphone, speaker: _Loudspeaker) -> AudioPipeline:
        floor = from_meter(THRESHOLD)
        processing = Processing()
        processing.set_delay(seconds=microphone.latency)
        opened = OpenDevices(
            microphone=microphone,
            loudspeaker=speaker,
            processing=processing,
            activity=VoiceActivity(floor_dbfs=floor),
            interruption=InterruptionDetector(activity=VoiceActivity(floor_dbfs=floor)),
            paced=(),
            problems=(),
        )
        return AudioPipeline(
            opened=opened,
            command=frames.OpenSound(link="bench", threshold=THRESHOLD),
            gate=MicrophoneGate(),
            send=self._sent.append,
            emit=self._events.append,
        )


def outcomes(*, held_out: bool) -> Iterator[Outcome]:
    """Play one half of the set, each sound in two places."""
    rng = np.random.default_rng(100 + held_out)
    her = (np.clip(at_level(Speakers().say(HER_WORDS), -20.0), -1, 1) * 32_767).astype("<i2").tobytes()
    her = her[: len(her) // 960 * 960]
    for number, said in enumerate(labelled(held_out=held_out)):
        for place in (PLACES[number % 4], PLACES[(number + 1 + number // 4 % 3) % 4]):
            yield Scene(said=said, place=place, her=her, rng=rng).run()


@cache
def _held_out() -> tuple[Outcome, ...]:
    return tuple(outcomes(held_out=True))


def _latencies() -> Samples:
    silences = [each.silent_ms for each in _held_out() if each.said.stops and each.silent_ms is not None]
    return Samples(ours=silences, note=f"{len(silences)} interruptions; {', '.join(PLACES)}")


def _wrong(*, stops: bool) -> Samples:
    ours = [100.0 * (each.stopped != stops) for each in _held_out() if each.said.stops is stops]
    return Samples(ours=[sum(ours) / len(ours)], note=f"{len(ours)} sounds")


def measures() -> Iterator[Measure]:
    """Yield latency, false stops and what is missed, of the half that is held out."""
    what = "From the first sound of who speaks over her to her silence, in the line's pipeline."
    for figure, name, limit in ((Figure.MEDIAN, "median", 150.0), (Figure.P95, "95 of 100", 250.0)):
        goal = Goal(limit=limit)
        yield Measure(name=f"Silence, {name}", what=what, unit="ms", figure=figure, run=_latencies, goal=goal)
    for stops, name, what in (
        (False, "False stops", "“Mhm”, “yes”, coughs and doors that stop her instead of making her pause."),
        (True, "Missed", "Sentences said over her that do not stop her."),
    ):
        yield Measure(
            name=name,
            what=what,
            unit="%",
            figure=Figure.MEDIAN,
            run=lambda stops=stops: _wrong(stops=stops),  # type: ignore[misc]  # bound now, not when it is called
            goal=Goal(limit=5.0),
        )


def main() -> None:
    """Tell all that went wrong, and the figures of each place."""
    found = list(outcomes(held_out="--tuning" not in sys.argv))
    for each in found:
        if each.stopped != each.said.stops or each.paused_before:
            sys.stdout.write(f"{each.place}: {each.said.name} stopped={each.stopped} early={each.paused_before}\n")
    for place in PLACES:
        here = [each for each in found if each.place == place]
        silences = [each.silent_ms for each in here if each.said.stops and each.silent_ms is not None]
        false = sum(each.stopped for each in here if not each.said.stops)
        missed = sum(not each.stopped for each in here if each.said.stops)
        median, high = np.percentile(silences, [50, 95])
        early = sum(each.paused_before for each in here)
        sys.stdout.write(
            f"{place:6} silence {median:.0f}/{high:.0f} ms  false {false}/{len(here) - len(silences) - missed}"
            f"  missed {missed}  paused early {early}/{len(here)}\n"
        )


if __name__ == "__main__":
    main()
