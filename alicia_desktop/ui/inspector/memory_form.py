"""The form in which a memory is edited: what it says, its category, its tags and its importance."""

from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSlider, QVBoxLayout, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.edit_field import EditField
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.ui.widgets.picker import Picker
from alicia_desktop.view.memory_page import MemoryPageView
from alicia_desktop.view.traces import CATEGORIES, category_name

MAX_TAGS_CHARACTERS: Final = 2_000
"""Of all tags in their field; longer ones are shown and cannot be edited."""
CONTENT_HEIGHT: Final = 96
HUNDRED: Final = 100
"""Steps of the slider; importance itself goes from 0 to 1."""
STEP: Final = 5


class MemoryForm(QWidget):
    """Tells what is other than before, and nothing else; Escape leaves it."""

    saved = Signal(dict)
    left = Signal()

    def __init__(self, page: MemoryPageView, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._page = page
        self.setAccessibleName(self.tr("Edit the memory"))
        self.content = EditField(theme=theme)
        self.content.set_text(page.content)
        self.content.setFixedHeight(round(CONTENT_HEIGHT * theme.scale))
        self.category = Picker(theme=theme, name=self.tr("Category"))
        self.tags = QLineEdit()
        self.tags.setMaxLength(MAX_TAGS_CHARACTERS)
        self._written_tags = ", ".join(page.tags)
        self.tags.setText(self._written_tags)
        self.tags.setReadOnly(self.tags.text() != self._written_tags)
        self.tags.setFont(theme.font("ui"))
        self.tags.setFixedHeight(theme.height("control"))
        self.importance = self._slider()
        self._figure = Label("", theme=theme, font="small")
        self._save = Button(self.tr("Save"), theme=theme, kind="primary", small=True)
        self._fill_categories()
        self._build()
        self.content.textChanged.connect(self._on_changed)
        self.importance.valueChanged.connect(self._on_importance)
        self._on_importance()
        self._on_changed()

    def changes(self) -> dict[str, Any]:
        """Return what the person has changed, by the names of the stanza."""
        page = self._page
        content, category = self.content.text.strip(), str(self.category.currentData() or "")
        tags = tuple(dict.fromkeys(tag.strip() for tag in self.tags.text().split(",") if tag.strip()))
        importance = self.importance.value() / HUNDRED
        changed: dict[str, Any] = {}
        if content != page.content and not self.content.too_long:
            changed["content"] = content
        if category and category != page.category_id:
            changed["category"] = category
        if tags != page.tags and not self.tags.isReadOnly():
            changed["tags"] = list(tags)
        if importance != round(page.importance, 2):
            changed["importance"] = importance
        return changed

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Escape, save with Ctrl+Enter."""
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif control and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self._save.isEnabled():
            self._on_save()
        else:
            super().keyPressEvent(event)

    def _slider(self) -> QSlider:
        slider = QSlider(Qt.Orientation.Horizontal)
        slider.setRange(0, HUNDRED)
        slider.setSingleStep(STEP)
        slider.setPageStep(4 * STEP)
        slider.setValue(round(HUNDRED * self._page.importance))
        slider.setFixedHeight(self._theme.height("control"))
        return slider

    def _fill_categories(self) -> None:
        named = list(CATEGORIES)
        if self._page.category_id not in named:
            named.insert(0, self._page.category_id)
        for category in named:
            self.category.addItem(category_name(category) or self.tr("None"), category)
        self.category.setCurrentIndex(named.index(self._page.category_id))

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self._label(self.tr("What it says"), self.content))
        layout.addWidget(self.content)
        layout.addWidget(self.content.note)
        layout.addLayout(self._pair())
        self.importance.setAccessibleName(self.tr("Importance, in hundredths"))
        layout.addWidget(self._label(self.tr("Tags, with commas between them"), self.tags))
        layout.addWidget(self.tags)
        layout.addLayout(self._buttons())

    def _pair(self) -> QHBoxLayout:
        pair = QHBoxLayout()
        pair.setSpacing(12)
        for words, field, figure in (
            (self.tr("Category"), self.category, None),
            (self.tr("Importance"), self.importance, self._figure),
        ):
            column, head = QVBoxLayout(), QHBoxLayout()
            column.setSpacing(4)
            head.addWidget(self._label(words, field))
            head.addStretch()
            if figure is not None:
                head.addWidget(figure)
            column.addLayout(head)
            column.addWidget(field)
            pair.addLayout(column, 1)
        return pair

    def _label(self, words: str, field: QWidget) -> Label:
        label = Label(words, theme=self._theme, font="small", tone="muted")
        label.setBuddy(field)
        field.setAccessibleName(words)
        return label

    def _buttons(self) -> QHBoxLayout:
        cancel = Button(self.tr("Cancel"), theme=self._theme, small=True)
        cancel.clicked.connect(self.left)
        self._save.clicked.connect(self._on_save)
        line = QHBoxLayout()
        line.setContentsMargins(0, 4, 0, 0)
        line.setSpacing(8)
        line.addWidget(self._save)
        line.addWidget(cancel)
        line.addStretch()
        return line

    def _on_importance(self) -> None:
        self._figure.setText(f"{self.importance.value() / HUNDRED:.2f}")

    def _on_changed(self) -> None:
        self._save.setEnabled(bool(self.content.text.strip()))

    def _on_save(self) -> None:
        changed = self.changes()
        if changed:
            self.saved.emit(changed)
        else:
            self.left.emit()
