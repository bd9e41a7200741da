"""The memory of a server's users: opened for each over one sentence encoder, and updated between turns.

Between turns a conversation gets importance, pins and summaries, and a large model extracts statements. That runs
behind the conversation and never delays an answer. A summary is written by the model where it is a large one; a small
one would make things up, so there the most important sentences are the summary. For the same reason only a large model
extracts statements, and only one on this computer, or one for which the person agreed to it.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence
from typing import TYPE_CHECKING, Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.tasks import Scope
from alicia_desktop.context.conversation_memory import ConversationMemory
from alicia_desktop.context.summaries import SUMMARY_PROMPT, quote_messages
from alicia_desktop.memory.prompt_text import token_count
from alicia_desktop.memory.quality import is_failure
from alicia_desktop.memory.retrieval.encoders import Encoder, SharedEncoder, load_encoder
from alicia_desktop.memory.statements import Extractor
from alicia_desktop.memory.system import MemorySystem
from alicia_desktop.server.conversation_model import TurnModel
from alicia_desktop.server.dialogue.acts import ActRecogniser
from alicia_desktop.server.engines.contract import ChatMessage, ChatRequest, LanguageModel, TextPiece
from alicia_desktop.store import accounts
from alicia_desktop.store.conversations.short_term import ActiveMessageRecord
from alicia_desktop.store.database import Database
from alicia_desktop.store.memories import memory_copies
from alicia_desktop.store.memories.memory_copies import MemoryChanges

if TYPE_CHECKING:
    from alicia_desktop.extraction.extractor import LearnedExtractor


class Memories:
    """The memory systems by user: opened when first asked for, closed together."""

    def __init__(self, *, database: Database, clock: Clock, encoder: Callable[[], Encoder] = load_encoder) -> None:
        from alicia_desktop.extraction.extractor import LearnedExtractor  # noqa: PLC0415 - its patterns take a tenth of a second to compile

        self._database, self._clock = database, clock
        bundled = SharedEncoder()
        self._encoder = bundled if encoder is load_encoder else SharedEncoder(encoder)
        self.extractor = LearnedExtractor(bundled)
        """Reads the turns of all of them."""
        self.acts = ActRecogniser(bundled)
        """Recognises greetings, feelings and the like in them."""
        self._systems: dict[str, MemorySystem] = {}
        self._opening = asyncio.Lock()
        self._named = False
        """Whether the database has the name that cursors carry."""

    async def of(self, user_id: str, *, guest: str = "") -> MemorySystem:
        """Return the memory of this user, with what was stored before they had a name, and as that `guest`."""
        async with self._opening:
            guests = (guest,) if guest else ()
            news = await self._database.write(accounts.sign_in, user_id, self._clock.now(), guests=guests)
            if news and user_id in self._systems:
                await self._systems[user_id].refresh_aliases()
            if user_id not in self._systems:
                system = MemorySystem(
                    database=self._database,
                    clock=self._clock,
                    user_id=user_id,
                    encoder=self._encoder.get,
                    extractor=self.extractor,
                )
                self._systems[user_id] = await system.__aenter__()
            return self._systems[user_id]

    async def changes(self, user_id: str, *, after: str, limit: int) -> MemoryChanges:
        """Return the changes of this user's memories after a cursor, for a client that keeps a copy."""
        await self.of(user_id)
        if not self._named:
            await self._database.write(memory_copies.require_origin, self._clock.now())
            self._named = True
        user_ids = await self._database.read(accounts.names_of, user_id)
        return await self._database.read(memory_copies.changes_after, user_ids, after=after, limit=limit)

    async def drop(self, user_id: str) -> None:
        """Close the memory of a user whose rooms are closed; it is opened anew with their names then."""
        async with self._opening:
            system = self._systems.pop(user_id, None)
            if system is not None:
                await system.__aexit__(None, None, None)

    async def close(self) -> None:
        """Close all memory systems."""
        systems, self._systems = self._systems, {}
        for system in systems.values():
            await system.__aexit__(None, None, None)


SUMMARY_TOKENS: Final = 220
"""How much the model may write for one summary."""
log = get_logger(__name__)
TOKENS: Final = 240
SECONDS: Final = 10.0
"""A model that takes longer is not waited for: the rules have kept what they found."""


class MemoryUpkeep:
    """Updates one conversation's memory while it runs."""

    def __init__(self, *, conversation: ConversationMemory, choose_model: Callable[[], Awaitable[TurnModel]]) -> None:
        """`choose_model` returns the conversation's model: another one must not read what is said in it."""
        self._conversation, self._choose_model = conversation, choose_model
        self._language: str | None = None
        self._kept_language: str | None = None
        self._due = asyncio.Event()

    def start(self, scope: Scope) -> None:
        """Start, with what came while the server did not run."""
        self._due.set()
        scope.spawn("keeping", self._run())

    def update_after_turn(self) -> None:
        """Schedule an update after a turn."""
        self._due.set()

    def store_language(self, language: str | None) -> None:
        """Schedule to store the language that the user's program is set to."""
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
        await self._conversation.update_after_turn(await self._summary_writer())

    async def _summary_writer(self) -> "ModelSummaries | None":
        try:
            return summary_writer((await self._choose_model()).model)
        except WorldError as error:
            log.info("no summary by a model that is not there", code=error.code)
            return None


class ModelSummaries:
    """Writes summaries by a language model."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    async def __call__(self, said: Sequence[ActiveMessageRecord]) -> str | None:
        """Return the summary; None where the model fails, writes nothing, or excuses itself."""
        request = ChatRequest(
            messages=(
                ChatMessage(role="system", content=SUMMARY_PROMPT),
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
    """Return the summary writer for a model; None for a small one."""
    return None if model.small else ModelSummaries(model)


class ModelStatements:
    """Extracts statements by a language model (`StatementModel`)."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    async def statements(self, said: str) -> Sequence[str]:
        """See `StatementModel`."""
        from alicia_desktop.extraction.extractor import EXTRACTION_PROMPT, parse_lines  # noqa: PLC0415 - its patterns take a tenth of a second to compile

        request = ChatRequest(
            messages=(ChatMessage(role="system", content=EXTRACTION_PROMPT), ChatMessage(role="user", content=said)),
            max_tokens=TOKENS,
        )
        try:
            async with asyncio.timeout(SECONDS):
                return parse_lines(await self._written(request))
        except (WorldError, TimeoutError) as error:
            log.info("no statements by the model", code=error.code if isinstance(error, WorldError) else "timeout")
            return ()

    async def _written(self, request: ChatRequest) -> str:
        written = ""
        async with contextlib.aclosing(self._model.answer(request)) as pieces:
            async for piece in pieces:
                written += piece.text if isinstance(piece, TextPiece) else ""
        return written


def model_extractor(model: LanguageModel, *, learned: "LearnedExtractor") -> Extractor | None:
    """Return what extracts more than `learned`; None for a small model, or one that may not read memories."""
    from alicia_desktop.extraction.extractor import ModelExtractor  # noqa: PLC0415 - its patterns take a tenth of a second to compile

    return ModelExtractor(ModelStatements(model), learned=learned) if model.reads_memories and not model.small else None
