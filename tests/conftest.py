"""What holds for every test: its own folders, no unexpected warning, and Qt's loop only where Qt is asked for."""

import asyncio
import gc
import os

import hypothesis
import pytest
import qasync
from aiohttp import web_app
from PySide6.QtWidgets import QApplication

os.environ["QT_QPA_PLATFORM"] = "offscreen"

pytest_plugins = ["tests.support.isolation", "tests.support.parts", "tests.support.warned"]

# The machine is shared and slow at times; what is slow is found by `make bench`, not by a deadline for each example.
hypothesis.settings.register_profile("house", deadline=None)
hypothesis.settings.load_profile("house")


def pytest_asyncio_loop_factories(config, item):
    """Tests that ask for Qt run on its loop as the window does; all others on asyncio's own, as line and server do."""
    if "qapp" in item.fixturenames:
        return {"qasync": lambda: qasync.QEventLoop(QApplication.instance())}
    return {"asyncio": asyncio.new_event_loop}


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item, nextitem):
    """Collect what is left of Qt here, once the test and its fixtures are gone.

    Left to chance, a worker thread of a later test collects its cycles, which Qt's objects do not bear. aiohttp keeps
    the last thousand handlers, and with them servers and their loops, until those of later tests take their places.
    """
    uses_qt = "qapp" in item.fixturenames
    result = yield
    if uses_qt and (nextitem is None or "qapp" not in nextitem.fixturenames):
        web_app._cached_build_middleware.cache_clear()
        gc.collect()
    return result
