"""A tokenised sentence: where its clauses may end, and which of them only ask or command.

The words are lists of `telling.toml`, section `joints`.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final

from alicia_desktop.extraction.subjects import Head, Token, head_at, is_adverb
from alicia_desktop.memory.vocabulary import AUXILIARIES, listed, verb_form

MARKS: Final = frozenset([",", ";", ":", "–", "—", "-", "(", ")", "."])
DASHES: Final = frozenset(["–", "—", "-"])
_DICTATED: Final = 7
"""Words above which a sentence without any mark was dictated."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TokenizedSentence:
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

    def may_end_clause(self, at: int) -> bool:
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


def skip_joints(tokens: Sequence[Token], at: int) -> int:
    """Return the first place behind marks, joining words and fillers."""
    while at < len(tokens) and (tokens[at].low in MARKS | _joining() or _is_filler(tokens, at)):
        at += 1
    return at


def skip_opening(tokens: Sequence[Token]) -> int:
    """Return where the first clause begins that a word such as "since" or "because" opens; 0 where none does."""
    if tokens[0].low not in listed("joints.under") | {"because", "cause", "ever"}:
        return 0
    begin = skip_joints(tokens, 1 if tokens[0].low == "ever" else 0)
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


_OPENING: Final = frozenset(["so", "and", "but", "then", "please", "well", "ok", "okay", "now"])
_BEFORE_ORDERS: Final = frozenset(["so", ",", "and", ";"]) | DASHES
"""Behind these a command may follow in the middle of a sentence."""
_POINTED: Final = frozenset(["a", "an", "it", "that", "this"])
"""What follows an auxiliary in half a statement too: "is that so", "was a nurse"."""
_OF_THINGS: Final = frozenset(["do", "does", "did", "can", "could", "will", "would", "should", "is", "are"])
_TURNED_TO: Final = frozenset(["i", "we", "he", "she", "they", "it", "you", "this", "that"])


def is_request(sentence: TokenizedSentence, begin: int, *, first: bool, run: Collection[str] = ()) -> bool:
    """Return whether the clause at `begin` asks or commands; `run` is what stands between it and the one before."""
    place = _behind_opening(sentence, begin)
    word, after = sentence.low(place), sentence.low(place + 1)
    pleaded = sentence.tokens[place - 1].low == "please"
    if word in listed("joints.orders") and (first or not _BEFORE_ORDERS.isdisjoint(run)) and after != "of":
        return True
    if word in AUXILIARIES and first and not sentence.question and after in listed("joints.asked") - _POINTED:
        return True
    form = verb_form(word)
    if "so" in run and (
        word in {"be", "don't", "never"} or (form is not None and form.form == "base" and word not in AUXILIARIES)
    ):
        return True
    if _turns_to_ask(sentence, place, run):
        return True
    if word in AUXILIARIES and word not in {"be", "been"} and not (word == "don't" and pleaded):
        return sentence.question and (first or after in listed("joints.asked"))
    if word == "got" and after == "any":
        return sentence.question
    if word in listed("joints.asking"):
        of_which = word in {"what", "which"} and sentence.low(place + 2) in AUXILIARIES and after not in {"i", "we"}
        turned = (after in AUXILIARIES | {"to"} and place + 2 < len(sentence.tokens)) or of_which
        return turned or first or sentence.question or "so" in run
    return word in {"don't", "never"} and pleaded


def _turns_to_ask(sentence: TokenizedSentence, place: int, run: Collection[str]) -> bool:
    """Return whether a question about a thing ends a sentence: "I take a statin, does grapefruit matter?"."""
    word, after = sentence.low(place), sentence.low(place + 1)
    if not sentence.question or MARKS.isdisjoint(run) or word not in _OF_THINGS:
        return False
    last = all(token.low not in MARKS for token in sentence.tokens[place:])
    form = verb_form(after)
    return (
        last
        and (form is None or form.form != "base")
        and after not in {"not", "never", "a", "an"}
        and not is_adverb(after)
    )


def begins_question(sentence: TokenizedSentence, head: Head | None, at: int) -> bool:
    """Return whether a question begins without any mark: "… can he eat that", "… how do I get there"."""
    if head is None or at <= head.verb + 1 or at + 2 >= len(sentence.tokens):
        return False
    before, word, after = (sentence.low(place) for place in (at - 1, at, at + 1))
    turned, closed = listed("joints.turned"), listed("joints.no_break")
    if word in turned and after in _TURNED_TO:
        return before not in closed | listed("joints.asking")
    return word in {"how", "what", "where", "which"} and after in turned and before not in closed | {"of", "about"}


def _behind_opening(sentence: TokenizedSentence, begin: int) -> int:
    place = begin
    while place < len(sentence.tokens) - 1 and sentence.low(place) in _OPENING:
        place += 1
    return place
