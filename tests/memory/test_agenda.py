"""What somebody has planned: which days they ask for, and which memories are of these."""

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta

import pytest

from alicia_desktop.memory.agenda import agenda_text, asked_days, plans_of
from alicia_desktop.memory.statements import Turn
from alicia_desktop.memory.storing import new_memory_record
from tests.extraction.reader import extract

MONDAY = date(2026, 11, 23)
SAID_AT = datetime(2026, 11, 23, 9, 30, tzinfo=UTC)


def told(text, *, later=0):
    turn = Turn(conversation_id="ac_1", message_id="am_1", text=text, said_at=SAID_AT)
    made = new_memory_record(extract(turn).statements[0], turn, user_id="user", now=SAID_AT)
    return replace(made, updated_at=SAID_AT + timedelta(minutes=later))


def agenda(question, *memories):
    days = asked_days(question, today=MONDAY)
    assert days is not None
    return agenda_text(days, plans_of(days, memories))


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("what am I doing on wednesday?", 2, 2),
        ("what do I have tomorrow", 1, 1),
        ("do I have anything on Friday?", 4, 4),
        ("am I free on Thursday?", 3, 3),
        ("what are my plans for the weekend?", 5, 6),
        ("what's on my calendar this week", 0, 6),
        ("any plans for next week?", 7, 13),
        ("what's coming up?", 0, 30),
        ("do I have any appointments?", 0, 30),
    ],
)
def test_the_days_that_are_asked_for(question, first, last):
    days = asked_days(question, today=MONDAY)
    assert days is not None
    assert (days.first, days.last) == (MONDAY + timedelta(days=first), MONDAY + timedelta(days=last))


@pytest.mark.parametrize(
    "question",
    [
        "do I have a dentist appointment?", "am I free?", "what is on TV tonight", "what am I doing with my life",
        "what am I allergic to", "what do I have", "what's happening in the world today", "what time is it",
    ],
)  # fmt: skip
def test_a_question_for_anything_else_is_none_for_plans(question):
    assert asked_days(question, today=MONDAY) is None


def test_what_was_told_for_a_day_is_listed_and_nothing_else():
    dentist, football = (
        told("I have a dentist appointment on Tuesday at 10:30."),
        told("I play football every Thursday."),
    )
    assert "dentist appointment" in agenda("what am I doing tomorrow?", dentist, football)
    assert agenda("what do I have on Thursday?", dentist, football).endswith("- You play football every Thursday.")
    assert agenda("am I free on Friday?", dentist, football).startswith("You have told me of nothing for Friday")


def test_what_was_moved_is_listed_where_it_is_now():
    dentist = told("I have a dentist appointment on Tuesday at 10:30.")
    moved = told("My dentist appointment got moved to Wednesday.", later=1)
    assert agenda("what am I doing tomorrow?", dentist, moved).startswith("You have told me of nothing")
    assert "got moved to Wednesday" in agenda("what am I doing on Wednesday?", dentist, moved)


def test_several_days_name_each_and_a_birthday_comes_every_year():
    birthday = told("My mum's birthday is on 1 December 1960.")
    assert "- Tuesday, 1 December: Your mum's birthday" in agenda("what are my plans for next week?", birthday)


def test_what_happens_in_a_month_is_what_was_told_of_it():
    wedding = told("My brother Sam is getting married in July.")
    answer = agenda("what's happening in July?", wedding)
    assert answer.endswith("- Your brother Sam is getting married in July.")  # and no day that nobody told
    assert "nothing for June" in agenda("what's happening in June?", wedding)
