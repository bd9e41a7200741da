"""Plot one phase over turns: a point for each, one colour and shape a group; what stands out is ringed.

pyqtgraph is loaded when a plot is first shown (half a second): `load_plots` does it in a thread of its own. The
table beside the plot has the same numbers, so that the plot itself takes no keyboard.
"""

import importlib
from collections.abc import Sequence
from typing import Any, Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QCursor
from PySide6.QtWidgets import QVBoxLayout, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_description, set_accessible_name, show_tool_tip
from alicia_desktop.view.turn_statistics import TurnPoint

HEIGHT: Final = 190
SIZE: Final = 8
"""Pixels of a point; one that stands out is half as large again."""
COLOURS: Final = ("trace-retrieved", "assistant-fill", "hearing-fill", "reasoning", "tool", "info")
SHAPES: Final = ("o", "s", "t1", "d", "+", "x")
"""Beside the colours, for those who do not tell them apart."""


def load_plots() -> None:
    """Load pyqtgraph; may be called more than once, and from any thread of the program.

    The program collects garbage in the main thread only (`app.root`): elsewhere that would destroy widgets.
    """
    importlib.import_module("pyqtgraph").setConfigOption(
        "exitCleanup", False
    )  # it looks through all objects at the end


class PhasePlot(QWidget):
    """A point a turn, in the order of time; a click opens the turn."""

    turn_activated = Signal(str)
    """The id of a point."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.plot: Any = None
        self._points: Sequence[TurnPoint] = ()
        self._groups: Sequence[str] = ()
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(8, 4, 12, 4)
        self.setFixedHeight(theme.scaled(HEIGHT))
        theme.changed.connect(self._draw)

    @property
    def places(self) -> list[tuple[float, float]]:
        """Where the points stand: number of the turn, and milliseconds."""
        return [(float(point.number), point.ms) for point in self._points]

    def set_points(self, phase: str, points: Sequence[TurnPoint], *, groups: Sequence[str]) -> None:
        """Plot these turns of a phase, each group in the colour of its place among `groups`.

        Before `load_plots` is through, nothing is seen of them.
        """
        self._points, self._groups = points, groups
        set_accessible_name(self, self.tr("Plot of {phase}").format(phase=phase))
        said = self.tr("{turns} turns, {outliers} of them stand out; the table below has the same numbers")
        outliers = sum(point.is_outlier for point in points)
        set_accessible_description(self, said.format(turns=len(points), outliers=outliers))
        self._draw()

    def show_plot(self) -> None:
        """Make the plot, now that pyqtgraph is loaded."""
        if self.plot is None:
            self.plot = _new_plot()
            self._layout.addWidget(self.plot)
            self._draw()

    def activate(self, number: int) -> None:
        """Open the turn of a point, as a click on it does."""
        self.turn_activated.emit(self._points[number].id)

    def _draw(self) -> None:
        if self.plot is None:
            return
        graph = importlib.import_module("pyqtgraph")
        self.plot.setBackground(self._theme.colour("surface-raised"))
        item = self.plot.getPlotItem()
        item.clear()
        for name in ("left", "bottom"):
            axis = item.getAxis(name)
            axis.setPen(graph.mkPen(self._theme.colour("border-control")))
            axis.setTextPen(graph.mkPen(self._theme.colour("text-muted")))
            axis.setTickFont(self._theme.font("small"))
        scatter = graph.ScatterPlotItem(hoverable=True, tip=None)
        scatter.setData(self._spots(graph))
        scatter.sigClicked.connect(self._on_clicked)
        scatter.sigHovered.connect(self._on_hovered)
        item.addItem(scatter)
        item.getViewBox().setLimits(xMin=0, xMax=max((point.number for point in self._points), default=1) + 1, yMin=0)
        item.setYRange(0, max((point.ms for point in self._points), default=1.0) * 1.1, padding=0)

    def _spots(self, graph: Any) -> list[dict[str, Any]]:
        spots = []
        for number, point in enumerate(self._points):
            place = self._groups.index(point.group) % len(COLOURS)
            colour = self._theme.colour(COLOURS[place])
            ring = self._theme.colour("error") if point.is_outlier else colour
            spots.append(
                {
                    "pos": (point.number, point.ms),
                    "data": number,
                    "size": SIZE * 1.5 if point.is_outlier else SIZE,
                    "symbol": SHAPES[place],
                    "brush": graph.mkBrush(colour),
                    "pen": graph.mkPen(ring, width=2 if point.is_outlier else 1),
                }
            )
        return spots

    def _on_clicked(self, _scatter: object, spots: Sequence[Any], _event: object = None) -> None:
        if len(spots):
            self.activate(int(spots[0].data()))

    def _on_hovered(self, _scatter: object, spots: Sequence[Any], _event: object = None) -> None:
        if len(spots):
            point = self._points[int(spots[0].data())]
            show_tool_tip(QCursor.pos(), f"{point.took} · {point.asked} · {point.when}", self)


def _new_plot() -> Any:
    """Return an empty plot without pyqtgraph's own menus, which speak of its parts and are in English only."""
    graph = importlib.import_module("pyqtgraph")
    plot = graph.PlotWidget()
    plot.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    plot.setMenuEnabled(False)
    item = plot.getPlotItem()
    item.hideButtons()
    item.showGrid(x=False, y=True, alpha=0.15)
    bottom = item.getAxis("bottom")
    bottom.setStyle(tickTextOffset=4)
    spacing = bottom.tickSpacing
    # Turns are counted in whole numbers, however few of them there are.
    bottom.tickSpacing = lambda *room: [level for level in spacing(*room) if level[0] >= 1] or [(1, 0)]
    item.getAxis("left").setLabel("ms")
    item.setMouseEnabled(x=True, y=False)
    return plot
