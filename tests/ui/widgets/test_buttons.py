import pytest
from PySide6.QtWidgets import QPushButton

from alicia_desktop.ui.widgets.buttons import SegmentButton, Segments


@pytest.fixture
def segments(qtbot, theme):
    choices = [SegmentButton(id=name, text=name.upper(), icon="headphones") for name in ("a", "b", "c")]
    made = Segments(choices, theme=theme, name="Letters")
    qtbot.addWidget(made)
    made.show()
    return made


def words(segments):
    return [button.text() for button in segments.findChildren(QPushButton)]


def test_one_is_chosen_and_tells_its_id(qtbot, segments):
    assert segments.value == "a"
    with qtbot.waitSignal(segments.chosen) as chosen:
        segments.findChildren(QPushButton)[2].click()
    assert chosen.args == ["c"]
    assert segments.value == "c"


def test_showing_a_choice_tells_nobody(qtbot, segments):
    with qtbot.assertNotEmitted(segments.chosen):
        segments.choose("b")
    assert segments.value == "b"


def test_the_compact_form_keeps_names(segments):
    segments.set_compact(compact=True)
    assert words(segments) == ["A", "", ""]
    segments.set_compact(compact=True, words=False)
    assert words(segments) == ["", "", ""]
    assert [button.accessibleName() for button in segments.findChildren(QPushButton)] == ["A", "B", "C"]
