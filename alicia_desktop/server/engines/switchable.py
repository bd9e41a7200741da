"""The language model of a server, which can be exchanged for another one while answers are written.

    model = SwitchableModel(open_model)          # open_model(endpoint, stack) → LanguageModel
    await model.use(None)                        # the built-in one
    turn_model = model.for_turn()                # one turn asks this one, whatever is chosen meanwhile
    await model.use(ModelEndpoint(url="http://127.0.0.1:11434/v1", name="qwen3:4b"))

What is being answered is answered to the end by the model that began it, which is closed afterwards: a turn may wait
for minutes between two questions to its model, while a person decides whether a tool may be used.
"""

import asyncio
import copy
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack
from typing import Final, Protocol, Self
from weakref import WeakSet

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.engines.contract import ChatRequest, EngineState, LanguageModel, ModelWrapper, Piece
from alicia_desktop.server.options import ModelSource

CHECK_SECONDS: Final = 1.0
"""How often it is looked whether anybody still needs a model that was exchanged."""
log = get_logger(__name__)


class OpenModel(Protocol):
    """Opens a model; what it needs is entered into `stack`, which is closed with it."""

    async def __call__(self, source: ModelSource | None, stack: AsyncExitStack, /) -> LanguageModel:
        """Return the model of `source`, the built-in one for None."""
        ...


class SwitchableModel(ModelWrapper):
    """The model in use (`contract.LanguageModel`)."""

    def __init__(self, open_model: OpenModel, *, clock: Clock) -> None:
        self.state_changed: Signal[EngineState] = Signal()
        """Of the model in use; also when that is another one."""
        self._open_model, self._clock = open_model, clock
        self._scope = Scope("former models")
        self._used: _OpenedModel | None = None
        self._former: list[_OpenedModel] = []
        self._switching = asyncio.Lock()

    @property
    def _wrapped(self) -> LanguageModel:
        return self._current

    def for_turn(self) -> LanguageModel:
        """Return the model in use, to be asked by one turn that begins now; it stays as long as the turn has it."""
        return self._current.lend()

    async def use(self, source: ModelSource | None, *, loaded: bool = False) -> None:
        """Use another model from now on, the built-in one for None; does nothing if it is in use.

        With `loaded` it is waited for, and the former one stays until then.

        Raises:
            WorldError: with `loaded`, it cannot be loaded; the former one stays in use.
        """
        async with self._switching:
            former = self._used
            if former is not None and former.source == source and not (loaded and former.state.phase == "failed"):
                return
            stack = AsyncExitStack()
            try:
                model = await self._open_model(source, stack)
                if loaded:
                    await _wait_until_loaded(model)
            except BaseException:
                await stack.aclose()
                raise
            self._used = opened = _OpenedModel(model, source, stack)
            stack.callback(model.state_changed.connect(lambda state: self._on_state(opened, state)))
            if former is not None:
                self._former.append(former)
                self._scope.spawn("close model", self._close_later(former))
        log.info("language model in use", provider=self.provider)
        self.state_changed.emit(self.state)

    async def close(self) -> None:
        """Close all models, also those that answer."""
        await self._scope.close()
        for opened in (*self._former, *([] if self._used is None else [self._used])):
            await opened.close()
        self._former.clear()

    @property
    def _current(self) -> "_OpenedModel":
        assert self._used is not None, "use() comes first"
        return self._used

    def _on_state(self, opened: "_OpenedModel", state: EngineState) -> None:
        if opened is self._used:
            self.state_changed.emit(state)

    async def _close_later(self, former: "_OpenedModel") -> None:
        while former.is_needed:
            await self._clock.sleep(CHECK_SECONDS)
        self._former.remove(former)
        await former.close()


async def _wait_until_loaded(model: LanguageModel) -> None:
    settled = asyncio.Event()
    end = model.state_changed.connect(lambda _: settled.set())
    try:
        while model.state.phase == "getting_ready":
            settled.clear()
            await settled.wait()
    finally:
        end()
    if model.state.phase == "failed":
        raise WorldError(sentence=model.state.sentence, code="engine_failed")


class _OpenedModel(ModelWrapper):
    """A model that knows who needs it (`contract.LanguageModel`)."""

    def __init__(self, model: LanguageModel, source: ModelSource | None, stack: AsyncExitStack) -> None:
        self.state_changed = model.state_changed
        self.source = source
        self.close: Callable[[], Awaitable[None]] = stack.aclose
        self._model = model
        self._answers = 0
        self._lent: WeakSet[_OpenedModel] = WeakSet()

    @property
    def is_needed(self) -> bool:
        """Whether it writes an answer, or a turn has it that may ask it."""
        return bool(self._answers or self._lent)

    def lend(self) -> Self:
        """Return the same model for a turn: it is needed until the turn has let go of that."""
        lent = copy.copy(self)
        self._lent.add(lent)
        return lent

    @property
    def _wrapped(self) -> LanguageModel:
        return self._model

    async def answer(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        self._answers += 1
        pieces = self._model.answer(request)
        try:
            async for piece in pieces:
                yield piece
        finally:
            await pieces.aclose()
            self._answers -= 1
