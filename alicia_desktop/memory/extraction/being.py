"""What somebody is: which of it lasts, and which is a mood, a place of the moment or said of anything."""

import re
from typing import Final

from alicia_desktop.memory.extraction.grammar import Clause
from alicia_desktop.memory.extraction.lasting import LATELY, LONG_AGO, is_dated, words_in
from alicia_desktop.memory.vocabulary import listed, phrases

_DEGREES: Final = re.compile(
    r"^(?:(?:so|very|quite|really|pretty|also|just|still|now|always|only|actually|totally"
    r"|completely|too|a bit|a little|kind of|sort of|currently|absolutely|rather|almost"
    r"|nearly|never|usually|already|originally|both|even|more) )+"
)
_WAS: Final = re.compile(
    r"(?:home-?schooled|schooled|educated|state-educated|privately educated|born|diagnosed"
    r"|raised|married|brought up|in the (?:army|navy|raf|air force|police|marines|scouts)"
    r"|promoted|laid off|fired|told i have"
    r"|made redundant|let go|sacked|offered an? (?:job|place|post)|accepted (?:to|at|into"
    r"|by)|admitted|adopted|bullied|hospitali[sz]ed|elected"
    r"|appointed|named after|taught by|divorced|widowed|evicted|burgled|robbed|prescribed"
    r"|operated|deported|bapti[sz]ed|christened|awarded"
    r"|headhunted|transferred to|posted to|stationed|homeless|sectioned|paralysed|a (?:smoker"
    r"|vegetarian|vegan|teacher))\b(?! (?:to see|to hear))"
)
_POINTS: Final = re.compile(
    r"(?:the|your|this|that|my)\b"
    r"|an? (?:bit|little|mess|idiot|fool|sucker|big fan of (?:your|that|this)|fan of (?:your|that|this))\b"
)
_PLACE_AMONG_PEOPLE: Final = re.compile(
    r"(?:the|my) .*\b(?:mother|father|son|daughter|owner|manager|head|ceo|eldest|youngest"
    r"|oldest|only|first|middle|best man|bridesmaid|maid of honour|treasurer|captain|secretary|chair\w*|president"
    r"|breadwinner|organi[sz]er|driver|goalkeeper|singer|drummer|goalie|boss|teacher|coach"
    r"|one who|one with|cook|baby)\b"
)
_SKILLED: Final = re.compile(
    r"(?:bad|good|great|terrible|hopeless|awful|useless|rubbish|brilliant|decent|excellent"
    r"|lousy|poor|clumsy|slow|pretty good)"
    r" (?:at|with|in) (?!it\b|that\b|this\b|the moment|all\b|least\b)\w+"
    r"|(?:stuck in (?!traffic|bed|a (?:lift|jam|queue|meeting|traffic)|the (?:lift|car|rain|snow|queue))"
    r"|used to|prone to|hooked on|mad about|crazy about|nuts about|obsessed "
    r"with|keen on|addicted to|sensitive to"
    r"|registered|enrolled|signed up|booked|subscribed|insured|qualified|trained|certified"
    r"|licensed|banned|named after|known as"
    r"|down to my|up to my|short of money|between jobs|off (?:work|school|alcohol|sugar|meat"
    r"|dairy|gluten|caffeine|on (?:my|a))"
    r"|all about|allowed (?!to know)|self-taught|home all|home on|free on|available on|busy "
    r"on|away (?:on|from|until|for|in|next)"
    r"|on (?:leave|holiday|duty|call|shift|nights|benefits|the (?:pill|spectrum|board|committee"
    r"|bench|rota|waiting list))"
    r"|back (?:in|at|on) (?!the (?:chat|computer|sofa)|front|it\b|a minute)[A-Z\w]+ (?:on|in|from|after|next)"
    r"|out of (?:work|a job|town|the country|hospital|school)|over \w+ty\b) ?(?!it\b|that\b|this\b|here\b|you\b)"
)
_LONG_MOODS: Final = frozenset(["sick", "ill", "anxious", "stressed", "worried", "nervous"])


def is_state(clause: Clause) -> bool:
    """Return whether what somebody is lasts."""
    rest = _DEGREES.sub("", re.sub(r"^(?:not|n't)(?: |$)", "", clause.rest))
    if not rest:
        return False
    if clause.past and not clause.perfect:
        return _was(clause, rest)
    if rest.startswith(phrases("feelings.lasting")):
        return True
    if clause.perfect and re.match(r"(?:to |in |with |married|together|here|there|at )", rest):
        return re.search(r"\b(?:since|for|years|months|married|twice|never|once)\b", rest) is not None
    if re.search(r"\b(?:so|such|this|that) \w+", rest) and not is_dated(rest) and not _is_kind(rest):
        return False
    word = re.match(r"[\w'-]+", rest)
    first = word.group() if word else ""
    if first in {"in", "at", "on", "out", "over", "up"}:
        return _placed(rest)
    if _SKILLED.match(rest):
        return True
    if first in listed("feelings.moods") or _is_lately(clause, rest):
        return first in _LONG_MOODS and bool(
            re.search(r"\b(?:since|for (?:weeks|months|years)|lately|always|often)\b", rest)
        )
    return not _POINTS.match(rest) or _PLACE_AMONG_PEOPLE.match(rest) is not None


def _was(clause: Clause, rest: str) -> bool:
    """Return whether what somebody was is of long ago, or one of the turns of a life."""
    if LONG_AGO.search(clause.text.lower()) or _WAS.match(rest):
        return True
    return bool(re.match(r"an? ", rest)) and not LATELY.search(rest)


def _is_kind(rest: str) -> bool:
    """Return whether somebody is one of a kind, from somewhere or of an age."""
    return re.match(r"(?:an?|from|\d)", rest) is not None


def _is_lately(clause: Clause, rest: str) -> bool:
    """Return whether it is said of today only, and is no illness."""
    return (
        LATELY.search(clause.rest) is not None
        and not _is_kind(rest)
        and not is_dated(rest)
        and not words_in(rest) & listed("things.health")
    )


def _placed(rest: str) -> bool:
    """Return whether "in …", "on …" after "I am" says more than where somebody is at the moment."""
    if re.match(
        r"in (?:such )?(?:a (?:queue|taxi|cab|waiting|lift|shop|supermarket|traffic|line|hurry"
        r"|rush|meeting|bad|good)|the (?:middle|mood|bath|shower|car|kitchen"
        r"|garden|office|park|supermarket|shop|queue|pub|bus|train|lift|loo|bathroom|library|waiting room)"
        r"|trouble|doubt|pain|bed|shock|awe|tears)",
        rest,
    ):
        return False
    if re.match(
        r"on the (?:waiting list|board|committee|council|pill|spectrum|dole|night shift"
        r"|\w+ shift|\w+ team)",
        rest,
    ):
        return True
    if is_dated(rest) and re.match(r"(?:on|at) the", rest):
        return True
    if re.match(
        r"(?:on (?:the|it|my way|fire|page|line|chapter|step|slide|level)|at (?:the (?!moment)|home|a loss"
        r"|my desk|it)"
        r"|out of (?:ideas|time|milk|here|luck)|over (?:it|here)|up (?:to|for|early|late))\b",
        rest,
    ):
        return False
    return not LATELY.search(rest) or is_dated(rest)
