"""A data folder that was named wrongly: what reads tells of it and makes nothing, what writes says that it is new."""

import pytest

from tests.support.command import is_one_sentence, run

pytestmark = pytest.mark.e2e

READERS = (
    ("conversations",),
    ("conversations", "--deleted"),
    ("undelete", "ac_1"),
    ("export", "ac_1"),
    ("journal",),
    ("capture", "save", "ac_1", "c.alicia-capture"),
    ("backup", "alicia.zip"),
    ("memory", "search", "sister"),
    ("memory", "list"),
    ("memory", "stats"),
    ("memory", "why", "am_1"),
    ("memory", "export", "memories.jsonl"),
    ("serve", "users", "list"),
    ("serve", "users", "remove", "anna"),
    ("serve", "devices", "list"),
    ("serve", "pair"),
    ("doctor", "--salvage"),
)


@pytest.fixture
def nowhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path / "Alcia" / "data"


@pytest.mark.parametrize("command", READERS, ids=" ".join)
def test_what_only_reads_makes_no_folder(command, nowhere):
    done = run("--data-dir", nowhere, *command)
    assert (done.returncode, done.stdout, is_one_sentence(done.stderr)) == (2, "", True)
    assert f"There is no data folder {nowhere}. " in done.stderr
    assert "--data-dir" in done.stderr
    assert list(nowhere.parents[1].iterdir()) == []


def test_a_file_is_no_data_folder(tmp_path):
    file = tmp_path / "notes.txt"
    file.touch()
    done = run("--data-dir", file, "conversations")
    assert (done.returncode, is_one_sentence(done.stderr)) == (2, True)
    assert "is a file" in done.stderr


@pytest.mark.parametrize("command", [("memory", "search", "x"), ("memory", "list"), ("memory", "stats")], ids=" ".join)
def test_a_folder_of_something_else_stays_as_it_is(command, tmp_path):
    done = run("--data-dir", tmp_path, *command)
    assert (done.returncode, is_one_sentence(done.stderr)) == (1, True)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("command", [("model", "list"), ("mcp", "list"), ("profile", "list")], ids=" ".join)
def test_what_helps_before_the_first_start_makes_no_folder(command, nowhere):
    done = run("--data-dir", nowhere, *command)
    assert done.returncode == 0
    assert command[0] == "profile" or "These are the defaults." in done.stderr
    assert not nowhere.parent.exists()


def test_doctor_says_that_the_folder_is_still_to_be_made(nowhere):
    done = run("--data-dir", nowhere, "doctor")
    assert f"{nowhere} will be created at the first start\n" in done.stdout
    assert not nowhere.parent.exists()


def test_a_new_folder_is_named_once(nowhere):
    (nowhere.parents[1] / "memories.jsonl").write_text('{"id": "amem_1", "content": "User keeps three goats."}\n')
    told = [run("--data-dir", nowhere, "memory", "import", "--no-wait", "memories.jsonl") for _ in range(2)]
    assert [one.returncode for one in told] == [0, 0]
    assert [f"Made a new data folder: {nowhere}\n" in one.stderr for one in told] == [True, False]


def test_talk_names_a_new_folder_once(nowhere):
    told = [run("--data-dir", nowhere, "talk", "--transport", "memory", "--text", "Hello") for _ in range(2)]
    assert [one.returncode for one in told] == [0, 0]
    assert [f"Made a new data folder: {nowhere}\n" in one.stderr for one in told] == [True, False]
    assert "data folder" not in told[0].stdout
