"""What a desktop knows of the program: menu, icons, kinds of files, description, manual, completion."""

import configparser
import gzip
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from PySide6.QtGui import QImage

from alicia_desktop import __version__
from alicia_desktop.view.open_target import read_target
from tests.support.missing import require_programs
from tests.support.patience import PATIENCE

ROOT = Path(__file__).parents[2]
HOME = "https://example.org/alicia"

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """The folder that lies below /usr."""
    folder = tmp_path_factory.mktemp("usr")
    told = {"QT_QPA_PLATFORM": "offscreen", "SOURCE_DATE_EPOCH": "1795000000", "ALICIA_HOMEPAGE": HOME}
    command = [sys.executable, ROOT / "packaging" / "desktop_files.py", folder]
    subprocess.run(command, env=os.environ | told, check=True, timeout=PATIENCE)
    return folder


def validate(*command):
    require_programs(command[0])
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_entry_of_the_menu_is_valid_and_its_actions_are_links_that_are_known(written):
    path = written / "share/applications/alicia-desktop.desktop"
    entry = configparser.ConfigParser(interpolation=None, strict=True)
    entry.optionxform = str  # type: ignore[method-assign, assignment]
    entry.read(path, "utf-8")
    actions = entry["Desktop Entry"]["Actions"].rstrip(";").split(";")
    assert [f"Desktop Action {one}" for one in actions] == entry.sections()[1:]
    for one in entry.sections():
        program, command, target = entry[one]["Exec"].split()
        assert (program, command) == ("alicia-desktop", "open")
        assert target == "%u" if one == "Desktop Entry" else read_target(target)
    validate("desktop-file-validate", str(path))


def test_the_description_is_valid_and_names_this_version(written):
    path = written / "share/metainfo/alicia-desktop.metainfo.xml"
    release = ET.parse(path).find("releases/release")
    assert release is not None
    assert release.get("version") == __version__
    validate("appstreamcli", "validate", "--no-net", str(path))


def test_pictures_of_the_description_are_of_this_repository(written):
    images = ET.parse(written / "share/metainfo/alicia-desktop.metainfo.xml").findall("screenshots/screenshot/image")
    assert images
    for image in images:
        assert image.text is not None
        assert (ROOT / image.text.removeprefix(f"{HOME}/")).is_file()


def test_a_capture_is_a_kind_of_file(written):
    kinds = ET.parse(written / "share/mime/packages/alicia-desktop.xml").getroot()
    globs = {one.get("pattern") for one in kinds.iter() if one.tag.endswith("glob")}
    assert globs == {"*.alicia-capture"}


def test_the_icon_is_there_in_each_size_and_is_not_empty(written):
    pictures = sorted((written / "share/icons/hicolor").glob("*x*/apps/alicia-desktop.png"))
    assert len(pictures) == 9
    for picture in pictures:
        image = QImage(str(picture))
        assert f"{image.width()}x{image.height()}" == picture.parent.parent.name
        middle = image.pixelColor(image.width() // 2, image.height() - image.height() // 5)
        assert (middle.red() > middle.blue(), middle.alpha()) == (True, 255)
        assert image.pixelColor(0, 0).alpha() == 0


def test_the_manual_tells_of_every_command(written):
    page = gzip.decompress((written / "share/man/man1/alicia-desktop.1.gz").read_bytes()).decode()
    told = set(re.findall(r"(?m)^\.SS (alicia.*)$", page))
    readme = (ROOT / "README.md").read_text("utf-8")
    commands = {f"alicia\\-desktop {one}" for one in re.findall(r"(?m)^\| `(\w+)", readme) if one != "alicia"}
    assert commands <= told
    assert "alicia\\-desktop memory search" in told
    assert not re.search(r"(?m)^'", page)


@pytest.mark.parametrize(
    "path",
    [
        "bash-completion/completions/alicia-desktop",
        "zsh/vendor-completions/_alicia-desktop",
        "fish/vendor_completions.d/alicia-desktop.fish",
    ],
)
def test_each_shell_asks_the_program_what_follows(written, path):
    script = (written / "share" / path).read_text("utf-8")
    assert "_ALICIA_DESKTOP_COMPLETE" in script
    assert str(ROOT) not in script
