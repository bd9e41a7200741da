"""How the person moves through the conversation that is shown: more of it comes as they scroll, jump and find."""

from collections.abc import Callable, Coroutine
from typing import Any

from alicia_desktop.app.connections import Wiring
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.view.conversation import ConversationView


class ScrollPaging:
    """Connects list of messages and find bar with what is at hand of the conversation."""

    def __init__(
        self,
        *,
        rows: ConversationView,
        window: MainWindow,
        do: Callable[[str, Coroutine[Any, Any, object]], None],
        jump: Callable[[str, str], Coroutine[Any, Any, None]],
    ) -> None:
        """Take `jump`, which shows a message of a conversation; an empty one is the one that is shown."""
        self._rows = rows
        self._window = window
        self._do = do
        self._jump = jump

    def connect(self, wiring: Wiring) -> None:
        """Do from now on what the window asks for."""
        panel, wire = self._window.conversation, wiring.qt
        wire(panel.messages.older_requested, self._rows.load_older)
        wire(panel.messages.newer_requested, self._rows.load_newer)
        wire(panel.messages.newest_requested, lambda: self._do("newest", self._show_newest()))
        wire(panel.messages.oldest_requested, lambda: self._do("oldest", self._show_oldest()))
        wire(panel.find_bar.asked, lambda words: self._do("find", self._find(words)))
        wire(panel.message_requested, lambda message: self._do("jump", self._jump("", message)))
        wiring.add(self._rows.more_below.connect(panel.messages.set_more_below))

    async def _show_newest(self) -> None:
        await self._rows.show_end()
        self._window.conversation.messages.scroll_to_end()

    async def _show_oldest(self) -> None:
        first = await self._rows.show_begin()
        if first:
            self._window.scroll_to_message(first)

    async def _find(self, words: str) -> None:
        found = await self._rows.find(words)
        self._window.conversation.find_bar.set_hits(found, words)
