"""Real sentences and their real vectors, for measuring at a size that nobody has said yet.

They are what the installed packages say in their sources and documents, so that nothing has to be downloaded. Reading
100,000 of them takes the encoder half an hour and more, so texts and vectors are kept in the user's cache, and a run
that was ended goes on where it was. `python -m tests.bench.sentences` makes them; a benchmark takes what there is and
says how many.
"""

import hashlib
import re
import sys
import sysconfig
import time
from pathlib import Path

import numpy as np
import platformdirs

from alicia_desktop.memory.retrieval.encoders import Encoder, Vector, load_encoder

WANTED = 100_000
TOGETHER = 500
_ENDINGS = frozenset({".py", ".pyi", ".md", ".rst", ".txt"})
_SENTENCE = re.compile(r"\b[A-Z][a-z]*(?: [`'(\"]?[A-Za-z0-9][\w'-]*[)`'\"]?[,:;]?){3,15}[.!?](?=\W|$)")


def sentences(wanted: int = WANTED) -> list[str]:
    """Return different sentences of five to seventeen words, in an order that is the same every time."""
    path = _folder() / "sentences.txt"
    if not path.is_file():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n".join(_installed()), "utf-8")
    return path.read_text("utf-8").splitlines()[:wanted]


def vectors(encoder: Encoder) -> Vector:
    """Return the vectors that were made already, in the order of `sentences`."""
    path = _file(encoder)
    if not path.is_file():
        return np.zeros((0, encoder.width), np.float32)
    raw = np.fromfile(path, np.float32)
    return raw[: len(raw) // encoder.width * encoder.width].reshape(-1, encoder.width)


def make(encoder: Encoder) -> None:
    """Let the encoder read what it has not read yet, batch by batch."""
    texts, done = sentences(), len(vectors(encoder))
    begun = time.monotonic()
    with _file(encoder).open("ab") as file:
        file.truncate(4 * encoder.width * done)
        for at in range(done, len(texts), TOGETHER):
            batch = texts[at : at + TOGETHER]
            encoder.encode_passages(batch).astype(np.float32).tofile(file)
            file.flush()
            speed = (at + len(batch) - done) / (time.monotonic() - begun)
            sys.stderr.write(f"{at + len(batch)} of {len(texts)}, {speed:.0f} a second\n")


def _installed() -> list[str]:
    found: dict[str, None] = {}
    for name in ("stdlib", "purelib"):
        for path in sorted(Path(sysconfig.get_paths()[name]).rglob("*")):
            if path.suffix in _ENDINGS or path.name == "METADATA":
                text = re.sub(r"\s+#? *", " ", path.read_text("utf-8", "replace"))
                found.update(dict.fromkeys(_SENTENCE.findall(text)))
    return sorted(found, key=lambda text: hashlib.sha256(text.encode()).digest())[:WANTED]


def _file(encoder: Encoder) -> Path:
    return _folder() / f"sentences-{encoder.name}-{encoder.version}.f32"


def _folder() -> Path:
    return Path(platformdirs.user_cache_dir("alicia-desktop")) / "bench"


if __name__ == "__main__":
    make(load_encoder())
