"""Record what a model reads of an answer: part by part, with tokens, and how fast it answers.

    recorder = PromptRecorder(chosen.model, clock=clock)
    ... the answer is generated with `recorder` in the place of the model ...
    recorder.summary()                  # StartAnswer, `meta.prompt`: sizes alone
    await recorder.keep(keep, answer_id, made_by=chosen.made_by())    # all of it

Of several requests for one answer the last counts, which holds what came of the earlier ones. What is recorded is what
was answered: where an endpoint refused tools or could not read as much, that is the shorter request.
"""

import hashlib
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.memory.prompt_text import token_count
from alicia_desktop.server.attached_files import IMAGE_TOKENS
from alicia_desktop.server.engines.contract import (
    ChatMessage,
    ChatRequest,
    Finish,
    LanguageModel,
    ModelWrapper,
    PartOrigin,
    PartSource,
    Piece,
    ToolOffer,
)
from alicia_desktop.store.conversations.answer_prompts import AnswerPrompt, PromptPart
from alicia_desktop.store.schema.columns import to_json_text

_BY_ROLE: Final[dict[str, PartSource]] = {
    "system": "instructions",
    "user": "question",
    "assistant": "message",
    "tool": "tool_result",
}
"""What a message is where nobody said where it comes from."""

KeepPrompt = Callable[[AnswerPrompt], Awaitable[object]]
log = get_logger(__name__)


class PromptRecorder(ModelWrapper):
    """The model of one turn (`contract.LanguageModel`), with a record of what it is asked for the answer."""

    def __init__(self, model: LanguageModel, *, clock: Clock, question_id: str = "", place: str = "") -> None:
        """Take the ids of the question and of its conversation."""
        self._model, self._clock, self._question_id, self._place = model, clock, question_id, place
        self.state_changed = model.state_changed
        self._parts: tuple[PromptPart, ...] = ()
        self._settings: dict[str, Any] = {}
        self._asked_at: datetime
        self._times_asked = 0
        self._first_ms: int | None = None
        self._whole_ms: int | None = None
        self._finish = Finish()
        self._recording = True

    @property
    def _wrapped(self) -> LanguageModel:
        return self._model

    def stop(self) -> None:
        """Record nothing more: what the model reads from now on is for another answer."""
        self._recording = False

    async def answer(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """See `contract.LanguageModel`."""
        if self._recording:
            self._begin(request)
            request = replace(request, accepted=self._take)
        begun, is_first = time.monotonic(), True
        async with aclosing(self._model.answer(request)) as pieces:
            async for piece in pieces:
                if self._recording:
                    self._note(piece, round((time.monotonic() - begun) * 1000), is_first=is_first)
                is_first = False
                yield piece

    def summary(self) -> dict[str, Any]:
        """Return `meta.prompt`: tokens and number of parts by source, and a digest of the text."""
        parts = self._parts
        by_source: dict[str, dict[str, int]] = {}
        for part in parts:
            counted = by_source.setdefault(part.source, {"tokens": 0, "count": 0})
            counted["tokens"] += part.tokens
            counted["count"] += 1
        told: dict[str, Any] = {"tokens": sum(part.tokens for part in parts), "parts": by_source}
        return told | {"digest": digest_of(parts)} if parts else told

    async def keep(self, keep: KeepPrompt, answer_id: str, *, made_by: dict[str, Any], emptied: bool = False) -> None:
        """Have the whole record kept for whoever asks later; the answer is the same without it.

        Args:
            keep: Writes it down.
            answer_id: The answer.
            made_by: `meta.model` of the answer.
            emptied: Whether the question asked to forget something, and so may repeat it.
        """
        if not self._parts:
            return
        whole = AnswerPrompt(
            id=answer_id,
            conversation_id=self._place,
            parts=self._parts,
            told=self._told(made_by),
            created_at=self._asked_at,
            emptied=emptied,
        )
        try:
            await keep(whole)
        except WorldError as error:
            log.info("what the model read is not kept", code=error.code)

    def _begin(self, request: ChatRequest) -> None:
        if not self._times_asked:
            self._asked_at = self._clock.now()
        self._times_asked += 1
        self._take(request)
        self._first_ms, self._whole_ms, self._finish = None, None, Finish()

    def _take(self, request: ChatRequest) -> None:
        """Take what a request says, never the request: its callbacks would hold turn and model when both are done."""
        if self._recording:
            self._parts = parts_of(request, self._question_id)
            self._settings = {
                "temperature": request.temperature,
                "seed": request.seed,
                "maxTokens": request.max_tokens,
            }

    def _note(self, piece: Piece, after_ms: int, *, is_first: bool) -> None:
        self._first_ms = after_ms if is_first else self._first_ms
        self._whole_ms = after_ms
        if isinstance(piece, Finish):
            self._finish = piece

    def _told(self, made_by: dict[str, Any]) -> dict[str, Any]:
        usage = self._finish.usage
        told: dict[str, Any] = {
            "model": made_by,
            "request": self._settings,
            "timesAsked": self._times_asked,
            "firstTokenMs": self._first_ms,
            "answeredMs": self._whole_ms,
            "finishReason": self._finish.reason or None,
        }
        if usage is not None:
            told["usage"] = {
                "promptTokens": usage.prompt_tokens,
                "completionTokens": usage.completion_tokens,
                "cachedTokens": usage.cached_tokens,
            }
        return {name: value for name, value in told.items() if value is not None}


def parts_of(request: ChatRequest, question_id: str = "") -> tuple[PromptPart, ...]:
    """Return the parts of a request in the order in which the model reads them, tools last."""
    said = [part for message in request.messages for part in _parts_of_message(message)]
    asked = (replace(part, ref=question_id) if part.source == "question" else part for part in said)
    return (*asked, *map(_tool_part, request.tools))


def digest_of(parts: Sequence[PromptPart]) -> str:
    """Return the first 16 hex digits of the SHA-256 of all texts."""
    return hashlib.sha256("\n".join(part.text or "" for part in parts).encode("utf-8", "replace")).hexdigest()[:16]


def _parts_of_message(message: ChatMessage) -> Iterator[PromptPart]:
    whole = PartOrigin(source=_BY_ROLE[message.role], text=message.content)
    for origin in _located(message.content, message.origins or (whole,)):
        yield _part(origin.source, message.role, origin.text, origin.ref)
    for call in message.tool_calls:
        yield _part("tool_call", message.role, f"{call.name}({to_json_text(dict(call.arguments))})")
    for image in message.images:
        text = f"{image.name} ({image.media_type})"
        yield replace(_part("image", message.role, text), tokens=IMAGE_TOKENS)


def _located(content: str, origins: Sequence[PartOrigin]) -> Iterator[PartOrigin]:
    """Yield all of a text by where it comes from; what stands between known parts is markup.

    A part that is not there word for word, because the prompt was shortened, is named without words, and what is left
    of it is markup.
    """
    at = 0
    for origin in origins:
        found = content.find(origin.text, at)
        if found < 0:
            yield replace(origin, text="")
            continue
        if content[at:found].strip():
            yield PartOrigin(source="markup", text=content[at:found].strip())
        yield origin
        at = found + len(origin.text)
    if content[at:].strip():
        yield PartOrigin(source="markup", text=content[at:].strip())


def _tool_part(offer: ToolOffer) -> PromptPart:
    described = {"name": offer.name, "description": offer.description, "parameters": dict(offer.parameters)}
    return _part("tool", "system", to_json_text(described))


def _part(source: str, role: str, text: str, ref: str = "") -> PromptPart:
    return PromptPart(source=source, role=role, tokens=token_count(text) if text else 0, text=text, ref=ref)
