"""Which subject a verb has that follows "and" without one: "I live in Oslo and work there", "… will sing and dance"."""

from collections.abc import Collection
from typing import Final

from alicia_desktop.memory.extraction.joints import Sentence
from alicia_desktop.memory.extraction.subjects import Head, is_adverb
from alicia_desktop.memory.vocabulary import AUXILIARIES, MODALS, VerbForm, listed, verb_form

_GOING_ON: Final = frozenset(["and", "but", "then", "or", "so"])
_OF_ANOTHER: Final = frozenset(["is", "isn't", "has", "hasn't", "does", "doesn't"])
"""What the person cannot go on with: "… and one of them, Priya, is allergic"."""
_PLURALS: Final = frozenset(["i", "kids", "children", "parents"])


def inherited(sentence: Sentence, head: Head | None, begin: int, run: Collection[str]) -> str:
    """Return the subject, with its auxiliary where needed, for a verb that follows the words of `run`; else nothing."""
    if head is None or begin <= head.verb or (_GOING_ON.isdisjoint(run) and not _is_listed(sentence, head, begin)):
        return ""
    place = begin
    while is_adverb(sentence.low(place)) or sentence.low(place) in {"not", "never"}:
        place += 1
    if place >= len(sentence.tokens):
        return ""
    word = sentence.low(place)
    form = verb_form(word)
    if sentence.low(head.start) in {"i", "we"} and (word in _OF_ANOTHER or (form is not None and form.form == "s")):
        return ""
    if word in AUXILIARIES and word not in {"be", "been", "being"}:
        return sentence.subject_of(head)
    if form is None or sentence.tokens[place].text[0].isupper():
        return ""
    if form.lemma in listed("verbs.also_nouns") and not _goes_on(sentence, head, place):
        return ""
    return _before(form, sentence, head, begin)


def _is_listed(sentence: Sentence, head: Head, begin: int) -> bool:
    """Return whether behind a comma alone the next of several verbs begins: "sold the flat, bought a boat"."""
    if (
        sentence.low(begin) in {"can", "can't", "won't", "doesn't", "don't", "hasn't", "isn't"}
        and not sentence.question
    ):
        return sentence.low(begin + 1) not in listed("joints.asked")
    first, verb = verb_form(sentence.low(head.verb)), verb_form(sentence.low(begin))
    if first is None or verb is None:
        return False
    if first.form in {"s", "base"} and verb.form == first.form and sentence.low(head.verb) not in AUXILIARIES:
        return sentence.low(begin + 1) in listed("joints.goes_on") and (first.form == "s" or head.who == "user")
    return (
        first.form == "past"
        and (verb.form == "past" or verb.lemma in {"quit", "put", "cut", "set"})
        and verb.lemma != "be"
    )


def _before(form: VerbForm, sentence: Sentence, head: Head, begin: int) -> str:
    """Return what a form of a verb needs before it: a subject, one with "is" or one with "can"."""
    subject, verb = sentence.subject_of(head), sentence.low(head.verb)
    if form.form == "ing":
        return f"{subject} {verb}" if verb in {"am", "is", "are", "was", "were"} else ""
    if form.form == "base":
        return _bound(sentence, head, begin) or (subject if _is_plural(subject) else "")
    return subject if form.form in {"past", "s"} else ""


def _goes_on(sentence: Sentence, head: Head, place: int) -> bool:
    """Return whether a word that is also a noun is a verb here, by what follows it."""
    word, after = sentence.low(place), sentence.low(place + 1)
    if (verb_form(word) is not None and word.endswith("ed")) or after in listed("joints.goes_on"):
        return True
    verb = verb_form(sentence.low(head.verb))
    here = verb_form(word)
    if (
        here is not None
        and here.form == "s"
        and verb is not None
        and verb.form == "s"
        and after not in {"of", "and", ",", "or"}
        and after
    ):
        return True
    lists = verb is not None and verb.lemma in listed("joints.liking")
    return after.isalpha() and (not lists or word in {"love", "hate", "like"})


def _bound(sentence: Sentence, head: Head, begin: int) -> str:
    """Return the subject up to the "to", "will" or "can't" that a plain verb form hangs on; empty where on none."""
    for place in range(begin - 1, head.verb - 1, -1):
        word, form = sentence.low(place), verb_form(sentence.low(place + 1))
        infinitive = word == "to" and form is not None and form.form == "base" and place > head.verb
        if infinitive or word in MODALS:
            return sentence.text[sentence.tokens[head.start].start : sentence.tokens[place].end]
    return ""


def _is_plural(subject: str) -> bool:
    """Return whether a subject takes the plain form of a verb."""
    words = subject.lower().split()
    return words[0] in {"i", "we", "they", "you"} or "and" in words or words[-1] in _PLURALS or words[-1].endswith("s")
