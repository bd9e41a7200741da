"""Secrets: environment, keyring, and the file that the person agreed to."""

import json
import os
import stat
import threading
from pathlib import Path

import keyring
import keyring.backends.fail
import keyring.backends.SecretService
import keyring.errors
import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.credentials import SECRET_VARIABLES, Credentials, Name, Secret, withdraw_secrets
from tests.support.keyrings import Ring
from tests.support.message_bus import running_bus
from tests.support.scripted_keyrings import empty_secret_service


@pytest.fixture(autouse=True)
def own_ring() -> None:
    keyring.set_keyring(Ring())


def test_a_secret_goes_to_the_keyring_and_comes_back(tmp_path: Path) -> None:
    credentials = Credentials(folder=tmp_path, environment={})
    credentials.put("server_token", "s3cret")
    assert credentials.get("server_token") == "s3cret"
    assert list(tmp_path.iterdir()) == []


def test_the_environment_is_stronger(tmp_path: Path) -> None:
    Credentials(folder=tmp_path, environment={}).put("server_token", "ring")
    assert Credentials(folder=tmp_path, environment={"ALICIA_TOKEN": "mine"}).get("server_token") == "mine"


def test_without_a_keyring_a_file_needs_the_persons_consent_and_is_theirs_alone(tmp_path: Path) -> None:
    keyring.set_keyring(keyring.backends.fail.Keyring())
    credentials = Credentials(folder=tmp_path, environment={})
    with pytest.raises(WorldError, match="no keyring"):
        credentials.put("model_key", "k")
    credentials.put("model_key", "k", file_agreed=True)
    assert credentials.get("model_key") == "k"
    assert stat.S_IMODE((tmp_path / "credentials.json").stat().st_mode) == 0o600


def test_to_forget_needs_no_keyring_and_no_consent(tmp_path: Path) -> None:
    keyring.set_keyring(keyring.backends.fail.Keyring())
    credentials = Credentials(folder=tmp_path, environment={})
    credentials.put("model_key", "k", file_agreed=True)
    credentials.put("model_key", "")
    assert credentials.get("model_key") == ""
    assert '"k"' not in (tmp_path / "credentials.json").read_text()
    Credentials(folder=tmp_path / "new", environment={"ALICIA_MODEL_KEY": "k"}).put("model_key", "")
    assert not (tmp_path / "new").exists()
    (tmp_path / "credentials.json").write_text("{")
    credentials.put("model_key", "")
    assert (tmp_path / "credentials.json").read_text() == "{"


def test_secrets_leave_the_environment_that_browsers_and_others_inherit(tmp_path: Path) -> None:
    environment = dict.fromkeys(SECRET_VARIABLES, "canary") | {"PATH": "/bin", "ALICIA_USER": "ann"}
    credentials = Credentials(folder=tmp_path, environment=withdraw_secrets(environment))
    assert environment == {"PATH": "/bin", "ALICIA_USER": "ann"}
    assert credentials.get("model_key") == "canary"
    assert set(credentials.environment) >= {*SECRET_VARIABLES, "PATH"}


class Panic(BaseException):
    """What is no Exception, as of a backend that was not written in Python."""


BROKEN: list[BaseException] = [
    RuntimeError("no bus"),
    OSError(111, "Connection refused"),
    keyring.errors.KeyringLocked("locked"),
    keyring.errors.InitError("nothing"),
    keyring.errors.PasswordSetError("refused"),
    ImportError("dbus"),
    TypeError("a backend's own bug"),
    SystemExit(1),
    Panic("as a native library has it"),
]


class Broken(Ring):
    """A keyring each call of which fails as `error`."""

    def __init__(self, error: BaseException) -> None:
        super().__init__()
        self.error = error

    def get_password(self, service: str, username: str) -> str | None:
        raise self.error

    def set_password(self, service: str, username: str, password: str) -> None:
        raise self.error


@pytest.mark.parametrize("error", BROKEN, ids=lambda error: type(error).__name__)
def test_whatever_a_keyring_raises_is_a_sentence_and_a_file_takes_its_place(
    tmp_path: Path, error: BaseException
) -> None:
    keyring.set_keyring(Broken(error))
    credentials = Credentials(folder=tmp_path, environment={})
    found = credentials.look_up("server_token")
    assert found.value == ""
    assert "keyring" in found.problem
    assert ("Give it a password" if isinstance(error, keyring.errors.InitError) else "Unlock it") in found.problem
    with pytest.raises(WorldError, match="Set ALICIA_TOKEN, or allow a file") as refusal:
        credentials.put("server_token", "s3cret")
    assert refusal.value.code == "no_keyring"
    credentials.put("server_token", "s3cret", file_agreed=True)
    assert credentials.look_up("server_token") == Secret(value="s3cret")
    with pytest.raises(WorldError) as kept:
        credentials.forget()
    assert kept.value.code == "secrets_kept"


def test_a_keyring_that_hangs_is_waited_for_once(tmp_path: Path) -> None:
    hanging = threading.Event()

    class Hanging(Ring):
        def get_password(self, service: str, username: str) -> str | None:
            hanging.wait()
            return None

    keyring.set_keyring(Hanging())
    credentials = Credentials(folder=tmp_path, environment={}, keyring_seconds=0.05)
    names: tuple[Name, ...] = ("server_token", "model_key")
    for name in names:
        assert "does not answer" in credentials.look_up(name).problem
    hanging.set()


def test_a_keyring_that_fails_is_asked_once_for_several_secrets(tmp_path: Path) -> None:
    class Refused(Broken):
        asked = 0

        def get_password(self, service: str, username: str) -> str | None:
            self.asked += 1
            return super().get_password(service, username)

    ring = Refused(keyring.errors.KeyringLocked())
    keyring.set_keyring(ring)
    (tmp_path / "credentials.json").write_text('{"livekit_secret": "mine"}')
    found = Credentials(folder=tmp_path, environment={}).look_up_all(["server_token", "model_key", "livekit_secret"])
    assert ["is locked" in secret.problem for secret in found.values()] == [True, True, False]
    assert found["livekit_secret"].value == "mine"
    assert ring.asked == 1


@pytest.mark.e2e
def test_to_read_no_keyring_is_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The desktop would ask for a password of a new one, of somebody who only opened the settings."""
    with running_bus() as address, empty_secret_service(address) as called:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        keyring.set_keyring(keyring.backends.SecretService.Keyring())
        assert Credentials(folder=tmp_path, environment={}).look_up("server_token") == Secret()
        assert called == ["Get"]


def test_a_keyring_that_works_again_has_the_last_word(tmp_path: Path) -> None:
    ring = Ring()
    keyring.set_keyring(ring)
    credentials = Credentials(folder=tmp_path, environment={})
    credentials.put("server_token", "first")
    keyring.set_keyring(Broken(RuntimeError()))
    credentials.put("server_token", "second", file_agreed=True)
    keyring.set_keyring(ring)
    assert credentials.get("server_token") == "second", "what was entered last"
    credentials.put("server_token", "third")
    assert credentials.get("server_token") == "third"
    assert json.loads((tmp_path / "credentials.json").read_text()) == {}


@pytest.mark.parametrize("damage", [b"", b"{", b"[1]", b'{"server_token": 3}', b"\xff\xfe{}", b"[" * 100_000])
def test_a_damaged_file_is_a_sentence_and_is_kept_aside_when_a_new_one_is_written(
    tmp_path: Path, damage: bytes
) -> None:
    keyring.set_keyring(keyring.backends.fail.Keyring())
    file = tmp_path / "credentials.json"
    file.write_bytes(damage)
    credentials = Credentials(folder=tmp_path, environment={})
    problem = credentials.look_up("model_key").problem
    assert str(file) in problem
    assert "Enter them again in the settings" in problem
    assert file.read_bytes() == damage
    credentials.put("model_key", "k", file_agreed=True)
    assert credentials.get("model_key") == "k"
    assert (tmp_path / "credentials.json.damaged-1").read_bytes() == damage


def test_a_file_that_cannot_be_read_or_written_is_a_sentence(tmp_path: Path) -> None:
    keyring.set_keyring(keyring.backends.fail.Keyring())
    credentials = Credentials(folder=tmp_path / "gone", environment={})
    with pytest.raises(WorldError, match="could not be kept in") as refusal:
        credentials.put("model_key", "k", file_agreed=True)
    assert refusal.value.code == "secrets_unwritable"
    (tmp_path / "credentials.json").mkdir()
    credentials = Credentials(folder=tmp_path, environment={})
    assert "Is a directory" in credentials.look_up("model_key").problem


def test_the_former_file_stays_whole_where_the_new_one_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    keyring.set_keyring(keyring.backends.fail.Keyring())
    credentials = Credentials(folder=tmp_path, environment={})
    credentials.put("model_key", "k", file_agreed=True)

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(WorldError, match="No space left"):
        credentials.put("model_key", "other", file_agreed=True)
    assert [path.name for path in tmp_path.iterdir()] == ["credentials.json"]
    assert credentials.get("model_key") == "k"
