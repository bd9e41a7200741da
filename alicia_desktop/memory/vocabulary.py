"""The word lists of `telling.toml`, and every form of every verb in them, read once and never changed."""

import re
import tomllib
from collections.abc import Mapping
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
MODALS: Final = frozenset(
    [
        "will",
        "would",
        "can",
        "could",
        "shall",
        "should",
        "may",
        "might",
        "must",
        "cannot",
        "won't",
        "wouldn't",
        "can't",
        "couldn't",
        "shouldn't",
        "mustn't",
    ]
)
AUXILIARIES: Final = (
    MODALS
    | frozenset(["am", "is", "are", "was", "were", "be", "been", "being", "has", "have", "had", "do", "does", "did"])
    | frozenset(
        ["isn't", "aren't", "wasn't", "weren't", "hasn't", "haven't", "hadn't", "don't", "doesn't", "didn't", "ain't"]
    )
)


class VerbForm(NamedTuple):
    """What a word is a form of."""

    lemma: str
    form: Form


@cache
def listed(name: str) -> frozenset[str]:
    """Return a list by its dotted name, such as `people.kin`."""
    section, key = name.split(".")
    return frozenset(str(_raw()[section][key]).split())


@cache
def phrases(name: str) -> tuple[str, ...]:
    """Return a list whose entries have several words."""
    section, key = name.split(".")
    return tuple(" ".join(entry.split()) for entry in str(_raw()[section][key]).split("|"))


@cache
def verb_forms() -> Mapping[str, VerbForm]:
    """Return the verb and the form that each known word is; for one that is several forms the past goes first."""
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
    """Return what verb a word is a form of, if of any."""
    return verb_forms().get(word)


@cache
def known_words() -> frozenset[str]:
    """Return every word of the lists, and every form of a verb."""
    text = " ".join(str(words) for section in _raw().values() for words in section.values())
    return frozenset(verb_forms()) | frozenset(re.findall(r"[a-z]+", text.lower()))


def _irregular() -> list[tuple[str, tuple[str, str]]]:
    found = []
    for entry in _raw()["verbs"]["irregular"]:
        base, past, *participle = entry.split(":")
        found.append((base, (past, participle[0] if participle else past.split("/")[0])))
    return found


def _doubles(base: str) -> bool:
    """Return whether the last letter is doubled, as in "stopped"; in few longer words, such as "commit"."""
    vowels = "aeiou"
    if len(base) < 3 or base[-1] in "aeiouwxyh" or base[-2] not in vowels or base[-3] in vowels:
        return base == "quit"
    return sum(1 for letter in base if letter in vowels) == 1 or base in {
        "commit",
        "refer",
        "enrol",
        "cram",
        "begin",
        "forget",
    }


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
def _raw() -> dict[str, Any]:
    return tomllib.loads(files("alicia_desktop.memory").joinpath("telling.toml").read_text("utf-8"))


KIN: Final = "|".join(
    sorted(listed("people.kin") | listed("people.others") | listed("people.pets"), key=len, reverse=True)
)
"""Alternatives of a pattern: words for somebody's people and pets, the longer first."""
NUMBER: Final = (
    r"(?:\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen"
    r"|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?)"
)
"""Pattern of a number of years, people or things, in digits or in words."""
