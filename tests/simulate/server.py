"""A server that follows the contract (docs/protocol.md), small enough to be certain what it must hold."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.protocol.codec import decode, encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import (
    Acknowledgement,
    AssistantSentence,
    Configuration,
    ErrorMessage,
    Feedback,
    FeedbackConfirmation,
    Message,
    StartAnswer,
    UserMessage,
)
from alicia_desktop.store.sync.history import HistoryMessage

CONVERSATION: Final = "ac_1"
SAVED_UNSAID: Final = 0.3
"""How many of the answers that a crash interrupts are saved whole all the same."""
WORDS: Final = ("Yes", "No", "On Friday", "In Berlin", "Emma's recital", "At six", "I do not know")


@dataclass
class Row:
    """One message, as it will be when it is whole."""

    id: str
    previous_id: str | None
    role: str
    sentences: list[str]
    state: str = "completed"

    @property
    def text(self) -> str:
        """Return all of it."""
        return " ".join(self.sentences)


@dataclass
class Server:
    """One conversation; what it has said is kept, and said again to whoever missed it."""

    random: Random
    clock: Clock
    rows: list[Row] = field(default_factory=list)
    votes: dict[str, str] = field(default_factory=dict)
    taken: list[str] = field(default_factory=list)
    """Ids of questions in the order in which they were first taken."""

    def __post_init__(self) -> None:
        self.deliver: Callable[[bytes], None] | None = None
        """The way to the client while its handshake is done."""
        self._said: list[Stanza] = []
        self._last = -1
        self._scope = Scope("simulated server")
        self._writing: dict[str, asyncio.Task[None]] = {}
        """By question, in their order."""

    def hear(self, data: bytes, deliver: Callable[[bytes], None]) -> None:
        """Take one packet."""
        stanza = decode(data)
        if not isinstance(stanza, Stanza):
            return
        match stanza.body:
            case Configuration() as asked:
                missed = [each for each in self._said if -each.stanza_id > (asked.last_sequence_seen or 0)]
                self.deliver = deliver
                self._say(Configuration(conversation_id=CONVERSATION, features=("byte_streams",)))
                for each in missed:
                    deliver(encode(each))
            case UserMessage() as question:
                self._acknowledge(stanza)
                self._take(question)
            case Feedback() as vote:
                self._acknowledge(stanza)
                self.votes[vote.id] = vote.vote
                self._say(self._confirmed(vote))
            case _:
                pass

    def restart(self, *, new_epoch: bool) -> None:
        """Lose every connection, and with a new epoch the count of stanzas and what could be replayed."""
        self.deliver = None
        if new_epoch:
            self._said, self._last = [], -1

    def crash(self) -> None:
        """Die while answers are being written, and come up again: what was not begun is, the others stay cut off.

        An answer may have been saved as a whole before the rest of it was said: then nobody ever says it, and only the
        history has it.
        """
        self.restart(new_epoch=False)
        interrupted, self._writing = self._writing, {}
        for question_id, task in interrupted.items():
            task.cancel()
            row = next((row for row in self.rows if row.role == "assistant" and row.previous_id == question_id), None)
            if self.random.random() < SAVED_UNSAID:
                self._save(row or self._begin(question_id))
            elif row is None:
                self._write(question_id)
            else:
                row.state = "failed"
                self._say(
                    ErrorMessage(
                        id=f"ae_{row.id}",
                        conversation_id=CONVERSATION,
                        code=501,
                        message="The server was ended.",
                        recoverable=False,
                        originating_id=row.id,
                    )
                )

    def history(self) -> tuple[HistoryMessage, ...]:
        """Return all of it, whole or not."""
        return tuple(
            HistoryMessage(
                id=row.id,
                previous_id=row.previous_id,
                role="user" if row.role == "user" else "assistant",
                contents=row.text,
                state=row.state,
                created_at=None,
            )
            for row in self.rows
        )

    @property
    def is_writing(self) -> bool:
        """Whether an answer is not whole yet."""
        return bool(self._writing)

    async def close(self) -> None:
        """End."""
        await self._scope.close()

    def _take(self, question: UserMessage) -> None:
        if question.id in self.taken:
            return
        self.taken.append(question.id)
        self.rows.append(Row(question.id, question.previous_id, "user", [question.content]))
        self._write(question.id)

    def _write(self, question_id: str) -> None:
        self._writing[question_id] = self._scope.spawn("answer", self._answer(question_id))

    def _begin(self, question_id: str) -> Row:
        row = Row(f"am_a{len(self.rows)}", question_id, "assistant", [], "streaming")
        self.rows.append(row)
        return row

    def _add_sentence(self, row: Row) -> int:
        sequence = len(row.sentences) + 1
        row.sentences.append(f"{self.random.choice(WORDS)} {sequence}.")
        return sequence

    def _save(self, row: Row) -> None:
        self._add_sentence(row)
        row.state = "completed"

    async def _answer(self, question_id: str) -> None:
        count = self.random.randint(1, 4)
        await self.clock.sleep(self.random.uniform(0.1, 2))
        row = self._begin(question_id)
        self._say(StartAnswer(id=row.id, previous_id=question_id, conversation_id=CONVERSATION))
        for _ in range(count):
            await self.clock.sleep(self.random.uniform(0.05, 2))
            sequence = self._add_sentence(row)
            self._say(
                AssistantSentence(
                    id=f"ams_{row.id}_{sequence}",
                    previous_id=row.id,
                    conversation_id=CONVERSATION,
                    sequence=sequence,
                    text=row.sentences[-1],
                    is_final=sequence == count,
                )
            )
        row.state = "completed"
        del self._writing[question_id]

    def _confirmed(self, vote: Feedback) -> FeedbackConfirmation:
        return FeedbackConfirmation(
            feedback_id=vote.id,
            target_type=vote.target_type,
            target_id=vote.target_id,
            aggregates={"upvotes": 1, "downvotes": 0},
            user_vote=vote.vote,
        )

    def _acknowledge(self, stanza: Stanza) -> None:
        self._say(
            Acknowledgement(
                conversation_id=CONVERSATION,
                acknowledged_stanza_id=stanza.stanza_id,
                acknowledged_message_id=getattr(stanza.body, "id", None),
            )
        )

    def _say(self, body: Message) -> None:
        self._last -= 1
        stanza = Stanza(stanza_id=self._last, conversation_id=CONVERSATION, body=body)
        self._said.append(stanza)
        if self.deliver is not None:
            self.deliver(encode(stanza))
