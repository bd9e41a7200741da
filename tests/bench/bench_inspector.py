"""How long the event loop waits while the inspector's journal takes 5,000 rows a second, beside the same loop idle.

Prints p50 and p99 of the delay of a 5 ms timer, with the view full (200,000 rows, so that every burst also drops as
many) and following its tail; then again with somebody reading further up: `python -m tests.bench.bench_inspector`.
"""

import os
import statistics
import sys
import time

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QApplication

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.inspector.panel import InspectorPanel
from alicia_desktop.ui.inspector.stanzas.stanza_table import StanzaTable
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.stanzas import StanzaRow

FULL = 200_000
PER_SECOND = 5_000
FLUSHES = 30
SECONDS = 6
TICK_MS = 5
LIMIT_MS = 16.7


def row(number: int) -> StanzaRow:
    """A row as most of a busy journal are."""
    return StanzaRow(
        id=str(number),
        number=number,
        time="18:02:10.588",
        delta="0.001",
        direction="in",
        stanza=f"−{number}",
        type="AssistantSentence",
        size="349",
        summary=f"{number} “Because Emma is allergic to walnuts, I left out …”",
        badges=("duplicate",) if number % 20 == 0 else (),
    )


class Delay:
    """How late a timer comes that is due every 5 ms."""

    def __init__(self) -> None:
        self.milliseconds: list[float] = []
        self._due = 0.0
        self._timer = QTimer(interval=TICK_MS)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)
        self._timer.timeout.connect(self._on_tick)

    def start(self) -> None:
        self._due = time.perf_counter() + TICK_MS / 1000
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def _on_tick(self) -> None:
        now = time.perf_counter()
        self.milliseconds.append(max(0.0, (now - self._due) * 1000))
        self._due = now + TICK_MS / 1000

    def said(self) -> tuple[float, float]:
        cuts = statistics.quantiles(self.milliseconds, n=100)
        return cuts[49], cuts[98]


class Feed:
    """Puts rows in flushes, as the window does."""

    def __init__(self, rows: Rows[StanzaRow], panel: InspectorPanel) -> None:
        self._rows = rows
        self._panel = panel
        self._next = len(rows) + 1
        self._started = 0.0
        self.put = 0
        self._timer = QTimer(interval=round(1000 / FLUSHES))
        self._timer.timeout.connect(self._on_flush)

    def start(self) -> None:
        self._started = time.perf_counter()
        self.put = 0
        self._timer.start()

    def stop(self) -> None:
        self._timer.stop()

    def _on_flush(self) -> None:
        due = int((time.perf_counter() - self._started) * PER_SECOND) - self.put
        self._rows.extend(row(self._next + number) for number in range(due))
        self._next += due
        self.put += due
        self._panel.set_stanza_counts(len(self._rows), self._next)


def measure(app: QApplication, feed: Feed | None) -> tuple[float, float]:
    """Run the loop for a while, with rows or idle."""
    delay = Delay()
    QTimer.singleShot(SECONDS * 1000, app.quit)
    delay.start()
    if feed is not None:
        feed.start()
    app.exec()
    delay.stop()
    if feed is not None:
        feed.stop()
    return delay.said()


def say(name: str, figures: tuple[float, float]) -> None:
    sys.stdout.write(f"{name:44} p50 {figures[0]:6.2f} ms   p99 {figures[1]:6.2f} ms\n")


def main() -> int:
    """Measure and print; 1 when the goal is missed."""
    app = QApplication([])
    theme = Theme(choice="light", reduced_motion=True)
    theme.install(app)
    panel = InspectorPanel(theme=theme)
    panel.resize(948, 900)
    rows: Rows[StanzaRow] = Rows(lambda stanza: stanza.id, limit=FULL)
    rows.extend(row(number) for number in range(1, FULL + 1))
    panel.set_stanzas(rows)
    panel.show_tab("stanzas")
    panel.select_stanza(str(FULL))
    panel.show()
    feed = Feed(rows, panel)
    idle = measure(app, None)
    say("event loop, idle", idle)
    following = measure(app, feed)
    say(f"{feed.put / SECONDS:,.0f} rows a second, following", following)
    table = panel.findChild(StanzaTable)
    assert table is not None
    table.verticalScrollBar().setValue(table.verticalScrollBar().maximum() // 2)
    reading = measure(app, feed)
    say(f"{feed.put / SECONDS:,.0f} rows a second, reading further up", reading)
    say("goal", (LIMIT_MS, LIMIT_MS))
    return 0 if max(following[1], reading[1]) < LIMIT_MS else 1


if __name__ == "__main__":
    sys.exit(main())
