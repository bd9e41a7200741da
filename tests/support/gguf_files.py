"""GGUF files for tests: a header that says what a test wants, and one small tensor."""

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

LLAMA: Mapping[str, Any] = {
    "general.architecture": "llama",
    "general.name": "Small llama",
    "llama.context_length": 8192,
    "llama.embedding_length": 64,
    "llama.block_count": 2,
    "llama.attention.head_count": 4,
    "llama.attention.head_count_kv": 2,
    "tokenizer.chat_template": "{{ messages }}",
    "tokenizer.ggml.tokens": ["a"] * 5000,
}


def write_gguf(
    path: Path,
    fields: Mapping[str, Any] = LLAMA,
    *,
    version: int = 3,
    dimensions: Sequence[int] = (64, 32),
    cut: int = 0,
) -> Path:
    """Write a file with one tensor of 32-bit numbers."""
    tensor = _text("weights") + struct.pack("<I", len(dimensions))
    tensor += struct.pack(f"<{len(dimensions)}Q", *dimensions) + struct.pack("<IQ", 0, 0)
    head = b"GGUF" + struct.pack("<IQQ", version, 1, len(fields))
    head += b"".join(_text(key) + _value(value) for key, value in fields.items()) + tensor
    data = bytes(4 * dimensions[0] * dimensions[1])
    path.write_bytes(head + bytes(-len(head) % 32) + data)
    return path


def _text(text: str) -> bytes:
    return struct.pack("<Q", len(text.encode())) + text.encode()


def _value(value: Any) -> bytes:
    if isinstance(value, str):
        return struct.pack("<I", 8) + _text(value)
    if isinstance(value, list):
        texts = isinstance(value[0], str)
        items = b"".join(_text(item) if texts else struct.pack("<I", item) for item in value)
        return struct.pack("<IIQ", 9, 8 if texts else 4, len(value)) + items
    return struct.pack("<II", 4, value)
