import pytest
from PySide6.QtCore import Qt

from alicia_desktop.ui.inspector.tools.tools_tab import ToolsTab
from tests.ui.inspector import samples


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
    model = tab._table.model()
    return [model.index(row, column).data() for column in range(model.columnCount())]


def test_the_table_is_a_sound_model(tab, qtmodeltester):
    qtmodeltester.check(tab._table.model(), force_py=False)


def test_request_and_result_are_one_line(tab):
    assert line(tab, 1) == ["18:02:10.644", "search_recipes", "Done", "186 ms", "on the server"]


def test_choosing_shows_parameters_beside_the_result(tab, qtbot):
    with qtbot.waitSignal(tab.tool_selected) as told:
        tab.select("atu_1")
    assert told.args == ["atu_1"]
    assert '"servings": 20' in tab._details._parameters.text
    assert "Lemon drizzle cake" in tab._details._result.text


def test_a_failure_says_why(tab):
    tab.select("atu_3")
    assert tab._details._error.label.text() == "timeout No answer within 30 s."
    assert tab._details._error.isVisible()
    assert tab._details._result.text == "No result"


def test_a_running_use_becomes_done_under_the_eyes(tab, rows):
    tab.select("atu_2")
    assert tab._details._result.text == "No result yet"
    rows.put(samples.tool_row("atu_2", name="calculator", result="391", duration="3 ms"))
    assert tab._details._result.text == "391"
    assert line(tab, 2)[2] == "Done"


def test_a_use_is_shown_in_the_conversation(tab, qtbot):
    tab.select("atu_1")
    with qtbot.waitSignal(tab.message_requested) as told:
        tab._details._show.click()
    assert told.args == ["am_answer"]
    with qtbot.waitSignal(tab.message_requested):
        qtbot.keyClick(tab._table, Qt.Key.Key_Return)


def test_a_result_without_a_message_leads_nowhere(tab, rows):
    rows.put(samples.tool_row("atu_9", message_id="", orphan=True))
    tab.select("atu_9")
    assert not tab._details._show.isEnabled()


def test_details_go_with_their_row(tab, rows):
    tab.select("atu_1")
    rows.reset([])
    assert tab.currentIndex() == 0
    assert tab._details.isHidden()
