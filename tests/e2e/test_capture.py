"""What a run with the local server was is saved by the command, and the command checks it, as CI does."""

import xml.etree.ElementTree as ET

import pytest

from tests.support.command import objects, run

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(400)]


def test_a_real_run_is_saved_and_checked(tmp_path):
    fact = "My daughter Emma has a piano recital on Friday."
    assert run("talk", "--text", fact).returncode == 0
    asked = run("talk", "--text", "When is Emma's recital?", "--text", "What is 17 * 23?")
    assert asked.returncode == 0, asked.stderr
    conversation = objects(run("conversations", "--json").stdout)[0]["id"]
    capture, report = tmp_path / "talk.alicia-capture", tmp_path / "talk.xml"
    saved = run("capture", "save", conversation, capture)
    assert saved.returncode == 0, saved.stderr
    expectations = (
        "--expect-tool",
        "calculator",
        "--expect-memory",
        "recital",
        "--expect-said",
        "Friday",
        "--forbid-error",
    )
    checked = run("capture", "check", capture, *expectations, "--max-first-word", "120s", "--junit", report)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert ET.parse(report).getroot().get("tests") == "5"
    assert run("capture", "diff", capture, capture).returncode == 0
    assert run("capture", "check", capture, "--expect-tool", "no_such_tool").returncode == 1
