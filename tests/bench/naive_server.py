"""The local server as the simplest thing that talks: `python -m tests.bench.naive_server DATA`.

A fixed silence of 700 ms ends a turn; then all of it is transcribed, all of the answer written, all of its sound made,
and then it is played. Models, memory, room and line are the same as ever, so what differs is the way of the sound.
"""

import sys
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from alicia_desktop.server import main as server
from alicia_desktop.server.engines import text_to_speech
from alicia_desktop.server.run_ahead import RunAhead
from alicia_desktop.server.speech import turn_segmenter
from alicia_desktop.server.speech.endpointing import EndpointDecision, EndpointPolicy
from alicia_desktop.server.speech.interim_transcripts import InterimTranscript, InterimTranscripts
from alicia_desktop.server.speech.pause_analysis import PauseAnalysis
from alicia_desktop.server.speech.playout import SpeechPlayer, Utterance

SILENCE_MS: Final = 700
Enqueue = Callable[[SpeechPlayer, Utterance], None]


def make_naive() -> None:
    """Take out of this process all that makes her quick; she bridges nothing either, which would sound first."""
    for owner, name, plain in (
        (EndpointPolicy, "undecided", lambda _: EndpointDecision(wait_ms=SILENCE_MS, finished=None)),
        (PauseAnalysis, "begin", lambda pause, *_, **__: pause.drop()),
        (InterimTranscripts, "extend", _nothing_so_far),
        (RunAhead, "begin", lambda *_: None),
        (turn_segmenter, "unnoticed_silence", lambda _: 0),
        (SpeechPlayer, "expect", lambda *_: None),
        (SpeechPlayer, "cut_early", lambda *_: None),
        (SpeechPlayer, "enqueue", whole(SpeechPlayer.enqueue)),
        (text_to_speech, "voiced", lambda samples: samples),
    ):
        setattr(owner, name, plain)


def whole(enqueue: Enqueue) -> Enqueue:
    """Return how an answer is handed to the voice only when its last piece is there."""
    waiting: dict[str, str] = {}

    def collect(player: SpeechPlayer, piece: Utterance) -> None:
        text = waiting.pop(piece.answer_id, "") + piece.text
        if piece.last:
            enqueue(player, replace(piece, text=text))
        else:
            waiting[piece.answer_id] = text

    return collect


async def _nothing_so_far(_transcripts: InterimTranscripts, _frames: list[bytes]) -> InterimTranscript | None:
    return None


if __name__ == "__main__":
    make_naive()
    sys.exit(server.main(["--data-dir", sys.argv[1], "--child"]))
