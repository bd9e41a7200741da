r"""Separate what a model thinks from what it answers, where both stream as one text.

    splitter = ThoughtSplitter()
    [*splitter.push("<think>So. </th"), *splitter.push("ink>\n\nHello."), *splitter.flush()]
    # [Thought(text="So. "), TextPiece(text="Hello.")]

Models mark their thoughts by tags, which are cut anywhere by the stream. A tag counts where it begins a line outside a
block of code, so that an answer can speak of such tags. Some prompts open the tag themselves, so that only its end
comes: `unopened` says that this was seen, and the next answer can be read with `thinks_first`.
"""

import re
from typing import Final

from alicia_desktop.server.engines.contract import TextPiece, Thought

TAGS: Final = ("think", "thinking", "thought", "reasoning")
_OPENING: Final = tuple(f"<{tag}>" for tag in TAGS)
_CLOSING: Final = tuple(f"</{tag}>" for tag in TAGS)
_ALL: Final = (*_OPENING, *_CLOSING)
_TAG: Final = re.compile("|".join(_ALL))
_FENCE: Final = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)


class ThoughtSplitter:
    """Takes the pieces of an answer, returns pieces of text and thoughts."""

    def __init__(self, *, thinks_first: bool = False) -> None:
        """`thinks_first`: the answer begins inside a thought, up to a closing tag."""
        self.unopened = False
        """Whether a closing tag came that nothing had opened."""
        self._closing = _CLOSING if thinks_first else ()
        self._undecided = "" if thinks_first else None
        """What was taken for a thought, as long as no closing tag has shown that it is one."""
        self._rest = ""
        self._line = ""
        """The beginning of the line that is being answered."""
        self._fenced = False
        self._skips_space = False

    def push(self, text: str) -> list[TextPiece | Thought]:
        """Add a piece; returns what is certain."""
        self._rest += text
        found: list[TextPiece | Thought] = []
        while True:
            before = len(self._rest), self._closing
            piece = self._thought() if self._closing else self._text()
            if piece is not None and piece.text:
                found.append(piece)
            if (len(self._rest), self._closing) == before:
                return found

    def flush(self, *, is_cut: bool = False) -> list[TextPiece | Thought]:
        """Return what was held back, at the end of the answer.

        `is_cut`: it might not be longer. Then a thought that was to come first has not ended, and is no answer.
        """
        rest, self._rest = self._rest, ""
        if self._undecided is not None and self._closing and not is_cut:
            return [TextPiece(text=self._undecided + rest)] if (self._undecided + rest).strip() else []
        return [Thought(text=rest) if self._closing else TextPiece(text=rest)] if rest else []

    def _thought(self) -> Thought | None:
        """Take the thought up to its closing tag, or what can be no part of one."""
        found = [(at, tag) for tag in self._closing if (at := self._rest.find(tag)) >= 0]
        if found:
            at, tag = min(found)
            thought, self._rest = self._rest[:at], self._rest[at + len(tag) :]
            self._closing, self._undecided, self._skips_space = (), None, True
            return Thought(text=thought)
        certain = len(self._rest) - _held(self._rest, self._closing)
        thought, self._rest = self._rest[:certain], self._rest[certain:]
        if self._undecided is not None:
            self._undecided += thought
        return Thought(text=thought)

    def _text(self) -> TextPiece | None:
        """Take the answer up to the next tag, or what can be no part of one."""
        if self._skips_space:
            self._rest = self._rest.lstrip()
            self._skips_space = not self._rest
        found = _TAG.search(self._rest)
        at = found.start() if found else len(self._rest) - _held(self._rest, _ALL)
        if at > 0 or not self._rest:
            return self._take(at)
        tag = found[0] if found else ""
        if not tag and any(one.startswith(self._rest) and not self._is_in_text(one) for one in _ALL):
            return None
        if not tag or self._is_in_text(tag):
            return self._take(len(tag or self._rest))
        self._rest = self._rest[len(tag) :]
        self._skips_space = True
        if tag in _OPENING:
            self._closing = (tag.replace("<", "</"),)
        else:
            self.unopened = True
        return None

    def _is_in_text(self, tag: str) -> bool:
        """Return whether a tag that comes now belongs to the answer's words; a closing one ends a line, too."""
        return self._fenced or (bool(self._line.strip()) and not tag.startswith("</")) or "`" in self._line

    def _take(self, count: int) -> TextPiece:
        text, self._rest = self._rest[:count], self._rest[count:]
        *ended, last = (self._line + text).split("\n")
        for line in ended:
            self._fenced ^= _FENCE.match(line) is not None
        self._line = last[:200]
        return TextPiece(text=text)


def _held(text: str, tags: tuple[str, ...]) -> int:
    """Return how many characters at the end of `text` may be the beginning of a tag."""
    at = text.rfind("<")
    return len(text) - at if at >= 0 and any(tag.startswith(text[at:]) for tag in tags) else 0
