"""The sync window: its status, *Sync now*, conflicts one after the other, and the log of what sync did and why.

It has no parent and is not modal: composing is never blocked by a decision that can wait. A conflict shows both texts
side by side. They differ by line and not by colour alone: what is only in mine has a solid line, what is only on the
server a dashed one (QTextCharFormat, because rich text knows no dashes).
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QStackedWidget, QTextEdit, QVBoxLayout, QWidget

from alicia_desktop.ui.folded_text import ShowAllButton, clip_pieces
from alicia_desktop.ui.inspector.tabs import Tabs
from alicia_desktop.ui.shortcuts import Key, bind
from alicia_desktop.ui.text_size import fit_on_screen
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.layout_cost import MAX_COST
from alicia_desktop.ui.untrusted.plain_text import set_window_title
from alicia_desktop.ui.widgets.buttons import Button, SegmentButton, Segments
from alicia_desktop.ui.widgets.fields import EditField
from alicia_desktop.ui.widgets.labels import Icon, Label, rule
from alicia_desktop.view.sync import NO_CONFLICTS, NOTHING_DONE, ConflictRow, SyncRow
from alicia_desktop.view.word_diff import DiffPiece

SIZE: Final = QSize(820, 560)
MIN_SIZE: Final = QSize(560, 420)
GAP: Final = 4
"""Pixels around a line of a list."""


class ConflictSide(QWidget):
    """One of the two texts, with its differences marked."""

    def __init__(self, name: str, icon: str, *, theme: Theme, ink: str, dashed: bool) -> None:
        super().__init__()
        self._theme, self._ink, self._dashed = theme, ink, dashed
        self._pieces: tuple[DiffPiece, ...] = ()
        self._all = ShowAllButton(title=name, theme=theme)
        head = QHBoxLayout()
        head.setSpacing(8)
        head.addWidget(Icon(icon, theme=theme, size=16))
        head.addWidget(Label(name, theme=theme, weight=600), 1)
        head.addWidget(self._all)
        self.words = QTextEdit()
        self.words.setReadOnly(True)
        self.words.setFont(theme.font("body"))
        self.words.setAccessibleName(name)
        self.words.setTabChangesFocus(True)
        self.words.document().setDocumentMargin(0)
        self.words.setMinimumHeight(2 * theme.line("body"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addLayout(head)
        layout.addWidget(self.words, 1)
        theme.changed.connect(self._apply_theme)

    def set_pieces(self, pieces: Sequence[DiffPiece]) -> None:
        """Show a text."""
        self._pieces = clip_pieces(pieces, MAX_COST)
        self._all.set_whole("".join(piece.text for piece in pieces), cost=MAX_COST)
        self._apply_theme()

    def _apply_theme(self) -> None:
        self.words.clear()
        cursor = QTextCursor(self.words.document())
        cursor.beginEditBlock()
        for piece in self._pieces:
            form = QTextCharFormat()
            form.setForeground(self._theme.colour("text"))
            if piece.kind != "same":
                line = QTextCharFormat.UnderlineStyle.DashUnderline
                solid = QTextCharFormat.UnderlineStyle.SingleUnderline
                form.setUnderlineStyle(line if self._dashed else solid)
                form.setUnderlineColor(self._theme.colour(self._ink))
                form.setForeground(self._theme.colour(self._ink))
                form.setBackground(self._theme.colour(f"{self._ink}-soft"))
            cursor.insertText(piece.text, form)
        cursor.endEditBlock()


class ConflictComparison(QWidget):
    """Show one conflict, and emit the decision."""

    decided = Signal(str, str, str)
    """Id of the conflict, the choice, and the text of a merge."""
    later_requested = Signal()

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._row: ConflictRow | None = None
        self._heading = Label("", theme=theme, font="title", wrap=True)
        self._about = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self.mine = ConflictSide(self.tr("Mine"), "laptop", theme=theme, ink="diff-mine", dashed=False)
        self.theirs = ConflictSide(self.tr("The server’s"), "hard-drives", theme=theme, ink="diff-theirs", dashed=True)
        self._legend = Label(
            self.tr("Solid line: only in mine. Dashed line: only on the server."),
            theme=theme,
            font="small",
            tone="muted",
            wrap=True,
        )
        self._place = QVBoxLayout()
        self.choice: Segments | None = None
        self.merge = EditField(theme=theme)
        self.merge.setAccessibleName(self.tr("Merged text"))
        self.merge.setMinimumHeight(2 * theme.line("body") + 12)
        self.merge.setMaximumHeight(4 * theme.line("body") + 12)
        self.merge.text_changed.connect(self._on_choice)
        later = Button(self.tr("Decide later"), theme=theme)
        later.clicked.connect(self.later_requested)
        self.keep = Button(self.tr("Keep this"), theme=theme, kind="primary")
        self.keep.clicked.connect(self._on_keep)
        self._build(later)

    def set_row(self, row: ConflictRow) -> None:
        """Show a conflict; for the one already shown, the choice and the edited merge stay."""
        before, self._row = self._row, row
        if row == before:
            return
        same = before is not None and before.id == row.id
        chosen = self.choice.value if same and self.choice is not None else ""
        written = self.merge.text if same else ""
        self._heading.setText(row.heading)
        self._about.setText(row.about)
        self.mine.set_pieces(row.mine_pieces)
        self.theirs.set_pieces(row.theirs_pieces)
        if before is None or written in {"", before.merged}:
            self.merge.set_text(row.merged)
        if self.choice is not None:
            self._place.removeWidget(self.choice)
            self.choice.deleteLater()
        segments = [SegmentButton(id=choice, text=word) for choice, word in row.choices]
        self.choice = Segments(segments, theme=self._theme, name=self.tr("Result"))
        self.choice.choose(chosen)
        self.choice.chosen.connect(lambda _: self._on_choice())
        self._place.addWidget(self.choice)
        self._on_choice()

    def _on_choice(self) -> None:
        if self.choice is None:
            return
        merges = self.choice.value == "merged"
        self.merge.setVisible(merges)
        self.merge.note.setVisible(merges and self.merge.too_long)
        self.keep.setEnabled(not merges or bool(self.merge.text.strip()))

    def _on_keep(self) -> None:
        if self._row is not None and self.choice is not None:
            self.decided.emit(self._row.id, self.choice.value, self.merge.text.strip())

    def _build(self, later: Button) -> None:
        sides = QHBoxLayout()
        sides.setSpacing(24)
        sides.addWidget(self.mine, 1)
        sides.addWidget(self.theirs, 1)
        end = QHBoxLayout()
        end.setSpacing(8)
        end.addStretch()
        end.addWidget(later)
        end.addWidget(self.keep)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 16, 24, 16)
        layout.setSpacing(8)
        layout.addWidget(self._heading)
        layout.addWidget(self._about)
        layout.addLayout(sides, 1)
        layout.addWidget(self._legend)
        layout.addWidget(Label(self.tr("Result"), theme=self._theme, weight=600))
        layout.addLayout(self._place)
        layout.addWidget(self.merge)
        layout.addWidget(self.merge.note)
        layout.addSpacing(8)
        layout.addLayout(end)


class SyncWindow(QWidget):
    """Show a `SyncRow`; emit `sync_requested` and `decided`."""

    sync_requested = Signal()
    decided = Signal(str, str, str)
    """Id of a conflict, the choice, and the text of a merge."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self._theme = theme
        self._conflicts: tuple[ConflictRow, ...] = ()
        self._log: tuple[str, ...] = ()
        set_window_title(self, self.tr("Sync"))
        fit_on_screen(self, MIN_SIZE * theme.scale, SIZE, theme.scale)
        self.line = Label("", theme=theme, wrap=True)
        self.now = Button(self.tr("Sync now"), theme=theme, icon="arrows-clockwise")
        self.now.clicked.connect(self.sync_requested)
        self.tabs = Tabs(
            (("arrows-left-right", self.tr("Conflicts")), ("rows", self.tr("Activity"))),
            theme=theme,
            name=self.tr("Sync pages"),
        )
        self._pages = QStackedWidget()
        self.tabs.currentChanged.connect(self._pages.setCurrentIndex)
        self.list = self._create_list(self.tr("Conflicts"))
        self.list.currentRowChanged.connect(self._on_row_changed)
        self.comparison = ConflictComparison(theme=theme)
        self.comparison.decided.connect(self.decided)
        self.comparison.later_requested.connect(self.close)
        self._no_conflicts = self._create_placeholder(NO_CONFLICTS)
        self.log = self._create_list(self.tr("Activity"))
        self.log.setWordWrap(True)
        self.log.hide()
        self._no_log = self._create_placeholder(NOTHING_DONE)
        self._build()
        bind([Key(keys=keys, text="", act=self.close) for keys in ("Esc", "Ctrl+W")], self)

    def set_row(self, row: SyncRow) -> None:
        """Show status, conflicts and log; the selected conflict stays selected."""
        self.line.setText(row.line)
        self.now.setEnabled(not row.busy)
        self._set_log(row.log)
        if row.conflicts == self._conflicts:
            return
        chosen = self._selected_id()
        self._conflicts = row.conflicts
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems([one.about.partition(" · ")[0] for one in row.conflicts])
        self.list.blockSignals(False)
        names = [one.id for one in row.conflicts]
        self.list.setCurrentRow(names.index(chosen) if chosen in names else 0)
        self._on_row_changed(self.list.currentRow())

    def _set_log(self, lines: tuple[str, ...]) -> None:
        """Insert new log lines at the top without moving the lines in view."""
        added = next(n for n in range(len(lines) + 1) if lines[n:] == self._log[: len(lines) - n])
        bar = self.log.verticalScrollBar()
        read = self.log.itemAt(2 * GAP, 2 * GAP) if bar.value() else None
        stood = self.log.visualItemRect(read).top() if read is not None else 0
        while self.log.count() > len(lines) - added:
            last = self.log.takeItem(self.log.count() - 1)
            read = None if last is read else read
        self.log.insertItems(0, lines[:added])
        if read is not None:
            self.log.doItemsLayout()
            bar.setValue(bar.value() + self.log.visualItemRect(read).top() - stood)
        self._log = lines
        self.log.setVisible(bool(lines))
        self._no_log.setVisible(not lines)

    def _selected_id(self) -> str:
        place = self.list.currentRow()
        return self._conflicts[place].id if 0 <= place < len(self._conflicts) else ""

    def _on_row_changed(self, place: int) -> None:
        is_any = 0 <= place < len(self._conflicts)
        self.comparison.setVisible(is_any)
        self._no_conflicts.setVisible(not is_any)
        self.list.setVisible(len(self._conflicts) > 1)
        if is_any:
            self.comparison.set_row(self._conflicts[place])

    def _create_list(self, name: str) -> QListWidget:
        made = QListWidget()
        made.setFont(self._theme.font("ui"))
        made.setAccessibleName(name)
        made.setFrameShape(QListWidget.Shape.NoFrame)
        made.setSpacing(GAP)
        made.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        return made

    def _create_placeholder(self, words: str) -> Label:
        made = Label(words, theme=self._theme, tone="muted", wrap=True)
        made.setAlignment(Qt.AlignmentFlag.AlignCenter)
        made.setContentsMargins(24, 24, 24, 24)
        return made

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(24, 12, 24, 12)
        head.setSpacing(12)
        head.addWidget(self.line, 1)
        head.addWidget(self.now)
        conflicts = QWidget()
        columns = QHBoxLayout(conflicts)
        columns.setContentsMargins(0, 0, 0, 0)
        columns.setSpacing(0)
        self.list.setFixedWidth(200)
        columns.addWidget(self.list)
        columns.addWidget(self.comparison, 1)
        columns.addWidget(self._no_conflicts, 1)
        self._pages.addWidget(conflicts)
        done = QWidget()
        lines = QVBoxLayout(done)
        lines.setContentsMargins(24 - GAP, 8, 24 - GAP, 8)
        lines.addWidget(self.log, 1)
        lines.addWidget(self._no_log, 1)
        self._pages.addWidget(done)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(rule())
        layout.addWidget(self.tabs)
        layout.addWidget(self._pages, 1)
        self._on_row_changed(-1)
