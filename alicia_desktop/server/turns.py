"""The turns of one conversation, one after the other: a message that comes while she answers waits for its own turn."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.turn import AnswerTurn, Question

MakeTurn = Callable[[Question], AnswerTurn]
STOPPED: Final = "stopped"


class Turns:
    """Questions in their order; one of them is being answered."""

    def __init__(self, *, make: MakeTurn, on_end: Callable[[], None]) -> None:
        """Take `on_end`, called after each turn, however it ended."""
        self._make, self._on_end = make, on_end
        self._waiting: deque[Question] = deque()
        self._more = asyncio.Event()
        self._turn: AnswerTurn | None = None
        self._task: asyncio.Task[None] | None = None

    def begin(self, scope: Scope) -> None:
        """Start to answer what is asked."""
        scope.spawn("turns", self._run(scope))

    def ask(self, question: Question) -> None:
        """Put a question at the end."""
        self._waiting.append(question)
        self._more.set()

    @property
    def busy(self) -> bool:
        """Whether a question is being answered or waits."""
        return self._turn is not None or bool(self._waiting)

    @property
    def answer_id(self) -> str | None:
        """The answer that is being written; None before it has begun."""
        return self._turn.answer_id if self._turn is not None else None

    def holds(self, question_id: str) -> bool:
        """Whether this question is being answered or waits for it."""
        current = self._turn is not None and self._turn.question.id == question_id
        return current or any(question.id == question_id for question in self._waiting)

    def stop(self, target_id: str | None) -> None:
        """End the turn of this answer or question, or the present one; one that waits never begins."""
        if target_id is not None and not self._is_current(target_id):
            self._waiting = deque(question for question in self._waiting if question.id != target_id)
        elif self._task is not None:
            self._task.cancel(STOPPED)

    def _is_current(self, target_id: str) -> bool:
        turn = self._turn
        return turn is not None and target_id in {turn.answer_id, turn.question.id, turn.question.go_on_from}

    async def _run(self, scope: Scope) -> None:
        while True:
            while not self._waiting:
                self._more.clear()
                await self._more.wait()
            self._turn = self._make(self._waiting.popleft())
            self._task = scope.spawn("turn", self._turn.run())
            await asyncio.wait({self._task})
            self._turn = self._task = None
            self._on_end()
