"""The switcher (Ctrl+K): search conversations and commands by name."""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QApplication,
    QFrame,
    QLineEdit,
    QListView,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)
from shiboken6 import isValid

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.qt_models import ID_ROLE, RowsListModel
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.ui.widgets.notices import soft_shadow
from alicia_desktop.view.rows import ConversationRow

MAX_ROWS: Final = 9
WIDTH: Final = 480
ROW_HEIGHT: Final = 28
WINDOW: Final = "window "
"""Before the name of a window, where conversations have their ids."""


class Switcher(QFrame):
    """A field over the window with matching conversations and commands; closes when it loses the focus."""

    chosen = Signal(str)
    window_chosen = Signal(str)
    """A name of those that were offered beside the conversations."""

    def __init__(self, *, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._room = parent
        self._all: Rows[ConversationRow] = Rows(lambda row: row.id)
        self._shown: Rows[ConversationRow] = Rows(lambda row: row.id)
        self._windows: Mapping[str, str] = {}
        self._before: QWidget | None = None
        """Where the focus was when it was opened."""
        self.field = _Field()
        self.field.setFixedHeight(theme.height("control"))
        self.field.setFont(theme.font("ui"))
        self.field.setPlaceholderText(self.tr("Search conversations and commands"))
        self.field.setAccessibleName(self.tr("Search conversations and commands"))
        self.field.textChanged.connect(self._fill)
        self.field.left.connect(self.hide)
        self._list = QListView()
        self._list.setModel(RowsListModel(self._shown, text=lambda row: row.title, parent=self))
        self._list.setFont(theme.font("ui"))
        self._list.setProperty("rows", True)
        self._list.setUniformItemSizes(True)
        self._list.setItemDelegate(_Rows(self._list))
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setAccessibleName(self.tr("Matching conversations"))
        self._list.clicked.connect(self._on_clicked)
        self._nothing = Label(self.tr("No matches"), theme=theme, tone="muted")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.addWidget(self.field)
        layout.addWidget(self._list)
        layout.addWidget(self._nothing, 0, Qt.AlignmentFlag.AlignTop)
        self.hide()

    @property
    def shown(self) -> tuple[str, ...]:
        """The ids that fit, best first."""
        return tuple(row.id for row in self._shown)

    def open_on(self, rows: Rows[ConversationRow], windows: Mapping[str, str] | None = None) -> None:
        """Open with `rows`, and with `windows` (title by name) once something is typed."""
        if not self.isVisible():
            self._before = QApplication.focusWidget()
        self._all = rows
        self._windows = windows or {}
        self.field.clear()
        self._fill("")
        self.setGraphicsEffect(soft_shadow(self._theme, self))
        self.show()
        self.raise_()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def leave(self) -> None:
        """Close and restore the focus; left to itself, Qt would focus the next widget."""
        before, self._before = self._before, None
        if before is not None and isValid(before) and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        self.hide()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move the selection, choose it, or close."""
        if event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Up}:
            self._move(1 if event.key() == Qt.Key.Key_Down else -1)
        elif event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._on_clicked(self._list.currentIndex())
        elif event.key() == Qt.Key.Key_Escape:
            self.leave()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the ground."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(self._theme.colour("border-strong"), 1))
        painter.setBrush(self._theme.colour("surface-raised"))
        radius = self._theme.radius("dialog")
        painter.drawRoundedRect(self.rect().adjusted(0, 0, -1, -1), radius, radius)
        painter.end()

    def _fill(self, text: str) -> None:
        wanted = text.strip().casefold()
        fitting = [row for row in self._all if row.kind == "conversation" and wanted in row.title.casefold()]
        named = self._windows.items() if wanted else ()
        windows = [_window_row(name, title) for name, title in named if wanted in title.casefold()]
        found = sorted([*windows, *fitting], key=lambda row: _closeness(row.title.casefold(), wanted))
        self._shown.reset(found[:MAX_ROWS])
        self._fit()
        self._list.setVisible(bool(len(self._shown)))
        self._nothing.setVisible(not len(self._shown))
        self._list.setCurrentIndex(self._list.model().index(0, 0))

    def _fit(self) -> None:
        """Be as high as the rows that are shown."""
        width = min(self._theme.scaled(WIDTH), self._room.width() - 48)
        rows = max(1, len(self._shown)) * self._theme.scaled(ROW_HEIGHT)
        height = self._theme.height("control") + rows + 32
        self.setGeometry((self._room.width() - width) // 2, 64, width, height)

    def _move(self, step: int) -> None:
        row = self._list.currentIndex().row() + step
        if 0 <= row < len(self._shown):
            self._list.setCurrentIndex(self._list.model().index(row, 0))

    def _on_clicked(self, index: QModelIndex) -> None:
        self.leave()
        if not index.isValid():
            return
        wanted = str(index.data(ID_ROLE))
        if wanted.startswith(WINDOW):
            self.window_chosen.emit(wanted.removeprefix(WINDOW))
        else:
            self.chosen.emit(wanted)


def _closeness(title: str, wanted: str) -> int:
    """Sort titles that begin with what is wanted before those with a word that does, and these before the others."""
    if title.startswith(wanted):
        return 0
    return 1 if f" {wanted}" in title else 2


def _window_row(name: str, title: str) -> ConversationRow:
    return ConversationRow(id=f"{WINDOW}{name}", title=title, last_line="", time="", section="Earlier")


class _Rows(QStyledItemDelegate):
    """Rows as wide as the list: a longer title ends with an ellipsis."""

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(0, super().sizeHint(option, index).height())


class _Field(QLineEdit):
    left = Signal()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() is not Qt.FocusReason.PopupFocusReason:
            self.left.emit()
