"""The world's errors carry a sentence for the person, and are exceptions like any other."""

import pytest

from alicia_desktop.base.errors import WorldError, system_reason

UNREACHABLE = "The server at home does not answer. Is it switched on?"


def test_an_error_says_its_sentence():
    error = WorldError(sentence=UNREACHABLE, retry=True, code="server_unreachable")
    assert (str(error), error.retry, error.code) == (UNREACHABLE, True, "server_unreachable")


def test_nothing_is_retried_unless_it_helps():
    assert WorldError(sentence="x").retry is False


def test_an_error_can_be_raised_caught_chained_and_kept_in_a_set():
    with pytest.raises(WorldError, match="switched on") as caught:
        raise WorldError(sentence=UNREACHABLE) from OSError("111")
    assert isinstance(caught.value.__cause__, OSError)
    assert {caught.value} == {caught.value}
    assert caught.value != WorldError(sentence=UNREACHABLE)


def test_the_systems_reason_is_there_also_where_an_error_has_only_words():
    assert system_reason(OSError(28, "No space left on device")) == "No space left on device"
    assert system_reason(OSError("odd")) == "odd"
