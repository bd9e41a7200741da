"""A conversation of two turns in a database of its own, and captures of it."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine

from alicia_desktop.captures.writer import CaptureContents, write_capture
from alicia_desktop.protocol.codec import encode
from alicia_desktop.protocol.envelope import Malformed, Stanza
from alicia_desktop.protocol.messages import (
    AssistantSentence,
    MemoryTrace,
    Message,
    StartAnswer,
    ToolUseRequest,
    ToolUseResult,
    UserMessage,
)
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.recording import JournalEntry, record
from tests.support.templates import Template

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
FACT = "Emma has a recital on Friday"


@dataclass
class Recorded:
    """A conversation as the session writes it down, with a clock that is set by hand."""

    conn: Connection
    now: datetime = NOW
    numbers: dict[str, int] = field(default_factory=lambda: {"out": 0, "in": 0})

    def pass_ms(self, milliseconds: float) -> None:
        self.now += timedelta(milliseconds=milliseconds)

    def sent(self, *bodies: Message, **meta: Any) -> None:
        self._passed("out", bodies, meta)

    def came(self, *bodies: Message, **meta: Any) -> None:
        self._passed("in", bodies, meta)

    def came_raw(self, raw: bytes) -> None:
        content = Malformed(reason="no map", raw=raw)
        record(self.conn, [self._entry("in", content, raw)])

    def turn(
        self,
        number: int,
        asked: str,
        said: str,
        *,
        memory: str = "",
        tool: str = "",
        result: Any = "391",
        ms: float = 400,
    ) -> None:
        """Add a turn whose first word comes after so long."""
        question, answer = f"am_q{number}", f"am_a{number}"
        self.sent(UserMessage(id=question, content=asked))
        if memory:
            trace = MemoryTrace(
                id=f"amu_{number}",
                previous_id=question,
                action="retrieved",
                memory_id=f"amem_{number}",
                content=memory,
                confidence=0.9,
            )
            self.came(trace)
        self.pass_ms(ms / 2)
        self.came(StartAnswer(id=answer, previous_id=question), model={"name": "small", "provider": "here"})
        if tool:
            use = f"atu_{number}"
            self.came(ToolUseRequest(id=use, message_id=answer, tool_name=tool, parameters={"expression": "17 * 23"}))
            self.pass_ms(10)
            self.came(ToolUseResult(id=f"{use}r", request_id=use, success=result is not None, result=result))
        self.pass_ms(ms / 2)
        self.came(AssistantSentence(previous_id=answer, sequence=1, text=said, is_final=True))
        self.pass_ms(1_000)

    def _passed(self, way: Any, bodies: tuple[Message, ...], meta: dict[str, Any]) -> None:
        for body in bodies:
            self.numbers[way] += 1
            number = self.numbers[way] * (1 if way == "out" else -1)
            stanza = Stanza(stanza_id=number, conversation_id="ac_1", body=body, meta=meta)
            record(self.conn, [self._entry(way, stanza, encode(stanza))])

    def _entry(self, way: Any, content: Any, raw: bytes) -> JournalEntry:
        return JournalEntry(
            direction=way, content=content, raw=raw, at=self.now, received_at=self.now, conversation_id="ac_1"
        )


@pytest.fixture
def blank(tmp_path: Path, template: Template) -> Iterator[Callable[[], Recorded]]:
    """Makes an empty conversation, each in a database of its own."""
    opened: list[tuple[Engine, Connection]] = []

    def make() -> Recorded:
        path = tmp_path / f"plain{len(opened)}.db"
        engine = writing_engine(path)
        conn = engine.connect()
        opened.append((engine, conn))
        template.migrate(conn, path, now=NOW)
        conn.begin()
        conversations.create(conn, at=NOW, conversation_id="ac_1", title="Emma")
        return Recorded(conn=conn)

    yield make
    for engine, conn in opened:
        conn.close()
        engine.dispose()


@pytest.fixture
def told(blank: Callable[[], Recorded]) -> Recorded:
    """A memory was used in the first turn and a tool in the second, and one packet was none."""
    recorded = blank()
    recorded.turn(1, "When is Emma's recital?", "On Friday.", memory=FACT)
    recorded.turn(2, "What is 17 * 23?", "It is 391.", tool="calculator", ms=600)
    recorded.came_raw(b"\xc1no map")
    return recorded


@pytest.fixture
def captured(told: Recorded, tmp_path: Path) -> Path:
    path = tmp_path / "talk.alicia-capture"
    write_capture(told.conn, CaptureContents(conversation_id="ac_1"), path, now=NOW)
    return path
