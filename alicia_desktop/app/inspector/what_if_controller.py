"""Ask the server how it would rank the memories of an answer with what is set on the page, and keep a budget.

Changes of the controls are asked for once they pause, one call at a time, so that dragging a slider keeps nobody
waiting; the last one always counts.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import msgspec
from PySide6.QtCore import QCoreApplication

from alicia_desktop.app.settings.settings_controller import SettingsController
from alicia_desktop.app.signal_connections import SignalConnections
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope, Throttle
from alicia_desktop.ui.inspector.memory.memory_tab import MemoryTab
from alicia_desktop.view.what_if import what_if_view

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from alicia_desktop.api.what_if import WhatIfApi

OpenWhatIf = Callable[[], "Awaitable[WhatIfApi]"]
PAUSE_SECONDS: Final = 0.12
"""Between two calls while a slider is dragged."""
NOT_SUPPORTED: Final = "not_supported"


class WhatIfController:
    """Fills the page of the Memory tab on which other settings are tried."""

    def __init__(
        self, *, tab: MemoryTab, clock: Clock, scope: Scope, open_api: OpenWhatIf, settings: SettingsController
    ) -> None:
        """`open_api` returns the call of the server that the conversations are on."""
        self._tab, self._open_api, self._settings = tab, open_api, settings
        self._before: int | None = None
        """The budget that was the setting before another was kept from here."""
        self._trying = Throttle("what if", self._try, scope=scope, clock=clock, pause=PAUSE_SECONDS)
        self._connections = SignalConnections()
        connect = self._connections.add_qt
        connect(tab.trial_requested, self._trying.request)
        connect(tab.setting_requested, self._on_setting)
        connect(tab.defaults_requested, self._on_defaults)

    def close(self) -> None:
        """End all connections."""
        self._connections.disconnect()

    async def _try(self) -> None:
        page = self._tab.what_if
        if page is None:
            return
        self._show_saving()
        start, changes = page.start, page.changes
        if start.problem:
            page.show_problem(start.problem, again=False)
            return
        try:
            async with await self._open_api() as api:
                told = await api.try_retrieval(start.answer_id, start.body(changes))
        except WorldError as error:
            if self._tab.what_if is page:
                unknown = error.code == NOT_SUPPORTED
                page.show_problem(_tr("Not offered by this server.") if unknown else error.sentence, again=not unknown)
            return
        if self._tab.what_if is page:
            page.set_view(what_if_view(start, msgspec.to_builtins(told)))

    def _on_setting(self, tokens: int) -> None:
        if self._before is None:
            self._before = self._settings.memory_tokens
        self._settings.save_memory_tokens(tokens)
        self._show_saving()

    def _on_defaults(self) -> None:
        """Take back what was kept from here."""
        before, self._before = self._before, None
        if before is not None and before != self._settings.memory_tokens:
            self._settings.save_memory_tokens(before)
        self._show_saving()

    def _show_saving(self) -> None:
        page = self._tab.what_if
        if page is not None:
            page.set_saving(possible=self._settings.is_server_local, saved=self._before is not None)


def _tr(words: str) -> str:
    return QCoreApplication.translate("WhatIfController", words)
