"""Where a clause begins, with a subject of its own or with the one before: behind a joint, an adverbial, or no mark.

"I live in Oslo and work there" has two clauses of one subject; dictated words have no marks to go by.
"""

from collections.abc import Collection
from typing import Final

from alicia_desktop.extraction.sentence import MARKS, TokenizedSentence
from alicia_desktop.extraction.subjects import Head, head_at, is_adverb
from alicia_desktop.memory.vocabulary import AUXILIARIES, MODALS, VerbForm, listed, verb_form

_COMMON: Final = frozenset(["the", "a", "an", "this", "most", "every", "some", "all", "no"])
"""Nouns behind these are often listed by "and", and no new subject."""
_RUNNING_ON: Final = frozenset(["i", "we", "my", "our", "he", "she", "it", "they"])
_LED_SUBJECTS: Final = frozenset(["i", "we", "everybody", "everyone", "nobody", "people", "he", "she", "they"])
_OWN: Final = frozenset(["i", "we", "my", "our"])
_OPEN: Final = frozenset(
    ["possible", "likely", "unlikely", "chance", "rumour", "rumor", "wrong", "false", "untrue", "lie"]
)
"""With one of these before it, what follows "that" is left open or is not so."""
_HEARERS: Final = 4
"""Words of which one is a verb of saying, before what is said: "told everybody at work I am …"."""
_LED: Final = 6
"""Words within which a time or a place is followed by its subject."""
_GOVERNING: Final = frozenset(["about", "of", "on", "to", "like", "for"])
"""Behind these what is done is thought of, planned or wished for, and not done."""


def is_new_subject(sentence: TokenizedSentence, head: Head, run: Collection[str]) -> bool:
    """Return whether a subject behind the words of `run` begins a clause; things and strangers need a cut before."""
    if head.who != "other":
        return True
    first = sentence.low(head.start)
    cuts = MARKS | {"but", "so", "because"} | ({"and"} if first in _COMMON else set())
    return not cuts.isdisjoint(run) and first not in listed("people.kin")


def begins_after_adverbial(sentence: TokenizedSentence, begin: int) -> bool:
    """Return whether a clause of the person begins behind a time or a place: "these days I just swim"."""
    lead = [token.low for token in sentence.tokens[begin : begin + _LED]]
    at = next((place for place, word in enumerate(lead) if word in _LED_SUBJECTS), 0)
    return (
        at > 0
        and lead[0] in listed("joints.times_and_places")
        and lead[at - 1] not in {"and", "but"}
        and not any(verb_form(word) for word in lead[:at])
        and {"which", "who", "that", "when", "because", "than"}.isdisjoint(lead[:at])
        and head_at(sentence.tokens, begin + at) is not None
    )


def is_opening(sentence: TokenizedSentence, begin: int) -> bool:
    """Return whether a piece without a verb only asks or opens: then a clause may begin behind it."""
    first = sentence.low(begin)
    return (
        first in listed("joints.asking") | listed("joints.orders") | AUXILIARIES
        or verb_form(first) is not None
        or {"my", "our", "both"}.isdisjoint(token.low for token in sentence.tokens[begin : begin + 1])
    )


def may_follow_unmarked(sentence: TokenizedSentence, head: Head | None, at: int) -> bool:
    """Return whether a clause could begin at `at` without any mark: a subject, some way behind the verb before it."""
    if sentence.dictated and sentence.low(at) in {"the", "both", "nobody", "everyone"}:
        before = sentence.low(at - 1)
        free = (
            before not in listed("joints.no_break") | listed("forms.binding")
            and verb_form(before) is None
            and before not in AUXILIARIES
        )
        return free and head is not None and at > head.verb + 1 and _soon_is(sentence, at)
    return sentence.low(at) in _RUNNING_ON and head is not None and at > head.verb + 1


def _soon_is(sentence: TokenizedSentence, at: int) -> bool:
    """Return whether what begins at `at` soon has its verb."""
    head = head_at(sentence.tokens, at)
    return head is not None and head.verb - at <= 4


def follows_subordinate(sentence: TokenizedSentence, at: int) -> bool:
    """Return whether the clause begins here that a first one hangs on: "since I moved I sleep badly"."""
    return sentence.low(at) in {"i", "we"} and not _is_closed(sentence, at)


def follows_unmarked(sentence: TokenizedSentence, head: Head, at: int) -> bool:
    """Return whether a clause begins here without any mark, as in dictation."""
    word, before, after = sentence.low(at), sentence.low(at - 1), sentence.low(at + 1)
    if (before == "that" and not _vouches(sentence, head, at - 1)) or _is_reported(sentence, head, at):
        return False
    closed, form = _is_closed(sentence, at), verb_form(before)
    plain = form is not None and form.form == "base"
    bound = word in {"my", "our"} and before in listed("forms.binding")
    if sentence.dictated and not closed and at > head.verb + 2 and not plain and not bound:
        return True
    if before in listed("joints.run_on") or (before.isdigit() and word != "it"):
        return True
    told = word in {"i", "we", "he", "she", "it"} and after in {"am", "have", "is", "are", "isn't", "aren't", "has"}
    plain_text = sentence.text[:1].islower() and "," not in sentence.text
    if plain_text and word in {"he", "she", "it"} and not closed and form is None and (acts := verb_form(after)):
        told = told or acts.form == "s"
    return told and not closed and (form is None or (plain_text and form.form == "past"))


def _vouches(sentence: TokenizedSentence, head: Head, at: int) -> bool:
    """Return whether what follows "that" at `at` is so: "I love that we …", but not "I doubt that", "it isn't that".

    Behind a preposition "that" points at something, and another clause may follow it.
    """
    if sentence.low(at - 1) in listed("forms.binding"):
        return True
    words = [token.low for token in sentence.tokens[head.start : at]]
    denied = any(word in {"not", "never", "hardly"} or word.endswith("n't") for word in words)
    return (
        not denied
        and _OPEN.isdisjoint(words)
        and _lemmas(words[head.verb - head.start :]).isdisjoint(listed("clauses.unreal"))
    )


def _is_reported(sentence: TokenizedSentence, head: Head, at: int) -> bool:
    """Return whether others say of the person what begins at `at`: "my mum keeps telling people I am …"."""
    words = [token.low for token in sentence.tokens[head.start : at]]
    if head.who == "user" or sentence.low(at) not in _OWN or not listed("things.health").isdisjoint(words):
        return False
    return not _lemmas(words[-_HEARERS:]).isdisjoint(listed("clauses.saying"))


def _lemmas(words: Collection[str]) -> set[str]:
    return {form.lemma for word in words if (form := verb_form(word)) is not None}


def _is_closed(sentence: TokenizedSentence, at: int) -> bool:
    """Return whether the word before binds what follows to it: "that I …", "think I …"."""
    return sentence.low(at - 1) in listed("joints.no_break")


_GOING_ON: Final = frozenset(["and", "but", "then", "or", "so"])
_OF_ANOTHER: Final = frozenset(["is", "isn't", "has", "hasn't", "does", "doesn't"])
"""What the person cannot go on with: "… and one of them, Priya, is allergic"."""
_PLURALS: Final = frozenset(["i", "kids", "children", "parents"])


def inherited_subject(sentence: TokenizedSentence, head: Head | None, begin: int, run: Collection[str]) -> str:
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
    if word == "please" or (word in {"is", "are", "do", "does"} and sentence.low(place + 1) in {"there", "you"}):
        return ""
    if sentence.low(head.start) in {"i", "we"} and (word in _OF_ANOTHER or (form is not None and form.form == "s")):
        return ""
    if word in AUXILIARIES and word not in {"be", "been", "being"}:
        return sentence.subject_of(head)
    if form is None or sentence.tokens[place].text[0].isupper():
        return ""
    if form.lemma in listed("verbs.also_nouns") and not _goes_on(sentence, head, place):
        return ""
    return _before(form, sentence, head, begin)


def _is_listed(sentence: TokenizedSentence, head: Head, begin: int) -> bool:
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


def _before(form: VerbForm, sentence: TokenizedSentence, head: Head, begin: int) -> str:
    """Return what a form of a verb needs before it: a subject, one with "is" or one with "can"."""
    subject, verb = sentence.subject_of(head), sentence.low(head.verb)
    if form.form == "ing" and _is_thought_of(sentence, head, begin):
        return ""
    if form.form == "ing":
        return f"{subject} {verb}" if verb in {"am", "is", "are", "was", "were"} else ""
    if form.form == "base":
        return _bound(sentence, head, begin) or (subject if _is_plural(subject) else "")
    return subject if form.form in {"past", "s"} else ""


def _is_thought_of(sentence: TokenizedSentence, head: Head, begin: int) -> bool:
    """Return whether what is done at `begin` is only the second thing thought of: "about quitting and opening"."""
    pairs = ((sentence.low(at), verb_form(sentence.low(at + 1))) for at in range(head.verb + 1, begin - 1))
    return any(low in _GOVERNING and form is not None and form.form == "ing" for low, form in pairs)


def _goes_on(sentence: TokenizedSentence, head: Head, place: int) -> bool:
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


def _bound(sentence: TokenizedSentence, head: Head, begin: int) -> str:
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
