from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QPlainTextEdit

from alicia_desktop.ui.inspector.row_views import Table
from alicia_desktop.ui.inspector.stanzas.field_tree import FieldTree
from alicia_desktop.ui.inspector.tools.tool_details import NAME_WIDTH, ToolDetails
from alicia_desktop.ui.inspector.tools.tools_tab import STATE, TOOL, ToolsTab
from alicia_desktop.ui.widgets.labels import ElidedLabel
from alicia_desktop.view.references import Reference
from alicia_desktop.view.tools import RerunRow
from tests.ui.inspector import samples
from tests.ui.reach import button, part, shown_texts


@pytest.fixture
def rows():
    return samples.tools()


@pytest.fixture
def tab(qtbot, theme, rows):
    made = ToolsTab(theme=theme)
    qtbot.addWidget(made)
    made.resize(568, 860)
    made.set_tools(rows)
    with qtbot.waitExposed(made):
        made.show()
    return made


def line(tab, row):
    model = part(tab, Table, "Tool uses").model()
    return [model.index(row, column).data() for column in range(model.columnCount())]


def fields(tab, name):
    model = part(tab, FieldTree, name).model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def test_the_table_is_a_sound_model(tab, qtmodeltester):
    qtmodeltester.check(part(tab, Table, "Tool uses").model(), force_py=False)


def test_request_and_result_are_one_line(tab):
    assert line(tab, 1) == ["18:02:10.644", "search_recipes", "Done", "186 ms", "on the server"]


def test_no_column_is_cut_where_there_is_little_room(tab, qtbot):
    table = part(tab, Table, "Tool uses")
    assert not table.isColumnHidden(4)
    tab.resize(450, 500)
    qtbot.waitUntil(lambda: table.isColumnHidden(4))
    assert table.columnViewportPosition(3) + table.columnWidth(3) <= table.viewport().width()


def test_until_a_use_is_chosen_the_newest_is_shown_and_nothing_is_said_of_it(tab, qtbot, rows):
    table = part(tab, Table, "Tool uses")
    with qtbot.assertNotEmitted(tab.tool_selected):
        assert table.currentIndex().row() == len(rows) - 1
        assert tab.reference is None
        rows.extend([replace(rows[-1], id="atu_new", parameters='{"about": "now"}')])
        assert table.currentIndex().row() == len(rows) - 1
    assert fields(tab, "Parameters") == ['about "now"']
    with qtbot.waitSignal(tab.tool_selected) as told:
        qtbot.mouseClick(
            table.viewport(), Qt.MouseButton.LeftButton, pos=table.visualRect(table.currentIndex()).center()
        )
    assert told.args == ["atu_new"]
    rows.extend([replace(rows[-1], id="atu_newer")])
    assert tab.reference == Reference(kind="tool", id="atu_new")


def test_a_use_that_is_waited_for_takes_the_place_of_the_one_that_is_shown(tab, qtbot, rows):
    with qtbot.waitSignal(tab.tool_selected) as told:
        tab.select("atu_late")
        rows.extend([replace(rows[-1], id="atu_late")])
        rows.extend([replace(rows[-1], id="atu_later")])
    assert told.args == ["atu_late"]
    assert tab.reference == Reference(kind="tool", id="atu_late")


def test_choosing_shows_parameters_beside_the_result(tab, qtbot):
    with qtbot.waitSignal(tab.tool_selected) as told:
        tab.select("atu_1")
    assert told.args == ["atu_1"]
    assert fields(tab, "Parameters") == ['without "nuts"', "servings 20"]
    assert fields(tab, "Result") == ["[0] 1 field", "[1] 1 field"]


def test_json_is_shown_as_the_text_that_it_is_too(tab, qtbot):
    tab.select("atu_1")
    text = part(tab, QPlainTextEdit, "Parameters")
    assert not text.isVisible()
    next(one for one in tab.findChildren(QAbstractButton) if one.text() == "As text" and one.isVisible()).click()
    assert text.isVisible()
    assert text.toPlainText() == samples.tool_row().parameters


def test_a_key_copies_all_of_it(tab, qtbot):
    tab.select("atu_1")
    with qtbot.waitSignal(tab.copied):
        qtbot.keyClick(part(tab, FieldTree, "Parameters"), Qt.Key.Key_C)
    assert QGuiApplication.clipboard().text() == samples.tool_row().parameters


def test_it_is_said_how_long_it_might_have_taken(tab, rows):
    rows.put(samples.tool_row("atu_1", limit="30.0 s", permission="Always allowed"))
    tab.select("atu_1")
    assert "186 ms of 30.0 s · on the server · Always allowed" in shown_texts(tab)


def test_a_tool_is_run_again_and_its_result_stands_beside_the_first(tab, qtbot):
    tab.select("atu_1")
    assert not part(tab, FieldTree, "Run again").isVisible()
    with qtbot.waitSignal(tab.rerun_requested) as told:
        run_again(tab).click()
    assert told.args == ["atu_1"]
    assert part(tab, QPlainTextEdit, "Run again").toPlainText() == "Running…"
    assert run_again(tab).isEnabled(), "it keeps the keyboard"
    with qtbot.assertNotEmitted(tab.rerun_requested):
        run_again(tab).click()
    tab.show_rerun(rerun_row("atu_1", result='{"cakes": 2}'))
    assert fields(tab, "Run again") == ["cakes 2"]
    with qtbot.waitSignal(tab.rerun_requested):
        run_again(tab).click()
    tab.show_rerun(rerun_row("atu_1", result='{"cakes": 2}'))
    assert "another result · 18:05:00 · 12 ms" in shown_texts(tab)
    tab.select("atu_3")
    assert not part(tab, FieldTree, "Run again").isVisible()
    tab.select("atu_1")
    assert fields(tab, "Run again") == ["cakes 2"]


def test_what_failed_again_says_why(tab):
    tab.select("atu_1")
    tab.show_rerun(rerun_row("atu_1", error="This was not allowed."))
    assert part(tab, QPlainTextEdit, "Run again").toPlainText() == "This was not allowed."
    assert "failed · 18:05:00 · 12 ms" in shown_texts(tab)


def test_what_ran_on_the_server_cannot_be_run_again_and_it_is_said_why(tab, rows):
    rows.put(samples.tool_row("atu_1", not_again="It ran on the server."))
    tab.select("atu_1")
    assert not run_again(tab).isEnabled()
    assert run_again(tab).accessibleDescription() == "It ran on the server."


def test_statistics_by_tool_lead_to_the_uses_of_one(tab, qtbot):
    button(tab, "By tool").click()
    table = part(tab, Table, "Statistics by tool")
    assert table.isVisible()
    model = table.model()
    assert table.horizontalHeader().length() <= table.viewport().width()
    names = [model.index(row, 0).data() for row in range(model.rowCount())]
    assert sorted(names) == sorted({row.name for row in samples.tools() if not row.orphan})
    table.setCurrentIndex(model.index(names.index("calculator"), 0))
    qtbot.keyClick(table, Qt.Key.Key_Return)
    assert tab.filter_line.text == "tool:calculator"
    assert part(tab, Table, "Tool uses").isVisible()
    assert line(tab, 0)[1] == "calculator"


def run_again(tab):
    return next(one for one in tab.findChildren(QAbstractButton) if one.text() == "Run again")


def rerun_row(use, *, result="", error=""):
    return RerunRow(tool_use_id=use, time="18:05:00", duration="12 ms", result=result, error=error, is_same=False)


def test_a_failure_says_why(tab):
    tab.select("atu_3")
    assert "timeout No answer within 30 s." in shown_texts(tab)
    assert part(tab, QPlainTextEdit, "Result").toPlainText() == "No result"


def test_a_running_use_becomes_done_under_the_eyes(tab, rows):
    tab.select("atu_2")
    assert part(tab, QPlainTextEdit, "Result").toPlainText() == "No result yet"
    rows.put(samples.tool_row("atu_2", name="calculator", result="391", duration="3 ms"))
    assert part(tab, QPlainTextEdit, "Result").toPlainText() == "391"
    assert line(tab, 2)[2] == "Done"


def test_a_use_is_shown_in_the_conversation(tab, qtbot):
    tab.select("atu_1")
    with qtbot.waitSignal(tab.message_requested) as told:
        button(tab, "Show in chat").click()
    assert told.args == ["am_answer"]
    with qtbot.waitSignal(tab.message_requested):
        qtbot.keyClick(part(tab, Table, "Tool uses"), Qt.Key.Key_Return)


def test_a_result_without_a_message_leads_nowhere(tab, rows):
    rows.put(samples.tool_row("atu_9", message_id="", orphan=True))
    tab.select("atu_9")
    assert not button(tab, "Show in chat").isEnabled()


def test_details_go_with_their_row(tab, rows):
    tab.select("atu_1")
    rows.reset([])
    assert tab.currentIndex() == 0
    assert part(tab, ToolDetails).isHidden()


@pytest.mark.parametrize("width", [450, 568, 900])
def test_beside_large_text_no_column_is_cut(qtbot, tab, theme, width):
    theme.set_text_size(200)
    tab.resize(width, 860)
    table = part(tab, Table, "Tool uses")
    heads = table.horizontalHeader()
    qtbot.waitUntil(lambda: heads.length() <= table.viewport().width())
    assert not table.isColumnHidden(TOOL)
    assert not table.isColumnHidden(STATE)


@pytest.mark.parametrize(("size", "words"), [(100, True), (200, False)])
def test_the_name_of_the_tool_has_room_before_the_words_of_the_button(qtbot, tab, theme, size, words):
    theme.set_text_size(size)
    again = button(tab, "Run again")
    qtbot.waitUntil(lambda: bool(again.text()) is words)
    name = part(tab, ToolDetails, "Tool details").findChildren(ElidedLabel)[0]
    qtbot.waitUntil(lambda: name.width() >= theme.scaled(NAME_WIDTH))
    assert again.toolTip()
