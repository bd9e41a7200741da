"""The line as a process: killed and hung in every state, orphaned, and in Qt's loop."""

import asyncio
import functools
import os
import signal
import subprocess
import sys
import time

import msgspec
import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.base.translation import install_lookup
from alicia_desktop.line import child, frames, supervisor
from alicia_desktop.transport.contract import RoomAddress
from alicia_desktop.transport.token import livekit_token
from tests.audio.sounds import tone, write_wav
from tests.line.support import LINK, Owner
from tests.support.patience import PATIENCE
from tests.support.processes import is_running, wait_until

pytestmark = pytest.mark.e2e

DOWN = pytest.mark.expects_log("line process down", "line process started again")
BACK_SECONDS = 3.0
START_SECONDS = 0.6
"""In which a line process is up where nothing else is going on; `make torture-line` measures the whole of it."""


@DOWN
@pytest.mark.parametrize("blow", [signal.SIGKILL, signal.SIGSTOP])
@pytest.mark.parametrize("state", ["idle", "connecting", "connected", "sound open"])
async def test_a_line_that_dies_or_hangs_comes_back(process_owner, world, tmp_path, state, blow):
    owner = process_owner
    await bring_into(state, owner, world, tmp_path)
    owner.events.clear()
    world.agent = None
    os.kill(owner.line.pid, blow)
    await owner.until_one(frames.LineRestarted)
    closed = [event.link for event in owner.of(frames.LinkChanged) if event.state == "closed"]
    assert closed == ([] if state == "idle" else [LINK])
    await owner.joined(world.address())
    await world.agent.transport.send(b"as if nothing had been")
    await owner.until_one(frames.StanzaArrived, data=b"as if nothing had been")
    if state == "sound open":
        await owner.until_one(frames.SoundChanged, open=True)
        await world.agent.heard.until(lambda: len(world.agent.heard.sound) > 5)
        assert not any(any(frame) for frame in world.agent.heard.sound), "it was muted, and still is"


async def test_a_line_speaks_the_language_of_its_owner(tmp_path):
    file = tmp_path / "alicia_de.ts"
    english, german = "The sound file {path} {reason}. Choose another file.", "Die Datei {path} geht nicht: {reason}."
    file.write_text(f"<TS><message><source>{english}</source><translation>{german}</translation></message></TS>")
    install_lookup(None, file)
    line = supervisor.ProcessLine(log_folder=tmp_path / "logs")
    try:
        await line.start()
        missing = tmp_path / "missing.wav"
        changed = await Owner(line).opened(wav_input=str(missing), wav_output=str(tmp_path / "out.wav"))
        assert changed.sentence.startswith(f"Die Datei {missing} geht nicht: ")
    finally:
        install_lookup(None)
        await line.close()


async def bring_into(state, owner, world, folder):
    if state == "connecting":
        owner.join(world.address())
    elif state != "idle":
        await owner.joined(world.address())
    if state == "sound open":
        owner.line.post(frames.SetMode(mode="muted"))
        wav = write_wav(folder / "in.wav", tone(30.0))
        assert (await owner.opened(wav_input=str(wav), wav_output=str(folder / "out.wav"))).open


def test_what_is_waited_for_leaves_a_line_the_time_to_be_back_in_three_seconds():
    until_found_out = child.STUCK_SECONDS + child.LOOK_SECONDS
    until_started = child.GOING_SECONDS + supervisor.MAX_BACKOFF_ONCE_UP_SECONDS
    assert max(until_found_out, until_started) + START_SECONDS < BACK_SECONDS


@DOWN
async def test_a_line_that_dies_again_and_again_is_started_after_its_longest_pause_at_most(process_owner, monkeypatch):
    owner, sleep = process_owner, asyncio.sleep
    pauses: list[float] = []

    async def paused(seconds):
        pauses.append(seconds)
        await sleep(seconds)

    monkeypatch.setattr(asyncio, "sleep", paused)
    for _ in range(5):
        owner.events.clear()
        os.kill(owner.line.pid, signal.SIGKILL)
        await owner.until_one(frames.LineRestarted)
    assert max(pauses) <= supervisor.MAX_BACKOFF_ONCE_UP_SECONDS


@pytest.mark.expects_log("line process down", "line process started again")
async def test_while_it_is_down_a_send_is_refused_and_a_join_waits(process_owner, world):
    owner = process_owner
    await owner.joined(world.address())
    owner.events.clear()
    os.kill(owner.line.pid, signal.SIGKILL)
    await owner.until_one(frames.LinkChanged, state="closed")
    owner.line.post(frames.Send(link=LINK, data=b"lost", ticket=1))
    assert (await owner.until_one(frames.Sent, ticket=1)).code == "not_connected"
    world.agent = None
    await owner.joined(world.address())


async def test_closing_leaves_no_process(process_owner, world):
    owner = process_owner
    await owner.joined(world.address())
    pid = owner.line.pid
    await owner.line.close()
    assert not is_running(pid)


async def test_closing_leaves_no_process_also_where_it_is_cancelled_again_and_again(process_owner):
    pid = process_owner.line.pid
    async with Scope("test") as scope:
        closing = scope.spawn("close", process_owner.line.close())
        for _ in range(3):
            await asyncio.sleep(0)
            closing.cancel()
        await asyncio.wait([closing])
    assert closing.cancelled()
    assert not is_running(pid)


@pytest.mark.parametrize("state", ["connecting", "connected"])
async def test_leaving_livekit_ends_the_process_without_a_word(process_owner, livekit_server, tmp_path, state):
    token = livekit_token(room="room", identity="me", key=livekit_server.key, secret=livekit_server.secret)
    url = livekit_server.url
    address = RoomAddress(transport="livekit", url=url, token=token, room_name="room", participant_id="me")
    process_owner.join(address)
    await process_owner.until_one(frames.LinkChanged, state=state)
    process = process_owner.line._child.process
    await process_owner.line.close()
    assert process.returncode == 0
    assert (tmp_path / "logs" / "line.out").read_text() == ""


def test_what_cannot_be_read_ends_the_process_with_a_reason_in_the_log(tmp_path):
    command = [sys.executable, "-m", child.MODULE, str(os.getpid()), str(tmp_path)]
    ended = subprocess.run(
        command, input=b"\xff\xff\xff\xffno frame", capture_output=True, timeout=PATIENCE, check=False
    )
    assert ended.returncode == 1
    assert "line process failed" in (tmp_path / "line.log").read_text()


async def test_a_hung_line_is_closed_all_the_same(process_owner):
    pid = process_owner.line.pid
    os.kill(pid, signal.SIGSTOP)
    await process_owner.line.close()
    assert not is_running(pid)
    assert child.CLOSE_SECONDS < 2


async def test_an_owner_that_stood_still_does_not_kill_a_healthy_line(process_owner):
    pid = process_owner.line.pid
    time.sleep(3.0)  # noqa: ASYNC251, TID251 - the owner's loop stands still
    await asyncio.sleep(0.5)
    assert process_owner.line.pid == pid
    assert not process_owner.of(frames.LineRestarted)


PARENT = """
import asyncio
from alicia_desktop.line.supervisor import ProcessLine

async def main():
    line = ProcessLine()
    await line.start()
    print(line.pid, flush=True)
    await asyncio.sleep(60)

asyncio.run(main())
"""


@pytest.mark.parametrize("hung", [False, True])
def test_a_killed_parent_leaves_no_orphan(hung):
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True)
    with parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        if hung:
            os.kill(child, signal.SIGSTOP)
        parent.kill()
        wait_until(lambda: not is_running(child), what="the end of the orphan")


async def test_it_runs_on_qts_loop(collected_here, qapp, tmp_path):
    line = supervisor.ProcessLine(log_folder=tmp_path)
    owner = Owner(line)
    await line.start()
    line.post(frames.Ping(number=1))
    await owner.until_one(frames.Pong, number=1)
    await line.close()


@pytest.mark.expects_log("line process down")
async def test_a_line_that_never_comes_up_says_why_to_every_room_that_is_asked_of_it(monkeypatch, tmp_path):
    down = asyncio.Event()

    async def out_of_patience():
        await down.wait()
        raise TimeoutError

    monkeypatch.setattr(child, "MODULE", "alicia_desktop.no_such_line")  # ends at once, without an answer
    line = supervisor.ProcessLine(log_folder=tmp_path)
    on_down = line._on_down
    monkeypatch.setattr(
        line, "_on_down", lambda reason: [on_down(reason), asyncio.get_running_loop().call_soon(down.set)]
    )
    monkeypatch.setattr(line._up, "wait", out_of_patience)
    owner = Owner(line)
    room = frames.Connect(link="early", transport="memory", url="", token="", room_name="r", participant_id="p")
    line.post(room)
    with pytest.raises(WorldError) as caught:
        await line.start()
    line.post(msgspec.structs.replace(room, link="late"))
    told = owner.of(frames.LinkChanged)
    assert caught.value.code == "line_down"
    assert [(one.link, one.state, one.code) for one in told] == [
        ("early", "closed", "line_down"),
        ("late", "closed", "line_down"),
    ]
    why = "No module named alicia_desktop.no_such_line"
    assert all(why in sentence for sentence in (caught.value.sentence, *(one.sentence for one in told)))
    assert why in (tmp_path / "line.out").read_text()


@DOWN
async def test_a_room_that_is_asked_for_early_waits_for_the_process_that_comes_up(monkeypatch, tmp_path, world):
    mend = functools.partial(monkeypatch.setattr, child, "MODULE", child.MODULE)
    monkeypatch.setattr(child, "MODULE", "alicia_desktop")  # ends at once, without an answer
    line = supervisor.ProcessLine(log_folder=tmp_path)
    owner = Owner(line)
    on_down = line._on_down
    owner.join(world.address())
    monkeypatch.setattr(line, "_on_down", lambda reason: (on_down(reason), mend()))
    await line.start()
    await owner.until_one(frames.LinkChanged, link=LINK, state="connected")
    await line.close()


def test_a_line_brings_nothing_that_only_sound_needs_before_it_sounds():
    script = (
        "import sys, alicia_desktop.line.process, alicia_desktop.transport.websocket\n"
        "print(*{'numpy', 'onnxruntime', 'sounddevice', 'soundfile'} & sys.modules.keys())"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stdout.split() == []
