"""What only the server can tell of a conversation: the context of its next answer, its summaries, pins and statistics.

Each is asked for by itself, so that a server which lacks one of them still shows the others; what is lacking is said.
"""

from collections.abc import Awaitable
from typing import TYPE_CHECKING, Final, TypeVar

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.ids import LOCAL
from alicia_desktop.compose.client import Client
from alicia_desktop.store import conversations
from alicia_desktop.ui.memories.context_page import ContextPage
from alicia_desktop.view import text
from alicia_desktop.view.context_window import NOT_SENT, ContextView, KeptView, context_view, kept_view
from alicia_desktop.view.memories_rows import FilterChoice
from alicia_desktop.view.search import UNTITLED

if TYPE_CHECKING:
    from alicia_desktop.api.contexts import ContextApi

T = TypeVar("T")
LACKING: Final = frozenset({"not_found", "not_supported"})
"""Codes of a server that does not know a call."""
TITLE_LETTERS: Final = 48


class MemoryContexts:
    """Asks for what the page wishes and hands it in."""

    def __init__(self, *, client: Client, page: ContextPage) -> None:
        self._client = client
        self._page = page
        self._asked = 0
        """Questions to the server begun; only the last one's answer is shown."""

    async def open(self) -> None:
        """Offer the conversations, and look at the one that is open."""
        found = await self._client.database.read(conversations.listed, account=self._client.account)
        front = self._client.sessions.front
        current = front.session.state.conversation_id if front is not None else ""
        choices = [
            FilterChoice(value=record.id, label=text.one_line(record.title, TITLE_LETTERS) or UNTITLED)
            for record in found
        ]
        self._page.set_conversations(choices, current)
        if choices:
            self._page.ask()
        else:
            self._page.say("No conversation yet", "Begin one: what its next answer gets to read is shown here.")

    async def show(self, conversation_id: str, question: str) -> None:
        """Show what the answer to `question` would get, and what the conversation keeps."""
        self._asked += 1
        asked = self._asked
        if conversation_id.startswith(LOCAL):
            self._page.say("Not on the server yet", "Write something in it first: only the server knows its answers.")
            return
        try:
            context, kept, missing = await self._ask(conversation_id, question)
        except WorldError as error:
            if asked == self._asked:
                self._page.say("The server cannot be asked", error.sentence)
            return
        if asked == self._asked:
            self._page.set_context(context, kept, missing)

    async def remove_pin(self, conversation_id: str, pin_id: str) -> None:
        """Take a pin of a conversation away.

        Raises:
            WorldError: the server does not do it.
        """
        async with await self._api() as api:
            await api.delete_pin(conversation_id, pin_id)
        self._page.ask()

    async def add_pin(self, conversation_id: str, content: str) -> None:
        """Pin something to a conversation.

        Raises:
            WorldError: the server does not do it.
        """
        async with await self._api() as api:
            await api.add_pin(conversation_id, content)
        self._page.ask()

    async def remove_summary(self, conversation_id: str, summary_id: str) -> None:
        """Take a summary of a conversation away.

        Raises:
            WorldError: the server does not do it.
        """
        async with await self._api() as api:
            await api.delete_summary(conversation_id, summary_id)
        self._page.ask()

    async def _ask(self, conversation_id: str, question: str) -> tuple[ContextView | None, KeptView | None, list[str]]:
        missing: list[str] = []
        async with await self._api() as api:
            context = await _told(api.next_context(conversation_id, question), "The context window", missing)
            stats = await _told(api.stats(conversation_id), "Statistics", missing)
            summaries = await _told(api.summaries(conversation_id), "Summaries", missing)
            pins = await _told(api.pins(conversation_id), "Pins", missing)
        nothing = stats is None and summaries is None and pins is None
        kept = None if nothing else kept_view(stats, summaries or (), pins or ())
        return context_view(context) if context is not None else None, kept, missing

    async def _api(self) -> "ContextApi":
        from alicia_desktop.api.contexts import ContextApi  # noqa: PLC0415 - HTTP, when it is first asked for something

        place = await self._client.server.place()
        return ContextApi(url=place.address, user_id=self._client.settings.server.user, token=place.token)


async def _told(call: Awaitable[T], what: str, missing: list[str]) -> T | None:
    """Return what a server answers; None where it lacks the call, which is then among `missing`."""
    try:
        return await call
    except WorldError as error:
        if error.code not in LACKING:
            raise
        missing.append(f"{what}: {NOT_SENT[0].lower()}{NOT_SENT[1:]}.")
        return None
