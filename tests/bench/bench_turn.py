"""How soon Alicia answers: typed, beside what her language model needs for the same words; and spoken.

Everything is as a person has it: the client without a window (`talk`), its line process, the server and the model, each
in a process of its own. The model is timed inside the server, at the very requests of the very turns, so that both
halves of a pair had the same prompt and the same busy machine.
"""

import json
import subprocess
import sys
import tempfile
import wave
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from sqlcipher3 import dbapi2

from alicia_desktop.audio.activity import START_MS
from alicia_desktop.server.engines.text_to_speech import Hibari
from alicia_desktop.session.ledger import SOUND_STARTED_AT, SPEECH_STARTED_AT
from tests.bench.alicia import COMMAND, environment, talk
from tests.bench.measure import Figure, Goal, Measure, NotMeasuredError, Samples
from tests.support.processes import ending, wait_until

TYPED = (
    "What is a rainbow?",
    "What is the capital of France?",
    "Why is the sky blue?",
    "Who wrote Hamlet?",
    "What do bees make?",
    "Which planet is the largest?",
    "What is a violin?",
    "Where do penguins live?",
    "What is bread made of?",
)
SPOKEN = ("What is the capital of France?", "Who wrote Hamlet?", "What do bees make?", "Where do penguins live?")
RATE = 48_000
PATIENCE_SECONDS = 45.0
AUDIBLE = 500
"""Of 32,767."""


@dataclass(kw_only=True, slots=True)
class Typed:
    """A question and when it came to what, in seconds of the wall clock."""

    entered: float
    first_sentence: float = 0.0


def typed_turns(stanzas: Sequence[Mapping[str, Any]]) -> list[Typed]:
    """Return the turns of what `talk` told; a stanza's `at` is when it was written here, or arrived."""
    turns: list[Typed] = []
    for stanza in stanzas:
        at = datetime.fromisoformat(stanza["at"]).timestamp()
        if stanza["name"] == "UserMessage" and stanza["direction"] == "out":
            turns.append(Typed(entered=at))
        elif stanza["name"] == "AssistantSentence" and turns and not turns[-1].first_sentence:
            turns[-1].first_sentence = at
    return turns


@contextmanager
def _timed_server(home: Path) -> Iterator[Path]:
    """The server behind `talk`; gives the file with the model's own times."""
    times, data = home / "model_times", home / "alicia"
    data.mkdir()
    command = [sys.executable, "-m", "tests.bench.timed_server", str(data), str(times)]
    with ending(subprocess.Popen(command, env=environment(home), stdin=subprocess.PIPE, stdout=subprocess.PIPE)):
        wait_until((data / "server.json").exists, what="the server", within=60)
        yield times


def _sample_typed(home: Path) -> Samples:
    with _timed_server(home) as times:
        talk(home, ["Good morning!"])  # the engines are ready when it has answered
        times.unlink(missing_ok=True)
        turns = typed_turns(talk(home, TYPED))
        drafts = [json.loads(line) for line in times.read_text("utf-8").splitlines()]
    model = [sum(took for at, took in drafts if turn.entered <= at <= turn.first_sentence) for turn in turns]
    if len(model) != len(TYPED) or not all(model):
        raise NotMeasuredError(f"{len(TYPED)} questions, but the model was asked for {sum(map(bool, model))} of them")
    ours = [turn.first_sentence - turn.entered for turn in turns][1:]  # the first one still connects
    return Samples(ours=ours, baseline=model[1:], note=f"{len(ours)} questions without a memory, built-in model")


def _speak(home: Path) -> dict[Path, float]:
    """Write the questions as sound; returns how many seconds of speech each holds, from its first to its last sound."""
    voice, said = Hibari(model=None), {}
    for number, text in enumerate(SPOKEN):
        pcm = voice.speak(text)
        path = home / f"question_{number}.wav"
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(bytes(RATE) + pcm)
        (loud,) = np.nonzero(np.abs(np.frombuffer(pcm, "<i2").astype(np.int32)) > AUDIBLE)
        said[path] = (loud[-1] - loud[0]) / RATE
    return said


def _sample_spoken(home: Path) -> Samples:
    said = _speak(home)
    with _timed_server(home):
        talk(home, ["Good morning!"])
        waits = [_wait_for_sound(home, path, seconds) for path, seconds in said.items()]
    note = f"{len(waits)} questions; their end is their beginning as heard here plus their length"
    return Samples(ours=waits, note=note)


def _wait_for_sound(home: Path, question: Path, seconds: float) -> float:
    """Ask aloud and return how long it was silent after the question; the client is ended with the first sound."""
    begun = datetime.now(UTC)
    files = ("--wav", str(question), "--out", str(home / "answer.wav"))
    command = [*COMMAND, "talk", *files, "--transport", "websocket"]
    connection = dbapi2.connect(str(home / "alicia" / "client.db"))
    with ending(subprocess.Popen(command, env=environment(home), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)):
        try:
            wait_until(
                lambda: _moment(connection, SOUND_STARTED_AT, begun) is not None,
                what="a sound",
                within=PATIENCE_SECONDS,
            )
        except TimeoutError as error:
            raise NotMeasuredError(f"no sound came within {PATIENCE_SECONDS:.0f} s") from error
    started, sounded = (_moment(connection, key, begun) for key in (SPEECH_STARTED_AT, SOUND_STARTED_AT))
    connection.close()
    if started is None or sounded is None:
        raise NotMeasuredError("the question was heard before the client heard it begin")
    return (sounded - started).total_seconds() + START_MS / 1000 - seconds


def _moment(connection: dbapi2.Connection, key: str, after: datetime) -> datetime | None:
    """Return the newest moment of that kind, when it is of this turn."""
    query = "SELECT value FROM alicia_meta WHERE key = ? ORDER BY updated_at DESC LIMIT 1"
    row = connection.execute(query, (key,)).fetchone()
    moment = datetime.fromisoformat(row[0]) if row else None
    return moment if moment is not None and moment > after else None


def measures() -> Iterator[Measure]:
    """Yield typed and spoken, each in a home of its own."""
    with tempfile.TemporaryDirectory(prefix="alicia-bench-") as folder:
        homes = [Path(folder) / name for name in ("typed", "spoken")]
        for home in homes:
            home.mkdir()
        yield Measure(
            name="Enter to first sentence",
            what="From the question's being written down to the arrival of the first sentence of its answer, over the "
            "WebSocket.",
            baseline="the language model's own time for its draft, from the server's request to its first whole "
            "sentence, or to the word that it is unsure of",
            unit="s",
            figure=Figure.COST,
            goal=Goal(limit=1.3),
            run=lambda: _sample_typed(homes[0]),
        )
        yield Measure(
            name="End of speech to first sound",
            what="From the end of a spoken question to the loudspeaker's first sound, over the WebSocket; median. The "
            "silence that tells the server that the question has ended is in it.",
            unit="s",
            figure=Figure.MEDIAN,
            run=lambda: _sample_spoken(homes[1]),
        )
