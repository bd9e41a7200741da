"""A frozen program is each of its own child processes; from source they are Python's."""

import ast
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

import alicia_desktop
from alicia_desktop.base import frozen
from alicia_desktop.base.frozen import (
    CHILD_MODULES,
    child_command,
    restore_environment,
    run_child_module,
    start_command,
)

SOURCE = Path(alicia_desktop.__file__).parent
GUARD = "alicia_desktop.session.tools.mcp.guard"
ENTRY = """
import runpy, sys
sys.frozen = True
sys.argv = ["alicia-desktop", *sys.argv[1:]]
runpy.run_path({entry!r}, run_name="__main__")
"""


@pytest.fixture
def as_frozen(monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)


def enter(*arguments):
    """Start the entry point as the frozen program does."""
    program = ENTRY.format(entry=str(SOURCE / "__main__.py"))
    return subprocess.run(
        [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=False, timeout=60
    )


def test_only_one_place_names_the_interpreter():
    naming = [path for path in SOURCE.rglob("*.py") if "sys.executable" in path.read_text("utf-8")]
    assert naming == [Path(frozen.__file__)]


def test_every_module_that_is_a_process_is_on_the_list():
    programs = {
        ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)
        for path in SOURCE.rglob("*.py")
        if "__main__" in (code := path.read_text())
        and any(isinstance(one, ast.If) and "__main__" in ast.unparse(one.test) for one in ast.parse(code).body)
    }
    assert programs == CHILD_MODULES


@pytest.mark.e2e
def test_a_frozen_program_runs_the_child_that_it_is_started_as():
    ran = enter("-P", "-m", GUARD, "1", "true")  # its parent is not process 1, so it ends at once
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "", "")


def test_what_a_desktop_starts_is_the_appimage_itself_and_not_where_it_is_mounted(as_frozen, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/tmp/.mount_a/usr/lib/alicia-desktop/alicia-desktop")
    assert start_command() == ["/tmp/.mount_a/usr/lib/alicia-desktop/alicia-desktop"]
    monkeypatch.setenv("APPIMAGE", "/home/anna/Alicia.AppImage")
    monkeypatch.setenv("APPDIR", "/tmp/.mount_b")  # of another program, from whose terminal this one was started
    assert start_command() == ["/tmp/.mount_a/usr/lib/alicia-desktop/alicia-desktop"]
    monkeypatch.setenv("APPDIR", "/tmp/.mount_a")
    assert start_command() == ["/home/anna/Alicia.AppImage"]


@pytest.mark.parametrize("arguments", [["-P", "-m", "http.server"], ["-P", "-m"], ["-m", GUARD]])
def test_a_frozen_program_runs_no_other_module(arguments, as_frozen, monkeypatch):
    monkeypatch.setattr(runpy, "run_module", lambda *_, **__: pytest.fail("it ran"))
    assert not run_child_module(arguments)


def test_from_source_the_command_line_takes_every_argument(monkeypatch):
    monkeypatch.setattr(runpy, "run_module", lambda *_, **__: pytest.fail("it ran"))
    assert not run_child_module(child_command(GUARD, "1")[1:])


def test_the_arguments_of_a_child_are_those_of_its_command(as_frozen, monkeypatch):
    ran = []
    monkeypatch.setattr(sys, "argv", child_command(GUARD, "1", "-P", "-m", "x"))
    monkeypatch.setattr(runpy, "run_module", lambda module, **_: ran.append((module, sys.argv)))
    assert run_child_module(sys.argv[1:])
    assert ran == [(GUARD, [sys.executable, "1", "-P", "-m", "x"])]


@pytest.mark.parametrize(
    ("found", "left"),
    [
        ({"LD_LIBRARY_PATH": "/bundle"}, {}),
        ({"LD_LIBRARY_PATH": "/bundle", "LD_LIBRARY_PATH_ORIG": "/own"}, {"LD_LIBRARY_PATH": "/own"}),
        ({"_PYI_ARCHIVE_FILE": "/bundle/alicia-desktop", "PATH": "/bin"}, {"PATH": "/bin"}),
    ],
)
def test_programs_that_are_started_get_the_libraries_of_the_system(found, left, as_frozen):
    environment = dict(found)
    restore_environment(environment)
    assert environment == left


def test_from_source_the_library_path_is_the_persons_own():
    environment = {"LD_LIBRARY_PATH": "/own"}
    restore_environment(environment)
    assert environment == {"LD_LIBRARY_PATH": "/own"}
