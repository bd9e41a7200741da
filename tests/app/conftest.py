"""A fresh data folder, the look of the window, and garbage that is collected where Qt's objects may be destroyed."""

import gc

import pytest

from alicia_desktop.ui.theme import Theme


@pytest.fixture(autouse=True)
def collect_here():
    """Collect on this thread only, as the program does (`app.root`)."""
    gc.disable()
    yield
    gc.enable()
    gc.collect()
    gc.freeze()  # what is left stays, and is not looked through again after each test


@pytest.fixture
def theme(qapp):
    qapp.setQuitOnLastWindowClosed(False)  # as the program itself: the root ends the loop, not the last window
    made = Theme(choice="light", reduced_motion=True)
    made.install(qapp)
    return made


@pytest.fixture
def folder(tmp_path):
    made = tmp_path / "data"
    made.mkdir()
    return made
