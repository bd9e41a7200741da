"""Parts of the Model page: the places where a model can run, the fields for a name and a file, and grids of figures.

A grid tells how a test went, or what a GGUF file is. A name is one of those that an endpoint lists, or any that is
typed.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QComboBox,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from alicia_desktop.base.translation import translate
from alicia_desktop.ui.dialogs import create_file_dialog, documents_folder
from alicia_desktop.ui.settings.fields import TextField
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import MAX_FIELD_CHARACTERS
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.fields import Picker, RadioButton
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.models import BUILT_IN, ModelFigures, ModelFileRow, ModelPlaceRow

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
        tokens = self.tr("{figure} tokens").format(figure=shown.context) if shown.context else self.tr("Not stated")
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
        context = self.tr("{figure} tokens").format(figure=row.context)
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
        dialog = create_file_dialog(self.tr("Choose a model"), documents_folder(), "GGUF (*.gguf)", parent=self)
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self.take)
        dialog.open()

    def take(self, path: str) -> None:
        """Take the file that was chosen."""
        self.field.line.setText(path)
        self.chosen.emit()


class ModelNameField(QWidget):
    """A list that can be typed into, with its name above it."""

    edited = Signal()
    """Another name stands in the field."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        name = translate("Model")
        self.names = Picker(theme=theme, name=name)
        self.names.setEditable(True)
        self.names.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        line = self.names.lineEdit()
        assert line is not None
        line.setMaxLength(MAX_FIELD_CHARACTERS)
        line.setFont(theme.font("ui"))
        line.setProperty("bare", True)
        line.setAccessibleName(name)
        line.setPlaceholderText(translate("Choose or enter a model"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        label = Label(name, theme=theme, weight=500)
        label.set_buddy(self.names)
        column.addWidget(label)
        column.addWidget(self.names)
        self.names.editTextChanged.connect(lambda _: self.edited.emit())
        self.names.activated.connect(lambda _: self._show_beginning())

    @property
    def value(self) -> str:
        """The name that stands there."""
        text = self.names.currentText().strip()
        place = self.names.currentIndex()
        return str(self.names.itemData(place)) if place >= 0 and self.names.itemText(place) == text else text

    @property
    def is_listed(self) -> bool:
        """Whether the name is one of the list."""
        return self.names.findData(self.value) >= 0

    def offer(self, names: Sequence[str], name: str) -> None:
        """List names, with `name` chosen, or the first where it is empty."""
        self.names.clear()
        for one in names:
            self.names.offer(one, one)
        place = self.names.findData(name)
        if place >= 0 or (names and not name):
            self.names.setCurrentIndex(max(place, 0))
        else:
            self.names.setEditText(name)
        self._show_beginning()

    def ask(self) -> None:
        """Move the focus here."""
        self.names.setFocus(Qt.FocusReason.OtherFocusReason)

    def _show_beginning(self) -> None:
        """Show where a long name begins, not where it ends."""
        line = self.names.lineEdit()
        if line is not None:
            line.setCursorPosition(0)


class PlaceList(QWidget):
    """One radio button a place, with what was found there beside it."""

    pressed = Signal(str)
    """The id of the place that was pressed."""

    def __init__(self, rows: Sequence[ModelPlaceRow], *, theme: Theme) -> None:
        super().__init__()
        self.radios: dict[str, QRadioButton] = {}
        self.notes: dict[str, Label] = {}
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(6)
        grid.setHorizontalSpacing(16)
        grid.setColumnStretch(1, 1)
        group = QButtonGroup(self)
        for number, row in enumerate(rows):
            radio, note = RadioButton(row.title, theme=theme), Label("", theme=theme, font="small", tone="muted")
            radio.setFont(theme.font("ui"))
            radio.clicked.connect(lambda _on=False, place=row.id: self.pressed.emit(place))
            group.addButton(radio)
            grid.addWidget(radio, number, 0)
            grid.addWidget(note, number, 1)
            self.radios[row.id], self.notes[row.id] = radio, note

    @property
    def chosen(self) -> str:
        """The id of the chosen place."""
        return next((place for place, radio in self.radios.items() if radio.isChecked()), BUILT_IN)
