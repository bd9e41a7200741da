"""What carries what: of a stanza the thing, of a thing its stanzas."""

from typing import get_args

import pytest

from alicia_desktop.protocol.codec import encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import (
    Acknowledgement,
    AssistantSentence,
    AudioChunk,
    MemoryTrace,
    Message,
    ReasoningStep,
    StartAnswer,
    ToolUseRequest,
    ToolUseResult,
    Transcription,
    UserMessage,
)
from alicia_desktop.protocol.registry import ENTRIES
from alicia_desktop.store.records import JournalRecord
from alicia_desktop.view.references import (
    PHASE_STANZAS,
    PLACES,
    Reference,
    carried_by,
    places_of,
    sentence_reference,
    stanzas_of,
)
from alicia_desktop.view.turn_phases import Kind
from tests.view.records import journaled

QUESTION, ANSWER = "am_q", "am_a"


def journal(*bodies: tuple[Message, str], first: int = 1) -> list[JournalRecord]:
    """The stanzas in order, each with the message that it belongs to."""
    return [
        journaled(
            type(body).__name__,
            seq=seq,
            content_id=getattr(body, "id", None),
            turn_ref=turn_ref or None,
            raw=encode(Stanza(stanza_id=-seq, conversation_id="ac_1", body=body)),
        )
        for seq, (body, turn_ref) in enumerate(bodies, first)
    ]


TURN = journal(
    (Transcription(id=QUESTION, text="When is"), QUESTION),
    (Transcription(id=QUESTION, text="When is it?", final=True), QUESTION),
    (UserMessage(id=QUESTION, content="When is it?"), QUESTION),
    (MemoryTrace(id="amu_1", previous_id=QUESTION, memory_id="m1", action="retrieved"), QUESTION),
    (StartAnswer(id=ANSWER, previous_id=QUESTION), ANSWER),
    (ReasoningStep(id="ar_1", previous_id=ANSWER, content="Look.", step_index=1), ANSWER),
    (ToolUseRequest(id="atu_1", message_id=ANSWER, tool_name="calendar"), ANSWER),
    (ToolUseResult(id="atr_1", request_id="atu_1", success=True, result=1), ANSWER),
    (AssistantSentence(previous_id=ANSWER, sequence=1, text="On Friday."), ANSWER),
    (AudioChunk(seq=1), ANSWER),
    (AssistantSentence(id="ams_2", previous_id=ANSWER, sequence=2, text="At six."), ANSWER),
    (MemoryTrace(id="amu_2", previous_id=QUESTION, memory_id="m2", action="stored"), QUESTION),
    (Acknowledgement(acknowledged_message_id=ANSWER), ANSWER),
)


def numbers(reference: Reference, records: list[JournalRecord] | None = None) -> list[int]:
    return [record.seq for record in stanzas_of(reference, TURN if records is None else records)]


@pytest.mark.parametrize(
    ("kind", "name", "expected"),
    [
        ("message", QUESTION, [2, 3]),
        ("message", ANSWER, [5]),
        ("trace", "amu_1", [4]),
        ("trace", "amu_2", [12]),
        ("tool", "atu_1", [7, 8]),
        ("step", "ar_1", [6]),
    ],
)
def test_a_thing_is_linked_with_the_stanzas_that_carried_it(kind, name, expected):
    assert numbers(Reference(kind=kind, id=name)) == expected


def test_a_sentence_is_known_by_its_number_with_or_without_an_id_and_goes_before_its_sound():
    assert numbers(sentence_reference(ANSWER, 1)) == [9, 10]
    assert numbers(sentence_reference(ANSWER, 2)) == [11]
    assert numbers(sentence_reference("am_other", 1)) == []


@pytest.mark.parametrize(
    ("phase", "expected"),
    [
        ("speech", 2),
        ("transcript", 2),
        ("retrieval", 4),
        ("kept", 12),
        ("start", 5),
        ("sentence", 9),
        ("sound", 10),
        ("network", 13),
        ("waiting", 3),
        ("server", 5),
        ("prompt", 5),
        ("tokens", 9),
        ("voice", 10),
        ("buffer", 10),
        ("end", 9),
        ("untold", 5),
    ],
)
def test_a_phase_of_the_waterfall_is_linked_with_the_stanza_that_ends_it(phase, expected):
    assert numbers(Reference(kind="phase", id=phase, message_id=ANSWER))[0] == expected


@pytest.mark.parametrize("record", [record for record in TURN if carried_by(record).what is not None])
def test_what_a_stanza_carried_leads_back_to_that_stanza(record):
    what = carried_by(record).what
    assert what is not None
    assert record.seq in numbers(what)


def test_an_interim_transcript_and_a_receipt_carry_nothing_and_belong_to_their_message():
    assert [(carried_by(TURN[at]).what, carried_by(TURN[at]).message_id) for at in (0, 12)] == [
        (None, QUESTION),
        (None, ANSWER),
    ]


def test_a_stanza_knows_the_phase_that_it_ends():
    assert [carried_by(record).phase for record in TURN] == [
        "transcript",
        "transcript",
        "waiting",
        "retrieval",
        "start",
        "reasoning",
        "tool",
        "",
        "sentence",
        "sound",
        "sentence",
        "kept",
        "network",
    ]


def test_a_duplicate_comes_after_the_stanza_that_it_repeats():
    again = journaled("MemoryTrace", seq=1, content_id="amu_1", turn_ref=QUESTION, duplicate=True)
    assert numbers(Reference(kind="trace", id="amu_1"), [again, *TURN[3:]]) == [4, 1]


def test_the_stanzas_of_a_message_stand_for_it_where_its_own_is_not_kept():
    assert numbers(Reference(kind="message", id=ANSWER), TURN[8:]) == [9, 10, 11, 13]


@pytest.mark.parametrize("name", ["MemoryTrace", "UserMessage", "AssistantSentence", "Malformed", "Unknown"])
def test_of_a_forgotten_or_unreadable_stanza_what_the_journal_says_beside_it_is_known(name):
    record = journaled(name, raw=None, content_id="x_1", turn_ref=QUESTION, malformed=name == "Malformed")
    what = carried_by(record).what
    assert (what.id if what is not None else "") in {"x_1", ""}
    assert carried_by(record).message_id == QUESTION
    assert carried_by(journaled(name, raw=b"\xc1", turn_ref=None)).message_id == ""


def test_a_stranger_cannot_pretend_to_carry_what_is_not_his():
    body = ToolUseResult(id="x", request_id="atu_1", success=True)
    raw = encode(Stanza(stanza_id=-1, conversation_id="ac_1", body=body))
    assert carried_by(journaled("ToolUseResult", raw=raw, stranger=True)).what is None


def test_each_kind_can_be_shown_somewhere_and_a_stanza_only_where_its_type_belongs():
    for kind in PLACES:
        assert places_of(Reference(kind=kind, id="1"))
    stanza = Reference(kind="stanza", id="12")
    assert places_of(stanza, here="stanzas", stanza_type="MemoryTrace") == ("chat", "turn", "memory")
    assert places_of(stanza, here="stanzas", stanza_type="ToolUseResult") == ("chat", "turn", "tools")
    assert places_of(stanza, here="chat", stanza_type="StartAnswer") == ("turn", "stanzas")


def test_every_phase_names_types_that_there_are():
    names = {entry.name for entry in ENTRIES}
    assert all(set(types) <= names for types in PHASE_STANZAS.values())
    assert set(get_args(Kind)) - {"untold"} <= set(PHASE_STANZAS)
