"""Notes and reasoning steps under a message, in pooled lines; steps can be rated, own notes edited and deleted."""

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from alicia_desktop.base.translation import translate_count
from alicia_desktop.ui.conversation.message_controls import MoreButton
from alicia_desktop.ui.conversation.message_parts import NOTES_AT_ONCE, STEPS_AT_ONCE
from alicia_desktop.ui.folded_text import ShowAllButton
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Icon, Label
from alicia_desktop.ui.widgets.voting import VotePair
from alicia_desktop.view.rows import NoteRow, StepRow

STEP_INSET = 14
STEP_GAP = 8
ICON = 14
GAP = 6


class Notes(QWidget):
    """Show the notes of one message in pooled lines."""

    edit_requested = Signal(object)
    """The `NoteRow` to edit."""
    delete_requested = Signal(object)

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._lines: list[_NoteLine] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(0, 0, 0, 0)
        self._layout.setSpacing(8)
        self.more = MoreButton(
            lambda count: translate_count("Show {count} more note", "Show {count} more notes", count), theme=theme
        )
        self._layout.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeading)

    def show_rows(self, rows: tuple[NoteRow, ...], room: int, *, limit: int, fit: bool = False) -> None:
        """Show up to `limit` notes in lines `room` pixels wide; with `fit`, only as wide as the longest line needs."""
        self.setVisible(bool(rows))
        shown = rows[:limit]
        for _ in shown[len(self._lines) :]:
            line = _NoteLine(theme=self._theme)
            line.edit.clicked.connect(lambda _=False, line=line: self.edit_requested.emit(line.row))
            line.delete.clicked.connect(lambda _=False, line=line: self.delete_requested.emit(line.row))
            self._lines.append(line)
            self._layout.insertWidget(self._layout.count() - 1, line)
        for number, line in enumerate(self._lines):
            line.setVisible(number < len(shown))
            if number < len(shown):
                line.show_row(shown[number])
        lines = self._lines[: len(shown)]
        width = min(room, max((line.natural_width() for line in lines), default=room)) if fit else room
        for line in lines:
            line.set_width(width)
        self.more.set_remaining(len(rows) - len(shown), NOTES_AT_ONCE)
        self.setFixedWidth(width)


class _NoteLine(QWidget):
    """Show one note: author, delivery state and actions over the text."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self.row: NoteRow | None = None
        self._who = Label("", theme=theme, font="small", weight=600)
        self._state = Label("", theme=theme, font="small", tone="muted")
        self._text = Label("", theme=theme, font="small", wrap=True)
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._all = ShowAllButton(title=self.tr("Note"), theme=theme)
        self.edit = Button(self.tr("Edit"), theme=theme, kind="link", small=True)
        self.delete = Button(self.tr("Delete"), theme=theme, kind="link", small=True)
        self._head = QHBoxLayout()
        self._head.setSpacing(GAP)
        self._head.addWidget(Icon("note", theme=theme, size=ICON))
        for widget in (self._who, self._state, self._all, self.edit, self.delete):
            self._head.addWidget(widget)
        self._head.addStretch()
        for button in (self.edit, self.delete):
            button.setFixedHeight(theme.line("small"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addLayout(self._head)
        layout.addWidget(self._text)
        self._text.setContentsMargins(ICON + GAP, 0, 0, 0)

    def natural_width(self) -> int:
        """Return the width in pixels at which no line wraps."""
        words = max(self._text.fontMetrics().horizontalAdvance(line) for line in self._text.text().split("\n"))
        return max(self._head.sizeHint().width(), ICON + GAP + words + 4)

    def set_width(self, width: int) -> None:
        """Wrap the text at `width` pixels."""
        self._text.setFixedSize(width, max(self._text.minimumHeight(), self._text.heightForWidth(width)))

    def show_row(self, row: NoteRow) -> None:
        """Show one note."""
        self.row = row
        self._text.setText(
            ""
        )  # what is shown or hidden measures it at once; a long one is measured for its width alone
        self._who.setText(row.who)
        self._state.setText(row.state_text)
        self._state.set_tone("error" if row.state == "refused" else "muted")
        self._state.setVisible(bool(row.state_text))
        self._all.set_whole(row.text)
        for button, name in ((self.edit, self.tr("Edit note")), (self.delete, self.tr("Delete note"))):
            button.setVisible(row.mine)
            set_accessible_name(button, f"{name}: {row.text}")
        self._text.setText(row.text)
        set_accessible_name(self, f"{row.who}: {row.text} {row.state_text}")


class Reasoning(QWidget):
    """Show the reasoning steps of one answer in pooled lines."""

    voted = Signal(str, str)
    """The id of a step, and `up`, `down` or `remove`."""
    menu_requested = Signal(object, QPoint)
    """A `StepRow`, and the screen position for its menu."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._lines: list[_StepLine] = []
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(STEP_INSET, 0, 0, 0)
        self._layout.setSpacing(0)
        self.more = MoreButton(
            lambda count: translate_count("Show {count} more step", "Show {count} more steps", count), theme=theme
        )
        self._layout.addWidget(self.more, 0, Qt.AlignmentFlag.AlignLeading)

    def show_steps(self, steps: tuple[StepRow, ...], width: int, *, limit: int) -> None:
        """Show up to `limit` numbered steps in lines `width` pixels wide."""
        shown = steps[:limit]
        for _ in shown[len(self._lines) :]:
            line = _StepLine(theme=self._theme)
            line.votes.voted.connect(lambda value, line=line: self.voted.emit(line.step_id, value))
            line.menu_requested.connect(self.menu_requested)
            self._lines.append(line)
            self._layout.insertWidget(self._layout.count() - 1, line)
        for number, line in enumerate(self._lines):
            line.setVisible(number < len(shown))
            if number < len(shown):
                line.show_step(number + 1, shown[number], width - STEP_INSET)
        self.more.set_remaining(len(steps) - len(shown), STEPS_AT_ONCE)
        more = self.more.height() if len(steps) > len(shown) else 0
        self.setFixedSize(width, sum(line.height() for line in self._lines[: len(shown)]) + more)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the vertical bar beside the steps."""
        painter = QPainter(self)
        left = self.width() - 7 if self.isRightToLeft() else 4
        painter.fillRect(QRectF(left, 0, 3, self.height()), self._theme.colour("reasoning"))
        painter.end()


class _StepLine(QWidget):
    """Show the text of one step with the vote buttons beside its first line."""

    menu_requested = Signal(object, QPoint)

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self.step_id = ""
        self._row: StepRow | None = None
        self._text = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self._all = ShowAllButton(title=self.tr("Reasoning step"), theme=theme)
        self.votes = VotePair(theme=theme)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(STEP_GAP)
        layout.addWidget(self._text)
        layout.addWidget(self._all, 0, Qt.AlignmentFlag.AlignTop)
        layout.addWidget(self.votes, 0, Qt.AlignmentFlag.AlignTop)
        layout.addStretch()

    def show_step(self, number: int, row: StepRow, width: int) -> None:
        """Show one step in a line `width` pixels wide."""
        self.step_id, self._row = row.id, row
        self._text.setText(f"{number} {row.text}")
        self._all.set_whole(row.text)
        self.votes.set_row(row.vote, about=self.tr("step {number}").format(number=number))
        thumbs = self.votes.sizeHint()
        room = (
            width - STEP_GAP - thumbs.width() - (0 if self._all.isHidden() else self._all.sizeHint().width() + STEP_GAP)
        )
        self._text.setFixedWidth(min(room, self._text.fontMetrics().horizontalAdvance(self._text.text()) + 4))
        self.setFixedSize(width, max(thumbs.height(), self._text.heightForWidth(self._text.width())))

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Request the context menu, by mouse or by the menu key on a thumb."""
        if self._row is not None:
            self.menu_requested.emit(self._row, event.globalPos())
