import pytest
from PySide6.QtCore import Qt

from alicia_desktop.ui.conversation.composer import Composer
from alicia_desktop.ui.widgets.buttons import Button


@pytest.fixture
def composer(qtbot, theme):
    made = Composer(theme=theme)
    qtbot.addWidget(made)
    made.resize(600, 48)
    with qtbot.waitExposed(made):
        made.show()
    return made


def shown(composer):
    return [button.text() for button in composer.findChildren(Button) if button.isVisible()]


def test_enter_sends_and_empties_the_field(qtbot, composer):
    composer.set_text("  Hello Alicia \n")
    with qtbot.waitSignal(composer.send_requested) as sent:
        qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    assert sent.args == ["Hello Alicia"]
    assert composer.text == ""


def test_shift_enter_breaks_the_line(qtbot, composer):
    qtbot.keyClicks(composer.field, "one")
    qtbot.keyClick(composer.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    qtbot.keyClicks(composer.field, "two")
    assert composer.text.splitlines() == ["one", "two"]


def test_nothing_is_sent_when_nothing_is_written(qtbot, composer):
    composer.set_text("  \n ")
    with qtbot.assertNotEmitted(composer.send_requested):
        qtbot.keyClick(composer.field, Qt.Key.Key_Return)


def test_it_grows_from_one_line_to_the_largest(composer, theme):
    assert composer.height() == theme.height("composer-min")
    composer.set_text("a\nb\nc")
    assert theme.height("composer-min") < composer.height() < theme.height("composer-max")
    composer.set_text("line\n" * 40)
    assert composer.height() == theme.height("composer-max")
    composer.set_text("")
    assert composer.height() == theme.height("composer-min")


@pytest.mark.parametrize(
    ("state", "buttons"),
    [
        ("idle", ["Send"]),
        ("speaking", ["Stop", "Send"]),
        ("answering", ["Stop", "Queue"]),
        ("offline", ["Queue"]),
    ],
)
def test_the_buttons_say_what_enter_does_now(composer, state, buttons):
    composer.set_state(state)
    assert shown(composer) == buttons


def test_pasted_text_is_plain(composer):
    assert not composer.field.acceptRichText()
