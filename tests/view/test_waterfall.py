"""The whole time of a turn: every millisecond belongs to something, and what was waited for adds up to the total."""

import json
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.store.exchanges import Exchange
from alicia_desktop.view.server_timings import MAX_PHASES, epoch_ms
from alicia_desktop.view.turn_phases import MAX_SOUNDS
from alicia_desktop.view.turn_records import TurnClock, TurnRecords
from alicia_desktop.view.turns import turn_view
from alicia_desktop.view.waterfall import BETWEEN, UNTOLD, TurnTime, waterfall
from tests.view.records import START, answer, bundle, journaled, message, sentence, tool, use

FEW = st.floats(0, 400).map(lambda ms: round(ms, 1))
AHEAD = 3_600_000
"""How far the server's clock is ahead of this computer's."""


def at(ms):
    return START + timedelta(milliseconds=ms)


def told(*phases, received, end):
    named = [dict(zip(("name", "start", "end", "tool"), phase, strict=False)) for phase in phases]
    return json.dumps({"receivedAt": epoch_ms(at(received)) + AHEAD, "end": end, "phases": named})


def exchange(sent, received, written, arrived):
    meta = {"receivedAt": epoch_ms(at(received)) + AHEAD, "timestamp": epoch_ms(at(written)) + AHEAD}
    return Exchange(left_at=at(sent), arrived_at=at(arrived), meta=meta)


def turn(*sentences, timings=None, started=None, tools=(), traces=(), journal=(), spoken=(), question=None, **changes):
    """Return a turn whose question left at 0 and whose sentences came at these milliseconds."""
    asked = message(**(question or {}))
    question_meta = {"client.sent_at": START.isoformat()}
    if spoken:
        begun, ended = spoken
        moments = {"speech_started_at": begun, "speech_ended_at": ended}
        question_meta = {f"client.{name}": at(ms).isoformat() for name, ms in moments.items()}
    records = [journaled("StartAnswer", content_id="am_2", received_at=at(started))] if started is not None else []
    meta = {"timings": timings} if timings else {}
    sounds = changes.pop("sounds", {})
    given_answer = bundle(
        message=answer(**changes),
        meta={**meta, **sounds},
        sentences=[sentence(number, "Yes.", created_at=at(ms)) for number, ms in enumerate(sentences, 1)],
        tools=tools,
        traces=traces,
    )
    return TurnRecords(
        question=asked,
        question_meta=question_meta,
        answer=given_answer,
        answer_meta=given_answer.meta,
        journal=[*records, *journal],
        exchanges=[exchange(0, 4, 5, 9)],
        number=1,
        count=1,
    )


def laid_out(made) -> TurnTime:
    return waterfall(made, TurnClock(made))


def shares(made):
    return {row.id: round(row.path_ms, 1) for row in laid_out(made).rows if row.path}


@st.composite
def turns(draw):
    """Turns of all kinds: told or not, with tools, spoken, stopped; and what a server tells may be nonsense."""
    names = ["queue", "learning", "model", "retrieval", "act", "prompt", "tokens", "tool", "oracle"]
    phases, now = [], 0.0
    for name in draw(st.lists(st.sampled_from(names), max_size=12)):
        start = now - draw(st.sampled_from([0.0, 0.0, 30.0]))
        now += draw(FEW)
        phases.append((name, max(0.0, start), now, "calculator"))
    received, back = draw(FEW), draw(FEW)
    last = received + now + draw(FEW) + back
    comes = sorted([*draw(st.lists(st.floats(0, last), max_size=5)), last])
    begun = draw(FEW)
    sounds = {"client.sound_started_at": at(last + begun).isoformat()}
    if draw(st.booleans()):
        sounds["client.sound_ended_at"] = at(last + begun + draw(FEW)).isoformat()
    chunks = [
        journaled(
            "AudioChunk", received_at=at(last - draw(FEW)), meta={"synthesis": {"ms": draw(FEW), "waitedMs": draw(FEW)}}
        )
        for _ in range(draw(st.integers(0, 3)))
    ]
    used = [
        tool(id=f"atu_{n}", created_at=at(draw(FEW)), completed_at=draw(st.sampled_from([None, at(900)])))
        for n in range(3)
    ]
    timings = told(*phases, received=received + draw(st.sampled_from([0, 0, -9e6, 9e6])), end=now)
    return turn(
        *comes,
        timings=draw(st.sampled_from([None, timings, timings, '{"phases": 3}', "{"])),
        started=draw(st.sampled_from([None, comes[0]])),
        tools=used[: draw(st.integers(0, 3))],
        traces=[use(meta={"retrieval": {"timingsMs": {"words": draw(FEW), "meaning": draw(FEW)}}})],
        journal=[*chunks, journaled("MemoryTrace", content_id="amu_1", received_at=at(draw(FEW)))],
        spoken=draw(st.sampled_from([(), (-3_000.0, 0.0)])),
        sounds=draw(st.sampled_from([{}, sounds])),
        stopped_at=draw(st.sampled_from([None, at(last + 7)])),
        completion_status=draw(st.sampled_from(["completed", "failed"])),
    )


@given(turns())
def test_what_was_waited_for_adds_up_to_the_total(made):
    found = laid_out(made)
    assert found.total_ms is not None
    assert sum(row.path_ms for row in found.rows) == pytest.approx(found.total_ms, abs=1e-3)
    stretches = sorted(stretch for row in found.rows for stretch in row.path)
    assert all(before[1] == pytest.approx(after[0], abs=1e-6) for before, after in pairwise(stretches))


@given(turns())
def test_the_retrieval_stands_before_the_words_that_quote_it(made):
    rows = {row.id: row for row in laid_out(made).rows}
    if "retrieval" in rows:
        assert rows["retrieval"].end_ms <= rows["first sentence"].end_ms + 1e-3 or made.answer_meta.get("timings")
        assert [row.at_ms for row in rows.values()] == sorted(row.at_ms for row in rows.values())


def test_a_turn_of_our_server_belongs_to_named_phases_on_this_computers_clock():
    timings = told(
        ("queue", 0, 1), ("learning", 1, 11), ("retrieval", 11, 31), ("prompt", 31, 131),
        ("tool", 131, 181, "calculator"), ("prompt", 181, 201), ("tokens", 201, 301), received=4, end=301,
    )  # fmt: skip
    used = tool(created_at=at(140), completed_at=at(190))
    found = use(meta={"retrieval": {"timingsMs": {"words": 2.0, "meaning": 17.0}}})
    made = turn(250, 310, timings=timings, started=240, tools=[used], traces=[found])
    assert shares(made) == {
        "to server": 4.0, "server queue": 1.0, "server learning": 10.0, "retrieval step words": 2.0,
        "retrieval step meaning": 17.0, "retrieval rest": 1.0, "server prompt": 120.0, "atu_1": 50.0,
        "server tokens": 100.0, "to here": 5.0,
    }  # fmt: skip
    whole = laid_out(made)
    assert (whole.total_ms, whole.clocks) == (310.0, "server’s clock ± 4 ms")
    labels = [row.label for row in whole.rows]
    assert labels.index("Memory retrieval") < labels.index("Reading the prompt") < labels.index("First sentence")
    first_token = next(row for row in whole.rows if row.label == "First token")
    assert (round(first_token.at_ms), first_token.took_ms) == (205, None)


def test_what_another_server_does_not_tell_is_one_row():
    used = tool(created_at=at(100), completed_at=at(300))
    made = turn(400, started=350, tools=[used])
    rows = [row for row in laid_out(made).rows if row.kind == "untold"]
    assert [(row.label, row.stretches, row.path_ms) for row in rows] == [
        ("Not told by this server", ((0.0, 100.0), (300.0, 350.0)), 150.0)
    ]
    assert shares(made) == {"atu_1": 200.0, "first sentence": 50.0, UNTOLD: 150.0}
    assert laid_out(made).clocks == ""


def test_what_a_server_did_between_its_phases_is_its_own_work_and_not_untold():
    made = turn(110, timings=told(("queue", 0, 10), ("tokens", 60, 100), received=4, end=102))
    assert shares(made) == {
        "to server": 4.0,
        "server queue": 10.0,
        BETWEEN: 52.0,
        "server tokens": 40.0,
        "to here": 4.0,
    }


def test_a_spoken_turn_from_the_first_sound_heard_to_the_last_sound_said():
    timings = told(("queue", 0, 5), ("prompt", 5, 55), ("tokens", 55, 155), received=700, end=155)
    sounds = {"client.sound_started_at": at(840).isoformat(), "client.sound_ended_at": at(2_840).isoformat()}
    journal = [
        journaled("Transcription", received_at=at(702), meta={"recognitionMs": 120.0}),
        journaled("AudioChunk", received_at=at(800), meta={"synthesis": {"ms": 30.0, "waitedMs": 0.0}}),
    ]
    made = turn(760, 860, timings=timings, spoken=(-2_000, 0), journal=journal, sounds=sounds)
    found = shares(made)
    assert {name: found[name] for name in ("speech", "endpoint", "transcript", "voice", "buffer", "sound")} == {
        "speech": 2_000.0, "endpoint": 580.0, "transcript": 120.0, "voice": 30.0, "buffer": 40.0, "sound": 2_000.0
    }  # fmt: skip
    tokens = next(row for row in laid_out(made).rows if row.label == "Tokens")
    assert (round(tokens.took_ms or 0), round(tokens.path_ms)) == (100, 15)
    assert sum(found.values()) == 4_840.0


ENDPOINT = {"silenceMs": 300, "waitMs": 220, "finished": 0.94, "acoustic": 0.98, "words": 0.9}


def _spoken(recognition_ms, endpoint):
    timings = told(("queue", 0, 5), ("tokens", 5, 155), received=500, end=155)
    meta = {"recognitionMs": recognition_ms, "endpoint": endpoint}
    journal = [journaled("Transcription", received_at=at(502), meta=meta)]
    return turn(760, 860, timings=timings, spoken=(-2_000, 0), journal=journal)


def test_where_a_turn_ends_is_told_with_its_numbers():
    row = next(row for row in laid_out(_spoken(80.0, ENDPOINT)).rows if row.id == "endpoint")
    assert (row.label, row.at_ms, row.took_ms) == ("End of turn found", 0.0, 420.0)
    assert row.note == "after 300 ms of silence, 94 % finished: sound 98 %, words 90 %"


def test_what_is_transcribed_while_it_is_waited_is_beside_the_silence():
    rows = {row.id: row for row in laid_out(_spoken(80.0, ENDPOINT)).rows}
    assert (rows["transcript"].at_ms, rows["transcript"].took_ms) == (320.0, 80.0)
    assert rows["transcript"].path_ms == 0.0
    slow = {row.id: row for row in laid_out(_spoken(180.0, ENDPOINT)).rows}
    assert slow["transcript"].path_ms > 0.0


@pytest.mark.parametrize(
    ("endpoint", "note"),
    [
        ({"silenceMs": 710, "waitMs": 700}, "after 710 ms of silence"),
        ({"finished": 7.0, "words": "many"}, "100 % finished"),
        ({"silenceMs": -5e9, "waitMs": 1e300}, "after -5000000 s of silence"),
    ],
)
def test_what_a_server_tells_oddly_of_an_end_breaks_nothing(endpoint, note):
    found = laid_out(_spoken(80.0, endpoint))
    row = next(row for row in found.rows if row.id == "endpoint")
    assert 0.0 <= row.at_ms <= row.end_ms <= 500.0
    if endpoint.get("silenceMs", 0) >= 0:
        assert row.note == note


def test_a_question_that_waited_offline_says_how_long():
    made = turn(100, question={"created_at": at(-60_000)})
    assert shares(made)["outbox"] == 60_000.0


@pytest.mark.parametrize(
    ("how", "label"),
    [({"stopped_at": at(900)}, "Stopped"), ({"error_message": "It failed.", "updated_at": at(900)}, "Error")],
)
def test_a_turn_that_was_stopped_or_failed_goes_on_to_there(how, label):
    made = turn(300, started=200, completion_status="failed", **how)
    found = laid_out(made)
    assert found.total_ms == 900.0
    assert next(row.at_ms for row in found.rows if row.label == label) == 900.0


def test_a_turn_that_lasts_has_no_total_yet():
    found = laid_out(turn(300, started=200, completion_status="streaming"))
    assert found.total_ms is None
    assert not any(row.path for row in found.rows)


@pytest.mark.parametrize("begun", [True, False])
def test_a_turn_that_failed_tells_where_its_time_went_with_its_error(begun):
    phases = [("queue", 0, 1), ("retrieval", 1, 20), ("prompt", 21, 180)]
    meta = {"timings": json.loads(told(*phases, received=4, end=181))}
    error = journaled("ErrorMessage", content_id="am_9", received_at=at(190), meta=meta)
    made = turn(started=60, journal=[error], completion_status="failed")
    if not begun:
        made = replace(made, answer=None, answer_meta={}, journal=[error])
    found = laid_out(made)
    assert {"server prompt", "retrieval", "to here", "failed"} <= {row.id for row in found.rows}
    assert found.total_ms == pytest.approx(190)
    assert sum(row.path_ms for row in found.rows) == pytest.approx(190)
    assert shares(made)["server prompt"] == pytest.approx(159)


def test_phases_that_are_too_many_are_counted_under_the_waterfall():
    many = [("tool", place, place + 1, "clock") for place in range(MAX_PHASES + 3)]
    view = turn_view(turn(300, timings=told(*many, received=4, end=250), started=20))
    assert "3 phases of the server are not shown: there were too many." in view.note


def test_sound_of_which_only_the_first_pieces_are_shown_says_so():
    synthesis = {"synthesis": {"ms": 5, "waitedMs": 1}}
    pieces = [journaled("AudioChunk", meta=synthesis, received_at=at(310 + place)) for place in range(MAX_SOUNDS + 2)]
    made = turn(300, journal=pieces)
    voice = next(row for row in laid_out(made).rows if row.id == "voice")
    assert voice.note == f"of the first {MAX_SOUNDS} of {MAX_SOUNDS + 2} pieces of sound"
