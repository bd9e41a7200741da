"""The disk is full, or another program holds the database: one sentence says so, and nothing is lost."""

import asyncio
from contextlib import closing

import pytest
from sqlcipher3 import dbapi2

from tests.support.command import is_one_sentence, run
from tests.support.driven_window import driven_window, is_answered, last_answer
from tests.support.patience import PATIENCE
from tests.support.scripted_model import ModelBeside, Script
from tests.support.serving import serving

pytestmark = pytest.mark.e2e

STORY = (
    "The keeper of the lighthouse counted ships all night long. ",
    "He never slept before the sun was up. ",
    "End.",
)
FULL = "The disk is full"
HELD = "Another program is holding the database"


def test_what_is_written_on_a_full_disk_stays_in_the_composer_until_there_is_space(small_disk):
    with ModelBeside("Ships carry cargo.") as model, driven_window(environment=model.environment) as window:
        window.online()
        small_disk.fill()
        window.write("What do ships carry?")
        window.until(lambda seen: FULL in seen["toast"] and seen["draft"] == "What do ships carry?", what="a sentence")
        small_disk.free()
        window.press("Key_Return")
        window.until(lambda seen: is_answered(seen, 1), what="an answer")


def test_what_a_full_disk_could_not_take_is_asked_for_again_once_there_is_space(small_disk, home):
    hold = asyncio.Event()
    elsewhere = {"ALICIA_DATA_DIR": str(home / "alicia")}
    with (
        ModelBeside(Script(pieces=STORY, hold=hold)) as model,
        serving(environment={**model.environment, **elsewhere}) as server,
        driven_window(environment={"ALICIA_SERVER": server.address, "ALICIA_TOKEN": server.token}) as window,
    ):
        window.online()
        window.write("Tell me a story.")
        window.until(lambda seen: last_answer(seen)["text"], what="the beginning of an answer")
        small_disk.fill()
        model.release(hold)
        window.until(lambda seen: any(FULL in words for words in seen["banner"]), what="a banner")
        small_disk.free()
        seen = window.until(lambda seen: is_answered(seen, 1) and not seen["banner"], what="the rest of the answer")
    assert last_answer(seen)["text"] == "".join(STORY)


def test_a_database_that_another_program_holds_is_told_and_what_was_written_is_kept(home):
    with ModelBeside("Ships carry cargo.") as model, driven_window(environment=model.environment) as window:
        window.online()
        with closing(dbapi2.connect(str(window.folder / "client.db"), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            window.write("What do ships carry?")
            window.until(
                lambda seen: HELD in seen["toast"] and seen["draft"] == "What do ships carry?", what="a sentence"
            )
            other.execute("ROLLBACK")
        window.press("Key_Return")
        window.until(lambda seen: is_answered(seen, 1), what="an answer")


def test_a_database_that_is_held_at_the_start_is_a_clear_refusal(home):
    with ModelBeside("Ships carry cargo.") as model:
        assert run("talk", "--text", "Hello", environment=model.environment).returncode == 0
        with closing(dbapi2.connect(str(home / "alicia" / "client.db"), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            refused = run("talk", "--text", "Hello", environment=model.environment)
            assert refused.returncode == 1
            assert is_one_sentence(refused.stderr)
            assert HELD in refused.stderr


def test_a_disk_that_is_full_at_the_start_is_a_clear_refusal(small_disk):
    with ModelBeside("Ships carry cargo.") as model:
        with driven_window(environment=model.environment) as window:
            window.online()
            window.close()
            window.process.wait(PATIENCE)
        small_disk.fill()
        refused = run("talk", "--text", "Hello", environment=model.environment)
        assert refused.returncode == 1
        assert is_one_sentence(refused.stderr)
        assert FULL in refused.stderr
        with driven_window(environment=model.environment) as window:
            window.until(lambda seen: any(FULL in words for words in seen["dialog"]), what="a dialog")
