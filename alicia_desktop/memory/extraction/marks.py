"""What speaks for keeping a clause whatever its verb: people, illness, work, money, numbers, days and names in it.

No list of verbs is complete. Where somebody speaks of themselves and of such things, and neither of the moment nor to
the assistant, it is kept.
"""

import re
from functools import cache
from typing import Final

from alicia_desktop.memory.extraction.grammar import Clause
from alicia_desktop.memory.extraction.lasting import words_in
from alicia_desktop.memory.extraction.lives import is_of_a_life
from alicia_desktop.memory.retrieval.analysis import names_in
from alicia_desktop.memory.vocabulary import listed, verb_form

_MARKING: Final = (
    "people.kin",
    "people.others",
    "people.pets",
    "things.health",
    "things.jobs",
    "things.possessions",
    "things.tools",
    "things.mind",
    "things.diets",
    "things.appointments",
    "markers.money",
    "markers.pastimes",
    "markers.learning",
    "markers.food",
    "markers.languages",
    "markers.home",
    "markers.numbers",
    "dates.words",
    "dates.often",
)
"""The lists of what is mostly lasting; not so the words of `markers.loose`, which mean much else."""
_OF_THE_MOMENT: Final = re.compile(
    r"\bat (?:\w+ |\d+ ?)(?:percent|%)|\bin (?:an? )?(?:(?:\w+|\d+) )?(?:minutes?|mins?|seconds?|hours?)\b"
    r"|\bjust (?:got|finished|had|ate|woke|arrived|came) (?:home|back|in|lunch|dinner|breakfast"
    r"|here|up|my (?:lunch|dinner|breakfast|coffee|tea))\b"
    r"|\bhaving (?:my )?(?:lunch|dinner|breakfast|coffee|tea|a (?:coffee|tea|beer|nap|bath|break))\b"
    r"|\bjust (?:buzzed|rang|beeped|froze|crashed|closed|opened|shut|restarted|saved|sent|noticed|reali[sz]ed"
    r"|clicked|tried|looked|read|saw|watched|typed)\b"
    r"|\b(?:right now|just now|today|tonight|this (?:morning|afternoon|evening|minute"
    r"|second|time)|yesterday|last night|a (?:minute|moment|second) ago|so far so good"
    r"|for lunch|for dinner|for breakfast|again)\b",
    re.IGNORECASE,
)
_TO_ASSISTANT: Final = re.compile(
    r"\b(?:you|your|yours|yourself|please|pls|thanks|thank|cheers|sorry|answer|answers"
    r"|reply|explain|translate|summar\w+|paragraph|sentence|sentences|essay|email|text"
    r"|page|pages|word|words|link|links|list|file|pdf|code|function|error|question"
    r"|questions|timer|alarm|option|options|version|example|examples|synonym\w*|recipe"
    r"|recipes|joke|poem|story|limerick|calculate|difference|between|versus|vs|level"
    r"|button)\b",
    re.IGNORECASE,
)
_THINKING: Final = frozenset(
    [
        "think",
        "guess",
        "know",
        "mean",
        "see",
        "understand",
        "wonder",
        "suppose",
        "believe",
        "hear",
        "say",
        "agree",
        "disagree",
        "doubt",
        "bet",
        "hope",
        "remember",
        "ask",
        "tell",
        "notice",
        "find",
        "look",
        "seem",
        "sound",
        "expect",
        "imagine",
        "assume",
        "read",
        "watch",
        "appreciate",
        "thank",
        "laugh",
        "joke",
        "talk",
        "forget",
        "decide",
        "try",
        "check",
        "want",
        "need",
        "let",
        "call",
        "like",
        "love",
        "hate",
    ]
)
_ORDER: Final = re.compile(
    r"^(?:not |no |dear |don't |never mind|permit |allow |excuse |wait|yes|ok|so |and |but |or |very |too |how|what|why"
    r"|when|where|who|which"
    r"|if |any|more|less|another|same|sort |make |give |show |find |tell |list |write "
    r"|play |set |open |close |turn |stop |start |add |remind |read |wake |call |compare "
    r"|count |convert |define |describe |explain |search |look |help |compare|sort|let"
    r"|great|nice|good|lovely|wow|perfect|long day|shorter|longer|difference|capital"
    r"|meaning|definition|synonym|weather|translate|sounds?|seems|looks)",
    re.IGNORECASE,
)
_LONGEST_FRAGMENT: Final = 25
"""Words."""
_DOSE: Final = re.compile(
    r"\b\d+ ?(?:mg|ml|mcg|milligrams?)\b.*\b(?:every|daily|twice|once|a day|morning|night|since)\b", re.IGNORECASE
)
_NONE_FOR_ME: Final = re.compile(
    r"no (?:more )?[\w ]{3,40}? (?:for (?:me|us|my \w+)|in (?:our|my) \w+)\b", re.IGNORECASE
)
_LONG_AGO: Final = re.compile(
    r"\b(?:years?|(?:19|20)\d\d|childhood|as a (?:child|kid|student|teenager)"
    r"|in my \w+ties|once|last (?:year|month|spring|summer|autumn|winter)|used to)\b",
    re.IGNORECASE,
)
_STANDING_BY: Final = re.compile(
    r"\b(?:standing|sitting|waiting|lying|looking|talking|asking|wondering|guessing"
    r"|calling|typing|saying|kidding|joking|thinking|referring)\b"
)
_AT_TABLE: Final = frozenset(["eat", "drink", "cook"])
_UNREAL: Final = re.compile(
    r"^(?:if|suppose|imagine|when you|whether|unless)\b|\b(?:would|could|should|might have"
    r"|as if|i wish)\b",
    re.IGNORECASE,
)


def speaks_for_itself(clause: Clause) -> bool:
    """Return whether a clause of the person or about their things has marks enough."""
    text = clause.text
    if (
        _OF_THE_MOMENT.search(text)
        or not words_in(text).isdisjoint(listed("passing.here"))
        or _TO_ASSISTANT.search(text)
        or _UNREAL.search(text)
        or clause.verb in _THINKING
        or (clause.who == "user" and clause.first == "them")
        or ((clause.verb == "have" or clause.progressive) and clause.first in {"it", "that", "this"})
        or (clause.form == "ing" and _STANDING_BY.search(text) is not None)
        or (clause.progressive and clause.verb in _AT_TABLE and not clause.perfect)
    ):
        return False
    if clause.who in {"user", "owned", "kin"}:
        if clause.verb == "be" and re.match(
            r"(?:not |so |too |very |really |just |such |still )*(?:on the (?:bus|train|phone|way"
            r"|sofa|couch)|at the|in the|in a|fine|here|sure|\w+ed\b)",
            clause.rest,
        ):
            return False
        if is_marked(f"{clause.lead} {clause.rest}", text):
            weighty = _LONG_AGO.search(text) or set(re.findall(r"[\w-]+", clause.rest)) & _heavy()
            return bool(weighty) or not (clause.past and clause.verb in {"be", "have"})
        return _is_full(clause)
    own = re.search(r"\b(?:my|our|me|us|i|we)\b", clause.rest) is not None
    return (
        own
        and clause.who in {"other", "named"}
        and not re.match(r"(?:the|this|that|these|those|it)\b", clause.subject, re.IGNORECASE)
        and is_marked(f"{clause.subject} {clause.rest}", text)
        and not IN_MY_VIEW.search(text)
    )


IN_MY_VIEW: Final = re.compile(
    r"\b(?:in my (?:opinion|view|book|experience|eyes|mind)|if you ask me|to my mind|imo|imho|(?:over|under)rated)\b",
    re.IGNORECASE,
)
_ADDRESS: Final = re.compile(
    r",? my (?:\w+ )?(?:friend|dear|love|god|goodness|buddy|man|darling)$|\b(?:coffee|tea"
    r"|beer|cup|glass|wine|try|attempt|guess)$",
    re.IGNORECASE,
)


def _is_full(clause: Clause) -> bool:
    """Return whether a clause says enough to be kept without a mark: what is so, and not what is done now."""
    words = re.findall(r"[\w'-]+", clause.rest)
    first = words[0] if words else ""
    if (
        first
        in {
            "it",
            "that",
            "this",
            "these",
            "those",
            "them",
            "so",
            "to",
            "the",
            "there",
            "one",
            "any",
            "some",
            "what",
            "how",
        }
        or len(words) < 2
    ):
        return False
    if (
        set(clause.auxiliaries) & {"can", "can't", "could", "couldn't", "will", "won't", "may", "must", "shall"}
        or clause.past
        or clause.perfect
        or clause.verb in {"be", "have"}
    ):
        return False
    return clause.verb not in listed("clauses.idle") and clause.form in {"base", "s"}


def is_telling_fragment(text: str) -> bool:
    """Return whether a half sentence tells something of the person."""
    if is_idle_fragment(text):
        return False
    if _DOSE.search(text):
        return True
    own = (
        re.search(
            r"\b(?:my|our|mine|me|us|we|i|here|at home|at work|currently|at the moment|for me)\b", text, re.IGNORECASE
        )
        is not None
    )
    return (own and is_marked(text, text)) or is_of_a_life(text)


_NAMED_ONLY: Final = re.compile(r"(?:my|our) [a-z-]+", re.IGNORECASE)
"""Something of the person's, of which nothing is said: "my kids"."""


def is_idle_fragment(text: str) -> bool:
    """Return whether a half sentence is an order, of the moment, said to the assistant or of one's view of things."""
    words = text.split()
    if (
        _NAMED_ONLY.fullmatch(text)
        or not 2 <= len(words) <= _LONGEST_FRAGMENT
        or (_ORDER.match(text) and not _NONE_FOR_ME.match(text))
    ):
        return True
    if IN_MY_VIEW.search(text) or any(pattern.search(text) for pattern in (_TO_ASSISTANT, _OF_THE_MOMENT, _UNREAL)):
        return True
    order = verb_form(words[0].lower())
    orders = order is not None and order.form == "base" and words[0].lower() not in listed("verbs.also_nouns")
    return (orders and not _DOSE.search(text)) or _ADDRESS.search(text.rstrip(".! ")) is not None


def is_marked(told: str, text: str) -> bool:
    """Return whether something lasting is named in `told`, a part of `text`."""
    words = set(re.findall(r"[^\W_]+(?:['-][^\W_]+)*", told.lower()))
    words |= {word.removesuffix("'s").removesuffix("s") for word in words}
    if words & _marking():
        return True
    names = [name for name in names_in(text) if not text.startswith(name)]
    return bool(names) or re.search(r"\d", told) is not None


@cache
def _heavy() -> frozenset[str]:
    return frozenset().union(*(listed(name) for name in ("people.pets", "things.jobs", "things.diets"))) | {
        "hospital", "army", "navy", "prison", "surgery", "operation", "stroke", "cancer", "coma", "rehab", "band",
        "choir",
    }  # fmt: skip


@cache
def _marking() -> frozenset[str]:
    return frozenset().union(*(listed(name) for name in _MARKING)) - listed("markers.loose")
