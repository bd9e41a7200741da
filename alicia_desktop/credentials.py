"""Secrets: tokens and keys in the system's keyring, else in the environment, else in a 0600 file the person agreed to.

They never enter settings, logs, exports or the database. Finding the system's keyring may take seconds, and it may ask
the person for a password: whoever runs a loop asks by `run_in_daemon_thread`.
"""

import os
from collections.abc import Callable, Mapping, MutableMapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path
from threading import Thread
from typing import Final, Literal

import msgspec

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError, system_reason
from alicia_desktop.base.files import write_private
from alicia_desktop.base.tasks import CallHangsError, call_with_timeout
from alicia_desktop.base.translation import translate

Name = Literal["server_token", "model_key", "livekit_secret", "mcp_variables"]
Read = Callable[[Name], str | None]
SERVICE = "alicia-desktop"
VARIABLES: Mapping[Name, str] = {
    "server_token": "ALICIA_TOKEN",
    "model_key": "ALICIA_MODEL_KEY",
    "livekit_secret": "ALICIA_LIVEKIT_API_SECRET",
    "mcp_variables": "ALICIA_MCP_VARIABLES",
}
SECRET_VARIABLES: Final = (*VARIABLES.values(), "ALICIA_EMBEDDING_KEY")
KEYRING_SECONDS: Final = 60.0
"""How long the keyring may take: it may ask the person for its password."""
_NONE: Final = "no_keyring"


def withdraw_secrets(environment: MutableMapping[str, str] = os.environ) -> dict[str, str]:
    """Remove the secrets from this process's environment and return what it was, for `Credentials`.

    So no program that is started from here, such as a browser, inherits them.
    """
    before = dict(environment)
    for name in SECRET_VARIABLES:
        environment.pop(name, None)
    return before


@dataclass(frozen=True, kw_only=True, slots=True)
class Secret:
    """The value of a secret, or why it could not be read."""

    value: str = field(default="", repr=False)
    problem: str = ""
    """Why nothing was found, as a sentence, where something could not be read."""


class Credentials:
    """Read and store secrets by name, for one data folder."""

    def __init__(
        self,
        *,
        folder: Path,
        environment: Mapping[str, str] = os.environ,
        keyring_seconds: float = KEYRING_SECONDS,
    ) -> None:
        self.environment = environment
        """Variables of the process as it was started, with those that hold secrets."""
        self._file = _SecretsFile(folder / "credentials.json")
        self._keyring = _Keyring(account=str(folder), seconds=keyring_seconds)

    def get(self, name: Name) -> str:
        """Return the secret, or nothing."""
        return self.look_up(name).value

    def look_up(self, name: Name) -> Secret:
        """Return the secret: from the environment first, since that is how a script overrides.

        The file comes before the keyring: it holds only what the keyring did not take when it was last changed.
        """
        return self.look_up_all([name])[name]

    def look_up_all(self, names: Sequence[Name]) -> dict[Name, Secret]:
        """Return several secrets; a keyring that failed is not asked again, as it would ask the person again."""
        read_keyring = _until_it_fails(self._keyring.get)
        return {name: self._look_up(name, read_keyring) for name in names}

    def _look_up(self, name: Name, read_keyring: Read) -> Secret:
        if value := self.environment.get(VARIABLES[name]):
            return Secret(value=value)
        problems: list[str] = []
        for read in (self._file.get, read_keyring):
            try:
                found = read(name)
            except WorldError as error:
                problems.append(error.sentence)
            else:
                if found is not None:
                    return Secret(value=found)
        return Secret(problem=" ".join(problems))

    def put(self, name: Name, value: str, *, file_agreed: bool = False) -> None:
        """Keep a secret; an empty value forgets it, which needs no keyring and nobody's agreement.

        Raises:
            WorldError: `no_keyring` when no keyring takes it and the person has not agreed to a file,
                `secrets_unwritable` when the file cannot be written.
        """
        if self.look_up(name) == Secret(value=value):
            return
        try:
            self._keyring.put(name, value)
        except WorldError as error:
            if not value and error.code == _NONE:
                self._file.clear(name)
                return
            if not file_agreed:
                choice = translate("Set {variable}, or allow a file that only you can read.").format(
                    variable=VARIABLES[name]
                )
                raise WorldError(sentence=f"{error.sentence} {choice}", code=_NONE) from error
            self._file.put(name, value)
        else:
            self._file.remove(name)

    def forget(self) -> None:
        """Delete all secrets from the system's keyring.

        Raises:
            WorldError: `secrets_kept`; some may be there still.
        """
        try:
            for name in VARIABLES:
                self._keyring.delete(name)
        except WorldError as error:
            if error.code == _NONE:
                return
            sentence = translate("The keyring did not let go of the secrets of {service}: delete them there.").format(
                service=SERVICE
            )
            raise WorldError(sentence=sentence, code="secrets_kept") from error


class _Keyring:
    """The system's keyring; whatever any of its backends raises, and one that hangs, becomes a sentence."""

    def __init__(self, *, account: str, seconds: float) -> None:
        self._account = account
        self._seconds = seconds
        self._hanging: Thread | None = None
        """A call that did not come back in time: while it hangs, no other one is made."""

    def get(self, name: Name) -> str | None:
        """Return a secret, None where there is none, or no keyring."""
        try:
            return self._call("get_password", name)
        except WorldError as error:
            if error.code == _NONE:
                return None
            raise

    def put(self, name: Name, value: str) -> None:
        """Keep a secret.

        Raises:
            WorldError: `no_keyring`, `keyring_failed`.
        """
        self._call("set_password", name, value)

    def delete(self, name: Name) -> None:
        """Delete a secret that is there.

        Raises:
            WorldError: `no_keyring`, `keyring_failed`.
        """
        if self._call("get_password", name) is not None:
            self._call("delete_password", name)

    def _call(self, function: str, name: Name, *arguments: str) -> str | None:
        if self._hanging is not None and self._hanging.is_alive():
            raise _keyring_failed(translate("does not answer"))
        call = partial(_call_keyring, function, f"{name}@{self._account}", *arguments)
        try:
            return call_with_timeout(call, seconds=self._seconds)
        except CallHangsError as error:
            self._hanging = error.thread
            raise _keyring_failed(translate("does not answer")) from error
        except Exception as error:
            kinds = {kind.__name__ for kind in type(error).__mro__}  # the library is not loaded where it cannot be
            if "NoKeyringError" in kinds:
                sentence = translate("This system has no keyring to keep the secret in.")
                raise WorldError(sentence=sentence, code=_NONE) from error
            if "InitError" in kinds:
                raise _keyring_failed(translate("was not set up"), remedy=translate("Give it a password")) from error
            raise _keyring_failed(
                translate("is locked")
                if "KeyringLocked" in kinds
                else translate("failed ({error})").format(error=type(error).__name__)
            ) from error


def _until_it_fails(read: Read) -> Read:
    """Return a `read` that raises what it raised before, without asking again."""
    failed: list[WorldError] = []

    def read_unless_failed(name: Name) -> str | None:
        if failed:
            raise failed[0]
        try:
            return read(name)
        except WorldError as error:
            failed.append(error)
            raise

    return read_unless_failed


def _call_keyring(function: str, account: str, *arguments: str) -> str | None:
    import keyring  # noqa: PLC0415 - see the module

    try:
        if function == "get_password" and _is_yet_to_be_made(keyring.get_keyring()):
            return None
        result: str | None = getattr(keyring, function)(SERVICE, account, *arguments)
    except Exception:
        raise
    except BaseException as error:  # a panic of a native library, which is no Exception, ends nothing but this call
        raise RuntimeError(type(error).__name__) from error
    return result


def _is_yet_to_be_made(backend: object) -> bool:
    """Whether the desktop keeps secrets and has no keyring yet: the library makes one for reading, too.

    The desktop asks the person for the password of a new keyring then, who wanted to keep nothing in it.
    """
    if not type(backend).__module__.endswith(".SecretService"):
        return False
    import secretstorage  # noqa: PLC0415 - of Linux alone

    with closing(secretstorage.dbus_init()) as bus:
        try:
            secretstorage.Collection(bus)
        except secretstorage.ItemNotFoundException:
            return True
    return False


def _keyring_failed(reason: str, *, remedy: str = "") -> WorldError:
    sentence = translate(
        "The system's keyring {reason}, so your tokens and keys are not available. {remedy} and try again."
    ).format(reason=reason, remedy=remedy or translate("Unlock it"))
    return WorldError(sentence=sentence, code="keyring_failed", retry=True)


class _SecretsFile:
    """The file of those secrets that no keyring took."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def get(self, name: Name) -> str | None:
        """Return a secret, None where there is none.

        Raises:
            WorldError: `secrets_damaged`.
        """
        return self._read().get(name)

    def put(self, name: Name, value: str) -> None:
        """Store a secret; a file that cannot be read is moved aside first.

        Raises:
            WorldError: `secrets_unwritable`.
        """
        try:
            stored = self._read()
        except WorldError:
            stored = {}
            self._put_aside()
        self._write(stored | {name: value})

    def remove(self, name: Name) -> None:
        """Remove a secret that the keyring has now; in a file that cannot be read nothing is changed.

        Raises:
            WorldError: `secrets_unwritable`.
        """
        try:
            stored = self._read()
        except WorldError:
            return
        if stored.pop(name, None) is not None:
            self._write(stored)

    def clear(self, name: Name) -> None:
        """Empty a secret that is here; so a keyring that comes back does not bring an older one.

        Raises:
            WorldError: `secrets_unwritable`.
        """
        try:
            stored = self._read()
        except WorldError:  # no secret comes out of it
            return
        if stored.get(name):
            self._write(stored | {name: ""})

    def _read(self) -> dict[str, str]:
        try:
            return decode_json(self._path.read_bytes(), dict[str, str])
        except FileNotFoundError:
            return {}
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else translate("it is damaged")
            sentence = translate(
                "Your tokens and keys in {path} cannot be read: {reason}. The file was left as it is. Enter them "
                "again in the settings, or put a copy in its place."
            ).format(path=self._path, reason=reason)
            raise WorldError(sentence=sentence, code="secrets_damaged") from error

    def _write(self, secrets: Mapping[str, str]) -> None:
        try:
            write_private(self._path, msgspec.json.encode(secrets))
        except OSError as error:
            raise self._unwritable(error) from error

    def _put_aside(self) -> None:
        aside = (self._path.with_name(f"{self._path.name}.damaged-{number}") for number in count(1))
        try:
            self._path.rename(next(path for path in aside if not path.exists()))
        except OSError as error:
            raise self._unwritable(error) from error

    def _unwritable(self, error: OSError) -> WorldError:
        sentence = translate("The secret could not be kept in {path}: {reason}.").format(
            path=self._path, reason=system_reason(error)
        )
        return WorldError(sentence=sentence, code="secrets_unwritable")
