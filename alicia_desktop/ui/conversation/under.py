"""What stands under an answer: memory chips, the fold of her reasoning, how it ended, and the line of actions."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from alicia_desktop.ui.conversation.folds import Folds
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button, FoldButton, IconButton
from alicia_desktop.ui.widgets.chip import MemoryChip
from alicia_desktop.ui.widgets.flow import FlowLayout
from alicia_desktop.ui.widgets.labels import ElidedLabel, Icon, Label
from alicia_desktop.view.rows import ChipRow, MessageRow


class ChipLine(QWidget):
    """The memories of an answer: three, then "+n", which shows the rest."""

    chip_requested = Signal(str)
    unfolded = Signal()

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._chips: list[MemoryChip] = []
        self._more = Button("", theme=theme, small=True, parent=self)
        self._more.setFont(theme.font("small"))
        self._more.clicked.connect(self.unfolded)
        self._flow = FlowLayout(self)

    def show_row(self, row: MessageRow, folds: Folds, width: int) -> None:
        """Show the chips of `row` in lines of `width`."""
        shown = folds.chips_to_show(row)
        while self._flow.count():
            self._flow.takeAt(0)
        for row_of_chip in shown[len(self._chips) :]:
            self._chips.append(self._new_chip(row_of_chip))
        for number, chip in enumerate(self._chips):
            chip.setVisible(number < len(shown))
            if number < len(shown):
                chip.set_row(shown[number])
                self._flow.addWidget(chip)
        rest = len(row.chips) - len(shown)
        self._more.setVisible(rest > 0)
        self._more.setText(f"+{rest}")
        self._more.setAccessibleName(self.tr("Show %n more memories", "", rest))
        self._flow.addWidget(self._more)
        self.setVisible(bool(shown))
        self.setFixedSize(width, self._flow.heightForWidth(width))

    def _new_chip(self, row: ChipRow) -> MemoryChip:
        chip = MemoryChip(row, theme=self._theme, parent=self)
        chip.clicked.connect(lambda: self.chip_requested.emit(chip.row.id))
        return chip


class Reasoning(QWidget):
    """Her steps, one a line behind a bar in the colour of reasoning."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._text = Label("", theme=theme, font="small", tone="muted", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(14, 0, 0, 0)
        layout.addWidget(self._text)

    def show_steps(self, steps: tuple[str, ...], width: int) -> None:
        """Show the numbered steps in lines of `width`."""
        self._text.setText("\n".join(f"{number} {step}" for number, step in enumerate(steps, 1)))
        self.setFixedSize(width, max(self._theme.line("small"), self._text.heightForWidth(width - 14)))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar."""
        painter = QPainter(self)
        mirrored = self.isRightToLeft()
        left = self.width() - 7 if mirrored else 4
        painter.fillRect(QRectF(left, 0, 3, self.height()), self._theme.colour("reasoning"))
        painter.end()


class Note(QWidget):
    """One line that says how an answer ended: interrupted, cut off, replaced, or what went wrong."""

    retry_requested = Signal()

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._icon = Icon("", theme=theme, size=14)
        self._text = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self._retry = Button(self.tr("Retry"), theme=theme, kind="link", small=True)
        self._retry.setFixedHeight(theme.line("small"))
        self._retry.clicked.connect(self.retry_requested)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self._icon, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self._text)
        layout.addWidget(self._retry)
        layout.addStretch()

    def say(self, icon: str, text: str, *, tone: str = "muted", retry: bool = False, width: int) -> None:
        """Say `text`; nothing hides the line."""
        self.setVisible(bool(text))
        self._icon.set_icon(icon, "text-muted" if tone == "muted" else tone)
        self._text.set_tone(tone)
        if not text:
            return
        self._text.setText(text)
        self._retry.setVisible(retry)
        room = width - 20 - (self._retry.sizeHint().width() + 6 if retry else 0)
        self._text.setFixedWidth(min(room, self._text.fontMetrics().horizontalAdvance(text) + 4))
        self.setFixedHeight(max(self._text.minimumHeight(), self._text.heightForWidth(self._text.width())))


class ActionLine(QWidget):
    """Copy, answer again, inspect; the fold of the reasoning; when the first word came. Always 24 high."""

    copy_requested = Signal()
    regenerate_requested = Signal()
    turn_requested = Signal()
    reasoning_toggled = Signal(bool)

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setFixedHeight(theme.height("control-small"))
        self._copy = IconButton("copy", self.tr("Copy the answer"), theme=theme, small=True)
        self._again = IconButton("arrow-clockwise", self.tr("Answer again"), theme=theme, small=True)
        self._why = IconButton("activity", self.tr("Show this turn in the inspector"), theme=theme, small=True)
        self._fold = FoldButton("", theme=theme)
        self._timing = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._copy.clicked.connect(self.copy_requested)
        self._again.clicked.connect(self.regenerate_requested)
        self._why.clicked.connect(self.turn_requested)
        self._fold.toggled.connect(self.reasoning_toggled)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for widget in (self._copy, self._again, self._why, self._fold):
            layout.addWidget(widget)
        layout.addSpacing(2)
        layout.addWidget(self._timing, 1)

    def show_row(self, row: MessageRow, folds: Folds, width: int) -> None:
        """Show what can be done with `row` now."""
        for button in (self._copy, self._again):
            button.setVisible(not row.streaming)
        steps = len(row.reasoning)
        self._fold.setVisible(bool(steps))
        self._fold.setText(self.tr("Reasoning, %n steps", "", steps))
        self._fold.blockSignals(True)
        self._fold.setChecked(folds.reasoning)
        self._fold.blockSignals(False)
        self._timing.set_text(f"· {row.timing}" if steps and row.timing else row.timing)
        self.setFixedWidth(width)
