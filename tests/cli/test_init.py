"""The command line as a whole: what it loads, where `--data-dir` may stand, how a failure looks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from alicia_desktop import __version__
from alicia_desktop.cli import data_dir_first
from alicia_desktop.cli.window import WindowStart, plain_start
from tests.support.command import is_one_sentence, objects, run_fresh
from tests.support.patience import PATIENCE

pytestmark = pytest.mark.e2e

HEAVY = ("PySide6", "aiohttp", "livekit", "numpy", "sqlalchemy")


def loaded_by(*arguments: str) -> set[str]:
    """The heavy libraries that a command has loaded when it ends."""
    script = (
        "import sys; sys.argv = ['alicia-desktop', *sys.argv[1:]]\n"
        "from alicia_desktop.cli import main\n"
        "try: main()\n"
        f"finally: sys.stderr.write(','.join(name for name in {HEAVY} if name in sys.modules))\n"
    )
    command = [sys.executable, "-c", script, *arguments]
    done = subprocess.run(command, input=b"", capture_output=True, timeout=PATIENCE, check=False)
    return {name for name in HEAVY if name in done.stderr.decode().split("\n")[-1].split(",")}


@pytest.mark.parametrize(
    "command", [("--help",), ("--version",), ("decode",), ("talk", "--help"), ("memory", "--help")]
)
def test_what_needs_no_library_loads_none(command):
    assert loaded_by(*command) == set()


def test_the_version_is_printed():
    done = run_fresh("--version")
    assert (done.returncode, done.stdout) == (0, f"alicia-desktop {__version__}\n")


@pytest.mark.parametrize("command", [("talk", "--wav", "/nowhere.wav"), ("serve", "--host", "256.0.0.1")])
def test_without_the_window_there_is_no_qt(command):
    assert "PySide6" not in loaded_by(*command)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (["journal", "--data-dir", "/d", "--json"], ["--data-dir", "/d", "journal", "--json"]),
        (["memory", "search", "--data-dir=/d", "x"], ["--data-dir=/d", "memory", "search", "x"]),
        (["--data-dir", "/d", "list"], ["--data-dir", "/d", "list"]),
        (["memory", "search", "--", "--data-dir", "/d"], ["memory", "search", "--", "--data-dir", "/d"]),
        (["serve", "--data-dir"], ["--data-dir", "serve"]),
        (["journal", "--profile", "Anna", "--json"], ["--profile", "Anna", "journal", "--json"]),
    ],
)
def test_the_data_folder_may_be_named_before_and_after_the_command(given, expected):
    assert data_dir_first(given) == expected


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([], WindowStart()),
        (["-v"], WindowStart(verbose=True)),
        (["--data-dir", "/d", "--verbose"], WindowStart(data_dir=Path("/d"), verbose=True)),
        (["--data-dir=/d"], WindowStart(data_dir=Path("/d"))),
        (["--profile", "Anna"], WindowStart(profile="Anna")),
        (["--profile=Anna", "open", "alicia:new"], WindowStart(profile="Anna", target="alicia:new")),
        (["--profile"], None),
        (["open"], WindowStart()),
        (["-v", "open", "alicia:new"], WindowStart(verbose=True, target="alicia:new")),
        (["open", "talk.json", "garden.json"], None),
        (["open", "--help"], None),
        (["--data-dir"], None),
        (["--data-dir="], None),
        (["--help"], None),
        (["-v", "talk"], None),
        (["--server=/d"], None),
    ],
)
def test_what_asks_for_the_window_alone_is_read_without_typer(given, expected):
    assert plain_start(given) == expected


def test_a_shell_that_completes_a_command_opens_no_window():
    script = "import sys; sys.argv = ['alicia-desktop']\nfrom alicia_desktop.cli import main\nmain()"
    asked = {"_ALICIA_DESKTOP_COMPLETE": "complete_bash", "COMP_WORDS": "alicia-desktop back", "COMP_CWORD": "1"}
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | asked,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.stdout.split() == ["backup"]


@pytest.mark.parametrize("first", [True, False])
def test_everything_is_in_the_folder_that_is_named(tmp_path, home, first):
    folder = tmp_path / "elsewhere"
    named = ["--data-dir", str(folder)]
    command = [*named, "memory", "import", "-"] if first else ["memory", "import", "-", *named]
    assert run_fresh(*command).returncode == 0
    assert (folder / "server.db").exists()
    assert not list((home / "alicia").iterdir())


def test_without_a_display_the_window_names_talk():
    done = run_fresh(environment={"QT_QPA_PLATFORM": ""})
    assert done.returncode == 1
    assert is_one_sentence(done.stderr)
    assert "alicia-desktop talk" in done.stderr


def test_broken_settings_are_one_sentence_that_names_the_line(home):
    (home / "alicia" / "settings.toml").write_text("[server]\nplace = 3\n")
    done = run_fresh("talk", "--text", "Hello")
    assert done.returncode == 1
    assert is_one_sentence(done.stderr)
    assert "line 2" in done.stderr
    assert "defaults" not in done.stderr  # only the window goes on with them


def test_a_data_folder_that_cannot_be_made_is_one_sentence(tmp_path):
    (tmp_path / "file").touch()
    for command in ("talk", "serve"):
        done = run_fresh(command, "--data-dir", tmp_path / "file" / "data")
        assert done.returncode == 1
        assert is_one_sentence(done.stderr)


def test_text_that_no_encoding_can_write_is_printed_all_the_same():
    done = run_fresh("decode", given=b"zz\n", environment={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert objects(done.stdout)[0]["name"] == "Malformed"
    assert os.linesep in done.stdout
