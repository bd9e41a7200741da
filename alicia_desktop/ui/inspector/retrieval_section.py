"""How the memories of an answer were looked for: what just missed, and in a fold the categories and the analysis."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from alicia_desktop.ui.inspector.category_scores import CategoryScores
from alicia_desktop.ui.inspector.missed_list import MissedList
from alicia_desktop.ui.inspector.page_parts import CollapsibleHeading, column, facts_grid, heading
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.labels import Label, rule
from alicia_desktop.view.retrievals import RetrievalView

FOLD = "retrieval"


class RetrievalSection(QWidget):
    """Everything about one retrieval that is not about one memory."""

    page_requested = Signal(str)
    with_requested = Signal(str)
    fold_toggled = Signal(str, bool)

    def __init__(
        self,
        retrieval: RetrievalView | None,
        *,
        can_ask: bool,
        opened: bool,
        theme: Theme,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._missed(retrieval, can_ask=can_ask))
        layout.addWidget(rule())
        if retrieval is not None:
            title = self.tr("How it looked for memories")
            fold = CollapsibleHeading(FOLD, title, self._looking(retrieval), opened=opened, theme=theme)
            fold.toggled.connect(self.fold_toggled)
            layout.addWidget(fold)

    def _missed(self, retrieval: RetrievalView | None, *, can_ask: bool) -> QWidget:
        page, layout = column()
        missed = retrieval.missed if retrieval is not None else ()
        note = self.tr("not sent")
        if retrieval is not None:
            note = self.tr("best first, with the reason") if missed else self.tr("nothing")
        layout.addLayout(heading(self.tr("What just missed"), note, theme=self._theme))
        if missed:
            rows = MissedList(missed, can_ask=can_ask, theme=self._theme)
            rows.page_requested.connect(self.page_requested)
            rows.with_requested.connect(self.with_requested)
            layout.addWidget(rows)
        elif retrieval is None:
            words = self.tr("This server did not say what it looked at, nor why it left anything out.")
            layout.addWidget(Label(words, theme=self._theme, font="small", tone="muted", wrap=True))
        return page

    def _looking(self, retrieval: RetrievalView) -> QWidget:
        page, layout = column(spacing=6, margins=(4, 4))
        layout.addLayout(facts_grid(retrieval.facts, theme=self._theme))
        layout.addSpacing(6)
        note = self.tr("how much the question speaks of each") if retrieval.categories else self.tr("not sent")
        layout.addLayout(heading(self.tr("Categories"), note, theme=self._theme))
        if retrieval.categories:
            layout.addWidget(CategoryScores(retrieval.categories, theme=self._theme))
        layout.addSpacing(6)
        note = self.tr("what was read into the question") if retrieval.analysis else self.tr("not sent")
        layout.addLayout(heading(self.tr("Analysis"), note, theme=self._theme))
        layout.addLayout(facts_grid(retrieval.analysis, theme=self._theme))
        return page
