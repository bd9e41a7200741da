"""Build a page over several turns of the loop if it has more to show than one turn can lay out.

Usual pages are built at once. Each thing that is added says what it costs; what is too much for a turn is added in the
next ones, in order, so that a memory with fifty changes or an answer with a thousand memories holds nothing up.
"""

from collections import deque
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, QTimer

from alicia_desktop.ui.untrusted.layout_cost import layout_cost
from alicia_desktop.ui.untrusted.plain_text import MAX_LABEL_COST

TURN_COST: Final = 20_000
"""Of all labels that are added to a page in one turn."""
LABEL_COST: Final = 150
"""Of a label beside its words."""
_PASSES: Final = 3
"""How often Qt lays out a label that wraps before it is painted."""


class GradualBuilder(QObject):
    """Queue what is added to a page, and add as much per turn as `TURN_COST` allows."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: deque[tuple[int, Callable[[], object]]] = deque()
        self._spent = 0
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._on_turn)

    @property
    def complete(self) -> bool:
        """Whether every part is built."""
        return not self._waiting

    def add(self, cost: int, build: Callable[[], object]) -> None:
        """Build a part of that layout cost: now, or after the parts that still wait."""
        self._waiting.append((cost, build))
        self._timer.start()
        self._build()

    def _on_turn(self) -> None:
        self._spent = 0
        if self._waiting:
            self._build()
        else:
            self._timer.stop()

    def _build(self) -> None:
        while self._waiting and (not self._spent or self._spent + self._waiting[0][0] <= TURN_COST):
            cost, build = self._waiting.popleft()
            self._spent += cost
            build()


def labels_cost(*texts: str) -> int:
    """Return the layout cost of labels with these texts."""
    return sum(LABEL_COST + _PASSES * min(MAX_LABEL_COST, layout_cost(text[:MAX_LABEL_COST])) for text in texts)
