"""What the Model page shows under *Download a model*: a repository, its files, and the downloads."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from alicia_desktop.ui.settings.download_list import DownloadList
from alicia_desktop.ui.settings.fields import TextField
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name, set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.fields import Picker
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.download_rows import HubFileRow, RepositoryRow, SuggestionRow

LIST_AIR: Final = 32
"""Beside the longest name in the open list of files."""


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
        self._asked = ""
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
            button.clicked.connect(lambda _=False, name=row.repository: self._take(name))
            self._suggestions.insertWidget(self._suggestions.count() - 1, button)
            self.setTabOrder(before, button)
            before = button

    def set_repository(self, asked: str, row: RepositoryRow) -> None:
        """Show the files of a repository that was asked for as `asked`."""
        if asked != self._asked:
            return
        self.repository.line.setText(row.repository)
        if not self._found.isVisible():
            self._say("")
        self._asked = row.repository
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
        if asked == self._asked:
            self._asked = ""
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

    def _take(self, repository: str) -> None:
        self.repository.line.setText(repository)
        self._on_show_files()

    def _on_show_files(self) -> None:
        if not self.repository.value:
            return
        self._asked = self.repository.value
        self._found.hide()
        self._say(self.tr("Looking for files…"))
        self._enable()
        self.files_requested.emit(self._asked)

    def _on_edited(self) -> None:
        self._asked = ""
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
        self.show_files.setEnabled(bool(self.repository.value) and self.repository.value != self._asked)
        self.download.setEnabled(file is not None and not file.is_here)
        self._details.setText(file.details if file is not None else "")

    def _say(self, text: str, tone: str = "muted") -> None:
        self._status.set_tone(tone)
        self._status.setText(text)
        self._status.setVisible(bool(text))

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
