"""Show the statistics of all memories: how many, about what, how old and how much used, as figures and bars."""

from PySide6.QtWidgets import QBoxLayout, QScrollArea, QStackedWidget, QVBoxLayout, QWidget

from alicia_desktop.ui.inspector.figures import Bars, Figures
from alicia_desktop.ui.inspector.page_parts import EmptyState, InspectorSection
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.memories_rows import BarGroup, StatisticsView

NOTHING, SOMETHING = range(2)


class StatisticsPage(QStackedWidget):
    """Shown anew with each reading."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._empty = EmptyState(
            "chart-bar",
            self.tr("Loading…"),
            "",
            theme=theme,
        )
        self._figures = Figures(theme=theme)
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setAccessibleName(self.tr("Memory statistics"))
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._figures)
        column.addWidget(self._scroll, 1)
        self.addWidget(self._empty)
        self.addWidget(page)

    def set_figures(self, view: StatisticsView) -> None:
        """Show these."""
        words = self.tr(
            "Statistics appear with the first memory: tell Alicia something, or import memories from a file."
        )
        self._empty.set_text(self.tr("No statistics yet"), words)
        self.setCurrentIndex(SOMETHING if view.groups else NOTHING)
        self._figures.set_figures(view.headline)
        place = self._scroll.verticalScrollBar().value()
        page = QWidget()
        columns = QBoxLayout(QBoxLayout.Direction.LeftToRight, page)
        columns.setContentsMargins(16, 16, 16, 16)
        columns.setSpacing(32)
        left, right = _balanced(view.groups)
        for groups in (left, right):
            columns.addLayout(self._column(groups), 1)
        self._scroll.setWidget(page)
        self._scroll.verticalScrollBar().setValue(place)

    def _column(self, groups: list[BarGroup]) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(4)
        for group in groups:
            column.addWidget(InspectorSection(group.title, group.note, theme=self._theme, padding=0))
            column.addWidget(Bars(group, theme=self._theme))
            column.addSpacing(16)
        column.addStretch()
        return column


def _balanced(groups: tuple[BarGroup, ...]) -> tuple[list[BarGroup], list[BarGroup]]:
    """Part groups into two columns of about the same height, in their order down each."""
    columns: tuple[list[BarGroup], list[BarGroup]] = ([], [])
    heights = [0, 0]
    for group in groups:
        shorter = 0 if heights[0] <= heights[1] else 1
        columns[shorter].append(group)
        heights[shorter] += len(group.bars) + 3
    return columns
