"""The panels are as wide as somebody dragged them, wherever there is room for it."""

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QSplitter, QWidget

from alicia_desktop.ui.panels import Panels


@pytest.fixture
def panels(qtbot, theme):
    sidebar, conversation = QWidget(), QWidget()
    conversation.setMinimumWidth(theme.tokens.width["conversation-min"])
    made = Panels(theme=theme, sidebar=sidebar, conversation=conversation)
    qtbot.addWidget(made)
    made.set_inspector(QWidget())
    made.resize(1440, 900)
    with qtbot.waitExposed(made):
        made.show()
    return made


def widths(panels):
    return panels.findChild(QSplitter).sizes()


def drag(panels, handle, place):
    """As the mouse does it."""
    panels.findChild(QSplitter).moveSplitter(place, handle)


def test_a_panel_that_had_to_give_way_has_its_width_again(panels, theme):
    panels.resize(1180, 900)
    panels.show_inspector(shown=True)
    assert widths(panels)[0] + widths(panels)[2] < theme.tokens.width["sidebar"] + theme.tokens.width["inspector"]
    panels.show_inspector(shown=False)
    assert widths(panels)[0] == theme.tokens.width["sidebar"]
    panels.resize(1440, 900)
    panels.show_inspector(shown=True)
    assert widths(panels)[2] == theme.tokens.width["inspector"]


def test_what_was_dragged_outlives_a_resize_and_a_restart(panels, tmp_path):
    panels.show_inspector(shown=True)
    drag(panels, 1, 300)
    drag(panels, 2, 1440 - 500)
    kept = widths(panels)
    panels.resize(1600, 900)
    assert (widths(panels)[0], widths(panels)[2]) == (kept[0], kept[2])
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    panels.save(settings)
    panels.resize(1440, 900)
    drag(panels, 1, 340)
    panels.restore(settings)
    assert widths(panels)[0] == kept[0]


def test_beside_large_words_the_sidebar_makes_room_sooner_and_at_once(panels, theme):
    panels.resize(1280, 800)
    panels.show_inspector(shown=True)
    assert not panels.overlay
    theme.set_text_size(200)
    assert panels.overlay
    panels.show_inspector(shown=False)
    assert not panels.overlay
    theme.set_text_size(100)
    panels.show_inspector(shown=True)
    assert not panels.overlay


def test_who_asks_for_the_inspector_before_it_is_there_again_does_not_close_it(qtbot, theme, panels, tmp_path):
    settings = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    panels.show_inspector(shown=True)
    panels.save(settings)
    again = Panels(theme=theme, sidebar=QWidget(), conversation=QWidget())
    qtbot.addWidget(again)
    again.restore(settings)
    opens = [again.would_open_inspector]
    again.show_inspector(shown=opens[0])
    opens.append(again.would_open_inspector)
    again.restore(settings)
    again.set_inspector(QWidget())
    opens.append(again.would_open_inspector)
    assert opens == [True, False, False]
    assert again.inspector_open


def test_the_sidebar_grows_with_the_text_as_far_as_it_may(panels, theme):
    token = theme.tokens.width
    for size, width in ((125, round(1.25 * token["sidebar"])), (200, token["sidebar-max"]), (100, token["sidebar"])):
        theme.set_text_size(size)
        assert widths(panels)[0] == width
    theme.set_text_size(125)
    drag(panels, 1, 300)
    theme.set_text_size(100)
    assert widths(panels)[0] == 240
