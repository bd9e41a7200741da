"""Load a model once, in a thread, in the background, and run all work with it on that thread.

A model that is missing or damaged is a state with a sentence, never an exception that ends the server: writing goes
on without it.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Generic, TypeVar

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.engines.contract import EngineState

T = TypeVar("T")
R = TypeVar("R")
log = get_logger(__name__)


class Loading(Generic[T]):
    """Holds one loaded object and the single thread on which it is loaded and used."""

    def __init__(self, *, name: str, load: Callable[[], T], remedy: str) -> None:
        """`load` may raise anything; `remedy` is what the user can do then."""
        self.state_changed: Signal[EngineState] = Signal()
        self.state = EngineState(phase="getting_ready")
        self._name = name
        self._load = load
        self._remedy = remedy
        self._loaded: asyncio.Future[T] | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    def start(self, scope: Scope) -> None:
        """Start to load; a second call does nothing."""
        if self._loaded is None:
            self._loaded = asyncio.get_running_loop().create_future()
            scope.spawn(f"load-{self._name}", self._bring(self._loaded))

    async def use(self, work: Callable[[T], R]) -> R:
        """Run `work` with the loaded object on its thread, after everything asked for earlier.

        Raises:
            WorldError: it could not be loaded (`engine_failed`).
        """
        if self._loaded is None:
            raise WorldError(sentence=f"The {self._name} was not started.", code="engine_failed")
        thing = await asyncio.shield(self._loaded)
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, thing)

    def close(self) -> None:
        """Release the thread; its current work is finished in the background."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def _bring(self, loaded: asyncio.Future[T]) -> None:
        try:
            loaded.set_result(await asyncio.get_running_loop().run_in_executor(self._thread, self._load))
        except Exception as error:  # noqa: BLE001 - a foreign loader raises whatever it likes; here it becomes a sentence
            self._fail(loaded, error)
        else:
            self._change(EngineState(phase="ready"))

    def _fail(self, loaded: asyncio.Future[T], error: Exception) -> None:
        sentence = f"The {self._name} could not be loaded ({type(error).__name__}). {self._remedy}"
        log.warning("engine failed to load", engine=self._name, error=type(error).__name__)
        loaded.set_exception(WorldError(sentence=sentence, code="engine_failed"))
        loaded.exception()  # marks it as looked at: whoever needs it is told, and nobody has to
        self._change(EngineState(phase="failed", sentence=sentence))

    def _change(self, state: EngineState) -> None:
        self.state = state
        self.state_changed.emit(state)
