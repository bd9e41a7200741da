"""Signals call in order, those that were connected when the news came."""

from collections.abc import Callable

import pytest

from alicia_desktop.base.observable import Signal


def test_callbacks_are_called_in_the_order_of_connecting():
    signal, heard = Signal[int](), []
    signal.connect(lambda value: heard.append(("first", value)))
    signal.connect(lambda value: heard.append(("second", value)))
    signal.emit(7)
    assert heard == [("first", 7), ("second", 7)]


def test_a_connection_ends_alone_and_once():
    signal, heard = Signal[int](), list[int]()
    first, _second = signal.connect(heard.append), signal.connect(heard.append)
    first()
    first()
    signal.emit(1)
    assert heard == [1]


def test_who_connects_during_an_emit_hears_the_next_one():
    signal, heard = Signal[int](), list[int]()
    ends = list[Callable[[], None]]()
    signal.connect(lambda _: ends.append(signal.connect(heard.append)))
    signal.emit(1)
    assert heard == []
    signal.emit(2)
    assert heard == [2]


def test_who_disconnects_during_an_emit_still_hears_it():
    signal, heard = Signal[int](), list[int]()
    ends = list[Callable[[], None]]()
    signal.connect(lambda _: ends[0]())
    ends.append(signal.connect(heard.append))
    signal.emit(1)
    signal.emit(2)
    assert heard == [1]


def test_a_callback_that_fails_is_loud():
    signal = Signal[int]()
    signal.connect({1: None}.__getitem__)
    with pytest.raises(KeyError):
        signal.emit(0)
