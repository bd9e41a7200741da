"""Decide how much silence ends a turn, from how the speech sounded, its words, and the speaker's own pauses. Pure.

    policy = EndpointPolicy(patience="natural")
    decision = policy.decide(PauseEvidence(acoustic=0.97, words="what's the weather"))
    decision.wait_ms  # 220: who asked that has finished

Where the acoustic model is missing, a fixed silence ends a turn.
"""

import re
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from alicia_desktop.config import Patience

PAUSE_MS: Final = 120
"""From this much silence on it is asked whether the speaker has finished."""
FIXED_WAIT_MS: Final = 700
"""Where there is no evidence."""
SURE_MS: Final[Mapping[Patience, int]] = {"quick": 200, "natural": 220, "patient": 350}
UNSURE_MS: Final[Mapping[Patience, int]] = {"quick": 1_000, "natural": 1_600, "patient": 2_000}
"""Silence that is waited for where the speaker has surely finished, and where they surely have not."""
SURE: Final[Mapping[Patience, float]] = {"quick": 0.7, "natural": 0.85, "patient": 0.9}
"""Probabilities from which on the short silence is enough."""
CERTAINTY: Final = 0.001
"""How near to 0 or 1 an acoustic probability counts."""
HESITATION: Final = re.compile(r"(\.\.\.|…|-|,)\s*$")
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


class EndpointPolicy:
    """Decides by the evidence, the chosen patience and the pauses that the speaker made before."""

    def __init__(self, *, patience: Patience = "natural") -> None:
        self.patience: Patience = patience
        self.pauses = SpeakerPauses()

    def undecided(self) -> EndpointDecision:
        """Return the decision before there is evidence."""
        return EndpointDecision(wait_ms=UNSURE_MS[self.patience], finished=None)

    def decide(self, evidence: PauseEvidence) -> EndpointDecision:
        """Return how much silence from the last speech on ends the turn."""
        if evidence.acoustic is None:
            return EndpointDecision(wait_ms=FIXED_WAIT_MS, finished=None)
        words = None if not evidence.words else words_finished(evidence.words)
        finished = combine(acoustic=evidence.acoustic, words=words)
        return EndpointDecision(
            wait_ms=self._wait_ms(finished), finished=finished, acoustic=evidence.acoustic, words=words
        )

    def _wait_ms(self, finished: float) -> int:
        shortest, longest = SURE_MS[self.patience], UNSURE_MS[self.patience]
        sure = SURE[self.patience]
        if finished >= sure:
            return shortest
        doubt = (sure - finished) / sure
        unhurried = shortest + (longest - shortest) * min(1.0, doubt * 2) * self.pauses.factor
        return round(min(longest, max(shortest, unhurried)))


class SpeakerPauses:
    """Learns how long a speaker pauses inside their turns."""

    MAX_KNOWN: Final = 20
    MIN_KNOWN: Final = 5
    USUAL_MS: Final = 600
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


def combine(*, acoustic: float | None, words: float | None) -> float:
    """Return the probability that the speaker has finished, by what is known of both."""
    if acoustic is None:
        return 0.5 if words is None else words
    return acoustic if words is None else 1.0 / (1.0 + np.exp(-(logit(acoustic) + logit(words))))


def logit(probability: float) -> float:
    """Return the log-odds of a probability, which is kept off 0 and 1."""
    inside = min(1.0 - CERTAINTY, max(CERTAINTY, probability))
    return float(np.log(inside / (1.0 - inside)))


def words_finished(text: str) -> float:
    """Return the probability, 0–1, that a turn is over with these words."""
    return 0.5 if not HESITATION.search(text) else 0.1
