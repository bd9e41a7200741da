"""Show captures in windows: one with the inspector alone, and two turn by turn.

The window of a capture has nothing that could change it. The comparison lists the differences, and shows the two
texts of the chosen one side by side.
"""

from collections.abc import Callable, Iterable
from typing import Final

from PySide6.QtCore import QModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QHBoxLayout, QListView, QSplitter, QVBoxLayout, QWidget

from alicia_desktop.base.observable import Rows
from alicia_desktop.base.translation import format_number, translate_count
from alicia_desktop.captures.comparison import ComparisonRow
from alicia_desktop.ui.inspector.panel import InspectorPanel
from alicia_desktop.ui.memories.transfer_bar import TransferBar
from alicia_desktop.ui.qt_models import ROW_ROLE, RowsListModel
from alicia_desktop.ui.shortcuts import Key, bind
from alicia_desktop.ui.sync_window import ConflictSide
from alicia_desktop.ui.text_size import fit_on_screen
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_window_title
from alicia_desktop.ui.widgets.fields import Toggle
from alicia_desktop.ui.widgets.labels import ElidedLabel, Label, rule
from alicia_desktop.ui.widgets.notices import Toast, ToastKind
from alicia_desktop.view.word_diff import word_diff

MIN_SIZE: Final = QSize(480, 360)
CAPTURE_SIZE: Final = (900, 760)
COMPARISON_SIZE: Final = (980, 640)


class CaptureWindow(QWidget):
    """Not modal, and without a parent: several can stand beside the conversation."""

    closed = Signal()
    stop_requested = Signal()

    def __init__(self, name: str, *, theme: Theme) -> None:
        """`name` is that of the file."""
        super().__init__()
        set_window_title(self, self.tr("Capture: {name}").format(name=name))
        fit_on_screen(self, MIN_SIZE, QSize(*CAPTURE_SIZE), theme.scale)
        self.panel = InspectorPanel(theme=theme)
        self.panel.set_read_only()
        self._title = ElidedLabel(name, theme=theme, weight=600)
        self._about = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._bar = TransferBar(theme=theme, cancel=self.tr("Stop"))
        self._bar.cancel_requested.connect(self.stop_requested)
        head = QHBoxLayout()
        head.setContentsMargins(16, 8, 16, 8)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._title)
        words.addWidget(self._about)
        head.addLayout(words, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(rule())
        layout.addWidget(self.panel, 1)
        layout.addWidget(self._bar)
        self._hide_panel()
        self._toast = Toast(theme=theme, parent=self)
        self._toast_act: Callable[[], None] | None = None
        self._toast.action_requested.connect(self._on_toast)
        self._toast.column_changed.connect(self._toast.reposition)
        bind((Key(keys="Ctrl+W", text="", act=self.close),), self)

    @property
    def about(self) -> str:
        """The line below the title."""
        return self._about.whole_text

    def _hide_panel(self) -> None:
        """Keep the room of the panel, which has nothing to show yet and would say that there is none."""
        policy = self.panel.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.panel.setSizePolicy(policy)
        self.panel.hide()

    def show_progress(self, done: int, total: int) -> None:
        """Show how far the opening is."""
        words = self.tr("{done} of {total} stanzas").format(done=format_number(done), total=format_number(total))
        self._bar.progress(words, done, total)

    def show_toast(
        self, text: str, action: str = "", *, kind: ToastKind = "done", act: Callable[[], None] | None = None
    ) -> None:
        """Show a message for some seconds; pressing its `action` calls `act`."""
        self._toast_act = act
        self._toast.show_text(text, action, kind=kind)
        self._toast.reposition()

    def _on_toast(self) -> None:
        if self._toast_act is not None:
            self._toast_act()

    def show_opened(self, title: str, about: str) -> None:
        """Show whose capture it is, now that it is there, and put the keyboard into it."""
        self._title.set_text(title)
        self._about.set_text(about)
        self._bar.hide()
        self.panel.show()
        self.panel.focus_list()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Emit `closed`."""
        super().closeEvent(event)
        self.closed.emit()


class ComparisonWindow(QWidget):
    """Not modal, and without a parent."""

    closed = Signal()

    def __init__(self, before: str, after: str, rows: Iterable[ComparisonRow], *, theme: Theme) -> None:
        """`before` and `after` are the names of the files."""
        super().__init__()
        set_window_title(self, self.tr("{before} and {after}").format(before=before, after=after))
        fit_on_screen(self, MIN_SIZE, QSize(*COMPARISON_SIZE), theme.scale)
        self._all = tuple(rows)
        self._rows: Rows[ComparisonRow] = Rows(lambda row: row.id)
        self._count = Label("", theme=theme, tone="muted")
        self._every = Toggle(self.tr("Times, and turns without a difference"), theme=theme)
        self._list = QListView()
        self._list.setModel(RowsListModel(self._rows, text=lambda row: row.title, parent=self))
        self._list.setFont(theme.font("ui"))
        self._list.setProperty("rows", True)
        self._list.setUniformItemSizes(True)
        self._list.setAccessibleName(self.tr("Differences"))
        self.before = ConflictSide(before, "arrow-left", theme=theme, ink="diff-mine", dashed=False)
        self.after = ConflictSide(after, "arrow-right", theme=theme, ink="diff-theirs", dashed=True)
        self._build()
        self._every.toggled.connect(self._fill)
        self._list.selectionModel().currentChanged.connect(self._on_chosen)
        bind((Key(keys="Ctrl+W", text="", act=self.close),), self)
        self._fill()

    @property
    def titles(self) -> list[str]:
        """The lines of the list."""
        return [row.title for row in self._rows]

    def show_all(self, *, shown: bool) -> None:
        """List times and turns without a difference, too."""
        self._every.setChecked(shown)

    def choose(self, number: int) -> None:
        """Choose a line of the list."""
        self._list.setCurrentIndex(self._list.model().index(number, 0))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Emit `closed`."""
        super().closeEvent(event)
        self.closed.emit()

    def _build(self) -> None:
        head = QHBoxLayout()
        head.setContentsMargins(16, 8, 16, 8)
        head.addWidget(self._count, 1)
        head.addWidget(self._every)
        sides = QWidget()
        pair = QHBoxLayout(sides)
        pair.setContentsMargins(16, 12, 16, 12)
        pair.setSpacing(16)
        pair.addWidget(self.before, 1)
        pair.addWidget(self.after, 1)
        halves = QSplitter(Qt.Orientation.Horizontal)
        halves.setHandleWidth(1)
        halves.setChildrenCollapsible(False)
        halves.addWidget(self._list)
        halves.addWidget(sides)
        halves.setSizes([300, 680])
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(rule())
        layout.addWidget(halves, 1)

    def _fill(self) -> None:
        differing = [row for row in self._all if row.differs]
        self._rows.reset(self._all if self._every.isChecked() else differing)
        count = len(differing)
        self._count.setText(
            translate_count("{count} difference", "{count} differences", count)
            if count
            else self.tr("Both say the same")
        )
        if len(self._rows):
            self.choose(0)

    def _on_chosen(self, index: QModelIndex) -> None:
        row: ComparisonRow | None = index.data(ROW_ROLE)
        pieces = word_diff(row.before, row.after) if row is not None else ()
        self.before.set_pieces([piece for piece in pieces if piece.kind != "added"])
        self.after.set_pieces([piece for piece in pieces if piece.kind != "removed"])
