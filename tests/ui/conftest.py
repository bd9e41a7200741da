"""What tests of the window share: one theme, and a window filled with the rows of the design's pictures."""

from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QTranslator
from PySide6.QtGui import QAccessible

from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.translation import install_lookup
from alicia_desktop.ui import accessible_roles
from alicia_desktop.ui.language import install_language
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from tests.ui import samples

HERE = Path(__file__).parent
LARGE = {"large", "panel", "window"}
"""Fixtures that show the whole window or inspector, which takes a fifth of a second; hundreds of tests ask for them."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Leave what shows the whole window or inspector out of the tests for every save."""
    for item in items:
        if item.path.is_relative_to(HERE) and LARGE & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.slow)


@pytest.fixture
def theme(qapp):
    made = Theme(choice="light", reduced_motion=True)
    made.install(qapp)
    yield made
    # Windows that are closed go when a loop runs, which may not be for long; until then each theme dresses all of them.
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    made.set_text_size(100)  # all widgets that are left and the application's font go with it


@pytest.fixture
def german(qapp):
    """The window speaks German; what is imported meanwhile translates its constants, so that must be loaded before."""
    install_language(qapp, "de")
    yield
    for installed in qapp.findChildren(QTranslator):
        qapp.removeTranslator(installed)
        installed.setParent(None)
    install_lookup(None)
    QLocale.setDefault(QLocale.system())


@pytest.fixture
def screen_reader(qapp):
    """A screen reader that was there before the widgets."""
    accessible_roles.install()
    QAccessible.setActive(True)
    yield
    QAccessible.setActive(False)


@pytest.fixture
def clock():
    return JumpingClock()


@pytest.fixture
def window(qtbot, theme, clock):
    made = MainWindow(theme=theme, clock=clock)
    qtbot.addWidget(made)
    made.resize(1440, 900)
    made.set_conversations(samples.conversations())
    made.set_current("ac_0")
    made.set_header("Emma’s recital on Friday")
    made.set_status(samples.STATUS)
    made.set_voice(samples.SPEAKING)
    made.set_messages(samples.messages())
    with qtbot.waitExposed(made):
        made.show()
    made.conversation.messages.place()
    return made
