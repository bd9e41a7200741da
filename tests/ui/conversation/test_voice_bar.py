from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractButton

from alicia_desktop.ui.conversation.voice_bar import VoiceBar
from alicia_desktop.ui.widgets.buttons import Button, Segments
from alicia_desktop.ui.widgets.labels import ElidedLabel
from tests.ui.samples import SPEAKING


@pytest.fixture
def bar(qtbot, theme):
    made = VoiceBar(theme=theme)
    qtbot.addWidget(made)
    made.resize(680, 56)
    made.set_row(SPEAKING)
    with qtbot.waitExposed(made):
        made.show()
    return made


def talk(bar):
    return next(button for button in bar.findChildren(Button) if button.text() == "Talk")


def test_the_state_is_word_colour_and_shape(bar):
    assert bar.title == "Speaking"
    assert bar.accessibleName() == "Speaking. Talk to interrupt"
    bar.set_row(replace(SPEAKING, state="listening", title="Listening", hint="Just start to talk"))
    assert bar.title == "Listening"


def test_the_threshold_is_drawn_on_the_meter(bar):
    bar.set_levels(0.5, 0.25)
    assert bar.microphone.meter.threshold == 0.38
    assert bar.microphone.meter.level == 0.5
    assert bar.speaker.meter.level == 0.25
    assert "38" in bar.microphone.meter.accessibleDescription()


def test_a_mode_is_asked_for(qtbot, bar):
    segments = bar.findChild(Segments)
    hold = next(button for button in segments.findChildren(object) if getattr(button, "text", str)() == "Hold to talk")
    with qtbot.waitSignal(bar.mode_requested) as asked:
        hold.click()
    assert asked.args == ["hold"]


def test_a_closed_microphone_offers_to_talk(qtbot, bar):
    assert not talk(bar).isVisible()
    bar.set_row(replace(SPEAKING, state="off", open=False))
    with qtbot.waitSignal(bar.voice_toggled) as asked:
        talk(bar).click()
    assert asked.args == [True]
    assert not bar.microphone.meter.isEnabled()


def test_a_narrow_bar_drops_whole_parts(bar):
    for width, speaker, word in ((680, True, "Hold to talk"), (560, True, ""), (440, False, "")):
        bar.resize(width, 56)
        assert bar.speaker.isVisible() == speaker
        labels = [button.text() for button in bar.findChild(Segments).findChildren(object) if hasattr(button, "text")]
        assert labels[1] == word


def test_a_device_is_chosen_from_what_there_is(qtbot, bar):
    bar.set_devices(["USB headset", "Built-in"], [])
    menu = bar.microphone.menu()
    assert [action.text() for action in menu.actions()] == ["System default", "USB headset", "Built-in"]
    assert [action.isChecked() for action in menu.actions()] == [False, True, False]
    with qtbot.waitSignal(bar.device_requested) as asked:
        menu.actions()[2].trigger()
    assert asked.args == ["input", "Built-in"]
    assert not bar.speaker.menu().actions()[0].isEnabled()


@pytest.mark.parametrize("width", [360, 406, 480, 492, 520, 619, 620, 680])
def test_the_state_of_a_closed_microphone_is_never_cut(qtbot, bar, width):
    bar.set_row(replace(SPEAKING, state="off", open=False, title="Microphone off", hint="Press to talk"))
    bar.resize(width, 56)
    labels = bar.findChildren(ElidedLabel)
    qtbot.waitUntil(lambda: {"Microphone off", "Press to talk"} <= {label.text() for label in labels})


@pytest.mark.parametrize("state", ["Listening", "About to speak", "Reconnecting", "Microphone off"])
@pytest.mark.parametrize(
    ("width", "size"), [(680, 100), (408, 100), (408, 175), (680, 200), (520, 200), (440, 200), (400, 200), (360, 200)]
)
def test_the_title_of_a_state_is_whole(*, qtbot, bar, theme, size, state, width):
    theme.set_text_size(size)
    bar.resize(width, bar.height())
    bar.set_row(replace(SPEAKING, title=state, open=state != "Microphone off", mode="hands_free"))
    title = next(one for one in bar.findChildren(ElidedLabel) if one.whole_text == state)
    qtbot.waitUntil(lambda: title.text() == state)


@pytest.mark.parametrize("state", ["About to speak", "Reconnecting"])
def test_in_the_narrowest_column_the_modes_stand_below_the_title_and_come_back_beside_it(qtbot, theme, state):
    theme.set_text_size(200)
    bar = VoiceBar(theme=theme)
    qtbot.addWidget(bar)
    bar.set_row(replace(SPEAKING, title=state))
    bar.resize(360, bar.height())
    bar.show()
    (modes,) = bar.findChildren(Segments)
    title, hint = (one for one in bar.findChildren(ElidedLabel) if one.whole_text in {state, SPEAKING.hint})
    qtbot.waitUntil(lambda: title.text() == state and hint.isHidden())
    qtbot.waitUntil(lambda: modes.y() > title.geometry().bottom())
    inside = [title, *(one for one in bar.findChildren(QAbstractButton) if one.isVisible())]
    assert all(bar.rect().contains(QRect(one.mapTo(bar, QPoint()), one.size())) for one in inside)
    bar.resize(680, bar.height())
    qtbot.waitUntil(lambda: hint.isVisible() and modes.x() > title.geometry().right())
    assert bar.findChildren(Segments) == [modes]


def test_of_a_device_whose_name_has_no_room_the_icon_is_shown_alone(qtbot, theme):
    theme.set_text_size(200)
    pictures = []
    for device in ("USB headset", "", "U"):
        bar = VoiceBar(theme=theme)
        qtbot.addWidget(bar)
        bar.set_row(replace(SPEAKING, input_device=device, open=True))
        bar.microphone.set_width(96)
        bar.resize(852, bar.height())
        bar.show()
        bar.microphone.set_width(96)
        pictures.append(bar.microphone.grab().toImage())
    assert pictures[0] == pictures[1]
    assert pictures[1] != pictures[2]
