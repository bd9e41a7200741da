"""The program as others get it: from its wheel, outside of the tree, started in a folder that is not trusted."""

import os
import subprocess
import sys
import sysconfig
import zipfile
from email.parser import Parser
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.support.driven_window import driven_window, is_answered
from tests.support.patience import PATIENCE

ROOT = Path(__file__).parents[2]
PUPPET = ROOT / "tests" / "support" / "puppet.py"
POISON = "raise SystemExit('imported from the working directory')\n"

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel, built from the tree."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([ROOT / "packaging" / "wheel.sh", folder], check=True, timeout=PATIENCE)
    (built,) = folder.iterdir()
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """A venv with the wheel in it, and a folder to work in; what the wheel requires is that of these tests."""
    folder = tmp_path_factory.mktemp("installed")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder / "venv"], check=True, timeout=PATIENCE)
    scripts = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
    (site,) = (folder / "venv").glob("lib/python*/site-packages")
    (site / "shared.pth").write_text(sysconfig.get_path("purelib") + "\n")
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--python", scripts / "python", "--quiet"]
    subprocess.run([*pip, "install", "--no-deps", "--no-index", wheel], check=True, timeout=PATIENCE)
    cwd = folder / "downloads"
    cwd.mkdir()
    for name in ("alicia_desktop", "msgspec", "numpy"):
        (cwd / f"{name}.py").write_text(POISON)
    python = scripts / "python"
    where = [python, "-P", "-c", "import alicia_desktop; print(alicia_desktop.__file__)"]
    assert subprocess.check_output(where, cwd=cwd, text=True).startswith(str(site))
    return SimpleNamespace(command=scripts / "alicia-desktop", python=python, cwd=cwd)


def run(installed, *arguments):
    done = subprocess.run(
        [installed.command, *arguments],
        cwd=installed.cwd,
        capture_output=True,
        text=True,
        timeout=PATIENCE + 60,
        check=False,
    )
    assert done.returncode == 0, (done.stdout, done.stderr)
    return done.stdout


def test_every_file_of_the_package_travels_with_licence_and_metadata(wheel):
    package = ROOT / "alicia_desktop"
    files = {str(file.relative_to(ROOT)) for file in package.rglob("*") if file.is_file() and file.suffix != ".pyc"}
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
        (about,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        metadata = Parser().parsestr(archive.read(about).decode())
    assert files <= names
    assert {"alicia_desktop/resources/tokens.toml", "alicia_desktop/memory/english.toml"} <= files
    assert about.replace("METADATA", "licenses/LICENSE") in names
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata["Author"] == "The Alicia Desktop developers"
    assert any(line.startswith("hibari-tts; extra ==") for line in metadata.get_all("Requires-Dist", []))


def test_doctor_finds_everything(installed):
    assert "MISSING" not in run(installed, "doctor")


def test_talk_answers(installed):
    assert "12" in run(installed, "talk", "--text", "What is 3 * 4?")


def test_the_window_answers(installed):
    with driven_window(command=[str(installed.python), str(PUPPET)], cwd=installed.cwd) as window:
        window.online()
        window.write("What is 3 * 4?")
        seen = window.until(lambda now: is_answered(now, 1), what="an answer")
        for pid in window.children():
            assert str(installed.python) in Path(f"/proc/{pid}/cmdline").read_text()
        window.close()
        assert window.process.wait(PATIENCE) == 0
    assert "12" in seen["messages"][-1]["text"]
