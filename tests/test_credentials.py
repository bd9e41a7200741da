"""Secrets: environment, keyring, and the file that the person agreed to."""

import stat
from pathlib import Path

import keyring
import keyring.backend
import keyring.backends.fail
import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.credentials import SECRET_VARIABLES, Credentials, withdraw_secrets


class Ring(keyring.backend.KeyringBackend):
    priority = 1

    def __init__(self) -> None:
        super().__init__()
        self.kept: dict[tuple[str, str], str] = {}

    def get_password(self, service: str, username: str) -> str | None:
        return self.kept.get((service, username))

    def set_password(self, service: str, username: str, password: str) -> None:
        self.kept[service, username] = password


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


def test_secrets_leave_the_environment_that_browsers_and_others_inherit(tmp_path: Path) -> None:
    environment = dict.fromkeys(SECRET_VARIABLES, "canary") | {"PATH": "/bin", "ALICIA_USER": "ann"}
    credentials = Credentials(folder=tmp_path, environment=withdraw_secrets(environment))
    assert environment == {"PATH": "/bin", "ALICIA_USER": "ann"}
    assert credentials.get("model_key") == "canary"
    assert set(credentials.environment) >= {*SECRET_VARIABLES, "PATH"}
