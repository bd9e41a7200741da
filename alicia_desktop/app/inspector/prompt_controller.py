"""Fill the page of what the model read: what is known at once, then what the server keeps, and today's on request.

What was fetched is kept on this computer, so that it can be read without the server; forgetting empties it here, too.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

from alicia_desktop.app.signal_connections import SignalConnections
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.conversations import answer_prompts
from alicia_desktop.store.conversations.answer_prompts import AnswerPrompt
from alicia_desktop.store.database import Database
from alicia_desktop.ui.inspector.turn.prompt_page import PromptPage
from alicia_desktop.view.answer_prompt import KnownPrompt, prompt_view, read_known

if TYPE_CHECKING:
    from collections.abc import Awaitable

    from alicia_desktop.api.prompts import PromptApi

OpenPrompts = Callable[[], "Awaitable[PromptApi]"]


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
