"""Whose trace is it, when one question has several answers?"""

from datetime import datetime

from alicia_desktop.store.conversations.turns import answer_at
from tests.view.records import after, answer

FIRST = answer(id="first", created_at=after(10), superseded_at=after(60))
SECOND = answer(id="second", created_at=after(70))


def owned_at(moment: datetime) -> str | None:
    found = answer_at([FIRST, SECOND], moment)
    return found.id if found else None


def test_what_came_before_an_answer_belongs_to_the_first_that_began_after_it() -> None:
    assert owned_at(after(9)) == "first"
    assert owned_at(after(10)) == "first"
    assert owned_at(after(69)) == "second"


def test_what_came_while_an_answer_held_belongs_to_it() -> None:
    assert owned_at(after(30)) == "first"
    assert owned_at(after(200)) == "second"


def test_between_two_answers_the_next_one_has_it() -> None:
    assert owned_at(after(65)) == "second"


def test_without_answers_nobody_has_it() -> None:
    assert answer_at([], after(1)) is None


def test_what_came_after_all_were_superseded_waits_for_the_next() -> None:
    assert answer_at([FIRST], after(90)) is None
