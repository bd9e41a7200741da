import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPlainTextEdit

from alicia_desktop.ui.inspector.row_views import Table
from alicia_desktop.ui.inspector.tools.tool_details import ToolDetails
from alicia_desktop.ui.inspector.tools.tools_tab import ToolsTab
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
    model = part(tab, Table).model()
    return [model.index(row, column).data() for column in range(model.columnCount())]


def test_the_table_is_a_sound_model(tab, qtmodeltester):
    qtmodeltester.check(part(tab, Table).model(), force_py=False)


def test_request_and_result_are_one_line(tab):
    assert line(tab, 1) == ["18:02:10.644", "search_recipes", "Done", "186 ms", "on the server"]


def test_choosing_shows_parameters_beside_the_result(tab, qtbot):
    with qtbot.waitSignal(tab.tool_selected) as told:
        tab.select("atu_1")
    assert told.args == ["atu_1"]
    assert '"servings": 20' in part(tab, QPlainTextEdit, "Parameters").toPlainText()
    assert "Lemon drizzle cake" in part(tab, QPlainTextEdit, "Result").toPlainText()


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
        qtbot.keyClick(part(tab, Table), Qt.Key.Key_Return)


def test_a_result_without_a_message_leads_nowhere(tab, rows):
    rows.put(samples.tool_row("atu_9", message_id="", orphan=True))
    tab.select("atu_9")
    assert not button(tab, "Show in chat").isEnabled()


def test_details_go_with_their_row(tab, rows):
    tab.select("atu_1")
    rows.reset([])
    assert tab.currentIndex() == 0
    assert part(tab, ToolDetails).isHidden()
