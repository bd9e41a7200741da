"""Settings: defaults, the environment, and what a broken file says."""

import re
from dataclasses import asdict
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.base.errors import WorldError
from alicia_desktop.config import (
    WEIGHTS_PATTERN,
    LocalSettings,
    ServerSettings,
    Settings,
    VoiceSettings,
    load_settings,
    save_settings,
)
from alicia_desktop.memory.retrieval.calibration import DEFAULT_WEIGHTS
from alicia_desktop.memory.retrieval.selection import RetrievalSettings, weights_from_text, weights_text
from alicia_desktop.paths import Paths, find_paths
from alicia_desktop.server.options import retrieval_of


def test_a_missing_file_is_the_defaults(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "settings.toml", {}) == Settings()


def test_a_wrong_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('[voice]\nmode = "hands_free"\nthreshold = = 3\n')
    with pytest.raises(WorldError, match="line 3"):
        load_settings(file, {})


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('[voice]\nmood = "muted"\n', "mood"),
        ('[voice]\nmode = "loud"\n', r"line 2: .*voice\.mode"),
        ("[voice]\nthreshold = 7\n", r"line 2: .*voice\.threshold"),
        ("speech = 1\n", "speech"),
    ],
)
def test_a_wrong_key_or_value_is_named(tmp_path: Path, text: str, named: str) -> None:
    file = tmp_path / "settings.toml"
    file.write_text(text)
    with pytest.raises(WorldError, match=named) as caught:
        load_settings(file, {})
    assert caught.value.code == "settings_broken"


def test_bytes_that_are_no_text_are_told(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(WorldError, match="cannot be read"):
        load_settings(file, {})


def test_the_environment_lies_over_the_file(tmp_path: Path) -> None:
    settings = load_settings(
        tmp_path / "none", {"ALICIA_SERVER": "http://x", "ALICIA_USER": "ada", "ALICIA_LIVEKIT_URL": "ws://y"}
    )
    assert (settings.server.place, settings.server.address, settings.server.user) == ("remote", "http://x", "ada")
    assert settings.local.livekit_url == settings.server.livekit_address == "ws://y"


@pytest.mark.parametrize(
    ("given", "tokens"), [("", 2_400), ("0", 0), ("700", 700), ("many", 2_400), ("9" * 20, 100_000)]
)
def test_the_budget_of_memories_is_a_setting(tmp_path: Path, given: str, tokens: int) -> None:
    settings = load_settings(tmp_path / "none", {"ALICIA_MEMORY_TOKENS": given})
    assert settings.local.memory_tokens == tokens


def test_threshold_and_weights_of_memories_are_settings_that_are_checked(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('[local]\nmemory_threshold = 0.2\nmemory_weights = "words=0.6 stranger=-0.5"\n')
    local = load_settings(file, {}).local
    assert (local.memory_threshold, local.memory_weights) == (0.2, "words=0.6 stranger=-0.5")
    laid_over = {"ALICIA_MEMORY_THRESHOLD": "0.5", "ALICIA_MEMORY_WEIGHTS": "words=1"}
    local = load_settings(file, laid_over).local
    assert (local.memory_threshold, local.memory_weights) == (0.5, "words=1")
    none = {"ALICIA_MEMORY_THRESHOLD": "much", "ALICIA_MEMORY_WEIGHTS": "wrods=1"}
    assert load_settings(file, none).local.memory_weights == "words=0.6 stranger=-0.5"
    for wrong in ("memory_threshold = 1.5", 'memory_weights = "wrods=1"', 'memory_weights = "words=3"'):
        file.write_text(f"[local]\n{wrong}\n")
        with pytest.raises(WorldError, match="line 2"):
            load_settings(file, {})


def test_the_settings_of_retrieval_are_at_first_those_that_were_fitted() -> None:
    assert retrieval_of(LocalSettings()) == RetrievalSettings()
    weights = asdict(DEFAULT_WEIGHTS)
    assert re.fullmatch(WEIGHTS_PATTERN, weights_text(weights))
    assert weights_from_text(weights_text(weights)) == weights


@pytest.mark.parametrize(
    ("given", "patience"), [("", "natural"), ("quick", "quick"), ("patient", "patient"), ("slow", "natural")]
)
def test_how_long_a_pause_is_waited_in_is_a_setting(tmp_path: Path, given: str, patience: str) -> None:
    assert load_settings(tmp_path / "none", {"ALICIA_PATIENCE": given}).voice.patience == patience


def test_saving_keeps_comments_and_writes_only_what_differs(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text("# mine\n[voice]\n# quiet room\nthreshold = 0.3\n")
    settings = msgspec.structs.replace(load_settings(file, {}), first_run_done=True)
    save_settings(file, settings)
    text = file.read_text()
    assert "# mine" in text
    assert "# quiet room" in text
    assert "livekit" not in text
    assert load_settings(file, {}) == settings


@given(st.sampled_from(["hands_free", "hold", "muted"]), st.floats(0.05, 0.95), st.text(max_size=30))
def test_what_is_saved_is_what_is_read(
    tmp_path_factory: pytest.TempPathFactory, mode: str, level: float, name: str
) -> None:
    file = tmp_path_factory.mktemp("settings") / "settings.toml"
    voice = msgspec.convert({"mode": mode, "threshold": level, "input": name}, VoiceSettings)
    settings = Settings(voice=voice)
    save_settings(file, settings)
    assert load_settings(file, {}) == settings


def test_the_data_folder_is_the_one_named_first(tmp_path: Path) -> None:
    environment = {"ALICIA_DATA_DIR": str(tmp_path / "b")}
    assert find_paths(tmp_path / "a", environment).folder == tmp_path / "a"
    assert find_paths(None, environment).folder == tmp_path / "b"
    assert find_paths(None, {}).folder.name == "alicia-desktop"


def test_a_data_folder_that_is_a_file_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(WorldError, match="cannot be made"):
        Paths(folder=tmp_path / "file" / "data").create()


def test_what_only_the_environment_says_is_not_written(tmp_path: Path) -> None:
    file = tmp_path / "settings.toml"
    file.write_text('[server]\nuser = "ada"\n')
    environment = {"ALICIA_SERVER": "http://x", "ALICIA_USER": "eve", "ALICIA_LIVEKIT_API_KEY": "k"}
    settings = msgspec.structs.replace(load_settings(file, environment), first_run_done=True)
    save_settings(file, settings, environment)
    assert load_settings(file, {}) == msgspec.structs.replace(
        Settings(), first_run_done=True, server=ServerSettings(user="ada")
    )


def test_what_somebody_else_changed_meanwhile_stays(tmp_path: Path) -> None:
    """The window wrote all that it had read, and undid what a command had changed since."""
    file = tmp_path / "settings.toml"
    environment = {"ALICIA_USER": "eve"}
    before = load_settings(file, environment)
    file.write_text('[[mcp.servers]]\nname = "files"\ncommand = ["npx"]\n[local]\nmodel_name = "q"\n')
    save_settings(file, msgspec.structs.replace(before, first_run_done=True), environment, before=before)
    after = load_settings(file, {})
    assert (after.first_run_done, after.local.model_name, after.server.user) == (True, "q", "user")
    assert [one.name for one in after.mcp.servers] == ["files"]


def test_a_file_that_can_be_neither_read_nor_replaced_is_told(tmp_path: Path) -> None:
    folder = tmp_path / "settings.toml"
    folder.mkdir()
    with pytest.raises(WorldError, match="could not be saved") as caught:
        save_settings(folder, Settings(), {})
    assert caught.value.code == "settings_unwritable"
