"""The card of the first run: what it says of the devices, and where it says that she lives."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QRadioButton, QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.conversation.first_run import FirstRunCard
from alicia_desktop.ui.conversation.place_choice import PlaceChoice
from alicia_desktop.ui.text_size import TEXT_SIZES
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.fields import DevicePicker, RadioButton
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.ui.widgets.notices import Toast
from alicia_desktop.view.rows import MessageRow
from tests.ui import reach


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
    assert test.text() == "Test"
    test.click()
    assert says(card, "Say something")


def test_the_button_of_the_test_stops_it_and_keeps_the_focus(card, qtbot):
    test = button(card, "Test")
    test.setFocus()
    test.click()
    assert test.text() == "Stop"
    assert card.window().focusWidget() is test
    with qtbot.waitSignal(card.microphone_test_requested) as asked:
        test.click()
    assert asked.args == [False]
    assert test.text() == "Test"


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


def test_who_only_types_can_close_it(card, qtbot):
    with qtbot.waitSignal(card.finished) as closed:
        reach.button(card, "Close: I’ll type").click()
    assert closed.args == [False]


def places(card):
    return {one: one.mapTo(card, one.rect().topLeft()) for one in card.findChildren(Button) if one.isVisible()}


def settled_places(qtbot, card):
    """Return where the buttons are as painted, and not between two steps of the layout, each of which is an event."""
    seen = []

    def is_settled():
        card.grab()
        seen.append(places(card))
        return len(seen) > 2 and seen[-1] == seen[-2] == seen[-3]

    qtbot.waitUntil(is_settled)
    return seen[-1]


def test_nothing_in_it_jumps(qtbot, card):
    card.resize(900, 900)
    page = card.findChild(PlaceChoice)
    qtbot.waitUntil(lambda: page.mapTo(card, page.rect().topLeft()).x() == (900 - 680) // 2)
    before = settled_places(qtbot, card)
    button(card, "Test").click()
    card.set_model_offer("Ollama", "llama3.2", used=False)
    card.set_tested(microphone=True, speaker=True)
    after = settled_places(qtbot, card)
    assert {one: after[one] for one in before if one in after} == {one: before[one] for one in before if one in after}


@pytest.mark.parametrize("size", [(1440, 900), (900, 600)])
def test_it_shares_the_edges_of_the_dock(qtbot, window, size):
    window.resize(*size)
    window.set_messages(Rows[MessageRow](lambda row: row.id))
    window.show_first_run(shown=True)
    qtbot.waitUntil(lambda: window.findChild(FirstRunCard).isVisible())
    frame, card = window.findChild(QWidget, "dock"), window.findChild(FirstRunCard)
    page = card.findChild(PlaceChoice)

    def edges(one):
        return one.mapTo(window, one.rect().topLeft()).x(), one.mapTo(window, one.rect().topRight()).x()

    qtbot.waitUntil(lambda: edges(page) == edges(frame))


def test_a_toast_lies_over_none_of_its_buttons(qtbot, window):
    window.resize(1280, 800)
    window.set_messages(Rows[MessageRow](lambda row: row.id))
    window.show_first_run(shown=True)
    card = window.findChild(FirstRunCard)
    qtbot.waitUntil(card.isVisible)
    window.show_toast("Settings saved")
    toast = window.findChild(Toast)
    over = toast.rect().translated(toast.mapTo(window, toast.rect().topLeft()))
    shown = [one for one in card.findChildren(Button) if one.isVisible()]
    assert shown
    assert [one.text() for one in shown if over.intersects(one.rect().translated(one.mapTo(window, QPoint())))] == []


@pytest.mark.parametrize("size", [100, 200])
def test_the_fields_for_devices_end_alike_at_every_text_size(qtbot, card, theme, size):
    card.resize(1_000, 800)
    theme.set_text_size(size)
    microphone, speaker = (one for one in card.findChildren(DevicePicker))
    play = button(card, "Play a sound")
    qtbot.waitUntil(lambda: play.width() >= play.sizeHint().width() > size)
    card.grab()
    assert microphone.width() == speaker.width()


def test_the_words_of_the_places_are_whole_in_a_narrow_window_and_with_large_text(qtbot, card, theme):
    def are_beside() -> bool:
        tops = {radio.mapTo(card, QPoint()).y() for radio in card.places.radios.values()}
        return len(tops) == 1

    def are_whole() -> bool:
        return all(one.width() >= one.sizeHint().width() for one in card.places.findChildren(Label))

    card.resize(720, 640)
    qtbot.waitUntil(lambda: are_beside() and are_whole())
    theme.set_text_size(150)
    qtbot.waitUntil(lambda: not are_beside() and are_whole())
    theme.set_text_size(100)
    qtbot.waitUntil(lambda: are_beside() and are_whole())
    card.resize(480, 640)
    qtbot.waitUntil(lambda: not are_beside() and are_whole())
    play = button(card, "Play a sound")
    qtbot.waitUntil(lambda: play.width() >= play.sizeHint().width())


@pytest.mark.parametrize("width", [440, 700])
def test_large_words_are_whole_in_a_narrow_column(card, theme, qapp, width):
    theme.set_text_size(200)
    card.resize(width, 600)
    qapp.processEvents()
    labels = [one for one in card.findChildren(Label) if one.isVisible() and one.wordWrap()]
    cut = [one.text() for one in labels if one.height() < one.heightForWidth(one.width())]
    assert (len(labels) > 3, cut) == (True, [])


@pytest.mark.parametrize("chosen", [True, False])
@pytest.mark.parametrize("size", TEXT_SIZES)
def test_radio_buttons_are_round_and_as_large_as_their_words(qtbot, theme, size, chosen):
    radio = RadioButton("", theme=theme)
    qtbot.addWidget(radio)
    radio.setChecked(chosen)
    theme.set_text_size(size)
    radio.resize(60, 60)
    picture = radio.grab().toImage()
    ground = picture.pixelColor(59, 0)
    painted = [(x, y) for x in range(60) for y in range(60) if picture.pixelColor(x, y) != ground]
    left, top = min(x for x, _ in painted), min(y for _, y in painted)
    width, height = max(x for x, _ in painted) - left + 1, max(y for _, y in painted) - top + 1
    assert abs(width - height) <= 1  # of a thin line in half tones
    assert abs(width - 16 * theme.scale) <= 2
    assert (left, top) not in painted  # else it would be a square
