"""What the Model page shows under *Download a model*: a repository, its files, and the downloads.

A line is kept for as long as its download is shown: a button keeps the focus while the figures beside it change.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QVBoxLayout, QWidget

from alicia_desktop.ui.accessible_roles import announce
from alicia_desktop.ui.settings.fields import TextField
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name, set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.fields import Picker
from alicia_desktop.ui.widgets.labels import ElidedLabel, ErrorLabel, Label
from alicia_desktop.view.models import DownloadRow, HubFileRow, RepositoryRow, SuggestionRow

BAR_HEIGHT: Final = 6
STEPS: Final = 1_000
"""Of a progress bar: bytes are more than its numbers can count."""
LIST_AIR: Final = 32
"""Beside the longest name in the open list of files."""


class DownloadList(QWidget):
    """What was downloaded, and what is being."""

    pause_requested = Signal(str)
    """The path of a `DownloadRow`; so are the others."""
    resume_requested = Signal(str)
    use_requested = Signal(str)
    speech_requested = Signal(str)
    """The folder of a speech model that is to be used."""
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
        folder = self._lines[path].folder
        if folder and phase == "whole":
            self.speech_requested.emit(folder)
        else:
            signal.emit(path)


class DownloadLine(QWidget):
    """One download."""

    first_pressed = Signal()
    """Pause, Resume or Use, as its phase is."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self.phase = ""
        self.folder = ""
        """Of a speech model."""
        self._title = ElidedLabel("", theme=theme, weight=500)
        self._source = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._status = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._problem = ErrorLabel(theme=theme)
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
        self.phase, self.folder = row.phase, row.folder
        self._title.set_text(row.title)
        self._source.set_text(row.source)
        self._status.set_text(row.status)
        self._problem.show_error(row.problem)
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


class DownloadPanel(QWidget):
    """Look for a model, download it, and see what is here."""

    files_requested = Signal(str)
    """The files of the repository that was entered."""
    download_requested = Signal(str)
    """The name of one of the files that are shown."""
    shown = Signal()
    """What is here may have changed meanwhile."""
    appeared = Signal(QWidget)
    """Something was asked for and is here now, perhaps below what can be seen."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.asked = ""
        """The repository whose files are on their way, or shown."""
        self.repository = TextField(
            self.tr("Repository of Hugging Face"), theme=theme, example="ggml-org/Qwen3-1.7B-GGUF"
        )
        self.show_files = Button(self.tr("Show files"), theme=theme)
        self._suggested = Label(self.tr("Suggested"), theme=theme, font="small", tone="muted")
        self._suggestions = QHBoxLayout()
        self._suggestions.setSpacing(8)
        self._status = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self.files = Picker(theme=theme, name=self.tr("File"))
        self.download = Button(self.tr("Download"), theme=theme)
        self._details = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self._licence = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self._found = QWidget()
        self.downloads = DownloadList(theme=theme, before=self.download)
        self._arrange()
        self._connect()
        self._say("")
        self._found.hide()
        self._enable()

    def set_suggestions(self, rows: Sequence[SuggestionRow]) -> None:
        """Offer repositories."""
        licences = ", ".join(dict.fromkeys(row.licence for row in rows))
        self._suggested.setText(self.tr("Suggested, under {licences}").format(licences=licences))
        before: QWidget = self.show_files
        for row in rows:
            button = Button(row.title, theme=self._theme, small=True)
            set_accessible_name(button, f"{row.title}, {row.licence}: {row.repository}")
            set_tool_tip(button, f"{row.repository}, {row.licence}")
            button.clicked.connect(lambda _=False, name=row.repository: self.take(name))
            self._suggestions.insertWidget(self._suggestions.count() - 1, button)
            self.setTabOrder(before, button)
            before = button

    def set_repository(self, asked: str, row: RepositoryRow) -> None:
        """Show the files of a repository that was asked for as `asked`."""
        if asked != self.asked:
            return
        self.repository.line.setText(row.repository)
        if not self._found.isVisible():
            self._say("")
        self.asked = row.repository
        chosen = self.files.currentData()
        self.files.clear()
        for file in row.files:
            self.files.offer(file.title, file)
        names = [file.name for file in row.files]
        self.files.setCurrentIndex(names.index(chosen.name) if chosen and chosen.name in names else _best(row.files))
        view = self.files.view()
        view.setMinimumWidth(view.sizeHintForColumn(0) + LIST_AIR)
        self._licence.setText(row.licence)
        if not self._found.isVisible():
            self._found.show()
            self.appeared.emit(self._found)
        self._enable()

    def set_failed(self, asked: str, sentence: str) -> None:
        """Show why a repository has no files to show."""
        if asked == self.asked:
            self.asked = ""
            self._say(sentence, "error")
            self._enable()

    def set_not_begun(self, sentence: str) -> None:
        """Show why a download did not even begin, so that there is no line for it."""
        self._say(sentence, "error")
        self.appeared.emit(self._status)

    def showEvent(self, event: QShowEvent) -> None:
        """Have what is here looked for."""
        super().showEvent(event)
        self.shown.emit()

    def take(self, repository: str) -> None:
        """Look into a repository, as if its name had been typed."""
        self.repository.line.setText(repository)
        self._on_show_files()

    def _on_show_files(self) -> None:
        if not self.repository.value:
            return
        self.asked = self.repository.value
        self._found.hide()
        self._say(self.tr("Looking for files…"))
        self._enable()
        self.files_requested.emit(self.asked)

    def _on_edited(self) -> None:
        self.asked = ""
        self._found.hide()
        self._say("")
        self._enable()

    def _on_download(self) -> None:
        file = self.files.currentData()
        if file is not None:
            self._say("")
            self.download_requested.emit(file.name)

    def _enable(self) -> None:
        file = self.files.currentData()
        self.show_files.setEnabled(bool(self.repository.value) and self.repository.value != self.asked)
        self.download.setEnabled(file is not None and not file.is_here)
        self._details.setText(file.details if file is not None else "")

    def _say(self, text: str, tone: str = "muted") -> None:
        self._status.set_tone(tone)
        self._status.setText(text)
        self._status.setVisible(bool(text))
        announce(self, text, at_once=tone == "error")

    def _connect(self) -> None:
        self.show_files.clicked.connect(self._on_show_files)
        self.repository.line.returnPressed.connect(self._on_show_files)
        self.repository.line.textEdited.connect(lambda _: self._on_edited())
        self.repository.line.textChanged.connect(lambda _: self._enable())
        self.files.currentIndexChanged.connect(lambda _: self._enable())
        self.download.clicked.connect(self._on_download)
        self.downloads.added.connect(self.appeared)

    def _arrange(self) -> None:
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(_line(self.repository, self.show_files))
        column.addWidget(self._suggested)
        self._suggestions.addStretch()
        column.addLayout(self._suggestions)
        column.addWidget(self._status)
        found = QVBoxLayout(self._found)
        found.setContentsMargins(0, 0, 0, 0)
        found.setSpacing(8)
        found.addLayout(_line(self.files, self.download))
        told = QVBoxLayout()
        told.setSpacing(0)
        told.addWidget(self._details)
        told.addWidget(self._licence)
        found.addLayout(told)
        column.addWidget(self._found)
        column.addSpacing(8)
        column.addWidget(self.downloads)


def _line(field: QWidget, button: Button) -> QHBoxLayout:
    line = QHBoxLayout()
    line.setSpacing(8)
    line.addWidget(field, 1)
    line.addWidget(button, 0, Qt.AlignmentFlag.AlignBottom)
    return line


def _best(files: Sequence[HubFileRow]) -> int:
    """Return the place of the file to begin with: the usual compromise of size and quality, if it fits."""
    fitting = [number for number, file in enumerate(files) if file.fits]
    usual = [number for number in fitting if "q4_k_m" in files[number].name.lower()]
    return (usual or fitting or [0])[0]
