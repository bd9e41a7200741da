"""`serve`: one server a data folder, at a port that is free, until a signal comes."""

import json
import os
import signal
import socket
import stat
import urllib.request
from pathlib import Path

import pytest

from alicia_desktop.config import LocalSettings, Settings, save_settings
from alicia_desktop.paths import Paths
from tests.support.bad_network import reason_against
from tests.support.command import is_one_sentence, run
from tests.support.livekit_server import BINARY
from tests.support.missing import require
from tests.support.patience import PATIENCE
from tests.support.serving import serving

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_says_where_it_is_and_ends_by_a_signal(home, number):
    announced = home / "alicia" / "server.json"
    with serving("--port", "0") as served:
        assert json.loads(announced.read_text())["address"] == served.address
        assert stat.S_IMODE(announced.stat().st_mode) == 0o600
        with urllib.request.urlopen(f"{served.address}/api/v1/health", timeout=PATIENCE) as answer:
            assert answer.status == 200
        served.process.send_signal(number)
        assert served.process.wait(PATIENCE) == 0
    assert not announced.exists()


def test_a_port_in_use_is_one_sentence_that_names_it():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        done = run("serve", "--port", port)
    assert done.returncode == 1
    assert is_one_sentence(done.stderr)
    assert str(port) in done.stderr


def test_a_second_server_on_the_same_data_is_refused_and_the_first_goes_on(home):
    with serving() as first:
        done = run("serve")
        assert done.returncode == 1
        assert is_one_sentence(done.stderr)
        assert str(first.process.pid) in done.stderr
        with urllib.request.urlopen(f"{first.address}/api/v1/health", timeout=PATIENCE) as answer:
            assert answer.status == 200
    assert run("memory", "list").returncode == 0


def test_a_livekit_server_that_was_chosen_and_is_gone_is_said_and_the_server_runs(home, monkeypatch):
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    settings = Paths(folder=Path(os.environ["ALICIA_DATA_DIR"])).settings
    settings.parent.mkdir(parents=True, exist_ok=True)
    save_settings(settings, Settings(local=LocalSettings(livekit_here=True)))
    with serving() as served:
        with urllib.request.urlopen(f"{served.address}/api/v1/health", timeout=PATIENCE) as answer:
            assert answer.status == 200
        assert "alicia-desktop-livekit" in (Path(os.environ["HOME"]) / "serve.log").read_text()


def test_without_any_network_livekit_is_refused_in_a_sentence_and_the_switch_does_no_harm(home, monkeypatch):
    if reason := reason_against():
        pytest.skip(reason)
    require(part="the LiveKit server", present=BINARY.exists(), command="make livekit")
    monkeypatch.setenv("PATH", f"{BINARY.parent}:{os.environ['PATH']}")
    alone = ("unshare", "--net", "bash", "-c", 'ip link set lo up; exec "$@"', "--")
    done = run("serve", "--livekit", inside=alone)
    assert (done.returncode, is_one_sentence(done.stderr)) == (1, True), done.stderr
    assert "needs a network" in done.stderr
    settings = Paths(folder=Path(os.environ["ALICIA_DATA_DIR"])).settings
    save_settings(settings, Settings(local=LocalSettings(livekit_here=True)))
    done = run("talk", "--text", "What is 17 * 23?", inside=alone)
    assert (done.returncode, "391" in done.stdout, "needs a network" in done.stderr) == (0, True, True), done.stderr


def test_talk_over_livekit_uses_the_server_that_runs_as_it_is_set_up(livekit_server):
    asked = ("talk", "--transport", "livekit", "--text", "What is 17 * 23?")
    with serving(environment=livekit_server.environment):
        done = run(*asked)
    assert (done.returncode, "391" in done.stdout) == (0, True), done.stderr
    assert "participant" in (livekit_server.folder / "log").read_text()
    with serving():
        done = run(*asked)
    assert (done.returncode, done.stdout) == (1, "")
    assert "rooms are not on LiveKit. Start it with `alicia-desktop serve --livekit`" in done.stderr
