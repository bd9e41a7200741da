from collections import Counter
from itertools import combinations

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QAbstractButton, QLabel

from alicia_desktop.ui.gallery import Gallery
from alicia_desktop.ui.inspector.stanzas.compose_dialog import ComposeDialog
from alicia_desktop.ui.inspector.stanzas.stanza_dialogs import StanzaComparisonDialog, StatisticsDialog
from alicia_desktop.ui.permission import PermissionDialog
from alicia_desktop.ui.profiles_dialog import ProfilesDialog
from alicia_desktop.ui.recently_deleted import RecentlyDeletedWindow
from alicia_desktop.ui.shortcuts_dialog import ShortcutsDialog

pytestmark = pytest.mark.slow
ROUNDS = 30


@pytest.mark.parametrize("choice", ["light", "dark", "contrast"])
def test_every_component_paints_in_every_scheme(qtbot, theme, choice):
    theme.choose(choice)
    gallery = Gallery(theme=theme)
    qtbot.addWidget(gallery)
    gallery.resize(1100, 1300)
    picture = gallery.grab().toImage()
    colours = {picture.pixelColor(x, y).name() for x in range(0, 1100, 3) for y in range(0, 1300, 7)}
    assert theme.colour("surface").name() in colours
    assert theme.colour("text").name() in colours or len(colours) > 50


def test_dialogs_are_parts_of_it_and_no_windows(qtbot, theme):
    gallery = Gallery(theme=theme)
    qtbot.addWidget(gallery)
    gallery.show()
    asked = (PermissionDialog, ProfilesDialog, RecentlyDeletedWindow, ShortcutsDialog)
    of_stanzas = (ComposeDialog, StanzaComparisonDialog, StatisticsDialog)
    for kind in (*asked, *of_stanzas):
        found = gallery.findChildren(kind)
        assert found
        assert not any(one.isWindow() for one in found)
    places = [one.geometry() for kind in of_stanzas for one in gallery.findChildren(kind)]
    assert not any(one.intersects(other) for one, other in combinations(places, 2)), "each has a place of its own"


@pytest.mark.parametrize("size", [100, 200])
def test_no_word_of_a_longer_language_is_cut(qtbot, theme, german, size):
    theme.set_text_size(size)
    gallery = Gallery(theme=theme)
    qtbot.addWidget(gallery)
    gallery.resize(1440, 980)
    with qtbot.waitExposed(gallery):
        gallery.show()
    labels = [one for one in gallery.findChildren(QLabel) if one.isVisible() and one.text() and not one.wordWrap()]
    buttons = [one for one in gallery.findChildren(QAbstractButton) if one.isVisible() and one.text()]
    cut = [one.text() for one in labels if one.fontMetrics().horizontalAdvance(one.text()) > one.width() + 1]
    cut += [one.text() for one in buttons if one.sizeHint().width() > one.width() + 1]
    assert len(labels) + len(buttons) > 100
    assert cut == []


def test_once_all_is_laid_out_nothing_is_laid_out_again(qtbot, qapp, theme):
    """What asks for a layout while it takes part in one does so for ever, and takes a core."""
    gallery = Gallery(theme=theme)
    qtbot.addWidget(gallery)
    gallery.resize(1100, 1300)
    gallery.show()
    asked: Counter[str] = Counter()

    class Asked(QObject):
        def eventFilter(self, watched, event):  # noqa: N802 - Qt's own name
            if event.type() == QEvent.Type.LayoutRequest:
                asked[type(watched).__name__] += 1
            return False

    for _ in range(ROUNDS):
        qapp.processEvents()
    listener = Asked()
    qapp.installEventFilter(listener)
    for _ in range(ROUNDS):
        qapp.processEvents()
    qapp.removeEventFilter(listener)
    assert asked == {}
