"""A deployed server and its LiveKit room, as docs/protocol.md#deployed-servers tells of them, played behind a `Line`.

Receipts with id 0, its own ids for questions, questions lost on an unknown `previousId` and doubled on a resend, agents
that leave and come back with a partial replay out of order, strict kinds, errors that are none.
"""

import asyncio
import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgpack

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.line import frames
from alicia_desktop.session import events
from alicia_desktop.store.sync.history import HistoryMessage
from alicia_desktop.transport.contract import RoomAddress

CONVERSATION = "ac_deployed"
KEPT = 200
"""Stanzas that one agent can repeat."""


@dataclass
class Row:
    """A message in the server's database."""

    id: str
    previous_id: str | None
    role: str
    text: str
    sentences: list[str] = field(default_factory=list)


class DeployedServer:
    """One conversation on such a server; also the `Line` by which the client reaches it, and its HTTP interface."""

    def __init__(self, conversation_id: str = CONVERSATION) -> None:
        self.conversation_id = conversation_id
        self.event_received: Signal[frames.LineEvent] = Signal()
        self.rows: list[Row] = []
        self.received: list[dict[str, Any]] = []
        self.answers = True
        """Whether a question is answered at once; else `answer` does."""
        self.listens = True
        """Whether what is sent arrives at all."""
        self.history_down = False
        self._numbers = itertools.count(1)
        self._link = ""
        self._said: list[dict[str, Any]] = []
        self._last = -1
        self._agents = 0
        self._unanswered: list[Row] = []
        self._waiting: list[Callable[[], None]] = []

    # --- the line ---

    async def start(self) -> None:
        """Nothing has to come up."""

    async def close(self) -> None:
        """Nothing has to come down."""

    def post(self, command: frames.LineCommand) -> None:
        """Take a command; nothing comes back inside the call."""
        loop = asyncio.get_running_loop()
        match command:
            case frames.Connect():
                self._link = command.link
                loop.call_soon(self._tell, frames.LinkChanged(link=command.link, state="connected"))
                loop.call_soon(self.agent_comes)
            case frames.Send() if self.listens and is_strict(command.data):
                loop.call_soon(self.hear, msgpack.unpackb(command.data))
            case frames.Disconnect():
                self._link = ""
            case _:
                pass

    @property
    def agent(self) -> str:
        """Return the identity of the agent that came last."""
        return f"alicia-agent-{self._agents}"

    def agent_comes(self) -> None:
        """A new agent joins the room: its ids begin again, and it remembers no stanza."""
        self._agents += 1
        self._said, self._last = [], -1
        self._tell(frames.PeerChanged(link=self._link, identity=self.agent, present=True))

    def agent_goes(self) -> None:
        """The agent leaves; the client's own connection stays."""
        self._tell(frames.PeerChanged(link=self._link, identity=self.agent, present=False))

    def break_link(self) -> None:
        """The client loses the room."""
        self._tell(frames.LinkChanged(link=self._link, state="closed", sentence="lost", code="connection_lost"))

    # --- HTTP ---

    async def request_room(self, conversation_id: str) -> events.RoomGranted:
        """Grant the room."""
        address = RoomAddress(transport="livekit", url="", token="t", room_name="conv", participant_id="me")
        return events.RoomGranted(conversation_id=self.conversation_id, address=address)

    async def history(self, conversation_id: str) -> tuple[HistoryMessage, ...]:
        """Return all messages."""
        if self.history_down:
            raise WorldError(sentence="The server does not answer.", code="unreachable", retry=True)
        return tuple(
            HistoryMessage(
                id=row.id,
                previous_id=row.previous_id,
                role="assistant" if row.role == "assistant" else "user",
                contents=row.text,
                created_at=None,
            )
            for row in self.rows
        )

    def questions(self) -> list[str]:
        """Return the questions that the server has."""
        return [row.text for row in self.rows if row.role == "user"]

    def of_type(self, number: int) -> list[dict[str, Any]]:
        """Return the bodies that came of one type."""
        return [stanza["body"] for stanza in self.received if stanza["type"] == number]

    # --- the agent ---

    def answer(self) -> None:
        """Answer the oldest question that waits."""
        question = self._unanswered.pop(0)
        text = [f"You said: {question.text}", "That is all."]
        answer = Row(f"am_answer{next(self._numbers)}", question.id, "assistant", " ".join(text))
        answer.sentences = [f"ams_{answer.id}_{place}" for place in range(len(text))]
        trace = {"id": f"amu_{answer.id}", "messageId": question.id, "conversationId": self.conversation_id}
        self._say(14, trace | {"memoryId": "amem_1", "content": "something", "relevance": 0.5})
        self._say(13, self._start(answer))
        for place, sentence in enumerate(text):
            self._say(16, self._sentence(answer, place, sentence))
        self.rows.append(answer)
        self._say(1, self._error(503, "Failed to send audio: packetization payload size"))

    def begin(self) -> Row:
        """Begin to answer the oldest question: in the database the answer has no words before its end."""
        question = self._unanswered.pop(0)
        answer = Row(f"am_answer{next(self._numbers)}", question.id, "assistant", "")
        self.rows.append(answer)
        self._say(13, self._start(answer))
        return answer

    def write(self, answer: Row, sentence: str) -> None:
        """Send one more sentence of an answer that has begun."""
        place = len(answer.sentences)
        answer.sentences.append(f"ams_{answer.id}_{place}")
        self._say(16, self._sentence(answer, place, sentence))

    def regenerate(self) -> Row:
        """Delete the last answer and begin one in its place, as a variation may do there; nothing follows."""
        last = self.rows.pop()
        empty = Row(f"am_answer{next(self._numbers)}", last.previous_id, "assistant", "")
        self.rows.append(empty)
        self._say(13, self._start(empty))
        return empty

    def refuse(self, message: str) -> None:
        """Say that something went wrong."""
        self._say(1, self._error(501, message))

    def hear(self, stanza: dict[str, Any]) -> None:
        """Take what a client sent."""
        self.received.append(stanza)
        receipt = {"conversationId": self.conversation_id, "acknowledgedStanzaId": stanza["stanzaId"], "success": True}
        self._send(0, 8, receipt)
        body = stanza["body"]
        match stanza["type"]:
            case 12:
                self._greet(int(body["lastSequenceSeen"]))
            case 2:
                self._ask(body)
            case 10:
                self._say(1, self._error(501, "generation failed: context canceled"))
            case _:
                pass

    def _greet(self, seen: int) -> None:
        kept = list(self._said)
        self._say(8, {"conversationId": self.conversation_id, "acknowledgedStanzaId": seen, "success": True})
        if seen >= 0:
            return
        if kept:
            for stanza in kept[-KEPT:]:
                if stanza["stanzaId"] < seen:
                    self._send(stanza["stanzaId"], stanza["type"], stanza["body"])
        else:
            self._replay_rows()

    def _replay_rows(self) -> None:
        """A new agent sends whole messages by their place in the database, never the first question, no traces."""
        for place, row in reversed(list(enumerate(self.rows[1:], 2))):
            whole = {
                "id": row.id,
                "previousId": row.previous_id,
                "conversationId": self.conversation_id,
                "content": row.text,
            }
            if row.role == "user":
                self._send(-place, 2, whole)
                continue
            sentences = [part for part in re.split(r"(?<=\.) | (?=That is all)", row.text) if part]
            self._send(-place, 3, whole)
            self._send(-place, 13, self._start(row) | {"plannedSentenceCount": len(sentences)})
            for number, sentence in enumerate(sentences):
                self._send(-number, 16, self._sentence(row, number, sentence))

    def _ask(self, body: dict[str, Any]) -> None:
        previous = body.get("previousId")
        if previous is not None and all(row.id != previous for row in self.rows):
            self._say(1, self._error(501, "failed to save message: foreign key"))
            return
        row = Row(f"am_server{next(self._numbers)}", previous, "user", body["content"])
        self.rows.append(row)
        self._unanswered.append(row)
        if self.answers:
            self.answer()

    def _start(self, answer: Row) -> dict[str, Any]:
        return {
            "id": answer.id,
            "previousId": answer.previous_id,
            "conversationId": self.conversation_id,
            "answerType": "text",
        }

    def _sentence(self, answer: Row, place: int, text: str) -> dict[str, Any]:
        chained = answer.sentences[place - 1] if place else answer.id
        body = {"id": answer.sentences[place], "previousId": chained, "conversationId": self.conversation_id}
        return body | {"sequence": place, "text": text}

    def _error(self, code: int, message: str) -> dict[str, Any]:
        body = {"id": "", "conversationId": self.conversation_id, "code": code, "message": message}
        return body | {"severity": 2, "recoverable": False}

    def _say(self, number: int, body: dict[str, Any]) -> None:
        self._last -= 1
        self._said.append({"stanzaId": self._last, "type": number, "body": body})
        self._send(self._last, number, body)

    def _send(self, stanza_id: int, number: int, body: dict[str, Any]) -> None:
        stanza = {"stanzaId": stanza_id, "conversationId": self.conversation_id, "type": number, "body": body}
        self._tell(frames.StanzaArrived(link=self._link, data=msgpack.packb(stanza)))

    def _tell(self, event: frames.LineEvent) -> None:
        self.event_received.emit(event)


def is_strict(data: bytes) -> bool:
    """Whether it has the kinds that such a server reads; all else it drops in silence."""
    stanza = msgpack.unpackb(data, strict_map_key=False)
    if msgpack.packb(stanza, use_single_float=True) != data:
        return False
    when = stanza["body"].get("timestamp")
    return (when is None or type(when) is int) and _has_text_keys(stanza)


def _has_text_keys(value: object) -> bool:
    match value:
        case dict():
            return all(isinstance(key, str) and _has_text_keys(each) for key, each in value.items())
        case list():
            return all(map(_has_text_keys, value))
        case _:
            return True
