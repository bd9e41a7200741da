"""Rewrite texts in the bytes of stanzas, and take single words out of what explains how memories were looked for."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from typing import Final

from alicia_desktop.protocol.byte_ranges import FieldSpan, field_spans
from alicia_desktop.protocol.messages import MemoryTrace, StartAnswer
from alicia_desktop.protocol.scanner import MAX_NODES

EXPLAINING: Final = frozenset({MemoryTrace.TYPE, StartAnswer.TYPE})
"""Stanzas that tell how memories were looked for, or what one is about."""
COLUMNS: Final = frozenset(
    {
        ("alicia_memory_used", "meta"),
        ("alicia_memory_used", "query_prompt_meta"),
        ("alicia_meta", "value"),
        ("journal", "meta"),
    }
)
"""Columns of JSON that do."""
_WORD: Final = re.compile(r"[^\W_]{3,}")
_STRING: Final = re.compile(r'"((?:[^"\\]|\\.)*)"(\s*:)?')
"""A string of JSON, and whether it names a field."""
_EXPLAINED_IN: Final = frozenset({"meta", "metadata"})
"""Keys under which a stanza explains."""


def single_words(texts: Iterable[str]) -> frozenset[str]:
    """Return the words that texts are made of, in small letters."""
    return frozenset(word.lower() for text in texts for word in _WORD.findall(text)) - {"user"}


def without_words(json_text: str, words: Collection[str]) -> str:
    """Return JSON in which strings that are one of these words are empty."""
    if not words:
        return json_text

    def left(found: re.Match[str]) -> str:
        return '""' if found[2] is None and found[1].lower() in words else found[0]

    return _STRING.sub(left, json_text)


def blanked(raw: bytes, words: Collection[str]) -> bytes:
    """Return a stanza with as many spaces in place of strings that are one of these words, so that it stays one."""
    root = field_spans(raw, limit=MAX_NODES) if words else None
    left = bytearray(raw)
    for span in _strings(root) if root is not None else ():
        said = str(span.value)
        size = len(said.encode("utf-8", "replace"))
        if said.lower() in words and _EXPLAINED_IN & set(span.path):
            left[span.end - size : span.end] = b" " * size
    return bytes(left)


_NAMES_AND_IDS: Final = re.compile(r"(?:^|[a-z])[iI]d$|^(?:type|toolName|action|memoryType)$")


def rewritten(raw: bytes, change: Callable[[str], str]) -> bytes:
    """Return a stanza with its texts changed, each to one of as many bytes; ids stay, and whatever is no stanza."""
    root = field_spans(raw, limit=MAX_NODES)
    left = bytearray(raw)
    for span in _strings(root) if root is not None else ():
        said = str(span.value)
        if span.path and isinstance(span.path[-1], str) and _NAMES_AND_IDS.search(span.path[-1]):
            continue
        if (text := change(said)) != said:
            old, new = said.encode("utf-8", "replace"), text.encode("utf-8", "replace")
            if len(old) == len(new):
                left[span.end - len(new) : span.end] = new
    return bytes(left)


def _strings(span: FieldSpan) -> Iterator[FieldSpan]:
    if isinstance(span.value, str):
        yield span
    for child in span.children:
        yield from _strings(child)
