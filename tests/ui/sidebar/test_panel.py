from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QListView

from alicia_desktop.ui.focus_frame import FocusFrame
from alicia_desktop.ui.qt_models import ID_ROLE
from alicia_desktop.ui.sidebar.panel import Sidebar
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.labels import ElidedLabel
from alicia_desktop.view.rows import ConversationRow, StatusRow
from tests.ui import samples


@pytest.fixture
def sidebar(qtbot, theme):
    made = Sidebar(theme=theme)
    qtbot.addWidget(made)
    made.set_rows(samples.conversations())
    made.set_current("ac_2")
    made.resize(264, 800)
    with qtbot.waitExposed(made):
        made.show()
    return made


def view(sidebar):
    return sidebar.findChild(QListView)


def test_a_conversation_is_asked_for_by_its_id(qtbot, sidebar):
    index = view(sidebar).model().index(3, 0)
    with qtbot.waitSignal(sidebar.conversation_requested) as asked:
        qtbot.mouseClick(
            view(sidebar).viewport(), Qt.MouseButton.LeftButton, pos=view(sidebar).visualRect(index).center()
        )
    assert asked.args == ["ac_3"]


def test_the_selection_stays_on_its_conversation_when_the_list_changes(qtbot, sidebar):
    tester = QAbstractItemModelTester(view(sidebar).model(), QAbstractItemModelTester.FailureReportingMode.Fatal)
    rows = sidebar.rows
    moved = [row for row in rows if row.id != "ac_2"]
    moved.insert(0, rows.get("ac_2"))
    rows.reset(moved)
    qtbot.waitUntil(lambda: view(sidebar).currentIndex().row() == 0)
    assert tester.model() is view(sidebar).model()


def test_who_walks_by_keys_stays_where_they_are_until_they_go_elsewhere(qtbot, sidebar):
    sidebar.activateWindow()
    view(sidebar).setFocus()
    qtbot.waitUntil(view(sidebar).hasFocus)
    qtbot.keyClick(view(sidebar), Qt.Key.Key_Down)
    assert view(sidebar).currentIndex().data(ID_ROLE) == "ac_3"
    rows = sidebar.rows
    rows.reset([rows.get("ac_3"), *(row for row in rows if row.id != "ac_3")])
    qtbot.waitUntil(lambda: view(sidebar).currentIndex().row() == 0)
    assert [index.data(ID_ROLE) for index in view(sidebar).selectedIndexes()] == ["ac_3"]
    sidebar.search.setFocus()
    qtbot.waitUntil(lambda: view(sidebar).currentIndex().data(ID_ROLE) == "ac_2")


def test_what_is_opened_by_keys_is_what_is_selected(qtbot, sidebar):
    sidebar.activateWindow()
    view(sidebar).setFocus()
    qtbot.waitUntil(view(sidebar).hasFocus)
    sidebar.conversation_requested.connect(sidebar.set_selected_result)  # as the window does, before it shows another
    qtbot.keyClick(view(sidebar), Qt.Key.Key_Down)
    with qtbot.waitSignal(sidebar.conversation_requested) as asked:
        qtbot.keyClick(view(sidebar), Qt.Key.Key_Return)
    assert asked.args == ["ac_3"]
    sidebar.set_current("ac_3")
    assert [index.data(ID_ROLE) for index in view(sidebar).selectedIndexes()] == ["ac_3"]


@pytest.mark.parametrize(
    ("key", "signal"), [(Qt.Key.Key_F2, "rename_requested"), (Qt.Key.Key_Delete, "delete_requested")]
)
def test_the_usual_keys_rename_and_delete_the_row_they_are_on(qtbot, sidebar, key, signal):
    with qtbot.waitSignal(getattr(sidebar, signal)) as asked:
        qtbot.keyClick(view(sidebar), key)
    assert asked.args[0] == "ac_2"


def test_the_ring_is_around_the_row_without_the_heading_over_it(sidebar, theme):
    frame = FocusFrame(theme)
    frame.surround(view(sidebar))
    view(sidebar).setCurrentIndex(view(sidebar).model().index(0, 0))
    assert frame.row.height() == theme.height("row-list")
    assert frame.row.left() > 0


def test_the_narrowest_sidebar_says_when_it_was_last_in_step(sidebar, theme):
    sidebar.set_status(StatusRow(place="On this computer", detail="", sync="Synced 18:05", sync_kind="ok"))
    sidebar.resize(theme.tokens.width["sidebar-min"], 800)
    assert "Synced 18:05" in [label.text() for label in sidebar.findChildren(ElidedLabel)]


def test_a_section_begins_with_its_heading(sidebar):
    heights = [view(sidebar).sizeHintForIndex(view(sidebar).model().index(row, 0)).height() for row in range(8)]
    assert heights == [84, 52, 84, 84, 52, 52, 52, 52]


def test_search_waits_for_a_pause(qtbot, sidebar):
    with qtbot.waitSignal(sidebar.search_requested) as asked:
        qtbot.keyClicks(sidebar.search, "oats ")
    assert asked.args == ["oats "], "a blank after it says that the word is whole"


def test_neighbours_end_at_the_ends(sidebar):
    assert (sidebar.neighbour(1), sidebar.neighbour(-1)) == ("ac_3", "ac_1")
    sidebar.set_current("ac_0")
    assert sidebar.neighbour(-1) is None


def test_the_menu_renames_shelves_and_deletes(qtbot, sidebar):
    rename, pin, archive, apart, delete = sidebar.context_menu(view(sidebar).model().index(1, 0)).actions()
    assert apart.isSeparator()
    with qtbot.waitSignal(sidebar.rename_requested) as renamed:
        rename.trigger()
    with qtbot.waitSignal(sidebar.delete_requested) as deleted:
        delete.trigger()
    with qtbot.waitSignal(sidebar.pin_requested) as pinned:
        pin.trigger()
    with qtbot.waitSignal(sidebar.archive_requested) as archived:
        archive.trigger()
    assert (pin.text(), pinned.args) == ("Pin", ["ac_1", True])
    assert (archive.text(), archived.args) == ("Archive", ["ac_1", True])
    assert renamed.args == ["ac_1", "Morning Star: winter berth"]
    assert deleted.args == ["ac_1"]


@pytest.mark.parametrize("kind", ["ok", "waiting", "offline", "busy", "error"])
def test_the_sync_line_has_words_in_every_state(sidebar, kind):
    sidebar.set_status(StatusRow(place="", detail="", sync="3 waiting", sync_kind=kind))
    assert "3 waiting" in [
        label.accessibleName() for label in sidebar.findChildren(object) if hasattr(label, "whole_text")
    ]


def test_a_row_is_read_with_title_time_and_last_line(sidebar):
    text = view(sidebar).model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert text == "Emma’s recital on Friday, 18:02. The Clementi comes first, I noted it"


@pytest.mark.parametrize(("state", "word"), [("queued", "Queued"), ("failed", "Not sent"), ("conflict", "Conflict")])
def test_what_waits_is_told_by_a_glyph_and_a_word(sidebar, theme, state, word):
    plain = sidebar.rows[0]
    before = sidebar.grab().toImage()
    sidebar.rows.put(replace(plain, state=state, state_text=word))
    assert sidebar.grab().toImage() != before
    text = view(sidebar).model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert text == f"{plain.title}, {plain.time}. {word}. {plain.last_line}"


def test_the_memories_are_asked_for_below_the_conversations(qtbot, sidebar):
    button = next(one for one in sidebar.findChildren(IconButton) if one.accessibleName().startswith("Memories"))
    with qtbot.waitSignal(sidebar.memories_requested):
        button.click()


def test_a_find_is_marked_in_its_line(qtbot, sidebar, theme):
    line = "The Clementi comes first"
    found = ConversationRow(
        id="message am_1",
        title="Recital",
        last_line=line,
        time="18:02",
        section="Messages",
        kind="message",
        marks=((4, 12),),
    )
    sidebar.rows.reset([found])
    picture = sidebar.grab().toImage()
    ground = theme.colour("field-selected").rgb()
    assert any(picture.pixel(x, y) == ground for x in range(picture.width()) for y in range(picture.height() // 3))
    assert view(sidebar).model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole).startswith("Messages: Recital")


def test_steps_go_from_find_to_find(sidebar):
    row = samples.conversations()[0]
    sidebar.rows.reset([replace(row, id=f"message {n}", kind="message", section="Messages") for n in range(3)])
    sidebar.set_selected_result("message 1")
    assert (sidebar.neighbour(1), sidebar.neighbour(-1)) == ("message 2", "message 0")


def test_how_much_was_found_is_said(sidebar):
    sidebar.set_search_note("3 found")
    assert any(label.text() == "3 found" and label.isVisible() for label in sidebar.findChildren(ElidedLabel))
    sidebar.set_search_note("")
    assert not any(label.text() == "3 found" and label.isVisible() for label in sidebar.findChildren(ElidedLabel))


def test_the_archive_is_offered_where_there_is_one(qtbot, sidebar):
    sidebar.set_archived(3)
    button = next(one for one in sidebar.findChildren(Button) if one.text() == "Archived (3)")
    with qtbot.waitSignal(sidebar.archive_toggled) as asked:
        button.click()
    assert asked.args == [True]
    assert button.text() == "Hide archived (3)"
    sidebar.set_archived(0)
    assert not button.isVisible()


def test_return_goes_to_the_first_find(qtbot, sidebar):
    with qtbot.assertNotEmitted(sidebar.conversation_requested):
        qtbot.keyClick(sidebar.search, Qt.Key.Key_Return)
    with qtbot.waitSignal(sidebar.search_requested):
        qtbot.keyClicks(sidebar.search, "emma")
    with qtbot.waitSignal(sidebar.conversation_requested) as asked:
        qtbot.keyClick(sidebar.search, Qt.Key.Key_Return)
    assert asked.args == ["ac_0"]


@pytest.mark.parametrize("size", [100, 200])
def test_the_button_for_deleted_conversations_is_whole_or_a_count(qtbot, sidebar, theme, size):
    sidebar.set_recently_deleted(3)
    sidebar.resize(216, 800)
    theme.set_text_size(size)
    deleted = next(one for one in sidebar.findChildren(Button) if one.accessibleName() == "Recently deleted (3)")
    qtbot.waitUntil(lambda: deleted.sizeHint().width() <= deleted.width())
    assert "3" in deleted.text()
