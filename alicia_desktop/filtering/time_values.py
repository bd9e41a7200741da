"""Read a time as it is typed: `2026`, `2026-11`, `2026-11-23`, `12:30`, `12:30:05.250`, `2026-11-23T12:30`."""

import re
from datetime import MAXYEAR, datetime
from typing import Final

from alicia_desktop.filtering.expression import Moment

_DATE: Final = re.compile(r"(\d{4})(?:-(\d{1,2}))?(?:-(\d{1,2}))?", re.ASCII)
_TIME: Final = re.compile(r"(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,6}))?)?", re.ASCII)
_FIRST_YEAR, _LAST_YEAR = 1900, MAXYEAR - 1
"""Beyond them the time zones of some systems fail."""


def read_day(value: str) -> tuple[int, int | None, int | None] | None:
    """Read a year, a month or a day; None where it is none or does not exist."""
    found = _DATE.fullmatch(value)
    if found is None:
        return None
    year, month, day = (None if part is None else int(part) for part in found.groups())
    assert year is not None
    try:
        datetime(year, 1 if month is None else month, 1 if day is None else day)  # noqa: DTZ001 - only whether it exists
    except ValueError:
        return None
    return year, month, day


def read_moment(value: str) -> Moment | None:
    """Read a day, a time, or both; None where it is neither."""
    date_text, separator, time_text = value.upper().partition("T")
    if not separator and ":" in value:
        date_text, time_text = "", value
    date, time = read_day(date_text), _read_time(time_text)
    if (date is None and (date_text or not time_text)) or (time is None and (separator or time_text)):
        return None
    if date is not None and (not _FIRST_YEAR <= date[0] <= _LAST_YEAR or (time is not None and date[2] is None)):
        return None
    return Moment(date=date, time=time)


def _read_time(value: str) -> tuple[int, int, int | None, int | None] | None:
    found = _TIME.fullmatch(value)
    if found is None:
        return None
    hour, minute, second = int(found[1]), int(found[2]), None if found[3] is None else int(found[3])
    micro = None if found[4] is None else int(found[4].ljust(6, "0"))
    return (hour, minute, second, micro) if hour < 24 and minute < 60 and (second or 0) < 60 else None
