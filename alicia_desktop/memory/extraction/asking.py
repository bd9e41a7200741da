"""Which clauses only ask or command: nothing is told by them."""

from collections.abc import Collection
from typing import Final

from alicia_desktop.memory.extraction.joints import DASHES, MARKS, Sentence
from alicia_desktop.memory.extraction.subjects import Head, is_adverb
from alicia_desktop.memory.vocabulary import AUXILIARIES, listed, verb_form

_OPENING: Final = frozenset(["so", "and", "but", "then", "please", "well", "ok", "okay", "now"])
_BEFORE_ORDERS: Final = frozenset(["so", ",", "and", ";"]) | DASHES
"""Behind these a command may follow in the middle of a sentence."""
_POINTED: Final = frozenset(["a", "an", "it", "that", "this"])
"""What follows an auxiliary in half a statement too: "is that so", "was a nurse"."""
_OF_THINGS: Final = frozenset(["do", "does", "did", "can", "could", "will", "would", "should", "is", "are"])
_TURNED_TO: Final = frozenset(["i", "we", "he", "she", "they", "it", "you", "this", "that"])


def asks(sentence: Sentence, begin: int, *, first: bool, run: Collection[str] = ()) -> bool:
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


def _turns_to_ask(sentence: Sentence, place: int, run: Collection[str]) -> bool:
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


def turns_round(sentence: Sentence, head: Head | None, at: int) -> bool:
    """Return whether a question begins without any mark: "… can he eat that", "… how do I get there"."""
    if head is None or at <= head.verb + 1 or at + 2 >= len(sentence.tokens):
        return False
    before, word, after = (sentence.low(place) for place in (at - 1, at, at + 1))
    turned, closed = listed("joints.turned"), listed("joints.no_break")
    if word in turned and after in _TURNED_TO:
        return before not in closed | listed("joints.asking")
    return word in {"how", "what", "where", "which"} and after in turned and before not in closed | {"of", "about"}


def _behind_opening(sentence: Sentence, begin: int) -> int:
    place = begin
    while place < len(sentence.tokens) - 1 and sentence.low(place) in _OPENING:
        place += 1
    return place
