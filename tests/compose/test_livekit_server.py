"""The LiveKit server of the package runs beside ours and ends with it; what keeps it from starting is a sentence."""

import asyncio
import os
import socket
import urllib.request
from urllib.parse import urlsplit

import pytest

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.compose import livekit_server
from alicia_desktop.compose.livekit_server import (
    LiveKitBeside,
    LiveKitPorts,
    find_program,
    livekit_problem,
    running_livekit,
)
from alicia_desktop.compose.servers import LocalServerProcess, open_api
from alicia_desktop.paths import Paths
from tests.support.livekit_server import BINARY
from tests.support.missing import require
from tests.support.patience import PATIENCE
from tests.support.ports import free_ports
from tests.support.scripted_server import until

FAKE = """\
#!/bin/sh
read -r line <"$2"
echo "cannot bind: $line" >&2
exit 1
"""


def some_ports():
    signals, tcp = free_ports(2)
    (udp,) = free_ports(1, socket.SOCK_DGRAM)
    return LiveKitPorts(signals=signals, tcp=tcp, udp=udp)


def is_listening(port):
    with socket.socket() as tried:
        return tried.connect_ex(("127.0.0.1", port)) == 0


@pytest.fixture
def program(tmp_path, monkeypatch):
    """A folder in which programs are looked for."""
    monkeypatch.setattr(livekit_server, "program_folder", lambda: tmp_path)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/usr/bin{os.pathsep}/bin")
    return tmp_path / "livekit-server"


@pytest.mark.e2e
async def test_it_listens_while_the_block_lasts_and_its_keys_are_its_own(program, tmp_path):
    require(part="the LiveKit server", present=BINARY.exists(), command="make livekit")
    program.symlink_to(BINARY)
    ports = some_ports()
    async with running_livekit("127.0.0.1", logs=tmp_path, ports=ports) as livekit:
        assert livekit.url == f"ws://127.0.0.1:{ports.signals}"
        assert len(livekit.secret) >= 32
        assert livekit.secret not in repr(livekit)
        page = f"http://127.0.0.1:{ports.signals}/"
        answer = await asyncio.to_thread(urllib.request.urlopen, page, timeout=PATIENCE)
        assert answer.status == 200
    await until(lambda: not is_listening(ports.signals))


@pytest.mark.e2e
async def test_what_keeps_it_from_starting_is_a_sentence(program, tmp_path):
    program.write_text(FAKE)
    program.chmod(0o700)
    ports = some_ports()
    with pytest.raises(WorldError, match=f"did not start on 127.0.0.1, port {ports.signals}: cannot bind: port: "):
        async with running_livekit("127.0.0.1", logs=tmp_path, ports=ports):
            pytest.fail("it ran")


@pytest.mark.parametrize("host", ["localhost", "alicia.home", "256.0.0.1", '1"\nkeys: {}'])
async def test_an_address_that_is_no_number_is_a_sentence(program, tmp_path, host):
    program.touch()
    with pytest.raises(WorldError, match="as numbers"):
        async with running_livekit(host, logs=tmp_path):
            pytest.fail("it ran")


def test_without_one_the_package_is_named(program):
    with pytest.raises(WorldError, match="Install the package alicia-desktop-livekit"):
        find_program()


async def no_settings() -> dict[str, str]:
    return {}


async def granted(folder, *, notices):
    """Start a local server with a LiveKit server beside it, and return where its rooms are."""
    paths = Paths(folder=folder)
    paths.create()
    livekit = LiveKitBeside(logs=paths.logs)
    server = LocalServerProcess(paths=paths, clock=SystemClock(), settings=no_settings, livekit=livekit)
    server.noticed.connect(notices.append)
    try:
        async with await open_api(await server.place(), user_id="user") as api:
            made = await api.create_conversation("Rooms")
            return await api.room_grant(made.id, participant_id="user_test")
    finally:
        await server.close()


@pytest.mark.e2e
async def test_rooms_of_the_local_server_are_on_it_and_it_ends_with_them(program, tmp_path):
    require(part="the LiveKit server", present=BINARY.exists(), command="make livekit")
    program.symlink_to(BINARY)
    notices: list[str] = []
    grant = await granted(tmp_path / "data", notices=notices)
    assert (grant.transport, notices) == ("livekit", [])
    address = urlsplit(grant.url)
    assert address.hostname == "127.0.0.1"
    await until(lambda: not is_listening(address.port))


@pytest.mark.e2e
async def test_where_it_does_not_start_rooms_do_without_and_it_is_said(program, tmp_path):
    program.write_text(FAKE)
    program.chmod(0o700)
    notices: list[str] = []
    grant = await granted(tmp_path / "data", notices=notices)
    assert grant.transport == "websocket"
    assert any("did not start" in sentence for sentence in notices)


def test_why_there_can_be_none_is_known_before_it_is_asked_for(program):
    assert "alicia-desktop-livekit" in livekit_problem()
    program.touch()
    assert livekit_problem() == ""
