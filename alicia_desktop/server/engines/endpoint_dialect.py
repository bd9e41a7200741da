"""What one endpoint takes for one model: learned from its refusals, and how a request is then written. Pure.

    dialect = learn(Dialect(), refusal, request)    # "Use 'max_completion_tokens' instead."
    payload(request, "o4-mini", dialect)            # {"max_completion_tokens": 400, …}

Everything is asked for until it is refused: servers and models change faster than any list of them. What is learned is
kept for the run of the server, once an answer has shown that it was right.
"""

import base64
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import groupby
from typing import Any, Final

from alicia_desktop.server.engines.contract import ChatMessage, ChatRequest
from alicia_desktop.server.engines.endpoint_refusals import RefusalError
from alicia_desktop.server.engines.prompt_reading import PromptRoom

THINKING_FACTOR: Final = 4
"""How many times longer an answer may be where its thoughts count as well."""
_TEACHING: Final = frozenset({400, 404, 405, 415, 422, 500, 501})
"""Statuses of a refusal of the request itself."""
_TEMPLATE_FAILED: Final = 500
"""What templates of prompts fail with: it teaches what they can refuse, and nothing else, for anything may break."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Dialect:
    """What an endpoint takes; at first everything."""

    token_limit: str = "max_tokens"
    """The parameter that limits an answer; empty where it takes none."""
    temperature: bool = True
    seed: bool = True
    stop: bool = True
    tools: bool = True
    usage: bool = True
    """Whether it counts tokens in a stream (`stream_options`)."""
    logprobs: bool = True
    stream: bool = True
    system_role: bool = True
    any_order: bool = True
    """Whether two messages of one role may follow each other."""
    images: bool = True
    thinks_first: bool = False
    """Whether answers begin inside a thought that the prompt opens."""
    thinks_long: bool = False
    """Whether thoughts have used up a whole answer."""

    def as_put(self, request: ChatRequest) -> ChatRequest:
        """Return what a model reads of a request: without tools and images where these are not taken."""
        read = tuple(
            one if self.images or not one.images else replace(one, content=_unseen(one), images=())
            for one in request.messages
        )
        return replace(request, messages=read, tools=request.tools if self.tools else ())


@dataclass(frozen=True, kw_only=True, slots=True)
class Dialects:
    """The dialects that a server has learned, by address and model."""

    learned: dict[tuple[str, str], Dialect]
    rooms: dict[tuple[str, str], PromptRoom] = field(default_factory=dict)
    """How long their prompts may be."""
    sees: dict[tuple[str, str], bool] = field(default_factory=dict)
    """Whether they see images, where an endpoint has told it."""

    def of(self, place: tuple[str, str]) -> Dialect:
        """Return what is known of a model at an address."""
        return self.learned.get(place, Dialect())

    def note(self, place: tuple[str, str], before: Dialect, after: Dialect) -> None:
        """Remember what one answer has learned, from `before` to `after`, and keep what others have learned since."""
        changed = {each.name: getattr(after, each.name) for each in fields(Dialect)}
        news = {name: value for name, value in changed.items() if value != getattr(before, name)}
        if news:
            self.learned[place] = replace(self.of(place), **news)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Lesson:
    """One thing that a refusal can teach."""

    params: tuple[str, ...]
    """Names of the parameter, as a refusal gives them by themselves."""
    words: re.Pattern[str]
    change: Callable[[Dialect], Dialect]
    by_template: bool = False
    """Whether the template of a prompt may refuse it."""


def _lesson(params: str, words: str, change: Callable[[Dialect], Dialect], *, by_template: bool = False) -> _Lesson:
    pattern = re.compile(words, re.IGNORECASE)
    return _Lesson(params=tuple(params.split()), words=pattern, change=change, by_template=by_template)


def _other_limit(dialect: Dialect) -> Dialect:
    return replace(dialect, token_limit="max_completion_tokens" if dialect.token_limit == "max_tokens" else "")


_LESSONS: Final = (
    _lesson("max_tokens max_completion_tokens", r"\bmax_(?:completion_)?tokens\b", _other_limit),
    _lesson("stream_options", r"\bstream_options\b|\binclude_usage\b", lambda known: replace(known, usage=False)),
    _lesson("logprobs", r"\blogprobs\b", lambda known: replace(known, logprobs=False)),
    _lesson("temperature", r"\btemperature\b", lambda known: replace(known, temperature=False)),
    _lesson("seed", r"\bseed\b", lambda known: replace(known, seed=False)),
    _lesson("stop", r"['\"`]stop['\"`]", lambda known: replace(known, stop=False)),
    _lesson(
        "tools tool_choice functions",
        r"\btool(?:s\b|_| (?:use|calls?|choice)\b)|function[ _]call",
        lambda known: replace(known, tools=False),
        by_template=True,
    ),
    _lesson(
        "messages[0].role",
        r"system[ _](?:role|message|prompt)|'system'|only user.{1,20}assistant.{0,20}role",
        lambda known: replace(known, system_role=False),
        by_template=True,
    ),
    _lesson(
        "",
        r"roles? must alternate|alternate between",
        lambda known: replace(known, any_order=False),
        by_template=True,
    ),
    _lesson("stream", r"\bstream(?:ing|ed)?\b", lambda known: replace(known, stream=False)),
)


def learn(dialect: Dialect, refusal: RefusalError) -> Dialect | None:
    """Return what is known after a refusal; None where it says nothing that could be asked for in another way."""
    if refusal.status not in _TEACHING:
        return None
    taught_by = [one for one in _LESSONS if one.by_template or refusal.status != _TEMPLATE_FAILED]
    named = [lesson for lesson in taught_by if refusal.param in lesson.params]
    for lesson in (*named, *(one for one in taught_by if one.words.search(f"{refusal.param} {refusal.words}"))):
        if (taught := lesson.change(dialect)) != dialect:
            return taught
    return None


def payload(request: ChatRequest, model: str, dialect: Dialect) -> dict[str, Any]:
    """Return the body of `POST /chat/completions`."""
    limit = request.max_tokens * (THINKING_FACTOR if dialect.thinks_long else 1)
    wanted: dict[str, Any] = {
        "model": model,
        "messages": [_message(message, images=dialect.images) for message in _ordered(request.messages, dialect)],
        "stream": dialect.stream,
    }
    if dialect.token_limit:
        wanted[dialect.token_limit] = limit
    if dialect.temperature:
        wanted["temperature"] = request.temperature
    if dialect.seed:
        wanted["seed"] = request.seed
    if dialect.stop and request.stop:
        wanted["stop"] = list(request.stop)
    if dialect.logprobs and request.logprobs:
        wanted["logprobs"] = True
    if dialect.stream and dialect.usage:
        wanted["stream_options"] = {"include_usage": True}
    if dialect.tools and request.tools:
        wanted["tools"] = [
            {
                "type": "function",
                "function": {"name": tool.name, "description": tool.description, "parameters": dict(tool.parameters)},
            }
            for tool in request.tools
        ]
    return wanted


def _ordered(messages: Sequence[ChatMessage], dialect: Dialect) -> Sequence[ChatMessage]:
    """Return the messages in roles and in an order that the endpoint takes."""
    if not dialect.system_role:
        messages = [replace(one, role="user") if one.role == "system" else one for one in messages]
    if dialect.system_role and dialect.any_order:
        return messages
    joined = []
    for role, some in groupby(messages, key=lambda one: one.role):
        alike = list(some)
        if role == "tool" or any(one.tool_calls for one in alike):
            joined += alike
        else:
            images = tuple(image for one in alike for image in one.images)
            joined.append(replace(alike[0], content="\n\n".join(one.content for one in alike), images=images))
    return joined


_REFUSES_IMAGES: Final = re.compile(
    r"image_url|\bimages?\b|\bvision\b|multi-?modal|\bmmproj\b|content\W+(?:must|should) be a string|expected a string"
    r"|input should be (?:a valid string|'text')|allowed values: \['text'\]",
    re.IGNORECASE,
)
_BAD_IMAGE: Final = re.compile(
    r"decod|corrupt|invalid base64|too large|too big|too many|exceeds|download|could not process", re.IGNORECASE
)


def learn_images(dialect: Dialect, refusal: RefusalError) -> Dialect | None:
    """Return what is known after a request with images was refused; None where the refusal is about something else."""
    words = f"{refusal.param} {refusal.code} {refusal.words}"
    is_told = refusal.status in _TEACHING and _REFUSES_IMAGES.search(words) and not _BAD_IMAGE.search(words)
    return replace(dialect, images=False) if dialect.images and is_told else None


def _unseen(message: ChatMessage) -> str:
    """Return the words of a message, with a line about the images that are not shown."""
    names = ", ".join(image.name for image in message.images)
    return f"{message.content}\n\n(Attached images, which you cannot see: {names})".strip()


def _content(message: ChatMessage, *, images: bool) -> str | list[dict[str, Any]]:
    """Return the words, and the images as parts beside them; where they are not taken, a line says that they are."""
    if not message.images:
        return message.content
    if not images:
        return _unseen(message)
    parts: list[dict[str, Any]] = [{"type": "text", "text": message.content}] if message.content else []
    for image in message.images:
        url = f"data:{image.media_type};base64,{base64.b64encode(image.data).decode()}"
        parts.append({"type": "image_url", "image_url": {"url": url}})
    return parts


def _message(message: ChatMessage, *, images: bool) -> dict[str, Any]:
    plain: dict[str, Any] = {"role": message.role, "content": _content(message, images=images)}
    if message.tool_call_id:
        plain["tool_call_id"] = message.tool_call_id
    if message.tool_calls:
        plain["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": json.dumps(call.arguments)},
            }
            for call in message.tool_calls
        ]
    return plain
