"""The folder `models` of the data folder: where a download goes, what is there, and deleting it.

    models/OWNER--NAME/FILE.gguf                  a model, whole and checked
    models/OWNER--NAME/model.bin and others       a speech model, which is used by its folder
    models/OWNER--NAME/FILE.gguf.part             what has come of one so far; beside it, an older version may be
    models/OWNER--NAME/FILE.gguf.download.json    what it is and where from: a `HubModel`
    models/OWNER--NAME/FILE.gguf.lock             held by the process that downloads it

A file gets its own name only once its checksum was found right.
"""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import msgspec

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.errors import WorldError, system_reason
from alicia_desktop.base.files import LockHeldError, ProcessLock, make_private_file, make_private_folder, write_private
from alicia_desktop.server.downloads.hub_models import HubModel, is_model_file

PART: Final = ".part"
NOTE: Final = ".download.json"
LOCK: Final = ".lock"
RUNNING: Final = "download_running"
MAX_NOTE_BYTES: Final = 1 << 20


@dataclass(frozen=True, kw_only=True, slots=True)
class StoredModel:
    """A model in the folder, whole or in part."""

    model: HubModel
    path: Path
    """Of the (first) file, also while it is not there yet."""
    bytes: int
    """How much of it is there."""
    is_whole: bool

    @property
    def title(self) -> str:
        """What people know it by: the name of its file, or of a speech model that of its repository."""
        return self.model.repository.rpartition("/")[2] if self.model.is_speech else self.path.name

    @property
    def usable(self) -> Path:
        """What a setting names it by: its file, or of a speech model the folder."""
        return self.path.parent if self.model.is_speech else self.path


class ModelFolder:
    """The models that were downloaded."""

    def __init__(self, folder: Path) -> None:
        """Take the folder, which is made when something is downloaded."""
        self.folder = folder

    def paths(self, model: HubModel) -> tuple[Path, ...]:
        """Return where the files of a model belong."""
        place = self.folder / model.repository.replace("/", "--")
        return tuple(place / file.name.replace("/", "--") for file in model.files)

    def stored(self) -> tuple[StoredModel, ...]:
        """Return what was downloaded, by name; notes that nobody can read are passed over."""
        try:
            notes = sorted(self.folder.glob(f"*/*{NOTE}"))
        except OSError:
            return ()
        return tuple(self.look_at(model) for note in notes if (model := self._read_note(note)) is not None)

    def look_at(self, model: HubModel) -> StoredModel:
        """Return how much of a model is there; of another version of it, nothing is."""
        paths = self.paths(model)
        if self._holds_other_version(model):
            return StoredModel(model=model, path=paths[0], bytes=0, is_whole=False)
        parts = [_size(_part(path)) if _part(path).exists() else _size(path) for path in paths]
        is_whole = all(path.exists() and not _part(path).exists() for path in paths)
        return StoredModel(model=model, path=paths[0], bytes=sum(parts), is_whole=is_whole)

    def begin(self, model: HubModel) -> None:
        """Write down what a model is, before anything of it comes.

        Of another version, a part is dropped, and a whole file stays in use until the new one takes its place.
        """
        if self._holds_other_version(model):
            for path in self.paths(model):
                _part(path).unlink(missing_ok=True)
                make_private_file(_part(path))
        self.write_note(model)

    def lacks(self, path: Path) -> bool:
        """Whether a file is not there, or one of another version is."""
        return _part(path).exists() or not path.exists()

    def find(self, wanted: str) -> StoredModel | None:
        """Return the model of a path, or of its title where only one has it; a speech model also of its repository."""
        stored = self.stored()
        named = [one for one in stored if wanted in {one.title, one.model.repository if one.model.is_speech else ""}]
        whole = [one for one in stored if one.path == Path(wanted).expanduser().absolute()]
        return whole[0] if whole else named[0] if len(named) == 1 else None

    def write_note(self, model: HubModel) -> None:
        """Write down what a model is."""
        write_private(_beside(self.paths(model)[0], NOTE), msgspec.json.encode(asdict(model)))

    @contextmanager
    def locked(self, model: HubModel) -> Iterator[None]:
        """Keep other processes from downloading or deleting a model.

        Raises:
            WorldError: `download_running`; another one has it. Or the folder cannot be written to.
        """
        first = self.paths(model)[0]
        lock = ProcessLock(_beside(first, LOCK))
        try:
            make_private_folder(self.folder)
            make_private_folder(first.parent)
            lock.acquire()
        except LockHeldError as error:
            sentence = (
                f"{first.name} is already being downloaded, in another window or command (process {error.holder})."
            )
            raise WorldError(sentence=sentence, retry=True, code=RUNNING) from error
        except OSError as error:
            sentence = f"{self.folder} cannot be written to ({system_reason(error)})."
            raise WorldError(sentence=sentence, code="models_folder") from error
        try:
            yield
        finally:
            lock.release()

    def delete(self, model: HubModel) -> int:
        """Delete a model, whole or in part; returns how many bytes that freed.

        Raises:
            WorldError: it is being downloaded, or cannot be deleted.
        """
        with self.locked(model):
            freed = self.look_at(model).bytes
            first, *others = self.paths(model)
            files = [path for one in (*others, first) for path in (one, _part(one))]
            try:
                for path in (*files, _beside(first, NOTE)):
                    path.unlink(missing_ok=True)
            except OSError as error:
                sentence = f"{first.name} cannot be deleted ({system_reason(error)})."
                raise WorldError(sentence=sentence, code="models_folder") from error
        with suppress(OSError):  # another process waits for the lock just now, or there are other models
            _beside(first, LOCK).unlink()
            first.parent.rmdir()
        return freed

    def _holds_other_version(self, model: HubModel) -> bool:
        noted = self._read_note(_beside(self.paths(model)[0], NOTE))
        return noted is not None and noted.files != model.files

    def _read_note(self, path: Path) -> HubModel | None:
        """Return what a note says, if it says it of the files beside it."""
        try:
            if path.stat().st_size > MAX_NOTE_BYTES:
                return None
            model = decode_json(path.read_bytes(), HubModel)
        except (OSError, ValueError):
            return None
        good = model.files and all(map(is_model_file, model.files))
        return model if good and _beside(self.paths(model)[0], NOTE) == path else None


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _part(path: Path) -> Path:
    return _beside(path, PART)


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0
