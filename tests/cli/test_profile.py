"""`profile`: each has conversations of its own, and a wrong name is one sentence."""

import asyncio

import pytest

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database
from tests.support.command import is_one_sentence, objects, run

pytestmark = pytest.mark.e2e


async def fill(folder) -> None:
    database = await Database.open(folder / "client.db", clock=SystemClock())
    await database.write(conversations.create, at=SystemClock().now(), conversation_id="ac_1", title="Mine")
    await database.close()


def test_a_profile_is_added_used_and_removed(tmp_path):
    here = ("--data-dir", tmp_path)
    assert 'alicia-desktop --profile "Anna"' in run(*here, "profile", "add", "Anna").stdout
    asyncio.run(fill(tmp_path))
    assert "Mine" in run(*here, "conversations").stdout
    assert run(*here, "conversations", "--profile", "Anna").stdout == "", "it has conversations of its own"
    named = objects(run(*here, "--profile=Anna", "profile", "list", "--json").stdout)
    assert [(one["name"], one["in_use"]) for one in named] == [("default", False), ("Anna", True)]
    asyncio.run(fill(tmp_path / "profiles" / "Anna"))
    assert (
        "Mine" in run("conversations", environment={"ALICIA_DATA_DIR": str(tmp_path), "ALICIA_PROFILE": "Anna"}).stdout
    )
    assert run(*here, "profile", "remove", "Anna", given="n\n").returncode == 1
    assert run(*here, "profile", "remove", "Anna", "--yes").stdout == "Anna is removed.\n"
    assert not (tmp_path / "profiles").exists()
    assert "Mine" in run(*here, "conversations").stdout


@pytest.mark.parametrize(
    "command",
    [
        ("--profile", "Nobody", "conversations"),
        ("--profile", "../..", "conversations"),
        ("profile", "add", "a/b"),
        ("profile", "add", "default"),
        ("profile", "remove", "default", "--yes"),
        ("profile", "remove", "Nobody", "--yes"),
    ],
)
def test_what_is_no_profile_is_one_sentence(tmp_path, command):
    done = run("--data-dir", tmp_path, *command)
    assert (done.returncode, is_one_sentence(done.stderr)) == (1, True)
