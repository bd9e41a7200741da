"""Measure the phases of one turn on the server, as `meta.timings` tells them (docs/protocol.md#timings).

    timings = TurnTimings(clock=clock, received_at=question.received_at)
    with timings.phase("retrieval"):
        found = await recall.find(request)
    model = timings.timed(model)        # its prompt and its tokens are phases from now on
    meta = {TIMINGS: timings.told()}

Zero is the question's receipt, so that what waited before its turn began is a phase like any other.
"""

from collections.abc import AsyncGenerator, Iterator, Mapping
from contextlib import aclosing, contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.observable import Signal
from alicia_desktop.protocol.extensions import RECEIVED_AT
from alicia_desktop.server.engines.contract import ChatRequest, EngineState, LanguageModel, ModelWrapper, Piece

MAX_PHASES: Final = 200
"""Of one turn; an answer that calls more tools tells the first."""


NOTHING_AHEAD: Final[Mapping[str, Any]] = {}


@dataclass(kw_only=True, slots=True)
class _Phase:
    name: str
    start: float
    end: float | None = None
    """None while it lasts."""
    tool: str = ""


class TurnTimings:
    """The phases of one turn, in milliseconds after its question came."""

    def __init__(self, *, clock: Clock, received_at: datetime | None, ahead: Mapping[str, Any] = NOTHING_AHEAD) -> None:
        """Begin, now that it is the question's turn; what waited since `received_at` was the queue.

        `ahead` is what was begun before the question was certain, and what of it was thrown away.
        """
        self._ahead = ahead
        self.clock = clock
        now = clock.now()
        self._received_at = received_at or now
        waited = max(0.0, (now - self._received_at).total_seconds())
        self._zero = clock.monotonic() - waited
        self._phases = [_Phase(name="queue", start=0.0, end=waited * 1000)]

    @contextmanager
    def phase(self, name: str, *, tool: str = "") -> Iterator[None]:
        """Measure what is done within."""
        lasting = self._begin(name, tool=tool)
        try:
            yield
        finally:
            lasting.end = self._now()

    def timed(self, model: LanguageModel) -> LanguageModel:
        """Return the model such that reading its prompt and writing its tokens are phases."""
        return _TimedModel(model, self)

    async def measure(self, pieces: AsyncGenerator[Piece, None]) -> AsyncGenerator[Piece, None]:
        """Yield the pieces of a model's answer: until the first it read the prompt, from then on it wrote tokens."""
        lasting, is_first = self._begin("prompt"), True
        try:
            async with aclosing(pieces):
                async for piece in pieces:
                    if is_first:
                        lasting.end, is_first = self._now(), False
                        lasting = self._begin("tokens")
                    yield piece
        finally:
            lasting.end = self._now()

    def told(self) -> dict[str, Any]:
        """Return what there was so far; a phase that lasts ends now."""
        now = self._now()
        return {
            RECEIVED_AT: round(self._received_at.timestamp() * 1000),
            "end": round(now, 1),
            "phases": [
                {
                    "name": phase.name,
                    "start": round(phase.start, 1),
                    "end": round(now if phase.end is None else phase.end, 1),
                    **({"tool": phase.tool} if phase.tool else {}),
                }
                for phase in self._phases[:MAX_PHASES]
            ],
            **({"leftOut": len(self._phases) - MAX_PHASES} if len(self._phases) > MAX_PHASES else {}),
            **({"ahead": dict(self._ahead)} if self._ahead else {}),
        }

    def _begin(self, name: str, *, tool: str = "") -> _Phase:
        lasting = _Phase(name=name, start=self._now(), tool=tool)
        self._phases.append(lasting)
        return lasting

    def _now(self) -> float:
        return (self.clock.monotonic() - self._zero) * 1000


class _TimedModel(ModelWrapper):
    """A model whose answers are measured."""

    def __init__(self, model: LanguageModel, timings: TurnTimings) -> None:
        self._model, self._timings = model, timings
        self.state_changed: Signal[EngineState] = model.state_changed

    @property
    def _wrapped(self) -> LanguageModel:
        return self._model

    def answer(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """See `contract.LanguageModel`."""
        return self._timings.measure(self._model.answer(request))
