"""Decide how much silence ends a turn, from how the speech sounded, its words, and the speaker's own pauses. Pure.

    policy = EndpointPolicy(patience="natural")
    decision = policy.decide(PauseEvidence(acoustic=0.97, words="What's the weather?"))
    decision.wait_ms  # 220: who asked that has finished

A logistic regression weighs the evidence. It and the log-odds that a text is over with certain words are learned from
labelled pauses and texts (`endpoint_weights.npz`, by tests/bench/train_endpointing.py); there are no lists of words.
Where the acoustic model is missing, a fixed silence ends a turn.
"""

import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from alicia_desktop.config import Patience

PAUSE_MS: Final = 120
"""From this much silence on it is asked whether the speaker has finished."""
FIXED_WAIT_MS: Final = 700
"""Where there is no evidence."""
SURE_MS: Final[Mapping[Patience, int]] = {"quick": 200, "natural": 220, "patient": 350}
"""Silence that is waited for where the speaker has surely finished."""
DOUBT_MS: Final[Mapping[Patience, tuple[int, int]]] = {
    "quick": (500, 1_000),
    "natural": (810, 1_600),
    "patient": (1_000, 2_000),
}
"""The same where that is just not sure, and where they surely have not finished."""
SURER: Final[Mapping[Patience, float]] = {"quick": -1.5, "natural": 0.0, "patient": 0.7}
"""Added to the learned threshold of sureness, in log-odds."""
MAX_DOUBT: Final = 5.0
"""Log-odds below that threshold at which nothing longer is waited for."""
CERTAINTY: Final = 0.001
"""How near to 0 or 1 an acoustic probability counts."""
KNOWN_LANGUAGE: Final = "en"
"""The language whose words are known; of others only the sound counts."""
WEIGHTS_FILE: Final = "endpoint_weights.npz"
MARKS: Final = ("...", ",")
"""With what a transcript of somebody who hesitates can end."""
_WORD: Final = re.compile(r"[a-z']+|\d+")


@dataclass(frozen=True, kw_only=True, slots=True)
class PauseEvidence:
    """What is known when somebody pauses; None is not known, or not yet."""

    acoustic: float | None = None
    """Probability that they have finished, by the sound alone."""
    words: str | None = None
    """Running transcript up to the pause."""


@dataclass(frozen=True, kw_only=True, slots=True)
class EndpointDecision:
    """How much silence ends the turn, and why."""

    wait_ms: int
    finished: float | None
    """Probability that the speaker has finished; None where nothing is known."""
    acoustic: float | None = None
    words: float | None = None
    """Probability of the same by the words alone."""

    def as_meta(self, *, silence_ms: int) -> dict[str, float | int]:
        """Return the keys of `Transcription.meta.endpoint`; `silence_ms` is what was waited for indeed."""
        told = {"finished": self.finished, "acoustic": self.acoustic, "words": self.words}
        known = {name: round(value, 3) for name, value in told.items() if value is not None}
        return {"silenceMs": silence_ms, "waitMs": self.wait_ms, **known}


@dataclass(frozen=True, kw_only=True, slots=True)
class EndpointWeights:
    """What was learned."""

    words: Mapping[str, int]
    """Known words → their number; 0 is any other."""
    last: NDArray[np.float64]
    before: NDArray[np.float64]
    first: NDArray[np.float64]
    """Log-odds of words at the end of a text, before that, and at its beginning."""
    short: frozenset[int]
    """Checksums of the texts of few words that are rather over than not."""
    length: NDArray[np.float64]
    """Of the logarithm of how many words there are, and the constant."""
    evidence: NDArray[np.float64]
    """Of `evidence_inputs`."""
    sure: float
    """Log-odds from which on the speaker has surely finished."""

    @classmethod
    def load(cls, file: Path) -> "EndpointWeights":
        """Read them from a file that `tests/bench/train_endpointing.py` has written."""
        names = ("last", "before", "first", "length", "evidence")
        with np.load(file) as stored:
            numbers = {name: stored[name].astype(np.float64) for name in names}
            words = {str(word): number for number, word in enumerate(stored["words"], 1)}
            short = frozenset(map(int, stored["short"]))
            return cls(words=words, short=short, sure=float(stored["sure"]), **numbers)


@cache
def bundled_weights() -> EndpointWeights:
    """Return the weights that come with the program."""
    return EndpointWeights.load(Path(__file__).parent / WEIGHTS_FILE)


class EndpointPolicy:
    """Decides by the evidence, the chosen patience and the pauses that the speaker made before."""

    def __init__(self, *, patience: Patience = "natural", weights: EndpointWeights | None = None) -> None:
        """`weights` are the bundled ones by default."""
        self.patience: Patience = patience
        self.pauses = SpeakerPauses()
        self._weights = weights or bundled_weights()

    def undecided(self) -> EndpointDecision:
        """Return the decision before there is evidence."""
        return EndpointDecision(wait_ms=DOUBT_MS[self.patience][1], finished=None)

    def decide(self, evidence: PauseEvidence) -> EndpointDecision:
        """Return how much silence from the last speech on ends the turn."""
        if evidence.acoustic is None:
            return EndpointDecision(wait_ms=FIXED_WAIT_MS, finished=None)
        logit = float(evidence_inputs(evidence, self._weights) @ self._weights.evidence)
        words = words_logit(evidence.words, self._weights) if evidence.words else None
        return EndpointDecision(
            wait_ms=self._wait_ms(logit),
            finished=_probability(logit),
            acoustic=evidence.acoustic,
            words=None if words is None else _probability(words),
        )

    def _wait_ms(self, logit: float) -> int:
        doubt = self._weights.sure + SURER[self.patience] - logit
        if doubt <= 0:
            return SURE_MS[self.patience]
        shortest, longest = DOUBT_MS[self.patience]
        unhurried = shortest + (longest - shortest) * min(1.0, doubt / MAX_DOUBT) ** 2
        return round(min(longest, unhurried * self.pauses.factor))


class SpeakerPauses:
    """Learns how long a speaker pauses inside their turns."""

    MAX_KNOWN: Final = 20
    MIN_KNOWN: Final = 5
    USUAL_MS: Final = 670
    """What nine in ten pauses stay under of somebody who is not known."""
    BOUNDS: Final = (0.8, 1.3)

    def __init__(self) -> None:
        self._known: deque[int] = deque(maxlen=self.MAX_KNOWN)

    def add(self, milliseconds: int) -> None:
        """Note a pause after which the speaker went on."""
        self._known.append(milliseconds)

    @property
    def factor(self) -> float:
        """What waits are multiplied with, in `BOUNDS`; 1 while too few pauses are known."""
        if len(self._known) < self.MIN_KNOWN:
            return 1.0
        long = float(np.percentile([*self._known], 90))
        return float(np.clip(long / self.USUAL_MS, *self.BOUNDS))


def evidence_inputs(evidence: PauseEvidence, weights: EndpointWeights) -> NDArray[np.float64]:
    """Return what the regression reads.

    Log-odds by the sound and by the words, the mark at the end, whether that is a known short text, whether there are
    no words, and a constant.
    """
    text = (evidence.words or "").rstrip().replace("…", "...")
    mark = next((mark for mark in MARKS if text.endswith(mark)), None)
    sound = 0.5 if evidence.acoustic is None else evidence.acoustic
    flags = (*(mark == one for one in MARKS), checksum(text) in weights.short, not text, True)
    return np.array([_log_odds(sound), words_logit(text, weights), *map(float, flags)])


def checksum(text: str) -> int:
    """Return what a text is known by."""
    return crc32(" ".join(split_words(text)).encode())


def words_logit(text: str, weights: EndpointWeights) -> float:
    """Return the log-odds that a text is over with its last word; 0 for none."""
    words = [weights.words.get(word, 0) for word in split_words(text)]
    if not words:
        return 0.0
    before = words[-2] if len(words) > 1 else 0
    slope, constant = weights.length
    return float(
        weights.last[words[-1]]
        + weights.before[before]
        + weights.first[words[0]]
        + slope * np.log(len(words))
        + constant
    )


def split_words(text: str) -> list[str]:
    """Return the words of a text as they are known: in small letters, any number as one word."""
    return ["#" if word.isdigit() else word for word in _WORD.findall(text.lower().replace("’", "'"))]


def _log_odds(probability: float) -> float:
    inside = min(1.0 - CERTAINTY, max(CERTAINTY, probability))
    return float(np.log(inside / (1.0 - inside)))


def _probability(logit: float) -> float:
    return float(1.0 / (1.0 + np.exp(-logit)))
