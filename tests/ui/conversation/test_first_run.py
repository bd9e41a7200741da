"""The card of the first run: what it says of the devices, and where it says that she lives."""

import pytest
from PySide6.QtWidgets import QRadioButton

from alicia_desktop.ui.conversation.first_run import FirstRunCard
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label


@pytest.fixture
def card(qtbot, theme):
    made = FirstRunCard(theme=theme)
    qtbot.addWidget(made)
    made.show()
    return made


def button(card, text):
    return next(each for each in card.findChildren(Button) if each.text() == text)


def says(card, text):
    return [each for each in card.findChildren(Label) if each.isVisible() and each.text() == text]


def test_a_sound_was_played_only_once_there_is_a_loudspeaker(card):
    button(card, "Play a sound").click()
    assert not says(card, "Played")
    card.set_tested(microphone=False, speaker=True)
    assert says(card, "Played")
    assert not says(card, "Couldn’t be opened")


def test_a_loudspeaker_that_is_not_there_was_not_heard(card):
    button(card, "Play a sound").click()
    card.set_tested(microphone=True, speaker=False)
    assert says(card, "Couldn’t be opened")
    assert not says(card, "Played")


def test_a_microphone_that_cannot_be_opened_can_be_tried_again(card):
    test = button(card, "Test")
    test.click()
    assert says(card, "Say something")
    card.set_tested(microphone=True, speaker=False)
    assert says(card, "Say something")
    card.set_tested(microphone=False, speaker=True)
    assert says(card, "Couldn’t be opened")
    assert test.isVisible()
    test.click()
    assert says(card, "Say something")


def test_what_opens_and_closes_without_a_test_says_nothing(card):
    card.set_tested(microphone=False, speaker=False)
    assert len(says(card, "Not tested yet")) == 2


def test_the_microphone_does_not_stay_open_behind_the_card(card, qtbot):
    button(card, "Test").click()
    with qtbot.waitSignal(card.microphone_test_requested) as asked:
        card.end_test()
    assert asked.args == [False]
    with qtbot.assertNotEmitted(card.microphone_test_requested):
        card.end_test()


@pytest.mark.parametrize(("place", "title"), [("server", "An Alicia server"), ("local", "On this computer")])
def test_it_marks_where_she_lives(card, place, title):
    card.set_place(place)
    assert [each.text() for each in card.findChildren(QRadioButton) if each.isChecked()] == [title]
