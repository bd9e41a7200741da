"""Load a model when it is first needed, in a thread, in the background, and run all work with it on that thread.

Whether the model is there is looked up at the start, which costs nothing; to load it takes up to a second and memory,
which nobody needs who only writes. A model that is missing or damaged is a state with a sentence, never an exception
that ends the server: writing goes on without it.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Generic, TypeVar

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.engines.contract import EngineState

WHEN_NEEDED: Final = "It is loaded when it is first needed."
T = TypeVar("T")
R = TypeVar("R")
log = get_logger(__name__)


class Loading(Generic[T]):
    """Holds one loaded object and the single thread on which it is loaded and used; the base of speech engines."""

    def __init__(self, *, name: str, find: Callable[[], object], load: Callable[[], T], remedy: str) -> None:
        """`find` raises where the model is not there; both may raise anything, and `remedy` says what to do then."""
        self.state_changed: Signal[EngineState] = Signal()
        self.state = EngineState(phase="getting_ready")
        self._name = name
        self._find, self._load = find, load
        self._remedy = remedy
        self._scope: Scope | None = None
        self._loaded: asyncio.Future[T]
        self._is_wanted = False
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    def start(self, scope: Scope) -> None:
        """Look in the background whether the model is there; a second call does nothing."""
        if self._scope is None:
            self._scope = scope
            self._loaded = asyncio.get_running_loop().create_future()
            scope.spawn(f"find-{self._name}", self._look())

    def prepare(self) -> None:
        """Start to load in the background; a second call does nothing, nor does one where the model is not there."""
        if self._scope is not None and not self._is_wanted and not self._loaded.done():
            self._is_wanted = True
            self._change(EngineState(phase="getting_ready"))
            self._scope.spawn(f"load-{self._name}", self._bring())

    async def use(self, work: Callable[[T], R]) -> R:
        """Run `work` with the loaded object on its thread, after everything asked for earlier.

        Raises:
            WorldError: it could not be loaded (`engine_failed`).
        """
        if self._scope is None:
            raise WorldError(sentence=f"The {self._name} was not started.", code="engine_failed")
        self.prepare()
        thing = await asyncio.shield(self._loaded)
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, thing)

    def close(self) -> None:
        """Release the thread; its current work is finished in the background."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _look(self) -> None:
        try:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._find)
        except Exception as error:  # noqa: BLE001 - as below
            if not self._is_wanted:
                self._fail(error)
        else:
            if not self._is_wanted:
                self._change(EngineState(phase="ready", sentence=WHEN_NEEDED))

    async def _bring(self) -> None:
        try:
            loaded = await asyncio.get_running_loop().run_in_executor(self._thread, self._load)
        except Exception as error:  # noqa: BLE001 - a foreign loader raises whatever it likes; here it becomes a sentence
            self._fail(error)
        else:
            self._loaded.set_result(loaded)
            self._change(EngineState(phase="ready"))

    def _fail(self, error: Exception) -> None:
        sentence = f"The {self._name} could not be loaded. {self._remedy}"
        log.warning("engine failed to load", engine=self._name, error=type(error).__name__)
        self._loaded.set_exception(WorldError(sentence=sentence, code="engine_failed"))
        self._loaded.exception()  # marks it as looked at: whoever needs it is told, and nobody has to
        self._change(EngineState(phase="failed", sentence=sentence))

    def _change(self, state: EngineState) -> None:
        self.state = state
        self.state_changed.emit(state)
