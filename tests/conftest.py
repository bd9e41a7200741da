"""What holds for every test: its own folders, no unexpected warning, and Qt's loop only where Qt is asked for."""

import asyncio
import functools
import gc
import os
import re

import pytest
import qasync
from aiohttp import web_app
from PySide6.QtWidgets import QApplication

from tests.support.examples import register_profiles

os.environ["QT_QPA_PLATFORM"] = "offscreen"
os.environ["LANGUAGE"] = "en"  # of windows in processes of their own, wherever the tests run

pytest_plugins = [
    "tests.support.compiled_statements",
    "tests.support.isolation",
    "tests.support.parts",
    "tests.support.shared_encoders",
    "tests.support.templates",
    "tests.support.warned",
]

# aiohttp keeps the last 1,024 handlers, and with them servers and their loops. What is pushed out is collected by
# chance, also on a worker thread, which Qt's loops do not bear: so it keeps all of them.
web_app._cached_build_middleware = functools.lru_cache(maxsize=None)(web_app._build_middlewares)

register_profiles()

LONGEST = ("tests/e2e/", "tests/fuzz/", "tests/line/test_real_sound.py", "tests/torture/")
"""Tests that start programs and take long: real sound is mostly waited for, which costs nothing beside others."""


NAMES_PROCESSES = re.compile(r"\be2e\b|sound_card|small_disk|livekit_server")
"""What starts processes has one of these words, or a `conftest.py` beside it has."""


def pytest_ignore_collect(collection_path, config):
    """Import no test module that starts no process where only those run: that takes each worker ten seconds."""
    if config.option.markexpr == "e2e" and collection_path.name.startswith("test_"):
        return None if names_processes(collection_path) else True
    return None


@functools.cache
def names_processes(path):
    """Whether a test module may start processes."""
    files = [path, path.with_name("conftest.py")]
    return any(NAMES_PROCESSES.search(file.read_text("utf-8")) for file in files if file.exists())


def pytest_asyncio_loop_factories(config, item):
    """Tests that ask for Qt run on its loop as the window does; all others on asyncio's own, as line and server do."""
    if "qapp" in item.fixturenames:
        return {"qasync": lambda: qasync.QEventLoop(QApplication.instance())}
    return {"asyncio": asyncio.new_event_loop}


@pytest.fixture
def collected_here():
    """Let Qt's loop go on this thread: left to chance, a worker thread of a later test collects its cycles."""
    yield
    gc.collect()


def pytest_collection_finish(session):
    """Set aside what is imported and collected: to look through it takes each full collection a quarter of a second."""
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config, items):
    """Deal the modules that start programs to the workers, the longest first, so that none has all of these at the end.

    pytest-xdist gives each worker a stretch of the list to begin with.
    """
    unnamed = {str(item.path) for item in items if item.get_closest_marker("e2e") and not names_processes(item.path)}
    if unnamed:
        raise pytest.UsageError(f"Tests that start processes, where nothing names any: {unnamed}")
    workers = getattr(config, "workerinput", {}).get("workercount", 1)
    if workers == 1 or config.option.markexpr != "e2e":
        return
    modules: dict[str, list[pytest.Item]] = {}
    for item in items:
        modules.setdefault(item.location[0], []).append(item)
    dealt = sorted(modules, key=lambda name: not name.startswith(LONGEST))
    items[:] = [item for first in range(workers) for name in dealt[first::workers] for item in modules[name]]
