"""Reading statements out of a turn with the configured language model, where it is wanted (`ALICIA_MODEL_MEMORIES`).

It comes behind the answer and never holds it up. A small model is not asked: what it writes down is not what was said.
"""

import asyncio
import contextlib
from collections.abc import Sequence
from typing import Final

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.extraction.extractor import LearnedExtractor, ModelExtractor
from alicia_desktop.extraction.model_statements import INSTRUCTION, parse_lines
from alicia_desktop.server.engines.contract import ChatMessage, ChatRequest, LanguageModel, TextPiece

TOKENS: Final = 240
SECONDS: Final = 10.0
"""A model that takes longer is not waited for: the rules have kept what they found."""
log = get_logger(__name__)


class ModelStatements:
    """`StatementModel` by a language model."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model

    async def statements(self, said: str) -> Sequence[str]:
        """See `StatementModel`."""
        request = ChatRequest(
            messages=(ChatMessage(role="system", content=INSTRUCTION), ChatMessage(role="user", content=said)),
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


def model_extractor(model: LanguageModel, *, wanted: bool, learned: LearnedExtractor) -> ModelExtractor | None:
    """Return what reads more out of turns than `learned`; None for a small model, or where it is not wanted."""
    return ModelExtractor(ModelStatements(model), learned=learned) if wanted and not model.small else None
