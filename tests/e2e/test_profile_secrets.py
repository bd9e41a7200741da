"""The secrets of two profiles stand in entries of their own in GNOME's real keyring, and never meet."""

from collections.abc import Iterator
from pathlib import Path

import keyring
import keyring.backends.SecretService
import pytest

from alicia_desktop.credentials import VARIABLES, Credentials, Name
from alicia_desktop.paths import Paths
from alicia_desktop.profiles import create_profile
from tests.support.command import run
from tests.support.gnome_keyring import kept_entries, running_keyring
from tests.support.message_bus import running_bus

pytestmark = pytest.mark.e2e
NAMES: tuple[Name, ...] = tuple(VARIABLES)


@pytest.fixture
def bus(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a bus with the keyring, which the program finds there."""
    with running_bus() as address, running_keyring(address, home / "keyring"):
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.SecretService.Keyring")
        keyring.set_keyring(keyring.backends.SecretService.Keyring())
        yield address


def test_every_secret_of_every_profile_has_an_entry_of_its_own(bus: str, tmp_path: Path):
    base = Paths(folder=tmp_path)
    create_profile(tmp_path, "Anna")
    create_profile(tmp_path, "Work")
    opened = {
        name: Credentials(folder=base.of_profile(name).folder, environment={}) for name in ("default", "Anna", "Work")
    }
    for profile, credentials in opened.items():
        for name in NAMES:
            credentials.put(name, f"{name} of {profile}")
    expected = {(profile, name): f"{name} of {profile}" for profile in opened for name in NAMES}
    assert {(profile, name): one.get(name) for profile, one in opened.items() for name in NAMES} == expected
    assert sorted(kept_entries(bus).values()) == sorted(expected.values())

    opened["Anna"].put("server_token", "another")
    opened["Anna"].put("model_key", "")
    opened["Work"].forget()
    own = {name: f"{name} of default" for name in NAMES}
    assert {name: opened["default"].get(name) for name in NAMES} == own
    assert {name: opened["Work"].get(name) for name in NAMES} == dict.fromkeys(NAMES, "")
    annas = {"server_token": "another", "model_key": ""}
    annas |= {name: f"{name} of Anna" for name in NAMES if name not in annas}
    assert {name: opened["Anna"].get(name) for name in NAMES} == annas
    assert sorted(kept_entries(bus).values()) == sorted([*own.values(), *annas.values()])


def test_commands_of_one_profile_neither_read_nor_remove_what_another_keeps(bus: str, tmp_path: Path):
    here = ("--data-dir", tmp_path)
    assert run(*here, "profile", "add", "Work").returncode == 0
    for profile, value in (("default", "mine-7Kd2"), ("Work", "theirs-4Xq9")):
        added = run(
            *here, "--profile", profile, "mcp", "add", "files", "--env", "KEY", "--", "true", given=f"{value}\n"
        )
        assert added.returncode == 0, added.stderr
    accounts = kept_entries(bus)
    assert [("mine-7Kd2" in kept, "theirs-4Xq9" in kept) for kept in accounts.values()] in [
        [(True, False), (False, True)],
        [(False, True), (True, False)],
    ]
    assert run(*here, "profile", "remove", "Work", "--yes").returncode == 0
    (left,) = kept_entries(bus).values()
    assert "mine-7Kd2" in left
    assert not (tmp_path / "credentials.json").exists()
