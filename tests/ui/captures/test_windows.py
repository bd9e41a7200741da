"""Two captures side by side: the list of differences, and the words that differ in the chosen one."""

import pytest

from alicia_desktop.captures.comparison import ComparisonRow
from alicia_desktop.ui.captures.windows import ComparisonWindow
from alicia_desktop.ui.widgets.labels import Label

ROWS = [
    ComparisonRow(id="0 said", title="Turn 1 · said", differs=True, before="On Friday.", after="On Monday."),
    ComparisonRow(id="0 time", title="Turn 1 · time", differs=False, before="400 ms", after="900 ms"),
    ComparisonRow(id="1 turn", title="Turn 2 · only in the later one", differs=True, before="", after="Hello?"),
]


@pytest.fixture
def window(qtbot, theme):
    made = ComparisonWindow("first", "second", ROWS, theme=theme)
    qtbot.addWidget(made)
    made.show()
    return made


def test_differences_are_listed_and_the_first_is_shown(window):
    assert window.titles == ["Turn 1 · said", "Turn 2 · only in the later one"]
    assert (window.before.words.toPlainText(), window.after.words.toPlainText()) == ("On Friday.", "On Monday.")
    window.choose(1)
    assert (window.before.words.toPlainText(), window.after.words.toPlainText()) == ("", "Hello?")


def test_times_are_listed_where_they_are_asked_for(window):
    window.show_all(shown=True)
    assert window.titles == [row.title for row in ROWS]


def test_two_that_say_the_same_say_so(qtbot, theme):
    made = ComparisonWindow("first", "second", ROWS[1:2], theme=theme)
    qtbot.addWidget(made)
    assert made.titles == []
    assert "Both say the same" in [label.text() for label in made.findChildren(Label)]
