"""The window of a capture: the inspector without what changes, marks, or waits for something."""

import pytest
from PySide6.QtWidgets import QMenu

from alicia_desktop.ui.captures.windows import CaptureWindow
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from tests.ui.inspector import samples
from tests.ui.reach import shown_texts

pytestmark = pytest.mark.slow


@pytest.fixture
def window(qtbot, theme):
    made = CaptureWindow("talk.alicia-capture", theme=theme)
    qtbot.addWidget(made)
    made.panel.set_stanzas(samples.stanzas())
    made.show()
    return made


def test_it_waits_until_the_capture_is_there(window):
    window.show_progress(500, 1_200)
    assert "No turns" not in shown_texts(window)
    window.show_opened("Emma", "9 stanzas · all of it")
    assert "No turns" in shown_texts(window)
    assert window.about == "9 stanzas · all of it"


@pytest.mark.parametrize("tab", ["turn", "memory", "tools", "stanzas"])
def test_nothing_in_it_changes_anything(window, tab):
    window.show_opened("Emma", "")
    window.panel.show_tab(tab)
    names = {
        one.toolTip() or one.text()
        for kind in (Button, IconButton)
        for one in window.findChildren(kind)
        if one.isVisible()
    }
    assert not {
        name for name in names for word in ("Pause", "All memories", "Close inspector", "Captures") if word in name
    }


def test_a_stanza_cannot_be_marked(window):
    window.show_opened("Emma", "")
    stanzas = window.panel.stanzas
    menu = stanzas.menu(stanzas.table.model().index(0, 0))
    assert isinstance(menu, QMenu)
    assert "Mark" not in [action.text() for action in menu.actions()]


@pytest.mark.parametrize("tab", ["turn", "tools"])
def test_nobody_is_asked_to_ask_for_what_it_lacks(window, tab):
    window.show_opened("Emma", "")
    window.panel.show_tab(tab)
    assert not [text for text in shown_texts(window) if "yet" in text or "Ask" in text]


def test_closing_it_is_told(qtbot, window):
    with qtbot.waitSignal(window.closed):
        window.close()


def test_an_opened_capture_has_the_keyboard(window, qtbot):
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.show_opened("Emma", "")
    assert window.panel.isAncestorOf(window.focusWidget())
