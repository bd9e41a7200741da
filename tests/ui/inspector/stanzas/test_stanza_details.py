from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QMenu

from alicia_desktop.filtering.expression import Condition
from alicia_desktop.filtering.vocabulary import STANZAS
from alicia_desktop.ui.inspector.filters.filter_line import FilterLine
from alicia_desktop.ui.inspector.stanzas.field_tree import NODE_ROLE
from alicia_desktop.ui.inspector.stanzas.stanza_details import StanzaDetailsView
from alicia_desktop.view.stanza_details import FieldNode, value_text
from tests.ui.inspector import samples
from tests.ui.reach import button, shown_texts

VALUE = samples.RAW.index(bytes.fromhex("cb3fed"))
"""Where the value of `confidence` begins."""


@pytest.fixture
def line(qtbot, theme):
    made = FilterLine(STANZAS, theme=theme, name="Filter stanzas")
    qtbot.addWidget(made)
    return made


@pytest.fixture
def view(qtbot, theme, line):
    made = StanzaDetailsView(theme=theme, filter_line=line)
    qtbot.addWidget(made)
    made.resize(948, 400)
    made.set_details(samples.details())
    with qtbot.waitExposed(made):
        made.show()
    return made


def chosen(view):
    node = view.tree.currentIndex().data(NODE_ROLE)
    return node.name if node else None


def test_the_tree_is_a_sound_model(view, qtmodeltester):
    qtmodeltester.check(view.tree.model(), force_py=False)


def nested(depth):
    inner = FieldNode(name="deep", value="recital", kind="str", start=3000, end=3009, value_start=3002, is_hit=True)
    for level in range(depth):
        inner = FieldNode(
            name=f"level {level}", value="", kind="map", start=0, end=3010, value_start=1, children=(inner,)
        )
    return inner


def test_where_the_filter_found_something_is_opened_and_brought_into_view(view):
    many = [FieldNode(name=f"{n}", value="x", kind="str", start=n, end=n + 1, value_start=n) for n in range(200)]
    view.set_details(replace(samples.details(), tree=(*many, nested(6)), raw=bytes(3010), hits=((3002, 3009),)))
    (hit,) = view.tree.model().hits()
    assert hit.data(NODE_ROLE).name == "deep"
    assert view.tree.viewport().rect().contains(view.tree.visualRect(hit))
    first = view.bytes.verticalScrollBar().value()
    assert first <= 3002 // view.bytes.per_line < first + view.bytes.lines_in_view()
    view.set_details(replace(samples.details(), tree=(*many,), raw=bytes(3010)))
    assert (view.tree.verticalScrollBar().value(), view.bytes.verticalScrollBar().value()) == (0, 0)


def test_a_field_marks_key_and_value(view):
    view.tree.select_byte(VALUE)
    assert view.bytes.marked == (VALUE - 11, VALUE, VALUE + 9)
    assert "0137 to 013f · value of confidence, 9 bytes" in shown_texts(view)


@pytest.mark.parametrize(("byte", "name"), [(VALUE, "confidence"), (VALUE - 3, "confidence"), (0, "MemoryTrace")])
def test_a_byte_chooses_its_innermost_field(view, byte, name):
    view.bytes.byte_selected.emit(byte)
    assert chosen(view) == name


def test_a_click_on_hex_or_ascii_chooses_the_field(view, qtbot):
    line, column = divmod(VALUE, view.bytes.per_line)
    for x in (view.bytes.hex_x(column), view.bytes.ascii_x(column)):
        view.tree.select_byte(0)
        view.bytes.verticalScrollBar().setValue(line)
        y = (line - view.bytes.verticalScrollBar().value()) * view.bytes.line_height() + 9
        qtbot.mouseClick(view.bytes.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(int(x) + 2, y))
        assert chosen(view) == "confidence"


def test_arrows_walk_the_bytes(view, qtbot):
    view.bytes.set_bytes(samples.RAW)
    qtbot.keyClick(view.bytes, Qt.Key.Key_Right)
    assert chosen(view) == "stanzaId"
    for _ in range(3):
        qtbot.keyClick(view.bytes, Qt.Key.Key_Down)
    assert chosen(view) == "conversationId"
    qtbot.keyClick(view.bytes, Qt.Key.Key_End)
    assert chosen(view) == "conversationId"


def test_arrows_fold_the_tree(view, qtbot):
    root = view.tree.model().index(0, 0)
    view.tree.setCurrentIndex(root)
    qtbot.keyClick(view.tree, Qt.Key.Key_Left)
    assert not view.tree.isExpanded(root)
    qtbot.keyClick(view.tree, Qt.Key.Key_Right)
    assert view.tree.isExpanded(root)
    qtbot.keyClick(view.tree, "j")
    assert chosen(view) == "stanzaId"


def test_bytes_are_as_many_a_line_as_leave_the_fields_enough(view):
    assert view.bytes.per_line == 16
    view.resize(568, 400)
    assert view.bytes.per_line == 8
    view.tree.select_byte(VALUE)
    first = view.bytes.verticalScrollBar().value()
    assert first <= VALUE // 8 < first + view.bytes.lines_in_view()
    view.resize(444, 400)
    assert view.bytes.per_line == 4
    assert view.tree.width() > 200


def test_json_and_hex_are_copied(view, qapp):
    view.copy_json()
    assert '"name": "MemoryTrace"' in qapp.clipboard().text()
    view.copy_hex()
    assert qapp.clipboard().text() == samples.RAW.hex()


def test_what_is_no_stanza_is_copied_as_hex_and_says_why(view, qapp):
    broken = replace(samples.details(), json="", tree=(), note="Ends inside a text at byte 61 of 92.")
    view.set_details(broken)
    assert broken.note in shown_texts(view)
    assert not button(view, "Copy as JSON").isEnabled()
    view.copy_json()
    assert qapp.clipboard().text() == samples.RAW.hex()


def test_another_stanza_forgets_the_marks(view):
    view.tree.select_byte(VALUE)
    view.set_details(samples.details(7))
    assert view.bytes.marked is None
    assert view.shown_id == "7"
    view.set_details(None)
    assert view.isHidden()


def test_a_stanza_without_bytes_has_none(view):
    view.set_details(replace(samples.details(), raw=b"", tree=(), note="Its text was forgotten."))
    assert not button(view, "Copy as hex").isEnabled()
    assert not view.grab().isNull()


def test_text_and_hex_are_found_in_the_bytes(view, qtbot):
    view.activateWindow()
    view.open_find()
    bar = view.find_bar
    qtbot.waitUntil(bar.field.hasFocus)
    qtbot.keyClicks(bar.field, "WALNUTS")
    assert "1 found" in shown_texts(view)
    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    assert "1 of 1" in shown_texts(view)
    assert chosen(view) == "content"
    button(view, "Hex").click()
    assert "Not hex" in shown_texts(view)
    bar.field.setText("cb 3F:ed")
    for modifier in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier):
        qtbot.keyClick(bar.field, Qt.Key.Key_Return, modifier)
        assert chosen(view) == "confidence"
    bar.field.setFocus()
    elsewhere: list[bool] = []
    QShortcut(QKeySequence("Esc"), view.window()).activated.connect(lambda: elsewhere.append(True))
    qtbot.keyClick(bar.field, Qt.Key.Key_Escape)
    assert not elsewhere
    assert not bar.isVisible()
    assert bar.found.runs == ()
    qtbot.waitUntil(view.bytes.hasFocus)


def test_a_field_becomes_a_condition_and_its_path_is_copied(view, line, qapp):
    node = next(node for node in samples.details().tree[0].children if node.name == "body").children[0]
    condition = Condition(key="body", path=("id",), operator=":", value="x")
    view.tree.menu_requested.emit(replace(node, path="body.id", condition=condition), QPoint())
    opened = QApplication.activePopupWidget()
    assert isinstance(opened, QMenu)
    menu = {action.text(): action for action in opened.actions()}
    opened.close()
    menu["Copy path"].trigger()
    assert qapp.clipboard().text() == "body.id"
    menu["Copy value"].trigger()
    assert qapp.clipboard().text() == value_text(samples.details().raw, node)
    menu["And"].trigger()
    assert line.text == "body.id:x"
