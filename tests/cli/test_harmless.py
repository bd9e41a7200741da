"""Commands on a real terminal: whatever others wrote, in whatever place, the terminal obeys none of it."""

import asyncio
import json
import unicodedata
from typing import Any

import pytest

from alicia_desktop.base.clock import SystemClock
from alicia_desktop.protocol.messages import (
    AssistantSentence,
    ErrorMessage,
    MemoryTrace,
    ReasoningStep,
    StartAnswer,
    ToolUseRequest,
    ToolUseResult,
    UserMessage,
)
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Database
from tests.store.wire import came, keep, went
from tests.support.command import run_fresh
from tests.support.scripted_model import ModelBeside
from tests.support.terminal import shown_by

pytestmark = pytest.mark.e2e

ODD = (
    "Hi\x1b]0;owned\x07\x1b]52;c;ZXZpbA==\x07\x1b[8m\x9b2J\x90q\x9c\u202e\u2066\u200f\u2028\u2029\x7f\x85\x08"
    "\x1b[2K\r[bold]b[/bold] [link=file:///etc/passwd]l[/link]"
)


def obeyed(shown: str) -> set[str]:
    """Return the characters that a terminal would obey."""
    kinds = {"Cc", "Zl", "Zp", "Cs"}
    return {one for one in shown if unicodedata.category(one) in kinds or one in "\u202e\u2066\u200f"} - {"\n", "\t"}


def objects(shown: str) -> list[Any]:
    return [json.loads(line) for line in shown.splitlines() if line.startswith('{"')]


def lived() -> tuple[Any, ...]:
    """Return what was said in a conversation with a server that means harm."""
    return (
        went(UserMessage(id="am_q", content=ODD), 1, meta={"localId": ODD}),
        came(StartAnswer(id="am_a", previous_id="am_q", answer_type=ODD), -2, meta={"context": ODD}),
        came(
            MemoryTrace(
                id="amu_1", previous_id="am_a", memory_id=ODD, action="retrieved", content=ODD, metadata={ODD: ODD}
            ),
            -3,
        ),
        came(ReasoningStep(id="ar_1", previous_id="am_a", content=ODD, step_index=1), -4),
        came(
            ToolUseRequest(
                id="atu_1", message_id="am_a", tool_name=ODD, parameters={ODD: ODD}, execution="server", timeout_ms=5
            ),
            -5,
        ),
        came(ToolUseResult(id="atu_2", request_id="atu_1", success=False, error_code=ODD, error_message=ODD), -6),
        came(AssistantSentence(id="ams_1", previous_id="am_a", sequence=1, text=f"{ODD}\n{ODD}", is_final=True), -7),
        came(ErrorMessage(id="am_e", code=1, message=ODD, severity=2, recoverable=True, originating_id="am_a"), -8),
    )


@pytest.fixture
def data(tmp_path, monkeypatch):
    """A data folder full of it."""

    async def write() -> None:
        database = await Database.open(tmp_path / "client.db", clock=SystemClock())
        for entry in lived():
            await database.write(keep, entry)
        await database.write(conversations.rename, "ac_1", ODD, SystemClock().now())
        await database.close()

    asyncio.run(write())
    line = {"id": f"m{ODD}", "content": ODD, "tags": [ODD], "category": ODD, "topic": ODD, "summary": ODD}
    (tmp_path / "in.jsonl").write_text(json.dumps(line) + f"\n{{{ODD}\n")
    (tmp_path / "hex").write_bytes(b"\n".join(entry.raw.hex().encode() for entry in lived()) + ODD.encode())
    monkeypatch.setenv("ALICIA_DATA_DIR", str(tmp_path))
    return tmp_path


def test_what_is_kept_is_shown_harmless(data):
    shown = shown_by(
        *(["journal"], ["journal", "--json"], ["decode", data / "hex"], ["memory", "why", "am_a"]),
        *(
            ["memory", "why", "am_a", "--json"],
            ["export", "ac_1"],
            ["export", ODD],
            ["export", ODD, "--format", "json"],
        ),
    )
    assert obeyed(shown) == set()
    assert r"\x1b]52;c;ZXZpbA==\x07" in shown
    assert "[bold]b[/bold] [link=file:///etc/passwd]l[/link]" in shown
    assert len([one for one in objects(shown) if "stanza_id" in one]) == 2 * len(lived())


def test_memories_are_shown_harmless(data):
    shown = shown_by(
        *(["memory", "import", data / "in.jsonl", "--no-wait"], ["memory", "list"], ["memory", "list", "--json"]),
        *(["memory", "search", "Hi", "--explain"], ["memory", "search", "Hi", "--json"], ["memory", "stats"]),
        ["memory", "export", "-"],
    )
    progress, _, rest = shown.partition("line 2: ")  # the bar moves about, and nothing of the file is in it
    assert (ODD[4:8] in progress, obeyed(rest)) == (False, set())
    assert any(one.get("content") == ODD for one in objects(rest))


def test_what_is_wrong_is_told_harmless(data):
    (data / "settings.toml").write_text('[server]\nplace = "\\u001b]0;owned\\u0007"\n')
    shown = shown_by(
        *([ODD], ["talk", ODD], ["talk", "--allow", ODD], ["serve", "--port", ODD], ["serve", f"--{ODD}"]),
        *(["export", f"no {ODD}"], ["import", f"/no/{ODD}"], ["decode", f"/no/{ODD}"], ["journal", ODD]),
        *(["memory", "why", ODD], ["memory", "import", f"/no/{ODD}"], ["memory", ODD], ["talk", "--text", "x"]),
        ["--data-dir", f"/dev/null/{ODD}", "talk"],
    )
    assert obeyed(shown) == set()
    assert shown.count("\\x1b]") > 10
    assert "Traceback" not in shown


def test_a_pipe_gets_what_was_written_and_can_be_imported(data, monkeypatch, tmp_path_factory):
    assert ODD.split("\r", maxsplit=1)[0] in run_fresh("export", "ac_1").stdout
    exported = run_fresh("export", "ac_1", "--format", "json").stdout
    assert obeyed(exported) == set()
    assert json.loads(exported)["tables"]["alicia_conversations"][0]["title"] == ODD
    (data / "piped.json").write_text(exported)
    monkeypatch.setenv("ALICIA_DATA_DIR", str(tmp_path_factory.mktemp("other")))
    assert run_fresh("import", data / "piped.json").returncode == 0


def test_an_answer_is_shown_harmless():
    with ModelBeside(f"{ODD} and {ODD}.") as model:
        command = ["talk", "--transport", "memory", "--text", f"Tell me a story {ODD}"]
        shown = shown_by(command, environment=model.environment)
    assert obeyed(shown) == set()
    assert shown.count(r"\x1b]52;c;ZXZpbA==\x07") >= 2
