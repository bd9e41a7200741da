"""A saturated message of every type: each field set, none to its default, so that a lost one is noticed.

Floats are ones that 32 bits hold exactly. Beside them, strategies that make any message of a type.
"""

from typing import Any

from hypothesis import strategies as st

from alicia_desktop.protocol import messages as m
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.registry import TypeEntry
from alicia_desktop.protocol.shapes import Field, FieldKind

CONVERSATION = "ac_V1StGXR8_Z5jdHi6B-myT"
QUESTION = "am_3KfTn8yQhVw1xEoC5iJbL"
ANSWER = "am_q4ZbX0sWm2LtRk9aPf7Ud"
TOOL_USE = "atu_G7uRd2pNz6HsYkA0vMcXe"
MOMENT = 1_795_298_992_184

SATURATED: tuple[m.Message, ...] = (
    m.ErrorMessage(
        id="ae_1",
        conversation_id=CONVERSATION,
        code=503,
        message="Busy",
        severity=3,
        recoverable=False,
        originating_id=QUESTION,
    ),
    m.UserMessage(
        id=QUESTION,
        previous_id=ANSWER,
        conversation_id=CONVERSATION,
        content="When is Emma’s recital?",
        timestamp=MOMENT,
        attachments=({"name": "a.png", "size": 3}, "note"),
    ),
    m.AssistantMessage(
        id=ANSWER,
        previous_id=QUESTION,
        conversation_id=CONVERSATION,
        content="On Friday.",
        timestamp=MOMENT,
        state="completed",
    ),
    m.AudioChunk(
        conversation_id=CONVERSATION,
        track_sid="TR_x",
        format="pcm_s16le_48000",
        duration=1250,
        seq=2,
        is_last=True,
        timestamp=MOMENT,
        data=b"\x00\x01\xff",
    ),
    m.ReasoningStep(
        id="ar_1",
        conversation_id=CONVERSATION,
        previous_id=ANSWER,
        content="Look for recitals",
        step_index=2,
        total_steps=3,
    ),
    m.ToolUseRequest(
        id=TOOL_USE,
        message_id=ANSWER,
        conversation_id=CONVERSATION,
        tool_name="calculator",
        parameters={"expression": "17 * 23", "digits": 0.5, "deep": {"list": [1, None, True]}},
        execution="either",
        timeout_ms=5_000,
    ),
    m.ToolUseResult(
        id="atr_1",
        request_id=TOOL_USE,
        conversation_id=CONVERSATION,
        success=True,
        result={"value": 391},
        error_code="timeout",
        error_message="Late",
    ),
    m.Acknowledgement(
        conversation_id=CONVERSATION,
        acknowledged_stanza_id=7,
        acknowledged_message_id=QUESTION,
        last_seen_stanza_id=-416,
        success=True,
        notes="Hello",
    ),
    m.Transcription(
        id=QUESTION,
        previous_id=ANSWER,
        conversation_id=CONVERSATION,
        text="When is",
        final=True,
        confidence=0.75,
        language="en",
    ),
    m.ControlStop(conversation_id=CONVERSATION, target_id=ANSWER, reason="barge-in", stop_type="all"),
    m.ControlVariation(conversation_id=CONVERSATION, target_id=QUESTION, mode="edit", new_content="Where is it?"),
    m.Configuration(
        conversation_id=CONVERSATION,
        last_sequence_seen=416,
        last_stanza_map={"main": 3},
        client_version="0.1.0",
        preferred_language="en-GB",
        device="desktop",
        features=("streaming", "byte_streams"),
        enable_reordering=True,
    ),
    m.StartAnswer(
        id=ANSWER,
        previous_id=QUESTION,
        conversation_id=CONVERSATION,
        answer_type="text+voice",
        planned_sentence_count=2,
    ),
    m.MemoryTrace(
        id="amu_1",
        conversation_id=CONVERSATION,
        previous_id=QUESTION,
        memory_id="amem_1",
        memory_type="profile_attribute",
        action="retrieved",
        content="Emma is allergic to walnuts",
        confidence=0.90625,
        metadata={"retrievalScore": 0.5, "tags": ["Emma", "allergy"], "source": "user_profile"},
    ),
    m.Commentary(
        id="aucc_1",
        conversation_id=CONVERSATION,
        target_id=ANSWER,
        author_role="user",
        content="Good",
        rating=5,
        comment_type="feedback-positive",
        timestamp=MOMENT,
    ),
    m.AssistantSentence(
        id="ams_1",
        previous_id=ANSWER,
        conversation_id=CONVERSATION,
        sequence=2,
        text="At half past six.",
        audio=b"\x10\x20",
        is_final=True,
    ),
    m.Feedback(
        id="af_1",
        conversation_id=CONVERSATION,
        message_id=ANSWER,
        target_type="memory",
        target_id="amem_1",
        vote="critical",
        quick_feedback="wrong",
        note="She is not",
        timestamp=MOMENT,
    ),
    m.FeedbackConfirmation(
        feedback_id="af_1",
        target_type="memory",
        target_id="amem_1",
        aggregates={"upvotes": 1, "downvotes": 2},
        user_vote="up",
    ),
    m.UserNote(
        id="an_1", message_id=ANSWER, content="Ask again", category="context", action="update", timestamp=MOMENT
    ),
    m.NoteConfirmation(note_id="an_1", message_id=ANSWER, success=True),
    m.MemoryAction(id="amem_1", action="pin", memory={"content": "Emma", "pinned": True}, timestamp=MOMENT),
    m.MemoryConfirmation(memory_id="amem_1", action="pin", success=True),
    m.ServerInfo(
        connection={"status": "connected", "latency": 12},
        model={"name": "SmolLM2", "provider": "local"},
        mcp_servers=({"name": "files", "status": "up"},),
    ),
    m.SessionStats(message_count=4, tool_call_count=3, memories_used=2, session_duration=61.5),
)


def stanza_of(body: m.Message, *, stanza_id: int = -2) -> Stanza:
    """A stanza around `body` that also has meta and a field that nobody knows."""
    return Stanza(
        stanza_id=stanza_id,
        conversation_id=CONVERSATION,
        body=body,
        meta={"timestamp": MOMENT, "messaging.trace_id": "0af7651916cd43dd8448eb211c80319c"},
        extra={"xFuture": {"a": [1, 0.5, None]}},
    )


# --- any message -----------------------------------------------------------------------------------------------------

INT64 = st.integers(-(2**63), 2**63 - 1)
FLOAT32 = st.floats(width=32, allow_nan=False, allow_infinity=False)
SCALARS = st.none() | st.booleans() | INT64 | FLOAT32 | st.text(max_size=20)
ANYTHING = st.recursive(
    SCALARS | st.binary(max_size=10),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=10,
)
MAPS = st.dictionaries(st.text(max_size=8), ANYTHING, max_size=4)

_VALUES: dict[FieldKind, st.SearchStrategy[Any]] = {
    FieldKind.TEXT: st.text(max_size=40),
    FieldKind.ID: st.text(min_size=1, max_size=30),
    FieldKind.INTEGER: INT64,
    FieldKind.NUMBER: FLOAT32,
    FieldKind.BOOLEAN: st.booleans(),
    FieldKind.BYTES: st.binary(max_size=20),
    FieldKind.MAP: MAPS,
    FieldKind.ANYTHING: ANYTHING,
}


def _values(entry: TypeEntry, field: Field) -> st.SearchStrategy[Any]:
    if field.choices:
        return st.sampled_from(field.choices)
    if field.kind is FieldKind.LIST:
        items = {"features": st.text(max_size=8), "mcpServers": MAPS}.get(field.wire, ANYTHING)
        return st.lists(items, max_size=3).map(tuple)
    if field.wire == "conversationId":
        return st.just(CONVERSATION)
    return _VALUES[field.kind]


def messages(entry: TypeEntry) -> st.SearchStrategy[m.Message]:
    """Any message of a type that the protocol allows."""
    fields = {field.attribute: _values(entry, field) for field in entry.shape.fields}
    required = {field.attribute for field in entry.shape.fields if field.required}
    required |= {"conversation_id"} & fields.keys()  # where it is left out, the envelope's is written
    return st.fixed_dictionaries(
        {name: fields[name] for name in required},
        optional={name: values for name, values in fields.items() if name not in required},
    ).map(lambda values: entry.struct(**values))


def stanzas(entry: TypeEntry) -> st.SearchStrategy[Stanza]:
    """Any stanza of a type; the names of extra fields are none that the protocol uses."""
    extra = st.dictionaries(st.text(max_size=6).map(lambda name: "x" + name.upper()), ANYTHING, max_size=2)
    return st.builds(
        Stanza,
        stanza_id=st.integers(-(2**31), 2**31 - 1),
        conversation_id=st.just(CONVERSATION),
        body=messages(entry),
        meta=MAPS,
        extra=extra,
    )
