"""`talk` with a server that is published (docs/protocol.md#deployed-servers): two processes, over HTTP and its room."""

import asyncio
import subprocess
import sys

import pytest

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.paths import find_paths
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database
from tests.support.command import run

pytestmark = pytest.mark.e2e


async def titles() -> list[str]:
    """Return what the conversations of this data folder are called."""
    database = await Database.open(find_paths().client_database, clock=SystemClock())
    found = [record.title for record in await database.read(conversations.listed)]
    await database.close()
    return found


def test_a_question_is_answered_and_what_is_no_error_is_none() -> None:
    serving = [sys.executable, "-m", "tests.support.deployed_place", "0"]
    with subprocess.Popen(serving, stdout=subprocess.PIPE, text=True) as place:
        assert place.stdout is not None
        address = place.stdout.readline().strip()
        done = run("talk", "--server", address, "--user", "ann", given="Good morning\n")
        place.terminate()
    assert done.returncode == 0, done.stderr
    assert done.stdout == "You said: Good morning\nThat is all.\n"
    assert "audio" not in done.stderr  # docs/protocol.md#harmless-errors: it says so after nearly every answer
    assert asyncio.run(titles()) == ["Good morning"]
