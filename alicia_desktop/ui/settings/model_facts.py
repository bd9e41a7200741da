"""Small grids of the Model page: how a test went, and what a GGUF file is; and its field for such a file."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFileDialog, QGridLayout, QHBoxLayout, QWidget

from alicia_desktop.ui.dialogs import documents_folder
from alicia_desktop.ui.settings.fields import TextField
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.models import ModelFigures, ModelFileRow

NAME_COLUMN: Final = 150


class FactGrid(QWidget):
    """Values, each with its name; hidden until there are some."""

    def __init__(self, names: Sequence[str], *, theme: Theme) -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(4)
        grid.setColumnMinimumWidth(0, NAME_COLUMN)
        grid.setColumnStretch(1, 1)
        self._values = [Label("", theme=theme, font="small") for _ in names]
        for number, (name, value) in enumerate(zip(names, self._values, strict=True)):
            grid.addWidget(Label(name, theme=theme, font="small", tone="muted"), number, 0)
            grid.addWidget(value, number, 1)
        self.hide()

    @property
    def texts(self) -> tuple[str, ...]:
        """The values that are shown."""
        return tuple(value.text() for value in self._values)

    def set_texts(self, *texts: str) -> None:
        """Show values, in the order of the names."""
        for value, text in zip(self._values, texts, strict=True):
            value.setText(text)
        self.show()


class TestFigures(FactGrid):
    """The figures of a test."""

    __test__ = False

    def __init__(self, *, theme: Theme) -> None:
        names = (
            self.tr("First word after"),
            self.tr("Tokens a second"),
            self.tr("Takes tools"),
            self.tr("Thinks first"),
            self.tr("Reads at once"),
        )
        super().__init__(names, theme=theme)

    def set_figures(self, shown: ModelFigures) -> None:
        """Show the figures of a test."""
        yes, no = self.tr("Yes"), self.tr("No")
        tokens = self.tr("{count} tokens").format(count=shown.context) if shown.context else self.tr("Not stated")
        self.set_texts(
            shown.first_token,
            shown.speed or self.tr("Too short to measure"),
            yes if shown.tools else no,
            yes if shown.thinks else no,
            tokens,
        )


class FileFacts(FactGrid):
    """What a GGUF file is, and how it would run here."""

    def __init__(self, *, theme: Theme) -> None:
        names = (
            self.tr("Model"),
            self.tr("Memory"),
            self.tr("Reads at once"),
            self.tr("Threads"),
            self.tr("Chat template"),
        )
        super().__init__(names, theme=theme)

    def set_file(self, row: ModelFileRow) -> None:
        """Show a file."""
        template = self.tr("Its own") if row.has_chat_template else self.tr("None in the file, a usual one is used")
        context = self.tr("{count} tokens").format(count=row.context)
        self.set_texts(row.architecture, row.memory, context, row.threads, template)


class FileField(QWidget):
    """A field for the path of a GGUF file, with a button that asks which one."""

    chosen = Signal()
    """Another file was chosen in the dialog."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self.field = TextField(self.tr("File"), theme=theme, example="~/models/qwen3-4b-q4_k_m.gguf")
        self.choose = Button(self.tr("Choose…"), theme=theme)
        self.choose.clicked.connect(self._on_choose)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.field, 1)
        line.addWidget(self.choose, 0, Qt.AlignmentFlag.AlignBottom)

    def _on_choose(self) -> None:
        dialog = QFileDialog(self, self.tr("Choose a model"), str(documents_folder()), "GGUF (*.gguf)")
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.take)
        dialog.open()

    def take(self, path: str) -> None:
        """Take the file that was chosen."""
        self.field.line.setText(path)
        self.chosen.emit()
