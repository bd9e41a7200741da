"""Ask any OpenAI-compatible endpoint for chat completions, with tools, in the way that it takes.

    model = OpenAICompatibleModel(http=http, base_url="http://127.0.0.1:8080/v1", key="", model="qwen3:4b")
    async for piece in model.answer(request): ...

A refusal is read (`endpoint_refusals`) before it is told: the request may be written in another way
(`endpoint_dialect`), be shortened, or be sent once more after a pause. What the person should know of that goes to
`request.notify`. Once a piece of the answer has come nothing is asked again here; `resuming` does that for a broken
connection.
"""

import asyncio
import contextlib
import math
import time
from collections.abc import AsyncGenerator, Callable
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlsplit

import aiohttp

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.endpoints.endpoint_address import is_loopback, kind_of
from alicia_desktop.server.endpoints.model_details import read_details
from alicia_desktop.server.endpoints.model_list import FoundEndpoint
from alicia_desktop.server.engines.completion_stream import read_pieces
from alicia_desktop.server.engines.contract import (
    ChatRequest,
    EngineState,
    Finish,
    ModelNotice,
    Piece,
    Thought,
)
from alicia_desktop.server.engines.endpoint_client import (
    EndpointClient,
    interrupted,
    silent,
    unreachable,
    was_closed,
)
from alicia_desktop.server.engines.endpoint_dialect import Dialect, Dialects, learn, learn_images
from alicia_desktop.server.engines.endpoint_refusals import RefusalError, read_refusal
from alicia_desktop.server.engines.prompt_reading import PromptRoom, shorten
from alicia_desktop.server.engines.thought_splitter import ThoughtSplitter

CHECK_SECONDS: Final = 10.0
"""How often an endpoint that is not there is asked again whether it is."""
SIGN_OF_LIFE_SECONDS: Final = 30.0
"""Of silence, after which the person is told that the model is still waited for."""
RETRY_SECONDS: Final = 2.0
"""Before the second try, where the endpoint asks for no other pause."""
KEPT_CONNECTIONS: Final = 2
"""How many may be kept from before: of the last answer, and of the check whether the endpoint is there."""
MAX_RETRY_SECONDS: Final = 60.0
"""The longest pause that is waited for; who is asked to wait longer is told instead."""
NO_TOOLS: Final = "The model {model} takes no tools here, so it answers without them."
NO_IMAGES: Final = "The model {model} can’t see images, so it answers without them."
SHORTENED: Final = (
    "This was more than the model {model} can read at once, so it was asked again without the older part of it."
)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Attempt:
    """A request and how it is put."""

    request: ChatRequest
    known: Dialect
    """What was known of the endpoint when it began."""
    dialect: Dialect
    waited: bool = False
    """Whether it was already sent again after a pause."""
    reconnections: int = 0
    """How often it was sent again because a kept connection had been closed."""
    notices: tuple[str, ...] = ()
    """What is told once this way has led to an answer."""


class _ClosedConnectionError(Exception):
    """The endpoint had closed a connection that was kept since the last answer; llama.cpp does so without saying it."""


class OpenAICompatibleModel:
    """A chat model behind `POST {base_url}/chat/completions` (`contract.LanguageModel`)."""

    def __init__(
        self,
        *,
        http: aiohttp.ClientSession,
        base_url: str,
        key: str,
        model: str,
        provider: str = "",
        small: bool = False,
        reads_memories: bool | None = None,
        dialects: Dialects | None = None,
    ) -> None:
        """`base_url` is such as `http://127.0.0.1:8080/v1`; the caller owns and closes `http`.

        Unless `reads_memories` says otherwise, a model on this computer does and another does not.
        """
        self.state_changed: Signal[EngineState] = Signal()
        self.state = EngineState(phase="ready")
        """Ready from the start for whoever knows that; `start` asks the endpoint first."""
        self.name = model
        self.provider = provider or _host(base_url)
        self.small = small
        self.is_here = is_loopback(base_url)
        self.reads_memories = self.is_here if reads_memories is None else reads_memories
        self._http = http
        self._base_url = base_url.rstrip("/")
        self._key = key.strip()  # a key that is copied often has a line end
        self._client = EndpointClient(http, base_url=self._base_url, key=self._key, model=model, provider=self.provider)
        self._dialects = dialects or Dialects(learned={})
        self.room = self._dialects.rooms.setdefault(self._place, PromptRoom())
        self._start_check: Callable[[], asyncio.Task[None]] | None = None
        self._start_reading_details: Callable[[], object] | None = None
        self._checking: asyncio.Task[None] | None = None

    def start(self, scope: Scope, *, clock: Clock) -> None:
        """Check in the background that the endpoint answers and takes the key; again whenever it is gone."""
        self.state = EngineState(phase="getting_ready")
        self._start_check = lambda: scope.spawn("check language model", self._check(clock))
        self._start_reading_details = lambda: scope.spawn("read a model's details", self._read_details())
        self._checking = self._start_check()

    @property
    def takes_images(self) -> bool | None:
        """See `contract.LanguageModel`: as its refusals have taught, else as the endpoint tells."""
        if self.small or not self._dialects.of(self._place).images:
            return False
        return self._dialects.sees.get(self._place)

    def context_budget(self, tokens: int) -> int:
        """See `contract.LanguageModel`."""
        return self.room.budget(tokens)

    async def answer(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """See `contract.LanguageModel`."""
        known = self._dialects.of(self._place)
        attempt = _Attempt(request=request, known=known, dialect=known)
        while True:
            begun = False
            try:
                async with contextlib.aclosing(self._try(attempt)) as pieces:
                    async for piece in pieces:
                        if not begun:
                            begun = True
                            self._learn(attempt)
                        yield piece
            except RefusalError as refusal:
                if begun:
                    raise await self._client.describe(refusal) from None
                attempt = await self._next_attempt(attempt, refusal)
            except _ClosedConnectionError:
                attempt = replace(attempt, reconnections=attempt.reconnections + 1)
            else:
                if self._start_reading_details is not None and self.room.context_tokens is None:
                    self._start_reading_details()
                    self._start_reading_details = None
                return

    async def _read_details(self) -> None:
        """Ask how much the model reads at once, which some servers know only once it has answered."""
        found = FoundEndpoint(base_url=self._base_url, kind=kind_of(self._base_url), models=())
        told = await read_details(self._http, found, self.name, key=self._key)
        self.room.context_tokens = told.context_tokens or self.room.context_tokens
        self._note_images(told.images)

    def _note_images(self, sees: bool | None) -> None:  # noqa: FBT001 - as the endpoint tells it
        """Remember what the endpoint tells, and have it told on."""
        if sees is not None and self._dialects.sees.get(self._place) is not sees:
            self._dialects.sees[self._place] = sees
            self.state_changed.emit(self.state)

    @property
    def _place(self) -> tuple[str, str]:
        return self._base_url, self.name

    def _learn(self, attempt: _Attempt) -> None:
        """Remember the way that has led to an answer, and tell what it means for this one."""
        self._dialects.note(self._place, attempt.known, attempt.dialect)
        for sentence in attempt.notices:
            attempt.request.notify(ModelNotice(sentence=sentence))
        attempt.request.accepted(attempt.dialect.as_put(attempt.request))

    async def _next_attempt(self, attempt: _Attempt, refusal: RefusalError) -> _Attempt:
        """Return how to ask again after a refusal, when it is time to.

        Raises:
            WorldError: there is no other way to ask.
        """
        if refusal.is_overflow:
            self.room.note_refusal(refusal.words)
        if refusal.is_overflow and (shorter := shorten(attempt.request.messages)) is not None:
            notices = dict.fromkeys((*attempt.notices, SHORTENED.format(model=self.name)))
            return replace(attempt, request=replace(attempt.request, messages=shorter), notices=tuple(notices))
        has_images = any(message.images for message in attempt.request.messages)
        if has_images and (blind := learn_images(attempt.dialect, refusal)) is not None:
            return replace(attempt, dialect=blind, notices=(*attempt.notices, NO_IMAGES.format(model=self.name)))
        if (taught := learn(attempt.dialect, refusal)) is not None:
            lost_tools = attempt.request.tools and attempt.dialect.tools and not taught.tools
            lost = (NO_TOOLS.format(model=self.name),) if lost_tools else ()
            return replace(attempt, dialect=taught, notices=attempt.notices + lost)
        failure = await self._client.describe(refusal)
        pause = RETRY_SECONDS if refusal.retry_after is None else refusal.retry_after
        if refusal.is_passing and pause > MAX_RETRY_SECONDS:
            raise replace(failure, sentence=f"{failure.sentence} Ask again in {math.ceil(pause / 60)} minutes.")
        if attempt.waited or not refusal.is_passing:
            raise failure
        if pause >= 1:
            sentence = f"{failure.sentence} It is asked again in {pause:.0f} s."
            attempt.request.notify(ModelNotice(sentence=sentence, waits=True))
        await asyncio.sleep(pause)
        return replace(attempt, waited=True)

    async def _try(self, attempt: _Attempt) -> AsyncGenerator[Piece, None]:
        """Ask once.

        Raises:
            RefusalError: it was refused.
            _ClosedConnectionError: the request may not have reached it.
            WorldError: `model_unreachable`, `model_silent`, `model_interrupted` or `model_failed`.
        """
        begun, asked = False, time.monotonic()
        splitter = ThoughtSplitter(thinks_first=attempt.dialect.thinks_first)
        try:
            with self._signs_of_life(attempt.request) as alive:
                async with self._client.post(attempt.request, attempt.dialect) as response:
                    if response.status != 200:
                        raise await read_refusal(response, key=self._key)
                    begun = True
                    read = read_pieces(response, splitter, key=self._key)
                    async with contextlib.aclosing(self._measured(attempt, read, asked=asked)) as pieces:
                        async for piece in pieces:
                            alive()
                            yield piece
        except aiohttp.ConnectionTimeoutError as error:
            raise self._gone() from error
        except TimeoutError as error:
            raise silent(self.provider) from error
        except (aiohttp.ClientError, OSError, UnicodeError) as error:  # the last: a name that no computer can have
            if not begun and attempt.reconnections < KEPT_CONNECTIONS and was_closed(error):
                raise _ClosedConnectionError from error
            raise (interrupted() if begun else self._gone()) from error
        if splitter.unopened:
            self._dialects.note(self._place, attempt.dialect, replace(attempt.dialect, thinks_first=True))

    async def _measured(
        self, attempt: _Attempt, answer: AsyncGenerator[Piece, None], *, asked: float
    ) -> AsyncGenerator[Piece, None]:
        """Yield the pieces, learn how fast it reads; an answer that thinking has used up is longer the next time."""
        thought = said = False
        waited = 0.0
        async with contextlib.aclosing(answer) as pieces:
            async for piece in pieces:
                waited = waited or time.monotonic() - asked
                if isinstance(piece, Finish) and piece.usage is not None:
                    new = piece.usage.prompt_tokens - piece.usage.cached_tokens
                    self.room.note_reading(tokens=new, seconds=waited)
                thought = thought or isinstance(piece, Thought)
                said = said or not isinstance(piece, Thought | Finish)
                used_up = isinstance(piece, Finish) and piece.reason == "length" and thought and not said
                if used_up and not attempt.dialect.thinks_long:
                    self._dialects.note(self._place, attempt.dialect, replace(attempt.dialect, thinks_long=True))
                yield piece

    @contextlib.contextmanager
    def _signs_of_life(self, request: ChatRequest) -> Any:
        """Tell the person once when nothing has come for a while; the context is called with each piece."""
        loop = asyncio.get_running_loop()
        sentence = (
            f"The language model ({self.provider}) has sent nothing for {SIGN_OF_LIFE_SECONDS:.0f} seconds. "
            "It is still waited for; you can stop it."
        )
        notice = ModelNotice(sentence=sentence, waits=True)
        timer = loop.call_later(SIGN_OF_LIFE_SECONDS, request.notify, notice)

        def restart() -> None:
            nonlocal timer
            timer.cancel()
            timer = loop.call_later(SIGN_OF_LIFE_SECONDS, request.notify, notice)

        try:
            yield restart
        finally:
            timer.cancel()

    def _gone(self) -> WorldError:
        """Show that the endpoint is gone until it is there again (only if `start` was called); return the error."""
        failure = unreachable(self.provider)
        if self._start_check is not None and (self._checking is None or self._checking.done()):
            self._change(EngineState(phase="failed", sentence=failure.sentence))
            self._checking = self._start_check()
        return failure

    async def _check(self, clock: Clock) -> None:
        while True:
            try:
                self._note_images(await self._client.list_models())
            except WorldError as error:
                self._change(EngineState(phase="failed", sentence=error.sentence))
            else:
                self._change(EngineState(phase="ready"))
                if self._start_reading_details is not None and self.takes_images is None:
                    self._start_reading_details()
                return
            await clock.sleep(CHECK_SECONDS)

    def _change(self, state: EngineState) -> None:
        if state != self.state:
            self.state = state
            self.state_changed.emit(state)


def _host(base_url: str) -> str:
    try:
        return urlsplit(base_url).hostname or base_url
    except ValueError:
        return base_url
