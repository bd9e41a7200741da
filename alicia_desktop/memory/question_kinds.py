"""Tell what kind of thing a question asks for (a time, an age, a number, a name, a place), and what holds one.

Pure functions; `memory.answers` chooses the memories that answer by them.
"""

import re
from typing import Final

from alicia_desktop.memory.dates import MONTHS, WEEKDAYS
from alicia_desktop.memory.retrieval.analysis import names_in
from alicia_desktop.memory.segmentation import words_of

MIN_STEM: Final = 4
"""Letters of a word before its ending, at least."""
WHEN: Final = re.compile(r"\b(?:when|what (?:day|date|time|year|month)|which (?:day|date|year|month))\b", re.IGNORECASE)
COUNT: Final = re.compile(
    r"\bhow (?:many|old|much|long|tall|often)\b|\bwhat (?:number|age)\b|\bnumber\b", re.IGNORECASE
)
AGE: Final = re.compile(r"\bhow old\b|\b(?:what|which) age\b|\bages?\b", re.IGNORECASE)
NUMBER_WORDS: Final = frozenset(
    [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
        "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty", "thirty", "forty", "fifty",
        "sixty", "seventy", "eighty", "ninety", "hundred", "once", "twice",
    ]
)  # fmt: skip
_NUMBER_WORD: Final = "|".join(sorted(NUMBER_WORDS - {"once", "twice"}))
_AGE_TOLD: Final = re.compile(
    r"\b(?:years?|months?|weeks?)[- ]old\b|\baged?\b|\bborn\b|\bturn(?:s|ed)?\b|\b(?:is|am|are) \d+\b"
    rf"|\b(?:is|am|are) (?:{_NUMBER_WORD})(?:-\w+)?(?=\W*(?:$|[,;.!]|(?:and|now|already|on|in|this|today|next)\b))"
)
_AGED: Final = re.compile(r"\b(?:aged )?\d+ (?:years?|months?|weeks?) old\b|\b(?:is|am|are) \d+(?=\W*$)")
"""An age, which is no time."""
AGE_TOLD_PLAINLY: Final = re.compile(r"\b(?:years?|months?|weeks?)[- ]old\b|\baged? \d|\bturn(?:s|ed)? \d")
WHERE: Final = re.compile(r"\bwhere\b|\b(?:what|which) (?:address|place|town|city|country|street)\b", re.IGNORECASE)
_PLACE: Final = re.compile(
    r"\b(?:in|at|on|near|from|to|behind|under|next to|opposite|beside|outside|inside|around|by|with|address|moved"
    r"|home)\b"
)
_AROUND: Final = re.compile(
    r"\b(?:before|after|during|until)(?: the| User['’]s)? (?:[a-z]+ing|lunch|dinner|breakfast|supper|bed|work|school"
    r"|church|class|training|meals?|sunrise|sunset|dark|noon|midnight)\b"
    rf"|\b(?:at|by|until|till|since|from|around|about|before|after|past|to|in) (?:half past |{_NUMBER_WORD}\b)"
)
"""A time that is told by what happens then."""
KIND_OF: Final = re.compile(
    r"\b(?:what|which) (?:breed|kind|sort|type|species|make|model)(?: of [a-z]+)? (?:is|was|of [a-z]+ is)"
    r" (?P<who>(?-i:[A-ZÀ-ÖØ-Þ])[\w-]+)[\s?.!]*$",
    re.IGNORECASE,
)
NAMED: Final = re.compile(r"\b(?:names?|called|named)\b", re.IGNORECASE)
WHO_IS: Final = re.compile(r"^\W*(?:and |so )?who(?:['’]?s| is| was)\b", re.IGNORECASE)
_PLURALS: Final = frozenset(
    {"children", "people", "men", "women", "feet", "teeth", "mice", "kids", "names", "pets", "cats", "dogs"}
)
_PLURAL_ENDING: Final = re.compile(r"(?<![sui])s$")
WHO: Final = re.compile(r"\b(?:who|whose|names?|called|named)\b", re.IGNORECASE)
TIME_WORDS: Final = frozenset(
    [
        *WEEKDAYS, *(f"{day}s" for day in WEEKDAYS), *MONTHS,
        "today", "tomorrow", "yesterday", "tonight", "morning", "noon", "evening", "afternoon", "midnight", "week",
        "weekend", "month", "year", "daily", "weekly",
    ]
)  # fmt: skip

DENIAL: Final = re.compile(r"\b(?:not?|never|nobody|nothing|none|cannot|without)\b|n['’]t\b", re.IGNORECASE)
_OPEN: Final = re.compile(
    r"^\W*(?:(?:and|so|but|ok(?:ay)?|alicia)\W+)*what (?:am|is|are|do|does|don['’]?t|doesn['’]?t)(?: not)?"
    r" (?:i|we|(?:my|our) [\w ]+?|[\w-]+)(?: not| really)? (?:allergic to|like|love|enjoy|hate|dislike)[\s?.!]*$",
    re.IGNORECASE,
)
HOW_LONG: Final = re.compile(r"\b(?:how long|since when)\b", re.IGNORECASE)
HOW_FAR: Final = re.compile(
    r"\bhow (?:long|many (?:more )?(?:days|weeks|sleeps|nights))(?: (?:is it|are there|is left|are left|left|to go))*"
    r" (?:until|'?till?|to|before)\b",
    re.IGNORECASE,
)
_ATTRIBUTES: Final = (
    (
        "home",
        re.compile(
            r"\b(?:where|(?:what|which) (?:town|city|country|village|place))\b.*\bliv(?:e|es|ing)\b", re.IGNORECASE
        ),
    ),
    (
        "job",
        re.compile(
            r"\bdo(?:es|ing)? for (?:a living|work|money)\b|\bwhat\b.*\b(?:job|occupation|profession|work as)\b",
            re.IGNORECASE,
        ),
    ),
)
_OF_USER: Final = re.compile(r"\b(?:i|my (?:job|occupation|profession))\b", re.IGNORECASE)


def attribute_asked(question: str) -> tuple[str, frozenset[str]]:
    """Return the attribute of a fact that a question asks for in other words, and of whom; empty for none.

    "What do I do for a living?" asks for the job, and has a word with "You live in Brno." in common.
    """
    attribute = next((name for name, pattern in _ATTRIBUTES if pattern.search(question)), "")
    if _OF_USER.search(question):
        return attribute, frozenset({"user"})
    return attribute, frozenset(name.lower() for name in names_in(question))


def fits_kind(question: str, content: str) -> bool:
    """Return whether a memory holds what the question asks for: a time, an age, a number, or a name."""
    words = words_of(content)
    numbers = [word for word in words if word in NUMBER_WORDS or any(sign.isdigit() for sign in word)]
    if AGE.search(question):
        return bool(numbers) and _AGE_TOLD.search(content) is not None
    if WHEN.search(question):
        words = words_of(_AGED.sub(" ", content))
        dated = any(word in TIME_WORDS or any(sign.isdigit() for sign in word) for word in words)
        return dated or _AROUND.search(content) is not None
    if COUNT.search(question):
        return bool(numbers)
    if WHO.search(question):
        return bool(_named(content))
    if WHERE.search(question):
        return _PLACE.search(content) is not None
    return True


def tells_kind(question: str, content: str) -> bool:
    """Return whether a memory says what somebody or something named in a question is: "Lotte is a dachshund"."""
    asked = KIND_OF.search(question)
    return asked is not None and re.match(rf"{re.escape(asked['who'])} is an? \w", content) is not None


def _named(content: str) -> list[str]:
    return [name for name in names_in(content) if name != "User" and name.lower() not in TIME_WORDS]


def may_fit_kind(question: str, content: str) -> bool:
    """Return whether a memory that does not plainly hold what is asked for may say it in other words all the same."""
    if AGE.search(question):
        return any(word in NUMBER_WORDS or any(sign.isdigit() for sign in word) for word in words_of(content))
    if WHO_IS.search(question) and not _named(content):
        return False
    return NAMED.search(question) is None or NAMED.search(content) is not None or bool(names_in(content))


def asks_for_all(question: str) -> bool:
    """Return whether a question asks for whatever somebody likes, or is allergic to, and names nothing of it."""
    return _OPEN.match(question) is not None


def denies_as_asked(question: str, content: str) -> bool:
    """Return whether a memory may answer what somebody likes: by what they do not, only where that is asked for."""
    return not asks_for_all(question) or (DENIAL.search(content) is None) == (DENIAL.search(question) is None)


def asks_for_more(question: str, content: str) -> bool:
    """Return whether a question asks when, where, how many or how long, and a memory tells nothing of that kind."""
    is_kind = WHEN.search(question) or COUNT.search(question) or HOW_LONG.search(question)
    return bool(is_kind) and not AGE.search(question) and not fits_kind(question, content)


def asks_for_several(question: str) -> bool:
    """Return whether a question names what it asks for in the plural ("my kids", "which allergies")."""
    words = words_of(question)
    words = words[2:] if words[:1] == ["who"] else words  # "who teaches": a verb in the singular
    return any(word in _PLURALS or (len(word) > MIN_STEM and _PLURAL_ENDING.search(word)) for word in words)
