"""Answer the questions of one conversation one after the other; stop the current one, or one that waits."""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Final

from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.question import Question
from alicia_desktop.server.turn import AnswerTurn

TURN_STOPPED: Final = "stopped"


MakeTurn = Callable[[Question], AnswerTurn]


class TurnQueue:
    """Answers the questions of one conversation, one after the other."""

    def __init__(self, *, make: MakeTurn, on_end: Callable[[], None]) -> None:
        """`on_end` is called after each turn, however it ended."""
        self._make, self._on_end = make, on_end
        self._waiting: deque[Question] = deque()
        self._more = asyncio.Event()
        self._turn: AnswerTurn | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self, scope: Scope) -> None:
        """Start to answer queued questions."""
        scope.spawn("turns", self._run(scope))

    def enqueue(self, question: Question) -> None:
        """Queue a question behind the others; it waits for their answers, not for what a turn does after its answer."""
        self._waiting.append(question)
        self._more.set()
        if self._turn is not None and self._turn.is_answered and self._task is not None:
            self._task.cancel(TURN_STOPPED)

    @property
    def busy(self) -> bool:
        """Whether a question is being answered or waits."""
        return self._turn is not None or bool(self._waiting)

    @property
    def answer_id(self) -> str | None:
        """The answer that is being written; None before it has begun."""
        return self._turn.answer_id if self._turn is not None else None

    def holds(self, question_id: str) -> bool:
        """Return whether this question is being answered or queued."""
        current = self._turn is not None and self._turn.question.id == question_id
        return current or any(question.id == question_id for question in self._waiting)

    def stop(self, target_id: str | None) -> None:
        """Stop the turn of this answer or question, or the current one; a queued one never starts."""
        if target_id is not None and not self._is_current(target_id):
            self._waiting = deque(question for question in self._waiting if question.id != target_id)
        elif self._task is not None:
            self._task.cancel(TURN_STOPPED)

    def _is_current(self, target_id: str) -> bool:
        turn = self._turn
        return turn is not None and target_id in {turn.answer_id, turn.question.id, turn.question.continues}

    async def _run(self, scope: Scope) -> None:
        while True:
            while not self._waiting:
                self._more.clear()
                await self._more.wait()
            self._turn = self._make(self._waiting.popleft())
            self._task = scope.spawn("turn", self._turn.run())
            await asyncio.wait({self._task})
            await self._turn.wait_until_written()
            self._turn = self._task = None
            self._on_end()
