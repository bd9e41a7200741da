"""`model download` and `model delete`: suggestions, files, a download, what is used of it, and deleting it."""

import pytest
from typer import Exit
from typer.testing import CliRunner

from alicia_desktop.base.errors import WorldError
from alicia_desktop.cli import model_downloads, output
from alicia_desktop.cli.commands import app
from alicia_desktop.cli.doctor import _downloads
from alicia_desktop.config import LocalSettings, Settings, save_settings
from alicia_desktop.paths import Paths
from alicia_desktop.server.downloads.hub_models import HubFile, HubModel
from alicia_desktop.server.downloads.model_downloads import ModelDownloads
from alicia_desktop.server.downloads.model_folder import ModelFolder
from tests.support.command import objects
from tests.support.gguf_files import write_gguf
from tests.support.model_hub import REPOSITORY, ModelHub, model_bytes

FILES = {"small-q4.gguf": model_bytes(2_000_000), "small-q8.gguf": model_bytes(4_000_000)}


def call(*arguments):
    done = CliRunner().invoke(app, ["model", *arguments])
    if isinstance(done.exception, WorldError):
        return done.exception.sentence
    assert isinstance(done.exception, SystemExit | None), done.exception
    return done.output


@pytest.fixture
def paths(home):
    return Paths(folder=home / "alicia")


@pytest.fixture
def stored(paths):
    """A model that was downloaded in part."""
    file = HubFile(name="small-q4.gguf", size=4_000_000, sha256="a" * 64)
    model = HubModel(repository=REPOSITORY, commit="1" * 40, licence="mit", files=(file,))
    folder = ModelFolder(paths.models)
    path = folder.paths(model)[0]
    path.parent.mkdir(parents=True)
    folder.write_note(model)
    path.with_name("small-q4.gguf.part").write_bytes(bytes(1_000_000))
    return path


@pytest.mark.e2e
def test_a_model_is_looked_for_downloaded_listed_and_deleted(monkeypatch, paths):
    with ModelHub(files={**FILES, "huge.gguf": b"GGUF"}).beside() as hub:
        monkeypatch.setenv("HF_ENDPOINT", hub.url)
        lines = call("download", REPOSITORY).splitlines()
        assert lines[0] == f"{REPOSITORY}. Licence: apache-2.0, as {hub.url} tells."
        assert [line.split() for line in lines[2:]] == [
            ["small-q4.gguf", "2", "MB", "fits"],
            ["small-q8.gguf", "4", "MB", "fits"],
        ]
        assert call("download", REPOSITORY, "small") == ("small is in several names: small-q4.gguf, small-q8.gguf.")
        assert call("download", REPOSITORY, "q5").startswith("There is no q5. There are huge.gguf, small-q4.gguf")
        told = call("download", REPOSITORY, "Q4")
        path = paths.models / "someone--Small-GGUF" / "small-q4.gguf"
        assert told == f"{path} is here and checked. Use it: alicia-desktop model use small-q4.gguf\n"
        assert path.read_bytes() == FILES["small-q4.gguf"]
        assert "is here" in call("download", REPOSITORY)
        [here] = [one for one in objects(call("download", REPOSITORY, "--json")) if one["here"]]
        assert here == {
            "file": "small-q4.gguf",
            "bytes": 2_000_000,
            "fits": True,
            "licence": "apache-2.0",
            "here": True,
        }
        assert f"file        {'small-q4':40} {path}" in call("list")
        assert call("delete", "small-q4.gguf") == "small-q4.gguf is deleted: 2 MB are free again.\n"
        assert not path.exists()


def test_without_a_repository_suggestions_come_and_what_is_paused(stored):
    lines = call("download").splitlines()
    assert lines[0].split(maxsplit=1)[0] == "HuggingFaceTB/SmolLM2-360M-Instruct-GGUF"
    assert lines[0].endswith("SmolLM2 360M, apache-2.0")
    assert lines[-1] == f"{REPOSITORY:44} small-q4.gguf, paused at 1 MB of 4 MB"
    assert objects(call("download", "--json"))[-1] == {
        "repository": REPOSITORY,
        "file": "small-q4.gguf",
        "bytes": 1_000_000,
        "of": 4_000_000,
    }


def test_what_is_in_use_or_not_there_is_not_deleted(paths, stored):
    assert call("delete", "other.gguf") == (
        "alicia-desktop: other.gguf was not downloaded here. There are small-q4.gguf.\n"
    )
    save_settings(paths.settings, Settings(local=LocalSettings(model_file=str(stored))), {})
    assert call("delete", str(stored)) == (
        "alicia-desktop: Alicia answers with small-q4.gguf. Choose another model first (model use).\n"
    )
    assert stored.with_name("small-q4.gguf.part").exists()


def test_a_downloaded_model_is_named_by_its_file_alone(stored, monkeypatch):
    write_gguf(stored, cut=0)
    monkeypatch.setattr("alicia_desktop.server.engines.model_fit.free_memory", lambda: 1)
    assert call("use", "small-q4.gguf").startswith("small-q4.gguf needs ")
    assert call("use", "none.gguf").startswith("There is no file ")


def test_ctrl_c_pauses(monkeypatch, tmp_path, capsys):
    async def interrupted(*_):
        raise KeyboardInterrupt

    downloads = ModelDownloads(tmp_path)
    monkeypatch.setattr(downloads, "download", interrupted)
    file = HubFile(name="a.gguf", size=1, sha256="a" * 64)
    model = HubModel(repository=REPOSITORY, commit="1", licence="", files=(file,))
    with pytest.raises(Exit) as ended:
        model_downloads._fetch(downloads, model)
    assert ended.value.exit_code == 130
    assert capsys.readouterr().err == "alicia-desktop: Paused. The same command resumes it.\n"


def test_progress_is_one_line_on_a_terminal_and_nothing_elsewhere(monkeypatch, capsys):
    with output.overprinting() as show:
        show("1 MB of 2 MB")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    with output.overprinting() as show:
        show("1 MB of 2 MB")
        show("2 MB")
    assert capsys.readouterr().err == f"\r{'1 MB of 2 MB':72}\r{'2 MB':72}\n"


def test_doctor_tells_what_was_downloaded(paths, stored):
    assert _downloads(paths).sentence == "small-q4.gguf (paused at 1 MB of 4 MB)."
    stored.with_name("small-q4.gguf.part").rename(stored)
    stored.write_bytes(bytes(4_000_000))
    assert _downloads(paths).sentence == "small-q4.gguf (4 MB)."
    assert _downloads(Paths(folder=paths.folder / "none")).outcome == "optional"
