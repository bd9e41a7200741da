"""The focus ring follows the keyboard, also to windows that come and go."""

import pytest
from PySide6.QtWidgets import QApplication, QLineEdit

from alicia_desktop.ui.focus import FocusRing


@pytest.fixture
def ring(qapp, theme):
    assert isinstance(qapp, QApplication)
    made = FocusRing(theme=theme, app=qapp)
    yield made
    qapp.focusChanged.disconnect(made._on_focus_changed)
    made.deleteLater()


def test_a_field_of_a_window_that_was_never_shown_is_no_error(qtbot, ring):
    field = QLineEdit()
    qtbot.addWidget(field)
    ring._on_focus_changed(None, field)
    assert ring.widget is None
