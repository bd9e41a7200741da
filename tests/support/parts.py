"""Fixtures for the real things that tests stand on: a sound card and a LiveKit server."""

import tempfile
from pathlib import Path

import pytest

from tests.support import livekit_server as livekit
from tests.support import small_disk as small
from tests.support import sound_card as sound
from tests.support.missing import require, require_programs


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Mark what stands on processes."""
    for item in items:
        if {"sound_card", "small_disk", "livekit_server"} & set(item.fixturenames):
            item.add_marker(pytest.mark.e2e)


@pytest.fixture(scope="session")
def _livekit_server_process(tmp_path_factory):
    require(part="the LiveKit server", present=livekit.BINARY.exists(), command="make livekit")
    with livekit.livekit_server(tmp_path_factory.mktemp("livekit")) as server:
        yield server


@pytest.fixture
def livekit_server(_livekit_server_process):
    """A running LiveKit server; a test may kill it, the next one finds it running again."""
    server = _livekit_server_process
    if server.process is None:
        server.start()
    return server


@pytest.fixture
def sound_card():
    """A loudspeaker and a microphone of this test's own; a test may pull the plug."""
    require_programs(*sound.PROGRAMS)
    with tempfile.TemporaryDirectory(prefix="card-") as folder, sound.sound_card(Path(folder)) as card:
        yield card


@pytest.fixture
def small_disk(tmp_path, monkeypatch):
    """A small disk that holds the data folder; a test may fill it."""
    folder = tmp_path / "disk"
    folder.mkdir()
    require(part="The right to mount a small disk", present=small.mount(folder), command="sudo make test")
    with small.mounted(folder) as disk:
        monkeypatch.setenv("ALICIA_DATA_DIR", str(folder))
        yield disk
