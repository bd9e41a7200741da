"""A test cannot reach the home of the person who runs it."""

import os
import subprocess
import sys
from pathlib import Path

import keyring
import keyring.errors
import platformdirs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support import command

ROOT = Path(__file__).resolve().parents[2]


def test_all_folders_are_below_the_tests_home(home):
    assert Path.home() == home
    assert platformdirs.user_data_path("alicia").is_relative_to(home)
    assert platformdirs.user_config_path("alicia").is_relative_to(home)
    assert Path(os.environ["ALICIA_DATA_DIR"]).is_relative_to(home)


def test_there_is_no_key_ring():
    with pytest.raises(keyring.errors.NoKeyringError):
        keyring.get_password("alicia", "token")


@pytest.mark.e2e
def test_a_process_keeps_what_it_compiled():
    asked = [sys.executable, "-c", "import sys; print(sys.dont_write_bytecode)"]
    assert subprocess.run(asked, capture_output=True, check=True).stdout.split() == [b"False"]


@pytest.mark.e2e
def test_make_lets_them_keep_it(monkeypatch):
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    shown = ["make", "--no-print-directory", "--eval", "shown:; @echo [$$PYTHONDONTWRITEBYTECODE]", "shown"]
    assert subprocess.run(shown, cwd=ROOT, capture_output=True, check=True).stdout.split() == [b"[]"]


def test_a_process_is_not_started_without_the_marker():
    with pytest.raises(pytest.fail.Exception, match="carries the marker e2e"):
        subprocess.run([sys.executable, "-V"], check=True)
    with pytest.raises(pytest.fail.Exception, match="carries the marker e2e"):
        command.run("decode")


@given(number=st.integers())
def test_properties_can_be_tested_beside_it(number):
    assert Path.home().is_absolute()
