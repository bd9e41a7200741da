"""Compare the turns of a conversation, of all conversations or of a capture, in the place of one turn."""

from collections.abc import Callable

from alicia_desktop.app.signal_connections import SignalConnections
from alicia_desktop.base.tasks import Scope, run_in_daemon_thread
from alicia_desktop.store.database import RecordSource
from alicia_desktop.ui.inspector.panel import InspectorPanel
from alicia_desktop.ui.inspector.turn.phase_plot import load_plots
from alicia_desktop.view.turn_statistics import TurnComparisonView


class TurnComparisonController:
    """Reads the turns when somebody asks, and opens the one that is chosen."""

    def __init__(
        self,
        *,
        panel: InspectorPanel,
        database: RecordSource,
        scope: Scope,
        current: Callable[[], str],
        open_turn: Callable[[str, str], None],
    ) -> None:
        """`current` returns the id of the conversation, `open_turn` shows the turn of (conversation id, answer id)."""
        self._panel, self._scope = panel, scope
        self._current, self._open_turn = current, open_turn
        self._comparison = TurnComparisonView(database=database)
        self._connections = SignalConnections()
        self._is_connected = False
        asked = panel.comparison_requested
        self._connections.add_qt(asked, lambda: self._scope.spawn("compare", self._compare()))

    def close(self) -> None:
        """End all connections."""
        self._connections.disconnect()
        self._comparison.stop()

    def _connect(self) -> None:
        """Connect the page, which is made when it is first shown."""
        if self._is_connected:
            return
        self._is_connected = True
        over, connections = self._panel.over_turns, self._connections
        connections.add(self._comparison.changed.connect(over.set_comparison))
        connections.add_qt(over.read_requested, lambda _: self._scope.spawn("compare", self._read_turns()))
        connections.add_qt(over.grouping_chosen, self._comparison.group)
        connections.add_qt(over.turn_requested, self._on_turn)
        connections.add_qt(over.back_requested, self._end)

    async def _compare(self) -> None:
        self._panel.show_comparison(shown=True)
        self._connect()
        await self._read_turns()
        await run_in_daemon_thread(load_plots)
        self._panel.over_turns.show_plot()

    async def _read_turns(self) -> None:
        await self._comparison.read("" if self._panel.over_turns.of_all else self._current())

    def _end(self) -> None:
        self._comparison.stop()
        self._panel.show_comparison(shown=False)

    def _on_turn(self, conversation_id: str, answer_id: str) -> None:
        self._end()
        self._open_turn(conversation_id, answer_id)
