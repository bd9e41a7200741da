"""Answer from a memory without a model, for when a small language model overlooks the fact that it was given.

The person's own clause, turned to "you", is nearly always the answer: "When is Emma's recital?" → "Your daughter Emma
has a piano recital on Friday.". Pure functions; whoever uses one says so in the trace.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from alicia_desktop.memory.dates import MONTHS, WEEKDAYS
from alicia_desktop.memory.grammatical_person import to_first_person, to_second_person
from alicia_desktop.memory.quality import is_failure
from alicia_desktop.memory.retrieval.analysis import names_in
from alicia_desktop.memory.segmentation import terms_of, words_of
from alicia_desktop.store.records import MemoryRecord

_WHEN: Final = re.compile(
    r"\b(?:when|what (?:day|date|time|year|month)|which (?:day|date|year|month))\b", re.IGNORECASE
)
_COUNT: Final = re.compile(
    r"\bhow (?:many|old|much|long|tall|often)\b|\bwhat (?:number|age)\b|\bnumber\b", re.IGNORECASE
)
_AGE: Final = re.compile(r"\bhow old\b|\b(?:what|which) age\b|\bages?\b", re.IGNORECASE)
_NUMBER_WORDS: Final = frozenset(
    [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
        "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fifty",
        "sixty", "seventy", "eighty", "ninety", "hundred", "once", "twice",
    ]
)  # fmt: skip
_NUMBER_WORD: Final = "|".join(sorted(_NUMBER_WORDS - {"once", "twice"}))
_AGE_TOLD: Final = re.compile(
    r"\b(?:years?|months?|weeks?)[- ]old\b|\baged?\b|\bborn\b|\bturn(?:s|ed)?\b|\b(?:is|am|are) \d+\b"
    rf"|\b(?:is|am|are) (?:{_NUMBER_WORD})(?:-\w+)?(?=\W*(?:$|[,;.!]|(?:and|now|already|on|in|this|today|next)\b))"
)
_NAMED: Final = re.compile(r"\b(?:names?|called|named)\b", re.IGNORECASE)
_OWN_NAME: Final = re.compile(
    r"\bwhat am i called\b|\bwhat(?:['’]s| is| was) my (?:own |full |first |last )?name\b|\bwho am i\b"
    r"|\bmy (?:own |full |first |last )?name\s*\?",
    re.IGNORECASE,
)
_OWN_STATEMENT: Final = re.compile(
    r"(?:User is|I am|I['’]m) (?:called|named)\b|(?:User['’]s|My) (?:\w+ )?name\b"
    r"|(?:User|I) (?:goes|go) by\b|(?:User|I) (?:\w+ )*to be called\b|(?:please )?call me\b",
    re.IGNORECASE,
)
_CODE: Final = re.compile(r"(?<![\w-])(?=\S*\d)(?=\S*[^\W\d_])[\w@.+/#-]*[\w@#]")
"""A token of letters and digits, such as a password: it is given to the letter, or it is wrong."""
_PLURALS: Final = frozenset(
    {"children", "people", "men", "women", "feet", "teeth", "mice", "kids", "names", "pets", "cats", "dogs"}
)
_PLURAL_ENDING: Final = re.compile(r"(?<![sui])s$")
_WHO: Final = re.compile(r"\b(?:who|whose|names?|called|named)\b", re.IGNORECASE)
_TIME_WORDS: Final = frozenset(
    [
        *WEEKDAYS, *(f"{day}s" for day in WEEKDAYS), *MONTHS,
        "today", "tomorrow", "yesterday", "tonight", "morning", "noon", "evening", "afternoon", "midnight", "week",
        "weekend", "month", "year", "daily", "weekly",
    ]
)  # fmt: skip
_DONT_KNOW: Final = re.compile(
    r"\b(?:don['’]t|do not|doesn['’]t) (?:know|have|remember|recall)\b|\bno (?:information|idea)\b|\bnot sure\b",
    re.IGNORECASE,
)
MIN_SHARE_OF_FACT: Final = 0.5
"""Share of a fact's words that an answer must hold when the question asks for no particular kind."""
_SAME_STEM: Final = 4


@dataclass(frozen=True, kw_only=True, slots=True)
class ComposedAnswer:
    """An answer made of memories by rule."""

    text: str
    memories: tuple[MemoryRecord, ...]
    """Those that stand in it, best first."""


def compose_answer(
    question: str, memories: Sequence[MemoryRecord], *, bearing: Collection[str] = (), today: date | None = None
) -> ComposedAnswer | None:
    """Compose an answer of those `memories` (best first) that answer; None when none of them is about the question.

    One memory answers, and where the question asks for several ("my children's names") each that is of the kind it
    asks for. Where none of them is, what is linked to them by a name in both may answer. An age or a name is not
    answered by what holds none.

    Args:
        bearing: ids of those that are about the question without a word of it ("my car is red" for "which colour").
        today: a day that was meant by "Friday" or "tomorrow" is named, because by then it may mean another.
    """
    telling = [one for one in memories if not one.content.endswith("?") and not is_failure(one.content)]
    about = [one for one in telling if _is_about(question, one) or (one.id in bearing and _may_tell(question, one))]
    if not about:
        return None
    names = {name for one in about for name in names_in(one.content)} - {"User"}
    linked = [one for one in telling if one not in about and names.intersection(names_in(one.content))]
    fitting = [one for one in about if _fits_kind(question, one.content)]
    fitting = fitting or [one for one in linked if _fits_kind(question, one.content)]
    fitting = fitting or [one for one in about if _may_fit_kind(question, one.content)][:1]
    if not fitting:
        return None
    chosen = tuple(fitting if _asks_for_several(question) else fitting[:1])
    text = " ".join(dict.fromkeys(_dated_sentence(one, today) for one in chosen))
    return ComposedAnswer(text=text, memories=chosen)


def fact_is_missing(answer: str, memory: MemoryRecord, question: str) -> bool:
    """Return whether `answer` lacks what `memory` answers to `question`: day, number, name, or most words."""
    asked_for = question.lower()
    if any(code.lower() not in asked_for and code not in answer for code in _CODE.findall(memory.content)):
        return True
    expected = _expected_words(question, memory)
    if not expected:
        return _DONT_KNOW.search(answer) is not None
    said = words_of(answer)
    held = sum(1 for word in expected if any(_same_word(word, other) for other in said))
    return held / len(expected) < MIN_SHARE_OF_FACT


def second_person(memory: MemoryRecord) -> str:
    """Return a memory as a sentence to the user, for answers and for a model's prompt."""
    return in_second_person(memory.content, said=str(memory.meta.get("said", "")))


def in_second_person(content: str, *, said: str = "") -> str:
    """Return a statement about the user as a sentence to them, in their own words where those are known."""
    text = to_second_person(said or to_first_person(content))
    return f"{text[:1].upper()}{text[1:]}."


def _dated_sentence(memory: MemoryRecord, today: date | None) -> str:
    sentence = second_person(memory)
    dates = memory.meta.get("dates", {})
    said_on = str(memory.meta.get("said_at", ""))[:10]
    if today is None or not dates or said_on == today.isoformat():
        return sentence
    words, iso = next(iter(dates.items()))
    if any(sign.isdigit() for sign in words):
        return sentence
    day = date.fromisoformat(iso)
    meant = f"{WEEKDAYS[day.weekday()].capitalize()}, {day.day} {MONTHS[day.month - 1].capitalize()}"
    return f"{sentence[:-1]} (that is {meant})." if day >= today else f"{sentence[:-1]} (that was {meant})."


def _fits_kind(question: str, content: str) -> bool:
    """Return whether a memory holds what the question asks for: a time, an age, a number, or a name."""
    words = words_of(content)
    numbers = [word for word in words if word in _NUMBER_WORDS or any(sign.isdigit() for sign in word)]
    if _AGE.search(question):
        return bool(numbers) and _AGE_TOLD.search(content) is not None
    if _WHEN.search(question):
        return bool(numbers) or any(word in _TIME_WORDS for word in words)
    if _COUNT.search(question):
        return bool(numbers)
    if _WHO.search(question):
        return any(name != "User" for name in names_in(content))
    return True


def _may_fit_kind(question: str, content: str) -> bool:
    """Return whether a memory that does not plainly hold what is asked for may say it in other words all the same."""
    if _AGE.search(question):
        return any(word in _NUMBER_WORDS or any(sign.isdigit() for sign in word) for word in words_of(content))
    return _NAMED.search(question) is None or _NAMED.search(content) is not None or bool(names_in(content))


def _asks_for_several(question: str) -> bool:
    """Return whether a question names what it asks for in the plural ("my kids", "which allergies")."""
    words = words_of(question)
    return any(word in _PLURALS or (len(word) > _SAME_STEM and _PLURAL_ENDING.search(word)) for word in words)


def _may_tell(question: str, memory: MemoryRecord) -> bool:
    """Return whether a memory may answer: who somebody is, only what says it of them."""
    return not _OWN_NAME.search(question) or _OWN_STATEMENT.match(memory.content) is not None


def _is_about(question: str, memory: MemoryRecord) -> bool:
    if not _may_tell(question, memory):
        return False
    told = [*words_of(memory.content), *(str(tag) for tag in memory.tags)]
    return any(
        any(_same_word(word, other) for word in (term.text, *term.others) for other in told)
        for term in terms_of(question)
    )


def _expected_words(question: str, memory: MemoryRecord) -> set[str]:
    asked = set(words_of(question))
    told = set(words_of(memory.content))
    wanted: set[str] = set()
    if _WHEN.search(question):
        wanted = {word for word in told if word in _TIME_WORDS or any(sign.isdigit() for sign in word)}
    elif _COUNT.search(question):
        wanted = {word for word in told if word in _NUMBER_WORDS or any(sign.isdigit() for sign in word)}
    elif _WHO.search(question):
        wanted = {word for name in names_in(memory.content) for word in words_of(name)}
    if not wanted - asked:
        wanted = {term.text for term in terms_of(memory.content)}
    return {word for word in wanted - asked if not any(_same_word(word, other) for other in asked)}


def _same_word(word: str, other: str) -> bool:
    """Return whether two words are forms of one: equal, or alike up to a short ending."""
    if word == other:
        return True
    short, long = sorted((word, other), key=len)
    stem = short.rstrip("aeiouy") if len(short) > _SAME_STEM + 1 else short
    return len(stem) >= _SAME_STEM and long.startswith(stem) and len(long) - len(stem) <= 3
