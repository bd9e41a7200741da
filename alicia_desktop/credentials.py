"""Secrets: tokens and keys in the system's keyring, else in the environment, else in a 0600 file the person agreed to.

They never enter settings, logs, exports or the database (docs/architecture.md#data-locations). Finding the system's
keyring may take seconds, so it is loaded when a secret is asked for, and whoever runs a loop asks in a thread.
"""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Literal

import msgspec

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError

Name = Literal["server_token", "model_key", "livekit_secret"]
SERVICE = "alicia-desktop"
VARIABLES: Mapping[Name, str] = {
    "server_token": "ALICIA_TOKEN",
    "model_key": "ALICIA_MODEL_KEY",
    "livekit_secret": "ALICIA_LIVEKIT_API_SECRET",
}


class Credentials:
    """Reads and keeps secrets by name, for one data folder."""

    def __init__(self, *, folder: Path, environment: Mapping[str, str] = os.environ) -> None:
        self._file = folder / "credentials.json"
        self._account = str(folder)
        self._environment = environment

    def get(self, name: Name) -> str:
        """Return the secret, or nothing: from the environment first, since that is how a script overrides."""
        if value := self._environment.get(VARIABLES[name]):
            return value
        import keyring  # noqa: PLC0415 - see the module

        try:
            value = keyring.get_password(SERVICE, f"{name}@{self._account}")
        except keyring.errors.KeyringError:
            value = None
        return value or self._read_file().get(name, "")

    def put(self, name: Name, value: str, *, file_agreed: bool = False) -> None:
        """Keep a secret; an empty value forgets it.

        Raises:
            WorldError: `no_keyring` when there is no keyring and the person has not agreed to a file.
        """
        if self.get(name) == value:
            return
        import keyring  # noqa: PLC0415 - see the module

        try:
            keyring.set_password(SERVICE, f"{name}@{self._account}", value)
        except keyring.errors.KeyringError as error:
            if not file_agreed:
                choice = f"Set {VARIABLES[name]}, or allow a file that only you can read."
                sentence = f"This system has no keyring to keep the secret in. {choice}"
                raise WorldError(sentence=sentence, code="no_keyring") from error
            self._write_file(name, value)

    def forget(self) -> None:
        """Delete all secrets from the system's keyring.

        Raises:
            WorldError: `secrets_kept`; some may be there still.
        """
        import keyring  # noqa: PLC0415 - see the module

        for name in VARIABLES:
            account = f"{name}@{self._account}"
            try:
                if keyring.get_password(SERVICE, account) is not None:
                    keyring.delete_password(SERVICE, account)
            except keyring.errors.NoKeyringError:
                return
            except keyring.errors.KeyringError as error:
                sentence = f"The keyring did not let go of the secrets of {SERVICE}: delete them there."
                raise WorldError(sentence=sentence, code="secrets_kept") from error

    def _read_file(self) -> dict[str, str]:
        if not self._file.exists():
            return {}
        return decode_json(self._file.read_bytes(), dict[str, str])

    def _write_file(self, name: Name, value: str) -> None:
        kept = self._read_file() | {name: value}
        descriptor = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(msgspec.json.encode(kept))
