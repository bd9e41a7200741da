"""What ends the program from outside is told once, on Qt's thread, and leaves no handler behind."""

import os
import signal

import pytest

from alicia_desktop.app.signals import ENDING, ended_by_signals


@pytest.mark.parametrize("number", ENDING)
def test_a_signal_ends_it_as_a_person_does(qtbot, number):
    before = signal.getsignal(number)
    told = []
    with ended_by_signals(lambda: told.append(number)):
        os.kill(os.getpid(), number)
        qtbot.waitUntil(lambda: told == [number])
        assert signal.getsignal(number) is signal.SIG_DFL, "the next one ends it at once"
    assert signal.getsignal(number) is before


def test_what_is_ignored_stays_ignored(qtbot):
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with ended_by_signals(lambda: None):
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)
