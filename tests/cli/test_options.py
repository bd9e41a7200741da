"""What `--help` and mistakes say: names without types, examples as typed, variables that exist, where the docs are."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest
import typer.main
from typer.testing import CliRunner

from alicia_desktop.cli.commands import app
from alicia_desktop.cli.options import VARIABLES, documentation

ROOT = Path(__file__).parents[2]


def commands(group: Any = None, path: tuple[str, ...] = ()) -> list[tuple[str, ...]]:
    """Return the path of every command that is not hidden, and of the groups."""
    group = group or typer.main.get_command(app)
    found = [path]
    for name, command in getattr(group, "commands", {}).items():
        if not command.hidden:
            found += commands(command, (*path, name))
    return found


def help_of(*path: str, option: str = "--help") -> str:
    done = CliRunner().invoke(app, [*path, option])
    assert done.exit_code == 0
    return done.output


@pytest.mark.parametrize("path", commands(), ids=" ".join)
def test_every_page_is_for_people(path: tuple[str, ...]) -> None:
    page = help_of(*path)
    assert not re.search(r"<[a-z]", page), "a type stands there"
    assert "{" not in page
    assert not re.search(r"\.\.\.$", page.partition("\n")[2], re.MULTILINE), "a description is cut"
    assert page == help_of(*path, option="-h")


def test_the_first_page_has_examples_variables_and_where_the_docs_are() -> None:
    page = help_of()
    assert "Examples:\n  alicia-desktop\n" in page
    assert str(ROOT / "docs" / "README.md") in page
    assert all(f"  {name} " in page for name, _ in VARIABLES)


def test_the_variables_are_those_that_are_read() -> None:
    source = "".join(
        path.read_text("utf-8") for path in (ROOT / "alicia_desktop").rglob("*.py") if path.name != "help.py"
    )
    assert [name for name, _ in VARIABLES if f'"{name}"' not in source] == []


def test_every_example_names_a_command_that_exists() -> None:
    known = {" ".join(path) for path in commands()}
    for path in commands():
        for line in re.findall(r"^  .*?alicia-desktop ?(.*)$", help_of(*path), re.MULTILINE):
            words = [word for word in re.split(r" [-\"|]| [a-zA-Z_./~]+\.[a-z]+", line)[0].split() if word.isalpha()]
            if line.startswith("-"):
                continue
            assert any(" ".join(words[:count]) in known for count in range(len(words), 0, -1)) or not words, line


def test_an_installed_program_names_the_documentation_of_its_package(tmp_path, monkeypatch):
    page = tmp_path / "share" / "doc" / "alicia-desktop" / "docs" / "README.md"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(tmp_path / "lib" / "alicia-desktop" / "alicia-desktop"))
    assert "in the source" in documentation()
    page.parent.mkdir(parents=True)
    page.touch()
    assert documentation().endswith(str(page))


@pytest.mark.parametrize(
    ("option", "value", "told"),
    [
        ("--after", "tomorrow", "Invalid value for '--after': 'tomorrow' is not a day such as 2026-01-31."),
        ("--kind", "soft", "Invalid value for '--kind': 'soft' is not one of 'semantic', 'hard', 'hybrid'."),
    ],
)
def test_a_value_that_cannot_be_read_is_named_in_a_sentence(option: str, value: str, told: str) -> None:
    done = CliRunner().invoke(app, ["memory", "search", "dog", option, value])
    assert done.exit_code == 2
    assert told in done.output
