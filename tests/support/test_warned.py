"""The guard over warnings lets nothing through that a test did not name."""

import asyncio
import logging

import pytest
import qasync
import structlog

from tests.support.warned import complaint_about


def expects(*patterns):
    return pytest.mark.expects_log(*patterns).mark


def test_an_unexpected_line_is_complained_about():
    assert "WARNING a: gone" in complaint_about(["WARNING a: gone"], None)
    assert "WARNING a: gone" in complaint_about(["WARNING a: gone", "WARNING a: back"], expects("back"))


def test_an_expected_line_that_never_came_is_complained_about():
    assert "back" in complaint_about([], expects("back"))


def test_named_lines_are_let_through():
    assert complaint_about(["WARNING a: gone"], expects("gone")) == ""
    assert complaint_about(["WARNING a: gone"], expects()) == ""
    assert complaint_about([], None) == ""


@pytest.mark.expects_log("from logging", "from structlog")
def test_both_ways_of_logging_are_seen(warned):
    logging.getLogger("a").warning("from logging")
    structlog.get_logger("b").warning("from structlog", name="x")
    assert len(warned) == 2


@pytest.mark.expects_log("never retrieved")
async def test_a_task_that_died_unseen_is_seen():
    async def dies():
        raise ValueError

    task = asyncio.get_running_loop().create_task(dies())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    del task


async def test_without_qt_the_loop_is_asyncios():
    assert not isinstance(asyncio.get_running_loop(), qasync.QEventLoop)


@pytest.mark.parametrize("time", [1, 2])
async def test_with_qt_the_loop_is_qts_each_time_anew(qapp, time):
    assert isinstance(asyncio.get_running_loop(), qasync.QEventLoop)
    await asyncio.sleep(0)
