"""Infer what no single memory says: an age from a date of birth, how many there are of those named, who has died.

Pure functions over memories; `memory.answers` composes their sentences.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Final

from alicia_desktop.memory.dates import MONTHS, date_hints, named_dates
from alicia_desktop.memory.facts import DEATH
from alicia_desktop.memory.retrieval.analysis import names_in
from alicia_desktop.memory.segmentation import stem, terms_of
from alicia_desktop.memory.vocabulary import NUMBER_NAMES, english, listed, number_of, people, verb_form
from alicia_desktop.store.records import MemoryRecord

_BORN: Final = re.compile(r"\bborn\b|\bbirthday\b|\bdate of birth\b|\bbirth date\b", re.IGNORECASE)
_DIED: Final = re.compile(r"\bdied\b|\bpassed away\b|\bdeath\b|\blate\b", re.IGNORECASE)
_YEAR: Final = re.compile(r"\b(?:19|20)\d\d\b")
_MOVED_BY_USER: Final = re.compile(
    r"^User (?:(?:has|have|had|just|now|also) )*(?:moved|postponed|rescheduled|cancelled|changed)"
    r" (?:User['’]s|the) (?P<thing>(?:[\w-]+ ){0,3}?[\w-]+)(?= (?:to|from|until|into|by|on|in|for)\b|\W*$)"
)
_GIVEN_UP: Final = re.compile(
    r"^User (?:has |have |just |finally )*(?:sold|scrapped|returned|gave away|got rid of|crashed) (?:User['’]s|the|an?)"
    r" (?P<thing>(?:[\w-]+ ){0,3}?[\w-]+)(?= (?:to|for|on|in|last|and|this)\b|\W*$)"
)
_GOT: Final = re.compile(r"^User (?:has |have |just )*(?:bought|got|leased|ordered|owns|has)\b")
_ANY_YEAR: Final = re.compile(
    rf"\d.*(?:{'|'.join(name[:3] for name in MONTHS)})|(?:{'|'.join(name[:3] for name in MONTHS)}).*\d"
)
"""A day of a month, which comes every year: words such as "Friday" meant one day only."""
_KIN_NAMED: Final = re.compile(
    r"^User['’]s (?P<kin>[a-z][a-z-]*)(?: is called| is named| is|,)? (?P<name>[A-ZÀ-ÖØ-Þ][\w-]+)"
)
_MOVED: Final = re.compile(
    r"(?:\b(?:got|was|is|has|been|now|just)\b\s*)*\b(?:moved|postponed|rescheduled|cancelled|changed|brought forward"
    r"|pushed back)\b"
)
_COUNTED: Final = re.compile(
    r"\bhow many (?:[a-z]+ )??(?P<what>[a-z]+) (?:do|have|has|did) (?:i|we)\b(?! (?:need|want|eat|drink|take|use)\b)",
    re.IGNORECASE,
)
_HAS_ANY: Final = re.compile(
    r"^\W*(?:(?:and|so) )?(?:do|did) (?:i|we) (?:have|own) (?:any |an? |other |another )*(?P<what>[a-z]+)\W*$"
    r"|^\W*(?:(?:and|so) )?have (?:i|we) (?:got )?(?:any |an? )*(?P<owned>[a-z]+)\W*$",
    re.IGNORECASE,
)
_OWNED: Final = re.compile(
    r"^(?:User(?:['’]s| (?:also |now |just )?(?:has got|has|have|owns|got|adopted|bought) (?:an?|another|User['’]s))"
    r"|(?:[A-Z][\w'-]* ){1,2}is User['’]s) (?P<what>(?:[a-z\d-]+ ){0,2}[a-z-]+(?:['’]s? (?!name\b))?)",
)
"""Somebody of the user's: "User's dog …", "User has a new kitten …", "Rex is User's dog"; no "User's dog's vet"."""
_NAMING: Final = re.compile(r"\b(?:names?|called|named)\b", re.IGNORECASE)
_HAS: Final = re.compile(r"\bUser (?:also |now |just )?(?:has|have|owns?|got|adopted|bought) (?P<what>[\w '’-]+)")
_SEVERAL: Final = re.compile(
    r"^User (?:also )?(?:has|have|has got|owns) (?P<count>two|three|four|five|six|seven|eight|nine|ten|\d+) "
    r"(?:[a-z-]+ )??(?P<kind>[a-z]+)"
)
_LISTED: Final = re.compile(
    r"^User(?:['’]s (?P<kind>[a-z]+) are (?:called |named )?| has (?:[a-z]+ )?(?P<kept>[a-z]+)(?:,|:| called| named) )"
    r"(?P<names>[A-ZÀ-ÖØ-Þ][\w-]+(?:(?:, | and |, and )[A-ZÀ-ÖØ-Þ][\w-]+)+)"
)
"""Several in one breath: "User's kids are Mia, Tom and Leo"."""
MAX_NAMED_COUNT: Final = 12
"""Larger counts are said in digits."""


def age_sentence(memory: MemoryRecord, today: date, *, told: str, known: Sequence[MemoryRecord] = ()) -> str | None:
    """Return the age that a memory of a birth gives, with what it is taken from (`told`); None where it is of none.

    Without a year it says so; with a year alone both ages that it may be, unless another that is `known` has the day.
    """
    content = memory.content
    if not _BORN.search(content) or _DIED.search(content):
        return None
    who, is_are = _whose(content)
    if (birth := _with_other_half(memory, today, known)) is not None:
        content = birth
    years = [int(year) for year in _YEAR.findall(content)]
    if not years:
        return f"{told} I don't know the year, so I can't tell the age." if date_hints(content, today=today) else None
    hint = next((one for one in date_hints(content, today=today) if one.year is not None), None)
    age = today.year - years[0]
    if age < 0:
        return None
    if hint is None or hint.day is None:
        return f"{told} So {who} {is_are} {age}, or will be this year."
    turned = (today.month, today.day) >= (hint.month, hint.day)
    if not turned:
        age -= 1
    return f"{who[:1].upper()}{who[1:]} {is_are} {age}. {told}" if age >= 0 else None


def _with_other_half(memory: MemoryRecord, today: date, known: Sequence[MemoryRecord]) -> str | None:
    """Return day and year of a birth of which two memories tell one each; None where they do not."""
    for other in known:
        if other.id == memory.id or not _BORN.search(other.content) or _whose(other.content) != _whose(memory.content):
            continue
        of_year = next((one.content for one in (memory, other) if _YEAR.search(one.content)), "")
        days = [
            hint
            for one in (memory, other)
            for hint in date_hints(one.content, today=today)
            if hint.day is not None and hint.year is None
        ]
        if of_year and len(days) == 1 and not any(hint.day for hint in date_hints(of_year, today=today)):
            year = _YEAR.findall(of_year)[0]
            return f"born on {days[0].day} {MONTHS[days[0].month - 1]} {year}"
    return None


def moved_by(memory: MemoryRecord, known: Sequence[MemoryRecord]) -> MemoryRecord | None:
    """Return what says since then that what a memory tells was moved or cancelled; None where nothing does."""
    if _MOVED.search(memory.content):
        return None
    told = _stems(memory.content)
    later = [one for one in known if one.updated_at >= memory.updated_at and _MOVED.search(one.content)]
    found = [one for one in later if (what := _stems(_what_moved(one.content))) and what <= told]
    return max(found, key=lambda one: one.updated_at, default=None)


def given_up_by(memory: MemoryRecord, known: Sequence[MemoryRecord]) -> tuple[MemoryRecord, ...]:
    """Return what says since then that a thing in a memory was sold or given away, and what was got in the same breath.

    Nothing where that is not told.
    """
    told = _stems(memory.content)
    later = [one for one in known if one.updated_at >= memory.updated_at and one.id != memory.id]
    gone = [
        one for one in later if (what := _GIVEN_UP.match(one.content)) is not None and _stems(what["thing"]) <= told
    ]
    if not gone or _GIVEN_UP.match(memory.content) is not None:
        return ()
    last = max(gone, key=lambda one: one.updated_at)
    said_with = last.source_info.get("message_id")
    got = [one for one in later if _GOT.match(one.content) and one.source_info.get("message_id") == said_with]
    return (last, *got)


def _what_moved(content: str) -> str:
    """Return what a memory says was moved or cancelled: before the verb, or behind it where the user did it."""
    done = _MOVED_BY_USER.match(content)
    return done["thing"] if done is not None else _MOVED.split(content)[0]


def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(term.text) for term in terms_of(text)) - {"user"}


def days_until(memory: MemoryRecord, today: date) -> int | None:
    """Return how many days are left until the day of which a memory tells; None where it tells of none to come."""
    meant = [date.fromisoformat(iso) for iso in memory.meta.get("dates", {}).values()]
    meant += [
        one.day for one in named_dates(_YEAR.sub("", memory.content), said_on=today) if _ANY_YEAR.search(one.words)
    ]
    ahead = sorted((day - today).days for day in meant if day >= today)
    return ahead[0] if ahead else None


def distance(days: int) -> str:
    """Return how far a day is as a sentence."""
    return ("That is today.", "That is tomorrow.")[days] if days < 2 else f"That is in {days} days."


def _whose(content: str) -> tuple[str, str]:
    """Return whom a memory of a birth is about, as one says it to the user, and the verb behind that."""
    owned = re.match(
        r"User['’]s (?P<who>.+?)(?:['’]s? (?:birthday|date of birth|birth date)| (?:was|were|is) )", content
    )
    if owned is not None and not owned["who"].startswith(("birthday", "date", "birth")):
        return f"your {owned['who']}", "is"
    if content.startswith("User"):
        return "you", "are"
    named = re.match(r"(?P<who>.+?)(?:['’]s? (?:birthday|date of birth|birth date)| (?:was|were|is) )", content)
    return (named["who"], "is") if named is not None else ("that", "is")


@dataclass(frozen=True, kw_only=True, slots=True)
class Counted:
    """How many there are of what was asked for, and the memories that say so."""

    count: int
    memories: tuple[MemoryRecord, ...]

    @property
    def sentence(self) -> str:
        """Return it as it is said: "I know of two."."""
        names = ("none", *NUMBER_NAMES[1 : MAX_NAMED_COUNT + 1])
        return f"I know of {names[self.count] if self.count < len(names) else self.count}."


def count_named(
    question: str, memories: Sequence[MemoryRecord], *, gone: Sequence[MemoryRecord] = ()
) -> Counted | None:
    """Return how many people or animals of the kind asked for ("How many pets do I have?") the memories name.

    None where nothing else than people and animals is counted, and where a memory itself says how many there are.
    """
    asked = _COUNTED.search(question)
    if asked is None or not (kinds := _kinds_of(asked["what"].lower())):
        return None
    found: dict[str, dict[str, MemoryRecord]] = {}
    several: dict[str, tuple[int, MemoryRecord]] = {}
    for one in memories:
        if (many := _SEVERAL.match(one.content)) is not None and (kind := _singular(many["kind"])) in kinds:
            if _singular(asked["what"].lower()) == kind:
                return None
            several[kind] = (number_of(many["count"]) or 0, one)
        elif (listed_ := _LISTED.match(one.content)) is not None and (
            kind := _singular(listed_["kind"] or listed_["kept"])
        ) in kinds:
            several[kind] = (len(re.split(r", and |, | and ", listed_["names"])), one)
        elif (kind := _kind_of(one)) in kinds and not any(has_died(one, death, memories) for death in gone):
            name = next((name for name in names_in(one.content) if name != "User"), "")
            found.setdefault(kind, {}).setdefault(name, one)
    for named in found.values():
        if len(named) > 1:
            named.pop("", None)  # "User's dog barks" is said of one that has a name
    dead = [one for one in gone if str(one.meta.get("about", "")) in kinds]
    alive = {kind: (max(len(named), several.get(kind, (0,))[0]), named) for kind, named in found.items()}
    alive |= {kind: (count, {"": one}) for kind, (count, one) in several.items() if kind not in found}
    if not alive and not dead:
        return None
    telling = [one for _, named in alive.values() for one in named.values()]
    telling += [one for kind, (_, one) in several.items() if kind in found]
    telling.sort(key=lambda one: one.created_at)
    return Counted(count=sum(count for count, _ in alive.values()), memories=(*telling, *dead))


def kinds_asked_for(question: str) -> frozenset[str]:
    """Return the people or animals of which a question asks whether the person has any ("Do I have any pets?")."""
    asked = _HAS_ANY.search(question)
    return frozenset() if asked is None else _kinds_of((asked["what"] or asked["owned"]).lower())


def _names_kind(memory: MemoryRecord, kinds: frozenset[str]) -> bool:
    """Return whether a memory speaks of one of `kinds` that is the person's own, and no neighbour's cat."""
    owned = _HAS.search(memory.content)
    if owned is not None and kinds.intersection(map(_singular, owned["what"].lower().split())):
        return True
    return _kind_of(memory) in kinds or (_is_death(memory) and str(memory.meta.get("about", "")) in kinds)


def introducing(memories: Sequence[MemoryRecord], kinds: frozenset[str]) -> list[MemoryRecord]:
    """Return the memories of `kinds` without those that leave out a name that another tells, each name once.

    "User's dog is three years old." goes where "User's dog is called Rex." stands beside it.
    """
    own = [one for one in memories if _names_kind(one, kinds)]
    named: dict[tuple[str, str], MemoryRecord] = {}
    for one in sorted(own, key=lambda one: _NAMING.search(one.content) is None):
        for name in _names_of(one):
            named.setdefault((_kind_of(one), name), one)
    with_name = {kind for kind, _ in named}
    chosen = {one.id for one in named.values()}
    return [one for one in own if one.id in chosen or not (_kind_of(one) in with_name or _names_of(one))]


def _names_of(memory: MemoryRecord) -> list[str]:
    """Return the names in a memory of one of the user's own: of its subject, or of what the user has."""
    return [name for name in names_in(memory.content) if name != "User"][:1]


def deaths_among(
    memories: Sequence[MemoryRecord], gone: Sequence[MemoryRecord], known: Sequence[MemoryRecord]
) -> tuple[MemoryRecord, ...]:
    """Return those of `gone`, which tell of deaths, that are of somebody in `memories` and are not among these."""
    others = (death for death in gone if death not in memories)
    return tuple(death for death in others if any(has_died(one, death, known) for one in memories))


def has_died(memory: MemoryRecord, death: MemoryRecord, known: Sequence[MemoryRecord]) -> bool:
    """Return whether a memory is about somebody of whom `death` tells that they died.

    One that is not named is of that kind, told of before, and the only one of it that `known` names.
    """
    if memory.id == death.id or _is_death(memory):
        return False
    names = [name for name in names_in(death.content) if name != "User"]
    if names:
        return any(name in names_in(memory.content) for name in names)
    kind = str(death.meta.get("subject", ""))
    if memory.created_at > death.created_at or not _is_about(memory, kind):
        return False
    others = {name for one in known if _is_about(one, kind) for name in names_in(one.content)} - {"User"}
    return len(others) <= 1


def kin_named(names: Collection[str], known: Sequence[MemoryRecord]) -> frozenset[str]:
    """Return what those are to the user who are called so: "son" where "User's son Theo plays football" is known."""
    found = (_KIN_NAMED.match(one.content) for one in known)
    return frozenset(match["kin"] for match in found if match is not None and match["name"].lower() in names)


def in_past(sentence: str) -> str:
    """Return a sentence with its first verb in the past: what was said of somebody who has died since."""
    words = sentence.split(" ")
    for at, word in enumerate(words[1:], 1):
        form = verb_form(word.lower())
        if word.lower() in {"is", "are", "has", "have"}:
            words[at] = {"is": "was", "are": "were"}.get(word.lower(), "had")
            return " ".join(words)
        if form is not None and form.form == "s" and word.islower():
            words[at] = f"used to {form.lemma}"
            return " ".join(words)
    return sentence


def _is_death(memory: MemoryRecord) -> bool:
    return memory.meta.get("attribute") == DEATH


def _is_about(memory: MemoryRecord, kind: str) -> bool:
    return memory.meta.get("subject") == kind or _kind_of(memory) == kind


def _kind_of(memory: MemoryRecord) -> str:
    """Return what somebody of the user's is whom a memory speaks of ("cat"); empty where it speaks of a death."""
    owned = _OWNED.match(memory.content)
    if owned is None or _is_death(memory):
        return ""
    words = [_singular(part) for word in owned["what"].split() for part in word.split("-")]
    return next((word for word in words if word in _people()), "")


@cache
def _people() -> frozenset[str]:
    """Return all words for people and animals that somebody may have."""
    return people() | english().persons


def _kinds_of(word: str) -> frozenset[str]:
    """Return the single people and animals that a word means: of "pets" dog and cat, of "sisters" a sister."""
    others, own = english().others, {word, _singular(word)}
    kinds = {kind for one in own for kind in others.get(one, ()) if len(others.get(kind, ())) <= len(others[one])}
    if _singular(word) in {"pet", "animal"}:
        kinds |= listed("people.pets")
    return frozenset(one for one in map(_singular, own | kinds) if one in _people())


def _singular(word: str) -> str:
    return {"children": "child"}.get(word, word.removesuffix("s"))
