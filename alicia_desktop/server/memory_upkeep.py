"""What is kept of a conversation beside its answers: importance, pins and summaries, brought up to date between turns.

It runs behind the conversation and never holds an answer up. A summary is written by the model where it is a large
one; a small one would make things up, so there the most important sentences are the summary.
"""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Final

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.memory.conversation import ConversationMemory
from alicia_desktop.memory.prompt_text import token_count
from alicia_desktop.memory.quality import is_failure
from alicia_desktop.memory.summaries import INSTRUCTION, quote_messages
from alicia_desktop.server.engines.contract import ChatMessage, ChatRequest, LanguageModel, TextPiece
from alicia_desktop.store.conversations.short_term import SaidRecord

SUMMARY_TOKENS: Final = 220
"""How much the model may write for one summary."""
log = get_logger(__name__)


class Keeping:
    """Keeps one conversation's memory up to date while it runs."""

    def __init__(self, *, conversation: ConversationMemory, model: LanguageModel) -> None:
        self._conversation, self._model = conversation, model
        self._language: str | None = None
        self._kept_language: str | None = None
        self._due = asyncio.Event()

    def begin(self, scope: Scope) -> None:
        """Start, with what came while nobody was here."""
        self._due.set()
        scope.spawn("keeping", self._run())

    def update_after_turn(self) -> None:
        """Keep what the last turn gives reason to keep, soon."""
        self._due.set()

    def store_language(self, language: str | None) -> None:
        """Keep the language that the person's program is set to, soon."""
        if language and language != self._language:
            self._language = language
            self._due.set()

    async def _run(self) -> None:
        while True:
            await self._due.wait()
            self._due.clear()
            try:
                await self._bring_up_to_date()
            except WorldError as error:  # the disk: what could not be kept now is kept after the next turn
                log.error("the memory of a conversation could not be kept", code=error.code)

    async def _bring_up_to_date(self) -> None:
        language = self._language
        if language is not None and language != self._kept_language:
            await self._conversation.store_language(language)
            self._kept_language = language
        await self._conversation.update_after_turn(summary_writer(self._model))


class ModelSummaries:
    """Summaries by a language model."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    async def __call__(self, said: Sequence[SaidRecord]) -> str | None:
        """Return the summary; None where the model fails, says nothing, or excuses itself."""
        request = ChatRequest(
            messages=(
                ChatMessage(role="system", content=INSTRUCTION),
                ChatMessage(role="user", content=quote_messages(said)),
            ),
            max_tokens=SUMMARY_TOKENS,
        )
        written = ""
        try:
            async with contextlib.aclosing(self._model.answer(request)) as pieces:
                async for piece in pieces:
                    written += piece.text if isinstance(piece, TextPiece) else ""
        except WorldError as error:
            log.info("no summary by the model", code=error.code)
            return None
        written = written.strip()
        usable = written and not is_failure(written) and token_count(written) <= 2 * SUMMARY_TOKENS
        return written if usable else None


def summary_writer(model: LanguageModel) -> ModelSummaries | None:
    """Return what writes summaries; None for a small model."""
    return None if model.small else ModelSummaries(model)
