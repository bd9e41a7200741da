"""Learn when somebody has finished: from texts what words end one, from labelled pauses how to weigh all evidence.

Run with `make train-endpointing`: it writes `alicia_desktop/server/speech/endpoint_weights.npz`. The same data give the
same weights. Texts are the person's own sentences in `tests/data`; pauses are the half of `pause_evidence` that is not
held out.
"""

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

import alicia_desktop.server.speech
from alicia_desktop.server.speech.endpointing import (
    WEIGHTS_FILE,
    EndpointWeights,
    PauseEvidence,
    checksum,
    evidence_inputs,
    split_words,
)
from tests.bench.pause_evidence import PauseRow, load_rows
from tests.bench.pause_sounds import DATA

MIN_COUNT: Final = 4
ROUNDS: Final = 300
PENALTY: Final = 2e-5
EVIDENCE_PENALTY: Final = 1e-2
FALSE_ENDS: Final = 0.02
"""Of the pauses that are learned from, as many may be taken for ends."""
MARGIN: Final = 1.0
"""Added to the threshold, in log-odds: the voices of strangers are told apart less well than those that are known."""
HELD_OUT_TEXTS: Final = ("writer_C", "writer_D")
"""Of the relevance of memories: nobody reads them."""
MAX_SHORT: Final = 6
DRAWN_CUTS: Final = (0.02, 0.05, 0.1)
"""Of the pauses of actors taken for ends: what of their ends is then told."""
INPUTS: Final = 7
"""Of `evidence_inputs`."""
Numbers = NDArray[np.float64]


def texts() -> Iterator[str]:
    """Yield sentences that people write to an assistant."""
    for writer in "ABEFG":  # nobody reads the others
        file = DATA / f"dialogue/first_messages/{writer}.jsonl"
        yield from (json.loads(line)["message"] for line in file.read_text(encoding="utf-8").splitlines())
    for file in sorted((DATA / "relevance").glob("*.jsonl")):
        if file.stem not in HELD_OUT_TEXTS:
            yield from _strings(file, {"statement", "question", "statements", "questions"})
    for name in ("everyday", "people", "voices"):
        lines = (DATA / f"extraction/{name}.txt").read_text(encoding="utf-8").splitlines()
        yield from (line for line in lines if line[:1].isalpha())
    for line in (DATA / "extraction/phrasings.txt").read_text(encoding="utf-8").splitlines():
        yield line.partition("|")[2]
    examples = (DATA / "dialogue/examples.txt").read_text(encoding="utf-8").splitlines()
    yield from (line for line in examples if not line.startswith("=="))
    for name in ("relevance/plain", "end_of_turn/requests"):
        yield from (DATA / f"{name}.txt").read_text(encoding="utf-8").splitlines()


def _strings(file: Path, keys: set[str]) -> Iterator[str]:
    for line in file.read_text(encoding="utf-8").splitlines():
        for key, value in json.loads(line).items():
            if key in keys:
                yield from [value] if isinstance(value, str) else [one for one in value if isinstance(one, str)]


def sentences() -> list[list[str]]:
    """Return the words of each sentence once."""
    parts = (part for text in texts() for part in re.split(r"(?<=[.?!])\s+", text))
    known = dict.fromkeys(" ".join(split_words(part)) for part in parts)
    return [words.split() for words in known if 1 < len(words.split()) < 40]


def short_texts() -> list[int]:
    """Return the checksums of texts of up to `MAX_SHORT` words at which people end, one time in three or more."""
    parts = (part for text in texts() for part in re.split(r"(?<=[.?!])\s+", text))
    said = [split_words(part) for part in parts]
    whole = Counter(" ".join(words) for words in said if words)
    begun = Counter(" ".join(words[:end]) for words in said for end in range(1, min(len(words), MAX_SHORT + 1)))
    ended = (text for text, count in whole.items() if count * 3 > begun[text] and len(text.split()) <= MAX_SHORT)
    return sorted(map(checksum, ended))


def learn_words() -> dict[str, Numbers]:
    """Learn the log-odds that a text is over with its last two words, its first one and its length."""
    said = sentences()
    counts = Counter(word for words in said for word in words)
    vocabulary = {word: number for number, (word, count) in enumerate(counts.most_common(), 1) if count >= MIN_COUNT}
    size = len(vocabulary) + 1
    rows, lengths, labels, weights = [], [], [], []
    for words in said:
        ids = [vocabulary.get(word, 0) for word in words]
        for end in range(1, len(ids) + 1):
            before = ids[end - 2] if end > 1 else 0
            rows.append((ids[end - 1], size + before, 2 * size + ids[0]))
            lengths.append(np.log(end))
            labels.append(float(end == len(ids)))
            weights.append(1.0 if end == len(ids) else 1.0 / (len(ids) - 1))
    found = _learn_sparse(np.array(rows), np.array(lengths), np.array(labels), np.array(weights), 3 * size)
    return {
        "words": np.array([*vocabulary]),
        "last": found[:size],
        "before": found[size : 2 * size],
        "first": found[2 * size : 3 * size],
        "length": found[-2:],
    }


def _learn_sparse(rows: NDArray[np.int64], lengths: Numbers, labels: Numbers, weights: Numbers, width: int) -> Numbers:
    """Return the weights of a logistic regression: one for each of `width` words, length and constant; by Adam."""
    weights = weights / weights.sum()
    found, mean, square = np.zeros(width + 2), np.zeros(width + 2), np.zeros(width + 2)
    for step in range(1, ROUNDS + 1):
        logits = found[rows].sum(axis=1) + found[width] * lengths + found[width + 1]
        error = weights * (1 / (1 + np.exp(-logits)) - labels)
        gradient = np.empty(width + 2)
        gradient[:width] = sum(np.bincount(column, error, width) for column in rows.T)
        gradient[width], gradient[width + 1] = error @ lengths, error.sum()
        gradient[:width] += PENALTY * found[:width]
        mean = 0.9 * mean + 0.1 * gradient
        square = 0.999 * square + 0.001 * gradient**2
        found -= 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
    return found


def learn_evidence(rows: Sequence[PauseRow], words: EndpointWeights) -> Numbers:
    """Return the weights of all evidence, the last one constant; finished and unfinished pauses count the same."""
    inputs = inputs_of(rows, words)
    labels = np.array([row.finished for row in rows], float)
    weights = np.where(labels > 0, 0.5 / labels.sum(), 0.5 / (1 - labels).sum())
    found = np.zeros(inputs.shape[1])
    for _ in range(50):  # Newton
        guess = 1 / (1 + np.exp(-inputs @ found))
        penalty = EVIDENCE_PENALTY * np.eye(len(found))
        penalty[-1, -1] = 1e-6
        gradient = inputs.T @ (weights * (guess - labels)) + penalty @ found
        found -= np.linalg.solve((inputs.T * (weights * guess * (1 - guess))) @ inputs + penalty, gradient)
    return found


def inputs_of(rows: Sequence[PauseRow], words: EndpointWeights) -> Numbers:
    """Return what the regression reads of each row."""
    return np.array([evidence_inputs(PauseEvidence(acoustic=row.acoustic, words=row.text), words) for row in rows])


def sure_from(logits: Numbers, finished: NDArray[np.bool_]) -> float:
    """Return the log-odds that only `FALSE_ENDS` of the unfinished pauses reach."""
    return float(np.quantile(logits[~finished], 1 - FALSE_ENDS))


def logits_of_others(rows: Sequence[PauseRow], words: EndpointWeights) -> Numbers:
    """Return the log-odds of each row by weights that were learned from the other speakers' rows."""
    found = np.zeros(len(rows))
    for speaker in {row.speaker for row in rows}:
        weights = learn_evidence([row for row in rows if row.speaker != speaker], words)
        own = [number for number, row in enumerate(rows) if row.speaker == speaker]
        found[own] = inputs_of([rows[number] for number in own], words) @ weights
    return found


def area(logits: Numbers, finished: NDArray[np.bool_]) -> float:
    """Return the probability that a finished pause has higher log-odds than an unfinished one."""
    ends, pauses = logits[finished], logits[~finished]
    return float((ends[:, None] > pauses[None]).mean() + 0.5 * (ends[:, None] == pauses[None]).mean())


def of_actors(weights: Numbers, words: EndpointWeights, sure: float) -> str:
    """Return how well weights tell the ends of people whom nothing was learned from, and who are not held out."""
    rows = load_rows("develop")
    finished, logits = np.array([row.finished for row in rows]), inputs_of(rows, words) @ weights
    ends, pauses = logits[finished], logits[~finished]
    shares = ", ".join(f"{(ends > np.quantile(pauses, 1 - cut)).mean():.2f} at {cut:.0%}" for cut in DRAWN_CUTS)
    return (
        f"actors: area {area(logits, finished):.3f}; sure of {(ends >= sure).mean():.2f} of the ends and of "
        f"{(pauses >= sure).mean():.3f} of the pauses; ends surer than all but some of the pauses: {shares}\n"
    )


def main() -> None:
    """Learn, print figures of speakers left out, and write the weights."""
    learned = learn_words()
    vocabulary = {str(word): number for number, word in enumerate(learned["words"], 1)}
    numbers = {name: learned[name] for name in ("last", "before", "first", "length")}
    short = short_texts()
    words = EndpointWeights(words=vocabulary, short=frozenset(short), **numbers, evidence=np.zeros(INPUTS), sure=0.0)
    rows = load_rows("learn")
    finished = np.array([row.finished for row in rows])
    weights, others = learn_evidence(rows, words), logits_of_others(rows, words)
    known = np.array([bool(row.text) for row in rows])
    inputs = inputs_of(rows, words)
    own = inputs @ weights
    sure = sure_from(own[known], finished[known]) + MARGIN
    for name, logits in (
        ("sound", inputs[:, 0]),
        ("words", inputs[:, 1]),
        ("all", own),
        ("all, others' weights", others),
    ):
        of, ends = logits[known], finished[known]
        share = float((of[ends] > sure_from(of, ends)).mean())
        sys.stdout.write(f"{name}: area {area(of, ends):.3f}, sure of {share:.2f} of the ends\n")
    sys.stdout.write(f"{len(vocabulary)} words, weights {np.round(weights, 2)}, sure from {sure:.2f}\n")
    sys.stdout.write(of_actors(weights, words, sure))
    path = Path(alicia_desktop.server.speech.__file__).parent / WEIGHTS_FILE
    stored: dict[str, NDArray[Any]] = {name: value.astype(np.float16) for name, value in numbers.items()}
    stored |= {"words": learned["words"], "short": np.array(short, np.uint32), "evidence": weights}
    np.savez_compressed(path, sure=np.array(sure), **stored)  # type: ignore[arg-type]  # its stub names one parameter


if __name__ == "__main__":
    main()
