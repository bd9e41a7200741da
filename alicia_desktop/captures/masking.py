"""Replace words in texts by `[redacted 1]`, also where they are written in base64, as hex or with escapes.

    mask = TextMask(patterns=(compiled("[0-9]{4}"),))
    mask.learn("Emma has a recital")
    mask.replace("emma has a recital at 1730")   →  "[redacted 1] at [redacted 2]"

The same words get the same number, so that ids still lead from one stanza to another, and others stay different.
"""

import base64
import binascii
import html
import re
import unicodedata
import urllib.parse
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final

_MARKER: Final = re.compile(r"(\[redacted [0-9]+\])")
_LONG: Final = 6
_LONGEST: Final = 40
"""Characters of a word whose every part is looked up; in longer ones each learned word is looked for."""
_PLAIN_WORD: Final = re.compile(r"[A-Za-z]?[a-z]*")
_SHORT: Final = 4
"""Characters below which a learned text is replaced only where it is all of a value, and words are mostly grammar."""
_GRAMMAR: Final = frozenset([
    "an", "and", "as", "at", "but", "by", "for", "he", "her", "his", "how", "if", "in", "is", "it", "its", "my", "no",
    "not", "of", "on", "one", "or", "our", "she", "so", "the", "to", "two", "up", "us", "we", "who", "why", "you",
])  # fmt: skip
"""Short words that have a capital only because they begin a sentence."""
_WORD: Final = re.compile(r"\w+")
_BASE64: Final = re.compile(r"[A-Za-z0-9+/_-]{6,}={0,2}")
_RUN: Final = re.compile(r"[^\x00-\x1f\x7f-\x9f\ufffd]{6,}")
_HEX: Final = re.compile(r"(?:[0-9A-Fa-f]{2}[ :]?){4,}")
_ESCAPE: Final = re.compile(r"\\u([0-9A-Fa-f]{4})|\\x([0-9A-Fa-f]{2})")


class TextMask:
    """What is looked for, and by which number each find is replaced."""

    def __init__(self, *, patterns: Sequence[Any] = (), texts: Sequence[str] = ()) -> None:
        """`patterns` search bytes of UTF-8; `texts` are replaced wherever they stand."""
        self._patterns = tuple(patterns)
        self._texts: dict[str, set[str]] = {}
        """By their first characters, so that thousands of them are found as quickly as one."""
        self._whole: set[str] = set()
        self._words: set[str] = set()
        self._numbers: dict[str, int] = {}
        for one in texts:
            self._add(one)

    def learn(self, text: str) -> None:
        """Replace this text from now on wherever it stands; a short one only where it is all of a value."""
        folded = _folded(text.strip())
        if len(folded) >= _SHORT:
            self._add(text.strip())
        elif folded:
            self._whole.add(folded)

    def learn_words(self, text: str) -> None:
        """Replace the words of this text, too; of short ones names and numbers alone."""
        for word in _WORD.findall(unicodedata.normalize("NFKC", text)):
            if len(word) >= _SHORT or _is_telling(word):
                self._words.add(_folded(word))

    def replace(self, text: str, *, words: bool = True) -> str:
        """Return the text without what is looked for; `words` are left where it is a name and no prose."""
        if self._is_whole(text):
            return self._marker(text)
        plain = self._plain(text, words=words)
        normal = unicodedata.normalize("NFKC", plain)
        if normal != plain and self._finds(normal, words=words):
            return self._marker(normal)
        if any(self._finds(other, words=words) for other in _unescaped(plain)):
            return self._marker(plain)
        for tokens in (_BASE64, _HEX):
            plain = _outside_markers(plain, lambda part: tokens.sub(lambda one: self._token(one[0], words=words), part))  # noqa: B023 - called at once
        return plain

    def finds(self, text: str, *, words: bool = True) -> bool:
        """Whether something in a text would be replaced."""
        return self.replace(text, words=words) != text

    def hide(self, text: str) -> str:
        """Return what stands for all of a text."""
        return self._marker(text)

    def _add(self, text: str) -> None:
        folded = _folded(text)
        if folded:
            self._texts.setdefault(folded[:_SHORT], set()).add(folded)

    def _is_whole(self, text: str) -> bool:
        return bool(self._whole) and _folded(text.strip()) in self._whole

    def _finds(self, text: str, *, words: bool) -> bool:
        return self._is_whole(text) or self._plain(text, words=words) != text

    def _plain(self, text: str, *, words: bool) -> str:
        text = self._without_texts(text, words=words)
        for pattern in self._patterns:
            text = _outside_markers(text, partial(self._without, pattern))
        return text

    def _without_texts(self, text: str, *, words: bool) -> str:
        text = _outside_markers(text, self._without_spans)
        if words and self._words:
            text = _outside_markers(text, lambda part: _WORD.sub(self._word, part))
        return text

    def _without_spans(self, part: str) -> str:
        folded = _folded(part)
        spans = self._spans(folded)
        if not spans:
            return part
        if len(folded) != len(part) or (not part.isascii() and any(len(_folded(one)) != 1 for one in part)):
            return self._marker(part)  # folded, its characters have other places
        pieces, last = [], 0
        for start, end in spans:
            pieces += [part[last:start], self._marker(part[start:end])]
            last = end
        return "".join([*pieces, part[last:]])

    def _spans(self, folded: str) -> list[tuple[int, int]]:
        """Return where texts stand, in order; those that overlap are one, so that no rest of one is left."""
        found: list[tuple[int, int]] = []
        for start in range(len(folded)):
            beginnings = (folded[start : start + length] for length in range(1, _SHORT + 1))
            ends = [
                start + len(wanted)
                for beginning in beginnings
                for wanted in self._texts.get(beginning, ())
                if folded.startswith(wanted, start)
            ]
            if not ends:
                continue
            if found and start < found[-1][1]:
                found[-1] = (found[-1][0], max(found[-1][1], *ends))
            else:
                found.append((start, max(ends)))
        return found

    def _without(self, pattern: Any, text: str) -> str:
        raw = text.encode("utf-8", "replace")
        pieces, end = [], 0
        for found in pattern.finditer(raw):
            if found.end() > found.start():
                pieces += [raw[end : found.start()], self._marker(found.group().decode("utf-8", "replace")).encode()]
                end = found.end()
        return text if not pieces else b"".join([*pieces, raw[end:]]).decode("utf-8", "replace")

    def _word(self, found: re.Match[str]) -> str:
        token = _folded(found[0])
        return self._marker(token) if token in self._words or self._holds_long_word(token) else found[0]

    def _holds_long_word(self, token: str) -> bool:
        """Whether one of the learned words is a part of a longer one, such as of an id; short ones are so by chance."""
        if len(token) > _LONGEST:
            return any(word in token for word in self._words if len(word) >= _LONG)
        ends = range(_LONG, len(token) + 1)
        return any(token[start:end] in self._words for end in ends for start in range(end - _LONG + 1))

    def _token(self, token: str, *, words: bool) -> str:
        """Return a token, or what stands for it where it says what is looked for in base64 or as hex."""
        if _PLAIN_WORD.fullmatch(token):
            return token
        for raw in _decoded(token):
            said = raw.decode("utf-8", "ignore")
            if self._is_whole(said) or self._without_texts(said, words=words) != said:
                return self._marker(token)
            if self._patterns and any(self._plain(run, words=words) != run for run in _printable_runs(raw)):
                return self._marker(token)
        return token

    def _marker(self, text: str) -> str:
        number = self._numbers.setdefault(_folded(text), len(self._numbers) + 1)
        return f"[redacted {number}]"


def _is_telling(word: str) -> bool:
    """Whether a short word is a name or a number: it has a capital, or a script or digits that have none."""
    has_capital, has_no_case = word != word.lower(), word.lower() == word.upper()
    return len(word) > 1 and (has_capital or has_no_case) and _folded(word) not in _GRAMMAR


def _folded(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold()


def _unescaped(text: str) -> Iterator[str]:
    """Yield the text as it would be read without the escapes of JSON, addresses and HTML, where it has any."""
    if "\\" in text:
        yield _ESCAPE.sub(lambda found: chr(int(found[1] or found[2], 16)), text)
    if "%" in text:
        yield urllib.parse.unquote_plus(text)
    if "&" in text:
        yield html.unescape(text)


def _decoded(token: str) -> Iterator[bytes]:
    """Yield what a token says as base64, wherever in it that begins, and as hex."""
    bare = token.rstrip("=").replace("-", "+").replace("_", "/")
    if _BASE64.fullmatch(token):
        for start in range(4):
            cut = bare[start:]
            cut = cut[: len(cut) - (len(cut) % 4 == 1)]
            yield base64.b64decode(cut + "=" * (-len(cut) % 4))
    digits = re.sub("[ :]", "", token)
    with suppress(ValueError):
        yield binascii.unhexlify(digits[: len(digits) // 2 * 2])


def _printable_runs(raw: bytes) -> list[str]:
    """Return what is text in bytes: what is no base64 decodes, too, to something in which patterns fit by chance."""
    return _RUN.findall(raw.decode("utf-8", "replace"))


def _outside_markers(text: str, replace: Callable[[str], str]) -> str:
    """Apply a function to what stands between the markers, in which patterns would find their own numbers."""
    if "[redacted " not in text:
        return replace(text)
    return "".join(part if _MARKER.fullmatch(part) else replace(part) for part in _MARKER.split(text))
