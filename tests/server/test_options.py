"""What a server reads from variables is listed, so that whoever starts one can hand over all of it and nothing else."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from alicia_desktop.server import main
from alicia_desktop.server.options import (
    SERVER_VARIABLES,
    SpeakingStyle,
    speaking_from,
    speech_language_from,
    speech_model_from,
)


class Watched(Mapping[str, str]):
    """Variables that remember which of them were read."""

    def __init__(self) -> None:
        self.read: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.read.add(name)
        return "1"

    def __iter__(self) -> Iterator[str]:
        return iter(SERVER_VARIABLES)

    def __len__(self) -> int:
        return len(SERVER_VARIABLES)


def test_all_that_a_server_reads_is_listed(tmp_path: Path):
    watched = Watched()
    given = main._parser().parse_args(["--data-dir", str(tmp_path)])
    options = main._options(given, watched)
    assert watched.read == set(SERVER_VARIABLES)
    assert options.livekit is not None


@pytest.mark.parametrize(
    ("given", "style"),
    [
        ({}, SpeakingStyle()),
        ({"ALICIA_VOICE": "emma", "ALICIA_VOICE_SPEED": "1.25"}, SpeakingStyle(voice="emma", speed=1.25)),
        ({"ALICIA_VOICE_SPEED": "fast", "ALICIA_VOICE_BRIDGES": "0"}, SpeakingStyle(bridges=False)),
    ],
)
def test_how_she_speaks_comes_from_variables(given, style):
    assert speaking_from(given) == style


@pytest.mark.parametrize(("given", "language"), [("", ""), ("de", "de"), (" de-CH ", "de"), ("pt_BR.UTF-8", "pt")])
def test_the_spoken_language_is_given_with_or_without_a_country(given, language):
    assert speech_language_from({"ALICIA_SPEECH_LANGUAGE": given}) == language


def test_a_folder_of_a_speech_model_may_begin_at_home():
    assert speech_model_from({}) is None
    assert speech_model_from({"ALICIA_SPEECH_MODEL": "~/whisper"}) == Path.home() / "whisper"


def test_a_speech_model_that_was_downloaded_is_named_by_its_repository(tmp_path, monkeypatch):
    given = {"ALICIA_SPEECH_MODEL": "Systran/faster-whisper-base"}
    assert speech_model_from(given, models=tmp_path) == tmp_path / "Systran--faster-whisper-base"
    assert speech_model_from({"ALICIA_SPEECH_MODEL": "/a/b"}, models=tmp_path) == Path("/a/b")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Systran/faster-whisper-base").mkdir(parents=True)
    assert speech_model_from(given, models=tmp_path) == Path("Systran/faster-whisper-base"), "a folder goes first"
