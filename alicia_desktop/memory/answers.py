"""Answer from a memory without a model, for when a small language model overlooks the fact that it was given.

The person's own clause, turned to "you", is nearly always the answer: "When is Emma's recital?" → "Your daughter Emma
has a piano recital on Friday.". Pure functions; whoever uses one says so in the trace.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from alicia_desktop.memory.aliases import names_own
from alicia_desktop.memory.dates import MONTHS, WEEKDAYS
from alicia_desktop.memory.facts import Fact, fact_of, subject_of
from alicia_desktop.memory.grammatical_person import to_first_person, to_second_person
from alicia_desktop.memory.inferred_facts import (
    age_sentence,
    count_named,
    days_until,
    deaths_among,
    distance,
    given_up_by,
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
    HOW_FAR,
    KIND_OF,
    NAMED,
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
    tells_kind,
)
from alicia_desktop.memory.retrieval.analysis import names_in
from alicia_desktop.memory.segmentation import terms_of, words_of
from alicia_desktop.memory.vocabulary import people
from alicia_desktop.memory.word_match import held_terms, same_word
from alicia_desktop.store.records import MemoryRecord

_POSSESSED: Final = re.compile(r"\b(?!(?:when|what|who|where|how)['’])[\w-]+['’]s? (?P<whose>[\w-]+)", re.IGNORECASE)
_ALLOWED: Final = re.compile(r"^\W*(?:and |so |but )?(?:can|could|may|should) (?:i|we)\b", re.IGNORECASE)
_WHAT_ONE_DOES: Final = re.compile(r"^\W*(?:and |so )?(?:what|which)(?: \w+)? (?:do|does|did) \w+", re.IGNORECASE)
"""Asks for whatever somebody does something with: "What medication do I take?"."""
PARTLY: Final = "More than that I don't know yet. Tell me, and I will remember it."
"""Behind a memory that is about what is asked, and does not tell when, where or how many."""
_OF_SEVERAL: Final = frozenset({"allergy", "likes", "dislikes"})
"""Attributes of which somebody mostly has several: one alone is half an answer, and of allergies a dangerous one."""


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
    if not (chosen := _not_given_up(_where_moved(question, chosen, known), known)):
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


def _not_given_up(chosen: tuple[MemoryRecord, ...], known: Sequence[MemoryRecord]) -> tuple[MemoryRecord, ...]:
    """Return what answers, with what was sold or given away since, and what came in its place, instead of that."""
    current = [given_up_by(one, known) or (one,) for one in chosen]
    if all(each == (one,) for each, one in zip(current, chosen, strict=True)):
        return chosen
    return tuple({one.id: one for each in current for one in each}.values())


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
        return tuple(_telling_most(question, fitting))
    fact = fact_of(fitting[0].content)
    is_open = fact.attribute in _OF_SEVERAL and asks_for_all(question)
    if is_open or (_WHAT_ONE_DOES.match(question) and _has_several(fact)):
        return tuple(one for one in fitting if _same_attribute(fact_of(one.content), fact))
    return (_newest_of(fitting[0], fitting),)


def _telling_most(question: str, fitting: Sequence[MemoryRecord]) -> list[MemoryRecord]:
    """Return of what tells of several those that say most of what is asked; where names are, each name once."""
    if AGE.search(question) or COUNT.search(question) or WHEN.search(question) or WHERE.search(question):
        return list(fitting)
    if NAMED.search(question):
        kept: list[MemoryRecord] = []
        for one in sorted(fitting, key=lambda one: -len(names_in(one.content))):
            names = {name for other in kept for name in names_in(other.content)}
            if not kept or not names.issuperset(names_in(one.content)):
                kept.append(one)
        return [one for one in fitting if one in kept]
    asked = [(term.text, *term.others) for term in terms_of(question)]
    held = {one.id: len(held_terms(asked, one)) for one in fitting}
    return [one for one in fitting if held[one.id] == max(held.values())]


def _has_several(fact: Fact) -> bool:
    """Return whether somebody may well do the same with several things, as who takes two medicines."""
    return bool(fact.attribute) and not fact.single_valued and fact.attribute not in {"is", "has", "live", "work"}


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
    held = {one.id: held_terms(asked, one) for one in telling}
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
            if any(_stand_beside(first.content, one, other) for one in named_in_question for other in names):
                continue  # what is told of one of two dogs is none of the other's
            both = held[first.id] | held[second.id]
            says_more = len(both) > len(best) and held[first.id] - held[second.id]
            answers_at_last = not is_whole and both == best and not fits_kind(question, first.content)
            if (says_more or answers_at_last) and fits_kind(question, second.content):
                best, found = both, (first, second)
                is_whole = True
    return found


def _stand_beside(content: str, one: str, other: str) -> bool:
    """Return whether two are named in one breath: "two dogs, Bruno and Lotte"."""
    one, other = re.escape(one), re.escape(other)
    joint = r"(?:, | and |, and |,? (?:[\w-]+, )+(?:and )?)"
    return re.search(rf"\b(?:{one}{joint}{other}|{other}{joint}{one})\b", content, re.IGNORECASE) is not None


def _answers(question: str, memory: MemoryRecord, bearing: Collection[str]) -> bool:
    """Return whether a memory says more of what is asked than the name of whom it is about.

    "Does Clara have kids?" is not answered by where she lives, nor what a sister's husband does by what she does.
    """
    told = [*words_of(memory.content), *(str(tag) for tag in memory.tags)]
    whose = [found["whose"].lower() for found in _POSSESSED.finditer(question)]
    if any(word in people() and not any(same_word(word, other) for other in told) for word in whose):
        return False
    # "Window or aisle?" begins with a capital that is no name: the memory writes it small.
    names = {word.lower() for name in names_in(question) for word in name.split()} - {*memory.content.split()}
    asked = [term for term in terms_of(question) if term.text not in names]
    if KIND_OF.search(question):
        return tells_kind(question, memory.content)
    if _ALLOWED.search(question) and asked[1:] and not held_terms([(one.text,) for one in asked[1:]], memory):
        return False  # an allergy to penicillin says nothing of eating peanuts
    if not names or not asked or memory.id in bearing or AGE.search(question) or NAMED.search(question):
        return True
    if WHO.search(question) or (WHEN.search(question) and fits_kind(question, memory.content)):
        return True
    return bool(held_terms([(one.text, *one.others) for one in asked], memory))


def tells_of_named(question: str, memory: MemoryRecord) -> bool:
    """Return whether a memory says what is asked of somebody, whatever it calls them: no mere word of who they are."""
    if AGE.search(question) or WHEN.search(question) or COUNT.search(question):
        return fits_kind(question, memory.content)
    return NAMED.search(question) is not None or is_beside(question, memory)


def is_beside(question: str, memory: MemoryRecord) -> bool:
    """Return whether a memory may stand beside "I don't know": it has a word that is asked for, and no mere name."""
    names = {word.lower() for word in names_in(question) for word in word.split()}
    asked = [(term.text, *term.others) for term in terms_of(question) if term.text not in names]
    return bool(held_terms(asked, memory))


def is_of_use(question: str, memory: MemoryRecord) -> bool:
    """Return whether a memory may be told to who asks for advice: also what only names the same person or place."""
    return is_beside(question, memory) or not set(names_in(memory.content)).isdisjoint(names_in(question))


def speaks_of_named(question: str, memory: MemoryRecord) -> bool:
    """Return whether a memory is about somebody whom a question names."""
    return not (_subject_names(memory) | names_own(memory.content)).isdisjoint(names_in(question))


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


def second_person(memory: MemoryRecord) -> str:
    """Return a memory as a sentence to the user, for answers and for a model's prompt."""
    return in_second_person(memory.content, said=str(memory.meta.get("said", "")))


def in_second_person(content: str, *, said: str = "") -> str:
    """Return a statement about the user as a sentence to them, in their own words where those are known."""
    text = to_second_person(said or to_first_person(content)).removeprefix("you: ").removeprefix("You: ")
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
    return _may_tell(question, memory) and bool(held_terms(asked, memory))
