"""Kept sound and marks go along with a capture, are there when it is opened, and nothing of them in a redacted one."""

import base64
import json
import zipfile
from dataclasses import replace

import numpy as np
import pytest

from alicia_desktop.audio.coding import FORMAT, encode
from alicia_desktop.base.errors import WorldError
from alicia_desktop.captures.container import CaptureReader
from alicia_desktop.captures.opened import capture_connection
from alicia_desktop.captures.redaction import Redaction, parse_rules
from alicia_desktop.captures.writer import CaptureContents, preview_redaction, write_capture
from alicia_desktop.protocol.messages import AssistantSentence
from alicia_desktop.store import journal, stanza_marks
from alicia_desktop.store.conversations import captured_rows, sounds
from alicia_desktop.view.replay import build_track, read_replay
from tests.captures.conftest import NOW
from tests.captures.test_container import members_of, packed, refused
from tests.captures.test_redaction import CANARY, leaks

WHOLE = CaptureContents(conversation_id="ac_1")
TONE = (np.sin(np.arange(48 * 300) * 0.06) * 9_000).astype("<i2").tobytes()
RAW = b"RIFFcanary of sound" + bytes(4_000)


@pytest.fixture
def heard(told):
    """Her first answer is kept as it sounded, and what was asked in the second turn; two stanzas are marked."""
    sounds.store_sentence(told.conn, "am_a1", 1, encode(TONE), audio_format=FORMAT, duration_ms=300, at=NOW)
    sounds.store_speech(told.conn, "am_q2", RAW, audio_format="wav", duration_ms=40, at=NOW)
    first, _, third, *_ = journal.page(told.conn)
    stanza_marks.mark(told.conn, first.seq, NOW, f"slow, says {CANARY}")
    stanza_marks.mark(told.conn, third.seq, NOW)
    return told


def saved(recorded, path, contents=WHOLE, **options):
    write_capture(recorded.conn, contents, path, now=NOW, **options)
    return path


def kept(conn):
    return [sounds.of_message(conn, one) for one in ("am_q1", "am_a1", "am_q2", "am_a2")]


def test_sound_and_marks_come_back_as_they_were(heard, tmp_path):
    references = (journal.page(heard.conn)[1].seq, 10**6)
    path = saved(heard, tmp_path / "talk", replace(WHOLE, time_references=references))
    with capture_connection(path, now=NOW) as (conn, manifest):
        assert kept(conn) == kept(heard.conn)
        assert stanza_marks.marks_of(conn, "ac_1") == stanza_marks.marks_of(heard.conn, "ac_1")
        assert (manifest.sounds, manifest.marks, manifest.time_references) == (2, 2, references[:1])
        records = read_replay(conn, "ac_1", "am_a1")
    assert records is not None
    (clip,) = build_track(records).clips
    assert clip.length == pytest.approx(300, abs=10)


def test_sound_is_left_out_where_it_is_not_wanted_and_of_what_is_not_the_whole(heard, tmp_path):
    seqs = tuple(stanza_marks.marks_of(heard.conn, "ac_1"))[:1]
    marked = tmp_path / "marked"
    for path, contents in ((tmp_path / "talk", replace(WHOLE, with_sound=False)), (marked, replace(WHOLE, seqs=seqs))):
        saved(heard, path, contents)
        assert b"canary of sound" not in b"".join(members_of(path).values())
        with CaptureReader(path) as reader:
            assert [*reader.lines("sounds")] == []
    with capture_connection(marked, now=NOW) as (conn, manifest):
        assert [*stanza_marks.marks_of(conn, "ac_1").values()] == [f"slow, says {CANARY}"]
        assert manifest.marks == 1


@pytest.mark.parametrize("rules", [["audio"], ["memories"], [CANARY]], ids=str)
def test_no_byte_of_sound_and_no_word_of_a_note_is_left_in_a_redacted_one(heard, tmp_path, rules):
    def sounding(path):
        content = b"".join(members_of(path).values())
        encoded = [base64.b64encode(b"x" * skipped + b"canary of sound")[4:-4] for skipped in range(3)]
        return any(one in content for one in encoded)

    assert sounding(saved(heard, tmp_path / "talk"))
    path = saved(heard, tmp_path / "talk", redaction=Redaction(parse_rules([*rules, CANARY])))
    assert not sounding(path)
    assert leaks(path) == []
    with capture_connection(path, now=NOW) as (conn, manifest):
        assert manifest.sounds == 0
        first, second = stanza_marks.marks_of(conn, "ac_1").values()
        assert first.startswith("slow, says [redacted ")
        assert second == ""


def test_the_preview_shows_what_becomes_of_a_note(heard):
    redaction = Redaction(parse_rules([CANARY]))
    preview_redaction(heard.conn, WHOLE, redaction)
    assert [(one.field, one.after) for one in redaction.examples] == [("note", "slow, says [redacted 1]")]


def test_a_sound_that_is_too_large_for_a_line_is_left_out(heard, tmp_path, monkeypatch):
    monkeypatch.setattr(captured_rows, "MAX_SOUND_BYTES", 4_000)
    path = saved(heard, tmp_path / "talk")
    with CaptureReader(path) as reader:
        assert reader.manifest.sounds == 1
    assert captured_rows.sounds_size(heard.conn, "ac_1") < 4_000


def test_a_capture_without_them_is_opened_as_one_of_the_first_version(told, tmp_path):
    members = members_of(saved(told, tmp_path / "new"))
    manifest = json.loads(members["manifest.json"])
    for name in ("sounds", "marks", "timeReferences"):
        del manifest[name]
    kept = {name: content for name, content in members.items() if name not in {"sounds.jsonl", "marks.jsonl"}}
    path = packed(tmp_path / "old", {**kept, "manifest.json": json.dumps({**manifest, "version": 1})})
    with capture_connection(path, now=NOW) as (_, read):
        assert (read.sounds, read.marks, read.time_references) == (0, 0, ())


SOUND = {"table": "alicia_sentences", "id": "ams_none", "data": "AAAA"}
MARK = {"seq": 1, "note": "", "created_at": "2026-01-01T12:00:00Z"}


@pytest.mark.parametrize(
    ("member", "lines"),
    [
        ("sounds", [SOUND]),
        ("sounds", [{**SOUND, "table": "alicia_memory"}]),
        ("sounds", [{**SOUND, "table": "sqlite_master"}]),
        ("sounds", [{**SOUND, "data": ""}]),
        ("sounds", [{**SOUND, "data": "no base64!"}]),
        ("sounds", [{**SOUND, "more": 1}]),
        ("sounds", ["x"]),
        ("marks", [{**MARK, "seq": 10**6}]),
        ("marks", [{**MARK, "seq": -1}]),
        ("marks", [{**MARK, "seq": 2**63}]),
        ("marks", [{**MARK, "seq": 10**40}]),
        ("marks", [MARK, MARK]),
        ("marks", [{**MARK, "created_at": "2026-01-01T12:00:00"}]),
        ("marks", [{**MARK, "note": 3}]),
    ],
)
def test_what_belongs_to_nothing_is_refused(captured, tmp_path, member, lines):
    content = "".join(json.dumps(line) + "\n" for line in lines)
    path = packed(tmp_path / "odd", {**members_of(captured), f"{member}.jsonl": content})
    assert refused(path) == "capture_damaged"


def test_a_sound_cut_off_and_one_that_claims_another_length_are_opened_and_said(heard, tmp_path):
    members = members_of(saved(heard, tmp_path / "talk"))
    lines = [json.loads(line) for line in members["sounds.jsonl"].splitlines()]
    lines[0]["data"] = base64.b64encode(base64.b64decode(lines[0]["data"])[:50]).decode()
    rows = members["alicia_sentences.jsonl"].replace(b'"duration_ms":300', b'"duration_ms":999999999999')
    assert rows != members["alicia_sentences.jsonl"]
    content = "".join(json.dumps(line) + "\n" for line in lines)
    path = packed(tmp_path / "cut", {**members, "sounds.jsonl": content, "alicia_sentences.jsonl": rows})
    with capture_connection(path, now=NOW) as (conn, _):
        records = read_replay(conn, "ac_1", "am_a1")
    assert records is not None
    track = build_track(records)
    assert track.clips == ()
    assert "1 sound cannot be played." in track.notes
    assert track.last < 10_000


def test_of_many_sounds_no_more_is_read_than_can_be_played(heard):
    for number in range(2, 9):
        heard.came(AssistantSentence(previous_id="am_a1", sequence=number, text="And so on."))
        sounds.store_sentence(heard.conn, "am_a1", number, bytes(4_000), audio_format="pcm", duration_ms=40, at=NOW)
    read = sounds.of_message(heard.conn, "am_a1", most_bytes=9_000)
    assert 1 < len(read) < 7
    assert len(sounds.of_message(heard.conn, "am_a1")) > len(read)


def test_members_of_sound_and_marks_are_there_once_and_zipped(heard, tmp_path):
    with zipfile.ZipFile(saved(heard, tmp_path / "talk")) as archive:
        names = archive.namelist()
    assert names[-3:] == ["sounds.jsonl", "marks.jsonl", "manifest.json"]

    with pytest.raises(WorldError):
        captured_rows.insert_marks(heard.conn, [b"[" * 1_000])
