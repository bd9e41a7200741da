"""Encode sentences by any OpenAI-compatible embedding endpoint, in place of the bundled encoder.

It is called in threads, like every encoder, so it speaks HTTP by the standard library. Where its cosines lie is not
known beforehand: it is measured once, on questions with their answers. See docs/memory.md#embeddings.
"""

import http.client
import ssl
from collections.abc import Sequence
from time import monotonic
from typing import Final
from urllib.parse import urlsplit

import msgspec
import numpy as np

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.memory.retrieval.calibration import CosineScale
from alicia_desktop.memory.retrieval.encoders import COLUMN_WIDTH, MAX_TEXT_BYTES, Vector
from alicia_desktop.server.options import ModelEndpoint

QUERY_SECONDS: Final = 5.0
"""An answer waits no longer for the vector of its question; words find alone then."""
PASSAGES_SECONDS: Final = 60.0
MAX_ANSWER_BYTES: Final = 16 * 1024 * 1024
"""Of one answer: 64 vectors of 1,024 numbers with 20 digits take 1.4 MB."""
CHUNK_BYTES: Final = 64 * 1024
MIN_SPREAD: Final = 0.05
"""Between the cosines of what belongs together and of what does not; below it an encoder tells nothing apart."""
log = get_logger(__name__)

ANSWERED: Final = (
    ("What is my sister called?", "User's sister is called Ada."),
    ("Where do I live?", "User lives in a small town near Lisbon."),
    ("What am I allergic to?", "User is allergic to peanuts."),
    ("When is the dentist?", "User has a dental appointment on Tuesday."),
    ("Which music do I like?", "User loves jazz and plays it every evening."),
    ("What do I do for a living?", "User works as a nurse at the hospital."),
    ("How much did the car cost?", "User paid nine thousand euros for the car."),
    ("Which language am I learning?", "User studies Japanese at night school."),
)
"""Questions, each with what answers it and nothing that answers another."""


class _Row(msgspec.Struct, frozen=True):
    embedding: list[float]
    index: int = 0


class _Answer(msgspec.Struct, frozen=True):
    data: list[_Row]


class SentenceEndpoint:
    """An encoder behind `POST {url}/embeddings` that has answered already (`memory.retrieval.encoders.Encoder`)."""

    def __init__(self, endpoint: ModelEndpoint) -> None:
        """Ask the endpoint for the first time, to learn width and range of its vectors.

        Raises:
            WorldError: `encoder_missing`: it does not answer, or with what is no vector of at most 1024 dimensions.
        """
        self._endpoint = endpoint
        self._parts = urlsplit(endpoint.url.rstrip("/") + "/embeddings")
        self.name = endpoint.name or "embedding endpoint"
        self.width = 0
        texts = [text for pair in ANSWERED for text in pair]
        vectors = self._vectors(texts, PASSAGES_SECONDS)
        self.width = vectors.shape[1]
        self.version = f"{self._parts.netloc} {self.width}"
        self.scale = _scale(vectors[0::2] @ vectors[1::2].T)

    def encode_passages(self, texts: Sequence[str]) -> Vector:
        """Encode texts that are to be found: float32, shape (len(texts), width), rows of length 1.

        Raises:
            WorldError: the endpoint does not return them.
        """
        return self._vectors(texts, PASSAGES_SECONDS) if texts else np.zeros((0, self.width), np.float32)

    def query(self, text: str) -> Vector:
        """Encode a text to search by: float32, shape (width,); NaN where the endpoint does not answer in time."""
        try:
            vectors = self._vectors([text], QUERY_SECONDS)
        except WorldError as error:
            log.warning("no vector of a question", code=error.code)
            return np.full(self.width, np.nan, np.float32)
        return vectors.reshape(self.width)

    def _vectors(self, texts: Sequence[str], seconds: float) -> Vector:
        try:
            rows = sorted(self._ask(texts, seconds).data, key=lambda row: row.index)
            vectors = np.array([row.embedding for row in rows], np.float32)
        except (OSError, http.client.HTTPException, msgspec.DecodeError, ValueError) as error:
            raise self._missing(str(error) or type(error).__name__) from error
        if vectors.shape != (len(texts), self.width or vectors.shape[-1]) or not 0 < vectors.shape[-1] <= COLUMN_WIDTH:
            raise self._missing(f"its vectors are {vectors.shape[-1]} wide")
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        found: Vector = np.divide(vectors, lengths, out=np.zeros_like(vectors), where=lengths > 0)
        return found

    def _ask(self, texts: Sequence[str], seconds: float) -> _Answer:
        body = {
            "model": self._endpoint.name,
            "input": [text[:MAX_TEXT_BYTES].strip() or " " for text in texts],
            "dimensions": COLUMN_WIDTH,
        }
        headers = {"Content-Type": "application/json"}
        if self._endpoint.key:
            headers["Authorization"] = f"Bearer {self._endpoint.key}"
        where, path = self._parts.netloc, self._parts.path + (f"?{self._parts.query}" if self._parts.query else "")
        deadline = monotonic() + seconds
        connection: http.client.HTTPConnection = (
            http.client.HTTPSConnection(where, timeout=seconds, context=ssl.create_default_context())
            if self._parts.scheme == "https"
            else http.client.HTTPConnection(where, timeout=seconds)
        )
        try:
            connection.request("POST", path, msgspec.json.encode(body), headers)
            with connection.getresponse() as response:
                if response.status != http.client.OK:
                    raise ValueError(f"it answers {response.status} {response.reason}")
                said = _body(response, deadline)
        finally:
            connection.close()
        return decode_json(said, _Answer)

    def _missing(self, reason: str) -> WorldError:
        return WorldError(
            sentence=f"The embedding endpoint {self._parts.netloc} gives no vectors ({reason}), so memories are found "
            "by their words only. Check ALICIA_EMBEDDING_URL, its name and its key.",
            code="encoder_missing",
            retry=True,
        )


def _body(response: http.client.HTTPResponse, deadline: float) -> bytes:
    """Read the body of an answer.

    Raises:
    OSError: it comes too slowly.
    ValueError: it does not end.
    """
    body = bytearray()
    while chunk := response.read1(CHUNK_BYTES):
        body += chunk
        if len(body) > MAX_ANSWER_BYTES:
            raise ValueError(f"it answers with more than {MAX_ANSWER_BYTES / 2**20:.0f} MiB")
        if monotonic() > deadline:
            raise TimeoutError("it answers too slowly")
    return bytes(body)


def _scale(cosines: Vector) -> CosineScale:
    """Return the range of the cosines, from those of every question to every answer."""
    pairs = len(cosines)
    together = float(np.diagonal(cosines).mean())
    apart = float((cosines.sum() - np.trace(cosines)) / (pairs * (pairs - 1)))
    spread = max(together - apart, MIN_SPREAD)
    return CosineScale(unrelated=apart, floor=apart - spread / 2, ceiling=apart + spread)
