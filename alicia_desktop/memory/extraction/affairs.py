"""What is said of the person's people and things, and of others as far as it concerns them: which of it lasts."""

import re
from typing import Final

from alicia_desktop.memory.extraction.belongings import of_thing
from alicia_desktop.memory.extraction.grammar import Clause
from alicia_desktop.memory.extraction.lasting import (
    POINTING,
    TO_ASSISTANT,
    as_it_stands,
    is_dated,
    is_person,
    words_in,
)
from alicia_desktop.memory.extraction.passing import has_contents, is_passing
from alicia_desktop.memory.extraction.people import of_person
from alicia_desktop.memory.vocabulary import listed

_OUR: Final = re.compile(
    r"the (?:(?:eldest|youngest|oldest)|(?:younger|other) two|(?:younger|youngest|older|elder"
    r"|oldest|eldest|little|big) (?:one|boy|girl|son|daughter|brother|sister)|kids|children"
    r"|twins|baby|boys|girls|puppy|kitten|pup|dog|dogs|cat|cats|rabbits|rabbit|chickens"
    r"|hens|horses|grandkids|grandchildren|in-laws|missus|wife|husband|little ones)\b"
)

_OF_OURS: Final = re.compile(r"the (?:\w+ )?\w+ of (?:my|our) ")
_REGULAR: Final = re.compile(r"(?:on|at) (?:\w+days?|weekends)\b")
_THEY: Final = re.compile(
    r"(?:let (?:me|us) go|(?:fired|promoted|hired|sacked|moved|transferred|laid) (?:me|us)"
    r"|made me|cut my|(?:am|is|are|will)? ?tak(?:e|ing) me on)\b"
)

_ONES_OWN: Final = re.compile(
    r"\bi (?:won't|can't|don't|never|always|really) (?:eat|stand|like|drink|touch|do|use"
    r"|love|take|wear)\b|\bmy favou?rite\b"
)

_SOON_OVER: Final = re.compile(
    r"\bin (?:an? )?(?:(?:\w+|\d+) )?(?:minutes?|mins?|seconds?|hours?|hour)\b|\bpercent\b.*\bbattery"
    r"|\bat (?:\w+|\d+) ?(?:percent|%)"
)
_COUNTED: Final = frozenset(["first", "last", "next", "previous", "earlier"])
_NEW: Final = re.compile(
    r"(?:the|our) new (?:flat|house|place|job|car|address|number|boss|teacher|baby|office|school)\b"
)
_HOW_IT_SEEMS: Final = frozenset(["so", "too", "very", "really", "great", "nice", "lovely", "good", "bad", "awful"])
_OF_MY_DAYS: Final = re.compile(
    r"(?:the (?:accountant|solicitor|lawyer|school|nursery|bank|council|insurance|company"
    r"|clients?|client's|agency|teacher|boss|builders?|removal"
    r"|church|club|choir|band|orchestra|team|gym|garage|allotment|cooperative|firm|office))\b"
    r"|the (?:doctor|specialist|gp|physio|\w+ologist|dentist|vet|surgeon|plumber|electrician"
    r"|baby|kids|children|boys|girls"
    r"|twins|dog|cat|puppy|kitten|exam|interview|recital|concert|viewing|christening|baptism|defence"
    r"|hearing|trial|divorce|adoption|move|course|op|wedding|funeral|appointment|operation|clinic|hospital"
    r"|consultant"
    r"|midwife|movers|landlord)\b"
)
_DOES_TO_ME: Final = re.compile(r"\b(?:my|our|me on|me under|us on)\b")
_FOR_NOW: Final = re.compile(r"(?:not |so |too |very )?(?:long|slow|bad|good|wrong|broken|hard|nice|great)\b")


def of_owned(clause: Clause) -> bool:
    """Return whether a clause about the person's people or things lasts."""
    words = words_in(clause.subject.lower())
    person = is_person(words)
    numbered = clause.verb == "be" and re.search(r"\d|\w@\w", clause.rest) is not None
    named = clause.subject.lower().split()
    if not person and not numbered and (set(named) - _COUNTED | set(named[-1:])) & listed("things.not_told"):
        return False
    if (
        TO_ASSISTANT.search(clause.rest)
        or (POINTING.match(clause.rest) and clause.rest)
        or _SOON_OVER.search(clause.text.lower())
    ):
        return False
    if not person and words_in(clause.subject.lower()) & {"those", "these", "them", "that", "this"}:
        return False
    return of_person(clause) if person else of_thing(clause)


def of_others(clause: Clause) -> bool:
    """Return whether a clause about something else says when or how it concerns the person."""
    rest, subject = clause.rest, clause.subject.lower()
    if (clause.verb == "call" and re.match(r"(?:me|us) [\w-]+$", rest)) or (
        clause.verb == "know" and re.match(r"(?:me|us) as \w+", rest)
    ):
        return "you" not in subject
    if _NEW.match(subject) and clause.verb == "be" and not clause.past:
        return len(rest.split()) > 1 and rest.split()[0] not in _HOW_IT_SEEMS
    if _is_of_use(clause, subject, rest):
        return True
    if _OF_MY_DAYS.match(subject):
        return is_dated(rest) or (_DOES_TO_ME.search(rest) is not None and clause.verb not in {"say", "think"})
    words = words_in(subject)
    if _makes_ill(clause):
        return words.isdisjoint({"it", "that", "this"})
    if words & listed("things.own") and subject.startswith("the "):
        return clause.verb == "be" and _FOR_NOW.match(rest) is None
    return subject.endswith("'s name")


def _makes_ill(clause: Clause) -> bool:
    """Return whether something does harm to the person's health: "nuts make my throat swell"."""
    own = re.search(r"\b(?:my|me)\b", clause.rest) is not None and clause.verb in {"make", "give"}
    harms = listed("things.health") | {"swell", "itch", "sick", "sneeze", "headaches"}
    return own and not words_in(clause.rest).isdisjoint(harms)


def _is_done_to_mine(clause: Clause) -> bool:
    """Return whether "they" do something lasting to the person or theirs: "they are putting a stent in my dad"."""
    rest = clause.rest
    mine = re.search(r"\b(?:me|us)\b", rest) or (is_person(words_in(rest)) and re.search(r"\b(?:my|our)\b", rest))
    idle = (
        listed("clauses.idle_of_others")
        | listed("clauses.idle") - {"ask"}
        | {"call", "keep", "give", "send", "drive", "lose", "tell"}
    )
    if clause.verb == "have" and not re.match(r"\w+(?:ed|en) (?:me|us|my|our)\b", rest):
        return False
    still = (
        (clause.verb == "put" and re.match(r"(?:me|us|my [\w-]+) on \w", rest) is not None)
        or clause.progressive
        or clause.perfect
        or clause.verb == "have"
        or "will" in clause.auxiliaries
        or is_dated(rest)
    )
    return bool(mine) and still and clause.verb not in idle and not is_passing(clause) and has_contents(rest, 1)


def _is_of_use(clause: Clause, subject: str, rest: str) -> bool:
    """Return whether a clause about something else says when or what concerns the person."""
    if _OUR.match(subject) or (_OF_OURS.match(subject) and is_person(words_in(subject))):
        return of_person(clause)
    if re.match(r"there\b", subject):
        return (
            re.search(
                r"\b(?:of us|in (?:our|my) (?:house|home|family|flat|street|village|garden|team"
                r"|class))\b",
                rest,
            )
            is not None
        )
    if words_in(subject) & listed("passing.here") or subject in {"she", "he", "it", "that", "this"}:
        return False
    if clause.verb == "be" and re.match(
        r"(?:not |never |really |also )*(?:my|our) (?:\w+ )?(?:birthday|day off|day|wedding|favou?rite"
        r"|dream|weakness|passion|hobby|lucky|strengths?|strong suit|forte"
        r"|thing|weak spot|comfort \w+|guilty pleasure|enemy|kryptonite|job|special\w+|colou?r"
        r"|language|mother tongue|tongue|go-to|style|type|cup of tea|nemesis"
        r"|religion|hero|home|escape|therapy|life|world|bedtime|treat|favou?rites?)\b",
        rest,
    ):
        return True
    if re.match(r"(?:the|our) (?:rent|salary|mortgage|wage|pension)\b", subject):
        return re.search(r"\d|\b(?:hundred|thousand)\b", rest) is not None
    words = words_in(subject)
    if re.match(r"they\b", subject):
        return _is_done_to_mine(clause) or _THEY.match(as_it_stands(clause)) is not None
    named = not re.match(r"(?:the|this|that|these|those) ", subject) or ", not " in rest
    if words & listed("things.appointments") and named:
        return is_dated(rest)
    if clause.verb == "be" and _REGULAR.match(rest) and words & (listed("markers.pastimes") | {"practice", "class"}):
        return True
    if clause.verb == "be" and _ONES_OWN.search(rest):
        return subject not in {"it", "that", "this", "these", "those"}
    return (clause.verb == "cost" and re.match(r"(?:me|us)\b.*\d", rest) is not None) or _is_at_home(clause, words)


def _is_at_home(clause: Clause, words: set[str]) -> bool:
    """Return whether "the …" is a thing of the home that has something, or of which a day is told."""
    if not clause.subject.lower().startswith("the ") or clause.past:
        return False
    if clause.verb == "have" and not clause.progressive and words & listed("things.at_home"):
        return bool(clause.rest)
    return bool(words & listed("things.possessions")) and is_dated(clause.rest)
