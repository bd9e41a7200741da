"""The sync window: status, *Sync now*, conflicts, and activity.

It has no parent and is not modal: composing is never blocked by a decision that can wait.
"""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QListWidget, QStackedWidget, QVBoxLayout, QWidget

from alicia_desktop.ui.inspector.tabs import Tabs
from alicia_desktop.ui.shortcuts import Key, bind
from alicia_desktop.ui.sync.comparison import ConflictComparison
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_window_title
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label, rule
from alicia_desktop.view.sync import NO_CONFLICTS, NOTHING_DONE, ConflictRow, SyncRow

SIZE = (820, 560)
LEAST = (560, 420)
GAP = 4
"""Pixels around a line of a list."""


class SyncWindow(QWidget):
    """Show a `SyncRow`, and emit requests and decisions."""

    sync_requested = Signal()
    decided = Signal(str, str, str)
    """Id of a conflict, the choice, and the text of a merge."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__(None, Qt.WindowType.Window)
        self._theme = theme
        self._conflicts: tuple[ConflictRow, ...] = ()
        self._log: tuple[str, ...] = ()
        set_window_title(self, self.tr("Sync – Alicia"))
        self.setMinimumSize(*LEAST)
        self.resize(*SIZE)
        self.line = Label("", theme=theme, wrap=True)
        self.now = Button(self.tr("Sync now"), theme=theme, icon="arrows-clockwise")
        self.now.clicked.connect(self.sync_requested)
        self._tabs = Tabs(
            (("arrows-left-right", self.tr("Conflicts")), ("rows", self.tr("Activity"))),
            theme=theme,
            name=self.tr("Sync pages"),
        )
        self._pages = QStackedWidget()
        self._tabs.currentChanged.connect(self._pages.setCurrentIndex)
        self.list = self._listing(self.tr("Conflicts"))
        self.list.currentRowChanged.connect(self._on_row)
        self.comparison = ConflictComparison(theme=theme)
        self.comparison.decided.connect(self.decided)
        self.comparison.later_requested.connect(self.close)
        self._none = self._empty(NO_CONFLICTS)
        self.log = self._listing(self.tr("Activity"))
        self.log.setWordWrap(True)
        self.log.hide()
        self._nothing = self._empty(NOTHING_DONE)
        self._build()
        bind([Key(keys=keys, text="", act=self.close) for keys in ("Esc", "Ctrl+W")], self)

    def set_row(self, row: SyncRow) -> None:
        """Show how it is; a selection is a conflict's id and stays."""
        self.line.setText(row.line)
        self.now.setEnabled(not row.busy)
        self._set_log(row.log)
        if row.conflicts == self._conflicts:
            return
        chosen = self._chosen()
        self._conflicts = row.conflicts
        self.list.blockSignals(True)
        self.list.clear()
        self.list.addItems([one.about.partition(" · ")[0] for one in row.conflicts])
        self.list.blockSignals(False)
        names = [one.id for one in row.conflicts]
        self.list.setCurrentRow(names.index(chosen) if chosen in names else 0)
        self._on_row(self.list.currentRow())

    def _set_log(self, lines: tuple[str, ...]) -> None:
        """Put the latest first; who reads further down keeps the place."""
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
        self._nothing.setVisible(not lines)

    def _chosen(self) -> str:
        place = self.list.currentRow()
        return self._conflicts[place].id if 0 <= place < len(self._conflicts) else ""

    def _on_row(self, place: int) -> None:
        is_any = 0 <= place < len(self._conflicts)
        self.comparison.setVisible(is_any)
        self._none.setVisible(not is_any)
        self.list.setVisible(len(self._conflicts) > 1)
        if is_any:
            self.comparison.set_row(self._conflicts[place])

    def _listing(self, name: str) -> QListWidget:
        made = QListWidget()
        made.setFont(self._theme.font("ui"))
        made.setAccessibleName(name)
        made.setFrameShape(QListWidget.Shape.NoFrame)
        made.setSpacing(GAP)
        made.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        return made

    def _empty(self, words: str) -> Label:
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
        columns.addWidget(self._none, 1)
        self._pages.addWidget(conflicts)
        done = QWidget()
        lines = QVBoxLayout(done)
        lines.setContentsMargins(0, 0, 0, 0)
        lines.addWidget(self.log, 1)
        lines.addWidget(self._nothing, 1)
        self._pages.addWidget(done)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(rule())
        layout.addWidget(self._tabs)
        layout.addWidget(self._pages, 1)
        self._on_row(-1)
