"""No path leads out of the allowed folders, whatever happens between two calls of the system."""

import gc
import os
import threading
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from alicia_desktop.protocol import client_tools
from alicia_desktop.session.tools import folders, toolbox
from alicia_desktop.session.tools.contract import ToolRefusalError
from alicia_desktop.session.tools.folders import Allowed, OwnData, as_allowed
from tests.session.tools import attacks


@pytest.fixture
def allowed(tmp_path: Path) -> Allowed:
    return attacks.build(tmp_path)


def told(allowed: Allowed, path: str) -> str:
    """Everything that the three file tools tell of a path, but not what they were asked with."""
    runs = (
        lambda: toolbox.read_file(path, allowed),
        lambda: toolbox.list_folder(path, allowed),
        lambda: toolbox.search_files("treasure", path, allowed, threading.Event())["hits"],
    )
    return " ".join(outcome(run) for run in runs)


def outcome(run: Callable[[], object]) -> str:
    try:
        return str(run())
    except ToolRefusalError as refusal:
        return refusal.sentence


def test_what_is_allowed_can_be_had_in_every_way_of_writing_it(allowed: Allowed, tmp_path: Path):
    for path in (
        "Notes/plan.txt",
        "Notes//sub/../plan.txt",
        f"{tmp_path}/Notes/plan.txt",
        f"{tmp_path}/x/../Notes/plan.txt",
    ):
        found = toolbox.read_file(path, allowed)
        assert found == {"path": "Notes/plan.txt", "text": "Buy bread.\nWater the roses.\n", "truncated": False}
    assert toolbox.read_file(f"{attacks.LETTER}/menu.txt", allowed)["text"] == "soup"


def test_five_hundred_paths_that_want_out_do_not_get_out(allowed: Allowed, tmp_path: Path):
    paths = attacks.vectors(tmp_path)
    assert len(paths) >= 500
    for path in paths:
        assert "7f3a" not in told(allowed, path), path
        assert "root:" not in told(allowed, path), path


def test_a_search_of_everything_passes_by_what_is_closed(allowed: Allowed):
    found = toolbox.search_files("treasure", None, allowed, threading.Event())
    assert found["hits"] == []
    assert "treasure" not in str(toolbox.list_folder("Notes", allowed))
    names = [entry["name"] for entry in toolbox.list_folder("Notes", allowed)["entries"]]
    assert names == ["data/", "sub/", "hard.txt", "plan.txt"]


@pytest.mark.parametrize("swapped", ["Notes", "Notes/sub", "Notes/sub/inner.txt"])
def test_what_is_exchanged_between_two_calls_leads_nowhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, swapped: str
):
    """Before each single call of the system, in turn, the folder or file becomes a link to one with a treasure."""
    for number in range(1_000):
        folder = tmp_path / str(number)
        folder.mkdir()
        allowed, target, calls = attacks.build(folder), folder / swapped, 0

        def swapping(real, folder=folder, target=target, number=number):
            def call(*arguments, **options):
                nonlocal calls
                calls += 1
                if calls == number + 1:
                    target.rename(folder / "gone")
                    target.symlink_to(folder / "outside" / ("inner.txt" if target.suffix else ""))
                return real(*arguments, **options)

            return call

        with monkeypatch.context() as patched:
            for name in ("open", "stat", "fstat"):
                patched.setattr(os, name, swapping(getattr(os, name)))
            said = outcome(partial(toolbox.read_file, "Notes/sub/inner.txt", allowed))
        assert "7f3a" not in said
        if not target.is_symlink():
            assert "'text': 'inner'" in said
            assert number > 12
            return
    raise AssertionError


@pytest.mark.slow
def test_no_file_stays_open(allowed: Allowed, tmp_path: Path):
    gc.collect()  # what tests before have left open is closed now, and not while this one counts
    before = len([*Path("/proc/self/fd").iterdir()])
    for path in attacks.vectors(tmp_path)[:300:3] + [f"Notes/{link}" for link in attacks.LINKS] + ["Notes/plan.txt"]:
        told(allowed, path)
    assert len([*Path("/proc/self/fd").iterdir()]) == before


def test_nothing_is_open_where_nothing_is_allowed(tmp_path: Path):
    attacks.build(tmp_path)
    for path in ("Notes/plan.txt", f"{tmp_path}/Notes/plan.txt"):
        with pytest.raises(ToolRefusalError, match="No folder is allowed yet"):
            toolbox.read_file(path, Allowed())


def test_settings_that_allow_everything_or_nothing_clear_allow_nothing(tmp_path: Path):
    own_data = OwnData(tmp_path / "data")
    assert as_allowed(["/", "relative", "", "/a/../etc", str(tmp_path)], own_data).folders == (tmp_path,)
    assert as_allowed([str(tmp_path / "data" / "recordings")], own_data).folders == ()


def test_two_folders_of_one_name_are_told_apart(tmp_path: Path):
    for parent in ("a", "b"):
        (tmp_path / parent / "Notes").mkdir(parents=True)
        (tmp_path / parent / "Notes" / "x.txt").write_text(parent)
    allowed = as_allowed([str(tmp_path / "a" / "Notes"), str(tmp_path / "b" / "Notes")], OwnData(tmp_path / "data"))
    with pytest.raises(ToolRefusalError, match="Begin the path"):
        toolbox.read_file("Notes/x.txt", allowed)
    found = toolbox.read_file(f"{tmp_path}/b/Notes/x.txt", allowed)
    assert (found["text"], found["path"]) == ("b", f"{tmp_path}/b/Notes/x.txt")


def test_where_the_system_cannot_do_it_nothing_is_opened(allowed: Allowed, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(folders, "AVAILABLE", False)
    with pytest.raises(ToolRefusalError, match="cannot be opened safely"):
        toolbox.read_file("Notes/plan.txt", allowed)


@pytest.mark.parametrize("name", client_tools.TOOLS)
def test_every_tool_says_what_is_missing_or_too_much(name: str):
    parameters = client_tools.TOOLS[name].parameters
    whole = dict.fromkeys(parameters, "https://example.org")
    assert client_tools.problem(name, whole) is None
    assert "takes no" in (client_tools.problem(name, {**whole, "shell": "rm"}) or "")
    for key, parameter in parameters.items():
        assert "longer" in (client_tools.problem(name, {**whole, key: "h" * (parameter.longest + 1)}) or "")
        for wrong in (7, ["a"], {"a": 1}, True):
            assert "missing" in (client_tools.problem(name, {**whole, key: wrong}) or "")
        assert (client_tools.problem(name, {**whole, key: "a\u202eb"}) is None) is not parameter.plain


@pytest.mark.parametrize(
    "url",
    [
        *("file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "ftp://h/x", "example.org", "//example.org"),
        *("http://", "https:///x", "http://user@host", "http://a:b@host", "https://good.org\\@evil.org", "vbscript:x"),
        *(
            "http://h:99999",
            "http://h:0/",
            "http://h/ x",
            "about:blank",
            "chrome://settings",
            "HTTP:/x",
            "mailto:a@b.c",
        ),
    ],
)
def test_only_plain_web_addresses_are_opened(url: str):
    assert client_tools.problem("open_address", {"url": url}) is not None
