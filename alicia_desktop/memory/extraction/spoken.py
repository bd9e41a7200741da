"""Whom and what a turn has spoken of so far, and whom a pronoun means."""

import re
from dataclasses import dataclass, field
from typing import Final

from alicia_desktop.memory.extraction.grammar import Clause
from alicia_desktop.memory.extraction.lasting import is_person
from alicia_desktop.memory.extraction.pointing_back import kept_out
from alicia_desktop.memory.extraction.refining import KIN
from alicia_desktop.memory.vocabulary import listed

_PRONOUN: Final = re.compile(
    r"^(?P<lead>(?:now|then|today|these days|and|but|so|apparently|unfortunately"
    r"|luckily)\s+)?(?P<who>she|he|they|it|her|his|their|its|both)\b(?P<rest>.*)$",
    re.IGNORECASE,
)

_THING_OF: Final = re.compile(
    r"(?<![Yy]ou )(?<![Yy]ou have )\b(?:have got|have|own|bought|got|adopted|picked up|rescued|bringing on|drive|ride"
    r"|need a name for|moved (?:in)?to"
    r"|live in|rent|inherited|sold) (?:an?|my|our"
    r"|two|three|the|this) (?P<thing>(?:[\w-]+ ){0,4}?[\w-]+)(?=$|,| (?:called|named|from"
    r"|with|and|in|on|that|which|who|last|since)\b)"
)

_CHRISTENED: Final = re.compile(
    r"^(?P<whose>[Mm]y|[Oo]ur) (?P<kin>[\w -]+?)(?:'s name)? (?:is|are) (?:called |named )?(?P<name>[A-Z][\w-]+)$"
)

_NAMED_THING: Final = re.compile(r"\b(?P<kin>[\w-]+) (?:called|named) (?P<name>(?-i:[A-Z][\w-]+))", re.IGNORECASE)

_CALLED_ALL: Final = re.compile(
    r"\b(?:called|named|names are) (?P<names>[A-Z][\w-]+(?:(?:, | and |, and )[A-Z][\w-]+)+)"
)
_SOMEBODY: Final = re.compile(
    r"\b[Aa]n? (?:new |good |close |old |dear )?(?P<kin>colleague|friend|neighbour|neighbor"
    r"|flatmate|cousin|client|student|mate|teacher"
    r"|coworker|trainee|apprentice),? (?P<name>[A-Z][\w-]+)"
)
_PARENT_OF: Final = re.compile(
    r"\b(?P<name>[A-Z][a-z][\w-]+)'s (?:mum|mom|dad|father|mother|parent|wife|husband|partner"
    r"|brother|sister|uncle|aunt|teacher)\b"
)
_THE_PERSON: Final = re.compile(
    rf"[Tt]he (?P<who>{'|'.join(sorted(listed('people.others'), key=len, reverse=True))})(?= (?:is|has|was|comes?"
    rf"|will|wants?)\b)"
)
"""Whom a clause begins with who is the person's own without a word: "the cleaner comes on Tuesdays"."""
_OUR_NAMED: Final = re.compile(r"\b[Oo]ur (?P<name>[A-Z][a-z]+)\b(?! [A-Z])")
"""As families speak of one of them: "our Shanice"."""
_OBJECT: Final = re.compile(
    r"\b(?:adopted|met|married|dating|seeing|for|with|have|and|about|love|miss|visit|had"
    r"|got|named|called) (?P<name>[A-Z][a-z][\w-]+)\b"
)
_BESIDE: Final = re.compile(r"^(?P<whose>[Mm]y|[Oo]ur) (?P<kin>[a-z][\w' -]*?) (?P<name>[A-ZÀ-ÖØ-Þ][\w-]+)$")


_OF_MINE: Final = re.compile(
    rf"\b(?:[Mm]y|[Oo]ur) (?:[a-z'-]+ ){{0,2}}?(?P<kin>{KIN})(?![\w'-])(?: (?P<name>[A-Z][\w-]+))?"
)


_NO_THINGS: Final = frozenset(
    ["off", "day", "days", "week", "weeks", "hour", "hours", "month", "months", "year", "years", "end", "bit", "time"]
)
"""What somebody has or gets of these is no thing that "it" means."""


@dataclass(kw_only=True, slots=True)
class Spoken:
    """Whom and what a turn has spoken of so far."""

    people: list[str] = field(default_factory=list)
    thing: str = ""
    others: list[str] = field(default_factory=list)
    """Names of which nothing else was told yet."""
    several: str = ""
    """Whom "they" means where several were named together."""
    asked: str = ""
    """What a question spoke of: "ours is …" is the person's own of that kind."""
    kept_out: str = ""
    """What a request did not want in what it asked for."""
    asked_of: str = ""
    """The last question, for the place or the illness that "there" and "it" behind it mean."""
    along: set[str] = field(default_factory=set)
    """Clauses that are kept only where something else is told."""
    names: set[str] = field(default_factory=set)
    sexes: dict[str, str] = field(default_factory=dict)
    """"she" or "he" by the name that one of them stood for."""

    def meant(self, pronoun: str) -> str:
        """Return whom "she", "his", "they", "it" mean; empty where nobody fits."""
        low = pronoun.lower()
        if low in {"it", "its"}:
            return self.thing
        if low in {"they", "their"} and self.several:
            return self.several
        sex = {"she": "she", "her": "she", "he": "he", "his": "he"}.get(low, "")
        for subject in reversed(self.people):
            words = set(re.findall(r"[\w-]+", subject.lower()))
            named = next((self.sexes[word] for word in subject.split() if word in self.sexes), "")
            female = bool(words & listed("people.female")) or named == "she"
            male = bool(words & listed("people.male")) or named == "he"
            if (sex == "she" and male) or (sex == "he" and female) or (sex and _MANY.search(subject)):
                continue
            if sex:
                self.sexes.setdefault(subject.split()[-1], sex)
            return subject
        return next((name for name in reversed(self.others) if self.sexes.get(name, sex) == sex), "") if sex else ""


_MANY: Final = re.compile(
    r"\b(?:kids|children|twins|parents|boys|girls|dogs|cats|(?:son|daughter|brother|sister|friend)s)\b(?! [A-Z])"
)
_ASKED: Final = re.compile(
    r"\b(?:an?|which|what(?! (?:is|are|was|were|do|does|did)\b)"
    r"|any|new|good|best|my|our|your) (?P<thing>(?:[a-z-]+ ){0,2}?[a-z-]+)(?=[,?.]|$| (?:for|with"
    r"|in|on|that|to|of|at|from|is|are|if)\b)",
    re.IGNORECASE,
)


def ask(text: str, spoken: Spoken) -> None:
    """Keep what a question speaks of."""
    listen(text, spoken)
    spoken.asked_of = text
    spoken.kept_out = kept_out(text) or spoken.kept_out
    for match in _ASKED.finditer(text):
        words = match["thing"].split()
        while words and words[-1].lower() in listed("forms.not_asked"):
            words.pop()
        if words and not listed("forms.not_asked") & {word.lower() for word in words}:
            spoken.asked = " ".join(words)


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
    for match in _OF_MINE.finditer(text):
        if is_person({match["kin"].lower()}):
            spoken.people.append(f"{match.group()[:1].lower()}{match.group()[1:]}")
            if match["name"]:
                spoken.names.add(match["name"])
    if somebody := _THE_PERSON.match(text):
        spoken.people.append(f"my {somebody['who'].lower()}")
    if ours := _OUR_NAMED.search(text):
        spoken.people.append(f"our {ours['name']}")
    _hear_names(text, spoken)
    if clause is not None and clause.who == "named" and clause.subject.split(" ")[0] in spoken.names:
        spoken.people.append(clause.subject)
    if clause is not None and clause.who == "owned" and clause.subject.lower().startswith(("my ", "our ")):
        words = set(re.findall(r"[\w-]+", clause.subject.lower()))
        if not is_person(words) and not words & listed("things.not_told"):
            spoken.thing = clause.subject
    if clause is not None and clause.who == "kin":
        spoken.people.append(clause.subject)
    _hear_things(text, spoken)


def _hear_things(text: str, spoken: Spoken) -> None:
    """Keep the thing that "it" means from now on: what somebody got or owns, or what is told of a thing of theirs."""
    for match in (one for one in _THING_OF.finditer(text) if one["thing"].split()[-1] not in _NO_THINGS):
        head = match["thing"].split()[-1]
        spoken.thing = f"my {match['thing']}" if len(match["thing"].split()) < 3 else f"my {head}"
        if is_person({head}):
            spoken.people.append(spoken.thing)
    if (
        (
            owned := re.match(
                r"^(?P<what>(?:my|our) [\w' -]+?) (?:is|has|are|was|isn't|hasn't|aren't|wasn't|failed"
                r"|broke|died|needs|got)(?= |$)",
                text,
                re.IGNORECASE,
            )
        )
        and not (words := set(owned["what"].lower().split())) & listed("things.not_told")
        and not is_person(words)
    ):
        spoken.thing = owned["what"]


def _hear_names(text: str, spoken: Spoken) -> None:
    """Keep names that are told beside what they name."""
    for match in re.finditer(r"\bthe (?:baby|kids|children|twins|dog|cat|puppy|kitten)\b", text):
        if match.start() == 0:
            spoken.people.append(match.group())
        else:  # somebody named in the clause is meant rather
            spoken.people.insert(0, match.group())
    for match in _NAMED_THING.finditer(text):
        spoken.names.add(match["name"])
        spoken.people.append(
            f"my {match['kin']} {match['name']}" if is_person({match["kin"].lower()}) else match["name"]
        )
    for match in _CALLED_ALL.finditer(text):
        names = re.findall(r"[A-Z][\w-]+", match["names"])
        spoken.names.update(names)
        spoken.people += reversed(names)
        spoken.several = match["names"]
    for match in _SOMEBODY.finditer(text):
        spoken.people.append(f"my {match['kin']} {match['name']}")
        spoken.names.add(match["name"])
    for match in (*_OBJECT.finditer(text), *_PARENT_OF.finditer(text)):
        if match["name"] not in spoken.names:
            spoken.others.append(match["name"])
            spoken.names.add(match["name"])
    for match in re.finditer(
        r"(?:called|named) ((?:[A-Z][\w-]+(?:, | and )?)+)|, ((?:[A-Z][\w-]+(?:, | and )?)+)", text
    ):
        spoken.names.update(re.findall(r"[A-Z][\w-]+", match.group()))
