"""What is in the folder of models: notes that lie are passed over, what is deleted is gone, other files stay."""

import json
from dataclasses import asdict

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.compose.erasure import erase
from alicia_desktop.credentials import Credentials
from alicia_desktop.paths import Paths
from alicia_desktop.server.downloads.hub_models import HubFile, HubModel
from alicia_desktop.server.downloads.model_folder import ModelFolder

FILE = HubFile(name="q4/small.gguf", size=2_000_000_000, sha256="a" * 64)
MODEL = HubModel(repository="someone/Small-GGUF", commit="1" * 40, licence="mit", files=(FILE,))


@pytest.fixture
def folder(tmp_path):
    made = ModelFolder(tmp_path / "models")
    (tmp_path / "models" / "someone--Small-GGUF").mkdir(parents=True)
    made.write_note(MODEL)
    return made


def test_a_part_is_told_with_its_size(folder):
    path = folder.paths(MODEL)[0]
    assert path.name == "q4--small.gguf"
    path.with_name(path.name + ".part").write_bytes(bytes(3_000_000))
    (stored,) = folder.stored()
    assert (stored.bytes, stored.is_whole) == (3_000_000, False)
    assert folder.find(str(path)) == folder.find("q4--small.gguf") == stored
    assert folder.find(str(path.with_name("other.gguf"))) is None
    assert folder.delete(MODEL) == 3_000_000
    assert folder.stored() == ()
    assert not path.parent.exists()


@pytest.mark.parametrize(
    "note",
    [
        b"",
        b"{",
        b"[" * 100_000,
        json.dumps({**asdict(MODEL), "files": []}).encode(),
        json.dumps({**asdict(MODEL), "repository": "../../elsewhere"}).encode(),
        json.dumps({**asdict(MODEL), "files": [{**asdict(FILE), "name": "../../x.gguf"}]}).encode(),
        bytes(2_000_000),
    ],
)
def test_a_note_that_lies_is_passed_over(folder, note):
    (path,) = folder.folder.glob("*/*.download.json")
    path.write_bytes(note)
    assert folder.stored() == ()


def test_nothing_there_is_nothing_stored(tmp_path):
    assert ModelFolder(tmp_path / "none").stored() == ()


def test_a_file_that_cannot_be_deleted_is_told(folder):
    folder.paths(MODEL)[0].mkdir()
    with pytest.raises(WorldError, match=r"q4--small.gguf cannot be deleted \("):
        folder.delete(MODEL)


def test_other_files_beside_stay(folder):
    mine = folder.paths(MODEL)[0].with_name("mine.gguf")
    mine.write_bytes(b"x")
    folder.delete(MODEL)
    assert mine.exists()


SPEECH_MODEL = HubModel(
    repository="someone/whisper",
    commit="1" * 40,
    licence="mit",
    files=tuple(
        HubFile(name=name, size=1, blob="b" * 40)
        for name in ("model.bin", "config.json", "tokenizer.json", "vocabulary.txt", "preprocessor_config.json")
    ),
)


def test_erasing_everything_takes_the_models_with_it(tmp_path):
    paths = Paths(folder=tmp_path / "data")
    folder = ModelFolder(paths.models)
    with folder.locked(MODEL):
        folder.write_note(MODEL)
    with folder.locked(SPEECH_MODEL):
        folder.write_note(SPEECH_MODEL)
    for path in folder.paths(SPEECH_MODEL):
        path.write_bytes(b"x")
        path.with_name(f"{path.name}.part").write_bytes(b"x")
    for ending in ("", ".part"):
        folder.paths(MODEL)[0].with_name(f"q4--small.gguf{ending}").write_bytes(b"x")
    assert paths.create() == ""
    paths.erasing.touch()
    erase(paths, Credentials(folder=paths.folder, environment={}))
    assert list(paths.folder.rglob("*")) == []
