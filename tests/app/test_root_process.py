"""Termination signals close the window once and leave no handler; garbage is collected on one thread."""

import asyncio
import gc
import os
import signal
import weakref

import pytest

from alicia_desktop.app.root import (
    END_SIGNALS,
    FULL_GENERATION,
    LATEST,
    THRESHOLDS,
    close_on_signals,
    collect_generation,
    collect_on_this_thread,
    due_generation,
)


@pytest.mark.parametrize("number", END_SIGNALS)
def test_a_signal_ends_it_as_a_person_does(qtbot, number):
    handler = lambda *_: None  # noqa: E731 - a shell that starts the tests in the background has SIGINT ignored
    before = signal.signal(number, handler)
    told = []
    try:
        with close_on_signals(lambda: told.append(number)):
            os.kill(os.getpid(), number)
            qtbot.waitUntil(lambda: told == [number])
            assert signal.getsignal(number) is signal.SIG_DFL, "the next one ends it at once"
        assert signal.getsignal(number) is handler
    finally:
        signal.signal(number, before)


def test_what_is_ignored_stays_ignored(qtbot):
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        with close_on_signals(lambda: None):
            assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGINT, before)


class Ring:
    """A cycle, which only a collection destroys."""

    def __init__(self) -> None:
        self.me = self


@pytest.mark.parametrize(
    ("counts", "due"), [((0, 0, 0), None), ((701, 0, 0), 0), ((701, 11, 0), 1), ((0, 0, 11), 2), ((700, 10, 10), None)]
)
def test_the_oldest_generation_over_its_threshold_is_due(counts, due) -> None:
    assert due_generation(counts, THRESHOLDS) == due


def test_a_full_collection_waits_until_little_is_made_but_not_for_ever() -> None:
    assert due_generation((701, 11, 11), THRESHOLDS) == 1
    assert due_generation((701, 0, 11), THRESHOLDS) == 0
    assert due_generation((700, 11, 11), THRESHOLDS) == FULL_GENERATION
    assert due_generation((701, 11, LATEST + 1), THRESHOLDS) == FULL_GENERATION


def test_a_threshold_of_0_never_collects() -> None:
    assert due_generation((900, 0, 0), (0, 0, 0)) is None


async def test_python_collects_by_itself_again_afterwards() -> None:
    gc.enable()
    collecting = asyncio.get_running_loop().create_task(collect_on_this_thread())
    await asyncio.sleep(0)
    assert not gc.isenabled()
    assert gc.get_freeze_count() > 10_000
    collecting.cancel()
    await asyncio.wait({collecting})
    assert gc.isenabled()


@pytest.mark.slow
def test_what_the_first_full_collection_leaves_is_not_looked_at_again() -> None:
    gc.unfreeze()  # another test may have set something aside
    assert not collect_generation(FULL_GENERATION - 1, frozen=False)
    assert not gc.get_freeze_count()
    assert collect_generation(FULL_GENERATION, frozen=False)
    set_aside = gc.get_freeze_count()
    assert set_aside > 10_000
    later = weakref.ref(Ring())
    assert collect_generation(FULL_GENERATION, frozen=True)
    assert later() is None
    assert gc.get_freeze_count() == set_aside
