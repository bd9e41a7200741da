"""Recognise the dialogue act of a message (a greeting, a feeling, a wish that cannot be granted …), or none.

A logistic regression an act over the bundled encoder's vector of the message and its hashed words, learned from
labelled messages by `make train-dialogue`. Most messages are none of these acts: questions about the world, things
told, questions to the memory. So an act counts only where it is sure, and everything else is left to memory and model.
"""

import itertools
import re
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from alicia_desktop.base.logs import get_logger
from alicia_desktop.memory.retrieval.encoders import SharedEncoder
from alicia_desktop.memory.segmentation import ASSISTANT_NAME
from alicia_desktop.memory.slips import SLIPS
from alicia_desktop.server.dialogue.message_parts import split_greeting
from alicia_desktop.server.dialogue.news import load_news_weights
from alicia_desktop.server.dialogue.reply_table import NONE

Numbers = NDArray[np.float64]
WEIGHTS_FILE: Final = "weights.npz"
NO_ENCODER: Final = "features"
"""The name under which the weights of the words alone are kept."""
BUCKETS: Final = 4_096
"""Places that words and pairs of words share by their hash."""
VECTOR_SCALE: Final = 12.0
WORD_SCALE: Final = 3.0
"""How much each part of the input weighs before it is learned from; chosen with one writer's messages held out."""
SMALL_CHANCE: Final = 0.02
"""Probability below which an act is out of the question."""
MAX_CHARACTERS: Final = 400
"""Who writes more tells or pastes something, and greets at most in passing."""
_SHORT: Final = {**SLIPS, "r u": "are you"}
_SHORT_FORMS: Final = re.compile(rf"(?<![\w'’-])(?:{'|'.join(_SHORT)})(?![\w'’-])", re.IGNORECASE)
_EMOJI: Final = re.compile("[\u2600-\u27bf\U0001f1e6-\U0001faff\ufe0f]")
_WORD: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)?|[?!.]+|[^\w\s]")
log = get_logger(__name__)


@dataclass(frozen=True, kw_only=True, slots=True)
class RecognisedAct:
    """The likeliest act of a message."""

    name: str
    """Such as `greeting`; `none` where no act is sure."""
    likeliest: str
    """The likeliest one, sure or not."""
    chance: float
    """Probability of the likeliest act, sure or not, 0–1."""
    chances: Mapping[str, float] = field(default_factory=dict)
    """Probability of each act that is not out of the question."""


NO_ACT: Final = RecognisedAct(name=NONE, likeliest=NONE, chance=0.0)


@dataclass(frozen=True, kw_only=True, slots=True)
class ActWeights:
    """What was learned with one encoder."""

    mean: Numbers
    """Mean vector of the labelled messages; empty without an encoder."""
    columns: Numbers
    """A row an input, the bias last; a column an act."""
    names: tuple[str, ...]
    threshold: float
    """Probability from which an act counts."""

    def inputs(self, text: str, vector: NDArray[np.float32] | None) -> Numbers:
        """Return the inputs of one message."""
        words = word_features(text) * WORD_SCALE
        if vector is None:
            return words
        return np.concatenate(((vector - self.mean) * VECTOR_SCALE, words)).astype(np.float64)

    def odds(self, inputs: Numbers) -> Numbers:
        """Return the log-odds of each act."""
        odds: Numbers = inputs @ self.columns[:-1] + self.columns[-1]
        return odds

    def best(self, inputs: Numbers) -> RecognisedAct:
        """Return the likeliest act."""
        chances = 1.0 / (1.0 + np.exp(-self.odds(inputs)))
        at = int(chances.argmax())
        chance = float(chances[at])
        return RecognisedAct(
            name=self.names[at] if chance >= self.threshold else NONE,
            likeliest=self.names[at],
            chance=chance,
            chances={name: float(one) for name, one in zip(self.names, chances, strict=True) if one >= SMALL_CHANCE},
        )


class ActRecogniser:
    """Recognises acts with a bundled encoder, or by words alone where none loads."""

    def __init__(self, encoder: SharedEncoder) -> None:
        self._encoder = encoder
        self._weights = load_weights()

    def recognise(self, text: str) -> RecognisedAct:
        """Return the act of a message; may take some ten milliseconds."""
        if not text.strip() or len(text) > MAX_CHARACTERS:
            return NO_ACT
        name, inputs = self._inputs(text)
        return self._weights[name].best(inputs)

    def news(self, text: str) -> Mapping[str, float]:
        """Return the chance of each kind of news of what is told; empty for what is too long to be read."""
        if not text.strip() or len(text) > MAX_CHARACTERS:
            return {}
        name, inputs = self._inputs(text)
        return load_news_weights()[name].chances(inputs, self._weights[name].odds(inputs))

    def prepare(self, text: str) -> None:
        """Encode a message as it will be read for its act and searched by; the encoder keeps the last vectors."""
        encoder = self._encoder.one_of(self._weights)
        if encoder is None or not text.strip() or len(text) > MAX_CHARACTERS:
            return
        with suppress(OSError, RuntimeError, ValueError):  # who asks for the vector meets it again
            encoder.query(normal(split_greeting(spelled_out(text))[1]))
            encoder.query(text)

    def _inputs(self, text: str) -> tuple[str, Numbers]:
        """Return the name of the weights that read a text, and their inputs: of words alone where the encoder fails."""
        encoder = self._encoder.one_of(self._weights)
        if encoder is not None:
            try:
                return encoder.name, self._weights[encoder.name].inputs(text, encoder.query(normal(text)))
            except (OSError, RuntimeError, ValueError) as error:
                log.warning("the sentence encoder read no message", error=type(error).__name__)
        return NO_ENCODER, self._weights[NO_ENCODER].inputs(text, None)


@cache
def load_weights() -> Mapping[str, ActWeights]:
    """Read the weights by the name of the encoder they belong to, once a process."""
    with files("alicia_desktop.server.dialogue").joinpath(WEIGHTS_FILE).open("rb") as opened, np.load(opened) as stored:
        names = sorted({key.split(".")[0] for key in stored.files})
        return {
            name: ActWeights(
                mean=np.asarray(stored[f"{name}.mean"], np.float64),
                columns=np.asarray(stored[f"{name}.columns"], np.float64),
                names=tuple(str(one) for one in stored[f"{name}.names"]),
                threshold=float(stored[f"{name}.threshold"]),
            )
            for name in names
        }


def normal(text: str) -> str:
    """Return a message as it is read: in lower case, without the name that it calls, spaces and marks single."""
    plain = text.replace("’", "'").lower()
    plain = _EMOJI.sub(" ", plain) if re.search(r"[^\W\d_]", plain) else plain  # "good night 🌙" is a good night
    plain = re.sub(rf"^(\W*(?:hey|hi|hello|ok|okay)?\W*){ASSISTANT_NAME}\b[\s,:]*(?=\w)", r"\1", plain)
    plain = re.sub(
        rf"(\b(?:night|goodnight|morning|evening|bye|thanks|thank you|please|again|hello))[\s,]+{ASSISTANT_NAME}\b",
        r"\1",
        plain,
    )
    plain = re.sub(r"([!?.])\1+", r"\1", spelled_out(plain))
    return " ".join(plain.split()) or text


def spelled_out(text: str) -> str:
    """Return a message with the short forms of typing written out: "can u" is "can you"."""
    return _SHORT_FORMS.sub(lambda found: _SHORT[found[0].lower()], text)


def word_features(text: str) -> Numbers:
    """Return the hashed words, pairs of words and coarse length of a message: float64, shape (BUCKETS,)."""
    words = [word.replace("'", "") for word in _WORD.findall(normal(text))][:60]
    marks = ["<", *words, ">"]
    named = [*words, *(f"{one} {other}" for one, other in itertools.pairwise(marks))]
    named.append(f"length {min(7, len(words) // 2) if len(words) < 16 else 8}")
    found = np.zeros(BUCKETS)
    for name in named:
        found[zlib.crc32(name.encode("utf-8", "replace")) % BUCKETS] += 1.0
    scaled: Numbers = found / max(1.0, float(np.linalg.norm(found)))
    return scaled
