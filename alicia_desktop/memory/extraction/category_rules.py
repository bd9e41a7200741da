"""Which category a statement belongs to, by the guide in tests/data/extraction/README.md."""

import re
from collections.abc import Callable
from typing import Final, NamedTuple

from alicia_desktop.memory.extraction.lasting import is_dated
from alicia_desktop.memory.facts import Fact
from alicia_desktop.memory.vocabulary import english, listed

_ANSWERS: Final = re.compile(r"\b(?:assistant|answers?|replies|recipes)\b.*|\bwants? to be called\b", re.IGNORECASE)
_DEBT: Final = re.compile(
    r"\b(?:owes?|debts?|loans?|mortgage|earns?|salary|income|wages?|take(?:s)? home"
    r"|pension(?! fund)|taxes|child support|paid (?:hourly|weekly|monthly)|credit|bankrupt"
    r"|overdraft|alimony|benefits|tax)\b",
    re.IGNORECASE,
)
_SPENDING: Final = re.compile(
    r"\b(?:rents? (?:is|went|costs|are)|in rent|pays?\b.*\brent|rent\b.*\d|budget"
    r"|saving (?:up )?(?:for|to)|saves? (?:up )?|putting aside|puts? aside|sets? aside"
    r"|setting aside|savings|spends?|spending|invests?|afford|costs? (?:user|us)"
    r"|puts? \d+)\b",
    re.IGNORECASE,
)
_WISH: Final = re.compile(
    r"\b(?:one day|some ?day|dreams?|always wanted|would (?:like|love) to|wants? to"
    r"|hopes? to|wishes|eventually|bucket list)\b",
    re.IGNORECASE,
)
_AIM: Final = re.compile(
    r"\b(?:goal|training for|learning|trying to|studying for|preparing for|exams?|thesis"
    r"|deadline|marathon|signed up|applying|renovating|moving|moves|move to|flying|flies"
    r"|going to|goes to .* in|getting (?:an?|married)|will|planning|plans? to|trip"
    r"|travel(?:s|ling)|off to|expecting|driving test|course|chapter|looking for|intends?"
    r"|aims?|interview|flight|train to|conference|writing (?:a|an|User's)|saving up)\b",
    re.IGNORECASE,
)
_ROUTINE: Final = re.compile(
    r"\b(?:every|each|usually|always|never (?!had|been)|often|rarely|seldom|regularly"
    r"|twice a|once a|times a|on (?:mon|tues|wednes|thurs|fri|satur|sun)days"
    r"|in the mornings?|in the evenings?|daytime|weekdays|weekends|daily|weekly|alternate"
    r"|(?:doesn't|don't|no longer) (?:drink|smoke|eat|watch|work on)|wakes? up|gets? up"
    r"|goes to bed|skips?|breakfast|shopping list|routine|meditates?|before bed"
    r"|first meal)\b",
    re.IGNORECASE,
)
_LOOSE: Final = frozenset(
    [
        "back",
        "heart",
        "hearing",
        "aids",
        "appetite",
        "broken",
        "weight",
        "glasses",
        "doctor",
        "stomach",
        "sick",
        "liver",
        "lungs",
    ]
)
"""Words of health that are said of much else."""
_CARE: Final = re.compile(
    r"\b(?:allerg\w+|intoleran\w+|vegan|vegetarian|pescatarian|diabet\w+|diagnos\w+"
    r"|surgery|operation|gave up smoking|quit smoking|stopped smoking|pregnant"
    r"|can't (?:eat|drink|run|walk|hear|see|lift)|medic\w+|tablets?|pills?|insulin"
    r"|broke (?:User's|a) \w+|wears? (?:glasses|hearing|contact)|weight|kilos|diet"
    r"|migraines?|blood|hurt\w*|pain|hip|knee)\b",
    re.IGNORECASE,
)


_JOB: Final[frozenset[str]] = frozenset({"job", "employer"})
_TIES: Final = re.compile(
    r"\b(?:married|engaged|divorced|single|widow\w*|husband|wife|girlfriend|boyfriend"
    r"|in a relationship|twins|children|kids)\b"
)
_MIND: Final = frozenset(
    [
        "therapist",
        "therapy",
        "panic",
        "depressed",
        "depression",
        "anxious",
        "anxiety",
        "burnout",
        "lonely",
        "afraid",
        "scared",
        "grief",
        "overwhelmed",
        "phobia",
        "psychologist",
        "psychiatrist",
        "homesick",
        "stressed",
        "trauma",
        "claustrophobic",
        "shy",
        "introvert",
        "counsellor",
    ]
)


class _Seen(NamedTuple):
    """A statement as the rules look at it."""

    content: str
    fact: Fact
    words: set[str]
    subject: set[str]
    """The words of whom it is about; empty where that is the person."""

    def has(self, pattern: str) -> bool:
        return re.search(pattern, self.content) is not None

    @property
    def tastes(self) -> bool:
        return self.fact.attribute in {"likes", "dislikes"}


def category_of(content: str, fact: Fact) -> str:
    """Return the category of a statement."""
    subject = _words(fact.about) if fact.about and fact.about != "user" else set()
    seen = _Seen(content, fact, _words(content), subject)
    return next((category for category, speaks in _RULES if speaks(seen)), "personal_life_interests")


def _of_pets(seen: _Seen) -> bool:
    if seen.subject & listed("people.pets"):
        return True
    owned = seen.words & listed("people.pets") and seen.has(r"\b(?:has|adopted|breeds?|keeps)\b")
    return bool(owned) and not seen.words & {"allergic", "scared", "afraid"}


def _of_health(seen: _Seen) -> bool:
    ill = seen.words & (listed("things.health") - _LOOSE) and seen.fact.attribute != "likes"
    return _CARE.search(seen.content) is not None or bool(ill)


def _of_people(seen: _Seen) -> bool:
    people = listed("people.kin") | listed("people.others")
    if seen.words & people and seen.has(r"\b(?:called|named|names? (?:is|are))\b"):
        return True
    return bool(seen.subject & people) or bool(seen.fact.name and seen.fact.about != "user")


def _of_ties(seen: _Seen) -> bool:
    """Return whether the person's own ties to people are told: married, two kids."""
    if _TIES.search(seen.content) and not seen.has(r"\blives? with\b"):
        return True
    kin = seen.words & (listed("people.kin") - {"family"})
    return bool(kin) and seen.has(r"\b(?:has|have|is an?|lives? with|share)\b")


def _has_day(seen: _Seen) -> bool:
    if not is_dated(seen.content) or seen.fact.attribute in {"birthday", "age", "origin", "home"}:
        return False
    told = seen.has(r"\b(?:has|is|starts?|leaves?|next|tomorrow)\b")
    return told and not seen.has(r"\b(?:19|20)\d\d\b|born|moved|since")


def _is_wish(seen: _Seen) -> bool:
    return _WISH.search(seen.content) is not None and (
        not is_dated(seen.content) or seen.has(r"\b(?:one day|some ?day|One day|Some ?day)\b")
    )


_RULES: Final[tuple[tuple[str, Callable[[_Seen], object]], ...]] = (
    ("tools_tech_workflow", lambda seen: _ANSWERS.search(seen.content) and seen.has(r"\bwants?\b")),
    ("work_career", lambda seen: seen.subject & listed("people.at_work")),
    ("personal_life_interests", _of_pets),
    ("mental_emotional", lambda seen: seen.words & _MIND and not seen.subject & listed("people.kin")),
    (
        "work_career",
        lambda seen: seen.fact.attribute in _JOB and seen.fact.subject == "user" and not _CARE.search(seen.content),
    ),
    ("health_wellness", _of_health),
    (
        "work_career",
        lambda seen: (
            seen.fact.name
            and "User" not in seen.content
            and seen.has(r"\b(?:team|department|the shop|the firm|the lab)\b")
        ),
    ),
    ("relationships_social", _of_people),
    ("money_income_debt", lambda seen: _DEBT.search(seen.content)),
    ("money_spending_goals", lambda seen: _SPENDING.search(seen.content)),
    ("work_career", lambda seen: seen.fact.attribute in _JOB or _at_work(seen.content, seen.words)),
    ("relationships_social", _of_ties),
    ("tools_tech_workflow", lambda seen: seen.words & listed("things.tools") and not seen.tastes),
    ("daily_routines_habits", lambda seen: _ROUTINE.search(seen.content) and not seen.tastes),
    ("goals_active_current", lambda seen: seen.has(r"\bwants? to (?:finish|reach|run|pass|lose|hand in|learn)\b")),
    ("daily_routines_habits", lambda seen: re.fullmatch(r"User [a-z]+s\.", seen.content)),
    ("goals_future_dreams", _is_wish),
    ("goals_active_current", lambda seen: _WISH.search(seen.content) or _AIM.search(seen.content) or _has_day(seen)),
)
"""The stronger rules first."""


def _at_work(content: str, words: set[str]) -> bool:
    if re.search(
        r"\b(?:works?|working|worked) (?:as|for|at|in|from|nights|part|full|with)\b|\b(?:job"
        r"|career|retired|unemployed|self-employed|freelanc\w+|promoted|laid off|fired|shifts?"
        r"|colleagues?|company|apprentic\w+|notice|employed|employer"
        r"|(?<!smoking )quit (?!smoking)|internship|intern)\b",
        content,
    ):
        return True
    if re.search(r"\b(?:studies|studying|student|degree|university)\b", content) and not re.search(r"\bexam", content):
        return True
    return bool(
        re.search(r"\bUser (?:is|was|has been) (?:now )?(?:an? |the )", content)
        and any(_is_job(word) for word in words)
    ) or bool(re.search(r"\bUser (?:runs|owns|manages|leads|teaches)\b", content))


def _is_job(word: str) -> bool:
    return word in listed("things.jobs") or (
        word.endswith(("ist", "eer", "ologist", "ician")) and word not in english().not_jobs and len(word) > 5
    )


def _words(text: str) -> set[str]:
    return {word.removesuffix("'s") for word in re.findall(r"[^\W_]+(?:['-][^\W_]+)*", text.lower())}
