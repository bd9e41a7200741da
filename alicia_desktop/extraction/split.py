"""Split a sentence into clauses that each tell one thing and have their subject with them.

A cut is made where a new subject with its verb begins, and where "and" goes on with another verb of the same subject
(`boundaries`). What only asks or commands is marked, because it tells nothing by itself (`sentence`).
"""

import re
from dataclasses import dataclass
from typing import Final, NamedTuple

from alicia_desktop.extraction.boundaries import (
    begins_after_adverbial,
    follows_subordinate,
    follows_unmarked,
    inherited_subject,
    is_new_subject,
    is_opening,
    may_follow_unmarked,
)
from alicia_desktop.extraction.ellipsis import complete_fragment
from alicia_desktop.extraction.sentence import (
    DASHES,
    MARKS,
    TokenizedSentence,
    begins_question,
    is_request,
    skip_joints,
    skip_opening,
)
from alicia_desktop.extraction.subjects import Head, head_at, tokenize
from alicia_desktop.memory.vocabulary import listed, verb_form

MAX_TOKENS: Final = 260
"""A longer sentence was pasted, not told."""
_REACH: Final = 12
"""Words within which a clause has its subject."""
_CLAUSES: Final = frozenset(["i", "we", "my", "our", "he", "she", "they", "it", "the"])
"""Behind "after" these mostly begin a clause."""
_LINKS: Final = re.compile(
    r",?\s+which (?:is|was) (?:where|why|when|how|because)\b|,?\s+(?:which means"
    r"|meaning)(?: that)?\b|,?\s+(?:and )?that is (?:why|where|when)\b",
    re.IGNORECASE,
)


_LEFT_OPEN: Final = re.compile(r"(?: (?:and|but|or|because))+$", re.IGNORECASE)
"""What joins nothing at the end of a sentence that breaks off."""
_EXCEPTING: Final = frozenset(["except", "apart", "besides", "unlike", "instead", "without"])
"""What these take out of a clause stands before it, and belongs to it: "except for my sister, …"."""
_WHENS: Final = frozenset(["when", "whenever", "if", "after"])


@dataclass(frozen=True, kw_only=True, slots=True)
class ClausePiece:
    """Part of a sentence."""

    text: str
    asks: bool = False
    """It is a question or a request: nothing in it is told, but for what it takes for granted."""


def split_sentence(sentence: str) -> list[ClausePiece]:
    """Return the pieces in order."""
    text = _LINKS.sub(" ;", sentence.strip())
    tokens = tokenize(text.rstrip("?!. "))[:MAX_TOKENS]
    if not tokens:
        return []
    whole = TokenizedSentence(text=text, tokens=tokens, question=text.endswith("?"))
    found = _Splitter(whole).pieces()
    if whole.question and found and not any(piece.asks for piece in found):
        found[-1] = ClausePiece(text=found[-1].text, asks=True)
    return found


class _Cut(NamedTuple):
    """Where a piece begins."""

    begin: int
    subject: str = ""
    """What it inherits from the piece before; empty where it has its own."""
    asks: bool = False


class _Splitter:
    """Walks over the tokens once."""

    def __init__(self, sentence: TokenizedSentence) -> None:
        self._sentence, self._tokens = sentence, sentence.tokens
        self._found: list[ClausePiece] = []
        self._piece = _Cut(skip_opening(sentence.tokens))
        self._under = self._piece.begin > 0
        """Whether the first clause hangs on another, which may follow without a mark."""
        self._head: Head | None = None
        """Subject and verb of the clause that is walked over."""

    def pieces(self) -> list[ClausePiece]:
        """Return them."""
        if self._tokens[0].low in listed("joints.whole") and not self._sentence.question and not self._leads_only():
            return [ClausePiece(text=self._sentence.text.rstrip("?!. "))]
        begin = self._piece.begin
        self._enter(_Cut(begin, asks=is_request(self._sentence, begin, first=True)))
        at = begin + 1
        while at < len(self._tokens):
            cut = self._cut(at)
            if cut is not None:
                self._close(self._tokens[at].start)
                self._enter(cut)
            at = max(at, self._piece.begin) + 1
        self._close(self._tokens[-1].end)
        return self._found

    def _leads_only(self) -> bool:
        """Return whether "after" or "before" stands before a time or a thing and opens no clause of its own."""
        if self._tokens[0].low not in {"after", "before", "until"} or self._sentence.low(1) in _CLAUSES:
            return False
        return head_at(self._tokens, 1) is None

    def _close(self, end: int) -> None:
        text = self._sentence.text[self._tokens[self._piece.begin].start : end].strip(" ,;:–—-.")
        text = text if text.endswith(")") and "(" in text else text.strip(" ,;:–—-().")
        if "(" in text and ")" not in text:
            text = f"{text})"
        text = _LEFT_OPEN.sub("", text)
        if text:
            self._found.append(ClausePiece(text=f"{self._piece.subject} {text}".strip(), asks=self._piece.asks))

    def _enter(self, piece: _Cut) -> None:
        """Go on with this piece, which keeps the subject of the one before or has its own."""
        self._piece = piece
        if not piece.subject:
            self._head = self._head_behind(piece.begin)

    def _head_behind(self, at: int) -> Head | None:
        """Return the subject of the clause that begins at `at`."""
        for place in range(at, min(at + _REACH, len(self._tokens))):
            word = self._tokens[place].low
            leads = self._tokens[at].low in listed("joints.leads")
            if place > at and (word in {"because", "so", "but"} or (word in MARKS and not leads)):
                return None
            head = head_at(self._tokens, place)
            if head is not None and (place == at or head.who in {"user", "owned", "kin", "pronoun"}):
                return head
        return None

    def _cut(self, at: int) -> _Cut | None:
        """Return the piece that begins where the one before ends at `at`, if it does; none behind "and if I …"."""
        if self._piece.begin and self._sentence.low(self._piece.begin) in _WHENS and not self._joins_on(at):
            return None
        if self._head is None and self._sentence.low(self._piece.begin) in _EXCEPTING:
            return None
        if self._completes_between(at):
            return None
        if not self._sentence.may_end_clause(at):
            return self._run_on(at)
        if not self._may_end(at):
            return None
        begin = skip_joints(self._tokens, at)
        if begin >= len(self._tokens):
            return None
        if self._opens_with_when(at, begin):
            return _Cut(begin)
        run = [token.low for token in self._tokens[at:begin]]
        if is_request(self._sentence, begin, first=False, run=run):
            return _Cut(begin, asks=True)
        if self._head is None and not self._stands_alone(at):
            return None
        head = head_at(self._tokens, begin)
        if (head is not None and is_new_subject(self._sentence, head, run)) or begins_after_adverbial(
            self._sentence, begin
        ):
            return _Cut(begin, asks="or" in run and head is not None and head.who == "user")
        subject = inherited_subject(self._sentence, self._head, begin, run)
        return _Cut(begin, subject, asks=self._piece.asks) if subject else None

    def _completes_between(self, at: int) -> bool:
        """Return whether the "and" at `at` is that of "between eight and twelve"."""
        if self._tokens[at].low != "and":
            return False
        before = [token.low for token in self._tokens[self._piece.begin : at]]
        opened = next((word for word in reversed(before) if word in {"and", "between"}), "")
        return opened == "between" and before[-1] not in {"us", "them"}

    def _joins_on(self, at: int) -> bool:
        return self._tokens[at].low in {"and", "but", ";", "so"} | DASHES

    def _opens_with_when(self, at: int, begin: int) -> bool:
        """Return whether "and when I …, I …" begins here."""
        joins = self._tokens[at].low in {"and", "but", ";", "also"} | DASHES or self._tokens[begin - 1].low in {
            "and",
            "but",
        }
        when = self._sentence.low(begin) in _WHENS and self._sentence.low(begin + 1) in {
            "i",
            "we",
            "my",
        }
        return joins and when and self._head is not None

    def _may_end(self, at: int) -> bool:
        """Return whether the clause has its verb by now, and a word such as "since" opens another."""
        word = self._tokens[at].low
        if word in {"who", "which"} and not self._sentence.question and self._hangs_on_noun(at):
            return False
        if self._head is not None and at < self._head.verb:
            return False
        binds = word in {"since", "as"} and self._tokens[at - 1].low != ","
        return word not in listed("joints.under") or (self._head is not None and not binds)

    def _hangs_on_noun(self, at: int) -> bool:
        """Return whether "who" belongs to the noun before it: "the only one in my class who …"."""
        before = self._tokens[at - 1].low if at else ","
        return (
            self._head is not None
            and before.isalpha()
            and verb_form(before) is None
            and before not in listed("joints.no_break")
        )

    def _stands_alone(self, at: int) -> bool:
        """Return whether words without a subject and a verb may be followed by a clause at `at`."""
        if self._tokens[at].low in DASHES | {";", ":"} or is_opening(self._sentence, self._piece.begin):
            return True
        begin = self._tokens[self._piece.begin].start
        return (
            self._tokens[at].low != ","
            and complete_fragment(self._sentence.text[begin : self._tokens[at].start].strip(" ,")) != ""
        )

    def _is_main(self, at: int) -> bool:
        """Return whether "the …" begins what the first clause hangs on: "since he left the kids are with me"."""
        before = self._sentence.low(at - 1)
        head = head_at(self._tokens, at) if self._under and self._sentence.low(at) == "the" else None
        closed = before in listed("joints.no_break") | listed("forms.binding") or verb_form(before) is not None
        return head is not None and not closed and self._head is not None and at > self._head.verb + 1

    def _run_on(self, at: int) -> _Cut | None:
        """Return a piece that begins without any mark, as in dictation."""
        if begins_question(self._sentence, self._head, at):
            return _Cut(at, asks=True)
        if self._head is None or not (may_follow_unmarked(self._sentence, self._head, at) or self._is_main(at)):
            return None
        if self._under and (follows_subordinate(self._sentence, at) or self._is_main(at)):
            self._under = False
        elif not follows_unmarked(self._sentence, self._head, at):
            return None
        return None if head_at(self._tokens, at) is None else _Cut(at)
