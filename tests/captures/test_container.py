"""A capture may come from anybody: what is cut off, newer, swollen or oddly named is refused in a sentence."""

import io
import json
import zipfile
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from alicia_desktop.base.errors import WorldError
from alicia_desktop.captures import container
from alicia_desktop.captures.container import CaptureReader
from alicia_desktop.captures.opened import capture_connection
from tests.captures.conftest import NOW
from tests.support.examples import examples


def members_of(path):
    with zipfile.ZipFile(path) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def packed(path, members, **options):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(name, content, **options)
    return path


def refused(path):
    with pytest.raises(WorldError) as refusal, capture_connection(path, now=NOW):
        pass
    assert refusal.value.sentence.endswith(".")
    return refusal.value.code


def test_one_that_was_cut_off_is_refused_wherever_it_was_cut(captured, tmp_path):
    whole = captured.read_bytes()
    for end in (0, 1, 100, len(whole) // 2, len(whole) - 1):
        path = tmp_path / "cut"
        path.write_bytes(whole[:end])
        assert refused(path) == "not_a_capture"


def test_one_without_its_manifest_was_cut_off_while_it_was_written(captured, tmp_path):
    members = members_of(captured)
    del members["manifest.json"]
    assert refused(packed(tmp_path / "cut", members)) == "not_a_capture"


def test_one_of_a_newer_version_is_refused_with_what_to_do(captured, tmp_path):
    members = members_of(captured)
    manifest = {**json.loads(members["manifest.json"]), "version": 3, "conversation": [], "more": 1}
    path = packed(tmp_path / "newer", {**members, "manifest.json": json.dumps(manifest)})
    assert refused(path) == "capture_newer"
    with pytest.raises(WorldError, match=r"version 3, and this program knows version 2. Install a newer one"):
        CaptureReader(path)


@pytest.mark.parametrize("name", ["../../evil.jsonl", "/etc/passwd", "stanzas/../x", "C:\\x", "more.jsonl", "con"])
def test_a_name_that_is_not_ours_is_refused_and_nothing_is_unpacked(captured, tmp_path, name):
    path = packed(tmp_path / "odd", {**members_of(captured), name: b"{}"})
    before = sorted(tmp_path.iterdir())
    assert refused(path) == "not_a_capture"
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_name_that_is_there_twice_is_refused(captured, tmp_path):
    path = packed(tmp_path / "twice", members_of(captured))
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("stanzas.jsonl", b"")
    assert refused(path) == "not_a_capture"


def test_a_file_of_two_gigabytes_is_refused_before_it_is_read(captured, tmp_path):
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(2 << 30)
        file.seek(0, io.SEEK_END)
        file.write(captured.read_bytes())
    assert refused(path) == "capture_too_large"


def test_a_bomb_is_refused_by_the_size_it_tells(captured, tmp_path, monkeypatch):
    monkeypatch.setattr(container, "MAX_UNPACKED_BYTES", 1 << 20)
    path = packed(tmp_path / "bomb", {**members_of(captured), "stanzas.jsonl": b"\n" * (2 << 20)})
    assert path.stat().st_size < 10_000
    assert refused(path) == "capture_too_large"


def test_a_bomb_that_lies_about_its_size_is_damaged(captured, tmp_path):
    path = packed(tmp_path / "bomb", {"stanzas.jsonl": b"\n" * (2 << 20), **_without(captured, "stanzas.jsonl")})
    content = path.read_bytes()
    size = (2 << 20).to_bytes(4, "little")
    assert content.count(size) == 2
    path.write_bytes(content.replace(size, (100).to_bytes(4, "little")))
    assert refused(path) == "capture_damaged"


def _without(path, name):
    return {key: value for key, value in members_of(path).items() if key != name}


def test_a_line_without_end_is_refused(captured, tmp_path, monkeypatch):
    monkeypatch.setattr(container, "MAX_LINE_BYTES", 1_000)
    path = packed(tmp_path / "long", {**members_of(captured), "stanzas.jsonl": b"[" * 2_000})
    assert refused(path) == "capture_too_large"


def test_a_list_of_members_without_end_is_refused_before_it_is_read(tmp_path):
    path = packed(tmp_path / "many", {f"{number}" * 20: b"" for number in range(2_000)})
    assert refused(path) == "not_a_capture"


def test_saving_refuses_what_could_not_be_opened(told, tmp_path, monkeypatch):
    from alicia_desktop.captures.writer import CaptureContents, write_capture

    monkeypatch.setattr(container, "MAX_UNPACKED_BYTES", 500)
    with pytest.raises(WorldError, match="by a filter"):
        write_capture(told.conn, CaptureContents(conversation_id="ac_1"), tmp_path / "talk", now=NOW)
    assert not (tmp_path / "talk").exists()


@pytest.mark.parametrize(
    ("member", "line"),
    [
        ("stanzas.jsonl", b"[]"),
        ("stanzas.jsonl", b'{"seq": true}'),
        ("stanzas.jsonl", b'{"seq": 1e400}'),
        ("stanzas.jsonl", b'{"seq": 99999999999999999999999}'),
        ("stanzas.jsonl", b'{"seq": 5, "direction": "in"}'),
        ("alicia_messages.jsonl", b'{"id": "am_1", "evil": 1}'),
        ("alicia_memory.jsonl", b"\xff\xfe"),
        ("alicia_meta.jsonl", b"\n"),
    ],
)
def test_a_row_that_is_none_is_told_with_its_place(captured, tmp_path, member, line):
    path = packed(tmp_path / "bad", {**members_of(captured), member: line})
    assert refused(path) == "capture_damaged"


def test_a_row_of_another_conversation_is_refused(captured, tmp_path):
    members = members_of(captured)
    members["stanzas.jsonl"] = members["stanzas.jsonl"].replace(b'"conversation_id":"ac_1"', b'"conversation_id":"x"')
    assert refused(packed(tmp_path / "bad", members)) == "capture_damaged"


@pytest.mark.parametrize("content", [b"", b"no zip", b"PK\x05\x06" + b"\x00" * 18, b"PK\x05\x06" + b"\xff" * 18])
def test_what_is_no_capture_is_said_to_be_none(tmp_path, content):
    path = tmp_path / "other"
    path.write_bytes(content)
    assert refused(path) == "not_a_capture"


def test_a_folder_and_what_is_not_there_cannot_be_read(tmp_path):
    assert refused(tmp_path) == "not_read"
    assert refused(tmp_path / "nowhere") == "not_read"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(60))
@given(st.data())
def test_a_damaged_capture_is_opened_or_refused_and_nothing_else(captured, tmp_path, data):
    content = bytearray(captured.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        content[data.draw(st.integers(0, len(content) - 1))] = data.draw(st.integers(0, 255))
    path = tmp_path / "damaged"
    path.write_bytes(bytes(content))
    with suppress(WorldError), capture_connection(path, now=NOW):
        pass
