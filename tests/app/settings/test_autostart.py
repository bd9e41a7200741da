"""Start with the session: an entry that desktops understand, off at first, and off again without a trace."""

import configparser
import shlex
import subprocess
import sys

import pytest

from alicia_desktop.app.settings import autostart
from alicia_desktop.base.errors import WorldError
from tests.support.missing import require_programs

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="a folder of Linux desktops")


@pytest.fixture
def configured(tmp_path, monkeypatch):
    folder = tmp_path / "config"
    monkeypatch.setenv("XDG_CONFIG_HOME", str(folder))
    monkeypatch.delenv("ALICIA_DATA_DIR", raising=False)
    return folder


def command():
    entry = configparser.ConfigParser(interpolation=None)
    entry.read(autostart.entry_file(), "utf-8")
    return entry["Desktop Entry"]["Exec"]


def test_it_is_off_until_it_is_switched_on_and_leaves_nothing(configured):
    assert autostart.is_on() is False
    autostart.switch(on=True)
    assert autostart.entry_file() == configured / "autostart" / "alicia-desktop.desktop"
    assert autostart.is_on() is True
    autostart.switch(on=False)
    autostart.switch(on=False)
    assert autostart.is_on() is False
    assert list((configured / "autostart").iterdir()) == []


def test_what_it_starts_is_this_program(configured):
    autostart.switch(on=True)
    assert shlex.split(command()) == [sys.executable, "-P", "-m", "alicia_desktop"]


def test_an_installed_program_starts_itself(configured, monkeypatch):
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", "/usr/lib/alicia-desktop/alicia-desktop")
    autostart.switch(on=True)
    assert command() == '"/usr/lib/alicia-desktop/alicia-desktop"'


def test_the_data_that_the_program_has_now_is_that_of_the_next_session(configured, monkeypatch):
    monkeypatch.setenv("ALICIA_DATA_DIR", '/data/100% "mine" $HOME\nx')
    autostart.switch(on=True)
    assert command().endswith(r'"--data-dir" "/data/100%% \\"mine\\" \\$HOME\nx"')


@pytest.mark.parametrize("line", ["Hidden=true", "Hidden = True", "X-GNOME-Autostart-enabled=false"])
def test_what_the_desktop_itself_has_switched_off_is_off(configured, line):
    autostart.switch(on=True)
    entry = autostart.entry_file()
    entry.write_text(entry.read_text() + line + "\n")
    assert autostart.is_on() is False
    autostart.switch(on=True)
    assert autostart.is_on() is True


def test_an_entry_that_is_no_text_does_no_harm(configured):
    autostart.switch(on=True)
    autostart.entry_file().write_bytes(b"\xff\x00" * 1_000_000)
    assert autostart.is_on() is True


def test_a_home_that_cannot_be_written_is_a_sentence(configured):
    configured.write_text("a file where the folder is to be")
    with pytest.raises(WorldError, match=r"cannot be changed in .*: .+\.$"):
        autostart.switch(on=True)


@pytest.mark.e2e
def test_the_entry_is_valid(configured):
    require_programs("desktop-file-validate")
    autostart.switch(on=True)
    done = subprocess.run(
        ["desktop-file-validate", autostart.entry_file()], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, "")
