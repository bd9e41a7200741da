"""The data folder and the files in it. Loads nothing, since every start needs it first."""

import os
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from alicia_desktop.base.errors import WorldError, system_reason
from alicia_desktop.base.files import make_private_folder, restrict
from alicia_desktop.base.translation import translate
from alicia_desktop.profiles import DEFAULT_PROFILE, find_profile_folder

APP_NAME: Final = "alicia-desktop"
_OF_A_DATABASE: Final = ("", "-wal", "-shm", "-journal", ".checksums", ".lock", ".suspect", ".salvaging*", ".damaged-*")
_RESTORES: Final = ("restoring", "restoring.part", "backups/before-restore-*")
"""Folders that hold databases and settings, too."""
_OWN_FILES: Final = (
    *(
        f"{folder}{database}.db{suffix}"
        for folder in ("", *(f"{name}/" for name in _RESTORES))
        for database in ("client", "server")
        for suffix in _OF_A_DATABASE
    ),
    *(f"{folder}/{name}" for folder in _RESTORES for name in ("settings.toml", "plan.json")),
    *(f"{name}{suffix}" for name in ("server.json", "settings.toml", "credentials.json") for suffix in ("", ".part")),
    *("settings.part", "settings.broken.toml", "credentials.json.damaged-*"),
    *("window.ini", "window.ini.lock", "window.open", "erasing"),
    *(
        f"models/*/{name}{suffix}"
        for name in ("*.gguf", "model.bin", "config.json", "tokenizer.json", "vocabulary.*", "preprocessor_config.json")
        for suffix in ("", ".part", ".lock", ".download.json", ".download.json.part")
    ),
    *("logs/*.log", "logs/*.log.*", "logs/*.out", "backups/client-*-v*.db", "backups/server-*-v*.db"),
)
_OWN_FOLDERS: Final = (*_RESTORES, "logs", "backups", "models/*--*", "models")


@dataclass(frozen=True, kw_only=True, slots=True)
class Paths:
    """The data folder and what lies in it (docs/architecture.md#data-locations)."""

    folder: Path
    profile: str = ""
    """The name of the profile that it belongs to; empty for the default one."""

    @property
    def base(self) -> Path:
        """The data folder of the default profile, in which those of the others are."""
        return self.folder.parent.parent if self.profile else self.folder

    def of_profile(self, name: str) -> "Paths":
        """Return the paths of another profile of this computer.

        Raises:
            WorldError: `bad_profile`, or `no_profile`.
        """
        if name.strip().casefold() == DEFAULT_PROFILE:
            return Paths(folder=self.base)
        folder = find_profile_folder(self.base, name)
        return Paths(folder=folder, profile=folder.name)

    @property
    def client_database(self) -> Path:
        """The client's cache and journal."""
        return self.folder / "client.db"

    @property
    def server_database(self) -> Path:
        """The local server's own database."""
        return self.folder / "server.db"

    @property
    def settings(self) -> Path:
        """The settings file."""
        return self.folder / "settings.toml"

    @property
    def geometry(self) -> Path:
        """Window geometry, Qt's own format."""
        return self.folder / "window.ini"

    @property
    def open_window(self) -> Path:
        """There while a window is open on this folder, and after one that was killed."""
        return self.folder / "window.open"

    @property
    def erasing(self) -> Path:
        """There from the moment in which everything is to be deleted until it is."""
        return self.folder / "erasing"

    @property
    def restoring(self) -> Path:
        """There from the moment in which a backup is to take the place of what is here until it has."""
        return self.folder / "restoring"

    @property
    def backups(self) -> Path:
        """Copies that were made before a change."""
        return self.folder / "backups"

    @property
    def models(self) -> Path:
        """Models that were downloaded, a folder for each repository; all profiles share them."""
        return self.base / "models"

    @property
    def logs(self) -> Path:
        """Log files, one a process."""
        return self.folder / "logs"

    def own_files(self) -> Iterator[Path]:
        """Return the files that the program has made here; a folder that the user chose may hold others."""
        for name in _OWN_FILES:
            yield from sorted(self.folder.glob(name))

    def own_folders(self) -> Iterator[Path]:
        """Return the folders that the program has made here, those inside others first."""
        for name in _OWN_FOLDERS:
            yield from sorted(self.folder.glob(name))

    def create(self) -> str:
        """Make the folder, and take the access of others away to all that the program has made in it.

        Returns a sentence for the person where something stays readable for others, else nothing.

        Raises:
            WorldError: it cannot be made or written to.
        """
        if self.folder.exists() and not self.folder.is_dir():
            raise self._unusable(translate("is a file"))
        try:
            make_private_folder(self.folder)
        except OSError as error:
            raise self._unusable(translate("cannot be made ({reason})").format(reason=system_reason(error))) from error
        if not os.access(self.folder, os.W_OK):
            raise self._unusable(translate("is read-only"))
        shared = self.folder.stat().st_mode & stat.S_ISVTX or self.folder in {Path.home(), Path(self.folder.anchor)}
        own = () if shared else (self.folder,)
        for path in (*own, *self.own_folders(), *self.own_files()):
            if not restrict(path):
                return translate(
                    "Others on this computer may be able to read {path}, and its permissions cannot be changed. Make "
                    "it yours, or choose another folder with --data-dir."
                ).format(path=path)
        return ""

    def _unusable(self, reason: str) -> WorldError:
        sentence = translate(
            "The data folder {folder} {reason}. Make it writable, or choose another with --data-dir."
        ).format(folder=self.folder, reason=reason)
        return WorldError(sentence=sentence, code="data_folder")


def find_paths(data_dir: Path | None = None, environment: Mapping[str, str] = os.environ) -> Paths:
    """Return the paths for `data_dir`, else `ALICIA_DATA_DIR`, else the platform's place for user data.

    `ALICIA_PROFILE` names a profile within these.

    Raises:
        WorldError: `bad_profile`, or `no_profile`.
    """
    named = data_dir or environment.get("ALICIA_DATA_DIR") or _usual_folder()
    paths = Paths(folder=Path(named).expanduser().absolute())
    return paths.of_profile(environment.get("ALICIA_PROFILE") or DEFAULT_PROFILE)


def _usual_folder() -> Path:
    import platformdirs  # noqa: PLC0415 - not asked for by who names a folder

    return platformdirs.user_data_path(APP_NAME, appauthor=False)
