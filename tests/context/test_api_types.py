"""The typed objects have exactly the fields and names that the memory documents give them."""

from datetime import UTC, datetime

import msgspec
import pytest

from alicia_desktop.context import api_types

AT = datetime(2026, 11, 18, 12, tzinfo=UTC)
SEED = {
    "ConversationSummary": (
        "id session_id summary message_count start_message_id end_message_id importance_score created_at"
    ),
    "SemanticPin": "id session_id content source_message_id? importance_score pin_type created_at",
    "MessageWithImportance": "id session_id role text model_id token_usage created_at importance_score",
    "MemoryContext": "recentMessages semanticPins summaries totalTokens",
    "CreateSummaryRequest": "session_id start_message_id end_message_id message_count",
    "CreatePinRequest": "session_id content source_message_id? importance_score? pin_type?",
    "MemoryStats": ("totalMessages totalSummaries totalPins oldestMessage newestMessage averageImportanceScore"),
}
"""Field names as they were specified; a question mark where they may be absent."""


@pytest.mark.parametrize("name", SEED)
def test_the_fields_are_those_of_the_seed(name):
    fields = msgspec.structs.fields(getattr(api_types, name))
    assert [field.encode_name for field in fields] == [one.rstrip("?") for one in SEED[name].split()]


@pytest.mark.parametrize("name", [name for name, fields in SEED.items() if "?" in fields])
def test_what_the_seed_allows_to_be_absent_is_absent_when_it_is_not_given(name):
    kind = getattr(api_types, name)
    given = {"id": "p", "session_id": "ac_1", "content": "x", "importance_score": 0.5, "pin_type": "manual"}
    if name == "CreatePinRequest":
        given = {"session_id": "ac_1", "content": "x"}
    else:
        given["created_at"] = AT
    said = msgspec.to_builtins(kind(**given))
    assert set(said) == set(given)
    assert msgspec.convert(said, kind) == kind(**given)


def test_a_context_travels_as_the_seed_writes_it():
    message = api_types.MessageWithImportance(
        id=7,
        session_id="ac_1",
        role="user",
        text="Hi",
        model_id="",
        token_usage=1,
        created_at=AT,
        importance_score=0.1,
    )
    context = api_types.MemoryContext(recent_messages=(message,), total_tokens=5)
    said = msgspec.json.decode(msgspec.json.encode(context))
    assert said["recentMessages"][0]["id"] == 7
    assert said["recentMessages"][0]["created_at"] == "2026-11-18T12:00:00Z"
    assert said["totalTokens"] == 5


def test_a_pin_of_a_type_that_the_seed_does_not_know_is_refused():
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"session_id": "a", "content": "x", "pin_type": "other"}, api_types.CreatePinRequest)
