"""Her reasoning, unfolded: one step below the other behind a bar in its colour, each to be found helpful or not."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from alicia_desktop.ui.conversation.folds import STEPS_AT_ONCE
from alicia_desktop.ui.conversation.more_button import MoreButton
from alicia_desktop.ui.folded_text import ShowAllButton
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.ui.widgets.voting import VotePair
from alicia_desktop.view.rows import StepRow

INSET = 14
GAP = 8


class Reasoning(QWidget):
    """The steps of one answer, pooled lines."""

    voted = Signal(str, str)
    """The id of a step, and `up`, `down` or `remove`."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._lines: list[_Step] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(INSET, 0, 0, 0)
        self._layout.setSpacing(0)
        self.more = MoreButton(self.tr("Show {count} more steps"), theme=theme)
        self._layout.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeading)

    def show_steps(self, steps: tuple[StepRow, ...], width: int, *, most: int) -> None:
        """Show the first numbered steps in lines of `width`."""
        shown = steps[:most]
        for _ in shown[len(self._lines) :]:
            line = _Step(theme=self._theme)
            line.votes.voted.connect(lambda value, line=line: self.voted.emit(line.step_id, value))
            self._lines.append(line)
            self._layout.insertWidget(self._layout.count() - 1, line)
        for number, line in enumerate(self._lines):
            line.setVisible(number < len(shown))
            if number < len(shown):
                line.show_step(number + 1, shown[number], width - INSET)
        self.more.set_rest(len(steps) - len(shown), STEPS_AT_ONCE)
        more = self.more.height() if len(steps) > len(shown) else 0
        self.setFixedSize(width, sum(line.height() for line in self._lines[: len(shown)]) + more)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the bar."""
        painter = QPainter(self)
        left = self.width() - 7 if self.isRightToLeft() else 4
        painter.fillRect(QRectF(left, 0, 3, self.height()), self._theme.colour("reasoning"))
        painter.end()


class _Step(QWidget):
    """The words of one step, and the thumbs beside its first line."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self.step_id = ""
        self._text = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self._all = ShowAllButton(title=self.tr("Step of the reasoning"), theme=theme)
        self.votes = VotePair(theme=theme)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GAP)
        layout.addWidget(self._text)
        layout.addWidget(self._all, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.votes, 0, Qt.AlignmentFlag.AlignTop)
        layout.addStretch()

    def show_step(self, number: int, row: StepRow, width: int) -> None:
        """Show one step in a line of `width`."""
        self.step_id = row.id
        self._text.setText(f"{number} {row.text}")
        self._all.set_whole(row.text)
        self.votes.set_row(row.vote, about=self.tr("step {number}").format(number=number))
        thumbs = self.votes.sizeHint()
        room = width - GAP - thumbs.width() - (0 if self._all.isHidden() else self._all.sizeHint().width() + GAP)
        self._text.setFixedWidth(min(room, self._text.fontMetrics().horizontalAdvance(self._text.text()) + 4))
        self.setFixedSize(width, max(thumbs.height(), self._text.heightForWidth(self._text.width())))
