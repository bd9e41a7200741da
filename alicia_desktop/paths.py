"""Where things are kept: the data folder and what lies in it. It loads nothing, since every start needs it first."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from alicia_desktop.base.errors import WorldError

APP_NAME: Final = "alicia-desktop"


@dataclass(frozen=True, kw_only=True, slots=True)
class Paths:
    """The data folder and what lies in it (docs/architecture.md#data-locations)."""

    folder: Path

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
    def logs(self) -> Path:
        """Log files, one a process."""
        return self.folder / "logs"

    def create(self) -> None:
        """Make the folder.

        Raises:
            WorldError: it cannot be made or written to.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as error:
            raise self._unusable(f"cannot be made ({error.strerror})") from error
        if not os.access(self.folder, os.W_OK):
            raise self._unusable("is read-only")

    def _unusable(self, reason: str) -> WorldError:
        sentence = f"The data folder {self.folder} {reason}. Make it writable, or choose another with --data-dir."
        return WorldError(sentence=sentence, code="data_folder")


def find_paths(data_dir: Path | None = None, environment: Mapping[str, str] = os.environ) -> Paths:
    """Return the paths for `data_dir`, else `ALICIA_DATA_DIR`, else the platform's place for user data."""
    named = data_dir or environment.get("ALICIA_DATA_DIR") or _usual_folder()
    return Paths(folder=Path(named).expanduser().absolute())


def _usual_folder() -> Path:
    import platformdirs  # noqa: PLC0415 - not asked for by who names a folder

    return platformdirs.user_data_path(APP_NAME, appauthor=False)
