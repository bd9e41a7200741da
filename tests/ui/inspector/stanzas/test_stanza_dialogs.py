import pytest
from PySide6.QtWidgets import QWidget

from alicia_desktop.ui.inspector.canvas import Lettering
from alicia_desktop.ui.inspector.stanzas.stanza_dialogs import StanzaComparisonDialog
from alicia_desktop.view.stanza_comparison import compare_stanzas
from tests.ui.reach import button, shown_texts
from tests.view.test_stanza_comparison import OTHER, TRACE, record_of


@pytest.fixture
def dialog(qtbot, theme):
    found = compare_stanzas(record_of(TRACE, seq=3), record_of(OTHER, seq=4))
    made = StanzaComparisonDialog(found, theme=theme, parent=None)
    qtbot.addWidget(made)
    made.resize(852, 552)
    with qtbot.waitExposed(made):
        made.show()
    return made


def cells(dialog):
    model = dialog.table.model()
    return [[model.index(row, column).data() for column in range(4)] for row in range(model.rowCount())]


def test_the_fields_that_differ_are_listed_and_all_of_them_when_asked(dialog):
    assert cells(dialog) == [
        ["differs", "body.content", '"Emma is allergic to walnuts"', '"Emma is allergic to peanuts"'],
        ["only in the first", "body.confidence", "0.91", ""],
        ["only in the second", "body.action", "", '"retrieved"'],
    ]
    assert any(text.startswith("3 of ") and text.endswith("fields differ") for text in shown_texts(dialog))
    button(dialog, "Only differences").click()
    assert ["the same", "conversationId", '"ac_1"', '"ac_1"'] in cells(dialog)


def test_bytes_stand_side_by_side_from_the_first_difference_on_and_scroll_together(dialog, qtbot):
    first, second = dialog.bytes
    qtbot.waitUntil(lambda: first.verticalScrollBar().value() > 0)
    assert first.accessibleName().startswith("Bytes of 3 · MemoryTrace")
    first.verticalScrollBar().setValue(2)
    assert second.verticalScrollBar().value() == min(2, second.verticalScrollBar().maximum())


def test_of_a_stanza_that_is_gone_nothing_is_shown_but_that(dialog):
    assert not dialog.note.isVisible()
    dialog.set_comparison(None)
    assert "One of these stanzas is no longer in the journal." in shown_texts(dialog)
    assert cells(dialog) == []
    assert not dialog.table.isVisible()
    assert not any(view.isVisible() for view in dialog.bytes)
    assert dialog.height() < 300


def test_it_fits_into_a_small_window_and_closes(qtbot, theme):
    window = QWidget()
    window.resize(900, 600)
    qtbot.addWidget(window)
    found = compare_stanzas(record_of(TRACE, seq=3), record_of(OTHER, seq=4))
    dialog = StanzaComparisonDialog(found, theme=theme, parent=window)
    dialog.show()
    assert dialog.width() <= 900 - 48
    assert dialog.height() <= 600 - 48
    button(dialog, "Close").click()
    assert not dialog.isVisible()


def test_both_stanzas_have_the_same_room_and_paths_are_whole(dialog, theme):
    for width in (852, 1_400):
        dialog.resize(width, 552)
        table = dialog.table
        assert abs(table.columnWidth(2) - table.columnWidth(3)) <= 1
        assert table.columnWidth(1) >= Lettering(theme).width("body.confidence", "data")
