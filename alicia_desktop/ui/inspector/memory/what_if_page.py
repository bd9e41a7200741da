"""Show what would be found for an answered question with other weights, threshold or budget.

The page stays while it is open: `set_view` replaces the ranking and leaves the controls where they are. The ranking
is painted: the place of each memory, what became of it, why, a bar and its score.
"""

from collections.abc import Mapping
from typing import Final

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.inspector.canvas import TRAILING, Canvas
from alicia_desktop.ui.inspector.memory.trial_controls import TrialControls
from alicia_desktop.ui.inspector.page_parts import PADDING, heading, selectable_text
from alicia_desktop.ui.inspector.row_views import Index, RowList, Selection
from alicia_desktop.ui.qt_models import ROW_ROLE, RowsListModel
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_description, set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import ElidedLabel, Label, rule
from alicia_desktop.view.trial_controls import retrieval_text
from alicia_desktop.view.what_if import Change, TriedRow, WhatIfStart, WhatIfView

START, END, GAP, PLACE = 8, 8, 8, 20
BAR, BAR_HEIGHT, SCORE = 56, 6, 34
SIGNS: Final[dict[Change, tuple[str, str]]] = {
    "same": ("", "text-muted"),
    "in": ("+ ", "ok"),
    "out": ("− ", "error"),
    "moved": ("↕ ", "accent"),
    "missed": ("", "text-muted"),
}
"""What stands before the words of a change, and their colour."""


def spoken(row: TriedRow) -> str:
    """Return a row as a screen reader reads it."""
    return ". ".join(part for part in (row.rank, row.mark, row.content, row.detail, row.score) if part)


class TriedList(RowList):
    """Rows of one height; Enter asks for the memory's page."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme=theme, parent=parent)
        self.setAccessibleName(self.tr("Ranking"))
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def paint_row(self, canvas: Canvas, index: Index, room: QRect, *, selected: bool) -> None:
        """Paint a row; the number is never cut."""
        row: TriedRow = index.data(ROW_ROLE)
        used = row.change in {"same", "in", "moved"}
        place = QRect(room.left() + START, room.top(), self._theme.scaled(PLACE), room.height() - 1)
        canvas.words(place, row.rank, font="small", colour="text-muted", align=TRAILING, elide=False)
        wide = self._theme.scaled(SCORE)
        number = QRect(room.right() + 1 - END - wide, room.top(), wide, room.height() - 1)
        canvas.words(number, row.score, font="ui-strong", align=TRAILING, elide=False)
        bar = QRect(number.left() - GAP - BAR, room.center().y() - BAR_HEIGHT // 2, BAR, BAR_HEIGHT)
        if row.fraction is not None:
            ground = "surface-raised" if selected else "surface-hover"
            canvas.bar(bar, row.fraction, "trace-retrieved" if used else "text-disabled", ground)
        text = QRect(place.right() + 1 + GAP, room.top() + 4, 0, self._theme.scaled(18))
        text.setRight(bar.left() - GAP)
        canvas.words(text, row.content, weight=500, colour="text" if used else "text-muted")
        self._paint_below(canvas, row, text.translated(0, text.height()))

    def _paint_below(self, canvas: Canvas, row: TriedRow, below: QRect) -> None:
        sign, colour = SIGNS[row.change]
        if row.mark:
            mark = f"{sign}{row.mark}"
            canvas.words(below, mark, font="small", weight=600, colour=colour)
            below.setLeft(below.left() + self.lettering.width(mark, "small", 600) + GAP)
        canvas.words(below, row.detail, font="small", colour="text-muted")


class WhatIfPage(QWidget):
    """The controls, and the ranking below them."""

    tried = Signal()
    """A number was changed, or it is to be asked again: `changes`."""
    use_requested = Signal(object)
    """The `RetrievalSettings` that are to be the server's."""
    defaults_requested = Signal()
    """What is set is to be as it is built in."""
    page_requested = Signal(str)
    """The id of a memory."""
    fold_toggled = Signal(str, bool)

    def __init__(
        self,
        start: WhatIfStart,
        *,
        changes: Mapping[str, float],
        opened: bool,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        """Begin with `changes`, by the names of the controls; `opened` is whether the weights are."""
        super().__init__(parent)
        self.start = start
        self._theme, self._opened = theme, opened
        self._begin = dict(changes)
        self._controls: TrialControls | None = None
        self._row: TriedRow | None = None
        self._can_save = False
        self._note = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self._again = Button(self.tr("Try again"), theme=theme, small=True)
        self._use = Button(self.tr("Use these"), theme=theme, small=True, kind="primary")
        self._defaults = Button(self.tr("Defaults"), theme=theme, small=True)
        self._written = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self._summary = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._would = Label("", theme=theme, font="small", wrap=True)
        self._try = Button(self.tr("Try it"), theme=theme, small=True)
        self._list = TriedList(theme=theme)
        self._selection = Selection(self._list)
        self.setAccessibleName(self.tr("What if"))
        self._build()
        self._again.clicked.connect(self.tried)
        self._use.clicked.connect(self._on_use)
        self._defaults.clicked.connect(self._on_defaults)
        self._try.clicked.connect(self._on_try)
        self._selection.selected.connect(self._on_selected)
        self._list.activated.connect(lambda index: self.page_requested.emit(index.data(ROW_ROLE).id))
        self._show_rows(())
        self.show_problem("")

    @property
    def changes(self) -> dict[str, float]:
        """What is tried, by the names of the controls."""
        return self._begin if self._controls is None else self._controls.changes

    def set_view(self, view: WhatIfView) -> None:
        """Show what the server told."""
        if self._controls is not None and view.controls:
            self._controls.set_baseline(view.controls)
        elif view.controls:
            self._controls = TrialControls(view.controls, opened=self._opened, theme=self._theme)
            self._controls.set_values(self._begin)
            self._controls.changed.connect(self._on_changed)
            self._controls.fold_toggled.connect(self.fold_toggled)
            self._place.addWidget(self._controls)
        self.show_problem(view.problem, again=False)
        self._tools.setVisible(bool(view.controls))
        self._ranking.setVisible(bool(view.controls))
        self._summary.set_text(view.summary)
        self._show_rows(view.rows)
        self._set_buttons()

    def show_problem(self, sentence: str, *, again: bool = True) -> None:
        """Show why nothing could be tried; what was shown before stays. An empty sentence takes it away."""
        self._note.setText(sentence)
        self._note.setVisible(bool(sentence))
        self._again.setVisible(bool(sentence) and again)

    def set_saving(self, *, possible: bool) -> None:
        """Say whether what is tried can be made the server's settings."""
        self._can_save = possible
        self._set_buttons()

    def _build(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(PADDING, 12, PADDING, 12)
        layout.setSpacing(8)
        asked = self.tr("ranked by the server, with the memories of today")
        layout.addLayout(heading(self.tr("Question"), asked, theme=self._theme))
        layout.addWidget(selectable_text(self.start.question, theme=self._theme, title=self.tr("Question")))
        problem = QHBoxLayout()
        problem.addWidget(self._note, 1)
        problem.addWidget(self._again)
        layout.addLayout(problem)
        self._place = QVBoxLayout()
        layout.addLayout(self._place)
        layout.addWidget(self._buttons())
        layout.addWidget(self._ranking_part())

    def _buttons(self) -> QWidget:
        self._tools = QWidget()
        line = QHBoxLayout(self._tools)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self._use)
        line.addWidget(self._defaults)
        line.addWidget(self._written, 1)
        self._tools.hide()
        return self._tools

    def _ranking_part(self) -> QWidget:
        self._ranking = QWidget()
        layout = QVBoxLayout(self._ranking)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(rule())
        title = QHBoxLayout()
        title.setSpacing(8)
        title.addWidget(Label(self.tr("Ranking"), theme=self._theme, font="label"))
        title.addWidget(self._summary, 1)
        layout.addLayout(title)
        would = QHBoxLayout()
        would.addWidget(self._would, 1)
        would.addWidget(self._try)
        layout.addLayout(would)
        layout.addWidget(self._list)
        self._ranking.hide()
        return self._ranking

    def _show_rows(self, rows: tuple[TriedRow, ...]) -> None:
        made: Rows[TriedRow] = Rows(lambda row: row.id)
        for row in rows:
            made.put(row)
        self._selection.attach(RowsListModel(made, text=spoken, parent=self))
        self._list.setFixedHeight(max(1, len(made)) * self._theme.height("row-trace") + 2)
        self._row = made.get(self._selection.id)
        self._show_would()

    def _on_selected(self, memory_id: str) -> None:
        index = self._list.currentIndex()
        self._row = index.data(ROW_ROLE) if index.isValid() else None
        self._show_would()

    def _show_would(self) -> None:
        """Say what would have made the chosen near miss."""
        row = self._row
        if row is not None and not row.would:
            self._would.setText(self.tr("This one would be used."))
        else:
            self._would.setText(
                row.would if row is not None else self.tr("Choose a near miss to see what would have made it.")
            )
        self._try.setVisible(row is not None and bool(row.values))

    def _on_try(self) -> None:
        if self._controls is not None and self._row is not None:
            self._controls.set_values(self._row.values)
            self._on_changed()

    def _on_changed(self) -> None:
        self._set_buttons()
        self.tried.emit()

    def _on_use(self) -> None:
        if self._controls is not None:
            self.use_requested.emit(self._controls.settings)

    def _on_defaults(self) -> None:
        if self._controls is not None:
            self._controls.reset(built_in=self._can_save)
        self.defaults_requested.emit()
        self._on_changed()

    def _set_buttons(self) -> None:
        controls, changed = self._controls, bool(self.changes)
        self._use.setEnabled(self._can_save and changed)
        self._defaults.setEnabled(changed or (self._can_save and controls is not None and not controls.is_built_in))
        if not self._can_save:
            words = self.tr("Only tried: a server elsewhere has settings of its own")
        elif controls is None or not changed:
            words = self.tr("Change a number first")
        else:
            what = retrieval_text(controls.settings) or self.tr("the defaults")
            words = self.tr("Sets for the server on this computer, from the next answer: {what}").format(what=what)
        set_tool_tip(self._use, words)
        set_accessible_description(self._use, words)
        self._written.setText(self._state(words, changed=changed))
        set_tool_tip(self._defaults, self.tr("Everything as it was fitted, also in the settings"))

    def _state(self, words: str, *, changed: bool) -> str:
        """Return what stands beside the buttons: what would be written, or what is set."""
        if changed or not self._can_save or self._controls is None:
            return words
        what = retrieval_text(self._controls.settings)
        return self.tr("Set: {what}").format(what=what) if what else self.tr("As it was fitted")
