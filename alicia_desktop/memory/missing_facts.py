"""Tell whether an answer lacks the fact that a memory holds: day, number, name, code, or most of its words. Pure."""

import re
from typing import Final

from alicia_desktop.memory.question_kinds import COUNT, DENIAL, NUMBER_WORDS, TIME_WORDS, WHEN, WHO, WHO_IS
from alicia_desktop.memory.retrieval.analysis import names_in
from alicia_desktop.memory.segmentation import terms_of, words_of
from alicia_desktop.memory.vocabulary import people
from alicia_desktop.memory.word_match import same_word
from alicia_desktop.store.records import MemoryRecord

_CODE: Final = re.compile(r"(?<![\w-])(?=\S*\d)(?=\S*[^\W\d_])[\w@.+/#-]*[\w@#]")
"""A token of letters and digits, such as a password: it is given to the letter, or it is wrong."""
_DONT_KNOW: Final = re.compile(
    r"\b(?:don['’]t|do not|doesn['’]t) (?:know|have|remember|recall)\b|\bno (?:information|idea)\b|\bnot sure\b",
    re.IGNORECASE,
)
_LISTING: Final = re.compile(r"[^,], ?[^,]+,? (?:and|or) ")
"""At least three of something, of which an answer leaves out none."""
MIN_SHARE_OF_FACT: Final = 0.5
"""Share of a fact's words that an answer must hold when it asks for no list and no particular kind."""


def fact_is_missing(answer: str, memory: MemoryRecord, question: str) -> bool:
    """Return whether `answer` lacks what `memory` answers to `question`: day, number, name, or most words."""
    asked_for = question.lower()
    if any(code.lower() not in asked_for and code not in answer for code in _CODE.findall(memory.content)):
        return True
    if any(name not in answer and name.lower() in answer.lower() for name in names_in(memory.content)):
        return True  # "a tiger" is no cat called Tiger
    said_who = people().intersection(words_of(memory.content)) if WHO_IS.search(question) else frozenset[str]()
    if said_who - set(words_of(answer)):
        return True
    if bool(DENIAL.search(answer)) != bool(DENIAL.search(memory.content)):
        return True
    expected = _expected_words(question, memory)
    if not expected:
        return _DONT_KNOW.search(answer) is not None
    said = words_of(answer)
    held = sum(1 for word in expected if any(same_word(word, other) for other in said))
    return held / len(expected) < (1 if _LISTING.search(memory.content) else MIN_SHARE_OF_FACT)


def _expected_words(question: str, memory: MemoryRecord) -> set[str]:
    asked = set(words_of(question))
    told = set(words_of(memory.content))
    wanted: set[str] = set()
    if WHEN.search(question):
        wanted = {word for word in told if word in TIME_WORDS or any(sign.isdigit() for sign in word)}
    elif COUNT.search(question):
        wanted = {word for word in told if word in NUMBER_WORDS or any(sign.isdigit() for sign in word)}
    elif WHO.search(question):
        wanted = {word for name in names_in(memory.content) for word in words_of(name)}
    if not wanted - asked:
        wanted = {term.text for term in terms_of(memory.content)}
    return {word for word in wanted - asked if not any(same_word(word, other) for other in asked)}
