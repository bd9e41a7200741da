"""How much later she sounds over a LiveKit server than over the WebSocket, at two sound cards, by turns.

Both windows are the program as it is; only one is spoken to at a time. The LiveKit server runs on the same computer, so
what is measured is what LiveKit itself adds: a frame of Opus and the receiver's jitter buffer, once each way.
"""

import statistics
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Final

from tests.bench.bench_spoken import Turns, take_turns
from tests.bench.measure import Figure, Goal, Measure, NotMeasuredError, Samples
from tests.bench.spoken_sentences import spoken
from tests.bench.spoken_turns import TimedTurn, place
from tests.support.livekit_server import livekit_server

LIMIT_SECONDS: Final = 0.06
TO_THE_TRANSCRIPT: Final = ("silence", "transcript")


def later(turns: Turns, of: Callable[[TimedTurn], float], note: str = "") -> Samples:
    """Return by how much one of each pair took longer."""
    if not turns.ours:
        raise NotMeasuredError("; ".join(turns.lost))
    return Samples(
        ours=[of(ours) - of(other) for ours, other in zip(turns.ours, turns.baseline, strict=True)], note=note
    )


def measures() -> Iterator[Measure]:
    """Yield the difference of the whole way, and of its two ends."""
    with ExitStack() as stack:
        home = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="alicia-bench-")))
        sentences = [*spoken(home)]
        server = stack.enter_context(livekit_server(home / "livekit"))
        over_livekit = stack.enter_context(place(home / "over_livekit", "ours", settings=server.environment))
        over_websocket = stack.enter_context(place(home / "over_websocket", "ours"))
        turns = take_turns(over_livekit, over_websocket, sentences)
        what = (
            "End of speech to her first sound over a LiveKit server on this computer, less the same over the "
            "WebSocket; the median of pairs."
        )
        yield Measure(
            name="Later over LiveKit",
            what=what,
            unit="s",
            figure=Figure.MEDIAN,
            goal=Goal(limit=LIMIT_SECONDS),
            run=lambda: later(turns, lambda turn: turn.whole, _told(turns)),
        )
        yield Measure(
            name="Of it: to the final transcript",
            what="What of that is over when the words of the turn are certain: the way of the microphone's sound.",
            unit="s",
            figure=Figure.MEDIAN,
            run=lambda: later(turns, lambda turn: sum(turn.parts[part] for part in TO_THE_TRANSCRIPT)),
        )
        yield Measure(
            name="Of it: at the loudspeaker",
            what="From her sound's being made to its being heard.",
            unit="s",
            figure=Figure.MEDIAN,
            run=lambda: later(turns, lambda turn: turn.parts["playback"]),
        )


def _told(turns: Turns) -> str:
    middle = [statistics.median(turn.whole for turn in some) for some in (turns.ours, turns.baseline)]
    lost = f"; not counted: {', '.join(turns.lost)}" if turns.lost else ""
    return f"{len(turns.ours)} pairs; {middle[0]:.2f} s and {middle[1]:.2f} s in the median{lost}"
