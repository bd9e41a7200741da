"""Settings, secrets and environment become the options of a server."""

from pathlib import Path

import msgspec
import pytest

from alicia_desktop.compose.server_settings import ServerSecrets, UnencryptedConsent, options_from
from alicia_desktop.config import LocalSettings, Settings, VoiceSettings, load_settings, save_settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.memory.retrieval.selection import RetrievalSettings
from alicia_desktop.paths import Paths
from alicia_desktop.server.options import ModelEndpoint, ModelFile, retrieval_from

LIVEKIT = {
    "ALICIA_LIVEKIT_URL": "wss://livekit.home",
    "ALICIA_LIVEKIT_API_KEY": "key",
    "ALICIA_LIVEKIT_API_SECRET": "secret",
}


def options(folder, settings, environment):
    credentials = Credentials(folder=folder, environment=environment)
    problems: list[str] = []
    made = options_from(Paths(folder=folder), settings, credentials, port=7, on_problem=problems.append)
    assert problems == []
    return made


def test_by_default_everything_is_on_this_computer(tmp_path):
    made = options(tmp_path, Settings(), {})
    assert (made.data_dir, made.host, made.port) == (tmp_path, "127.0.0.1", 7)
    assert made.model is None
    assert made.livekit is None
    assert made.retrieval == RetrievalSettings()


RETRIEVAL = RetrievalSettings(threshold=0.2, budget=700, weights={"words": 0.6, "stranger": -0.5})


def test_what_memories_are_retrieved_by_reaches_the_server(tmp_path):
    local = LocalSettings(memory_tokens=700, memory_threshold=0.2, memory_weights="words=0.6 stranger=-0.5")
    assert options(tmp_path, Settings(local=local), {}).retrieval == RETRIEVAL


async def test_what_memories_are_retrieved_by_reaches_a_server_that_is_a_process(tmp_path):
    local = LocalSettings(memory_tokens=700, memory_threshold=0.2, memory_weights="words=0.6 stranger=-0.5")
    secrets = ServerSecrets(
        Credentials(folder=tmp_path, environment={}),
        settings=lambda: Settings(local=local),
        transport="auto",
        consent=UnencryptedConsent(agreed=list),
        on_problem=print,
    )
    assert retrieval_from(await secrets.variables()) == RETRIEVAL


def test_the_patience_with_pauses_reaches_the_server(tmp_path):
    settings = Settings(voice=VoiceSettings(patience="patient"))
    assert options(tmp_path, settings, {}).patience == "patient"


def test_livekit_is_used_when_all_three_parts_of_it_are_known(tmp_path):
    settings = load_settings(tmp_path / "none.toml", LIVEKIT)
    made = options(tmp_path, settings, LIVEKIT).livekit
    assert made is not None
    assert (made.url, made.key, made.secret) == ("wss://livekit.home", "key", "secret")
    assert options(tmp_path, settings, {}).livekit is None


def test_another_model_comes_from_the_settings_and_its_key_from_the_secrets(tmp_path):
    settings = Settings(local=LocalSettings(model_url="https://models.home/v1", model_name="large"))
    made = options(tmp_path, settings, {"ALICIA_MODEL_KEY": "k"}).model
    assert made is not None
    assert (made.url, made.name, made.key) == ("https://models.home/v1", "large", "k")
    assert "k'" not in repr(made)


def test_a_file_of_the_settings_or_the_environment_is_the_model_unless_there_is_an_address(tmp_path):
    local = LocalSettings(model_file="/models/a.gguf")
    assert options(tmp_path, Settings(local=local), {}).model == ModelFile(path=Path("/models/a.gguf"))
    both = msgspec.structs.replace(local, model_url="https://models.home/v1")
    assert isinstance(options(tmp_path, Settings(local=both), {}).model, ModelEndpoint)
    given = {"ALICIA_MODEL_FILE": "/models/b.gguf"}
    save_settings(tmp_path / "settings.toml", Settings(local=both), {})
    settings = load_settings(tmp_path / "settings.toml", given)
    assert options(tmp_path, settings, given).model == ModelFile(path=Path("/models/b.gguf"))


def test_a_key_that_cannot_be_read_is_told_and_one_that_is_not_needed_is_not_asked_for(tmp_path):
    (tmp_path / "credentials.json").write_bytes(b"{")
    credentials, problems = Credentials(folder=tmp_path, environment={}), list[str]()
    for url in ("", "https://models.home/v1"):
        settings = Settings(local=LocalSettings(model_url=url))
        options_from(Paths(folder=tmp_path), settings, credentials, on_problem=problems.append)
    assert len(problems) == 1
    assert "credentials.json" in problems[0]


@pytest.mark.parametrize(
    ("agreed_to", "given", "memories", "variable"),
    [
        ("", None, None, ""),
        ("https://models.home/v1", None, True, "1"),
        ("https://before.home/v1", None, None, ""),
        ("https://models.home/v1", "0", False, "0"),
        ("", "1", True, "1"),
    ],
)
async def test_a_model_elsewhere_reads_memories_only_if_that_was_agreed_to(
    tmp_path, agreed_to, given, memories, variable
):
    settings = Settings(local=LocalSettings(model_url="https://models.home/v1", model_memories=agreed_to))
    environment = {} if given is None else {"ALICIA_MODEL_MEMORIES": given}
    credentials = Credentials(folder=tmp_path, environment=environment)
    options = options_from(Paths(folder=tmp_path), settings, credentials, on_problem=print)
    assert isinstance(options.model, ModelEndpoint)
    assert options.model.memories is memories
    consent = UnencryptedConsent(agreed=list)
    secrets = ServerSecrets(credentials, settings=lambda: settings, transport="auto", consent=consent, on_problem=print)
    assert (await secrets.variables())["ALICIA_MODEL_MEMORIES"] == variable
