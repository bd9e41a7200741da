"""The registry is total: every struct has its entry, and what an entry names is there."""

import pytest

from alicia_desktop.protocol import messages
from alicia_desktop.protocol.registry import BY_NUMBER, ENTRIES, Direction, TypeEntry, entry_of, meta_ref, name_of
from tests.protocol.samples import ANSWER, CONVERSATION, SATURATED, TOOL_USE

NUMBERS = {*range(1, 17), *range(20, 28)}
each_entry = pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.name)


def _structs() -> set[type[messages.Message]]:
    found = {value for value in vars(messages).values() if isinstance(value, type)}
    return {one for one in found if issubclass(one, messages.Message) and one is not messages.Message}


def test_every_struct_has_one_entry_and_every_number_of_the_protocol_one_struct():
    assert {entry.struct for entry in ENTRIES} == _structs()
    assert {entry.number for entry in ENTRIES} == NUMBERS == set(BY_NUMBER)
    assert len(ENTRIES) == len(NUMBERS) == len({entry.name for entry in ENTRIES})


@each_entry
def test_an_alias_leads_to_a_field_and_hides_none(entry: TypeEntry):
    for alias, canonical in entry.aliases.items():
        assert canonical in entry.shape.wires
        assert alias not in entry.shape.wires


@each_entry
def test_an_identity_is_made_of_fields(entry: TypeEntry):
    assert set(entry.identity) <= set(entry.struct.__struct_fields__)
    assert not (entry.identity and entry.known_by_stanza)


@each_entry
def test_what_only_the_client_sends_is_never_done_twice(entry: TypeEntry):
    if entry.direction is Direction.CLIENT:
        assert entry.identity or entry.known_by_stanza


def test_every_alias_of_the_protocol_is_there():
    assert {(entry.number, alias) for entry in ENTRIES for alias in entry.aliases} == {
        (4, "durationMs"), (4, "sequence"), (5, "messageId"), (5, "sequence"), (6, "previousId"), (6, "arguments"),
        (7, "previousId"), (7, "error"), (9, "isFinal"), (13, "messageId"), (14, "messageId"), (14, "relevance"),
        (15, "messageId"), (15, "commentaryType"), (16, "messageId"), (16, "final"),
    }  # fmt: skip


def test_a_message_knows_its_entry():
    assert [entry_of(body).struct for body in SATURATED] == [type(body) for body in SATURATED]


def test_meta_refers_to_the_id_else_the_request_else_the_conversation():
    answer = messages.AssistantMessage(id=ANSWER, content="")
    assert meta_ref(answer, CONVERSATION) == ANSWER
    assert meta_ref(messages.ToolUseResult(request_id=TOOL_USE, success=True), CONVERSATION) == TOOL_USE
    assert meta_ref(messages.ToolUseResult(id="atr_1", request_id=TOOL_USE, success=True), CONVERSATION) == "atr_1"
    assert meta_ref(messages.ControlStop(), CONVERSATION) == CONVERSATION
    assert meta_ref(messages.AssistantSentence(previous_id=ANSWER, sequence=1, text=""), CONVERSATION) == CONVERSATION


def test_names_are_for_people_also_where_there_is_none():
    assert (name_of(14), name_of(31)) == ("MemoryTrace", "type 31")
