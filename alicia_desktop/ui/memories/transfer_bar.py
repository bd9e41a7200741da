"""Show the progress of an import or export at the foot of the window, with Cancel, and then its outcome."""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QProgressBar, QWidget

from alicia_desktop.base.translation import translate
from alicia_desktop.ui.dialogs import QuestionDialog
from alicia_desktop.ui.folded_text import ShowAllButton
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.layout_cost import MAX_COST
from alicia_desktop.ui.untrusted.plain_text import clip, set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button, IconButton
from alicia_desktop.ui.widgets.labels import ElidedLabel

BAR_WIDTH: Final = 160
BAR_HEIGHT: Final = 6


class TransferBar(QFrame):
    """A progress bar; hidden while nothing runs and there is no outcome to show."""

    cancel_requested = Signal()

    def __init__(self, *, theme: Theme, cancel: str = "", parent: QWidget | None = None) -> None:
        """`cancel` is what its button says; by default *Cancel*."""
        super().__init__(parent)
        self._theme = theme
        self._problems: tuple[str, ...] = ()
        self.setProperty("line", "top")
        self.setFixedHeight(theme.height("banner"))
        self._words = ElidedLabel("", theme=theme)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedSize(BAR_WIDTH, BAR_HEIGHT)
        self._cancel = Button(cancel or self.tr("Cancel"), theme=theme, small=True)
        self._show = Button(self.tr("Show problems"), theme=theme, small=True)
        self._close = IconButton("x", self.tr("Close"), theme=theme, small=True)
        line = QHBoxLayout(self)
        line.setContentsMargins(16, 0, 8, 0)
        line.setSpacing(12)
        line.addWidget(self._words, 1)
        for widget in (self._bar, self._cancel, self._show, self._close):
            line.addWidget(widget)
        self._cancel.clicked.connect(self.cancel_requested)
        self._show.clicked.connect(self._on_show)
        self._close.clicked.connect(self.hide)
        self.hide()

    @property
    def words(self) -> str:
        """The text of the bar."""
        return self._words.whole_text

    @property
    def problems(self) -> tuple[str, ...]:
        """What went wrong, a line each."""
        return self._problems

    def progress(self, words: str, done: int, total: int) -> None:
        """Show progress; a `total` of 0 means unknown."""
        self._problems = ()
        self._words.set_text(words)
        self._bar.setRange(0, total)
        self._bar.setValue(done)
        set_accessible_name(self._bar, words)
        self._show_state(running=True)

    def ended(self, words: str, problems: Sequence[str] = ()) -> None:
        """Show the outcome until it is closed, with its problems."""
        self._problems = tuple(problems)
        self._words.set_text(words)
        self._show_state(running=False)

    def _show_state(self, *, running: bool) -> None:
        self._bar.setVisible(running)
        self._cancel.setVisible(running)
        self._show.setVisible(bool(self._problems))
        self._close.setVisible(not running)
        set_accessible_name(self, self.words)
        self.show()

    def _on_show(self) -> None:
        dialog = ProblemsDialog(self._problems, theme=self._theme, parent=self.window())
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()


class ProblemsDialog(QuestionDialog):
    """Lists what could not be read, by line."""

    def __init__(self, problems: Sequence[str], *, theme: Theme, parent: QWidget | None) -> None:
        title = translate("Lines that could not be read")
        super().__init__(title, "", theme=theme, parent=parent)
        said = "\n".join(problems)
        self.list = QPlainTextEdit(clip(said, MAX_COST))
        self.list.setReadOnly(True)
        self.list.setFont(theme.font("data"))
        self.list.setMinimumSize(560, 280)
        self.list.setAccessibleName(self.tr("Lines that could not be read"))
        self.column.addWidget(self.list, 1)
        show_all = ShowAllButton(title=title, theme=theme)
        show_all.set_whole(said, cost=MAX_COST)
        self.column.addWidget(show_all)
        self.column.addSpacing(8)
        self.add_buttons(self.tr("Close"), kind="normal")
