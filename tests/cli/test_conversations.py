"""`export` and `import`: a conversation goes from one data folder to another."""

import asyncio
import json

import pytest

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database
from tests.store.wire import keep, went
from tests.support.command import is_one_sentence, objects, run

pytestmark = pytest.mark.e2e


@pytest.fixture
def folder(tmp_path):
    """A data folder with one conversation."""

    async def write() -> None:
        database = await Database.open(tmp_path / "client.db", clock=SystemClock())
        await database.write(keep, went(UserMessage(id="am_1", content="Grüße")))
        await database.write(conversations.rename, "ac_1", "Hello", SystemClock().now())
        await database.close()

    asyncio.run(write())
    return tmp_path


def test_markdown_comes_by_id_and_by_title(folder):
    by_id = run("--data-dir", folder, "export", "ac_1")
    assert "# Hello" in by_id.stdout
    assert "Grüße" in by_id.stdout
    assert run("--data-dir", folder, "export", "Hello").stdout == by_id.stdout


def test_what_is_exported_comes_into_another_folder_once(folder, tmp_path_factory):
    other = tmp_path_factory.mktemp("other")
    done = run("--data-dir", folder, "export", "ac_1", "--format", "json", folder / "c.json")
    assert done.stdout == f"Exported to {folder / 'c.json'}.\n"
    assert [path.name for path in folder.iterdir() if path.name.endswith(".part")] == []
    imported = run("--data-dir", other, "import", folder / "c.json")
    assert imported.stdout == "Imported ac_1: 1 message and 0 memories.\n"
    again = run("--data-dir", other, "export", "ac_1", "--format", "json")
    assert again.stdout == (folder / "c.json").read_text(encoding="utf-8")
    twice = run("--data-dir", other, "import", folder / "c.json")
    assert twice.returncode == 1
    assert is_one_sentence(twice.stderr)
    assert "here already" in twice.stderr


def test_a_file_that_is_none_is_one_sentence(folder):
    (folder / "c.json").write_text(json.dumps({"format": "other"}))
    for wrong in (folder / "c.json", folder / "nowhere.json"):
        done = run("--data-dir", folder, "import", wrong)
        assert (done.returncode, is_one_sentence(done.stderr)) == (1, True)
    unknown = run("--data-dir", folder, "export", "ac_9")
    assert (unknown.returncode, is_one_sentence(unknown.stderr)) == (1, True)


def test_the_conversations_are_listed_with_their_ids(folder, tmp_path_factory):
    listed = run("--data-dir", folder, "conversations").stdout.splitlines()
    assert [(line.split()[0], line.split()[-1]) for line in listed] == [("ac_1", "Hello")]
    (one,) = objects(run("--data-dir", folder, "conversations", "--json").stdout)
    assert (one["id"], one["title"]) == ("ac_1", "Hello")
    none = run("--data-dir", tmp_path_factory.mktemp("empty"), "conversations")
    assert (none.returncode, none.stdout) == (0, "")
    assert is_one_sentence(none.stderr)


def test_a_deleted_conversation_is_listed_with_the_days_left_and_restored(folder):
    async def delete() -> None:
        database = await Database.open(folder / "client.db", clock=SystemClock())
        await database.write(conversations.delete, "ac_1", SystemClock().now())
        await database.close()

    none = run("--data-dir", folder, "conversations", "--deleted")
    assert (none.returncode, none.stdout, is_one_sentence(none.stderr)) == (0, "", True)
    asyncio.run(delete())
    listed = run("--data-dir", folder, "conversations", "--deleted").stdout.split()
    assert listed == ["ac_1", "30", "days", "left", "Hello"]
    (one,) = objects(run("--data-dir", folder, "conversations", "--deleted", "--json").stdout)
    assert (one["id"], one["restorable_until"] > one["deleted_at"]) == ("ac_1", True)
    assert run("--data-dir", folder, "undelete", "ac_1").stdout == "Restored ac_1: Hello\n"
    assert "Hello" in run("--data-dir", folder, "conversations").stdout
    unknown = run("--data-dir", folder, "undelete", "ac_9")
    assert (unknown.returncode, is_one_sentence(unknown.stderr)) == (1, True)
