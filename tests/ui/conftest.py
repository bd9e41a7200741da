"""What tests of the window share: an offscreen platform, one theme, and rows that look like the design's pictures."""

import os

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtWidgets import QApplication

from alicia_desktop.ui.theme import Theme


@pytest.fixture
def theme(qapp: QApplication) -> Theme:
    made = Theme(choice="light", reduced_motion=True)
    made.install(qapp)
    return made
