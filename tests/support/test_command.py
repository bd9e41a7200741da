"""A command in a fork is what it is in a Python of its own."""

import subprocess
from pathlib import Path

import pytest

from tests.support.command import forks, run, run_fresh

pytestmark = pytest.mark.e2e


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        (("decode",), b"zz\n"),
        (("memory", "list"), b""),
        (("export", "ac_1"), b""),
        (("talk", "--no-such-option"), b""),
    ],
)
def test_it_prints_and_ends_as_it_does_alone(arguments: tuple[str, ...], given: bytes) -> None:
    forked, alone = run(*arguments, given=given), run_fresh(*arguments, given=given)
    assert (forked.returncode, forked.stdout, forked.stderr) == (alone.returncode, alone.stdout, alone.stderr)


def test_it_runs_in_the_folder_and_with_the_variables_of_the_test(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "memories.jsonl").write_text('{"id":"a","content":"User likes tea."}\n')
    assert run("memory", "import", "memories.jsonl", environment={"ALICIA_DATA_DIR": "here"}).returncode == 0
    assert (tmp_path / "here" / "server.db").exists()
    assert "tea" not in run("memory", "list").stdout


def test_one_that_takes_too_long_is_ended() -> None:
    forks()
    with pytest.raises(subprocess.TimeoutExpired):
        run("serve", seconds=0.5)
