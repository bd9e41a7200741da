"""How soon she sounds once her words are known, and whether she runs out of them while a model writes slowly.

The first is taken with the real voice and the real player by the wall clock, beside the same text made whole. The
second is on a clock of its own: words come as fast as a model writes them, and a loudspeaker takes 10 ms after 10 ms.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncGenerator, Iterator, Mapping
from typing import Any, Final

import hibari
import numpy as np

from alicia_desktop.base.clock import Clock, JumpingClock, SystemClock
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.protocol.messages import Message
from alicia_desktop.server.answer_lines import CutEarly, fixed_answer, split_sentences
from alicia_desktop.server.engines.contract import EngineState, Finish, TextToSpeech, Voice
from alicia_desktop.server.engines.text_to_speech import HibariEngine, pcm_48k
from alicia_desktop.server.options import SpeakingStyle
from alicia_desktop.server.speech.playout import CHARACTERS_A_SECOND, SpeechPlayer, Utterance
from alicia_desktop.server.speech.speakable import cut_for_speech, spoken_text
from tests.bench.measure import Figure, Goal, Measure, Samples

ANSWERS: Final = tuple(
    """Your daughter's recital is on Friday.
The recital is on Friday, and it begins at six in the evening. You wanted to bring flowers.
Photosynthesis is the process by which green plants make sugar out of water and air, which they use to grow, and it \
sets oxygen free. Animals breathe it. Without plants there would be none.
If you take the early train, you will be there by ten, but it is often full in summer. The next one leaves an hour \
later, and it stops at every village on the way. I would book a seat in either case, because you travel with your \
cello, and it needs a place of its own.
There are three things that I would look at: the price, the weight, and how long it lasts. The first one is the \
cheapest by far, but it weighs twice as much as the others. The second one is light; it breaks easily, though. The \
third one is what most people take, since it lasts for ten years and can be mended at home.""".splitlines()
)
AUDIBLE: Final = 300
"""Of 32,767."""
TOKENS_A_SECOND: Final = (5, 8, 12, 20)
"""She speaks some 3.6 of them; a model that is slower than that leaves her without words whatever is done."""
STEP_SECONDS: Final = 0.01


class Room:
    """Takes the frames of a player, and tells when they could be heard."""

    conversation_id = "ac_bench"

    def __init__(self) -> None:
        self.frames: deque[bytes] = deque()
        self.heard_at = 0.0
        self.heard = asyncio.Event()

    def enqueue(self, body: Message, meta: Mapping[str, Any] | None = None) -> asyncio.Future[None]:
        """Take an announcement."""
        del body, meta
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        done.set_result(None)
        return done

    def send_sound(self, pcm: bytes) -> None:
        """Take 10 ms."""
        self.frames.append(pcm)
        if not self.heard_at and np.abs(np.frombuffer(pcm, "<i2").astype(np.int32)).max() > AUDIBLE:
            self.heard_at = time.perf_counter()
            self.heard.set()

    def clear_sound(self) -> None:
        """Forget what waits."""
        self.frames.clear()


def player_in(room: Room, *, voice: TextToSpeech, clock: Clock) -> SpeechPlayer:
    """Return a player that speaks into a room."""
    return SpeechPlayer(
        voice=voice,
        outbound=room,
        clock=clock,
        transport=lambda: room,  # type: ignore[arg-type,return-value]  # of a transport it takes only sound
        on_failure=lambda _: None,
    )


async def first_sounds() -> tuple[list[float], list[float]]:
    """Return how long each answer takes to its first sound, and how long made whole and not cut, in ms."""
    ours, whole = [], []
    async with Scope("bench") as scope:
        voice = HibariEngine()
        voice.start(scope)
        await voice.speak("Ready.")
        raw = hibari.Hibari()
        raw("Ready.")
        for text in ANSWERS * 3:
            room = Room()
            player = player_in(room, voice=voice, clock=SystemClock())
            player.start(scope)
            begun = time.perf_counter()
            pieces = [line async for line in cut_for_speech(fixed_answer(text))]
            for number, line in enumerate(pieces, 1):
                player.enqueue(Utterance(answer_id="a", sequence=number, text=line.text, last=line.final))
            await room.heard.wait()
            ours.append((room.heard_at - begun) * 1000)
            player.interrupt()
            whole.append(_made_whole(raw, text))
        voice.close()
    return ours, whole


def _made_whole(raw: Any, text: str) -> float:
    begun = time.perf_counter()
    pcm = pcm_48k(raw(spoken_text(text)))
    made = time.perf_counter() - begun
    (audible,) = np.nonzero(np.abs(np.frombuffer(pcm, "<i2").astype(np.int32)) > AUDIBLE)
    return made * 1000 + float(audible[0]) / 48


class Slow:
    """What a model writes, word by word on a clock."""

    def __init__(self, text: str, *, clock: Clock, tokens_a_second: float) -> None:
        self._text, self._clock, self._pause = text, clock, 1 / tokens_a_second

    async def pieces(self) -> AsyncGenerator[str | Finish, None]:
        """Yield a token at a time; a word is one and a third."""
        for word in self._text.split(" "):
            await self._clock.sleep(self._pause * 4 / 3)
            yield f"{word} "


class Paced:
    """A voice that needs no time, and speaks as fast as the real one."""

    style = SpeakingStyle()

    def __init__(self) -> None:
        self.state_changed: Signal[EngineState] = Signal()
        self.state = EngineState(phase="ready")

    def prepare(self) -> None:
        """Load nothing."""

    async def voices(self) -> tuple[Voice, ...]:
        """Return none."""
        return ()

    async def speak(self, text: str, *, style: SpeakingStyle | None = None) -> bytes:
        """Return sound of the text's length."""
        del style
        return b"\1\1" * 480 * round(len(text) / CHARACTERS_A_SECOND * 100)


async def heard(text: str, *, tokens_a_second: float, by_clause: bool) -> tuple[float, float]:
    """Return when an answer is first heard after its first word was asked for, and how long she then lacks words, s."""
    clock, room = JumpingClock(), Room()
    async with Scope("bench") as scope:
        player = player_in(room, voice=Paced(), clock=clock)
        player.start(scope)
        cut_early = player.cut_early if by_clause else None
        written = scope.spawn("write", _say(player, text, clock, tokens_a_second, cut_early))
        now, first, starved = 0.0, 0.0, 0.0
        while not written.done() or player.speaking or room.frames:
            await clock.advance(STEP_SECONDS)
            now += STEP_SECONDS
            if room.frames:
                room.frames.popleft()
                first = first or now
            elif first and not (written.done() and not player.speaking):
                starved += STEP_SECONDS
    return first, starved


async def _say(player: SpeechPlayer, text: str, clock: Clock, rate: float, cut_early: CutEarly | None) -> None:
    sequence = 0
    lines = split_sentences(Slow(text, clock=clock, tokens_a_second=rate).pieces(), origin="model", cut_early=cut_early)
    async for line in lines:
        sequence += 1
        player.enqueue(Utterance(answer_id="a", sequence=sequence, text=line.text, last=line.final))


def _first_sounds() -> Samples:
    ours, whole = asyncio.run(first_sounds())
    return Samples(
        ours=ours, baseline=whole, note=f"{len(ours)} answers of {len(ANSWERS[0])} to {len(ANSWERS[-1])} characters"
    )


def _while_written(place: int) -> Samples:
    """Return the first sound (0), or what she lacks words for (1), by clauses beside whole sentences."""
    runs = [(text, rate) for text in ANSWERS[1:] for rate in TOKENS_A_SECOND]
    ours, baseline = (
        [asyncio.run(heard(text, tokens_a_second=rate, by_clause=by_clause))[place] for text, rate in runs]
        for by_clause in (True, False)
    )
    rates, sums = ", ".join(map(str, TOKENS_A_SECOND)), (sum(ours), sum(baseline))
    note = f"{len(runs)} answers at {rates} tokens a second; in all {sums[0]:.1f} s, by whole sentences {sums[1]:.1f} s"
    return Samples(ours=ours, baseline=baseline, note=note)


def measures() -> Iterator[Measure]:
    """Yield the first sound of what is known, and both of what is still being written."""
    yield Measure(
        name="First sound, 95 of 100",
        what="From the moment an answer's words are known to its first audible sound at the transport.",
        unit="ms",
        figure=Figure.P95,
        run=_first_sounds,
        goal=Goal(limit=120.0),
    )
    yield Measure(
        name="First sound beside the whole",
        what="The same, beside the whole answer made at once, with the silence that the synthesiser begins with.",
        unit="ms",
        figure=Figure.COST,
        run=_first_sounds,
        baseline="the whole sound of the whole answer",
        goal=Goal(limit=0.35),
    )
    yield Measure(
        name="First sound while a model writes",
        what="From the request to the first sound, of answers that a model writes slowly.",
        unit="s",
        figure=Figure.COST,
        run=lambda: _while_written(0),
        baseline="the same, spoken by whole sentences",
        goal=Goal(limit=0.8),
    )
    yield Measure(
        name="Lacking words, worst",
        what="How long she is silent within such an answer beyond the rests that are written.",
        unit="s",
        figure=Figure.WORST,
        run=lambda: _while_written(1),
        goal=Goal(limit=0.1),
    )
