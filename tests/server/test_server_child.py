"""The server as a process: started, killed, ended with whoever started it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.messages import AssistantSentence
from alicia_desktop.server import server_child
from alicia_desktop.server.server_child import ServerChild
from tests.support.participant import Participant
from tests.support.processes import is_running, wait_until

pytestmark = pytest.mark.e2e


@pytest.fixture
async def child(tmp_path):
    server = ServerChild(data_dir=tmp_path, clock=SystemClock())
    yield server
    await server.stop()


def children_of(pid):
    """Process ids of all that `pid` has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


async def test_it_serves_typed_dialogue_and_is_gone_with_its_children_after_stop(child, tmp_path):
    phases = []
    child.state_changed.connect(lambda state: phases.append(state.phase))
    await child.start()
    person = Participant(child, over="websocket")
    await person.join()
    await person.ask("My daughter Emma has a piano recital on Friday.")
    await person.ask("When is Emma's recital?")
    assert "Friday" in person.of(AssistantSentence)[-1].text
    await person.leave()
    pid = child.pid
    family = [pid, *children_of(pid)]
    await child.stop()
    wait_until(lambda: not any(is_running(one) for one in family), what="server and model process end")
    assert phases == ["starting", "ready", "stopped"]
    assert not (tmp_path / "server.json").exists()


@pytest.mark.expects_log("the server ended")
async def test_killed_it_is_back_at_the_same_address_with_all_that_was_said(child):
    await child.start()
    address, pid = child.address, child.pid
    person = Participant(child, over="websocket")
    await person.join()
    question = await person.ask("What is 17 * 23?")
    family = children_of(pid)
    os.kill(pid, signal.SIGKILL)
    await person.until(lambda: person.states[-1] == "closed")
    await person.leave()
    wait_until(lambda: not any(is_running(one) for one in family), what="the model process ends with the killed server")
    while child.state.phase != "ready" or child.pid == pid:
        await SystemClock().sleep(0.05)
    assert child.address == address
    found = await person.call("GET", f"conversations/{person.conversation_id}/messages")
    assert found["messages"][0]["id"] == question
    assert "391" in found["messages"][1]["contents"]


async def test_a_second_one_on_the_same_folder_says_that_the_first_is_there(child, tmp_path):
    await child.start()
    second = ServerChild(data_dir=tmp_path, clock=SystemClock())
    with pytest.raises(WorldError, match="already using") as error:
        await second.start()
    assert error.value.code == "database_in_use"
    assert second.state.phase == "failed"
    await second.stop()
    assert server_child.read_announcement(tmp_path / "server.json") is not None


async def test_one_that_dies_before_it_has_a_log_says_why(child, tmp_path, monkeypatch):
    monkeypatch.setattr("alicia_desktop.server.server_child.PROGRAM", "alicia_desktop.no_such_server")
    with pytest.raises(WorldError, match=r"stopped while it was starting: .*No module named") as error:
        await child.start()
    assert error.value.code == "server_failed"
    assert error.value.sentence.endswith(f"More in {tmp_path / 'logs' / 'server.out'}.")
    assert "No module named" in (tmp_path / "logs" / "server.out").read_text()


def test_it_ends_when_whoever_started_it_is_killed(tmp_path):
    program = (
        "import subprocess, sys, time\n"
        "command = [sys.executable, '-m', 'alicia_desktop.server.main', '--data-dir', sys.argv[1], '--child']\n"
        "p = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        "p.stdout.readline(); print(p.pid, flush=True); time.sleep(60)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", program, str(tmp_path)], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    family = [pid, *children_of(pid)]
    parent.kill()
    parent.wait()
    parent.stdout.close()
    wait_until(lambda: not any(is_running(one) for one in family), what="the server ends with its parent")
