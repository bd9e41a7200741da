"""A published server as it was recorded (tests/data/golden_deployed.jsonl), played behind a `Line`.

Whenever the client sends what the recorded client sent next, what the server said then follows, byte for byte. Its HTTP
interface has what it had said by then.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

from alicia_desktop.base.observable import Signal
from alicia_desktop.line import frames
from alicia_desktop.protocol.codec import decode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import AssistantSentence, StartAnswer, UserMessage
from alicia_desktop.session import events
from alicia_desktop.store.sync.history import HistoryMessage
from alicia_desktop.transport.contract import RoomAddress

RECORDED = Path(__file__).parents[1] / "data" / "golden_deployed.jsonl"
PACKETS: list[dict[str, Any]] = [json.loads(line) for line in RECORDED.read_text().splitlines()]
AGENT = "alicia-agent-1"


def stanza_of(packet: dict[str, Any]) -> Stanza:
    """Return what a recorded packet says."""
    content = decode(bytes.fromhex(packet["hex"]))
    assert isinstance(content, Stanza)
    return content


class RecordedServer:
    """Plays one walk; also the `Line` by which the client reaches it, and its HTTP interface."""

    def __init__(self, walk: str) -> None:
        self.event_received: Signal[frames.LineEvent] = Signal()
        self.packets = [packet for packet in PACKETS if packet["walk"] == walk]
        self.questions = [
            body.content for body in (stanza_of(one).body for one in self.packets) if isinstance(body, UserMessage)
        ]
        self.conversation_id = stanza_of(self.packets[0]).conversation_id or ""
        self._place = 0
        self._link = ""
        self._asked: list[str] = []
        self._rows: dict[str, HistoryMessage] = {}

    @property
    def is_over(self) -> bool:
        """Whether all of it was played."""
        return self._place == len(self.packets)

    @property
    def awaits(self) -> str:
        """Return the name of what the recorded client sent next; empty at the end."""
        return "" if self.is_over else str(self.packets[self._place]["name"])

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
                loop.call_soon(
                    self._tell, frames.PeerChanged(link=command.link, identity=AGENT, present=True, stranger=False)
                )
            case frames.Send():
                loop.call_soon(self._hear, command.data)
            case _:
                pass

    def break_link(self) -> None:
        """The client loses the room."""
        self._tell(frames.LinkChanged(link=self._link, state="closed", sentence="lost", code="connection_lost"))

    async def request_room(self, conversation_id: str) -> events.RoomGranted:
        """Grant the room."""
        address = RoomAddress(transport="livekit", url="", token="t", room_name="conv", participant_id="me")
        return events.RoomGranted(conversation_id=self.conversation_id, address=address)

    async def history(self, conversation_id: str) -> tuple[HistoryMessage, ...]:
        """Return what was said up to now."""
        return tuple(self._rows.values())

    def _hear(self, data: bytes) -> None:
        content = decode(data)
        assert isinstance(content, Stanza)
        if self.is_over or type(content.body) is not type(stanza_of(self.packets[self._place]).body):
            return  # the recorded client did not say that
        if isinstance(content.body, UserMessage):
            self._asked.append(content.body.content)
        self._place += 1
        for packet in self.packets[self._place :]:
            if packet["dir"] != "in":
                break
            self._say(packet)
            self._place += 1

    def _say(self, packet: dict[str, Any]) -> None:
        body = stanza_of(packet).body
        if isinstance(body, StartAnswer) and body.id not in self._rows:
            asked = body.previous_id or ""
            self._rows[asked] = _row(asked, None, "user", self._asked[-1])
            self._rows[body.id] = _row(body.id, asked, "assistant", "")
            self._sentences: list[str] = []
        elif isinstance(body, AssistantSentence) and len(self._sentences) == body.sequence:
            self._sentences.append(body.text)
            last = next(reversed(self._rows.values()))
            self._rows[last.id] = _row(last.id, last.previous_id, "assistant", " ".join(self._sentences))
        self._tell(frames.StanzaArrived(link=self._link, data=bytes.fromhex(packet["hex"]), sender=AGENT))

    def _tell(self, event: frames.LineEvent) -> None:
        self.event_received.emit(event)


def _row(name: str, previous_id: str | None, role: Any, contents: str) -> HistoryMessage:
    return HistoryMessage(id=name, previous_id=previous_id, role=role, contents=contents, created_at=None)
