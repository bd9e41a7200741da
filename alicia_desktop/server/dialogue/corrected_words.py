"""Write out a correction that names only the right words: "no, on 15 March" behind "The party is on 14 March.".

    corrected("My sister's birthday is on 14 March.", "it's on 15 March")
    # "My sister's birthday is not on 14 March but on 15 March", which `memory.corrections` reads

Pure. The new words take the place of those of their kind (a day, a time of day, a number, a name), or of all that was
said of what the statement is about, where that is short and of no kind as well.
"""

import re
from typing import Final

from alicia_desktop.extraction.clause import parse_clause
from alicia_desktop.memory.dates import MONTHS, WEEKDAYS
from alicia_desktop.memory.retrieval.analysis import is_question
from alicia_desktop.server.dialogue.short_answers import answered_value

MAX_PLAIN_WORDS: Final = 3
_PREPOSITION: Final = r"(?P<before>(?:(?:on|in|at|by|to|from|with|near) )?(?:an? |the )?)?"
_MONTH: Final = "|".join(MONTHS)
_DAY: Final = (
    rf"(?:\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{_MONTH})|(?:{_MONTH}) \d{{1,2}}(?:st|nd|rd|th)?"
    rf"|(?:{'|'.join(WEEKDAYS)})s?|\d{{1,2}}(?:st|nd|rd|th)|tomorrow|today|tonight|(?:{_MONTH})(?! \w))"
)
_CLOCK: Final = r"(?:\d{1,2}[:.]\d\d(?: ?[ap]m)?|\d{1,2} ?[ap]m|noon|midnight)"
_KINDS: Final = tuple(
    re.compile(rf"(?<![\w-]){_PREPOSITION}(?P<value>{value})(?![\w-])", flags)
    for value, flags in (
        (_DAY, re.IGNORECASE),
        (_CLOCK, re.IGNORECASE),
        (r"\d+(?:[.,]\d+)?", re.IGNORECASE),
        (r"(?!I\b)[A-ZÀ-ÖØ-Þ][\w'’-]+(?: [A-ZÀ-ÖØ-Þ][\w'’-]+)*", re.NOFLAG),
    )
)
"""A day, a time of day, a number, a name: each with the preposition before it."""
_PLAIN: Final = re.compile(rf"^{_PREPOSITION}(?P<value>[a-z][\w'’-]*(?: [\w'’-]+){{0,2}})$", re.IGNORECASE)
_NOW: Final = re.compile(r"\b(?:now|actually|instead)\b", re.IGNORECASE)


def corrected(told: str, answer: str) -> str | None:
    """Return a statement and its correction in one sentence; None where the answer corrects nothing in it.

    Args:
        told: what was told before, one statement.
        answer: such as "it's on 15 March", or "Braga".
    """
    value = answered_value(answer)
    told = " ".join(told.split()).strip(" .!")
    clause = parse_clause(told)
    if value is None or clause is None or is_question(told) or not told.lower().endswith(clause.rest):
        return None
    value = _NOW.sub("", value).strip(" ,")
    head, rest = told[: len(told) - len(clause.rest)], told[len(told) - len(clause.rest) :]
    place = _place_of_kind(rest, value) or (_plain_place(rest, value) if clause.verb == "be" else None)
    if place is None:
        return None
    begin, end, old, new = place
    if old.lower() == new.lower():
        return None
    kept = f"{head}{rest[:begin]}".rstrip(), rest[end:].strip(" ,")
    return f"{' '.join(part for part in kept if part)} not {old} but {new}"


def _place_of_kind(rest: str, value: str) -> tuple[int, int, str, str] | None:
    """Return where the words of the kind of `value` stand, these, and the new ones with the preposition of the old."""
    for kind in _KINDS:
        if (new := kind.fullmatch(value)) is None:
            continue
        found = [one for one in kind.finditer(rest) if kind is not _KINDS[2] or not _is_dated(rest, one)]
        if not found:
            return None
        old = found[-1]
        before = (new["before"] or old["before"]) if old["before"] else ""
        return old.start(), old.end(), old[0], f"{before}{new['value']}"
    return None


def _is_dated(rest: str, number: re.Match[str]) -> bool:
    """Return whether a number belongs to a day or a time of day."""
    return any(one.start() <= number.start("value") < one.end() for kind in _KINDS[:2] for one in kind.finditer(rest))


def _plain_place(rest: str, value: str) -> tuple[int, int, str, str] | None:
    """Return all that is said of something as what is wrong: "blue" of "My favourite colour is blue"."""
    old, new = _PLAIN.match(rest), _PLAIN.match(value)
    if old is None or new is None or bool(old["before"]) != bool(new["before"]):
        return None  # neither a place for a colour nor a thing for what somebody is
    if any(kind.search(rest) or kind.search(value) for kind in _KINDS) or len(value.split()) > MAX_PLAIN_WORDS:
        return None
    return 0, len(rest), rest, value
