"""The inspector's Memory tab with what it shows and does: traces, pages, acts with their undo, answers asked again."""

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, Final, Literal

from PySide6.QtCore import QCoreApplication

from alicia_desktop.app.connections import Wiring
from alicia_desktop.app.memory_actions import is_to_be_forgotten, not_open, opposite
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.session.message_factory import ActionName, MemoryRefusal, MemoryRequest, asked_again
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.ui.inspector.memory_tab import MemoryTab
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.voting import Choice
from alicia_desktop.view.inspector import InspectorView
from alicia_desktop.view.memory_page import AskMode, MemoryPageView
from alicia_desktop.view.rows import VoteWish

Place = tuple[Literal["memory", "comparison"], str]
Do = Callable[[str, Coroutine[Any, Any, object]], None]
NO_ANSWER: Final = "There is no answer yet that could be asked for again."


class MemoryInspecting:
    """Loads what the tab wishes and hands it back in."""

    def __init__(
        self,
        *,
        view: InspectorView,
        tab: MemoryTab,
        window: MainWindow,
        theme: Theme,
        front: Callable[[], Awaitable[ActiveSession | None]],
        do: Do,
    ) -> None:
        """Take `front`, which returns the open conversation's session, and `do`, which tells what the world refuses."""
        self.panel_requested: Signal[None] = Signal()
        """The tab is to be seen."""
        self.jump_requested: Signal[tuple[str, str]] = Signal()
        """(conversation, message) to show; an empty conversation is the open one."""
        self._view, self._tab, self._window, self._theme = view, tab, window, theme
        self._front, self._do = front, do
        self._led: list[Place] = []
        """Where one was led to from the traces, the last place being shown."""
        self._asked = 0
        """Readings begun; only what the last one found is shown."""
        self._undo: dict[int, MemoryRequest] = {}
        """By the journal's number of an act: what takes it back."""
        self._refused: set[str] = set()
        """Memories of which a refusal was told: what was to be said of the act itself would hide it."""
        self._wiring = Wiring()
        tab.set_traces(view.traces)
        self._connect()

    async def show_memory(self, memory_id: str) -> None:
        """Show a memory's page."""
        self._lead(("memory", memory_id))
        await self._show()
        self._tab.take_focus()

    async def show_comparison(self, comparison_id: str = "") -> None:
        """Show two answers of the turn side by side; by default the latest two."""
        latest = self._view.comparisons[0].id if self._view.comparisons else ""
        self._lead(("comparison", comparison_id or latest))
        await self._show()
        self._tab.take_focus()

    def tell_refusal(self, refusal: MemoryRefusal) -> None:
        """Say that the server did not do something; the memory's page has both texts."""
        self._refused.add(refusal.memory_id)
        self._window.show_toast(
            refusal.sentence,
            _tr("Show"),
            kind="error",
            act=lambda: self._do("refusal", self._show_refused(refusal.memory_id)),
        )

    def forget_places(self) -> None:
        """Go back to the traces, because something else is shown."""
        self._led.clear()
        self._tab.set_trace_details(None)

    def close(self) -> None:
        """Follow nothing more."""
        self._wiring.end()

    def _connect(self) -> None:
        tab, wire, do = self._tab, self._wiring.qt, self._do
        self._wiring.add(self._view.refreshed.connect(lambda _: self._on_refreshed()))
        wire(tab.seen, lambda: do("memory", self._show()))
        wire(tab.trace_selected, lambda _: do("trace", self._show_trace()))
        wire(tab.page_requested, lambda memory: do("memory", self.show_memory(memory)))
        wire(tab.comparison_requested, lambda wanted: do("comparison", self.show_comparison(wanted)))
        wire(tab.back_requested, lambda: do("back", self._go_back()))
        wire(tab.memory_scope_requested, lambda scope: do("traces", self._show_traces_of(scope)))
        wire(tab.link_requested, lambda where, message: self.jump_requested.emit((where, message)))
        wire(tab.act_requested, lambda *wish: do("act", self._act_on(*wish)))
        wire(tab.forget_requested, lambda memory: do("forget", self._forget(memory)))
        wire(tab.undo_requested, lambda act: do("undo", self._take_back(int(act))))
        wire(tab.insist_requested, lambda act: do("insist", self._insist(act)))
        wire(tab.vote_requested, self._on_voted)
        wire(tab.ask_requested, lambda mode, memory: do("ask again", self._ask_again(mode, memory)))

    def _on_voted(self, memory_id: str, answer_id: str, value: Choice) -> None:
        """Let it be kept as a vote on the chip under the answer is."""
        wish = VoteWish(message_id=answer_id, target_type="memory", target_id=memory_id, value=value)
        self._window.vote_requested.emit(wish)

    def _on_refreshed(self) -> None:
        """Read a page again only where somebody looks at it: while she answers this comes often."""
        if self._tab.isVisible():
            self._do("memory", self._show())

    def _lead(self, place: Place) -> None:
        """Go on to a place; from one comparison to the next is no further away."""
        if self._led and (self._led[-1] == place or self._led[-1][0] == place[0] == "comparison"):
            self._led.pop()
        self._led.append(place)

    async def _go_back(self) -> None:
        if self._led:
            self._led.pop()
        await self._show()

    async def _show_trace(self) -> None:
        self._led.clear()
        await self._show()

    async def _show_traces_of(self, scope: Literal["answer", "conversation"]) -> None:
        self._led.clear()
        await self._view.show_traces_of(scope)

    async def _show(self) -> None:
        """Show the last place that one was led to, else the chosen trace, else the retrieval."""
        self._asked += 1
        asked = self._asked
        view, tab = self._view, self._tab
        tab.set_retrieval(view.retrieval)
        tab.set_comparisons(view.comparisons)
        kind, wanted = self._led[-1] if self._led else ("trace", tab.selected)
        if kind == "comparison":
            self._show_comparison(wanted)
        elif kind == "memory":
            page = await view.page(wanted, frozenset(self._undo))
            if asked == self._asked:
                tab.set_page(page)
        else:
            chosen = wanted if wanted and view.traces.get(wanted) is not None else ""
            details = await view.details(chosen, frozenset(self._undo)) if chosen else None
            if asked == self._asked and details is not None:
                tab.set_trace_details(details)
            elif asked == self._asked:
                tab.show_retrieval(can_ask=view.turn is not None and view.turn.answer_id is not None)

    def _show_comparison(self, wanted: str) -> None:
        found = next((one for one in self._view.comparisons if one.id == wanted), None)
        if found is not None:
            self._tab.set_comparison(found)

    async def _show_refused(self, memory_id: str) -> None:
        self.panel_requested.emit(None)
        await self.show_memory(memory_id)

    async def _act_on(self, memory_id: str, action: ActionName, memory: dict[str, Any]) -> None:
        await self._act(MemoryRequest(memory_id=memory_id, action=action, memory=memory))

    async def _act(self, wish: MemoryRequest) -> None:
        """Do it here at once, let it go to the server when it can, and offer to undo it."""
        self._refused.discard(wish.memory_id)
        before = await self._view.page(wish.memory_id)
        seq = await self._tell(wish)
        undo = opposite(wish, before)
        if undo is not None:
            self._undo[seq] = undo
        await self._show()
        said = _said(wish, before)
        if wish.memory_id in self._refused:
            return
        if undo is None:
            self._window.show_toast(said)
        else:
            self._window.show_toast(said, _tr("Undo"), act=lambda: self._do("undo", self._take_back(seq)))

    async def _take_back(self, seq: int) -> None:
        undo = self._undo.pop(seq, None)
        if undo is not None:
            await self._tell(undo)
            await self._show()

    async def _tell(self, wish: MemoryRequest) -> int:
        """Let it be done, and return its number in the journal."""
        front = await self._open_front()
        await front.session.enqueue_memory_requests([wish])
        page = await self._view.page(wish.memory_id)
        return int(page.acts[0].id)

    async def _forget(self, memory_id: str) -> None:
        page = await self._view.page(memory_id)
        if await is_to_be_forgotten(page.content, theme=self._theme, parent=self._window):
            await self._act(MemoryRequest(memory_id=memory_id, action="delete", memory={"forget": True}))

    async def _insist(self, act_id: str) -> None:
        page = self._tab.memory_page
        refused = next((act for act in page.acts if act.id == act_id), None) if page is not None else None
        if page is not None and refused is not None:
            await self._act(MemoryRequest(memory_id=page.id, action="update", memory={"content": refused.mine}))

    async def _ask_again(self, mode: AskMode, memory_id: str) -> None:
        """Ask for the answer once more, and show both beside each other."""
        turn, front = self._view.turn, await self._open_front()
        live = await self._view.live_answer(turn.id) if turn is not None else ""
        if not live:
            raise WorldError(sentence=NO_ANSWER, code="no_answer")
        body, meta = asked_again(
            live,
            conversation_id=front.session.state.conversation_id,
            without=(memory_id,) if mode == "without" else (),
            including=(memory_id,) if mode == "with" else (),
        )
        await front.session.enqueue(body, meta)
        latest = await self._view.comparisons_of(live)
        await self._view.refresh()
        await self.show_comparison(latest[0].id)

    async def _open_front(self) -> ActiveSession:
        front = await self._front()
        if front is None:
            raise not_open()
        return front


def _said(wish: MemoryRequest, before: MemoryPageView) -> str:
    """Return what a toast says of an act."""
    if wish.memory.get("forget"):
        return _tr("Memory forgotten")
    if wish.action == "pin":
        return _tr("Memory pinned") if wish.memory.get("pinned") else _tr("Memory unpinned")
    if wish.action == "update" and "archived" in wish.memory:
        return _tr("Memory taken from the archive")
    if wish.action == "create":
        return _tr("Memory brought back") if before.state == "deleted" else _tr("Memory kept")
    said = {"update": _tr("Memory changed"), "archive": _tr("Memory archived"), "delete": _tr("Memory deleted")}
    return said.get(wish.action, _tr("Memory changed"))


def _tr(words: str) -> str:
    return QCoreApplication.translate("MemoryInspecting", words)
