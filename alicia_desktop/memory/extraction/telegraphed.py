"""Facts in a row without a verb, as in a note: "T2 diabetic, 54, Leeds", "2 kids (6, 9), wife Ana, mortgage till 2041".

Read as such where two parts at least say who somebody is, whom they have or how old they are, or one of them is dated.
"""

import re
from typing import Final

from alicia_desktop.memory.extraction.grammar import parse
from alicia_desktop.memory.extraction.lasting import is_dated
from alicia_desktop.memory.extraction.refining import KIN
from alicia_desktop.memory.extraction.subjectless import article, lowered
from alicia_desktop.memory.vocabulary import listed, verb_form

_PART: Final = re.compile(r",\s+(?![^()]*\))")
_MOST_WORDS: Final = 8
_NUMBER: Final = r"(?:\d{1,2}|no|one|two|three|four|five|six|seven|eight|nine|ten)"
_HAS: Final = re.compile(rf"{_NUMBER} (?:[\w-]+ ){{0,2}}?(?:{KIN})\b.*", re.IGNORECASE)
_AGE: Final = re.compile(r"(?:aged? )?(?P<years>[1-9]\d)(?: ?(?:years old|yrs?|yo|y/o))?$", re.IGNORECASE)
_NAMED: Final = re.compile(rf"(?P<kin>{KIN}):? (?P<name>(?-i:[A-ZÀ-ÖØ-Þ])[\w'-]+.*)", re.IGNORECASE)
_STATE: Final = re.compile(
    r"(?:(?:newly |happily |recently )?(?:married|divorced|single|widowed|retired|engaged|pregnant|self-employed"
    r"|unemployed)|(?:type (?:one|two|1|2) |t[12] |lifelong |strict )?(?:diabetic|vegan|vegetarian|coeliac|celiac"
    r"|asthmatic|epileptic|autistic|dyslexic|pescatarian)|(?:originally |born and raised |based |living )?(?:from|in)"
    r" (?-i:[A-Z])[\w-]+)\b.*",
    re.IGNORECASE,
)
_ARTICLES: Final = frozenset(["a", "an", "the", "my", "our", "your", "no"])


def telegraphed(text: str) -> list[str]:
    """Return each of several facts as a clause; nothing where a text is no such row."""
    parts = [part.strip() for part in _PART.split(text.rstrip(".! "))]
    if not parts[1:] or text.endswith("?") or parse(text) is not None:
        return []
    told = ["" if len(part.split()) > _MOST_WORDS else _fact(part) for part in parts]
    sure = sum(map(bool, told)) > 1 or (told[0] and any(is_dated(part) for part in parts[1:]))
    return [one or f"I: {part}" for one, part in zip(told, parts, strict=True) if part] if sure else []


def _fact(part: str) -> str:
    """Return what a part says of the person; empty where it takes the others to be understood."""
    if age := _AGE.match(part):
        return f"I am {age['years']} years old"
    if _HAS.match(part):
        return f"I have {lowered(part)}"
    if named := _NAMED.match(part):
        return f"my {named['kin'].lower()} is {named['name']}"
    if _STATE.match(part):
        return f"I am {lowered(part)}"
    words = re.findall(r"[\w-]+", part.lower())
    works = not listed("things.jobs").isdisjoint(words[:3]) and not any(_acts(word) for word in words)
    return f"I am {article(part)}" if works and words[0] not in _ARTICLES else ""


def _acts(word: str) -> bool:
    form = verb_form(word)
    return form is not None and form.form in {"base", "past"} and word not in listed("verbs.also_nouns")
