"""kill −9 of any process in the middle of things: nothing is lost, nothing comes twice, no orphan stays."""

import os
import signal

import pytest

from tests.support.command import objects, run
from tests.support.patience import PATIENCE
from tests.support.processes import wait_until
from tests.support.talking import LINE, MODEL, SERVER, answers, descendants, is_alive, named, talking

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(400)]

LONG = "Tell me a long story about a lighthouse."


def has_ended(pids):
    wait_until(lambda: not any(is_alive(pid) for pid in pids), what=f"the end of {pids}")
    return True


@pytest.mark.parametrize("module", [LINE, SERVER, MODEL])
def test_a_process_that_is_killed_in_the_middle_of_an_answer_loses_nothing(module):
    with talking() as talk:
        talk.write(LONG)
        talk.wait_for("StartAnswer")
        os.kill(talk.child(module), signal.SIGKILL)
        talk.write("What is 17 * 23?")
        talk.wait_for("ToolUseResult")
        children = descendants(talk.process.pid)
        status = talk.finish()
    assert status in {0, 1}
    assert has_ended(children)
    assert_said_once(talk.said)
    assert "391" in answers(talk.said)[-1]
    again = run("talk", "--json", "--text", "What is 2 + 3?")
    assert again.returncode == 0, again.stderr
    assert "5" in answers(objects(again.stdout))[-1]


def assert_said_once(said):
    """Both questions are acknowledged and answered once, and the first answer is whole or marked."""
    asked = [one["body"]["id"] for one in named(said, "UserMessage") if one["direction"] == "out"]
    assert len(asked) == len(set(asked)) == 2
    begun = [one["body"]["previousId"] for one in named(said, "StartAnswer")]
    assert set(begun) == set(asked)
    first = next(one["body"]["id"] for one in named(said, "StartAnswer"))
    sentences = [one["body"] for one in named(said, "AssistantSentence") if one["body"]["previousId"] == first]
    numbers = sorted({one["sequence"] for one in sentences})
    assert numbers == list(range(1, len(numbers) + 1))


def test_what_a_killed_run_has_written_is_delivered_once_by_the_next():
    with talking() as talk:
        talk.write("My brother Tom lives in Oslo.")
        written = talk.wait_for("UserMessage")[0]["body"]["id"]
        children = descendants(talk.process.pid)
        talk.process.kill()
        talk.process.wait(PATIENCE)
    assert has_ended(children)
    done = run("talk", "--json", "--text", "What is 2 + 3?")
    assert done.returncode == 0, done.stderr
    passed = objects(run("journal", "--json").stdout)
    delivered = [one for one in passed if one["body"].get("acknowledgedMessageId") == written]
    assert len(delivered) == 1
    # That run did not wait for what comes of it: who comes back finds it answered before anything else.
    back = run("talk", "--conversation", delivered[0]["body"]["conversationId"], "--text", "What is 3 + 4?")
    assert back.returncode == 0, back.stderr
    found = objects(run("memory", "search", "Where does Tom live?", "--json").stdout)[0]["results"]
    assert len([one for one in found if "Oslo" in one["content"]]) == 1


def test_killing_a_run_in_the_middle_of_an_answer_keeps_what_was_shown():
    with talking() as talk:
        talk.write(LONG)
        shown = talk.wait_for("AssistantSentence")[0]["body"]
        children = descendants(talk.process.pid)
        talk.process.kill()
        talk.process.wait(PATIENCE)
    assert has_ended(children)
    conversation = shown["conversationId"]
    kept = objects(run("journal", conversation, "--json").stdout)
    assert shown["id"] in [one["body"].get("id") for one in kept]
    done = run("talk", "--json", "--conversation", conversation, "--text", "What is 3 + 4?")
    assert done.returncode == 0, done.stderr
    assert "7" in answers(objects(done.stdout))[-1]
