"""What is said of the person's people and things, and of others as far as it concerns them: which of it lasts."""

import re
from typing import Final

from alicia_desktop.memory.grammar import Clause
from alicia_desktop.memory.lasting import (
    HABITS,
    LATELY,
    POINTING,
    TO_ASSISTANT,
    as_it_stands,
    is_dated,
    is_person,
    words_in,
)
from alicia_desktop.memory.vocabulary import listed

_OUR: Final = re.compile(
    r"the (?:kids|children|twins|baby|boys|girls|dog|dogs|cat|cats|rabbits|rabbit|chickens"
    r"|hens|horses|grandkids|grandchildren|in-laws|missus|wife|husband|little ones)\b"
)

_THEY: Final = re.compile(
    r"(?:let (?:me|us) go|(?:fired|promoted|hired|sacked|moved|transferred|laid) (?:me|us)"
    r"|made me|cut my|(?:am|is|are|will)? ?tak(?:e|ing) me on)\b"
)

_ONES_OWN: Final = re.compile(
    r"\bi (?:won't|can't|don't|never|always|really) (?:eat|stand|like|drink|touch|do|use"
    r"|love|take|wear)\b|\bmy favou?rite\b"
)

_FOR_NOW: Final = re.compile(
    r"(?:not |so |very |really |too |being |in the garage|at the (?:garage|mechanic)"
    r"|killing|broken|slow|down|frozen|wet|empty|ready|gone|dead|cold|on fire|a mess|over"
    r"|done|going|dirty|freezing|stuck|not working|still not|making|about to|getting)"
)
_FOR_LONG: Final = re.compile(r"going to be|not (?:an?|allowed)|very (?:small|old|big|large)|so (?:small)|broken since")

_AIMS: Final = frozenset(
    [
        "hobby", "hobbies", "pastime", "passion", "favourite", "favorite", "job", "goal", "goals", "aim",
        "dream", "dreams", "plan", "plans", "wish",
    ]
)  # fmt: skip

_BEFELL: Final = frozenset(
    [
        "break", "die", "steal", "burn", "close", "go", "rise", "end", "cost", "crash", "rent", "start", "move",
        "fire", "cut", "lay",
    ]
)  # fmt: skip
"""What happened to things and lasts."""


def of_owned(clause: Clause) -> bool:
    """Return whether a clause about the person's people or things lasts."""
    words = words_in(clause.subject.lower())
    person = is_person(words)
    numbered = clause.verb == "be" and re.search(r"\d", clause.rest) is not None
    if not person and not numbered and set(clause.subject.lower().split()) & listed("things.not_told"):
        return False
    if TO_ASSISTANT.search(clause.rest) or (POINTING.match(clause.rest) and clause.rest):
        return False
    return of_person(clause) if person else _of_thing(clause)


def of_person(clause: Clause) -> bool:
    """Return whether a clause about one of the person's people lasts."""
    verb, rest = clause.verb, clause.rest
    if verb in listed("clauses.idle_of_others") and not re.match(r"i (?:should|must|have to|need)\b", rest):
        return False
    if verb == "be" and not clause.past:
        if re.match(
            r"(?:not |so |very |really |being |a bit |always |just |too )*(?:happy|late|annoying"
            r"|angry|mad|right|wrong|here|cute|great|nice|awesome|funny|tired|hungry|asleep"
            r"|calling|driving me|the best|amazing|with (?:me|him|her|them)|kidding|good|lovely"
            r"|sweet|fine|ok|okay|upset|bored|busy)\b",
            rest,
        ):
            return bool(
                re.match(r"(?:good|great|bad) (?:at|in|with)\b|with (?:me|him|her|them) (?:every|on|at|for)", rest)
            )
        return bool(rest)
    if clause.past and not clause.perfect:
        return (
            verb
            in listed("clauses.events")
            | {"be", "have", "get", "take", "die", "raise", "run", "go", "love", "marry", "speak", "like"}
            and verb not in {"give", "move"} | {"play", "put"}
        ) or (verb in {"give", "move", "come"} and bool(rest))
    if clause.perfect and verb == "be":
        return bool(rest)
    return bool(rest) or clause.denied or verb in HABITS | {"work", "die", "speak", "bark", "bite", "live"}


def _of_thing(clause: Clause) -> bool:
    verb, rest = clause.verb, clause.rest
    words = words_in(clause.subject.lower())
    ill = bool(words & listed("things.health"))
    if verb == "be":
        lasting = ill and not re.search(r"\b(?:killing|today|hurting)\b", rest)
        return bool(rest) if lasting else _is_so(words, rest)
    if ill:
        return not LATELY.search(rest)
    if words & _AIMS and clause.progressive:
        return True
    if clause.past and not clause.perfect:
        return verb in _BEFELL
    if clause.progressive:
        return verb in {"move", "close", "go", "come", "expand"} and (is_dated(rest) or verb == "close")
    if words & listed("things.possessions") and verb in {"make", "break", "work", "crash", "freeze", "say"}:
        return False
    return verb not in {"say", "seem", "look", "sound", "remind", "think", "hurt"} and bool(rest)


def _is_so(words: set[str], rest: str) -> bool:
    """Return whether what a thing is lasts: not that it is broken, wet or at the garage."""
    if not _FOR_NOW.match(rest):
        return bool(rest)
    return _FOR_LONG.match(rest) is not None or ("heating" in words and is_dated(rest))


def of_named(clause: Clause) -> bool:
    """Somebody by a name alone, who may be anybody: only what one says of people one knows."""
    rest = clause.rest
    if re.search(
        r"'s? (?:birthday|phone number|number|address|wedding|wife|husband|favou?rite|job|school|party|funeral)\b",
        clause.subject,
    ):
        return clause.verb == "be"
    if clause.past and not clause.perfect:
        return clause.verb in {"move", "die", "marry", "retire", "pass"} and not re.search(r"\b1\d{3}\b", rest)
    if clause.verb == "be":
        return bool(
            re.match(
                r"(?:\d+|\w+ years old|my |our |allergic|pregnant|vegetarian|vegan|married|getting"
                r"|moving|coming|a (?:friend|colleague|nurse|teacher)|\w+teen\b|in (?:year|class))",
                rest,
            )
        )
    return clause.verb in {
        "like",
        "love",
        "hate",
        "live",
        "work",
        "go",
        "have",
        "play",
        "study",
        "eat",
        "drink",
        "sleep",
        "start",
        "take",
        "do",
        "move",
        "prefer",
        "can't",
        "visit",
    } and bool(rest)


def of_others(clause: Clause) -> bool:
    """Return whether a clause about something else says when or how it concerns the person."""
    rest, subject = clause.rest, clause.subject.lower()
    if clause.verb == "call" and re.match(r"(?:me|us) [\w-]+$", rest):
        return "you" not in subject
    words = words_in(subject)
    if _is_of_use(clause, subject, rest):
        return True
    if re.match(
        r"the (?:doctor|dentist|vet|surgeon|plumber|electrician|baby|kids|children|boys|girls"
        r"|twins|dog|cat|wedding|funeral|appointment|operation|clinic|hospital|consultant"
        r"|midwife|movers|landlord)\b",
        subject,
    ):
        return is_dated(rest) or (
            re.search(r"\b(?:my|our)\b", rest) is not None and clause.verb not in {"say", "think"}
        )
    if (
        re.search(r"\b(?:my|me)\b", rest)
        and clause.verb in {"make", "give"}
        and words_in(rest) & listed("things.health") | words_in(rest) & {"swell", "itch", "sick", "sneeze", "headaches"}
    ):
        return "it" not in words and "that" not in words and "this" not in words
    if words & listed("things.own") and subject.startswith("the "):
        return clause.verb == "be" and not re.match(
            r"(?:not |so |too |very )?(?:long|slow|bad|good|wrong|broken|hard|nice|great)\b", rest
        )
    return bool(re.search(r"'s name$", subject))


def _is_of_use(clause: Clause, subject: str, rest: str) -> bool:
    """Return whether a clause about something else says when or what concerns the person."""
    if _OUR.match(subject):
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
    if clause.verb == "be" and re.match(
        r"my (?:birthday|day off|wedding|favou?rite|dream|weakness|passion|hobby|lucky)\b", rest
    ):
        return True
    if re.match(r"(?:the|our) (?:rent|salary|mortgage|wage|pension)\b", subject):
        return re.search(r"\d|\b(?:hundred|thousand)\b", rest) is not None
    words = words_in(subject)
    if re.match(r"they(?: have| had| just| finally| recently)*$", subject):
        return _THEY.match(as_it_stands(clause)) is not None
    if words & listed("things.appointments") and not re.match(r"(?:the|this|that|these|those) ", subject):
        return is_dated(rest)
    if clause.verb == "be" and _ONES_OWN.search(rest):
        return subject not in {"it", "that", "this", "these", "those"}
    if clause.verb == "cost" and re.match(r"(?:me|us)\b.*\d", rest):
        return True
    return subject.startswith("the ") and bool(words & listed("things.possessions")) and is_dated(rest)
