"""Find whom and what the last messages of a person spoke of, for a question that only says "she" or "it".

    mentioned_person(["My sister Anna is a teacher"])        # "Anna", a she
    with_person("what should I give her?", said)             # "what should I give Anna?"
    mentioned_thing(["When's my dentist appointment?"])      # "my dentist appointment"

Pure. What the extraction reads out of statements (`extraction.coreference`) is read here out of questions as well, and
only for the next turn: nothing of it is kept.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from alicia_desktop.memory.dates import MONTHS, WEEKDAYS
from alicia_desktop.memory.retrieval.analysis import names_in
from alicia_desktop.memory.vocabulary import KIN, listed

_OWN_PERSON: Final = re.compile(
    rf"\b(?P<whose>my|our) (?:[a-z'-]+ ){{0,2}}?(?P<kin>{KIN})(?![\w'’-])"
    r"(?! (?:appointment|meeting|visit|house|party|food|school)\b)(?: (?P<name>(?-i:[A-ZÀ-ÖØ-Þ])[\w-]+))?",
    re.IGNORECASE,
)
_HAS_PEOPLE: Final = re.compile(
    rf"\b(?:have|got|adopted|bought) (?:an?|two|three|four|five|\d+) (?:[a-z-]+ ){{0,2}}?(?P<kin>{KIN})(?![\w'’-])"
    r"(?! (?:called|named|[A-Z]))",
    re.IGNORECASE,
)
"""Somebody of the user's who is named by nothing else: "I have a cat"."""
_CALLED: Final = re.compile(
    rf"\b(?P<kin>{KIN})(?:['’]s name)?,? (?:(?:is )?(?:called|named) |is )?(?P<name>(?-i:[A-ZÀ-ÖØ-Þ])[\w-]+)",
    re.IGNORECASE,
)
_IS_CALLED: Final = re.compile(r"\b(?P<who>her|his|their) name(?: is|['’]s) (?P<name>[A-ZÀ-ÖØ-Þ][\w-]+)")
_PRONOUN: Final = re.compile(
    r"\b(?P<who>she|he|her|him|his|they|them|their)\b(?P<is>['’]s\b)?(?P<next>\s+[\w'’-]+)?", re.IGNORECASE
)
_SEX: Final = {"she": "she", "her": "she", "he": "he", "him": "he", "his": "he"}
_BEHIND_OBJECT: Final = frozenset(
    [
        "for",
        "to",
        "in",
        "on",
        "at",
        "with",
        "about",
        "from",
        "now",
        "again",
        "tomorrow",
        "today",
        "tonight",
        "and",
        "if",
    ]
)
"""What stands behind "her" where it is no possessive."""
_HAD: Final = re.compile(
    r"\b(?:have|have got|['’]ve got|got|own|bought|drive|ride|booked|made|need|ordered|lost|put|left|parked|moved|sold)"
    r" (?P<article>an?|my|our|the) (?P<thing>(?:[\w-]+ ){0,3}?[\w-]+)"
    r"(?=[.!?,;]|\s*$| (?:on|at|in|with|for|to|from|tomorrow|today|yesterday|next|last|this|under|behind|by|near|and"
    r"|that|which|because)\b)",
    re.IGNORECASE,
)
_SPOKEN_OF: Final = re.compile(
    r"(?:^|['’]?s |is |are |was |were |about |until |till |of |will |does |did |do )\W*(?P<whose>my|our|the)"
    r" (?P<thing>(?:[\w-]+ ){0,3}?[\w-]+)"
    r"(?=[.!?,;]|\s*$| (?:is|are|was|were|has|got|starts?|ends?|on|at|in|takes|begins?|called|parked|again|now)\b)",
    re.IGNORECASE,
)
_NO_PERSON: Final = frozenset([*WEEKDAYS, *MONTHS, "alicia"])
_NO_THING: Final = frozenset(
    [
        "favourite",
        "favorite",
        "name",
        "birthday",
        "age",
        "job",
        "time",
        "date",
        "day",
        "weather",
        "capital",
        "mood",
        "news",
        "world",
        "past",
    ]
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Mention:
    """Somebody who was spoken of."""

    text: str
    """As one names them: "Anna", or "my sister"."""
    sex: str = ""
    """`she` or `he`, where the words tell."""


def mentioned_person(
    said: Sequence[str], *, sex: str = "", like: str = "", told: str | None = None, several: bool = False
) -> Mention | None:
    """Return who was named last in a person's messages; None for nobody.

    Args:
        said: the messages, oldest first.
        sex: `she` or `he`, where only such a one is meant.
        like: the words in which they stand, where these are known.
        told: what was told of the person's own people; another name ("Who governs France?") is none of them.
        several: only more than one are meant, such as "my dogs".
    """
    sexes = _sexes_of_names(" ".join(said))
    for text in reversed(said):
        for mention in reversed(_people_of(text, sexes)):
            if (sex and mention.sex not in {"", sex}) or (several and not _is_several(mention.text)):
                continue
            is_own = told is None or mention.text in told or not mention.text[0].isupper()
            if is_own and (not like or mention.text.lower() in like.lower()):
                return mention
    return None


def with_person(question: str, said: Sequence[str], *, told: str) -> str | None:
    """Return a question with the person whom its first pronoun means; None where it has none, or nobody is meant.

    Args:
        question: such as "how old is she?".
        said: the person's messages before it, oldest first.
        told: what was told of the person's own people.
    """
    found = _PRONOUN.search(question)
    if found is None:
        return None
    who, behind = found["who"].lower(), (found["next"] or "").strip().lower()
    several = who in {"they", "them", "their"}
    meant = mentioned_person(said, sex=_SEX.get(who, ""), told=told, several=several)
    if meant is None:
        return None
    owns = who in {"his", "their"} or (who == "her" and bool(behind) and behind not in _BEHIND_OBJECT)
    is_ = " is" if found["is"] else ""
    return (
        f"{question[: found.start()]}{meant.text}{chr(39) + 's' if owns else is_}{found['next'] or ''}"
        + (question[found.end() :])
    )


def mentioned_thing(said: Sequence[str]) -> str | None:
    """Return the thing that the last of a person's messages spoke of: "my dentist appointment"; None for nothing."""
    for text in reversed(said):
        found = [(match.start(), match) for pattern in (_HAD, _SPOKEN_OF) for match in pattern.finditer(text)]
        for _, match in sorted(found, key=lambda one: one[0]):
            thing = match["thing"]
            words = {word.lower() for word in thing.split()}
            is_person = bool(words & listed("people.kin")) or thing.split()[-1].lower() in _people()
            if is_person or words & _NO_THING:
                continue
            article = match.groupdict().get("article") or match.groupdict().get("whose") or "my"
            return f"{'my' if article.lower() in {'a', 'an'} else article.lower()} {thing}"
    return None


def _people_of(text: str, sexes: dict[str, str]) -> list[Mention]:
    """Return whom a text names, in order."""
    found: list[tuple[int, Mention]] = []
    for match in _OWN_PERSON.finditer(text):
        mention = match["name"] or f"{match['whose'].lower()} {match.group().split(maxsplit=1)[1]}"
        found.append((match.start(), Mention(text=mention, sex=_sex_of(match["kin"]))))
    found += [
        (match.start(), Mention(text=f"my {match['kin'].lower()}", sex=_sex_of(match["kin"])))
        for match in _HAS_PEOPLE.finditer(text)
    ]
    named = {one.text for _, one in found}
    others = [name for name in names_in(text) if name not in named and name.lower() not in _NO_PERSON]
    others = [name for name in others if re.search(rf"\b(?:in|at|to|from|near|of|on) {re.escape(name)}", text) is None]
    found += [(text.index(name), Mention(text=name, sex=sexes.get(name, ""))) for name in others]
    return [mention for _, mention in sorted(found, key=lambda one: one[0])]


def _sexes_of_names(text: str) -> dict[str, str]:
    """Return "she" or "he" by name, as far as a text says what somebody is."""
    found = {match["name"]: _sex_of(match["kin"]) for match in _CALLED.finditer(text)}
    found |= {match["name"]: _SEX.get(match["who"].lower(), "") for match in _IS_CALLED.finditer(text)}
    return {name: sex for name, sex in found.items() if sex}


def _sex_of(kin: str) -> str:
    low = kin.lower()
    return "she" if low in listed("people.female") else "he" if low in listed("people.male") else ""


def _is_several(mention: str) -> bool:
    last = mention.rsplit(maxsplit=1)[-1].lower()
    return last in {"children", "kids", "parents", "people"} or (
        last.endswith("s") and mention.startswith(("my", "our"))
    )


@cache
def _people() -> frozenset[str]:
    return listed("people.kin") | listed("people.others")
