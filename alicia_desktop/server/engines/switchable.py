"""The language model of a server, which can be exchanged for another one while answers are written.

    model = SwitchableModel(open_model)          # open_model(endpoint, stack) → LanguageModel
    await model.use(None)                        # the built-in one
    turn_model = model.for_turn()                # one turn asks this one, whatever is chosen meanwhile
    await model.use(ModelEndpoint(url="http://127.0.0.1:11434/v1", name="qwen3:4b"))
    other = await model.lend(ModelFile(path=…))  # for one turn of a conversation that has a model of its own

What is being answered is answered to the end by the model that began it, which is closed afterwards: a turn may wait
for minutes between two questions to its model, while a person decides whether a tool may be used. Models of single
conversations are opened beside the one in use, and closed when they were not asked for a while.
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
IDLE_SECONDS: Final = 600.0
"""How long the model of a single conversation stays open after its last answer."""
MAX_BESIDE: Final = 3
"""Models that are open beside the one in use; the one that was asked longest ago makes room."""
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
        self._beside: list[_OpenedModel] = []
        """Of single conversations, the one that was asked last at the end."""
        self._switching, self._opening = asyncio.Lock(), asyncio.Lock()

    @property
    def _wrapped(self) -> LanguageModel:
        return self._current

    def for_turn(self) -> LanguageModel:
        """Return the model in use, to be asked by one turn that begins now; it stays as long as the turn has it."""
        return self._current.lend()

    @property
    def source(self) -> ModelSource | None:
        """Where the model in use comes from; None is the built-in one."""
        return self._current.source

    async def lend(self, source: ModelSource | None) -> LanguageModel:
        """Return a model for one turn that begins now, whether it is the one in use or not.

        Raises:
            WorldError: it cannot be opened.
        """
        if source == self._current.source:
            return self._current.lend()
        async with self._opening:  # a lock of its own: to exchange the model in use may take as long as a file loads
            opened = next((one for one in self._beside if one.source == source), None)
            if opened is None or opened.state.phase == "failed":
                opened = await self._open(source)
                self._scope.spawn("close idle model", self._close_idle(opened))
            else:
                self._beside.remove(opened)
            self._beside.append(opened)
            return opened.lend()

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
            self._used = await self._open(source, loaded=loaded)
            if former is not None:
                self._former.append(former)
                self._scope.spawn("close model", self._close_later(former))
        log.info("language model in use", provider=self.provider)
        self.state_changed.emit(self.state)

    async def close(self) -> None:
        """Close all models, also those that answer."""
        await self._scope.close()
        for opened in (*self._former, *self._beside, *([] if self._used is None else [self._used])):
            await opened.close()
        self._former.clear()
        self._beside.clear()

    @property
    def _current(self) -> "_OpenedModel":
        assert self._used is not None, "use() comes first"
        return self._used

    async def _open(self, source: ModelSource | None, *, loaded: bool = False) -> "_OpenedModel":
        stack = AsyncExitStack()
        try:
            model = await self._open_model(source, stack)
            if loaded:
                await _wait_until_loaded(model)
        except BaseException:
            await stack.aclose()
            raise
        opened = _OpenedModel(model, source, stack)
        stack.callback(model.state_changed.connect(lambda state: self._on_state(opened, state)))
        return opened

    def _on_state(self, opened: "_OpenedModel", state: EngineState) -> None:
        if opened is self._used:
            self.state_changed.emit(state)

    async def _close_idle(self, opened: "_OpenedModel") -> None:
        """Close the model of single conversations when nobody has asked it for long, or others need its place."""
        idle = 0.0
        while idle < IDLE_SECONDS and (opened.is_needed or self._has_room(opened)):
            await self._clock.sleep(CHECK_SECONDS)
            idle = 0.0 if opened.is_needed else idle + CHECK_SECONDS
        if opened in self._beside:
            self._beside.remove(opened)
        await opened.close()

    def _has_room(self, opened: "_OpenedModel") -> bool:
        return opened in self._beside[-MAX_BESIDE:] and opened.state.phase != "failed"

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
