"""Edit a memory: its text, category, tags and importance in a form, its rating as stars, and tags as they are shown."""

from typing import Any, Final

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QFontMetrics, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QLineEdit, QSlider, QVBoxLayout, QWidget

from alicia_desktop.base.translation import format_number
from alicia_desktop.ui.focus import claim_escape
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import clip_line, set_accessible_name, set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.fields import EditField, Picker
from alicia_desktop.ui.widgets.ground import paint_ground
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.memory_page import MemoryPageView
from alicia_desktop.view.traces import CATEGORIES, category_name

MAX_TAGS_CHARACTERS: Final = 2_000
"""Of all tags in their field; longer ones are shown and cannot be edited."""
CONTENT_HEIGHT: Final = 96
HUNDRED: Final = 100
"""Steps of the slider; importance itself goes from 0 to 1."""
STEP: Final = 5

MAX_STARS: Final = 5

TAG_HEIGHT, TAG_PADDING, MAX_TAG_WIDTH = 20, 7, 240


class MemoryForm(QWidget):
    """A form for one memory; `saved` carries only what was changed, Escape cancels."""

    saved = Signal(dict)
    left = Signal()

    def __init__(self, page: MemoryPageView, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._page = page
        self.setAccessibleName(self.tr("Edit memory"))
        self.content = EditField(theme=theme)
        self.content.set_text(page.content)
        self.content.setFixedHeight(theme.scaled(CONTENT_HEIGHT))
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
        self.save = Button(self.tr("Save"), theme=theme, kind="primary", small=True)
        self._fill_categories()
        self._build()
        self.content.textChanged.connect(self._on_changed)
        self.importance.valueChanged.connect(self._on_importance)
        self._on_importance()
        self._on_changed()

    def changes(self) -> dict[str, Any]:
        """Return what the user has changed, by the field names of the stanza."""
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

    def event(self, event: QEvent) -> bool:
        """Take Escape before the window does."""
        return claim_escape(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Escape, save with Ctrl+Enter."""
        control = bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        elif control and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and self.save.isEnabled():
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
        layout.addWidget(self._label(self.tr("Text"), self.content))
        layout.addWidget(self.content)
        layout.addWidget(self.content.note)
        layout.addLayout(self._pair())
        self.importance.setAccessibleName(self.tr("Importance in percent"))
        layout.addWidget(self._label(self.tr("Tags, separated by commas"), self.tags))
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
        label.set_buddy(field)
        field.setAccessibleName(words)
        return label

    def _buttons(self) -> QHBoxLayout:
        cancel = Button(self.tr("Cancel"), theme=self._theme, small=True)
        cancel.clicked.connect(self.left)
        self.save.clicked.connect(self._on_save)
        line = QHBoxLayout()
        line.setContentsMargins(0, 4, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.save)
        line.addWidget(cancel)
        line.addStretch()
        return line

    def _on_importance(self) -> None:
        self._figure.setText(format_number(self.importance.value() / HUNDRED, ".2f"))

    def _on_changed(self) -> None:
        self.save.setEnabled(bool(self.content.text.strip()))

    def _on_save(self) -> None:
        changed = self.changes()
        if changed:
            self.saved.emit(changed)
        else:
            self.left.emit()


class Rating(QWidget):
    """Stars up to the given one are filled, and the number stands beside them."""

    rated = Signal(int)

    def __init__(self, value: int, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        said = self.tr("{value} of 5").format(value=value) if value else self.tr("not rated")
        self.setAccessibleName(self.tr("Rating: {said}").format(said=said))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._group = QButtonGroup(self)
        for star in range(1, MAX_STARS + 1):
            filled = star <= value
            button = IconButton(
                "star-fill" if filled else "star",
                self.tr("Rate {star} of 5").format(star=star),
                theme=theme,
                small=True,
                colour="assistant" if filled else "text-muted",
            )
            button.setObjectName(f"rate {star}")
            button.setAccessibleDescription(self.tr("selected") if star == value else "")
            self._group.addButton(button, star)
            layout.addWidget(button, alignment=Qt.AlignmentFlag.AlignVCenter)
        layout.addSpacing(6)
        layout.addWidget(Label(said, theme=theme, font="small", tone="muted"))
        layout.addStretch()
        self._group.idClicked.connect(self.rated)


class Tag(QWidget):
    """One tag; a very long one ends with "…" and has all of it as its tool tip."""

    def __init__(self, text: str, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._text = text
        set_accessible_name(self, text)
        theme.changed.connect(self._measure)
        self._measure()

    def _measure(self) -> None:
        """Take the room that the tag needs in the text's size."""
        theme, text = self._theme, self._text
        self._font = theme.font("small")
        metrics = QFontMetrics(self._font)
        self._shown = metrics.elidedText(clip_line(text), Qt.TextElideMode.ElideRight, theme.scaled(MAX_TAG_WIDTH))
        set_tool_tip(self, text if self._shown != text else "")
        self.setFixedSize(metrics.horizontalAdvance(self._shown) + 2 * TAG_PADDING, theme.scaled(TAG_HEIGHT))
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        painter = QPainter(self)
        ground, edge = self._theme.colour("surface-raised"), self._theme.colour("border")
        paint_ground(painter, QRectF(self.rect()), ground, edge, self._theme.radius("badge"))
        painter.setFont(self._font)
        painter.setPen(self._theme.colour("text"))
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self._shown)
        painter.end()
