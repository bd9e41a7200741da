"""`doctor`: every part is told, and only what is needed fails it."""

import asyncio
import json
import sys
from pathlib import Path

import pytest

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.cli import doctor
from alicia_desktop.cli.doctor import NEEDED_MIB, _database
from alicia_desktop.config import load_settings
from alicia_desktop.paths import Paths
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.engine import writing_engine
from alicia_desktop.store.files.readonly_access import reading
from alicia_desktop.store.migration import migrate
from tests.store.filled import contents, empty, expected, fill, flip, kept, leave_all_in_the_log
from tests.support.command import run_fresh

pytestmark = pytest.mark.e2e

PARTS = {
    "display",
    "microphone",
    "loudspeaker",
    "language model",
    "local models",
    "downloads",
    "MCP servers",
    "speech to text",
    "text to speech",
    "voice activity",
    "end of turn",
    "sentence encoder",
    "LiveKit",
    "profile",
    "spelling",
    "data folder",
    "settings",
    "tokens and keys",
    "database",
    "server's database",
    "disk",
}


def findings(**environment):
    done = run_fresh("doctor", "--json", environment=environment)
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


def test_each_mcp_server_is_told_with_its_tools_or_why_it_does_not_work(home):
    program = json.dumps([sys.executable, str(Path(__file__).parents[1] / "support" / "hostile_mcp_server.py"), "lies"])
    (home / "alicia" / "settings.toml").write_text(
        f'[[mcp.servers]]\nname = "echo"\ncommand = {program}\n[[mcp.servers]]\nname = "gone"\ncommand = ["no-such"]\n'
    )
    echo, gone = doctor._mcp_servers(Paths(folder=home / "alicia"), load_settings(home / "alicia" / "settings.toml"))
    assert (echo.outcome, gone.outcome) == ("ok", "optional")
    assert echo.sentence.startswith("echo: 2 tools (good, ")
    assert "is not offered. " in echo.sentence
    assert gone.sentence == "gone: There is no program no-such on this computer."


def test_what_is_broken_is_named_beside_what_is_not(home):
    (home / "alicia" / "client.db").write_bytes(b"rubbish " * 1000)
    (home / "alicia" / "settings.toml").write_text("[look]\ntheme = 7\n")
    status, told = findings()
    assert status == 1
    assert {part for part, one in told.items() if one["outcome"] == "missing"} == {"database", "settings"}
    assert "client.db" in told["database"]["sentence"]


def test_what_can_be_read_of_a_damaged_database_is_saved_when_asked_for(home):
    path = home / "alicia" / "client.db"
    with writing_engine(path).connect() as conn:
        migrate(conn, path, now=SystemClock().now())
        with conn.begin():
            conversations.create(conn, at=SystemClock().now(), conversation_id="ac_1", title="Ships")
    before = b"rubbish " + path.read_bytes()[8:]
    path.write_bytes(before)
    done = run_fresh("doctor", "--salvage")
    assert done.returncode == 0, done.stderr
    told = done.stdout.splitlines()
    assert "1 conversation," in told[0]
    assert "Every row was readable" in told[0]
    assert "nothing was changed" in told[1]
    (kept,) = path.parent.glob("client.db.damaged-*")
    assert kept.read_bytes() == before
    with reading(path) as conn:
        saved = conversations.get(conn, "ac_1")
    assert saved is not None
    assert saved.title == "Ships"
    assert "nothing was changed" in run_fresh("doctor", "--salvage").stdout.splitlines()[0]


def test_a_livekit_server_that_is_set_must_answer():
    status, told = findings(ALICIA_LIVEKIT_URL="ws://127.0.0.1:9")
    assert status == 1
    assert told["LiveKit"]["outcome"] == "missing"


def test_a_model_endpoint_that_is_set_must_answer():
    status, told = findings(ALICIA_MODEL_URL="http://127.0.0.1:9/v1", ALICIA_MODEL_NAME="big")
    assert status == 1
    assert told["language model"]["outcome"] == "missing"
    assert "cannot be reached" in told["language model"]["sentence"]


def test_an_embedding_endpoint_that_is_set_must_answer():
    status, told = findings(ALICIA_EMBEDDING_URL="http://127.0.0.1:9/v1")
    assert status == 1
    assert told["sentence encoder"]["outcome"] == "missing"
    assert "The embedding endpoint 127.0.0.1:9 gives no vectors" in told["sentence encoder"]["sentence"]


def test_a_livekit_server_that_answers_is_fine(livekit_server):
    status, told = findings(**livekit_server.environment)
    assert (status, told["LiveKit"]["outcome"]) == (0, "ok")


def test_a_full_disk_is_told(monkeypatch, tmp_path):
    import shutil

    full = shutil._ntuple_diskusage(total=10, used=10, free=(NEEDED_MIB - 1) * 2**20)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full)
    finding = doctor._finding("disk", lambda: doctor._disk(Paths(folder=tmp_path)))
    assert finding.outcome == "missing"
    assert str(NEEDED_MIB) in finding.sentence


def test_a_bit_that_sqlite_believes_is_found_and_mended_when_asked_for(home):
    path = home / "alicia" / "client.db"
    asyncio.run(fill(path, 200))
    assert "is whole" in run_fresh("doctor", "--salvage").stdout
    flip(path, 8 * 300_000)
    with pytest.raises(WorldError, match=r"client\.db is damaged"):
        _database(path)
    assert "Damaged parts that were repaired: 1." in run_fresh("doctor", "--salvage").stdout
    assert _database(path) == str(path)


def test_an_emptied_database_beside_its_log_is_told_and_left_alone_until_it_is_to_be_saved(home):
    path = home / "alicia" / "client.db"
    leave_all_in_the_log(path, 20)
    empty(path)
    before = contents(path.parent)
    with pytest.raises(WorldError, match=r"although its log client\.db-wal is not"):
        _database(path)
    for arguments in (("journal",), ("talk", "--text", "Hello")):
        done = run_fresh(*arguments)
        assert done.returncode == 1
        assert "although its log client.db-wal is not" in done.stderr
        assert "Traceback" not in done.stderr
        assert before.items() <= contents(path.parent).items()
    assert "Every row was readable" in run_fresh("doctor", "--salvage").stdout
    with reading(path) as conn:
        assert kept(conn) == expected(20)
