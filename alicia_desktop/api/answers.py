"""The HTTP calls about one answer: what a model read of it, and how memories would rank for it with other settings.

async with PromptApi(url=address, user_id="user", token=token) as api:
    read = await api.prompt(answer_id)                                    # docs/protocol.md#what-the-model-read
async with WhatIfApi(url=address, user_id="user", token=token) as api:
    tried = await api.try_retrieval(answer_id, {"threshold": 0.2})        # docs/protocol.md#what-if
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final

import msgspec

from alicia_desktop.api.client import ApiClient
from alicia_desktop.api.records import Record
from alicia_desktop.store.conversations.answer_prompts import AnswerPrompt, PromptPart

MAX_PARTS: Final = 2_000
"""Of one prompt; those behind that are left out."""
KEPT: Final = "kept"
EMPTIED: Final = "emptied"
_TOLD: Final = (
    "model",
    "request",
    "timesAsked",
    "usage",
    "finishReason",
    "firstTokenMs",
    "answeredMs",
    "createdAt",
)


class ServerPromptPart(Record, frozen=True, kw_only=True):
    """A part of a prompt."""

    source: str
    role: str = ""
    tokens: int = 0
    text: str | None = None
    ref: str = ""


class ServerPrompt(Record, frozen=True, kw_only=True, rename="camel"):
    """What a model read of an answer."""

    id: str
    state: str = KEPT
    parts: tuple[ServerPromptPart, ...] = ()
    model: dict[str, Any] = msgspec.field(default_factory=dict)
    request: dict[str, Any] = msgspec.field(default_factory=dict)
    times_asked: int | None = None
    usage: dict[str, Any] = msgspec.field(default_factory=dict)
    finish_reason: str | None = None
    first_token_ms: int | None = None
    answered_ms: int | None = None
    created_at: str | None = None


class PromptApi(ApiClient):
    """The calls of one user about their answers' prompts; a server that is not ours lacks them."""

    async def prompt(self, answer_id: str, *, conversation_id: str, at: datetime) -> AnswerPrompt | None:
        """Return what the model read of an answer; None where the server keeps it no more.

        Args:
            answer_id: The answer.
            conversation_id: Where it stands.
            at: When it is asked for.
        """
        sent = self._parse(await self._request("GET", "messages", answer_id, "prompt"), ServerPrompt)
        return _record(sent, conversation_id, at) if sent.state in {KEPT, EMPTIED} else None

    async def todays_prompt(self, answer_id: str, *, conversation_id: str, at: datetime) -> AnswerPrompt:
        """Return what the model would read today for the same question."""
        sent = self._parse(await self._request("GET", "messages", answer_id, "prompt", "today"), ServerPrompt)
        return _record(sent, conversation_id, at)


def _record(sent: ServerPrompt, conversation_id: str, at: datetime) -> AnswerPrompt:
    told: Mapping[str, Any] = msgspec.to_builtins(sent)
    return AnswerPrompt(
        id=sent.id,
        conversation_id=conversation_id,
        parts=tuple(
            PromptPart(source=part.source, role=part.role, tokens=max(0, part.tokens), text=part.text, ref=part.ref)
            for part in sent.parts[:MAX_PARTS]
        ),
        told={name: told[name] for name in _TOLD if told[name] not in (None, {})},
        created_at=at,
        emptied=sent.state == EMPTIED,
    )


class TriedRetrieval(Record, frozen=True, kw_only=True, rename="camel"):
    """How the memories would be ranked."""

    id: str = ""
    state: str = ""
    tried: dict[str, Any] = msgspec.field(default_factory=dict)
    defaults: dict[str, Any] = msgspec.field(default_factory=dict)
    built_in: dict[str, Any] = msgspec.field(default_factory=dict)
    used: tuple[dict[str, Any], ...] = ()
    retrieval: dict[str, Any] = msgspec.field(default_factory=dict)


class WhatIfApi(ApiClient):
    """The call of one user about one of their answers; a server that is not ours lacks it."""

    async def try_retrieval(self, answer_id: str, trial: Mapping[str, Any]) -> TriedRetrieval:
        """Return the ranking with what is in `trial`: `threshold`, `budget`, `weights`, `exclude`, `include`.

        Raises:
            WorldError: also `not_supported`.
        """
        sent = await self._request("POST", "messages", answer_id, "retrieval", body=dict(trial))
        return self._parse(sent, TriedRetrieval)
