"""The field for a model's name on the Model page: one of those that an endpoint lists, or any that is typed."""

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QComboBox, QVBoxLayout, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import MAX_FIELD_CHARACTERS
from alicia_desktop.ui.widgets.fields import Picker
from alicia_desktop.ui.widgets.labels import Label


class ModelNameField(QWidget):
    """A list that can be typed into, with its name above it."""

    edited = Signal()
    """Another name stands in the field."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        name = QCoreApplication.translate("ModelPage", "Model")
        self.names = Picker(theme=theme, name=name)
        self.names.setEditable(True)
        self.names.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        line = self.names.lineEdit()
        assert line is not None
        line.setMaxLength(MAX_FIELD_CHARACTERS)
        line.setFont(theme.font("ui"))
        line.setProperty("bare", True)
        line.setPlaceholderText(QCoreApplication.translate("ModelPage", "Choose or enter a model"))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(Label(name, theme=theme, weight=500))
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
