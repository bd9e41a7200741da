"""Compare ages that memories tell: "Who is older, Alex or Jordan?", "Who's the youngest?".

    compared = compare_ages("Who is older, Alex or Jordan?", memories, today)
    compared.sentence   # "Alex is older."

Pure. Ages are told plainly, or follow from a date of birth. Whoever is asked about and whose age is not known makes
the question one for the memory's search, like any other.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from alicia_desktop.memory.dates import date_hints
from alicia_desktop.memory.facts import subject_of
from alicia_desktop.memory.retrieval.analysis import names_in
from alicia_desktop.memory.segmentation import words_of
from alicia_desktop.memory.vocabulary import NUMBER, number_of, people
from alicia_desktop.store.records import MemoryRecord

_ASKED: Final = re.compile(
    r"^\W*(?:(?:and|so|but|ok(?:ay)?|alicia)\W+)*(?:who|which(?: one| of (?P<of>[\w' ]+?))?)(?:['’]?s| is| was)?"
    r" (?:the )?(?P<how>older|younger|oldest|youngest|elder|eldest)\b(?P<among>[^?]*)",
    re.IGNORECASE,
)
_THAN: Final = re.compile(
    r"^\W*(?:(?:and|so|but) )?(?:is|was) (?P<one>[\w' ]+?) (?P<how>older|younger) than (?P<other>[\w' ]+?)\W*$",
    re.IGNORECASE,
)
_PIECES: Final = re.compile(r",? and (?=[^,]* (?:is|are|turned|turns) )|, (?=[^,]* (?:is|are|turned|turns) )")
_TOLD: Final = re.compile(
    rf" (?:is|am|are|turned|turns) (?P<age>{NUMBER})(?: (?P<unit>year|month|week|day)s? old)?(?=\W*$|,)"
)
_BORN: Final = re.compile(r"\bborn\b")
_YEARS: Final = {"year": 1.0, "month": 1 / 12, "week": 1 / 52, "day": 1 / 365}


@dataclass(frozen=True, kw_only=True, slots=True)
class Compared:
    """Who is older or younger, and the memories that tell the ages."""

    sentence: str
    memories: tuple[MemoryRecord, ...]


def asks_to_compare(question: str) -> bool:
    """Return whether a question asks who is older, younger, the oldest or the youngest."""
    return _ASKED.match(question) is not None or _THAN.match(question) is not None


def compare_ages(question: str, memories: Sequence[MemoryRecord], today: date) -> Compared | None:
    """Return who is older, or the oldest; None where that is not asked, or not known of everybody who is named."""
    asked = _ASKED.match(question) or _THAN.match(question)
    if asked is None:
        return None
    ages = _ages(memories, today)
    named = _named(", ".join(part for name, part in asked.groupdict().items() if name != "how" and part))
    if named and not set(named) <= ages.keys():
        return None
    chosen = {who: ages[who] for who in named or ages}
    if len(chosen) <= 1:
        return None
    how = asked["how"].lower()
    best = (min if how.startswith("young") else max)(age for age, _ in chosen.values())
    winners = [who for who, (age, _) in chosen.items() if age == best]
    told = tuple({one.id: one for _, one in chosen.values()}.values())
    if len(winners) > 1:
        return Compared(sentence="They are the same age.", memories=told)
    the = "" if how in {"older", "younger", "elder"} else "the "
    sentence = f"{_spoken(winners[0])} is {the}{how}."
    if asked.re is _THAN:
        yes = "Yes" if winners[0] in _named(asked["one"]) else "No"
        sentence = f"{yes}, {re.sub('^Your', 'your', sentence)}"
    return Compared(sentence=sentence, memories=told)


def _ages(memories: Sequence[MemoryRecord], today: date) -> dict[str, tuple[float, MemoryRecord]]:
    """Return the age of each of whom one is told, as told last, and the memory that tells it."""
    ages: dict[str, tuple[float, MemoryRecord]] = {}
    for one in sorted(memories, key=lambda one: one.updated_at):
        for piece in _PIECES.split(one.content):
            if (age := _age_told(piece, today)) is not None and (who := _whose(piece)):
                ages[who] = (age, one)
    return ages


def _age_told(content: str, today: date) -> float | None:
    """Return the years that a statement tells of somebody's life; None where it tells none."""
    if (told := _TOLD.search(content)) is not None and (count := number_of(told["age"])) is not None:
        return count * _YEARS[(told["unit"] or "year").lower()]
    if not _BORN.search(content):
        return None
    born = next((one for one in date_hints(content, today=today) if one.year is not None), None)
    if born is None or born.year is None:
        year = re.search(r"\b(?:19|20)\d\d\b", content)
        return None if year is None else float(today.year - int(year[0]))
    return (today - date(born.year, born.month, born.day or 1)).days / 365.25


def _whose(content: str) -> str:
    """Return of whom a memory is: a name, or what they are to the user; empty for the user and for things."""
    subject = subject_of(content) or content.split(" was born", maxsplit=1)[0]
    names = [name for name in names_in(subject) if name != "User"]
    if names:
        return names[-1]
    return next((word for word in reversed(words_of(subject)) if word in people()), "")


def _named(text: str) -> list[str]:
    """Return who is named in a question: names, and "my brother"."""
    return [*names_in(text), *re.findall(rf"\bmy ({'|'.join(people())})\b(?! [A-Z])", text)]


def _spoken(who: str) -> str:
    return who if who[0].isupper() else f"Your {who}"
