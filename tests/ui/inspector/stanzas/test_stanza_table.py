from typing import get_args

import pytest
from msgspec import structs
from PySide6.QtCore import Qt

from alicia_desktop.base.observable import Rows
from alicia_desktop.filtering.expression import Mistake
from alicia_desktop.filtering.parser import parse
from alicia_desktop.filtering.vocabulary import STANZAS
from alicia_desktop.ui.inspector.row_views import CELL_PADDING
from alicia_desktop.ui.inspector.stanzas.stanza_columns import CELLS, DELTA, STANZA, SUMMARY
from alicia_desktop.ui.inspector.stanzas.stanza_table import StanzaTable
from alicia_desktop.view.stanzas import Badge, StanzaRow, StanzaTimes
from tests.ui.inspector import samples

LIMIT = 300


@pytest.fixture
def rows():
    made: Rows[StanzaRow] = Rows(lambda row: row.id, limit=LIMIT)
    made.extend(samples.numbered_stanza(number) for number in range(LIMIT))
    return made


@pytest.fixture
def table(qtbot, theme, rows):
    made = StanzaTable(theme=theme)
    qtbot.addWidget(made)
    made.resize(948, 400)
    made.set_rows(rows)
    with qtbot.waitExposed(made):
        made.show()
    return made


def first_in_view(table):
    return table.model().row(table.rowAt(0)).number


def last_in_view(table):
    row = table.rowAt(table.viewport().height() - 2)
    return table.model().row(row).number


def add(rows, first, count):
    rows.extend(samples.numbered_stanza(number) for number in range(first, first + count))


def test_the_table_is_a_sound_model(table, rows, qtmodeltester):
    qtmodeltester.check(table.model(), force_py=False)
    add(rows, LIMIT, 70)
    rows.reset([samples.numbered_stanza(5)])


def test_rows_have_one_fixed_height(table, theme):
    assert table.rowHeight(0) == table.rowHeight(LIMIT - 1) == theme.height("row-table")


def test_it_follows_the_tail_while_old_rows_fall_out(table, rows):
    assert last_in_view(table) == LIMIT - 1
    add(rows, LIMIT, 70)
    assert table.following
    assert last_in_view(table) == LIMIT + 69
    assert table.unseen == 0


def test_scrolled_away_it_counts_what_is_new_and_stays(table, rows):
    bar = table.verticalScrollBar()
    bar.setValue(bar.maximum() // 2)
    before = first_in_view(table)
    add(rows, LIMIT, 37)
    assert not table.following
    assert table.unseen == 37
    assert first_in_view(table) == before


def test_the_end_is_followed_again(table, rows, qtbot):
    table.verticalScrollBar().setValue(100)
    add(rows, LIMIT, 5)
    qtbot.keyClick(table, Qt.Key.Key_End)
    assert table.following
    assert table.unseen == 0
    assert last_in_view(table) == LIMIT + 4
    add(rows, LIMIT + 5, 3)
    assert last_in_view(table) == LIMIT + 7


def test_scrolling_to_the_end_follows_too(table, rows):
    bar = table.verticalScrollBar()
    bar.setValue(100)
    add(rows, LIMIT, 5)
    bar.setValue(bar.maximum())
    assert table.following
    assert table.unseen == 0


def test_at_the_top_it_asks_for_older_rows_and_keeps_its_place(table, rows, qtbot):
    bar = table.verticalScrollBar()
    bar.setValue(240)
    with qtbot.waitSignal(table.older_requested):
        bar.setValue(0)
    before = first_in_view(table)
    rows.remove(str(LIMIT - 1))
    rows.insert(0, samples.numbered_stanza(1_000))
    assert first_in_view(table) == before


def test_other_rows_are_shown_from_their_end(table, rows):
    table.verticalScrollBar().setValue(100)
    rows.reset([samples.numbered_stanza(1_000 + number) for number in range(50)])
    assert table.following
    assert last_in_view(table) == 1_049
    assert table.unseen == 0


def test_narrow_it_drops_whole_columns_first(table):
    assert not table.isColumnHidden(DELTA)
    table.resize(568, 400)
    assert table.isColumnHidden(DELTA)
    assert table.isColumnHidden(STANZA)
    assert not table.isColumnHidden(SUMMARY)


@pytest.mark.parametrize("width", [948, 700, 568, 430, 360])
def test_the_summary_is_in_view_at_every_width(table, width):
    table.resize(width, 400)
    summary = table.visualRect(table.model().index(0, SUMMARY))
    assert summary.width() >= 120
    assert table.columnViewportPosition(SUMMARY) + summary.width() <= table.viewport().width() + 1
    assert table.horizontalScrollBar().maximum() == 0


def test_columns_keep_the_order_into_which_their_heads_are_dragged(table, qtbot):
    with qtbot.waitSignal(table.cells_moved) as told:
        table.horizontalHeader().moveSection(SUMMARY, 1)
    assert told.args == [("number", "summary", "time", "delta", "direction", "stanza", "type", "size")]
    table.set_cells(("summary", "number"))
    table.set_rows(samples.stanzas())
    assert table.shown_cells == ("summary", "number")
    assert table.columnViewportPosition(SUMMARY) == 0
    table.set_cells(())
    assert table.shown_cells[0] == "number"
    assert table.shown_cells[-1] == "summary"


def test_badges_are_read_aloud(qtbot, theme):
    table = StanzaTable(theme=theme)
    qtbot.addWidget(table)
    table.set_rows(samples.stanzas())
    said = [table.model().index(row, SUMMARY).data() for row in range(table.model().rowCount())]
    assert "malformed · Ends inside a text at byte 61 of 92." in said
    assert "duplicate · Duplicate of an earlier stanza, ignored" in said


def test_letters_are_keys(table, qtbot):
    table.selection.select("10")
    qtbot.keyClick(table, "j")
    assert table.selection.id == "11"
    qtbot.keyClick(table, "k")
    qtbot.keyClick(table, Qt.Key.Key_Up)
    assert table.selection.id == "9"
    with qtbot.waitSignal(table.copy_requested):
        qtbot.keyClick(table, "c")


def test_a_chosen_row_that_falls_out_chooses_no_other(table, rows):
    table.selection.select("0")
    told: list[str] = []
    table.selection.selected.connect(told.append)
    add(rows, LIMIT, 50)
    add(rows, LIMIT + 50, 50)
    assert told == []
    assert not table.currentIndex().isValid()


@pytest.fixture
def short(qtbot, theme):
    """A table with room for all its ten rows."""
    made = StanzaTable(theme=theme)
    qtbot.addWidget(made)
    made.resize(948, 400)
    made.set_rows(numbered(10))
    with qtbot.waitExposed(made):
        made.show()
    return made


def numbered(count):
    made: Rows[StanzaRow] = Rows(lambda row: row.id)
    made.extend(samples.numbered_stanza(number) for number in range(count))
    return made


def chosen_is_in_view(table):
    place = table.visualRect(table.currentIndex())
    return place.top() >= 0 and place.bottom() < table.viewport().height()


def test_a_chosen_row_stays_in_view_when_the_table_shrinks(short):
    short.selection.select("2")
    assert not short.following
    short.resize(948, 120)
    assert short.selection.id == "2"
    assert chosen_is_in_view(short)
    short.resize(948, 60)
    assert chosen_is_in_view(short)


def test_a_row_that_was_scrolled_away_is_not_fetched_back_by_a_resize(table):
    table.selection.select("290")
    table.verticalScrollBar().setValue(240)
    before = first_in_view(table)
    table.resize(948, 300)
    assert first_in_view(table) == before


def test_choosing_the_last_row_follows(table, rows):
    table.selection.select("100")
    add(rows, LIMIT, 5)
    assert (table.following, table.unseen) == (False, 5)
    table.selection.select(str(LIMIT + 4))
    assert (table.following, table.unseen) == (True, 0)
    table.resize(948, 200)
    assert last_in_view(table) == LIMIT + 4


def test_what_is_in_view_is_not_unseen(qtbot, theme):
    table = StanzaTable(theme=theme)
    qtbot.addWidget(table)
    table.resize(948, 400)
    rows = numbered(10)
    table.set_rows(rows)
    table.selection.select("2")
    add(rows, 10, 3)
    assert table.unseen == 0
    add(rows, 13, 100)
    assert table.unseen == 100


def test_a_row_that_was_wanted_before_it_came_is_in_view(table, rows):
    table.selection.select("1003")
    rows.reset([samples.numbered_stanza(1_000 + number) for number in range(50)])
    assert table.selection.id == "1003"
    assert not table.following
    assert chosen_is_in_view(table)


@pytest.mark.parametrize("height", [400, 413, 391])
def test_no_row_is_cut_at_the_top_of_the_tail(table, height):
    table.resize(948, height)
    assert table.following
    assert table.rowViewportPosition(table.rowAt(0)) == 0
    table.selection.select("20")
    table.selection.select("200")
    assert table.rowViewportPosition(table.rowAt(0)) == 0
    assert chosen_is_in_view(table)


def test_the_keyboard_alone_chooses_nothing(table, qtbot):
    table.setFocus()
    qtbot.waitUntil(table.hasFocus)
    assert table.selection.id == ""
    assert table.following
    qtbot.keyClick(table, Qt.Key.Key_Up)
    assert table.selection.id == str(LIMIT - 1)


def test_the_head_reaches_over_the_scroll_bar(table):
    head = table.horizontalHeader()
    picture = table.grab().toImage()
    ratio = picture.devicePixelRatio()
    middle = round(head.height() / 2 * ratio)
    assert picture.pixelColor(picture.width() - 2, middle) == picture.pixelColor(
        round((head.width() - 2) * ratio), middle
    )


@pytest.mark.parametrize("badge", get_args(Badge))
def test_each_badge_is_explained_with_the_filter_that_finds_it(table, rows, badge):
    rows.put(structs.replace(rows[0], badges=(badge,)))
    cell = table.model().index(0, SUMMARY)
    assert cell.data().startswith(badge)
    tip = cell.data(Qt.ItemDataRole.ToolTipRole)
    condition = "meta.sentByHand:true" if badge == "by hand" else f"is:{badge.replace(' ', '-')}"
    assert f"{badge}: " in tip
    assert tip.endswith(f"({condition})")
    assert not isinstance(parse(condition, STANZAS), Mistake)


def test_home_and_end_are_the_first_and_the_last_row(table, rows, qtbot):
    qtbot.keyClick(table, Qt.Key.Key_Home)
    assert table.currentIndex().row() == 0
    qtbot.keyClick(table, Qt.Key.Key_End)
    assert table.currentIndex().row() == len(rows) - 1
    qtbot.keyClick(table, Qt.Key.Key_Home)
    assert table.currentIndex().row() == 0


@pytest.fixture
def german_table(qtbot, theme, german):
    theme.set_text_size(200)
    made = StanzaTable(theme=theme)
    qtbot.addWidget(made)
    return made


@pytest.mark.parametrize("kind", ["clock", "question"])
@pytest.mark.parametrize(("width", "is_cut"), [(568, True), (680, False), (948, False), (1600, False)])
def test_titles_of_columns_have_room_and_else_the_last_ends_with_an_ellipsis(german_table, width, is_cut, kind):
    table = german_table
    table.resize(width, 400)
    table.set_rows(numbered(10))
    table.set_times(StanzaTimes(kind=kind))
    heads, model = table.horizontalHeader(), table.model()
    shown = [number for number in range(len(CELLS)) if not table.isColumnHidden(number)]
    titles = {number: model.headerData(number, Qt.Orientation.Horizontal) for number in shown}
    need = {number: heads.fontMetrics().horizontalAdvance(title) for number, title in titles.items()}
    cut = [titles[one] for one in shown if heads.sectionSize(one) < need[one] + 2 * CELL_PADDING]
    assert cut == (["Zusammenfassung"] if is_cut else [])
    assert heads.textElideMode() is Qt.TextElideMode.ElideRight
    assert heads.length() <= table.viewport().width()
    tip = model.headerData(SUMMARY, Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole)
    assert tip == "Zusammenfassung"
