"""Format times, lengths, sizes and scores, in one place, so that a figure reads the same wherever it stands."""

import json
import re
from collections.abc import Mapping
from datetime import date, datetime, tzinfo
from itertools import islice
from typing import Any, Final
from unicodedata import bidirectional

from alicia_desktop.base.translation import format_number, translate, translate_count

ELLIPSIS: Final = "…"
ROUNDED_TO_NOTHING: Final = 0.5
"""Milliseconds below which a figure without decimals would say 0, as if there had been nothing."""
MINUS: Final = "\N{MINUS SIGN}"
BREAK: Final = "\N{ZERO WIDTH SPACE}"
FIRST_STRONG: Final = "\N{FIRST STRONG ISOLATE}"
POP: Final = "\N{POP DIRECTIONAL ISOLATE}"
_FROM_RIGHT: Final = frozenset({"R", "AL", "AN"})
_BLOCKS_FROM_RIGHT: Final = re.compile(
    "[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""The blocks of writing from right to left: most texts have none of it, and need not be looked through by letter."""
_DIRECTIONS: Final = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
"""What changes the direction of all that follows it."""
_ENDLESS: Final = re.compile(r"\S{32}(?=\S)")
_QUOTED: Final = translate("“{text}”")
"""Looked up once: every row of the stanzas has one."""
_WEEKDAYS: Final = (
    translate("Monday"),
    translate("Tuesday"),
    translate("Wednesday"),
    translate("Thursday"),
    translate("Friday"),
    translate("Saturday"),
    translate("Sunday"),
)
_WEEKDAYS_SHORT: Final = (
    translate("Mon"),
    translate("Tue"),
    translate("Wed"),
    translate("Thu"),
    translate("Fri"),
    translate("Sat"),
    translate("Sun"),
)
_MONTHS: Final = (
    translate("January"),
    translate("February"),
    translate("March"),
    translate("April"),
    translate("May"),
    translate("June"),
    translate("July"),
    translate("August"),
    translate("September"),
    translate("October"),
    translate("November"),
    translate("December"),
)
_MONTHS_SHORT: Final = (
    translate("Jan"),
    translate("Feb"),
    translate("Mar"),
    translate("Apr"),
    translate("May"),
    translate("Jun"),
    translate("Jul"),
    translate("Aug"),
    translate("Sep"),
    translate("Oct"),
    translate("Nov"),
    translate("Dec"),
)


def clock_time(moment: datetime, zone: tzinfo | None = None) -> str:
    """Return `18:02` in `zone`, by default this computer's."""
    return moment.astimezone(zone).strftime("%H:%M")


def exact_time(moment: datetime, zone: tzinfo | None = None) -> str:
    """Return `18:02:10.566`."""
    return moment.astimezone(zone).isoformat(timespec="milliseconds")[11:23]


def second_time(moment: datetime, zone: tzinfo | None = None) -> str:
    """Return `18:02:10`."""
    return moment.astimezone(zone).strftime("%H:%M:%S")


def list_time(moment: datetime, now: datetime, zone: tzinfo | None = None) -> str:
    """Return what a list shows: `18:02` today, `Tue` within a week, `14 Nov`, and with the year when it is another."""
    local, today = moment.astimezone(zone), now.astimezone(zone)
    days = (today.date() - local.date()).days
    if days <= 0:
        return local.strftime("%H:%M")
    if days < 7:
        return _WEEKDAYS_SHORT[local.weekday()]
    return short_date(local, with_year=local.year != today.year)


def short_date(day: date, *, with_year: bool = True) -> str:
    """Return `14 Nov 2026`, or `14 Nov`."""
    said = translate("{day} {month} {year}") if with_year else translate("{day} {month}")
    return said.format(day=day.day, month=_MONTHS_SHORT[day.month - 1], year=day.year)


def long_time(moment: datetime, zone: tzinfo | None = None) -> str:
    """Return `Wednesday, 19 November, 18:02`."""
    local = moment.astimezone(zone)
    weekday, month = _WEEKDAYS[local.weekday()], _MONTHS[local.month - 1]
    return translate("{weekday}, {day} {month}, {time}").format(
        weekday=weekday, day=local.day, month=month, time=clock_time(moment, zone)
    )


def duration(milliseconds: float) -> str:
    """Return `624 ms` below a second, `9.8 s` above, `2 min 5 s` above a minute, and `< 1 ms` for what rounds to 0.

    Of a duration of 0, too: it was measured by a clock that knows whole milliseconds only.
    """
    if abs(milliseconds) < ROUNDED_TO_NOTHING:
        return "< 1 ms"
    if round(milliseconds) < 1_000:
        return f"{milliseconds:.0f} ms"
    if round(milliseconds / 100) < 600:
        return f"{format_number(milliseconds / 1000, '.1f')} s"
    minutes, seconds = divmod(round(milliseconds / 1000), 60)
    return f"{minutes} min {seconds} s"


def span(days: float) -> str:
    """Return `5 days`, `6 weeks`, `14 months`, `3 years`."""
    if days < 1:
        return translate("less than a day")
    if days >= 730:
        return translate_count("{count} year", "{count} years", round(days / 365.25))
    if days >= 61:
        return translate_count("{count} month", "{count} months", round(days / 30.44))
    if days >= 28:
        return translate_count("{count} week", "{count} weeks", round(days / 7))
    return translate_count("{count} day", "{count} days", round(days))


def seconds(milliseconds: float) -> str:
    """Return `0.48 s`."""
    return f"{format_number(milliseconds / 1000, '.2f')} s"


def signed(milliseconds: float) -> str:
    """Return whole milliseconds with thousands parted and a true minus: `−4,200`."""
    text = format_number(abs(milliseconds), ",.0f")
    return f"{MINUS}{text}" if milliseconds < 0 and text != "0" else text


def size(count: int) -> str:
    """Return bytes as they stand in a column: `1,412`."""
    return format_number(count)


def data_size(count: int) -> str:
    """Return bytes as people say them: `812 bytes`, `48 KB`, `2 MB`, `7.1 MB`, `2 GB`."""
    if count < 1_000:
        return byte_count(count)
    if count < 999_500:
        return f"{count / 1_000:.0f} KB"
    if count < 999_950_000:
        return format_number(count / 1_000_000, ".1f").removesuffix(".0") + " MB"
    return format_number(count / 1_000_000_000, ".1f").removesuffix(".0") + " GB"


def one_line(text: str, limit: int = 120) -> str:
    """Return text on one line, cut with an ellipsis after `limit` characters."""
    begun = text.lstrip()[: 4 * limit + 1]  # what is behind it cannot be seen, and may be megabytes
    flat = " ".join(begun.split())
    return flat if len(flat) <= limit and len(begun) <= 4 * limit else flat[: limit - 1].rstrip() + ELLIPSIS


def breakable(words: str) -> str:
    """Return text in which very long words may be broken over lines, for what cannot break them by itself."""
    return _ENDLESS.sub(lambda run: run[0] + BREAK, words)


def quoted(text: str, limit: int = 48) -> str:
    """Return `“Because Emma is …”`."""
    return _QUOTED.format(text=one_line(text, limit))


def isolated(text: str) -> str:
    """Return text that goes from right to left so that what stands beside it on the line keeps its place."""
    if text.isascii():
        return text
    plain = _DIRECTIONS.sub("", text)
    if _BLOCKS_FROM_RIGHT.search(plain) is None:
        return plain
    return f"{FIRST_STRONG}{plain}{POP}" if any(bidirectional(letter) in _FROM_RIGHT for letter in plain) else plain


def tokens(count: int) -> str:
    """Return `1 token`, `1,224 tokens`."""
    return translate_count("{count} token", "{count} tokens", count)


def memories(count: int) -> str:
    """Return `1 memory`, `1,224 memories`."""
    return translate_count("{count} memory", "{count} memories", count)


def byte_count(count: int) -> str:
    """Return `1 byte`, `1,224 bytes`."""
    return translate_count("{count} byte", "{count} bytes", count)


def as_json(value: Any) -> str:
    """Return a value as indented JSON for reading."""
    import msgspec  # noqa: PLC0415 - the window is painted before it is loaded

    try:
        # A hundred times as fast as indenting in Python, which would take a second for what one stanza can hold.
        return msgspec.json.format(msgspec.json.encode(value, enc_hook=str), indent=2).decode()
    except (OverflowError, TypeError, UnicodeError, msgspec.MsgspecError):
        return json.dumps(value, ensure_ascii=False, indent=2, default=str)


def parameters(values: Mapping[str, Any], limit: int = 80) -> str:
    """Return a tool's parameters on one line: `17 * 23` for a single one, else `city Oslo · days 3`."""
    if len(values) == 1:
        return one_line(plain(next(iter(values.values()))), limit)
    shown = islice(values.items(), limit)  # each takes a character at least, so more would be cut off
    return one_line(" · ".join(f"{name} {plain(value)}" for name, value in shown), limit)


def plain(value: Any) -> str:
    """Return a value as it is, where it is text, else as JSON on one line."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
