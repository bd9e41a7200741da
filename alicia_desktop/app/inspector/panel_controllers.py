"""Control what a panel shows of a database: the same in the main window and in the window of an opened capture.

parts = PanelControllers(panel, surroundings, database=database, clock=clock, scope=scope)
await parts.view.show(conversation_id)
…
parts.close()
"""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from alicia_desktop.app.inspector.inspector_navigation import InspectorNavigation
from alicia_desktop.app.inspector.memory_tab_controller import MemoryTabController
from alicia_desktop.app.inspector.replay_controller import ReplayController
from alicia_desktop.app.inspector.stanza_list_controller import StanzaListController
from alicia_desktop.app.inspector.turn_comparison_controller import TurnComparisonController
from alicia_desktop.app.signal_connections import RunAction, SignalConnections
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.session.sound_player import SoundPlayer
from alicia_desktop.store.database import RecordSource
from alicia_desktop.ui.captures.windows import CaptureWindow
from alicia_desktop.ui.inspector.panel import InspectorPanel
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.inspector import InspectorView
from alicia_desktop.view.journal import JournalView
from alicia_desktop.view.references import Location
from alicia_desktop.view.rows import SpokenPosition, VoteWish
from alicia_desktop.view.stanza_order import StanzaOrder


async def _no_session() -> ActiveSession | None:
    return None


def _ignore(_: object) -> None:
    pass


@dataclass(frozen=True, kw_only=True, slots=True)
class PanelSurroundings:
    """Where a panel stands, and what is asked of that place; by default of one where nothing can be changed."""

    window: MainWindow | CaptureWindow
    theme: Theme
    run_action: RunAction
    player: SoundPlayer
    current: Callable[[], str]
    """The id of the conversation that is shown."""
    show_panel: Callable[[], None]
    jump: Callable[[Location], None]
    """Shows a location of the chat."""
    open_turn: Callable[[str, str], None]
    """Shows the turn of a conversation's id and an answer's."""
    active_session: Callable[[], Awaitable[ActiveSession | None]] = _no_session
    """The active session, through which memory requests are sent."""
    vote: Callable[[VoteWish], object] = _ignore
    mark_message: Callable[[str], None] = _ignore
    """Marks a message of the chat, none for an empty id."""
    mark_spoken: Callable[[SpokenPosition | None], None] = _ignore
    """Marks the sentence that sounds."""
    save_order: Callable[[StanzaOrder | None], None] = _ignore
    """Keeps what the list of stanzas is sorted by."""
    sealed: str = ""
    """Why nothing can be changed; empty where it can."""


class PanelControllers:
    """The views of a panel, and who loads what it requests of them."""

    def __init__(
        self,
        panel: InspectorPanel,
        surroundings: PanelSurroundings,
        *,
        database: RecordSource,
        clock: Clock,
        scope: Scope,
    ) -> None:
        self._panel, self._surroundings = panel, surroundings
        self._connections = SignalConnections()
        self.view = InspectorView(database=database, clock=clock, scope=scope, sealed=surroundings.sealed)
        self.journal = JournalView(database=database, clock=clock, scope=scope)
        self.memory_tab = MemoryTabController(
            view=self.view,
            tab=panel.memory,
            window=surroundings.window,
            theme=surroundings.theme,
            active_session=surroundings.active_session,
            run_action=surroundings.run_action,
            vote=surroundings.vote,
        )
        self.navigation = self._create_navigation()
        self.replay = self._create_replay(database, clock, scope)
        self._comparison = TurnComparisonController(
            panel=panel,
            database=database,
            scope=scope,
            current=surroundings.current,
            open_turn=surroundings.open_turn,
        )
        self._stanza_list = self._create_stanza_list(scope)
        panel.set_tools(self.view.tools)
        self._connect()

    def close(self) -> None:
        """End all connections, and a replay."""
        self._connections.disconnect()
        self.replay.end()
        self.memory_tab.close()
        self._stanza_list.close()
        self._comparison.close()
        self.view.close()
        self.journal.close()

    async def show_mark(self, row_id: str, step: int) -> bool:
        """Choose the next marked stanza, paged in where it is older than the rows; return whether there is one."""
        if found := self.journal.neighbour_mark(row_id, step):
            await self.journal.reveal(found)
            self._panel.select_stanza(found)
        return bool(found)

    def _create_navigation(self) -> InspectorNavigation:
        return InspectorNavigation(
            view=self.view,
            journal=self.journal,
            panel=self._panel,
            memory_tab=self.memory_tab,
            run_action=self._surroundings.run_action,
            jump=self._surroundings.jump,
            show_panel=self._surroundings.show_panel,
            mark_message=self._surroundings.mark_message,
        )

    def _create_replay(self, database: RecordSource, clock: Clock, scope: Scope) -> ReplayController:
        return ReplayController(
            panel=self._panel,
            view=self.view,
            database=database,
            clock=clock,
            scope=scope,
            player=self._surroundings.player,
            current=self._surroundings.current,
            mark_spoken=self._surroundings.mark_spoken,
            pass_stanza=self.navigation.pass_stanza,
            run_action=self._surroundings.run_action,
        )

    def _create_stanza_list(self, scope: Scope) -> StanzaListController:
        return StanzaListController(
            panel=self._panel,
            journal=self.journal,
            scope=scope,
            theme=self._surroundings.theme,
            window=self._surroundings.window,
            save_order=self._surroundings.save_order,
        )

    def _connect(self) -> None:
        self._connections.add(self.view.turn_changed.connect(self._panel.set_turn))
        self._connections.add(self.journal.marked.connect(self._panel.set_stanza_marks))
        self.navigation.connect(self._connections)
