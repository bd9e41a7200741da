from PySide6.QtWidgets import QPushButton

from alicia_desktop.ui.sync.window import SyncWindow
from alicia_desktop.view.memory_rows import DiffPiece
from alicia_desktop.view.sync import ConflictRow, SyncRow

PIECES = (DiffPiece(kind="same", text="Bring the "), DiffPiece(kind="removed", text="blue"))
OTHERS = (DiffPiece(kind="same", text="Bring the "), DiffPiece(kind="added", text="school"))
CONFLICT = ConflictRow(
    id="sc_1",
    heading="This message differs here and on the server",
    about="School form · The server has other words for this message.",
    mine="Bring the blue",
    theirs="Bring the school",
    mine_pieces=PIECES,
    theirs_pieces=OTHERS,
    choices=(("mine", "Mine"), ("theirs", "The server’s"), ("both", "Both"), ("merged", "Edit the merge")),
    merged="Bring the blue",
)


def shown(qtbot, theme, *conflicts, log=(), busy=False):
    window = SyncWindow(theme=theme)
    qtbot.addWidget(window)
    window.set_row(SyncRow(line="In step with the server", busy=busy, conflicts=conflicts, log=log))
    window.show()
    return window


def test_a_conflict_is_shown_side_by_side_with_lines_that_differ(qtbot, theme):
    window = shown(qtbot, theme, CONFLICT)
    assert window.comparison.mine.words.toPlainText() == "Bring the blue"
    assert window.comparison.theirs.words.toPlainText() == "Bring the school"
    lines = []
    for side in (window.comparison.mine, window.comparison.theirs):
        cursor = side.words.textCursor()
        cursor.setPosition(12)
        lines.append(cursor.charFormat().underlineStyle())
    assert lines[0] != lines[1]


def test_what_was_chosen_is_told_with_the_merge(qtbot, theme):
    window = shown(qtbot, theme, CONFLICT)
    told = []
    window.decided.connect(lambda *what: told.append(what))
    assert not window.comparison.merge.isVisible()
    window.comparison.choice.findChildren(QPushButton)[3].click()
    assert window.comparison.merge.isVisible()
    window.comparison.merge.setPlainText(" ")
    assert not window.comparison.keep.isEnabled()
    window.comparison.merge.setPlainText("Bring both bags")
    window.comparison.keep.click()
    assert told == [("sc_1", "merged", "Bring both bags")]


def test_without_a_conflict_it_says_so_and_the_log_has_its_lines(qtbot, theme):
    window = shown(qtbot, theme, log=("18:05 · Renamed here · Tides",))
    assert not window.comparison.isVisible()
    window.show_log()
    assert window.log.item(0).text() == "18:05 · Renamed here · Tides"


def test_sync_now_asks_for_it_unless_it_goes_on(qtbot, theme):
    window = shown(qtbot, theme)
    with qtbot.waitSignal(window.sync_requested):
        window.now.click()
    window.set_row(SyncRow(line="Syncing", busy=True, conflicts=(), log=()))
    assert not window.now.isEnabled()
