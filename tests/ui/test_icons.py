import pytest
from PySide6.QtGui import QColor

from alicia_desktop.ui.icons import IconCache
from alicia_desktop.ui.inspector.stanzas.stanza_columns import BADGES
from alicia_desktop.ui.widgets.chip import TRACE_ICON
from alicia_desktop.ui.widgets.notices import BANNER_ICON, TOAST_ICON
from alicia_desktop.ui.widgets.tool_card import STATE_ICON

INK, PALE = QColor("black"), QColor("grey")


def test_an_icon_is_drawn_once(qapp):
    icons = IconCache()
    assert icons.icon("copy", INK, PALE) is icons.icon("copy", INK, PALE)
    assert icons.pixmap("copy", INK, 16, 2.0) is icons.pixmap("copy", INK, 16, 2.0)


def test_a_pixmap_is_sharp_on_its_screen(qapp):
    pixmap = IconCache().pixmap("copy", INK, 16, 2.0)
    assert pixmap.width() == 32
    assert pixmap.deviceIndependentSize().width() == 16


def test_every_icon_that_a_state_names_exists(qapp):
    names = {
        *BANNER_ICON.values(),
        *TRACE_ICON.values(),
        *(icon for icon, _ in TOAST_ICON.values()),
        *(icon for icon, _ in STATE_ICON.values()),
        *(icon for _, icon in BADGES.values()),
    }
    for name in names:
        assert not IconCache().icon(name, INK, PALE).isNull()


def test_a_wrong_name_is_told_at_once(qapp):
    with pytest.raises(KeyError, match="no-such-icon"):
        IconCache().icon("no-such-icon", INK, PALE)
