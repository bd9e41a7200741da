"""Resume an answer when the language model's process dies: ask again, and continue where it was.

The same request with the same seed gives the same text again, so what was already said is skipped. Where the second
text turns out to be another one, the two cannot be joined and the interruption is told.
"""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Final

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.server.engines.contract import (
    ChatRequest,
    EngineState,
    LanguageModel,
    ModelWrapper,
    Piece,
    TextPiece,
    Thought,
)

ATTEMPTS = 3
BROKEN: Final = frozenset({"model_interrupted", "model_unreachable"})
"""What may be over with the next try; whoever is refused has tried again already."""


class ResumingModel(ModelWrapper):
    """Wraps a model and asks it up to three times for an answer (`contract.LanguageModel`)."""

    def __init__(self, model: LanguageModel) -> None:
        self._model = model
        self.state_changed: Signal[EngineState] = model.state_changed

    @property
    def _wrapped(self) -> LanguageModel:
        return self._model

    async def answer(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """See `contract.LanguageModel`."""
        said, has_thought = "", False
        for attempt in range(1, ATTEMPTS + 1):
            thinks_again = has_thought
            try:
                async with aclosing(_after(said, self._model.answer(request))) as pieces:
                    async for piece in pieces:
                        if isinstance(piece, TextPiece):
                            said += piece.text
                        has_thought = has_thought or isinstance(piece, Thought)
                        if not (thinks_again and isinstance(piece, Thought)):
                            yield piece
            except WorldError as error:
                if error.code not in BROKEN or attempt == ATTEMPTS:
                    raise
            else:
                return


async def _after(said: str, answer: AsyncGenerator[Piece, None]) -> AsyncGenerator[Piece, None]:
    """Yield the pieces of an answer without the text `said`, which must come first."""
    again = ""
    async with aclosing(answer) as pieces:
        async for piece in pieces:
            if not isinstance(piece, TextPiece) or len(again) >= len(said):
                yield piece
                continue
            again += piece.text
            if not again.startswith(said[: len(again)]):
                raise WorldError(
                    sentence="The language model stopped in the middle of the answer and could not continue.",
                    code="model_interrupted",
                )
            if rest := again[len(said) :]:
                yield TextPiece(text=rest)
