"""The word lists of the rules, read once: `telling.toml` with every form of every verb, and `english.toml`."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

Form = Literal["base", "s", "past", "participle", "ing"]

_BE: Final = {
    "am": "base",
    "are": "base",
    "is": "s",
    "was": "past",
    "were": "past",
    "been": "participle",
    "being": "ing",
}
_DOUBLING: Final = frozenset(["commit", "refer", "enrol", "cram", "begin", "forget"])
MODALS: Final = frozenset(
    [
        "will", "would", "can", "could", "shall", "should", "may", "might", "must", "cannot", "won't", "wouldn't",
        "can't", "couldn't", "shouldn't", "mustn't",
    ]
)  # fmt: skip
AUXILIARIES: Final = (
    MODALS
    | frozenset(["am", "is", "are", "was", "were", "be", "been", "being", "has", "have", "had", "do", "does", "did"])
    | frozenset(
        ["isn't", "aren't", "wasn't", "weren't", "hasn't", "haven't", "hadn't", "don't", "doesn't", "didn't", "ain't"]
    )
)


class VerbForm(NamedTuple):
    """A verb and the form of it that a word is."""

    lemma: str
    form: Form


@cache
def listed(name: str) -> frozenset[str]:
    """Return a word list by its dotted name, such as `people.kin`."""
    section, key = name.split(".")
    return frozenset(str(_load_telling()[section][key]).split())


@cache
def people() -> frozenset[str]:
    """Return the words for people and animals that somebody may have: "mother", "boss", "dog"."""
    return listed("people.kin") | listed("people.others") | listed("people.pets")


@cache
def phrases(name: str) -> tuple[str, ...]:
    """Return a list whose entries have several words."""
    section, key = name.split(".")
    return tuple(" ".join(entry.split()) for entry in str(_load_telling()[section][key]).split("|"))


@cache
def verb_forms() -> Mapping[str, VerbForm]:
    """Return the verb and the form of each known word; for one that is several forms the past goes first."""
    irregular = dict(_irregular())
    known: dict[str, VerbForm] = {}
    for base in sorted(listed("verbs.things")):
        known[_ing(base)] = VerbForm(base, "ing")
        known[_past(base)] = VerbForm(base, "past")
    for base in sorted(listed("verbs.base") - {"be"} - MODALS):
        past, participle = irregular.get(base, (_past(base),) * 2)
        known.setdefault(base, VerbForm(base, "base"))
        known[_third(base)] = VerbForm(base, "s")
        known[_ing(base)] = VerbForm(base, "ing")
        if participle != base:
            known[participle] = VerbForm(base, "participle")
        for one in past.split("/"):
            if one != base:
                known[one] = VerbForm(base, "past")
        if base in irregular and not past.endswith("ed"):
            known.setdefault(_past(base), VerbForm(base, "past"))
    for word, form in _BE.items():
        known[word] = VerbForm("be", form)  # type: ignore[arg-type]  # a literal by its value
    return MappingProxyType(known)


def verb_form(word: str) -> VerbForm | None:
    """Return the verb and the form of a word; None for no known verb."""
    return verb_forms().get(word)


@cache
def known_words() -> frozenset[str]:
    """Return every word of the lists, and every form of a verb."""
    text = " ".join(str(words) for section in _load_telling().values() for words in section.values())
    return frozenset(verb_forms()) | frozenset(re.findall(r"[a-z]+", text.lower()))


def _irregular() -> list[tuple[str, tuple[str, str]]]:
    found = []
    for entry in _load_telling()["verbs"]["irregular"]:
        base, past, *participle = entry.split(":")
        found.append((base, (past, participle[0] if participle else past.split("/")[0])))
    return found


def _doubles(base: str) -> bool:
    """Return whether the last letter is doubled, as in "stopped"; in few longer words, such as "commit"."""
    vowels = "aeiou"
    if len(base) < 3 or base[-1] in "aeiouwxyh" or base[-2] not in vowels or base[-3] in vowels:
        return base == "quit"
    return sum(1 for letter in base if letter in vowels) == 1 or base in _DOUBLING


def _past(base: str) -> str:
    if base.endswith("e"):
        return f"{base}d"
    if base.endswith("y") and base[-2] not in "aeiou":
        return f"{base[:-1]}ied"
    return f"{base}{base[-1]}ed" if _doubles(base) else f"{base}ed"


def _ing(base: str) -> str:
    if base.endswith("ie"):
        return f"{base[:-2]}ying"
    if base.endswith("e") and not base.endswith(("ee", "ye", "oe")):
        return f"{base[:-1]}ing"
    return f"{base}{base[-1]}ing" if _doubles(base) else f"{base}ing"


def _third(base: str) -> str:
    if base == "have":
        return "has"
    if base.endswith(("s", "sh", "ch", "x", "z", "o")):
        return f"{base}es"
    return f"{base[:-1]}ies" if base.endswith("y") and base[-2] not in "aeiou" else f"{base}s"


@cache
def _load_telling() -> dict[str, Any]:
    return tomllib.loads(files("alicia_desktop.memory").joinpath("telling.toml").read_text("utf-8"))


KIN: Final = "|".join(sorted(people(), key=len, reverse=True))
"""Alternatives of a pattern: words for somebody's people and pets, the longer first."""
NUMBER: Final = (
    r"(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen"
    r"|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?)"
)
"""Pattern of a number of years, people or things, in digits or in words."""
NUMBER_NAMES: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS: Final = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")


def number_of(word: str) -> int | None:
    """Return the number that a word of `NUMBER` means, such as "12", "twelve" or "twenty-one"; None for no number."""
    if word.isdecimal():
        return int(word)
    tens, _, ones = word.lower().partition("-")
    if tens in _TENS and (not ones or ones in NUMBER_NAMES[1:10]):
        return 20 + 10 * _TENS.index(tens) + (NUMBER_NAMES.index(ones) if ones else 0)
    return NUMBER_NAMES.index(tens) if not ones and tens in NUMBER_NAMES else None


@dataclass(frozen=True, kw_only=True, slots=True)
class Language:
    """The word lists of one language."""

    stop_words: frozenset[str]
    others: Mapping[str, tuple[str, ...]]
    """The words that count for a word, by that word."""
    not_names: frozenset[str]
    verbs: frozenset[str]
    unchanging: frozenset[str]
    single_valued: frozenset[str]
    """Attributes of which somebody has one at a time."""
    single_relations: frozenset[str]
    persons: frozenset[str]
    """All who can be the subject of a fact, the single ones too."""
    topics: Mapping[str, str]
    """Topic by word."""
    categories: Mapping[str, frozenset[str]]
    """Words by category, in the document's order."""
    positive: frozenset[str]
    negative: frozenset[str]


@cache
def english() -> Language:
    """Load the English lists."""
    raw = tomllib.loads(files("alicia_desktop.memory").joinpath("english.toml").read_text("utf-8"))
    stop_words = frozenset(raw["stop_words"].split())
    facts = raw["facts"]
    single_relations = frozenset(facts["single_relations"].split())
    return Language(
        stop_words=stop_words,
        others=MappingProxyType(_synonyms(raw["concepts"])),
        not_names=stop_words | frozenset(raw["not_names"].split()),
        verbs=frozenset(raw["verbs"].split()),
        unchanging=frozenset(raw["unchanging"].split()),
        single_valued=frozenset(facts["single_valued"]),
        single_relations=single_relations,
        persons=single_relations | frozenset(facts["persons"].split()),
        topics=MappingProxyType({word: topic for topic, words in raw["topics"].items() for word in words.split()}),
        categories=MappingProxyType({name: frozenset(words.split()) for name, words in raw["categories"].items()}),
        positive=frozenset(raw["feelings"]["positive"].split()),
        negative=frozenset(raw["feelings"]["negative"].split()),
    )


def _synonyms(concepts: list[str]) -> dict[str, tuple[str, ...]]:
    """Return the words that count for a word: for a whole its kinds, for a kind its wholes, for all else each other."""
    found: dict[str, dict[str, None]] = {}
    for concept in concepts:
        wholes, _, kinds = (part.split() for part in concept.partition(">"))
        for word in wholes:
            found.setdefault(word, {}).update({other: None for other in (*wholes, *kinds) if other != word})
        for word in kinds:
            found.setdefault(word, {}).update(dict.fromkeys(wholes))
    return {word: tuple(others) for word, others in found.items()}
