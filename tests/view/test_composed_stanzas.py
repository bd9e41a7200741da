"""Stanzas composed by hand: a preset of every type, exactly what is wrong, and what is sent anew."""

import json
from dataclasses import replace

import pytest

from alicia_desktop.protocol.codec import encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import (
    ControlStop,
    ControlVariation,
    Feedback,
    MemoryAction,
    StartAnswer,
    ToolUseResult,
    UserMessage,
    UserNote,
)
from alicia_desktop.view.composed_stanzas import SENDABLE, StanzaContext, again, compose, preset
from tests.view.records import journaled

CONTEXT = StanzaContext(conversation_id="ac_1", message_id="am_2", at_ms=1_764_000_000_000)


@pytest.mark.parametrize("entry", SENDABLE, ids=lambda entry: entry.name)
def test_every_type_that_a_client_may_send_has_a_preset_that_needs_its_words_at_most(entry):
    said = json.loads(preset(entry.number, CONTEXT))
    said |= {name: "words" for name, value in said.items() if value == "" and entry.shape.by_wire[name].required}
    composed = compose(entry.number, json.dumps(said), conversation_id="ac_1")
    assert composed.problem == ""
    assert isinstance(composed.body, entry.struct)


def test_nothing_that_only_servers_say_is_offered():
    assert StartAnswer.TYPE not in {entry.number for entry in SENDABLE}


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ("{", "This is no JSON: "),
        ("[" * 5_000, "This is no JSON: "),
        ("[]", "A body is an object: { … }."),
        ("{}", "Id is missing."),
        ('{"id": "am_1", "content": 7}', "Content "),
        ('{"id": "am_1", "content": " "}', "Content is empty."),
        ('{"id": "am_1", "content": "x", "colour": "red"}', "UserMessage has no field colour."),
        ('{"id": "", "content": "x"}', "Id "),
        ('"' + "x" * 1_000_001 + '"', "It is longer than 1,000,000 characters."),
    ],
)
def test_what_is_wrong_is_said_and_nothing_can_be_sent(said, problem):
    composed = compose(UserMessage.TYPE, said, conversation_id="ac_1")
    assert composed.body is None
    assert composed.problem.startswith(problem)


def test_another_name_of_a_field_is_corrected():
    said = json.dumps({"requestId": "atu_1", "success": False, "error": "no"})
    assert compose(ToolUseResult.TYPE, said, conversation_id="ac_1").problem == "Write errorMessage instead of error."


@pytest.mark.parametrize(
    ("body", "memories"),
    [
        (MemoryAction(id="amem_1", action="pin", timestamp=1), "changed"),
        (UserMessage(id="am_1", conversation_id="ac_1", content="Hello."), "may_change"),
        (ControlVariation(conversation_id="ac_1", target_id="am_1", mode="regenerate"), "may_change"),
        (
            Feedback(id="af_1", message_id="am_1", target_type="memory", target_id="m", vote="up", timestamp=1),
            "changed",
        ),
        (Feedback(id="af_1", message_id="am_1", target_type="message", target_id="m", vote="up", timestamp=1), "none"),
        (ControlStop(), "none"),
    ],
)
def test_what_becomes_of_memories_is_known(body, memories):
    number, said = sent_anew(sent(body), CONTEXT)
    composed = compose(number, said, conversation_id="ac_1")
    assert (composed.problem, composed.memories) == ("", memories)


def sent_anew(journaled, context):
    found = again(journaled, context)
    assert found is not None
    return found


def sent(body, **changes):
    raw = encode(Stanza(stanza_id=3, conversation_id="ac_1", body=body))
    return journaled(type(body).__name__, raw=raw, direction="out", **changes)


def test_what_was_sent_is_sent_anew_under_a_new_id_and_time():
    number, said = sent_anew(sent(UserNote(id="an_1", content="walnuts", timestamp=5)), CONTEXT)
    body = json.loads(said)
    assert (number, body["content"], body["timestamp"]) == (UserNote.TYPE, "walnuts", CONTEXT.at_ms)
    assert body["id"] != "an_1"


def test_a_change_of_what_exists_keeps_its_id():
    _, said = sent_anew(sent(MemoryAction(id="amem_1", action="delete", timestamp=5)), CONTEXT)
    assert json.loads(said)["id"] == "amem_1"


def test_files_are_left_out():
    message = UserMessage(id="am_1", content="look", attachments=({"id": "aat_1", "data": b"x"},))
    _, said = sent_anew(sent(message), CONTEXT)
    assert "attachments" not in json.loads(said)


def test_what_came_or_was_forgotten_is_not_sent_anew():
    message = UserMessage(id="am_1", content="b")
    assert again(replace(sent(message), direction="in"), CONTEXT) is None
    assert again(replace(sent(message), raw=None), CONTEXT) is None
