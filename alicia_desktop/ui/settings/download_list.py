"""The downloads of the Model page: each with its progress, and what can be done with it.

A line is kept for as long as its download is shown: a button keeps the focus while the figures beside it change.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import ElidedLabel, Label
from alicia_desktop.view.download_rows import DownloadRow

BAR_HEIGHT: Final = 6
STEPS: Final = 1_000
"""Of a progress bar: bytes are more than its numbers can count."""


class DownloadList(QWidget):
    """What was downloaded, and what is being."""

    pause_requested = Signal(str)
    """The path of a `DownloadRow`; so are the others."""
    resume_requested = Signal(str)
    use_requested = Signal(str)
    delete_requested = Signal(str)
    """Also for what has come of one that is not whole."""
    added = Signal(QWidget)
    """A download was begun, and this is its line."""

    def __init__(self, *, theme: Theme, before: QWidget) -> None:
        """`before` is what has the focus before the downloads, when Tab is pressed."""
        super().__init__()
        self._theme, self._before = theme, before
        self._was_shown = False
        self._lines: dict[str, DownloadLine] = {}
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(12)
        self._column.addWidget(Label(self.tr("Downloads"), theme=theme, weight=500))
        self._none = Label(self.tr("None yet"), theme=theme, font="small", tone="muted")
        self._column.addWidget(self._none)

    def show_rows(self, rows: Sequence[DownloadRow]) -> None:
        """Show downloads in their order."""
        for path in [path for path in self._lines if path not in {row.path for row in rows}]:
            line = self._lines.pop(path)
            line.hide()
            line.deleteLater()
        for number, row in enumerate(rows):
            if row.path not in self._lines:
                self._add_line(row.path, 2 + number)
            self._lines[row.path].set_row(row)
        self._none.setVisible(not rows)
        self._was_shown = True

    def _add_line(self, path: str, place: int) -> None:
        line = self._lines[path] = self._create_line(path)
        self._column.insertWidget(place, line)
        order = [self._before, *(button for one in self._lines.values() for button in (one.first, one.delete))]
        for before, after in pairwise(order):
            self.setTabOrder(before, after)
        if self._was_shown:
            self.added.emit(line)

    def _create_line(self, path: str) -> "DownloadLine":
        line = DownloadLine(theme=self._theme)
        line.first_pressed.connect(lambda: self._on_first(path))
        line.delete.clicked.connect(lambda: self.delete_requested.emit(path))
        return line

    def _on_first(self, path: str) -> None:
        phase = self._lines[path].phase
        signal = {"whole": self.use_requested, "paused": self.resume_requested}.get(phase, self.pause_requested)
        signal.emit(path)


class DownloadLine(QWidget):
    """One download."""

    first_pressed = Signal()
    """Pause, Resume or Use, as its phase is."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self.phase = ""
        self._title = ElidedLabel("", theme=theme, weight=500)
        self._source = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._status = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._problem = Label("", theme=theme, font="small", tone="error", wrap=True)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedHeight(BAR_HEIGHT)
        self._bar.setRange(0, STEPS)
        self.first = Button("", theme=theme, small=True)
        self.delete = Button("", theme=theme, small=True)
        self.first.clicked.connect(self.first_pressed)
        self._arrange()

    @property
    def title(self) -> str:
        """The name of the file."""
        return self._title.whole_text

    def set_row(self, row: DownloadRow) -> None:
        """Show a download."""
        self.phase = row.phase
        self._title.set_text(row.title)
        self._source.set_text(row.source)
        self._status.set_text(row.status)
        self._problem.setText(row.problem)
        self._problem.setVisible(bool(row.problem))
        self._bar.setVisible(row.phase != "whole")
        self._bar.setValue(round(row.fraction * STEPS))
        set_accessible_name(self._bar, f"{row.title}: {row.status}")
        words = {"whole": self.tr("Use"), "paused": self.tr("Resume")}.get(row.phase, self.tr("Pause"))
        _name(self.first, self.tr("In use") if row.in_use else words, row.title)
        self.first.setEnabled(not row.in_use and row.phase != "checking")
        remove = self.tr("Delete") if row.phase == "whole" else self.tr("Cancel")
        _name(self.delete, remove, f"{row.title}, {row.size}")
        self.delete.setEnabled(not row.in_use)

    def _arrange(self) -> None:
        told = QVBoxLayout()
        told.setSpacing(0)
        for label in (self._title, self._source, self._status):
            told.addWidget(label)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addLayout(told, 1)
        line.addWidget(self.first)
        line.addWidget(self.delete)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(line)
        column.addWidget(self._bar)
        column.addWidget(self._problem)


def _name(button: Button, words: str, what: str) -> None:
    """Set a button's words, and the whole of what it does for who cannot see what it stands beside."""
    button.setText(words)
    set_accessible_name(button, f"{words}: {what}")
