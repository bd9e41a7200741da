"""Canaries in all that comes in: what is secret is found in no file, what people said in no log, after real runs.

Where a canary belongs (words in the database and in exports, the server's token in `server.json`) it must be found:
else the test would look in the wrong places.
"""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.canaries import SECRETS
from tests.support.command import run
from tests.support.driven_window import driven_window, is_answered
from tests.support.patience import PATIENCE
from tests.support.processes import wait_until
from tests.support.scripted_model import ModelBeside, Script
from tests.support.serving import serving
from tests.support.talking import LINE, MODEL, SERVER, answers, descendants, talking

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(400)]

KEY = "canary-key-5Hq8"
SAID, MEMORY, ARGUMENT, ANSWER = "canarysaid", "canarymemory", "31337 + 4242", "canaryanswer"
TELL = f"Remember that my {MEMORY} is in Oslo. {SAID}"
WORDS = (SAID, MEMORY, ARGUMENT, ANSWER)


@pytest.fixture
def model() -> Iterator[ModelBeside]:
    """A model that calls a tool with a canary and answers with another."""
    calls = Script(calls=(("calculator", {"expression": ARGUMENT}),))
    with ModelBeside(calls, f"The {ANSWER} is 35579.") as beside:
        yield beside


def with_key(model: ModelBeside) -> dict[str, str]:
    return {**model.environment, "ALICIA_MODEL_KEY": KEY}


def files(folder: Path) -> list[Path]:
    return [path for path in sorted(folder.rglob("*")) if path.is_file()]


def holding(folder: Path, canary: str) -> set[str]:
    """The names of the files below a folder that hold a canary, in any of the forms in which text is written."""
    forms = [canary.encode(form) for form in ("utf-8", "utf-16-le")]
    return {path.name for path in files(folder) if any(form in content(path) for form in forms)}


def content(path: Path) -> bytes:
    """What is in a file; nothing in one that a process removes meanwhile."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return b""


def assert_no_words_are_logged(home: Path, *told: str) -> None:
    logs = [path for path in files(home) if path.parent.name == "logs" or path.suffix in {".log", ".out"}]
    assert logs
    for text in [*(path.read_text(errors="replace") for path in logs), *told]:
        assert not [canary for canary in (*WORDS, KEY) if canary in text]


def test_keys_and_tokens_are_in_no_file_and_words_in_no_log(home: Path, model: ModelBeside):
    elsewhere = {"ALICIA_DATA_DIR": str(home / "server")}
    with serving("-v", environment={**with_key(model), **elsewhere}) as server:
        remote = {"ALICIA_SERVER": server.address, "ALICIA_TOKEN": server.token}
        said = run("talk", "-v", "--json", "--text", TELL, "--text", "What is it?", environment=remote)
        assert said.returncode == 0, said.stderr
        exported = run("journal", "--json", environment=remote).stdout
        memories = run("memory", "export", "-", environment=elsewhere).stdout
        assert holding(home, server.token) <= {"server.json"}
    assert holding(home, server.token) == set()
    assert holding(home, KEY) == set()
    for printed in (said.stdout, said.stderr, exported, memories):
        assert KEY not in printed
        assert server.token not in printed
    assert SAID in exported
    assert ANSWER in exported
    assert MEMORY in memories
    assert any(name.startswith("client.db") for name in holding(home, SAID))
    assert any(name.startswith("server.db") for name in holding(home, SAID))
    assert_no_words_are_logged(home, said.stderr)


def test_a_process_that_breaks_down_reports_no_words_and_no_keys(home: Path, model: ModelBeside):
    """The client and its server are told to abort, as a native library does it, in the middle of things."""
    with talking("-v", environment=with_key(model)) as talk:
        talk.write(TELL)
        talk.wait_for("StartAnswer")
        os.kill(talk.child(SERVER), signal.SIGABRT)
        talk.write(TELL)
        talk.wait_for("UserMessage", 2)
        os.kill(talk.process.pid, signal.SIGABRT)
        talk.process.wait(PATIENCE)
        talk.finish()
    assert holding(home, KEY) == set()
    assert_no_words_are_logged(home, talk.errors)


def test_the_window_logs_no_words_and_keeps_no_keys(home: Path, model: ModelBeside):
    with driven_window(environment=with_key(model)) as window:
        window.online()
        window.write(TELL)
        window.until(lambda seen: is_answered(seen, 1), what="an answer")
        window.close()
        window.process.wait(PATIENCE)
    assert holding(home, KEY) == set()
    assert_no_words_are_logged(home)


def test_the_secret_of_a_livekit_server_is_in_no_file(home: Path, model: ModelBeside, livekit_server):
    environment = {**with_key(model), **livekit_server.environment}
    secret = livekit_server.environment["ALICIA_LIVEKIT_API_SECRET"]
    done = run("talk", "-v", "--json", "--transport", "livekit", "--text", TELL, environment=environment)
    assert done.returncode == 0, done.stderr
    assert secret not in done.stdout + done.stderr
    kept = {path for path in files(home / "alicia") if secret.encode() in content(path)}
    assert kept == set()
    assert_no_words_are_logged(home / "alicia", done.stderr)


def test_no_child_has_a_secret_in_its_environment_or_its_command_line(home: Path, livekit_server):
    canary = "canary-child-2Wd6"
    secrets = {name: f"{canary}-{name}" for name in SECRETS if not name.startswith("ALICIA_LIVEKIT")}
    secret = livekit_server.environment["ALICIA_LIVEKIT_API_SECRET"]
    with talking("--transport", "livekit", environment={**secrets, **livekit_server.environment}) as talk:
        talk.write("What is 17 * 23?")
        talk.wait_for("AssistantSentence")
        wait_until(lambda: {LINE, SERVER, MODEL} <= kinds(talk.process.pid), what="line, server and model")
        family = descendants(talk.process.pid)
        assert sum(LINE in words for words in family.values()) == 2, "the server on LiveKit has a line of its own"
        environments = {words: Path(f"/proc/{pid}/environ").read_bytes().decode() for pid, words in family.items()}
    for words, environment in environments.items():
        assert "PATH=" in environment
        for told in (words, environment):
            assert canary not in told
            assert secret not in told
    assert "391" in "".join(answers(talk.said)), "the server got LiveKit's secret nevertheless"


def kinds(pid: int) -> set[str]:
    """Which of our programs run below a process."""
    return {kind for words in descendants(pid).values() for kind in (LINE, SERVER, MODEL) if kind in words}
