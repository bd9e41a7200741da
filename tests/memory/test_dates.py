from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.memory.dates import DateHint, date_hints, named_dates

WEDNESDAY = date(2026, 11, 18)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("on Friday", "2026-11-20"),
        ("on Monday", "2026-11-23"),
        ("on Wednesday", "2026-11-25"),
        ("next Friday", "2026-11-27"),
        ("last Friday", "2026-11-13"),
        ("last Wednesday", "2026-11-11"),
        ("tomorrow", "2026-11-19"),
        ("the day after tomorrow", "2026-11-20"),
        ("yesterday", "2026-11-17"),
        ("tonight", "2026-11-18"),
        ("in two weeks", "2026-12-02"),
        ("three days ago", "2026-11-15"),
        ("March 3", "2027-03-03"),
        ("3rd of December", "2026-12-03"),
        ("March 3, 1990", "1990-03-03"),
        ("9th feb 1951", "1951-02-09"),
        ("3 Sept", "2027-09-03"),
    ],
)
def test_words_mean_a_day_when_it_is_known_when_they_were_said(text: str, day: str):
    assert [named.day.isoformat() for named in named_dates(text, said_on=WEDNESDAY)] == [day]


@pytest.mark.parametrize("text", ["on Fridays", "every Friday", "some day", "February 31", "may I?"])
def test_habits_and_days_that_are_none_mean_no_day(text: str):
    assert named_dates(text, said_on=WEDNESDAY) == ()


@pytest.mark.parametrize(
    ("text", "hints"),
    [
        ("on 7 May 2023", (DateHint(year=2023, month=5, day=7),)),
        ("on May 3, 2023", (DateHint(year=2023, month=5, day=3),)),
        ("in July", (DateHint(month=7),)),
        ("in July 2022", (DateHint(year=2022, month=7),)),
        ("on 2024-02-29", (DateHint(year=2024, month=2, day=29),)),
        ("yesterday", (DateHint(year=2026, month=11, day=17),)),
        ("may I ask", ()),
        ("2024-13-40", ()),
    ],
)
def test_days_that_a_question_names(text: str, hints: tuple[DateHint, ...]):
    assert date_hints(text, today=WEDNESDAY) == hints


@given(st.text(max_size=200), st.dates(min_value=date(1900, 1, 1), max_value=date(2100, 1, 1)))
def test_any_text_is_read(text: str, day: date):
    assert isinstance(named_dates(text, said_on=day), tuple)
    assert isinstance(date_hints(text, today=day), tuple)
