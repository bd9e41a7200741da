"""A capture is what the conversation was, byte for byte; a filtered one holds what fits and nothing else."""

import json
from datetime import timedelta
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from alicia_desktop.base.errors import WorldError
from alicia_desktop.captures.container import CaptureReader
from alicia_desktop.captures.opened import capture_connection
from alicia_desktop.captures.turn_summary import read_turns
from alicia_desktop.captures.writer import CaptureContents, write_capture, write_json_lines
from alicia_desktop.filtering.expression import Mistake
from alicia_desktop.filtering.parser import parse
from alicia_desktop.filtering.vocabulary import STANZAS
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.store import journal
from alicia_desktop.store.conversations.conversation_file import rows_of
from alicia_desktop.view.inspector import WantedTurn, read_shown
from tests.captures.conftest import FACT, NOW
from tests.support.examples import examples


def filtered(said, conversation_id="ac_1"):
    expression = parse(said, STANZAS)
    assert not isinstance(expression, Mistake)
    return CaptureContents(conversation_id=conversation_id, expression=expression, filter_text=said)


def opened(path):
    return capture_connection(path, now=NOW)


def test_what_is_opened_is_what_was_there(told, captured):
    with opened(captured) as (conn, manifest):
        assert journal.page(conn) == journal.page(told.conn)
        there, here = rows_of(told.conn, "ac_1"), rows_of(conn, "ac_1")
        assert here == {**there, "outbox": []}
        assert manifest.stanzas == len(journal.page(told.conn))
        assert read_shown(conn, "ac_1", WantedTurn(), "conversation") == read_shown(
            told.conn, "ac_1", WantedTurn(), "conversation"
        )


def test_turns_of_a_capture_are_those_of_the_conversation(told, captured):
    with opened(captured) as (conn, _):
        found = list(read_turns(conn, "ac_1"))
    assert found == list(read_turns(told.conn, "ac_1"))
    first, second = found
    assert (first.asked, first.said, [one.content for one in first.retrieved]) == (
        "When is Emma's recital?",
        "On Friday.",
        [FACT],
    )
    assert [(call.name, call.status, call.result) for call in second.called] == [("calculator", "success", "391")]
    assert (first.first_word_ms, second.first_word_ms) == (400, 610)


def test_a_filtered_capture_holds_what_fits_and_nothing_else(told, tmp_path):
    path = tmp_path / "some"
    assert write_capture(told.conn, filtered("type:MemoryTrace"), path, now=NOW) == 1
    with CaptureReader(path) as reader:
        assert reader.manifest.selection == "filtered"
        assert reader.manifest.filter == "type:MemoryTrace"
        assert [*reader.lines("alicia_messages")] == []
        everything = b"".join(reader.lines("stanzas")) + bytes(reader.manifest.conversation)
    assert b"391" not in everything
    with opened(path) as (conn, _):
        (kept,) = journal.page(conn)
        (was,) = [one for one in journal.page(told.conn) if one.name == "MemoryTrace"]
        assert kept == was
        shown = read_shown(conn, "ac_1", WantedTurn(), "conversation")
        assert [one.content for one in shown.traces] == [FACT]


def test_marked_stanzas_are_saved_by_their_numbers(told, tmp_path):
    numbers = [one.seq for one in journal.page(told.conn) if one.name in {"UserMessage", "Malformed"}]
    path = tmp_path / "some"
    contents = CaptureContents(conversation_id="ac_1", seqs=tuple(numbers))
    assert write_capture(told.conn, contents, path, now=NOW) == 3
    with opened(path) as (conn, manifest):
        assert manifest.selection == "marked"
        assert [one.seq for one in journal.page(conn)] == numbers
        assert [turn.asked for turn in read_turns(conn, "ac_1")] == ["When is Emma's recital?", "What is 17 * 23?"]


def test_a_turn_that_was_filtered_out_shows_whole(told, tmp_path):
    path = tmp_path / "some"
    write_capture(told.conn, filtered("turn:2"), path, now=NOW)
    with opened(path) as (conn, _):
        (turn,) = read_turns(conn, "ac_1")
    assert (turn.asked, turn.said, turn.called[0].result, turn.first_word_ms) == (
        "What is 17 * 23?",
        "It is 391.",
        "391",
        610,
    )


def test_json_lines_are_one_object_a_stanza(told, tmp_path):
    path = tmp_path / "talk.jsonl"
    assert write_json_lines(told.conn, CaptureContents(conversation_id="ac_1"), path) == 10
    found = [json.loads(line) for line in path.read_text().splitlines()]
    assert [one["number"] for one in found] == [one.seq for one in journal.page(told.conn)]
    assert found[0]["body"]["content"] == "When is Emma's recital?"
    assert found[-1]["badges"] == ["malformed"]


@pytest.mark.parametrize(
    ("contents", "code"),
    [
        (CaptureContents(conversation_id="ac_none"), "no_conversation"),
        (filtered("type:MemoryAction"), "nothing_to_save"),
    ],
)
def test_nothing_to_save_leaves_the_former_file(told, tmp_path, contents, code):
    path = tmp_path / "talk"
    path.write_bytes(b"former")
    with pytest.raises(WorldError) as refusal:
        write_capture(told.conn, contents, path, now=NOW)
    assert refusal.value.code == code
    assert path.read_bytes() == b"former"


def test_who_stops_a_saving_keeps_the_former_file(told, tmp_path):
    path = tmp_path / "talk"
    path.write_bytes(b"former")

    def stop(done, total):
        raise InterruptedError

    with pytest.raises((InterruptedError, WorldError)):
        write_capture(told.conn, CaptureContents(conversation_id="ac_1"), path, now=NOW, report=stop)
    assert path.read_bytes() == b"former"
    assert [one.name for one in tmp_path.iterdir() if one.suffix == ".part"] == []


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(15))
@given(
    st.lists(st.tuples(st.text(max_size=30), st.text(max_size=30), st.floats(1, 5_000)), min_size=1, max_size=4),
    st.lists(st.binary(min_size=1, max_size=40), max_size=3),
)
def test_whatever_was_said_comes_back_byte_for_byte(blank, tmp_path, turns, packets):
    recorded = blank()
    for number, (asked, said, ms) in enumerate(turns, start=1):
        recorded.turn(number, asked, said, memory=said, tool="calculator", result=asked, ms=ms)
    for packet in packets:
        recorded.came_raw(packet)
    path = tmp_path / "talk"
    write_capture(recorded.conn, CaptureContents(conversation_id="ac_1"), path, now=NOW)
    with opened(path) as (conn, _):
        assert journal.page(conn) == journal.page(recorded.conn)
        assert list(read_turns(conn, "ac_1")) == list(read_turns(recorded.conn, "ac_1"))


def test_a_long_conversation_is_written_and_read_a_row_at_a_time(blank, tmp_path):
    recorded = blank()
    recorded.sent(*(UserMessage(id=f"am_{number}", content="x" * 2_000) for number in range(1_200)))
    told = []
    path = tmp_path / "talk"
    contents = CaptureContents(conversation_id="ac_1")
    write_capture(recorded.conn, contents, path, now=NOW + timedelta(days=1), report=lambda *one: told.append(one))
    assert told[:4] == [(0, 1_200), (500, 1_200), (1_000, 1_200), (1_200, 1_200)]
    with capture_connection(path, now=NOW, report=partial(_note, told)) as (conn, _):
        assert journal.count(conn) == 1_200


def test_a_capture_whose_stanzas_are_read_twice_is_opened_with_one_progress(blank, tmp_path):
    recorded = blank()
    recorded.sent(*(UserMessage(id=f"am_{number}", content="x") for number in range(1_000)))
    told: list[tuple[int, int]] = []
    path = tmp_path / "talk"
    write_capture(recorded.conn, filtered("dir:out"), path, now=NOW + timedelta(days=1))
    with capture_connection(path, now=NOW, report=partial(_note, told)) as (conn, _):
        assert journal.count(conn) == 1_000
    assert told == [(0, 1_000), (250, 1_000), (500, 1_000), (750, 1_000)]


def _note(told, done, total):
    told.append((done, total))
