"""Parse dates in texts: which day "on Friday" meant on the day it was said, and which days a question is about."""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

WEEKDAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_MONTH: Final = "|".join(MONTHS)
_WRITTEN_MONTH: Final = "|".join(f"{name[:3]}(?:{name[3:]})?" for name in MONTHS).replace("sep(", "sept?(")
"""In full or short: "sept" of September, too."""
_DAY: Final = "|".join(WEEKDAYS)
_DAY_MONTH: Final = re.compile(
    rf"\b(\d{{1,2}})(?:st|nd|rd|th)?(?: of)? ({_WRITTEN_MONTH})\b(?:,? (\d{{4}}))?", re.IGNORECASE
)
_MONTH_DAY: Final = re.compile(
    rf"\b({_WRITTEN_MONTH}) (\d{{1,2}})(?:st|nd|rd|th)?\b(?!\d)(?:,? (\d{{4}}))?", re.IGNORECASE
)
_MONTH_ONLY: Final = re.compile(
    rf"\b(?:in|during|of|last|this|since|until|by|early|late|mid) ({_MONTH})\b(?:,? (\d{{4}}))?", re.IGNORECASE
)
_ISO: Final = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")
_WEEKDAY: Final = re.compile(rf"\b(?:(last|next|this|on|every) )?({_DAY})(s)?\b", re.IGNORECASE)
_RELATIVE: Final = {
    "the day after tomorrow": 2,
    "the day before yesterday": -2,
    "tomorrow": 1,
    "yesterday": -1,
    "tonight": 0,
    "today": 0,
    "this evening": 0,
    "this afternoon": 0,
    "this morning": 0,
}
_AHEAD: Final = re.compile(r"\bin (a|one|two|three|four|five|six|seven|\d{1,2}) (day|week)s?\b", re.IGNORECASE)
_AGO: Final = re.compile(r"\b(a|one|two|three|four|five|six|seven|\d{1,2}) (day|week)s? ago\b", re.IGNORECASE)
_NUMBERS: Final = {"a": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}
_DAYS: Final = {"day": 1, "week": 7}


@dataclass(frozen=True, kw_only=True, slots=True)
class DateHint:
    """A day, month or year that a text names; None for what it leaves open."""

    year: int | None = None
    month: int
    day: int | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class NamedDate:
    """Words that mean one day."""

    words: str
    day: date


def date_hints(text: str, *, today: date) -> tuple[DateHint, ...]:
    """Return the days and months that `text` names."""
    hints = [
        DateHint(year=_number(match[3]), month=_month(match[2]), day=int(match[1]))
        for match in _DAY_MONTH.finditer(text)
    ]
    hints += [
        DateHint(year=_number(match[3]), month=_month(match[1]), day=int(match[2]))
        for match in _MONTH_DAY.finditer(text)
    ]
    if not hints:
        hints += [DateHint(year=_number(match[2]), month=_month(match[1])) for match in _MONTH_ONLY.finditer(text)]
    for match in _ISO.finditer(text):
        if (day := _date(*map(int, match.groups()))) is not None:
            hints.append(DateHint(year=day.year, month=day.month, day=day.day))
    if re.search(r"\byesterday\b", text, re.IGNORECASE):
        past = today - timedelta(days=1)
        hints.append(DateHint(year=past.year, month=past.month, day=past.day))
    return tuple(hints)


def named_dates(text: str, *, said_on: date) -> tuple[NamedDate, ...]:
    """Return the days that relative and incomplete dates mean if said on `said_on`; habits ("on Fridays") mean none."""
    found: list[NamedDate] = []
    low = text.lower()
    for words, days in _RELATIVE.items():
        if re.search(rf"\b{words}\b", low) and not any(words in named.words for named in found):
            found.append(NamedDate(words=words, day=said_on + timedelta(days=days)))
    for match in _WEEKDAY.finditer(text):
        which, name, plural = (match[1] or "").lower(), match[2].lower(), match[3]
        if not plural and which != "every":
            found.append(NamedDate(words=match.group().lower(), day=_weekday(said_on, name, which)))
    for pattern, sign in ((_AHEAD, 1), (_AGO, -1)):
        for match in pattern.finditer(text):
            count = _NUMBERS.get(match[1].lower()) or int(match[1])
            found.append(
                NamedDate(
                    words=match.group().lower(), day=said_on + sign * timedelta(days=count * _DAYS[match[2].lower()])
                )
            )
    for match in (*_DAY_MONTH.finditer(text), *_MONTH_DAY.finditer(text)):
        day, month = (match[1], match[2]) if match[1].isdigit() else (match[2], match[1])
        if (whole := _next_date(said_on, _number(match[3]), _month(month), int(day))) is not None:
            found.append(NamedDate(words=match.group().lower(), day=whole))
    return tuple(found)


def _weekday(said_on: date, name: str, which: str) -> date:
    ahead = (WEEKDAYS.index(name) - said_on.weekday()) % 7
    if which == "last":
        return said_on - timedelta(days=(7 - ahead) if ahead else 7)
    if ahead == 0 or which == "next":
        days_left = 7 - said_on.weekday()
        return (
            said_on + timedelta(days=days_left + WEEKDAYS.index(name))
            if which == "next"
            else said_on + timedelta(days=7)
        )
    return said_on + timedelta(days=ahead)


def _next_date(said_on: date, year: int | None, month: int, day: int) -> date | None:
    if year is not None:
        return _date(year, month, day)
    this_year = _date(said_on.year, month, day)
    return _date(said_on.year + 1, month, day) if this_year is None or this_year < said_on else this_year


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _month(name: str) -> int:
    return next(at for at, month in enumerate(MONTHS, start=1) if month.startswith(name[:3].lower()))


def _number(text: str | None) -> int | None:
    return int(text) if text else None


HOLIDAYS: Final = {
    "christmas eve": "24 December",
    "christmas day": "25 December",
    "christmas": "25 December",
    "new year's eve": "31 December",
    "new year's day": "1 January",
    "new year": "1 January",
    "halloween": "31 October",
    "valentine's day": "14 February",
}


def only_date(text: str, *, said_on: date) -> date | None:
    """Return the day that `text` names and nothing else: "next Friday" or "Christmas", and not "my exam on Friday"."""
    plain = re.sub(r"^(?:on|the|in|it)\b\W*", "", text.strip().lower().replace("’", "'"))
    if (year := re.fullmatch(r"(?P<day>.*\d.*|.*day) (?P<which>this|next) year", plain)) is not None:
        plain = f"{year['day']} {said_on.year + (year['which'] == 'next')}"
    if (holiday := re.fullmatch(r"(?P<day>\D+?)(?: day)? (?P<year>\d{4})", plain)) and holiday["day"] in HOLIDAYS:
        plain = f"{HOLIDAYS[holiday['day']]} {holiday['year']}"
    plain = HOLIDAYS.get(plain, plain)
    if plain == "today":
        return said_on
    found = named_dates(plain, said_on=said_on) or named_dates(f"in {plain}", said_on=said_on)
    return found[0].day if len(found) == 1 and len(found[0].words) >= len(plain) else None
