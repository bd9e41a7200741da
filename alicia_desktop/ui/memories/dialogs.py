"""Ask for a category, for a tag, for the text of two merged memories, or before a memory is forgotten."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCompleter, QHBoxLayout, QLineEdit, QScrollArea, QVBoxLayout, QWidget

from alicia_desktop.base.translation import format_number, translate, translate_count
from alicia_desktop.store.records import MemoryRecord
from alicia_desktop.ui.dialogs import QuestionDialog, answer, confirm
from alicia_desktop.ui.inspector.page_parts import facts_grid, selectable_text
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button, SegmentButton, Segments
from alicia_desktop.ui.widgets.fields import EditField, Picker
from alicia_desktop.ui.widgets.labels import Label, rule
from alicia_desktop.view import text
from alicia_desktop.view.memories_rows import NO_CATEGORY
from alicia_desktop.view.traces import CATEGORIES, category_name

MAX_TAG_CHARACTERS: Final = 60
MERGE_SIZE: Final = (840, 520)
SIDE_HEIGHT: Final = 180
LEFT, RIGHT = "left", "right"


class CategoryDialog(QuestionDialog):
    """Asks for one of the categories."""

    def __init__(self, count: int, *, theme: Theme, parent: QWidget | None) -> None:
        title = translate_count("Move {count} memory to a category", "Move {count} memories to a category", count)
        super().__init__(title, "", theme=theme, parent=parent)
        self.picker = Picker(theme=theme, name=self.tr("Category"))
        for category in CATEGORIES:
            self.picker.addItem(category_name(category), category)
        self.column.addWidget(self.picker)
        self.column.addSpacing(8)
        self.add_buttons(self.tr("Move"), reject=self.tr("Cancel"))

    @property
    def category(self) -> str:
        """What was chosen."""
        return str(self.picker.currentData())


class TagDialog(QuestionDialog):
    """Asks for a tag, offering those that there are."""

    def __init__(self, count: int, *, known: Sequence[str], theme: Theme, parent: QWidget | None) -> None:
        title = translate_count("Tag {count} memory", "Tag {count} memories", count)
        super().__init__(title, "", theme=theme, parent=parent)
        self.field = QLineEdit()
        self.field.setFont(theme.font("ui"))
        self.field.setFixedHeight(theme.height("control"))
        self.field.setMaxLength(MAX_TAG_CHARACTERS)
        self.field.setPlaceholderText(self.tr("Tag name"))
        self.field.setAccessibleName(self.tr("Tag"))
        completer = QCompleter(list(known), self)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self.field.setCompleter(completer)
        self.column.addWidget(self.field)
        self.column.addSpacing(8)
        self._add = self.add_buttons(self.tr("Add tag"), reject=self.tr("Cancel"))
        self.field.textChanged.connect(self._on_text)
        self._on_text("")

    @property
    def tag(self) -> str:
        """What was written."""
        return " ".join(self.field.text().split())

    def _on_text(self, _text: str) -> None:
        self._add.setEnabled(bool(self.tag))


class MergeDialog(QuestionDialog):
    """Show two memories side by side, and ask which one stays and with what text."""

    def __init__(self, left: MemoryRecord, right: MemoryRecord, *, theme: Theme, parent: QWidget | None) -> None:
        super().__init__(translate("Merge two memories"), "", theme=theme, parent=parent)
        self._sides = {LEFT: left, RIGHT: right}
        self.resize(*MERGE_SIZE)
        self.keep = Segments(
            (
                SegmentButton(id=LEFT, text=self.tr("Keep the left one")),
                SegmentButton(id=RIGHT, text=self.tr("Keep the right one")),
            ),
            theme=theme,
            name=self.tr("Memory to keep"),
        )
        self.content = EditField(theme=theme)
        self.content.setAccessibleName(self.tr("Text of the merged memory"))
        self._build()
        self._merge = self.add_buttons(self.tr("Merge"), reject=self.tr("Cancel"))
        self.content.text_changed.connect(self._on_changed)
        self.keep.chosen.connect(lambda side: self.content.set_text(self._sides[side].content))
        self.content.set_text(left.content)

    def _on_changed(self) -> None:
        self._merge.setEnabled(bool(self.merged) and not self.content.too_long)

    @property
    def kept(self) -> MemoryRecord:
        """The memory that stays."""
        return self._sides[self.keep.value]

    @property
    def gone(self) -> MemoryRecord:
        """The memory that goes."""
        return self._sides[RIGHT if self.keep.value == LEFT else LEFT]

    @property
    def merged(self) -> str:
        """The text of the merged memory."""
        return self.content.text.strip()

    def _build(self) -> None:
        sides = QHBoxLayout()
        sides.setSpacing(16)
        for memory in self._sides.values():
            sides.addWidget(self._side(memory), 1)
        self.column.addLayout(sides)
        self.column.addWidget(rule())
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(Label(self.tr("Result"), theme=self._theme, font="ui-strong"))
        line.addStretch()
        both = Button(self.tr("Use both texts"), theme=self._theme, small=True)
        both.clicked.connect(self._use_both)
        line.addWidget(both)
        line.addWidget(self.keep)
        self.column.addLayout(line)
        self.column.addWidget(self.content, 1)
        self.column.addWidget(self.content.note)
        note = self.tr(
            "The merged memory gets the tags of both and the higher importance. The other one is deleted and refers to "
            "it. The previous texts stay in their history."
        )
        self.column.addWidget(Label(note, theme=self._theme, font="small", tone="muted", wrap=True))
        self.column.addSpacing(4)

    def _side(self, memory: MemoryRecord) -> QScrollArea:
        words = QWidget()
        column = QVBoxLayout(words)
        column.setContentsMargins(12, 10, 12, 10)
        column.setSpacing(6)
        column.addWidget(selectable_text(memory.content, theme=self._theme, title=self.tr("Memory")))
        column.addLayout(facts_grid(_facts(memory), theme=self._theme))
        column.addStretch()
        scroll = QScrollArea()
        scroll.setWidgetResizable(True)
        scroll.setWidget(words)
        scroll.setFixedHeight(self._theme.scaled(SIDE_HEIGHT))
        scroll.setAccessibleName(text.one_line(memory.content, 80))
        return scroll

    def _use_both(self) -> None:
        """Put both texts into the result, that of the one that stays first."""
        first, second = self.kept.content, self.gone.content
        self.content.set_text(f"{first}\n{second}" if first != second else first)
        self.content.setFocus(Qt.FocusReason.OtherFocusReason)


async def confirm_forget(content: str, *, theme: Theme, parent: QWidget) -> bool:
    """Ask over `parent` before a memory with this content is forgotten for good."""
    question = confirm(
        translate("Forget this memory?"),
        translate(
            "“{content}” and its earlier versions will be removed from traces, history, search and journal, "
            "here and on the server. This can’t be undone."
        ).format(content=text.one_line(content, 200)),
        action=translate("Forget"),
        theme=theme,
        parent=parent,
        danger=True,
    )
    return await answer(question)


def _facts(memory: MemoryRecord) -> list[tuple[str, str]]:
    return [
        (translate("Category"), category_name(memory.category) or NO_CATEGORY),
        (translate("Tags"), ", ".join(memory.tags) or translate("none")),
        (translate("Importance"), format_number(memory.importance, ".2f")),
        (translate("Used"), translate_count("{count} time", "{count} times", memory.usage_frequency)),
        (translate("Stored"), text.long_time(memory.created_at)),
        (translate("Pinned"), translate("yes") if memory.pinned else translate("no")),
    ]
