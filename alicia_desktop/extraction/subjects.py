"""Find the subject of a clause and its finite verb by the words around them.

No parser of English: a pronoun, "my …", a name or a noun begins a subject, and its verb must follow within a few words.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from alicia_desktop.memory.vocabulary import AUXILIARIES, english, listed, verb_form

Who = Literal["user", "owned", "kin", "named", "pronoun", "other"]

MAX_SUBJECT_WORDS: Final = 9
"""Words in which the verb must have come."""

_BEFORE_MAY: Final = frozenset(
    ["in", "of", "on", "by", "until", "since", "from", "last", "next", "this", "early", "late", "mid"]
)
"""Before "may": then it is the month."""
_TOKEN: Final = re.compile(r"\b(?:Mrs?|Ms|Dr|Prof)\.(?= [A-Z])|[^\W_]+(?:['.,/:-][^\W_]+)*'?|[^\w\s]")


class Token(NamedTuple):
    """A word or a mark and where it stands."""

    text: str
    start: int
    end: int

    @property
    def low(self) -> str:
        """Return it in lower case."""
        return self.text.lower()


class Head(NamedTuple):
    """A subject with its finite verb, by the places of their tokens."""

    who: Who
    start: int
    verb: int


def tokenize(text: str) -> list[Token]:
    """Split text into words and marks."""
    return [Token(match.group(), match.start(), match.end()) for match in _TOKEN.finditer(text)]


def is_adverb(word: str) -> bool:
    """Return whether a word may stand between subject and verb."""
    return word in listed("adverbs.words") or (
        word.endswith("ly")
        and len(word) > 4
        and word not in {"family", "fly", "apply", "reply", "rely", "italy", "july"}
    )


def is_name(word: str) -> bool:
    """Return whether a word looks like a proper name."""
    return word[:1].isupper() and word.lower() not in english().not_names and not word.isupper() | (len(word) < 2)


def head_at(tokens: Sequence[Token], at: int) -> Head | None:
    """Return the subject that begins at `at`, if a finite verb follows it."""
    if at >= len(tokens):
        return None
    word = tokens[at].low
    if word in {"i", "we"} or (word in listed("subjects.pronouns") and not _is_of_own(tokens, at)):
        if (
            word.endswith(("body", "one"))
            and at + 1 < len(tokens)
            and tokens[at + 1].low in {"in", "at", "here", "on", "else"}
        ):
            verb = _after_noun(tokens, at, needs_noun=False)
            return None if verb is None else Head("pronoun", at, verb)
        named = at + 1 < len(tokens) and tokens[at + 1].low == "and"
        verb = _after_noun(tokens, at + 1, needs_noun=False) if named else _after_pronoun(tokens, at + 1)
        mine = word in {"i", "we"} or (named and verb is not None and tokens[verb - 1].low == "i")
        return None if verb is None else Head("user" if mine else "pronoun", at, verb)
    who = _who_at(tokens, at)
    if who is None:
        return None
    verb = _after_noun(
        tokens, at, needs_noun=who in {"owned", "other"} and word in {"my", "our", *listed("subjects.determiners")}
    )
    return None if verb is None else Head(_compound(tokens, at, verb, who), at, verb)


def _acts(behind: Sequence[Token]) -> bool:
    """Return whether a verb of the third person follows: then the verb before it is a thing, as in "lease starts"."""
    word = next((token.low for token in behind if not is_name(token.text)), "")
    form = verb_form(word)
    return word in {"is", "has", "was", "isn't", "hasn't"} or (form is not None and form.form == "s")


def _is_of_mine(behind: Sequence[str]) -> bool:
    """Return whether "of my" is among the next words: "two of my brothers", "a lot of our friends"."""
    return any(pair in {("of", "my"), ("of", "our"), ("of", "us"), ("of", "ours")} for pair in pairwise(behind))


def _is_of_own(tokens: Sequence[Token], at: int) -> bool:
    after = tokens[at + 1].low if at + 1 < len(tokens) else ""
    return tokens[at].low in {"both", "one", *listed("subjects.shares")} and after in {"my", "our", "of"}


def _who_at(tokens: Sequence[Token], at: int) -> Who | None:
    word = tokens[at]
    after = tokens[at + 1].low if at + 1 < len(tokens) else ""
    if word.low in listed("subjects.shares") and _is_of_mine([token.low for token in tokens[at + 1 : at + 5]]):
        return "owned"
    if (
        word.low in {"my", "our"}
        or (word.low in {"both", "all"} and after in {"my", "our", "of"})
        or (word.low == "one" and after == "of")
    ):
        return "owned"
    if word.low in {"his", "her", "their", "its"}:
        return "pronoun"
    if word.low.removesuffix("'s") in listed("people.bare"):
        return "kin"
    if word.low in listed("subjects.determiners"):
        return "other"
    if is_name(word.text) and verb_form(word.low) is None:
        plain = (
            at == 0
            and not word.low.endswith("'s")
            and after.isalpha()
            and at + 1 < len(tokens)
            and tokens[1].text.islower()
            and not is_adverb(after)
        )
        return (
            "other" if plain and after not in AUXILIARIES and verb_form(after) is None and after != "and" else "named"
        )
    return "other" if _is_thing(tokens, at) else None


def _is_thing(tokens: Sequence[Token], at: int) -> bool:
    """Return whether a word without anything before it is a thing: no verb, or one that the next words make a thing."""
    word, form = tokens[at], verb_form(tokens[at].low)
    if form is None:
        hollow = english().stop_words | {"since", "although", "though", "unless"}
        return word.text.isalpha() and word.low not in hollow and not is_adverb(word.low)
    if form.form == "ing":
        return at == 0 and len(tokens) > 1 and tokens[1].low in listed("subjects.does")
    return form.form == "base" and word.low in listed("verbs.also_nouns") and _acts(tokens[at + 1 : at + 3])


def _compound(tokens: Sequence[Token], at: int, verb: int, who: Who) -> Who:
    """Return whose clause "Selin and I are" is: the person's own."""
    words = [token.low for token in tokens[at:verb]]
    return "user" if "and" in words and words[-1] in {"i", "me"} else who


def _after_pronoun(tokens: Sequence[Token], at: int) -> int | None:
    for place in range(at, min(len(tokens), at + 5)):
        word = tokens[place].low
        if is_adverb(word) and word != "like":
            continue
        if word in AUXILIARIES or verb_form(word) is not None:
            return place
        return (
            place
            if word.replace("-", "").isalpha()
            and tokens[at - 1].low in {"i", "we"}
            and word not in english().stop_words
            else None
        )
    return None


def _after_noun(tokens: Sequence[Token], at: int, *, needs_noun: bool) -> int | None:
    plural = False
    for place in range(at + 1, min(len(tokens), at + MAX_SUBJECT_WORDS)):
        word = tokens[place].low
        if word in {"i", "we"} and needs_noun and tokens[place - 1].low not in {"and", "of"}:
            return _behind_relative(tokens, at, place)
        if word in listed("subjects.stops") or (
            word in {"i", "we", "he", "she", "they", "my", "our"} and tokens[place - 1].low not in {"and", "of"}
        ):
            return None
        if word == "and":
            plural = True
            continue
        enough = place - at > (1 if needs_noun else 0)
        if word == "may" and tokens[place - 1].low in _BEFORE_MAY:
            continue
        if enough and (word in AUXILIARIES or is_adverb(word)):
            if is_adverb(word) and not _finite_follows(tokens, place + 1):
                continue
            return place if word in AUXILIARIES else skip_adverbs(tokens, place)
        if enough and _is_finite(tokens, place, plural=plural or _is_plural(tokens[place - 1].low)):
            return place
    return None


def _behind_relative(tokens: Sequence[Token], at: int, place: int) -> int | None:
    """Return the verb of "the only lens I own is …": behind a short clause that hangs on the noun without a word."""
    if tokens[at].low not in {"the", "my", "our", "one", "a", "an", "most", "all", "every"} or place - at < 2:
        return None
    inner = _after_pronoun(tokens, place + 1)
    if inner is None:
        return None
    for behind in range(inner + 1, min(len(tokens), inner + 5)):
        if tokens[behind].low in {"is", "are", "was", "were", "has", "costs", "comes", "needs", "lives"}:
            return behind
        if tokens[behind].low in listed("subjects.stops") or tokens[behind].low in {"and", "i", "we"}:
            return None
    return None


def _finite_follows(tokens: Sequence[Token], at: int) -> bool:
    place = skip_adverbs(tokens, at)
    return place < len(tokens) and (tokens[place].low in AUXILIARIES or _is_finite(tokens, place, plural=True))


def _is_finite(tokens: Sequence[Token], at: int, *, plural: bool) -> bool:
    form = verb_form(tokens[at].low)
    if (
        form is None
        or tokens[at].low in {"called", "named"}
        or tokens[at - 1].low in {"to", "of", "in", "for", "with", "at", "my", "our", "the", "a", "and"}
    ):
        return False
    if form.form in {"s", "past"}:
        return not (form.form == "s" and at + 1 < len(tokens) and tokens[at + 1].low in AUXILIARIES)
    return form.form == "base" and (
        plural
        or (
            verb_form(f"{form.lemma}d") is None
            and form.lemma in {"put", "let", "hit", "cut", "hurt", "cost", "quit", "read", "set"}
        )
    )


def _is_plural(word: str) -> bool:
    return word in listed("subjects.plurals") or (word.endswith("s") and not word.endswith(("ss", "'s", "us", "is")))


def skip_adverbs(tokens: Sequence[Token], at: int) -> int:
    """Return the first place from `at` on that is no adverb."""
    while at < len(tokens) and is_adverb(tokens[at].low):
        at += 1
    return at
