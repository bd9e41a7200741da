"""A sentence as it is cut: its words one by one, and the marks and joining words at which a clause may end.

The words are lists of `telling.toml`, section `joints`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from alicia_desktop.memory.extraction.subjects import Head, Token, head_at
from alicia_desktop.memory.vocabulary import listed

MARKS: Final = frozenset([",", ";", ":", "–", "—", "-", "(", ")", "."])
DASHES: Final = frozenset(["–", "—", "-"])
_DICTATED: Final = 7
"""Words above which a sentence without any mark was dictated."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sentence:
    """One sentence with its tokens."""

    text: str
    tokens: Sequence[Token]
    question: bool

    @property
    def dictated(self) -> bool:
        """Return whether there are no marks to go by, as where speech was recognised."""
        if len(self.tokens) <= _DICTATED or set(self.text) & set(",;:"):
            return False
        plain = self.text[-1:] not in {".", "!", "?"} and all(token.text in {"I", token.low} for token in self.tokens)
        return self.text[:1].islower() or plain

    def low(self, at: int) -> str:
        """Return a word in lower case, empty behind the end."""
        return self.tokens[at].low if at < len(self.tokens) else ""

    def subject_of(self, head: Head) -> str:
        """Return the words of a subject, as they stand before its verb."""
        return self.text[self.tokens[head.start].start : self.tokens[head.verb].start].strip()

    def is_joint(self, at: int) -> bool:
        """Return whether a clause may end before the word at `at`."""
        word = self.tokens[at].low
        also = (
            word in {"also", "anyway", "oh"}
            and self.low(at + 1) in {"i", "my", "we", "our"}
            and self.low(at - 1) not in {"i", "we", "am", "is"}
        )
        joins = word in MARKS - {"."} or word in _joining() or word in {"which", "who"} or also
        return joins and not (word == "-" and self._is_glued(at))

    def _is_glued(self, at: int) -> bool:
        token = self.tokens[at]
        return self.text[max(0, token.start - 1) : token.start] != " " or self.text[token.end : token.end + 1] != " "


def behind_joints(tokens: Sequence[Token], at: int) -> int:
    """Return the first place behind marks, joining words and fillers."""
    while at < len(tokens) and (tokens[at].low in MARKS | _joining() or _is_filler(tokens, at)):
        at += 1
    return at


def behind_opening(tokens: Sequence[Token]) -> int:
    """Return where the first clause begins that a word such as "since" or "because" opens; 0 where none does."""
    if tokens[0].low not in listed("joints.under") | {"because", "cause", "ever"}:
        return 0
    begin = behind_joints(tokens, 1 if tokens[0].low == "ever" else 0)
    return 0 if head_at(tokens, begin) is None else begin


def _joining() -> frozenset[str]:
    return listed("joints.joining") | listed("joints.under")


def _is_filler(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a word says nothing: "well"; "you know" only where nothing hangs on it."""
    word = tokens[at].low
    if word not in listed("joints.fillers"):
        return False
    says = at + 1 >= len(tokens) or tokens[at - 1].low not in {"you", "I", ","}
    return not (word in {"you", "know", "mean", "like"} and says)
