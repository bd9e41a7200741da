"""Bodies that are not quite as they should be: what is read, what is left, and what is said about it."""

from typing import Any

import pytest

from alicia_desktop.protocol.leniency import LenientBody, UnreadableBodyError, read_leniently
from alicia_desktop.protocol.messages import (
    ErrorMessage,
    MemoryTrace,
    Message,
    ToolUseRequest,
    Transcription,
    UserMessage,
)
from alicia_desktop.protocol.shapes import shape_of


def lenient(struct: type[Message], **body: Any) -> LenientBody:
    return read_leniently(body, shape_of(struct))


def user(**body: Any) -> LenientBody:
    return lenient(UserMessage, **{"id": "am_1", "content": "x"} | body)


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        ("1795298992184", 1795298992184),
        (1795298992184.0, 1795298992184),
        ("2026-11-21T20:49:52.184Z", 1795294192184),
        ("2026-11-21T21:49:52.184+01:00", 1795294192184),
        (" -3 ", -3),
    ],
)
def test_a_number_that_came_otherwise_is_read_and_told(sent: object, read: int):
    reading = user(timestamp=sent)
    assert reading.values["timestamp"] == read
    assert reading.problems == [
        f"timestamp is {'text' if isinstance(sent, str) else 'a number'}: read as a whole number"
    ]


@pytest.mark.parametrize(
    "sent", [True, 1.5, "soon", "2026-11-21T20:49:52", "", [1], {}, b"1", 2**63, "9" * 19, "٣" * 30]
)
def test_what_is_no_number_is_left_beside_and_told(sent: object):
    reading = user(timestamp=sent)
    assert "timestamp" not in reading.values
    assert reading.leftovers == {"timestamp": sent}
    assert len(reading.problems) == 1


@pytest.mark.parametrize(
    ("sent", "read"), [("true", True), ("False", False), (1, True), (0, False), ("1", True), (1.0, True), (" 0", False)]
)
def test_a_boolean_that_came_otherwise_is_read_and_told(sent: object, read: bool):
    reading = lenient(Transcription, id="t", text="x", final=sent)
    assert reading.values["final"] is read
    assert len(reading.problems) == 1


@pytest.mark.parametrize("sent", ["maybe", 2, [True], {}, b"1", 0.5])
def test_what_is_no_boolean_is_left_beside(sent: object):
    assert lenient(Transcription, id="t", text="x", final=sent).leftovers == {"final": sent}


@pytest.mark.parametrize(("sent", "read"), [(7, "7"), (1.5, "1.5"), (True, "true"), (b"am", "am"), (b"\xff", "\ufffd")])
def test_text_that_came_otherwise_is_read_and_told(sent: object, read: str):
    reading = user(content=sent)
    assert reading.values["content"] == read
    assert len(reading.problems) == 1


def test_a_whole_number_where_a_fraction_may_stand_is_no_problem():
    reading = lenient(MemoryTrace, id="t", memoryId="m", confidence=1)
    assert reading.values["confidence"] == 1.0
    assert not reading.problems


@pytest.mark.parametrize("sent", [float("nan"), float("inf"), "nan", True, [0.5], 10**400])
def test_what_is_no_fraction_is_left_beside(sent: object):
    assert lenient(MemoryTrace, id="t", memoryId="m", confidence=sent).leftovers.keys() == {"confidence"}


def test_a_fraction_in_a_text_is_read_and_told():
    reading = lenient(MemoryTrace, id="t", memoryId="m", confidence="0.5")
    assert (reading.values["confidence"], len(reading.problems)) == (0.5, 1)


@pytest.mark.parametrize(("name", "sent"), [("metadata", [1]), ("metadata", {1: 2}), ("content", {})])
def test_containers_are_never_guessed(name: str, sent: object):
    assert lenient(MemoryTrace, id="t", memoryId="m", **{name: sent}).leftovers == {name: sent}


def test_a_choice_is_read_in_any_case_and_no_other_is_taken():
    reading = lenient(ToolUseRequest, id="t", toolName="x", execution=" Server")
    assert (reading.values["execution"], len(reading.problems)) == ("server", 1)
    with pytest.raises(UnreadableBodyError, match="execution is text, not one of"):
        lenient(ToolUseRequest, id="t", toolName="x", execution="nowhere")
    error = lenient(ErrorMessage, code=501, message="x", severity=9)
    assert error.leftovers == {"severity": 9}


def test_nil_and_empty_ids_are_as_good_as_absent():
    reading = user(previousId="", timestamp=None)
    assert not {"previousId", "timestamp"} & reading.values.keys()
    assert not reading.problems


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ({"content": "x"}, "id is missing."),
        ({"id": "", "content": "x"}, "id is empty."),
        ({"id": None, "content": "x"}, "id is missing."),
        ({"id": "m", "content": ["x"]}, "content is a list, not text."),
        ({"id": {}, "content": "x"}, "id is a map, not text."),
    ],
)
def test_a_required_field_that_means_nothing_makes_the_body_unreadable(body: dict[str, Any], reason: str):
    with pytest.raises(UnreadableBodyError) as caught:
        read_leniently(body, shape_of(UserMessage))
    assert str(caught.value) == reason


def test_empty_text_is_text():
    assert user(content="").values["content"] == ""
