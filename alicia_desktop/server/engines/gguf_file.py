"""Read the header of a GGUF file: what a language model is, and whether the file is whole. Its weights are not read.

    header = read_gguf(Path("qwen3-4b-q4_k_m.gguf"))
    header.architecture, header.parameters, header.context_tokens, header.has_chat_template

The format is the one of llama.cpp (versions 2 and 3, little-endian); files come from strangers, so every count
and length is bounded.
"""

import math
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Final

from alicia_desktop.base.errors import WorldError, system_reason

UNUSABLE: Final = "model_file_unusable"
MAX_FIELDS: Final = 10_000
MAX_TENSORS: Final = 1_000_000
MAX_STRING: Final = 16 * 1024 * 1024
"""Chat templates and tokenizers may be large texts; anything above is damage."""
MAX_ITEMS: Final = 8_000_000
MAX_KEPT_ITEMS: Final = 4_096
"""Lists with a value for each layer are kept, lists with one for each token are skipped."""
MAX_DIMENSIONS: Final = 8
NOT_FOR_CHAT: Final = frozenset(
    {"bert", "clip", "jina-bert-v2", "nomic-bert", "nomic-bert-moe", "t5encoder", "wavtokenizer"}
)
"""Architectures of sentence encoders, eyes and voices."""
_MAGIC: Final = b"GGUF"
_VERSIONS: Final = (2, 3)
_SCALARS: Final[Mapping[int, str]] = {
    0: "B",
    1: "b",
    2: "H",
    3: "h",
    4: "I",
    5: "i",
    6: "f",
    7: "?",
    10: "Q",
    11: "q",
    12: "d",
}
_STRING: Final = 8
_ARRAY: Final = 9
_BLOCKS: Final[Mapping[int, tuple[int, int]]] = {
    0: (1, 4),
    1: (1, 2),
    2: (32, 18),
    3: (32, 20),
    6: (32, 22),
    7: (32, 24),
    8: (32, 34),
    9: (32, 40),
    10: (256, 84),
    11: (256, 110),
    12: (256, 144),
    13: (256, 176),
    14: (256, 210),
    15: (256, 292),
    16: (256, 66),
    17: (256, 74),
    30: (1, 2),
}
"""Type of a tensor → how many weights are a block, and its bytes. Of other types only the beginning is checked."""


@dataclass(frozen=True, kw_only=True, slots=True)
class GgufHeader:
    """What a GGUF file says of its model."""

    path: Path
    architecture: str
    """Such as `llama` or `qwen3`."""
    name: str
    """As its maker calls it; empty where that is not told."""
    parameters: int
    file_bytes: int
    context_tokens: int
    """How much it was trained to read at once; 0 where that is not told."""
    has_chat_template: bool
    token_bytes: int
    """Memory for each token that it has read."""


class _CutShortError(Exception):
    """The file ends before its header does."""


class _DamagedError(Exception):
    """The header cannot be true."""


def read_gguf(path: Path) -> GgufHeader:
    """Return the header of a file; takes about half a second for a large vocabulary.

    Raises:
        WorldError: `model_file_unusable`; the file is not there, cannot be read, is no GGUF file, is cut short or
            damaged, or is no language model for conversations. The sentence says which.
    """
    try:
        if not path.is_file():
            raise _unusable(f"There is no file {path}." if not path.exists() else f"{path} is not a file.")
        with path.open("rb") as file:
            return _read(path, file)
    except OSError as error:
        raise _unusable(f"{path.name} cannot be read ({system_reason(error)}).") from error
    except _CutShortError as error:
        raise _unusable(f"{path.name} is cut short: even its header is not whole. Download it again.") from error
    except (_DamagedError, UnicodeDecodeError) as error:
        raise _unusable(f"{path.name} is damaged. Download it again.") from error


def describe_bytes(count: int) -> str:
    """Return a number of bytes as it is told: `98 MB`, `2.5 GB`."""
    return f"{count / 1e9:.1f} GB" if count >= 1e9 else f"{max(1, round(count / 1e6))} MB"


def _read(path: Path, file: BinaryIO) -> GgufHeader:
    if file.read(4) != _MAGIC:
        raise _unusable(f"{path.name} is not a GGUF file. Choose a model in the format GGUF.")
    version = _number(file, "I")
    if version not in _VERSIONS:
        big_endian = not version & 0xFFFF
        which = "for another kind of processor" if big_endian else f"in version {version} of the format"
        raise _unusable(f"{path.name} is a GGUF file {which}, which cannot be read. Choose another file.")
    tensor_count, field_count = _number(file, "Q"), _number(file, "Q")
    if tensor_count > MAX_TENSORS or field_count > MAX_FIELDS:
        raise _DamagedError
    fields = dict(_field(file) for _ in range(field_count))
    _check_purpose(path, fields)
    parameters, data_bytes = _measure_tensors(file, tensor_count)
    size = path.stat().st_size
    whole = _aligned(file.tell(), fields) + data_bytes
    if size < whole:
        missing, wanted = describe_bytes(whole - size), describe_bytes(whole)
        raise _unusable(f"{path.name} is cut short: {missing} of {wanted} are missing. Download it again.")
    architecture = str(fields["general.architecture"])
    return GgufHeader(
        path=path,
        architecture=architecture,
        name=str(fields.get("general.name", "")),
        parameters=parameters,
        file_bytes=size + _other_parts(path, fields),
        context_tokens=_whole(fields.get(f"{architecture}.context_length")),
        has_chat_template=bool(fields.get("tokenizer.chat_template")),
        token_bytes=_token_bytes(architecture, fields),
    )


def _field(file: BinaryIO) -> tuple[str, Any]:
    """Read a key and its value; a long list is None."""
    key = _string(file)
    kind = _number(file, "I")
    return key, _array(file) if kind == _ARRAY else _value(file, kind)


def _value(file: BinaryIO, kind: int) -> Any:
    if kind == _STRING:
        return _string(file)
    if kind not in _SCALARS:
        raise _DamagedError
    return _number(file, _SCALARS[kind])


def _array(file: BinaryIO) -> list[Any] | None:
    kind, count = _number(file, "I"), _number(file, "Q")
    if count > MAX_ITEMS or kind == _ARRAY:
        raise _DamagedError
    if count <= MAX_KEPT_ITEMS:
        return [_value(file, kind) for _ in range(count)]
    if kind == _STRING:
        for _ in range(count):
            _bytes(file, _number(file, "Q"))
    elif kind in _SCALARS:
        _bytes(file, count * struct.calcsize(f"<{_SCALARS[kind]}"))
    else:
        raise _DamagedError
    return None


def _string(file: BinaryIO) -> str:
    return _bytes(file, _number(file, "Q")).decode("utf-8", "replace")


def _number(file: BinaryIO, code: str) -> Any:
    return struct.unpack(f"<{code}", _bytes(file, struct.calcsize(f"<{code}")))[0]


def _bytes(file: BinaryIO, count: int) -> bytes:
    if count > MAX_ITEMS * 8 or count < 0:
        raise _DamagedError
    found = file.read(count)
    if len(found) < count:
        raise _CutShortError
    return found


def _measure_tensors(file: BinaryIO, count: int) -> tuple[int, int]:
    """Return how many weights there are, and how many bytes they take in the file."""
    weights = end = 0
    for _ in range(count):
        _string(file)
        dimensions = _number(file, "I")
        if dimensions > MAX_DIMENSIONS:
            raise _DamagedError
        items = math.prod(_number(file, "Q") for _ in range(dimensions))
        kind, offset = _number(file, "I"), _number(file, "Q")
        block, block_bytes = _BLOCKS.get(kind, (1, 0))
        weights += items
        end = max(end, offset + items // block * block_bytes)
    return weights, end


def _aligned(place: int, fields: Mapping[str, Any]) -> int:
    alignment = _whole(fields.get("general.alignment")) or 32
    return -(-place // alignment) * alignment


def _check_purpose(path: Path, fields: Mapping[str, Any]) -> None:
    architecture = fields.get("general.architecture")
    if not isinstance(architecture, str) or not architecture:
        raise _DamagedError
    kind = fields.get("general.type", "model")
    if architecture in NOT_FOR_CHAT or kind != "model":
        what = architecture if kind == "model" else kind
        raise _unusable(f"{path.name} is no language model for conversations ({what}). Choose another file.")


def _other_parts(path: Path, fields: Mapping[str, Any]) -> int:
    """Return the bytes of the other files of a model that is split, which all have to be there."""
    count = _whole(fields.get("split.count"))
    if count < 2:
        return 0
    first = f"-00001-of-{count:05}.gguf"
    if not path.name.endswith(first):
        raise _unusable(f"{path.name} is a part of a model in {count} files. Choose the first one, …{first}.")
    names = [path.name.replace(first, f"-{part:05}-of-{count:05}.gguf") for part in range(2, count + 1)]
    missing = [name for name in names if not path.with_name(name).is_file()]
    if missing:
        raise _unusable(f"{missing[0]} is missing beside {path.name}. The model consists of {count} files.")
    return sum(path.with_name(name).stat().st_size for name in names)


def _token_bytes(architecture: str, fields: Mapping[str, Any]) -> int:
    """Return what keys and values of a token take, two bytes a number; too much rather than too little."""

    def number(key: str) -> int:
        value = fields.get(f"{architecture}.{key}")
        return max(map(_whole, value), default=0) if isinstance(value, list) else _whole(value)

    layers, heads, width = number("block_count"), number("attention.head_count"), number("embedding_length")
    each = width // heads if heads else 0
    key, value = number("attention.key_length") or each, number("attention.value_length") or each
    return 2 * layers * (number("attention.head_count_kv") or heads) * (key + value)


def _whole(value: Any) -> int:
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def _unusable(sentence: str) -> WorldError:
    return WorldError(sentence=sentence, code=UNUSABLE)
