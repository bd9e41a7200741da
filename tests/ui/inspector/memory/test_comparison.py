import pytest
from PySide6.QtWidgets import QAbstractButton, QPushButton

from alicia_desktop.ui.inspector.memory.comparison import ComparisonPage
from alicia_desktop.ui.widgets.labels import Label
from tests.ui.inspector import memory_samples


@pytest.fixture
def shown(qtbot, theme):
    def show(*, come=True, width=568):
        page = ComparisonPage(memory_samples.comparison(come=come), theme=theme)
        qtbot.addWidget(page)
        page.resize(width, 600)
        with qtbot.waitExposed(page):
            page.show()
        return page

    return show


def said(page):
    return [label.text() for label in page.findChildren(Label)]


def test_both_answers_their_times_and_what_only_one_had(shown):
    words = said(shown())
    assert "A lemon drizzle cake, without nuts." in words
    assert "A walnut cake would be nice." in words
    assert words.count("624 ms") == 2
    assert "0.90 relevance · only in this answer" in words


def test_what_has_not_come_yet_says_so(shown):
    page = shown(come=False)
    assert "Requested, no answer yet" in said(page)
    assert len([button for button in page.findChildren(QPushButton) if button.objectName().startswith("show")]) == 1


def test_answers_and_memories_can_be_gone_to(shown, qtbot):
    page = shown()
    with qtbot.waitSignal(page.message_requested) as told:
        page.findChild(QPushButton, "show am_again").click()
    assert told.args == ["am_again"]
    with qtbot.waitSignal(page.page_requested) as told:
        next(button for button in page.findChildren(QPushButton) if button.text() == memory_samples.WALNUTS).click()
    assert told.args == ["amem_1"]


def test_a_narrow_panel_puts_one_below_the_other(shown, qtbot):
    page = shown()
    first, second = (page.pair.itemAt(place).widget() for place in range(2))
    qtbot.waitUntil(lambda: second.x() > first.x())
    page.resize(440, 600)
    qtbot.waitUntil(lambda: second.y() > first.y() and second.x() == first.x())


def test_of_several_comparisons_one_goes_from_one_to_the_next(qtbot, theme):
    page = ComparisonPage(memory_samples.comparison(), of_turn=("1070", "1060", "1050"), theme=theme)
    qtbot.addWidget(page)
    assert "2 of 3" in said(page)
    for name, wanted in (("earlier", "1050"), ("later", "1070")):
        with qtbot.waitSignal(page.comparison_requested) as told:
            next(button for button in page.findChildren(QAbstractButton) if button.objectName() == name).click()
        assert told.args == [wanted]
    last = ComparisonPage(memory_samples.comparison(), of_turn=("1060", "1050"), theme=theme)
    qtbot.addWidget(last)
    (later,) = last.findChildren(QAbstractButton, "later")
    assert not later.isEnabled()
