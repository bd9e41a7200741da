"""Records with everything set that a test does not care about."""

from dataclasses import fields
from datetime import UTC, datetime, timedelta
from typing import Any

from alicia_desktop.store.conversations.transcripts import MessageBundle
from alicia_desktop.store.records import (
    JournalRecord,
    MemoryRecord,
    MemoryUseRecord,
    MessageRecord,
    SentenceRecord,
    ToolUseRecord,
)

START = datetime(2026, 11, 19, 18, 2, 10, tzinfo=UTC)


def after(seconds: float) -> datetime:
    return START + timedelta(seconds=seconds)


def _made(kind: type[Any], given: dict[str, Any], defaults: dict[str, Any]) -> Any:
    values = {field.name: None for field in fields(kind)} | {"created_at": START, "updated_at": START}
    values |= defaults | given
    return kind(**{name: value for name, value in values.items() if name in {field.name for field in fields(kind)}})


def message(**given: Any) -> MessageRecord:
    made: MessageRecord = _made(
        MessageRecord,
        given,
        {
            "id": "am_1",
            "conversation_id": "ac_1",
            "sequence_number": 1,
            "message_role": "user",
            "contents": "When is Emma's recital?",
            "sync_status": "synced",
            "completion_status": "completed",
        },
    )
    return made


def answer(**given: Any) -> MessageRecord:
    return message(**{"id": "am_2", "sequence_number": 2, "message_role": "assistant", "previous_id": "am_1"} | given)


def sentence(number: int, text: str, **given: Any) -> SentenceRecord:
    made: SentenceRecord = _made(
        SentenceRecord,
        given,
        {
            "id": f"ams_{number}",
            "message_id": "am_2",
            "sentence_sequence_number": number,
            "text": text,
            "meta": {},
            "completion_status": "completed",
        },
    )
    return made


def use(**given: Any) -> MemoryUseRecord:
    made: MemoryUseRecord = _made(
        MemoryUseRecord,
        given,
        {
            "id": "amu_1",
            "conversation_id": "ac_1",
            "message_id": "am_1",
            "memory_id": "amem_1",
            "action": "retrieved",
            "content": "Emma has a recital on Friday",
            "meta": {},
        },
    )
    return made


def memory(**given: Any) -> MemoryRecord:
    made: MemoryRecord = _made(
        MemoryRecord,
        given,
        {
            "id": "amem_1",
            "content": "Emma has a recital on Friday",
            "importance": 0.6,
            "confidence": 1.0,
            "source_info": {},
            "tags": (),
            "pinned": False,
            "archived": False,
            "user_id": "user",
            "kind": "semantic",
            "reference_links": (),
            "usage_frequency": 0,
            "meta": {},
            "context": "",
        },
    )
    return made


def tool(**given: Any) -> ToolUseRecord:
    made: ToolUseRecord = _made(
        ToolUseRecord,
        given,
        {
            "id": "atu_1",
            "message_id": "am_1",
            "tool_name": "calculator",
            "tool_arguments": {"expression": "17 * 23"},
            "status": "pending",
            "sequence_number": 1,
            "conversation_id": "ac_1",
            "execution": "server",
            "timeout_ms": 30_000,
        },
    )
    return made


def journaled(name: str, **given: Any) -> JournalRecord:
    made: JournalRecord = _made(
        JournalRecord,
        given,
        {
            "seq": 1,
            "direction": "in",
            "stanza_id": -2,
            "type": 16,
            "name": name,
            "conversation_id": "ac_1",
            "raw": b"",
            "size": 0,
            "duplicate": False,
            "out_of_order": False,
            "after_stop": False,
            "unknown": False,
            "malformed": False,
            "problems": (),
            "at": START,
            "received_at": START,
            "stranger": False,
        },
    )
    return made


def bundle(**given: Any) -> MessageBundle:
    values: dict[str, Any] = {"message": message(), "meta": {}, "question_meta": {}}
    return MessageBundle(**(values | given))
