"""What the rules about lasting things share: days, people, the moment, and the verb in an infinitive."""

import re
from typing import Final

from alicia_desktop.memory.extraction.grammar import Clause
from alicia_desktop.memory.vocabulary import listed, verb_form

TO_ASSISTANT: Final = re.compile(r"\b(?:you|your|yours|yourself)\b(?! know\b)")

POINTING: Final = re.compile(
    r"^(?:it|that|this|these|those|so|them|one|there|here)?(?: (?:too|very|so|a lot|much"
    r"|all|already|again|either|at all|anyway|then|now|when|how|one|there|one's|way|idea"
    r"|better).*)?$"
)

LATELY: Final = re.compile(r"\b(?:right now|just now|today|tonight|this morning|this afternoon|this evening)\b")

LONG_AGO: Final = re.compile(
    r"\b(?:19|20)\d\d\b|\byears?\b|\bin my (?:teens|youth|\w+ties)\b|\bat (?:school"
    r"|university|college|the age of|\w+teen|\w*twenty\b)|\b(?:in|during"
    r"|back in) the \w+ties\b|\bas a (?:child|kid|student|teenager|boy|girl|young)\b"
    r"|\bwhen i was\b|\bonce\b|\bchildhood\b|\bago\b"
    r"|\blast (?:spring|summer|autumn|fall|winter|year|month|january|february|march|april"
    r"|may|june|july|august|september|october|november|december|christmas|easter)\b"
)

HABITS: Final = frozenset(
    [
        "smoke",
        "drink",
        "drive",
        "swim",
        "cook",
        "cycle",
        "ski",
        "vape",
        "snore",
        "meditate",
        "pray",
        "fast",
        "commute",
        "volunteer",
        "vote",
        "skate",
        "dance",
        "sing",
        "stutter",
        "limp",
        "bake",
        "knit",
        "sew",
        "paint",
        "garden",
        "run",
        "hike",
        "jog",
        "sail",
        "surf",
    ]
)


def is_dated(text: str) -> bool:
    """Return whether a text names a day, a month, a time or a season."""
    words = set(re.findall(r"[a-z]+|\d+", text.lower()))
    return bool(words & listed("dates.words")) or bool(
        re.search(
            r"\b\d{1,2}(?:[:.]\d\d| ?am| ?pm|st|nd|rd|th)\b|\bin (?:two|three|four|five|six"
            r"|\d+) (?:days|weeks|months|years)\b",
            text.lower(),
        )
    )


def is_person(words: set[str]) -> bool:
    """Return whether somebody's people or pets are among the words."""
    return bool(words & (listed("people.kin") | listed("people.others") | listed("people.pets")))


def as_it_stands(clause: Clause) -> str:
    """Return the verb as it stands and what follows it."""
    low = clause.text.lower()
    at = low.rfind(clause.rest) if clause.rest else len(low)
    return f"{(low[:at].split() or [''])[-1]} {clause.rest}".strip()


def ing_word(clause: Clause) -> str:
    """Return the form in -ing by which a clause says its verb."""
    found = re.findall(r"[a-z-]+ing\b", clause.text.lower())
    return next(
        (word for word in found if (form := verb_form(word)) is not None and form.lemma == clause.verb), clause.verb
    )


def verb_of(rest: str) -> str:
    """Return the verb of "to learn Greek", "learning Greek" and "on learning Greek"."""
    words = re.findall(r"[a-z-]+", rest)[:5]
    for word in words:
        form = verb_form(word)
        if form is not None and word not in {"to", "on", "of", "about"}:
            return form.lemma if word != "be" else verb_of(" ".join(words[words.index(word) + 1 :])) or "be"
    return ""


def words_in(text: str) -> set[str]:
    """Return the words of a text in lower case, the parts of joined ones too."""
    return set(re.findall(r"[^\W_]+(?:['-][^\W_]+)*", text.lower().removesuffix("'s"))) | {
        word for part in re.findall(r"[\w'-]+", text.lower()) for word in part.removesuffix("'s").split("-")
    }
