"""What is measured with: a conversation with tools and memories, in the proportions of a real one."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count, islice

from alicia_desktop.protocol.codec import decode, encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import (
    Acknowledgement,
    AssistantSentence,
    MemoryTrace,
    Message,
    ReasoningStep,
    StartAnswer,
    ToolUseRequest,
    ToolUseResult,
    UserMessage,
)
from alicia_desktop.store.recording import JournalEntry
from alicia_desktop.store.records import Direction

CONVERSATION = "ac_V1StGXR8_Z5jdHi6B-myT"
BEGUN = datetime(2026, 1, 1, tzinfo=UTC)
SENTENCES = (
    "Emma's piano recital is on Friday, so you still have three days to get ready for it.",
    "You told me that she plays the second movement of the sonatina and that she is nervous about the left hand.",
    "Shall I remind you on Thursday evening to lay out her dress?",
    "The hall opens at half past five, and the bus takes about twenty minutes from your street.",
    "I hope that she enjoys it!",
)


def _trace(turn: int, rank: int) -> MemoryTrace:
    return MemoryTrace(
        id=f"amu_{turn:09}_{rank:011}",
        previous_id=f"am_q{turn:020}",
        conversation_id=CONVERSATION,
        memory_id=f"amem_{turn % 50:010}_{rank:08}",
        memory_type="fact",
        action="retrieved",
        content="My daughter Emma has a piano recital on Friday at six in the town hall.",
        confidence=0.75,
        metadata={"retrievalScore": 0.5, "tags": ["family", "music"], "source": "conversation"},
    )


def _turn(turn: int) -> Iterator[Message]:
    """The stanzas of one turn: the question is ours, all else is the server's."""
    question, answer, tool = f"am_q{turn:020}", f"am_a{turn:020}", f"atu_{turn:021}"
    yield UserMessage(id=question, conversation_id=CONVERSATION, content="When is Emma's recital?", timestamp=1)
    yield Acknowledgement(conversation_id=CONVERSATION, acknowledged_stanza_id=turn, acknowledged_message_id=question)
    yield from (_trace(turn, rank) for rank in range(3))
    yield StartAnswer(id=answer, previous_id=question, conversation_id=CONVERSATION, answer_type="text+voice")
    yield ReasoningStep(
        id=f"ar_{turn:021}", conversation_id=CONVERSATION, previous_id=answer, content="Look it up.", step_index=1
    )
    yield ToolUseRequest(
        id=tool, message_id=answer, tool_name="calendar", parameters={"day": "Friday"}, execution="server"
    )
    yield ToolUseResult(request_id=tool, success=True, result={"entries": [{"at": "18:00", "title": "Recital"}]})
    for number, text in enumerate(SENTENCES, start=1):
        yield AssistantSentence(
            id=f"ams_{turn:014}_{number:05}",
            previous_id=answer,
            conversation_id=CONVERSATION,
            sequence=number,
            text=text,
            is_final=number == len(SENTENCES),
        )


def stanzas(first_turn: int = 1) -> Iterator[Stanza]:
    """Yield conversation without end, numbered as on the wire, each with the time and the trace in its meta."""
    ours, theirs = count(first_turn), count(-2 - 20 * first_turn, -1)
    for turn in count(first_turn):
        for body in _turn(turn):
            yield Stanza(
                stanza_id=next(ours) if isinstance(body, UserMessage) else next(theirs),
                conversation_id=CONVERSATION,
                body=body,
                meta={"timestamp": 1_795_298_992_184 + turn, "messaging.trace_id": f"{turn:032x}"},
            )


def packets(number: int, *, first_turn: int = 1, inbound_only: bool = False) -> list[bytes]:
    """Return the first stanzas as bytes; only those that come from the server if so asked."""
    wanted = (stanza for stanza in stanzas(first_turn) if stanza.stanza_id < 0 or not inbound_only)
    return [encode(stanza) for stanza in islice(wanted, number)]


def entries(number: int) -> list[JournalEntry]:
    """Return the first stanzas as they are handed to the journal: decoded, with their bytes."""
    found = []
    for place, raw in enumerate(packets(number)):
        content = decode(raw)
        assert isinstance(content, Stanza), content
        at = BEGUN + timedelta(milliseconds=place)
        direction: Direction = "out" if content.stanza_id > 0 else "in"
        found.append(JournalEntry(direction=direction, content=content, at=at, raw=raw, received_at=at))
    return found
