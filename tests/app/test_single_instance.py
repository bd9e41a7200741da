"""One window for one data folder: a second start raises the first one's."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE

import pytest
from PySide6.QtNetwork import QLocalSocket

from alicia_desktop.app.single_instance import SingleInstance, raise_other_window, socket_name
from alicia_desktop.base.files import ProcessLock
from alicia_desktop.paths import Paths
from alicia_desktop.view.open_target import MAX_TARGET_CHARACTERS
from tests.support.command import is_one_sentence, run
from tests.support.scripted_server import until

pytestmark = pytest.mark.slow
ASKING = """
import sys
from alicia_desktop.app import single_instance, startup

ask = single_instance.raise_other_window

def asked(folder, target):
    print("asked", flush=True)
    return ask(folder, target)

single_instance.raise_other_window = asked
sys.exit(startup.run(verbose=False, target="alicia:new"))
"""


@pytest.mark.e2e
async def test_a_second_start_raises_the_first_window_and_says_so(qapp, theme, folder) -> None:
    assert not raise_other_window(folder)
    raised: list[bool] = []
    opened: list[str] = []
    first = SingleInstance(folder=folder, on_raise=lambda: raised.append(True), on_open=opened.append)
    assert await asyncio.to_thread(raise_other_window, folder)
    await until(lambda: raised)
    assert Paths(folder=folder).open_window.exists()
    second = await asyncio.to_thread(run, environment={"ALICIA_DATA_DIR": str(folder)})
    assert second.returncode == 0
    assert is_one_sentence(second.stderr)
    assert "already open" in second.stderr
    await until(lambda: len(raised) == 2)
    assert opened == []
    for target in ("alicia:new?question=a%20%C3%BC", "/tmp/\udcff odd\n.json", "x" * 100_000):
        assert await asyncio.to_thread(raise_other_window, folder, target)
        await until(lambda: len(opened) == 1)
        assert opened.pop() == target[: MAX_TARGET_CHARACTERS + 1]
    first.close()
    assert not Paths(folder=folder).open_window.exists()
    assert not raise_other_window(folder)


@pytest.mark.e2e
async def test_a_start_waits_for_a_window_that_is_just_being_started(qapp, theme, folder) -> None:
    """As a double click makes two of them."""
    folder.mkdir(exist_ok=True)
    being_started = ProcessLock(Paths(folder=folder).open_window)
    being_started.acquire()
    opened: list[str] = []
    command = [sys.executable, "-c", ASKING]
    environment = {**os.environ, "ALICIA_DATA_DIR": str(folder)}
    second = await asyncio.create_subprocess_exec(*command, env=environment, stdout=PIPE, stderr=PIPE)
    try:
        assert second.stdout is not None
        assert [await second.stdout.readline() for _ in range(2)] == [b"asked\n"] * 2
        first = SingleInstance(folder=folder, on_raise=lambda: None, on_open=opened.append)
        _, said = await second.communicate()
    finally:
        if second.returncode is None:
            second.kill()
    assert second.returncode == 0
    assert b"already open" in said
    await until(lambda: opened == ["alicia:new"])
    first.close()
    being_started.release()


@pytest.mark.parametrize("sent", [b"open " + b"x" * 400_000, b"open %zz\xff\n", b"\x00\n", b""])
async def test_what_is_no_command_of_another_start_does_no_harm(qapp, folder, sent) -> None:
    opened: list[str] = []
    raised: list[bool] = []
    first = SingleInstance(folder=folder, on_raise=lambda: raised.append(True), on_open=opened.append)
    socket = QLocalSocket()
    socket.connectToServer(socket_name(folder))
    await until(lambda: raised)
    socket.write(sent)
    socket.flush()
    socket.disconnectFromServer()
    await asyncio.sleep(0.05)
    assert all(len(one) < 10 for one in opened)
    assert await asyncio.to_thread(raise_other_window, folder, "alicia:")
    await until(lambda: "alicia:" in opened)
    first.close()
