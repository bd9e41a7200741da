import hypothesis.strategies as st
import pytest
from hypothesis import given
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtWidgets import QWidget

from alicia_desktop.ui.conversation.composer import MAX_TYPED_COST, Composer, can_be_typed
from alicia_desktop.ui.conversation.unsent_draft import UnsentDraft
from alicia_desktop.ui.untrusted.layout_cost import layout_cost
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import ElidedLabel


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


def paste(composer, text):
    data = QMimeData()
    data.setText(text)
    composer.field.insertFromMimeData(data)


LONG = "A line of a file somebody wants to paste" * 50_000


def test_what_is_too_long_for_the_field_is_set_aside_and_sent_behind_what_is_written(qtbot, composer):
    qtbot.keyClicks(composer.field, "Look at this")
    paste(composer, LONG)
    assert composer.field.toPlainText() == "Look at this"
    assert composer.text == f"Look at this\n\n{LONG}"
    assert composer.aside.isVisible()
    assert "Long text · 2 MB" in [label.whole_text for label in composer.findChildren(ElidedLabel)]
    with qtbot.waitSignal(composer.send_requested) as sent:
        qtbot.keyClick(composer.field, Qt.Key.Key_Return)
    assert sent.args == [f"Look at this\n\n{LONG}".strip()]
    assert composer.text == ""
    assert not composer.aside.isVisible()


def test_what_is_set_aside_can_be_taken_out_by_keyboard_and_sent_alone(qtbot, composer):
    paste(composer, LONG)
    send = next(button for button in composer.findChildren(Button) if button.text() == "Send")
    assert send.isEnabled()
    composer.aside.remove.setFocus()
    qtbot.keyClick(composer.aside.remove, Qt.Key.Key_Space)
    assert composer.text == ""
    assert not send.isEnabled()


def test_a_long_draft_is_set_aside_and_comes_back_whole_after_an_edit(composer):
    composer.set_text(LONG)
    assert composer.field.toPlainText() == ""
    assert composer.text == LONG
    composer.start_editing("am_1", "Words of before")
    assert composer.text == "Words of before"
    composer.end_editing()
    assert composer.text == LONG


@given(st.text(alphabet="a \n漢", max_size=60), st.integers(1, 2_000))
def test_nothing_that_costs_much_gets_into_the_field(text, times):
    assert not can_be_typed(text * times) or layout_cost(text * times, plain=True) <= MAX_TYPED_COST
    assert can_be_typed(text)


def test_a_draft_comes_back_with_its_cursor_and_is_not_what_is_edited(composer):
    draft = UnsentDraft(text="Dear 😀 Emma", long_text=LONG, cursor=7)
    composer.set_draft(draft)
    assert composer.draft == draft
    composer.start_editing("am_1", "Words of before")
    assert composer.draft == draft
    other = UnsentDraft(text="Dear Clara", cursor=2)
    composer.set_draft(other)
    assert composer.text == "Words of before"
    composer.end_editing()
    assert composer.draft == other


def test_what_is_too_long_for_the_field_is_set_aside_wherever_it_comes_from(composer):
    composer.set_draft(UnsentDraft(text=LONG, cursor=10**9))
    assert (composer.field.toPlainText(), composer.text) == ("", LONG)


def test_what_could_not_be_sent_stands_before_what_was_written_since(composer):
    composer.put_back("Who plays?", ())
    assert (composer.text, composer.draft.cursor) == ("Who plays?", 10)
    composer.set_text("And where?")
    composer.put_back("Who plays?", ())
    assert composer.text == "Who plays?\nAnd where?"


@pytest.fixture
def docked(qtbot, theme):
    """One that may be narrower than its parts would like."""
    dock = QWidget()
    qtbot.addWidget(dock)
    made = Composer(theme=theme, parent=dock)
    dock.show()
    yield made
    dock.close()


@pytest.mark.parametrize("state", ["answering", "idle"])
@pytest.mark.parametrize(("width", "size"), [(340, 100), (340, 200), (430, 200), (900, 200)])
def test_beside_the_field_the_buttons_stand_in_a_row_and_keep_their_names(docked, theme, width, size, state):
    theme.set_text_size(size)
    composer = docked
    composer.set_state(state)
    composer.resize(width, composer.height())
    layout = composer.layout()
    assert layout is not None
    layout.activate()
    buttons = [one for one in composer.findChildren(Button) if one.isVisible()]
    edges = [
        composer.field.geometry().right(),
        *(edge for one in buttons for edge in (one.x(), one.geometry().right())),
    ]
    assert edges == sorted(edges)
    assert edges[-1] < width
    assert [one.accessibleName() for one in buttons] == (["Send"] if state == "idle" else ["Stop", "Queue"])
    if width == 900:
        assert shown(composer) == [one.accessibleName() for one in buttons]
    assert [one.toolTip() for one in buttons if not one.text()] == [
        one.accessibleName() for one in buttons if not one.text()
    ]
