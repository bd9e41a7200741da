"""Whom and what a turn has spoken of so far, and whom a pronoun means."""

import re
from dataclasses import dataclass, field
from typing import Final

from alicia_desktop.memory.grammar import Clause
from alicia_desktop.memory.lasting import is_person
from alicia_desktop.memory.vocabulary import listed

_PRONOUN: Final = re.compile(
    r"^(?P<lead>(?:now|then|today|these days|and|but|so|apparently|unfortunately"
    r"|luckily)\s+)?(?P<who>she|he|they|it|her|his|their|its|both)\b(?P<rest>.*)$",
    re.IGNORECASE,
)

_THING_OF: Final = re.compile(
    r"\b(?:have got|have|own|bought|got|adopted|drive|ride|need a name for) (?:an?|my|our"
    r"|two|three|the|this) (?P<thing>(?:[\w-]+ ){0,4}?[\w-]+)(?=$|,| (?:called|named|from"
    r"|with|and|in|on|that|which|who|last|since)\b)"
)

_CHRISTENED: Final = re.compile(
    r"^(?P<whose>[Mm]y|[Oo]ur) (?P<kin>[\w -]+?)(?:'s name)? (?:is|are) (?:called |named )?(?P<name>[A-Z][\w-]+)$"
)

_NAMED_THING: Final = re.compile(r"\b(?P<kin>[\w-]+) (?:called|named) (?P<name>(?-i:[A-Z][\w-]+))", re.IGNORECASE)

_BESIDE: Final = re.compile(r"^(?P<whose>[Mm]y|[Oo]ur) (?P<kin>[a-z][\w' -]*?) (?P<name>[A-ZÀ-ÖØ-Þ][\w-]+)$")


@dataclass(kw_only=True, slots=True)
class Spoken:
    """Whom and what a turn has spoken of so far."""

    people: list[str] = field(default_factory=list)
    thing: str = ""
    names: set[str] = field(default_factory=set)

    def meant(self, pronoun: str) -> str:
        """Return whom "she", "his", "they", "it" mean; empty where nobody fits."""
        low = pronoun.lower()
        if low in {"it", "its"}:
            return self.thing
        for subject in reversed(self.people):
            words = set(re.findall(r"[\w-]+", subject.lower()))
            female, male = bool(words & listed("people.female")), bool(words & listed("people.male"))
            fits = {"she": not male, "her": not male, "he": not female, "his": not female}.get(low, True)
            if fits:
                return subject
        return ""


def knows(clause: Clause, spoken: Spoken) -> bool:
    """Return whether a clause is about somebody by a name that the turn has told."""
    first = clause.subject.split(" ")[0].removesuffix("'s")
    known = first in spoken.names or (
        spoken.people and not clause.past and clause.verb not in listed("clauses.idle_of_others")
    )
    return clause.who == "named" and bool(known) and bool(clause.rest or clause.denied)


def without_pronoun(text: str, spoken: Spoken) -> str:
    """Return the clause with a pronoun at its beginning replaced by whom the turn spoke of before."""
    match = _PRONOUN.match(text)
    if match is None or (match["who"].lower() == "both" and re.match(r" (?:my|our|of)\b", match["rest"])):
        return text
    meant = spoken.meant(match["who"])
    if not meant:
        return text
    short = _short(meant)
    if match["who"].lower() in {"her", "his", "their", "its"}:
        return f"{short}'s{match['rest']}"
    return f"{short}{match['rest']}"


def _short(subject: str) -> str:
    """Return a name by itself; pets and things keep what they are."""
    match = _BESIDE.match(subject)
    words = set(re.findall(r"[\w-]+", subject.lower()))
    return (
        match["name"]
        if match is not None and words & listed("people.kin") | words & listed("people.others")
        else subject
    )


def listen(text: str, spoken: Spoken, clause: Clause | None = None) -> None:
    """Keep whom and what a clause speaks of for the pronouns behind it."""
    if christened := _CHRISTENED.match(text):
        name, kin = christened["name"], christened["kin"]
        spoken.people.append(f"{christened['whose'].lower()} {kin} {name}")
        spoken.names.add(name)
        return
    for match in re.finditer(
        r"\b(?:[Mm]y|[Oo]ur) (?:[a-z-]+ ){0,2}?(?P<kin>[a-z][\w-]*)(?: (?P<name>[A-Z][\w-]+))?", text
    ):
        if is_person({match["kin"].lower()}):
            spoken.people.append(f"{match.group()[:1].lower()}{match.group()[1:]}")
            if match["name"]:
                spoken.names.add(match["name"])
    _hear_names(text, spoken)
    if clause is not None and clause.who == "named" and clause.subject.split(" ")[0] in spoken.names:
        spoken.people.append(clause.subject)
    if clause is not None and clause.who == "kin":
        spoken.people.append(clause.subject)
    for match in _THING_OF.finditer(text):
        head = match["thing"].split()[-1]
        spoken.thing = f"my {match['thing']}" if len(match["thing"].split()) < 3 else f"my {head}"
        if is_person({head}):
            spoken.people.append(spoken.thing)
    if (
        owned := re.match(r"^(?P<what>(?:my|our) [\w' -]+?) (?:is|has|are|was)\b", text, re.IGNORECASE)
    ) and not is_person(set(owned["what"].lower().split())):
        spoken.thing = owned["what"]


def _hear_names(text: str, spoken: Spoken) -> None:
    """Keep names that are told beside what they name."""
    for match in re.finditer(r"\bthe (?:baby|kids|children|twins|dog|cat)\b", text):
        spoken.people.append(match.group())
    for match in _NAMED_THING.finditer(text):
        spoken.names.add(match["name"])
        spoken.people.append(
            f"my {match['kin']} {match['name']}" if is_person({match["kin"].lower()}) else match["name"]
        )
    for match in re.finditer(
        r"(?:called|named) ((?:[A-Z][\w-]+(?:, | and )?)+)|, ((?:[A-Z][\w-]+(?:, | and )?)+)", text
    ):
        spoken.names.update(re.findall(r"[A-Z][\w-]+", match.group()))
