"""Go where links lead in the inspector and the chat, remember the way, and let the two choose each other.

Every link is a `Reference` and a place (`view.references`); `view.link_resolver` says where it is. What the user
chooses by hand is noted, so that back and forward lead through it as well.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from alicia_desktop.app.inspector.memory_tab_controller import MemoryTabController
from alicia_desktop.app.signal_connections import RunAction, SignalConnections
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.translation import translate
from alicia_desktop.filtering.expression import Condition
from alicia_desktop.ui.inspector.panel import InspectorPanel
from alicia_desktop.view.inspector import InspectorView
from alicia_desktop.view.journal import JournalView
from alicia_desktop.view.references import Location, LocationHistory, Place, Reference


class InspectorNavigation:
    """Follow links, go back and forward, and mark in the chat what the inspector shows."""

    def __init__(
        self,
        *,
        view: InspectorView,
        journal: JournalView,
        panel: InspectorPanel,
        memory_tab: MemoryTabController,
        run_action: RunAction,
        jump: Callable[[Location], None],
        show_panel: Callable[[], None],
        mark_message: Callable[[str], None],
    ) -> None:
        """`jump` shows a location of the chat, and `mark_message` marks one of its messages, none for an empty id."""
        self._view, self._journal, self._panel = view, journal, panel
        self._show_panel, self._mark_message = show_panel, mark_message
        self._memory_tab, self._run_action, self._jump = memory_tab, run_action, jump
        self._history = LocationHistory()
        self._marks = 0
        """Messages marked, and being looked for to be; only the last one is."""
        self._going = False
        """Whether the panel is being moved by a link, which is noted as a whole."""
        self._stepping = asyncio.Lock()

    def connect(self, connections: SignalConnections) -> None:
        """Connect what the panel asks for."""
        panel, connect, run = self._panel, connections.add_qt, self._run_action
        connect(panel.follow_requested, lambda reference, place: run("link", self.follow(reference, place)))
        connect(panel.moved, self._on_moved)
        connect(panel.back_requested, lambda: run("back", self.go(forward=False)))
        connect(panel.forward_requested, lambda: run("forward", self.go(forward=True)))
        connect(panel.lock_toggled, lambda locked: self._view.hold(held=locked))
        connect(panel.only_turn_requested, lambda reference: run("turn", self.show_only_turn(reference)))
        connect(panel.turn_step_requested, lambda stanza, forward: run("step", self.step(stanza, forward=forward)))
        connect(panel.turn_requested, lambda message: run("turn", self.follow(_message(message), "turn")))

    def begin(self) -> None:
        """Begin anew with another conversation: its history is its own, and nothing is held."""
        self._history.clear()
        self._panel.set_locked(locked=False)
        self._mark("")
        self._history.visit(Location(place=self._panel.tab, what=None))
        self._show_history()

    async def follow(self, reference: Reference, place: Place) -> None:
        """Show a thing in a place.

        Raises:
            WorldError: it is not kept any more, or there is nothing of it there.
        """
        location = await self._view.locate(reference, place)
        if place == "chat":
            self._mark(location.message_id)
            self._jump(location)
            return
        self._history.visit(Location(place=place, what=location.what))
        await self._show(location)

    async def go(self, *, forward: bool) -> None:
        """Go back, or forward again; a place whose thing is gone is left out, and said so.

        Raises:
            WorldError: it is not kept any more.
        """
        location = self._history.forward() if forward else self._history.back()
        if location is None:
            return
        try:
            found = location if location.what is None else await self._view.locate(location.what, location.place)
        except WorldError:
            self._history.drop_current()
            self._show_history()
            raise
        await self._show(found)

    async def show_only_turn(self, reference: Reference) -> None:
        """List the stanzas of one turn, or all again where they are listed already."""
        number = await self._view.turn_number(reference)
        self._panel.show_tab("stanzas")
        self._panel.filter_lines["stanzas"].toggle(_turn_condition(number))

    async def step(self, stanza_id: str, *, forward: bool) -> None:
        """Go to the next or previous stanza of the same turn.

        A step that is asked for while another one is under way, as a key that is held does, goes on from there.
        """
        follows = self._stepping.locked()
        async with self._stepping:
            reached = self._panel.reference
            if follows and reached is not None and reached.kind == "stanza":
                stanza_id = reached.id
            location = await self._view.neighbour(stanza_id, forward=forward)
            self._history.visit(Location(place="stanzas", what=location.what))
            await self._show(location)

    async def follow_message(self, message_id: str) -> None:
        """Show the turn of a message that was chosen in the chat, in the tab that is seen; a held one stays."""
        if self._panel.locked or not self._panel.isVisible():
            return
        self._mark(message_id)
        await self._view.follow_message(message_id)
        if self._panel.tab == "stanzas":
            await self._choose_stanza_of(message_id)

    async def pass_stanza(self, stanza_id: str) -> None:
        """Choose a stanza that a replay passes, where it is listed; a held inspector marks nothing in the chat."""
        if self._journal.rows.get(stanza_id) is None and await self._journal.reveal(stanza_id) != "listed":
            return
        stanza = Reference(kind="stanza", id=stanza_id)
        with self._led():
            self._panel.select(stanza)
        if not self._panel.locked:
            await self._mark_of(stanza)

    async def _choose_stanza_of(self, message_id: str) -> None:
        """Choose the stanza of a message where it is listed: the list that somebody made is not changed for it."""
        try:
            location = await self._view.locate(_message(message_id), "stanzas")
        except WorldError:
            return  # nothing of it is kept, and nobody asked for it
        if location.what is not None and self._journal.rows.get(location.what.id) is not None:
            with self._led():
                self._panel.select(location.what)
            self._history.move(Location(place="stanzas", what=location.what))

    async def _show(self, location: Location) -> None:
        """Show a location of the inspector, and mark its message in the chat."""
        what = location.what
        self._show_panel()
        if location.message_id and location.place in {"turn", "memory"}:
            await self._view.show_turn(location.message_id)
        notice = await self._make_listed(what) if what is not None and location.place == "stanzas" else ""
        with self._led():
            if location.place == "turn":  # the turn itself, in place of what the model read, or of many turns
                self._panel.show_comparison(shown=False)
                self._panel.turn_tab.close_prompt()
            if location.place != "chat":
                self._panel.show_tab(location.place)
            if what is not None and what.kind not in {"memory", "comparison"}:
                self._panel.select(what)
            self._panel.focus_list()
        if notice:
            self._panel.show_stanza_notice(notice)
        if location.place == "memory":
            await self._show_memory(what)
        self._mark(location.message_id)
        self._show_history()
        if location.place in {"stanzas", "tools"} and location.message_id and not self._panel.locked:
            await self._view.follow_other_turn(location.message_id)

    async def _show_memory(self, what: Reference | None) -> None:
        if what is None or what.kind == "trace":
            await self._memory_tab.show_trace()
        elif what.kind == "memory":
            await self._memory_tab.show_memory(what.id)
        else:
            await self._memory_tab.show_comparison(what.id)

    async def _make_listed(self, stanza: Reference) -> str:
        """List a stanza that a link leads to, if need be without order or filter; return what that cost."""
        if self._journal.order is not None:
            await self._journal.sort(None)
        found = await self._journal.reveal(stanza.id)
        if found == "hidden" and self._panel.clear_stanza_filter():
            await self._journal.settle()
            found = await self._journal.reveal(stanza.id)
            if found == "listed":
                return translate("The filter hid this stanza, and was cleared")
        if found != "far":
            return ""
        try:
            condition = _turn_condition(await self._view.turn_number(stanza))
        except WorldError:
            condition = Condition(key="number", operator=":", value=int(stanza.id))
        self._panel.clear_stanza_filter()
        self._panel.filter_lines["stanzas"].apply(condition)
        return translate("Too far back to list all stanzas since: only some are shown")

    @contextmanager
    def _led(self) -> Iterator[None]:
        """Move the panel without noting each of its steps."""
        going, self._going = self._going, True
        try:
            yield
        finally:
            self._going = going

    def _on_moved(self) -> None:
        """Note what the user chose, and mark its message in the chat."""
        if self._going:
            return
        location = Location(place=self._panel.tab, what=self._panel.reference)
        if location != self._history.current:
            self._history.move(location)
            self._show_history()
            if location.what is not None:
                self._run_action("mark", self._follow_choice(location.what))

    async def _follow_choice(self, what: Reference) -> None:
        """Mark the message of what the user chose; unless held, a stanza or tool use brings its turn."""
        message_id = await self._mark_of(what)
        if message_id and what.kind in {"stanza", "tool"} and not self._panel.locked:
            await self._view.follow_other_turn(message_id)

    async def _mark_of(self, what: Reference) -> str:
        """Mark the message of a thing and return its id; nothing where another one was marked meanwhile."""
        self._marks += 1
        mark = self._marks
        message_id = await self._view.message_of(what)
        if mark != self._marks:
            return ""
        self._mark(message_id)
        return message_id

    def _mark(self, message_id: str) -> None:
        self._marks += 1
        self._mark_message(message_id)

    def _show_history(self) -> None:
        self._panel.set_history(back=self._history.can_go_back, forward=self._history.can_go_forward)


def _message(message_id: str) -> Reference:
    return Reference(kind="message", id=message_id)


def _turn_condition(number: int) -> Condition:
    return Condition(key="turn", operator=":", value=number)
