"""`talk` with a server that is published (docs/protocol.md#deployed-servers): two processes, over HTTP and its room."""

import subprocess
import sys

import pytest

from tests.support.command import run

pytestmark = pytest.mark.e2e


def test_a_question_is_answered_and_what_is_no_error_is_none() -> None:
    serving = [sys.executable, "-m", "tests.support.deployed_place", "0"]
    with subprocess.Popen(serving, stdout=subprocess.PIPE, text=True) as place:
        assert place.stdout is not None
        address = place.stdout.readline().strip()
        done = run("talk", "--server", address, "--user", "ann", "--text", "Good morning")
        place.terminate()
    assert done.returncode == 0, done.stderr
    assert done.stdout == "You said: Good morning\nThat is all.\n"
    assert "audio" not in done.stderr  # docs/protocol.md#harmless-errors: it says so after nearly every answer
