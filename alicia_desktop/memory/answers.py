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
from alicia_desktop.memory.facts import Fact, fact_of, subject_of
from alicia_desktop.memory.grammatical_person import to_first_person, to_second_person
from alicia_desktop.memory.inferred_facts import (
    age_sentence,
    count_named,
    days_until,
    deaths_among,
    distance,
    has_died,
    in_past,
    introducing,
    kin_named,
    kinds_asked_for,
    moved_by,
)
from alicia_desktop.memory.own_name import asks_own_name, tells_own_name
from alicia_desktop.memory.quality import is_failure
from alicia_desktop.memory.question_kinds import (
    AGE,
    AGE_TOLD_PLAINLY,
    COUNT,
    DENIAL,
    HOW_FAR,
    MIN_STEM,
    NAMED,
    NUMBER_WORDS,
    TIME_WORDS,
    WHEN,
    WHERE,
    WHO,
    WHO_IS,
    asks_for_all,
    asks_for_more,
    asks_for_several,
    attribute_asked,
    denies_as_asked,
    fits_kind,
    may_fit_kind,
)
from alicia_desktop.memory.retrieval.analysis import names_in
from alicia_desktop.memory.segmentation import stem, terms_of, words_of
from alicia_desktop.memory.vocabulary import people
from alicia_desktop.store.records import MemoryRecord

_POSSESSED: Final = re.compile(r"\b(?!(?:when|what|who|where|how)['’])[\w-]+['’]s? (?P<whose>[\w-]+)", re.IGNORECASE)
_ALLOWED: Final = re.compile(r"^\W*(?:and |so |but )?(?:can|could|may|should) (?:i|we)\b", re.IGNORECASE)
_CODE: Final = re.compile(r"(?<![\w-])(?=\S*\d)(?=\S*[^\W\d_])[\w@.+/#-]*[\w@#]")
"""A token of letters and digits, such as a password: it is given to the letter, or it is wrong."""
_DONT_KNOW: Final = re.compile(
    r"\b(?:don['’]t|do not|doesn['’]t) (?:know|have|remember|recall)\b|\bno (?:information|idea)\b|\bnot sure\b",
    re.IGNORECASE,
)
_LISTING: Final = re.compile(r"[^,], ?[^,]+,? (?:and|or) ")
"""At least three of something, of which an answer leaves out none."""
PARTLY: Final = "More than that I don't know yet. Tell me, and I will remember it."
"""Behind a memory that is about what is asked, and does not tell when, where or how many."""
_OF_SEVERAL: Final = frozenset({"allergy", "likes", "dislikes"})
"""Attributes of which somebody mostly has several: one alone is half an answer, and of allergies a dangerous one."""
MIN_SHARE_OF_FACT: Final = 0.5
"""Share of a fact's words that an answer must hold when it asks for no list and no particular kind."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ComposedAnswer:
    """An answer made of memories by rule."""

    text: str
    memories: tuple[MemoryRecord, ...]
    """Those that stand in it, best first."""
    is_inferred: bool = False
    """Whether it says what no memory does: an age that was counted, or that somebody was and is no more."""

    @property
    def stands_alone(self) -> bool:
        """Return whether it is more than a small model holds together: several memories, or what is inferred."""
        return self.is_inferred or len(self.memories) > 1


def compose_answer(
    question: str,
    memories: Sequence[MemoryRecord],
    *,
    bearing: Collection[str] = (),
    further: Sequence[MemoryRecord] = (),
    gone: Sequence[MemoryRecord] = (),
    today: date | None = None,
) -> ComposedAnswer | None:
    """Compose an answer of those `memories` (best first) that answer; None when none of them is about the question.

    One memory answers; of several that are asked for ("my children's names") each; where one only names what another
    tells, both ("Your sister is called Clara. Clara lives in Porto."). Ages and numbers are inferred.

    Args:
        bearing: ids of those that are about the question without a word of it ("my car is red" for "which colour").
        further: weaker memories, which answer only together with one of the others.
        gone: memories of who has died; what is said of them is said in the past.
        today: what an age is counted to, and by which "Friday" or "tomorrow" of then is named as a day.
    """
    telling, more = _telling(memories), _telling(further)
    if (whole := _answer_at_once(question, [*telling, *more], gone, today)) is not None:
        return whole
    if kinds := kinds_asked_for(question):
        telling = introducing([*telling, *more], kinds)
    known = [*telling, *more]
    about = [one for one in telling if kinds or _bears_on(question, one, bearing)]
    about = _saying_who(question, _of_those_named(question, about, known))
    if not about:
        return None
    chosen = _chain(question, about, known)
    chosen = chosen or _fitting(question, [one for one in about if _answers(question, one, bearing)], telling)
    if not (chosen := _where_moved(question, chosen, known)):
        return None
    sentences = [_sentence_of(one, question, known, gone, today) for one in chosen]
    sentences += [PARTLY] * all(asks_for_more(question, one.content) for one in chosen)
    deaths = deaths_among(chosen, gone, telling)
    text = " ".join(dict.fromkeys([*sentences, *map(second_person, deaths)]))
    is_inferred = sentences != [_dated_sentence(one, today) for one in chosen]
    return ComposedAnswer(text=text, memories=(*chosen, *deaths), is_inferred=is_inferred)


def _answer_at_once(
    question: str, known: Sequence[MemoryRecord], gone: Sequence[MemoryRecord], today: date | None
) -> ComposedAnswer | None:
    """Return how many there are, or what was told of the home or the job that is asked for; None for anything else."""
    if (counted := count_named(question, known, gone=gone)) is not None:
        text = " ".join((counted.sentence, *map(second_person, counted.memories)))
        return ComposedAnswer(text=text, memories=counted.memories, is_inferred=True)
    fact = _of_attribute(question, known)
    return None if fact is None else ComposedAnswer(text=_dated_sentence(fact, today), memories=(fact,))


def _where_moved(
    question: str, chosen: tuple[MemoryRecord, ...], known: Sequence[MemoryRecord]
) -> tuple[MemoryRecord, ...]:
    """Return what answers a question for a time or a place, with what was moved to another since."""
    if not (WHEN.search(question) or WHERE.search(question)):
        return chosen
    current = [moved_by(one, known) or one for one in chosen]
    return tuple({one.id: one for one in current}.values())


def _of_attribute(question: str, telling: Sequence[MemoryRecord]) -> MemoryRecord | None:
    """Return what was told last of the attribute that a question asks for in other words; None for none."""
    attribute, subjects = attribute_asked(question)
    having = [one for one in telling if one.meta.get("attribute") == attribute and one.meta.get("subject") in subjects]
    return max(having, key=lambda one: one.updated_at, default=None) if attribute else None


def _telling(memories: Sequence[MemoryRecord]) -> list[MemoryRecord]:
    return [one for one in memories if not one.content.endswith("?") and not is_failure(one.content)]


def _fitting(question: str, about: Sequence[MemoryRecord], telling: Sequence[MemoryRecord]) -> tuple[MemoryRecord, ...]:
    """Return the memories that hold the kind of thing that is asked for, or else may."""
    names = {name for one in about for name in names_in(one.content)} - {"User"}
    linked = [one for one in telling if one not in about and names.intersection(names_in(one.content))]
    about = [one for one in about if denies_as_asked(question, one.content)]
    fitting = [one for one in about if fits_kind(question, one.content)]
    fitting = fitting or [one for one in linked if fits_kind(question, one.content)]
    fitting = fitting or [one for one in about if may_fit_kind(question, one.content)][:1]
    if not fitting or asks_for_several(question):
        return tuple(fitting)
    fact = fact_of(fitting[0].content)
    if fact.attribute in _OF_SEVERAL and asks_for_all(question):
        return tuple(one for one in fitting if _same_attribute(fact_of(one.content), fact))
    return (_newest_of(fitting[0], fitting),)


def _newest_of(best: MemoryRecord, fitting: Sequence[MemoryRecord]) -> MemoryRecord:
    """Return what was told last of that of which somebody has one at a time, such as where they live."""
    fact = fact_of(best.content)
    if not fact.single_valued:
        return best
    same = [one for one in fitting if _same_attribute(fact_of(one.content), fact)]
    return max(same, key=lambda one: one.updated_at)


def _same_attribute(one: Fact, other: Fact) -> bool:
    return (one.subject, one.attribute, one.is_birth_year) == (other.subject, other.attribute, other.is_birth_year)


def _chain(question: str, about: Sequence[MemoryRecord], telling: Sequence[MemoryRecord]) -> tuple[MemoryRecord, ...]:
    """Return a memory and the one about whom or what it names, where these two say more of what is asked than any one.

    "My daughter goes to Greenfield School." and "Greenfield School starts at 8:15." for "When does my daughter's school
    start?". Nothing where one memory says all of it, or where several are asked for.
    """
    asked = [(term.text, *term.others) for term in terms_of(question)]
    if asks_for_several(question):
        return ()
    held = {one.id: _held(asked, one) for one in telling}
    best = max((held[one.id] for one in about), key=len)
    is_whole = any(held[one.id] == best and fits_kind(question, one.content) for one in about)
    named_in_question = {word.lower() for word in names_in(question)}
    found: tuple[MemoryRecord, ...] = ()
    for first in [*about, *(one for one in telling if one not in about and _is_about(question, one))]:
        if named_in_question and named_in_question.isdisjoint(words_of(first.content)):
            continue  # it leads from somebody else: a sister's allergy is none of her brother's
        names = {name for name in names_in(first.content) if name.lower() not in named_in_question} - {"User"}
        names -= {name for name in names if re.search(rf"\b{re.escape(name)}['’]s\b", first.content)}  # whose it is
        for second in telling:
            if second is first or not names.intersection(_subject_names(second)):
                continue
            both = held[first.id] | held[second.id]
            says_more = len(both) > len(best) and held[first.id] - held[second.id]
            answers_at_last = not is_whole and both == best and not fits_kind(question, first.content)
            if (says_more or answers_at_last) and fits_kind(question, second.content):
                best, found = both, (first, second)
                is_whole = True
    return found


def _answers(question: str, memory: MemoryRecord, bearing: Collection[str]) -> bool:
    """Return whether a memory says more of what is asked than the name of whom it is about.

    "Does Clara have kids?" is not answered by where she lives, nor what a sister's husband does by what she does.
    """
    told = [*words_of(memory.content), *(str(tag) for tag in memory.tags)]
    whose = [found["whose"].lower() for found in _POSSESSED.finditer(question)]
    if any(word in people() and not any(_same_word(word, other) for other in told) for word in whose):
        return False
    # "Window or aisle?" begins with a capital that is no name: the memory writes it small.
    names = {word.lower() for name in names_in(question) for word in name.split()} - {*memory.content.split()}
    asked = [term for term in terms_of(question) if term.text not in names]
    if _ALLOWED.search(question) and asked[1:] and not _held([(one.text,) for one in asked[1:]], memory):
        return False  # an allergy to penicillin says nothing of eating peanuts
    if not names or not asked or memory.id in bearing or AGE.search(question) or NAMED.search(question):
        return True
    return bool(WHEN.search(question) or WHO.search(question)) or bool(
        _held([(one.text, *one.others) for one in asked], memory)
    )


def is_beside(question: str, memory: MemoryRecord) -> bool:
    """Return whether a memory may stand beside "I don't know": it has a word that is asked for, and no mere name."""
    names = {word.lower() for word in names_in(question) for word in word.split()}
    asked = [(term.text, *term.others) for term in terms_of(question) if term.text not in names]
    return bool(_held(asked, memory))


def speaks_of_named(question: str, memory: MemoryRecord) -> bool:
    """Return whether a memory is about somebody whom a question names."""
    return not _subject_names(memory).isdisjoint(names_in(question))


def _held(asked: Sequence[tuple[str, ...]], memory: MemoryRecord) -> frozenset[int]:
    """Return which of the terms that are asked for a memory has, in any form."""
    told = [*words_of(memory.content), *(str(tag) for tag in memory.tags)]
    return frozenset(
        at for at, words in enumerate(asked) if any(_same_word(word, other) for word in words for other in told)
    )


def _subject_names(memory: MemoryRecord) -> frozenset[str]:
    """Return the names of whom or what a memory is about: those before its verb."""
    subject = subject_of(memory.content)
    return frozenset(name for name in names_in(memory.content) if name in subject)


def _sentence_of(
    memory: MemoryRecord,
    question: str,
    known: Sequence[MemoryRecord],
    gone: Sequence[MemoryRecord],
    today: date | None,
) -> str:
    """Return a memory as it answers: its age counted, its day named, in the past of who has died."""
    sentence = _dated_sentence(memory, today)
    if any(has_died(memory, one, known) for one in gone):
        return in_past(sentence)
    if today is not None and HOW_FAR.search(question) and (days := days_until(memory, today)) is not None:
        return f"{sentence} {distance(days)}"
    if today is None or not AGE.search(question) or AGE_TOLD_PLAINLY.search(memory.content):
        return sentence
    return age_sentence(memory, today, told=second_person(memory), known=known) or sentence


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
    held = sum(1 for word in expected if any(_same_word(word, other) for other in said))
    return held / len(expected) < (1 if _LISTING.search(memory.content) else MIN_SHARE_OF_FACT)


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


def _of_those_named(question: str, memories: list[MemoryRecord], known: Sequence[MemoryRecord]) -> list[MemoryRecord]:
    """Return the memories of whom or what the question names, by name or as what they are; all where none is."""
    named = {word.lower() for word in names_in(question)}
    kin = kin_named(named, known)
    found = [
        one
        for one in memories
        if named.intersection(words_of(one.content))
        or (str(one.meta.get("subject")) in kin and not one.meta.get("name"))
    ]
    return found or memories


def _saying_who(question: str, memories: list[MemoryRecord]) -> list[MemoryRecord]:
    """Return those first that say who somebody is ("your neighbour Sue"), where that is asked."""
    if WHO_IS.search(question) is None:
        return memories
    return sorted(memories, key=lambda one: not people().intersection(words_of(one.content)))


def _bears_on(question: str, memory: MemoryRecord, bearing: Collection[str]) -> bool:
    return _is_about(question, memory) or (memory.id in bearing and _may_tell(question, memory))


def _may_tell(question: str, memory: MemoryRecord) -> bool:
    """Return whether a memory may answer: who somebody is, only what says it of them."""
    return not asks_own_name(question) or tells_own_name(memory.content)


def _is_about(question: str, memory: MemoryRecord) -> bool:
    asked = [(term.text, *term.others) for term in terms_of(question)]
    return _may_tell(question, memory) and bool(_held(asked, memory))


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
    return {word for word in wanted - asked if not any(_same_word(word, other) for other in asked)}


def _same_word(word: str, other: str) -> bool:
    """Return whether two words are forms of one: equal, or alike up to a short ending."""
    if word == other or stem(word) == stem(other):
        return True
    short, long = sorted((word, other), key=len)
    root = short.rstrip("aeiouy") if len(short) > MIN_STEM + 1 else short
    return len(root) >= MIN_STEM and long.startswith(root) and len(long) - len(root) <= 3
