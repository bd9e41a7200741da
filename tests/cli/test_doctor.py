"""`doctor`: every part is told, and only what is needed fails it."""

import json

import pytest

from alicia_desktop.cli.doctor import NEEDED_MIB
from tests.support.command import run

PARTS = {
    "display",
    "microphone",
    "loudspeaker",
    "language model",
    "speech to text",
    "text to speech",
    "sentence encoder",
    "LiveKit",
    "data folder",
    "settings",
    "database",
    "server's database",
    "disk",
}


def findings(**environment):
    done = run("doctor", "--json", environment=environment)
    told = json.loads(done.stdout)["findings"]
    assert all(one["sentence"] for one in told)
    return done.returncode, {one["part"]: one for one in told}


def test_a_computer_without_screen_and_sound_is_told_what_to_do_and_is_fine():
    status, told = findings(QT_QPA_PLATFORM="")
    assert set(told) == PARTS
    assert "alicia-desktop talk" in told["display"]["sentence"]
    assert told["display"]["outcome"] == "optional"
    assert {one["outcome"] for one in told.values()} == {"ok", "optional"}
    assert status == 0


def test_what_is_broken_is_named_beside_what_is_not(home):
    (home / "alicia" / "client.db").write_bytes(b"rubbish " * 1000)
    (home / "alicia" / "settings.toml").write_text("[look]\ntheme = 7\n")
    status, told = findings()
    assert status == 1
    assert {part for part, one in told.items() if one["outcome"] == "missing"} == {"database", "settings"}
    assert "client.db" in told["database"]["sentence"]


def test_a_livekit_server_that_is_set_must_answer():
    status, told = findings(ALICIA_LIVEKIT_URL="ws://127.0.0.1:9")
    assert status == 1
    assert told["LiveKit"]["outcome"] == "missing"


@pytest.mark.e2e
def test_a_livekit_server_that_answers_is_fine(livekit_server):
    status, told = findings(**livekit_server.environment)
    assert (status, told["LiveKit"]["outcome"]) == (0, "ok")


def test_a_full_disk_is_told(monkeypatch, tmp_path):
    import shutil

    from alicia_desktop.cli import doctor
    from alicia_desktop.config import Paths

    full = shutil._ntuple_diskusage(total=10, used=10, free=(NEEDED_MIB - 1) * 2**20)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full)
    finding = doctor._found("disk", lambda: doctor._disk(Paths(folder=tmp_path)))
    assert finding.outcome == "missing"
    assert str(NEEDED_MIB) in finding.sentence
