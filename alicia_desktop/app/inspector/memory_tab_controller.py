"""Control the inspector's Memory tab: traces, memory pages, actions with undo, comparisons of answers."""

from collections.abc import Awaitable, Callable
from typing import Any, Final, Literal

from alicia_desktop.app.signal_connections import RunAction, SignalConnections
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.translation import translate
from alicia_desktop.session.message_factory import ActionName, MemoryRefusal, MemoryRequest, regeneration_with_memories
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.ui.captures.windows import CaptureWindow
from alicia_desktop.ui.inspector.memory.memory_tab import MemoryTab
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.memories.dialogs import confirm_forget
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.voting import Choice
from alicia_desktop.view.inspector import InspectorView, TraceScope
from alicia_desktop.view.memory_page import AskMode, MemoryPageView
from alicia_desktop.view.rows import VoteWish
from alicia_desktop.view.undoable_edits import no_conversation_error, undo_request

Place = tuple[Literal["memory", "comparison", "what if"], str]
NO_ANSWER: Final = translate("There is no answer yet to generate again.")


class MemoryTabController:
    """Load what the tab requests, and apply its actions."""

    def __init__(
        self,
        *,
        view: InspectorView,
        tab: MemoryTab,
        window: MainWindow | CaptureWindow,
        theme: Theme,
        active_session: Callable[[], Awaitable[ActiveSession | None]],
        run_action: RunAction,
        vote: Callable[[VoteWish], object],
    ) -> None:
        """`active_session` returns the active session, through which memory requests are sent; `vote` sends a vote."""
        self.panel_requested: Signal[None] = Signal()
        """The tab should be brought to the front."""
        self.jump_requested: Signal[tuple[str, str]] = Signal()
        """(conversation id, message id) to show; an empty conversation is the active one."""
        self._view, self._tab, self._window, self._theme = view, tab, window, theme
        self._active_session, self._run_action, self._vote = active_session, run_action, vote
        self._history: list[Place] = []
        """Pages opened from the list of traces; the last one is shown."""
        self._loads = 0
        """Number of loads begun; only the result of the last one is shown."""
        self._undo: dict[int, MemoryRequest] = {}
        """Undo requests by the journal's number of the action."""
        self._refused: set[str] = set()
        """Memories whose refusal was shown: the toast of the action itself would hide it."""
        self._connections = SignalConnections()
        tab.set_traces(view.traces)
        tab.set_timeline(view.timeline)
        self._connect()

    async def show_memory(self, memory_id: str) -> None:
        """Show a memory's page."""
        self._open_page(("memory", memory_id))
        await self._show()
        self._tab.details.focus_page()

    async def show_trace(self) -> None:
        """Show the chosen trace, else the retrieval, and no page that a link led to."""
        self._history.clear()
        await self._show()

    async def show_comparison(self, comparison_id: str = "") -> None:
        """Show two answers of the turn side by side; by default the newest two."""
        newest = self._view.comparisons[0].id if self._view.comparisons else ""
        self._open_page(("comparison", comparison_id or newest))
        await self._show()
        self._tab.details.focus_page()

    def show_refusal(self, refusal: MemoryRefusal) -> None:
        """Show that the server refused a request; the memory's page has both texts."""
        self._refused.add(refusal.memory_id)
        self._window.show_toast(
            refusal.sentence,
            translate("Show"),
            kind="error",
            act=lambda: self._run_action("refusal", self._show_refused(refusal.memory_id)),
        )

    def clear_history(self) -> None:
        """Go back to the list of traces, because another conversation is shown."""
        self._history.clear()
        self._tab.set_trace_details(None)

    def close(self) -> None:
        """End all connections."""
        self._connections.disconnect()

    def _connect(self) -> None:
        tab, connect, run = self._tab, self._connections.add_qt, self._run_action
        self._connections.add(self._view.refreshed.connect(lambda _: self._on_refreshed()))
        connect(tab.shown, lambda: run("memory", self._show()))
        connect(tab.trace_selected, lambda _: run("trace", self.show_trace()))
        connect(tab.details.page_requested, lambda memory: run("memory", self.show_memory(memory)))
        connect(tab.details.comparison_requested, lambda wanted: run("comparison", self.show_comparison(wanted)))
        connect(tab.details.what_if_requested, lambda: run("what if", self._show_what_if()))
        connect(tab.details.back_requested, lambda: run("back", self._go_back()))
        connect(tab.memory_scope_requested, lambda scope: run("traces", self._show_traces_of(scope)))
        connect(tab.details.link_requested, lambda where, message: self.jump_requested.emit((where, message)))
        connect(tab.details.action_requested, lambda *wish: run("act", self._request_action(*wish)))
        connect(tab.details.forget_requested, lambda memory: run("forget", self._forget(memory)))
        connect(tab.details.undo_requested, lambda act: run("undo", self._undo_action(int(act))))
        connect(tab.details.override_requested, lambda act: run("insist", self._send_again(act)))
        connect(tab.details.vote_requested, self._on_voted)
        connect(tab.details.ask_again_requested, lambda mode, memory: run("ask again", self._ask_again(mode, memory)))

    def _on_voted(self, memory_id: str, answer_id: str, value: Choice) -> None:
        """Pass a vote on, like one on the chip under the answer."""
        wish = VoteWish(message_id=answer_id, target_type="memory", target_id=memory_id, value=value)
        self._vote(wish)

    def _on_refreshed(self) -> None:
        """Load again, only if the tab is visible: during an answer this is emitted often."""
        if self._tab.isVisible():
            self._run_action("memory", self._show())

    def _open_page(self, place: Place) -> None:
        """Add a page to the history; a comparison replaces another one."""
        if self._history and (self._history[-1] == place or self._history[-1][0] == place[0] == "comparison"):
            self._history.pop()
        self._history.append(place)

    async def _go_back(self) -> None:
        if self._history:
            self._history.pop()
        await self._show()

    async def _show_traces_of(self, scope: TraceScope) -> None:
        self._history.clear()
        await self._view.show_traces_of(scope)

    async def _show(self) -> None:
        """Show the last page of the history, else the selected trace, else the retrieval."""
        self._loads += 1
        load = self._loads
        view, tab = self._view, self._tab
        tab.set_retrieval(view.retrieval)
        tab.set_comparisons(view.comparisons)
        answer_id = view.turn.answer_id if view.turn is not None else None
        if self._history and self._history[-1][0] == "what if" and self._history[-1][1] != answer_id:
            self._history.pop()  # another turn is shown
        kind, wanted = self._history[-1] if self._history else ("trace", tab.selected)
        if kind == "comparison":
            self._show_comparison(wanted)
        elif kind == "what if":
            start = await view.what_if(wanted)
            if load == self._loads and start is not None:
                tab.details.show_what_if(start)
        elif kind == "memory":
            page = await view.page(wanted, frozenset(self._undo))
            if load == self._loads:
                tab.details.show_memory(page)
        else:
            chosen = wanted if wanted and view.traces.get(wanted) is not None else ""
            details = await view.details(chosen, frozenset(self._undo)) if chosen else None
            if load == self._loads and details is not None:
                tab.set_trace_details(details)
            elif load == self._loads:
                tab.show_retrieval(can_ask=view.can_ask)

    def _show_comparison(self, wanted: str) -> None:
        found = next((one for one in self._view.comparisons if one.id == wanted), None)
        if found is not None:
            self._tab.details.show_comparison(found)

    async def _show_what_if(self) -> None:
        """Show the page on which other settings are tried for the answer that the page shown is about."""
        await self._show_turn_of_trace()
        answer_id = self._view.turn.answer_id if self._view.turn is not None else None
        if not answer_id:
            raise WorldError(sentence=NO_ANSWER, code="no_answer")
        self._open_page(("what if", answer_id))
        await self._show()
        self._tab.details.focus_page()

    async def _show_refused(self, memory_id: str) -> None:
        self.panel_requested.emit(None)
        await self.show_memory(memory_id)

    async def _request_action(self, memory_id: str, action: ActionName, memory: dict[str, Any]) -> None:
        await self._apply(MemoryRequest(memory_id=memory_id, action=action, memory=memory))

    async def _apply(self, wish: MemoryRequest) -> None:
        """Apply a request here now, enqueue it for the server, and offer undo."""
        self._refused.discard(wish.memory_id)
        before = await self._view.page(wish.memory_id)
        seq = await self._send(wish)
        undo = undo_request(wish, before)
        if undo is not None:
            self._undo[seq] = undo
        await self._show()
        message = _toast_text(wish, before)
        if wish.memory_id in self._refused:
            return
        if undo is None:
            self._window.show_toast(message)
        else:
            self._window.show_toast(
                message, translate("Undo"), act=lambda: self._run_action("undo", self._undo_action(seq))
            )

    async def _undo_action(self, seq: int) -> None:
        undo = self._undo.pop(seq, None)
        if undo is not None:
            await self._send(undo)
            await self._show()

    async def _send(self, wish: MemoryRequest) -> int:
        """Send a request, and return its number in the journal."""
        active = await self._open_active()
        await active.session.enqueue_memory_requests([wish])
        page = await self._view.page(wish.memory_id)
        return int(page.actions[0].id)

    async def _forget(self, memory_id: str) -> None:
        page = await self._view.page(memory_id)
        if await confirm_forget(page.text, theme=self._theme, parent=self._window):
            await self._apply(MemoryRequest(memory_id=memory_id, action="delete", memory={"forget": True}))

    async def _send_again(self, act_id: str) -> None:
        page = self._tab.details.memory_page
        refused = next((act for act in page.actions if act.id == act_id), None) if page is not None else None
        if page is not None and refused is not None:
            await self._apply(MemoryRequest(memory_id=page.id, action="update", memory={"content": refused.mine}))

    async def _ask_again(self, mode: AskMode, memory_id: str) -> None:
        """Generate the answer again, and show both side by side."""
        await self._show_turn_of_trace()
        turn, active = self._view.turn, await self._open_active()
        live = await self._view.live_answer(turn.id) if turn is not None else ""
        if not live:
            raise WorldError(sentence=NO_ANSWER, code="no_answer")
        body, meta = regeneration_with_memories(
            live,
            conversation_id=active.session.state.conversation_id,
            without=(memory_id,) if mode == "without" else (),
            including=(memory_id,) if mode == "with" else (),
        )
        await active.session.enqueue(body, meta)
        newest = await self._view.comparisons_of(live)
        await self._view.refresh()
        await self.show_comparison(newest[0].id)

    async def _show_turn_of_trace(self) -> None:
        """Show the turn of the chosen trace, if its page is shown: among those of a conversation it may be another."""
        trace_id = "" if self._history else self._tab.selected
        message_id = await self._view.turn_of_trace(trace_id) if trace_id else ""
        turn = self._view.turn
        if message_id and (turn is None or message_id not in {turn.id, turn.answer_id}):
            await self._view.show_turn(message_id)

    async def _open_active(self) -> ActiveSession:
        active = await self._active_session()
        if active is None:
            raise no_conversation_error()
        return active


def _toast_text(wish: MemoryRequest, before: MemoryPageView) -> str:
    """Return the text of the toast after an action."""
    if wish.memory.get("forget"):
        return translate("Memory forgotten")
    if wish.action == "pin":
        return translate("Memory pinned") if wish.memory.get("pinned") else translate("Memory unpinned")
    if wish.action == "update" and "archived" in wish.memory:
        return translate("Memory unarchived")
    if wish.action == "create":
        return translate("Memory restored") if before.state == "deleted" else translate("Memory saved")
    texts = {
        "update": translate("Memory edited"),
        "archive": translate("Memory archived"),
        "delete": translate("Memory deleted"),
    }
    return texts.get(wish.action, translate("Memory edited"))
