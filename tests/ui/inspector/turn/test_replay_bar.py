"""The bar of a replay: by mouse, by keys, and for who cannot see it."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QStyle, QStyleOptionComboBox

from alicia_desktop.ui.inspector.turn.replay_bar import PAGE_MS, STEP_MS, ReplayBar, Scrubber
from alicia_desktop.ui.widgets.fields import Picker
from alicia_desktop.view.replay_track import ReplayTrack
from alicia_desktop.view.waterfall import Axis
from tests.ui.reach import button, part
from tests.view.test_replay_track import bar as phase
from tests.view.test_replay_track import clip, line, stanza


def track(**changes):
    given = {"first": -500.0, "last": 9_500.0, "stanzas": [stanza(0.0)], "lines": [line(600, 900)]}
    return ReplayTrack.of(**{**given, "clips": [clip(600, 300)], "bars": [phase(0, 700)], **changes})


@pytest.fixture
def bar(qtbot, theme):
    made = ReplayBar(theme=theme)
    qtbot.addWidget(made)
    made.resize(568, made.sizeHint().height())
    assert not made.isVisible()
    made.set_track(track(notes=("Your voice was not kept.",)))
    made.set_position(700.0, "Alicia: Yes.", ("Tokens",))
    with qtbot.waitExposed(made):
        made.show()
    return made


def test_it_says_where_it_is_what_is_said_and_what_is_missing(bar):
    assert bar.time == "0.70 / 9.50 s"
    assert bar.words == "Alicia: Yes."
    assert bar.note == "Tokens · Your voice was not kept."
    bar.set_position(-300.0, "", ())
    assert bar.time == "−0.30 / 9.50 s"


def test_names_roles_and_values_are_there_for_who_cannot_see_it(bar):
    scrubber = QAccessible.queryAccessibleInterface(bar.scrubber)
    assert scrubber.role() == QAccessible.Role.Slider
    assert scrubber.text(QAccessible.Text.Name) == "Position in the turn"
    assert scrubber.text(QAccessible.Text.Description) == "0.70 / 9.50 s Alicia: Yes."
    assert scrubber.valueInterface().currentValue() == 700
    names = [one.accessibleName() for one in bar.findChildren(type(button(bar, "Play (Space)")))]
    assert all(names)
    bar.set_playing(playing=True)
    assert button(bar, "Pause (Space)").isVisible()
    assert part(bar, Picker).accessibleName() == "Speed"


def test_everything_is_done_by_keys(bar, qtbot):
    scrubber, asked = part(bar, Scrubber), []
    bar.play_toggled.connect(lambda: asked.append("play"))
    bar.step_requested.connect(lambda forward: asked.append("next" if forward else "previous"))
    bar.speed_chosen.connect(asked.append)
    bar.seek_requested.connect(asked.append)
    bar.close_requested.connect(lambda: asked.append("close"))
    bar.take_focus()
    keys = (Qt.Key.Key_Space, Qt.Key.Key_Period, Qt.Key.Key_Comma, Qt.Key.Key_Plus, Qt.Key.Key_Minus)
    for key in (*keys, Qt.Key.Key_Right, Qt.Key.Key_PageUp, Qt.Key.Key_End, Qt.Key.Key_Home, Qt.Key.Key_Escape):
        qtbot.keyClick(scrubber, key)
    assert asked[:5] == ["play", "next", "previous", 2.0, 1.0]
    assert asked[5:] == [700.0 + STEP_MS, 700.0 + STEP_MS + PAGE_MS, 9_500.0, -500.0, "close"]
    for _ in range(9):
        qtbot.keyClick(scrubber, Qt.Key.Key_Minus)
    assert bar.speed == 0.25


def test_a_press_goes_there_and_what_is_shown_asks_for_nothing(bar, qtbot):
    asked: list[float] = []
    bar.seek_requested.connect(asked.append)
    bar.set_position(1_000.0, "", ())
    assert asked == []
    qtbot.mouseClick(
        bar.scrubber, Qt.MouseButton.LeftButton, pos=QPoint(bar.scrubber.width() // 2, bar.scrubber.height() // 2)
    )
    assert asked[0] == pytest.approx(4_500, abs=60)


def test_a_turn_without_times_cannot_be_played(bar):
    bar.set_track(ReplayTrack.of(first=0.0, last=0.0, stanzas=(), lines=(), clips=(), bars=()))
    assert not button(bar, "Play (Space)").isEnabled()
    assert not button(bar, "Next event (.)").isEnabled()


@pytest.mark.parametrize("last", [9_500.0, 3_600_000.0, 2.6e9, 2.5e14])
def test_a_clock_that_jumped_by_months_is_spanned_too(bar, last):
    bar.set_track(track(last=last, lines=[], clips=[], bars=[], stanzas=[stanza(0.0), stanza(last, "2")]))
    asked: list[float] = []
    bar.seek_requested.connect(asked.append)
    bar.set_position(last, "", ())
    assert bar.scrubber.value() == bar.scrubber.maximum()
    bar.scrubber.setValue(bar.scrubber.minimum() + 1)
    assert asked[-1] == pytest.approx(-500.0, abs=last / 1e8 + 1.1)
    bar.grab()
    assert bar.minimumSizeHint().width() <= 440


def test_long_times_are_hours_minutes_and_seconds(bar):
    bar.set_track(track(last=7_265_000.0, lines=[], clips=[], bars=[]))
    bar.set_position(61_000.0, "", ())
    assert bar.time == "61.00 / 2:01:05"


@pytest.mark.parametrize("width", [320, 440, 568])
def test_nothing_of_it_is_cut(bar, width):
    bar.resize(width, bar.sizeHint().height())
    assert bar.minimumSizeHint().width() <= 440


def test_a_place_of_the_axis_is_the_moment_that_is_drawn_there():
    axis = Axis(first=-600, last=2_000, width=427)
    for moment in (-600, 0, 1_240.5, 2_000):
        assert axis.moment(axis.x(moment)) == pytest.approx(moment)
    assert (axis.moment(-5), axis.moment(900)) == (-600, 2_000)


def test_every_speed_is_read_whole(bar):
    picker = part(bar, Picker)
    option = QStyleOptionComboBox()
    picker.initStyleOption(option)
    field = QStyle.SubControl.SC_ComboBoxEditField
    room = picker.style().subControlRect(QStyle.ComplexControl.CC_ComboBox, option, field, picker)
    for number in range(picker.count()):
        assert picker.fontMetrics().horizontalAdvance(picker.itemText(number)) + 4 <= room.width(), room


def test_of_thousands_of_stanzas_the_last_one_has_its_tick_too(bar, theme):
    def last_tick():
        picture = bar.scrubber.grab().toImage()
        marks = theme.colour("text-muted").name()
        columns = range(picture.width() * 9 // 10, picture.width())
        return any(picture.pixelColor(x, y).name() == marks for x in columns for y in range(picture.height() // 2))

    early = [stanza(float(at)) for at in range(1_000)]
    bar.set_track(track(stanzas=early))
    assert not last_tick()
    bar.set_track(track(stanzas=[*early, stanza(9_400.0)]))
    assert last_tick()
