"""Fill the pages about one answer that only its server can: what the model read, and what other settings would find.

What is known at once of a prompt is shown first, then what the server keeps, and today's on request. What is set on
the page of trials is ranked by the server, and can be made its settings.
"""

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from alicia_desktop.app.settings.retrieval_saver import RetrievalSaver
from alicia_desktop.app.settings.settings_controller import SettingsController
from alicia_desktop.app.signal_connections import SignalConnections
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope, Throttle
from alicia_desktop.base.translation import translate
from alicia_desktop.compose.client import Client
from alicia_desktop.memory.retrieval.selection import RetrievalSettings
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.conversations import answer_prompts
from alicia_desktop.store.conversations.answer_prompts import AnswerPrompt
from alicia_desktop.store.database import Database
from alicia_desktop.ui.inspector.memory.memory_tab import MemoryTab
from alicia_desktop.ui.inspector.panel import InspectorPanel
from alicia_desktop.ui.inspector.turn.prompt_page import PromptPage
from alicia_desktop.view.answer_prompt import KnownPrompt, prompt_view, read_known
from alicia_desktop.view.what_if import what_if_view

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from alicia_desktop.api.answers import PromptApi, WhatIfApi


OpenPrompts = Callable[[], "Awaitable[PromptApi]"]

OpenWhatIf = Callable[[], "Awaitable[WhatIfApi]"]
PAUSE_SECONDS: Final = 0.12
"""Between two calls while a slider is dragged."""
NOT_SUPPORTED: Final = "not_supported"


class AnswerPages:
    """Both pages of one panel."""

    def __init__(
        self, *, panel: InspectorPanel, client: Client, clock: Clock, scope: Scope, settings: SettingsController
    ) -> None:
        """The calls are those of the server that the conversations of `client` are on."""
        self.prompts = PromptController(
            page=panel.turn_tab.prompt,
            database=client.database,
            clock=clock,
            scope=scope,
            open_api=partial(_open_prompts, client),
        )
        self._what_if = WhatIfController(
            tab=panel.memory,
            clock=clock,
            scope=scope,
            open_api=partial(_open_what_if, client),
            saver=settings.retrieval,
        )

    def close(self) -> None:
        """End all connections."""
        self.prompts.close()
        self._what_if.close()


class PromptController:
    """Shows prompts in one page; the last one that was asked for wins."""

    def __init__(
        self, *, page: PromptPage, database: Database, clock: Clock, scope: Scope, open_api: OpenPrompts
    ) -> None:
        """`open_api` returns the calls of the server that the conversations are on."""
        self._page, self._database, self._clock, self._open_api = page, database, clock, open_api
        self._requests = 0
        self._connections = SignalConnections()
        connect = self._connections.add_qt
        self._scope = scope
        self._connections.add(database.changed.connect(self._on_changed))
        connect(page.reload_requested, lambda answer: scope.spawn("prompt", self.show(answer)))
        connect(page.compare_requested, lambda answer: scope.spawn("today's prompt", self.compare(answer)))

    def close(self) -> None:
        """End all connections."""
        self._connections.disconnect()

    def _on_changed(self, changes: Changes) -> None:
        answer_id = self._page.answer_id
        if self._page.shows_texts and any(one.subject == "message" and one.id == answer_id for one in changes):
            self._scope.spawn("forgotten prompt", self._hide_forgotten(answer_id))

    async def _hide_forgotten(self, answer_id: str) -> None:
        """Take the words away from who reads them, when something in it was forgotten."""
        kept = await self._database.read(answer_prompts.get, answer_id)
        if kept is not None and kept.emptied and self._page.answer_id == answer_id:
            await self.show(answer_id)

    async def show(self, answer_id: str) -> None:
        """Show what the model read of an answer."""
        self._requests += 1
        request = self._requests
        self._page.show_loading(answer_id)
        known = await self._database.read(read_known, answer_id)
        if request != self._requests:
            return
        if known is None:
            self._page.show_error(self._page.tr("No answer yet"), "")
            return
        if not known.by_source:  # nothing was asked, or nobody tells
            self._page.set_prompt(prompt_view(known, known.kept))
            return
        if known.kept is not None:
            self._page.set_prompt(prompt_view(known, known.kept))
        sent, problem = await self._fetch(known)
        if request == self._requests:
            self._page.set_prompt(prompt_view(known, sent, problem=problem), again=bool(problem))

    async def compare(self, answer_id: str) -> None:
        """Show beside it what the model would read today for the same question."""
        self._requests += 1
        request = self._requests
        self._page.show_loading(answer_id)
        known = await self._database.read(read_known, answer_id)
        if known is None or known.kept is None:
            await self.show(answer_id)
            return
        today, problem = None, ""
        try:
            async with await self._open_api() as api:
                today = await api.todays_prompt(answer_id, conversation_id=known.conversation_id, at=self._clock.now())
        except WorldError as error:
            problem = error.sentence
        if request == self._requests:
            view = prompt_view(known, known.kept, today=today, problem=problem)
            self._page.set_prompt(view, again=bool(problem))

    async def _fetch(self, known: KnownPrompt) -> tuple[AnswerPrompt | None, str]:
        """Return what the server keeps, and why it could not be asked; then what was fetched before."""
        asked_at = self._clock.now()  # what is forgotten from now on is not kept
        try:
            async with await self._open_api() as api:
                sent = await api.prompt(known.answer_id, conversation_id=known.conversation_id, at=asked_at)
        except WorldError as error:
            return known.kept, error.sentence
        if sent is None:
            return known.kept, ""
        await self._database.write(answer_prompts.keep, sent, self._clock.now())
        return await self._database.read(answer_prompts.get, known.answer_id) or sent, ""


class WhatIfController:
    """Fills the page of the Memory tab on which other settings are tried."""

    def __init__(
        self, *, tab: MemoryTab, clock: Clock, scope: Scope, open_api: OpenWhatIf, saver: RetrievalSaver
    ) -> None:
        """`open_api` returns the call of the server that the conversations are on."""
        self._tab, self._open_api, self._saver = tab, open_api, saver
        self._trying = Throttle("what if", self._try, scope=scope, clock=clock, pause=PAUSE_SECONDS)
        self._connections = SignalConnections()
        connect = self._connections.add_qt
        connect(tab.details.trial_requested, self._trying.request)
        connect(tab.details.setting_requested, saver.use)
        connect(tab.details.defaults_requested, self._on_defaults)
        self._connections.add(saver.changed.connect(lambda _: self._trying.request()))

    def close(self) -> None:
        """End all connections."""
        self._connections.disconnect()

    async def _try(self) -> None:
        page = self._tab.details.what_if
        if page is None:
            return
        page.set_saving(possible=self._saver.is_possible)
        start, changes = page.start, page.changes
        if start.problem:
            page.show_problem(start.problem, again=False)
            return
        try:
            async with await self._open_api() as api:
                told = await api.try_retrieval(start.answer_id, start.body(changes))
        except WorldError as error:
            if self._tab.details.what_if is page:
                unknown = error.code == NOT_SUPPORTED
                page.show_problem(
                    translate("Not offered by this server.") if unknown else error.sentence, again=not unknown
                )
            return
        if self._tab.details.what_if is page:
            page.set_view(what_if_view(start, msgspec.to_builtins(told)))

    def _on_defaults(self) -> None:
        """Set what was set back to what is built in."""
        if self._saver.is_possible and self._saver.settings != RetrievalSettings():
            self._saver.use(RetrievalSettings())


async def _open_prompts(client: Client) -> "PromptApi":
    """Return the calls about what models read."""
    from alicia_desktop.api.answers import PromptApi  # noqa: PLC0415 - HTTP, when it is first asked for something

    place, user = await client.server.place(), client.settings.server.user
    return PromptApi(url=place.address, user_id=user, token=place.token, certificate=place.certificate)


async def _open_what_if(client: Client) -> "WhatIfApi":
    """Return the call that tries other retrievals."""
    from alicia_desktop.api.answers import WhatIfApi  # noqa: PLC0415 - as above

    place, user = await client.server.place(), client.settings.server.user
    return WhatIfApi(url=place.address, user_id=user, token=place.token, certificate=place.certificate)
