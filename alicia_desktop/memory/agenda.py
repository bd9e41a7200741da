"""Answer what somebody has planned: the memories of the days that they ask for.

    days = asked_days("What am I doing on Wednesday?", today)
    agenda_text(days, plans_of(days, memories, today))

Pure. Only a question for plans in general is read here; one for a certain appointment is one for the memory's search.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from alicia_desktop.memory.answers import second_person
from alicia_desktop.memory.dates import MONTHS, WEEKDAYS, named_dates, only_date
from alicia_desktop.memory.inferred_facts import moved_by
from alicia_desktop.store.records import MemoryRecord

_DAYS: Final = r"(?P<days>[^?.!,]*?)[\s?.!]*$"
_ASKED: Final = tuple(
    re.compile(rf"^\W*(?:(?:and|so|hey|alicia|ok(?:ay)?|please|tell me)\W+)*{words}{_DAYS}", re.IGNORECASE)
    for words in (
        r"what (?:am i|are we) (?:doing|up to|supposed to do)\b",
        (
            r"what(?:['’]?s| is| do i have| have i got)(?: there)?"
            r" (?:planned|coming up|(?:on |in )?my (?:agenda|calendar|schedule|plate|diary|plan))\b(?: for me)?"
        ),
        r"what do i have(?: to do| on| going on| planned)?\b",
        r"what(?:['’]?s| is) (?:on|happening|going on)\b",
        r"what (?:are|were) my (?:plans|appointments)\b",
        (
            r"do i have (?:(?:anything|something|plans|any plans|any appointments|appointments|a plan)\b"
            r"(?: planned| on| to do| going on| coming up| scheduled)?)"
        ),
        r"(?:have i got|is there|got) (?:anything|something|any plans|any appointments)\b(?: planned| on)?",
        r"(?:do we have |have we got )?any (?:plans|appointments)\b",
        r"anything (?:planned|on|going on|coming up|happening)?\b",
        r"am i (?:free|busy)\b",
    )
)
_WEEK: Final = re.compile(
    r"^(?:the |for |in |over )*(?P<which>this|next|the coming|coming)? ?(?P<span>week|weekend)$", re.IGNORECASE
)
_SOON: Final = re.compile(
    r"^(?:for me|soon|coming up|up|next|in the (?:next|coming) (?:days|weeks)|the next few days|these days)?$",
    re.IGNORECASE,
)
_IN_GENERAL: Final = re.compile(r"\b(?:coming up|planned|agenda|calendar|schedule|plans|appointments)\b", re.IGNORECASE)
_YEARLY: Final = re.compile(r"\b(?:birthday|anniversary|born on)\b", re.IGNORECASE)
SOON_DAYS: Final = 30
MAX_PLANS: Final = 10


@dataclass(frozen=True, kw_only=True, slots=True)
class AskedDays:
    """The days that somebody asks for, the last one among them."""

    first: date
    last: date
    named: str
    """As they stand in an answer."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlannedMemory:
    """A memory, and the day that it is of."""

    memory: MemoryRecord
    day: date
    is_of_month: bool = False
    """Whether it tells only the month."""


def asked_days(question: str, *, today: date) -> AskedDays | None:
    """Return the days for which somebody asks what is planned; None where they ask for anything else."""
    for form in _ASKED:
        if (match := form.match(question)) is None:
            continue
        words = re.sub(r"^(?:(?:on|for|in|at|this coming|the) )+", "", match["days"].strip().lower())
        words = words or ("soon" if _IN_GENERAL.search(question) else "")
        if (days := _days_of(words, today)) is not None:
            return days
    return None


def _days_of(words: str, today: date) -> AskedDays | None:
    if (day := only_date(words, said_on=today)) is not None or words in {"tonight", "this evening", "this morning"}:
        day = day or today
        return AskedDays(first=day, last=day, named="today" if day == today else _spoken(day))
    if (week := _WEEK.match(words)) is not None:
        monday = today - timedelta(days=today.weekday()) + timedelta(days=7 if week["which"] == "next" else 0)
        first = monday + timedelta(days=5) if week["span"] == "weekend" else max(monday, today)
        named = f"{week['which'] or 'this'} {week['span']}"
        return AskedDays(first=first, last=monday + timedelta(days=6), named=named)
    if (month := re.fullmatch(rf"({'|'.join(MONTHS)})", words)) is not None:
        number = MONTHS.index(month[1]) + 1
        first = date(today.year + (number < today.month), number, 1)
        last = (first + timedelta(days=31)).replace(day=1) - timedelta(days=1)
        return AskedDays(first=first, last=last, named=month[1].capitalize())
    if words and _SOON.match(words):
        return AskedDays(first=today, last=today + timedelta(days=SOON_DAYS), named=f"the next {SOON_DAYS} days")
    return None


def plans_of(days: AskedDays, memories: Sequence[MemoryRecord]) -> tuple[PlannedMemory, ...]:
    """Return the memories of these days, the earliest first, without what was moved to another day since."""
    found = [
        PlannedMemory(memory=one, day=day, is_of_month=_names_month(one, days))
        for one in memories
        if not one.content.endswith("?")
        and (day := _day_within(one, days)) is not None
        and moved_by(one, memories) is None
    ]
    return tuple(sorted(found, key=lambda plan: (plan.day, plan.memory.created_at)))[:MAX_PLANS]


def _names_month(memory: MemoryRecord, days: AskedDays) -> bool:
    """Return whether a memory names the month that is asked for, and no day of it."""
    is_month = days.named.lower() in MONTHS
    return is_month and re.search(rf"\b(?:in|next|this|until|by) {days.named}\b", memory.content) is not None


def _day_within(memory: MemoryRecord, days: AskedDays) -> date | None:
    """Return the first of the days that a memory is of: by its date, each year, or each week."""
    meant = [date.fromisoformat(iso) for iso in memory.meta.get("dates", {}).values()]
    if _YEARLY.search(memory.content):
        meant += [one.day for one in named_dates(re.sub(r",? \d{4}\b", "", memory.content), said_on=days.first)]
    if _names_month(memory, days):
        return days.first
    within = sorted(day for day in meant if days.first <= day <= days.last)
    if within:
        return within[0]
    for at in range((days.last - days.first).days + 1 if (days.last - days.first).days < len(WEEKDAYS) else 0):
        day = days.first + timedelta(days=at)
        name = WEEKDAYS[day.weekday()]
        if re.search(rf"\b(?:every {name}|{name}s)\b", memory.content, re.IGNORECASE):
            return day
    return None


def agenda_text(days: AskedDays, plans: Sequence[PlannedMemory]) -> str:
    """Return the answer: what was told for these days."""
    if not plans:
        return f"You have told me of nothing for {days.named}. Tell me what you plan, and I will remember it."
    several = days.first != days.last
    lines = [
        f"- {f'{_spoken(plan.day)}: ' if several and not plan.is_of_month else ''}{second_person(plan.memory)}"
        for plan in plans
    ]
    return f"This is what you told me for {days.named}:\n\n" + "\n".join(lines)


def _spoken(day: date) -> str:
    return f"{WEEKDAYS[day.weekday()].capitalize()}, {day.day} {MONTHS[day.month - 1].capitalize()}"
