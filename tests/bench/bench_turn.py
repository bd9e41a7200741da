"""How soon Alicia answers what is typed, beside what her language model needs for the same words.

Everything is as a person has it: the client without a window (`talk`), its line process, the server and the model, each
in a process of its own. The model is timed inside the server, at the very requests of the very turns, so that both
halves of a pair had the same prompt and the same busy machine.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from tests.bench.alicia import environment, talk
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


def measures() -> Iterator[Measure]:
    """Yield what is typed."""
    with tempfile.TemporaryDirectory(prefix="alicia-bench-") as home:
        yield Measure(
            name="Enter to first sentence",
            what="From the question's being written down to the arrival of the first sentence of its answer, over the "
            "WebSocket.",
            baseline="the language model's own time for its draft, from the server's request to its first whole "
            "sentence, or to the word that it is unsure of",
            unit="s",
            figure=Figure.COST,
            goal=Goal(limit=1.3),
            run=lambda: _sample_typed(Path(home)),
        )
