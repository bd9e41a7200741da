"""A fresh data folder, and the look of the window."""

import pytest

from alicia_desktop.ui.theme import Theme


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
