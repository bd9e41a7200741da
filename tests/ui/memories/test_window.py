import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QPushButton

from alicia_desktop.store.memories.memory_list import MemoryFilter, MemoryOrder
from alicia_desktop.ui.memories.window import MemoriesWindow
from alicia_desktop.ui.widgets.fields import Picker
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.memories_rows import Choices, FilterChoice
from tests.ui.memories.conftest import state

CHOICES = Choices(
    categories=(FilterChoice(value="work_career", label="Work (12)"), FilterChoice(value="", label="No category (1)")),
    tags=(FilterChoice(value="Emma", label="Emma (3)"),),
    kinds=(FilterChoice(value="hard", label="Hard (2)"),),
    sources=(FilterChoice(value="import", label="Imported (9)"),),
)


def choose(picker, value):
    place = next(at for at in range(picker.count()) if picker.itemData(at) == value)
    picker.setCurrentIndex(place)
    picker.activated.emit(place)


def test_what_is_typed_is_asked_for_at_once(qtbot, memories):
    with qtbot.waitSignal(memories.list.filter_changed) as asked:
        qtbot.keyClicks(memories.list.filters.search, " emma ")
    assert asked.args == [MemoryFilter(text="emma")]


def test_every_choice_narrows_the_list_and_show_all_widens_it(qtbot, memories):
    page, filters = memories.list, memories.list.filters
    page.set_choices(CHOICES)
    asked: list[MemoryFilter] = []
    page.filter_changed.connect(asked.append)
    choose(filters.category, "work_career")
    choose(filters.tag, "Emma")
    choose(filters.kind, "hard")
    choose(filters.source, "import")
    choose(filters.show_only, "pinned")
    assert asked[-1] == MemoryFilter(
        category="work_career", tag="Emma", kind="hard", source="import", pinned=True, archived=None
    )
    filters.clear()
    assert asked[-1] == MemoryFilter()


def test_days_are_whole_days_of_this_computer(memories, clock):
    filters = memories.list.filters
    choose(filters.stored, "week")
    after = filters.value.after
    assert after is not None
    assert after.astimezone().time().isoformat() == "00:00:00"
    assert 6 <= (clock.now() - after).days <= 7
    choose(filters.stored, "between")
    wanted = filters.value
    assert wanted.after is not None
    assert wanted.before is not None
    assert (wanted.before - wanted.after).days == 31
    assert filters.first.isVisible()


def test_another_order_is_asked_for(qtbot, memories):
    with qtbot.waitSignal(memories.list.order_changed) as asked:
        choose(memories.list.filters.order, ("importance", True))
    assert asked.args == [MemoryOrder(by="importance", descending=True)]


def test_a_choice_that_nothing_has_any_more_stays_until_it_is_changed(memories):
    memories.list.set_choices(CHOICES)
    choose(memories.list.filters.tag, "Emma")
    memories.list.set_choices(Choices(categories=(), tags=(), kinds=(), sources=()))
    assert memories.list.filters.value.tag == "Emma"


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "5 memories"),
        ({"shown": 1, "total": 1}, "1 memory"),
        ({"shown": 1200, "total": 100_000, "narrowed": True}, "1,200 of 100,000 memories"),
        ({"searching": True, "by_words": 3, "narrowed": True}, "3 found"),
        ({"searching": True, "by_words": 3, "by_meaning": 2, "narrowed": True}, "3 found · 2 related"),
    ],
)
def test_the_list_says_how_many_there_are_and_how_they_were_found(memories, given, words):
    memories.list.set_state(state(**given))
    assert words in [label.text() for label in memories.list.findChildren(Label)]


def test_empty_places_say_what_belongs_there_and_how_to_start(memories):
    memories.list.set_state(state(shown=0, total=0, by_words=0))
    buttons = {button.text() for button in memories.findChildren(QPushButton) if button.isVisible()}
    assert "Import…" in buttons
    assert "No memories yet" in [label.text() for label in memories.findChildren(Label)]
    memories.list.set_state(state(shown=0, by_words=0, narrowed=True))
    assert "No memories found" in [label.text() for label in memories.findChildren(Label)]
    memories.list.filters.search.setText("nothing like it")
    next(button for button in memories.findChildren(QPushButton) if button.text() == "Show all").click()
    assert memories.list.filters.search.text() == ""


def test_what_can_be_done_depends_on_how_many_are_selected(memories):
    buttons = {button.text(): button for button in memories.list.bar.findChildren(QPushButton)}
    assert not any(button.isEnabled() for button in buttons.values())
    memories.list.table.selectRow(0)
    assert not buttons["Merge two…"].isEnabled()
    assert buttons["Delete"].isEnabled()
    memories.list.bar.set_count(2)
    assert buttons["Merge two…"].isEnabled()


def test_another_filter_begins_with_nothing_selected(qtbot, memories):
    memories.list.table.selectAll()
    choose(memories.list.filters.show_only, "all")
    assert memories.list.table.selected_count == 0


def test_escape_empties_the_search_then_closes(qtbot, memories):
    search = memories.list.filters.search
    search.setText("emma")
    memories.escape()
    assert (search.text(), memories.isVisible()) == ("", True)
    with qtbot.waitSignal(memories.closed):
        memories.escape()
    assert not memories.isVisible()


def test_undo_is_a_lasting_button_that_says_what_it_would_undo(qtbot, memories):
    undo = next(button for button in memories.findChildren(QPushButton) if button.text() == "Undo")
    assert not undo.isEnabled()
    memories.set_undo("12 memories deleted")
    assert "12 memories deleted" in undo.accessibleName()
    with qtbot.waitSignal(memories.undo_requested):
        undo.click()


def test_everything_has_a_name_and_a_place_in_the_tab_order(memories):
    nameless = [
        type(widget).__name__
        for kind in (QAbstractButton, QLineEdit, QComboBox)
        for widget in memories.findChildren(kind)
        if widget.isVisible()
        and widget.focusPolicy() != Qt.FocusPolicy.NoFocus
        and not (widget.accessibleName() or (isinstance(widget, QAbstractButton) and widget.text()))
    ]
    assert nameless == []


def test_progress_gives_way_to_the_result_with_its_problems(qtbot, memories):
    bar = memories.transfer
    bar.progress("Importing a.jsonl", 250, 1000)
    assert bar.isVisible()
    with qtbot.waitSignal(bar.cancel_requested):
        next(button for button in bar.findChildren(QPushButton) if button.text() == "Cancel").click()
    bar.ended("3 memories imported, 0 were there already, 1 line could not be read.", ["line 4: `id` is empty"])
    shown = next(button for button in bar.findChildren(QPushButton) if button.text() == "Show problems")
    assert shown.isVisible()
    assert bar.problems == ("line 4: `id` is empty",)


@pytest.mark.parametrize("size", [100, 200])
def test_every_choice_is_whole_beside_large_text(memories, theme, size):
    theme.set_text_size(size)
    pickers = [one for one in memories.findChildren(Picker) if one.isVisible() and one.currentText()]
    assert len(pickers) >= 7
    beside = 8 + theme.icon_size() + 12  # as it is painted
    words = {one.currentText(): one.fontMetrics().horizontalAdvance(one.currentText()) for one in pickers}
    assert [one.currentText() for one in pickers if words[one.currentText()] > one.width() - beside] == []


@pytest.mark.parametrize("size", [80, 100, 160])
def test_with_larger_text_it_opens_larger(qtbot, theme, clock, size):
    theme.set_text_size(size)
    window = MemoriesWindow(theme=theme, clock=clock)
    qtbot.addWidget(window)
    room = window.screen().availableSize()
    assert window.width() == min(round(1080 * max(1, theme.scale)), room.width() - 32)
    assert window.height() == min(round(720 * max(1, theme.scale)), room.height() - 32)
