"""Profiles: names that can be one, folders of their own, and sentences for all else."""

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.paths import Paths, find_paths
from alicia_desktop.profiles import check_profile_name, create_profile, list_profiles


@pytest.mark.parametrize("name", ["Work", "Anna’s"[:4], "Größe 2", "a", "my.server-1", " padded ", "работа"])
def test_a_name_of_letters_and_digits_is_one(name):
    assert check_profile_name(name) == name.strip()


BAD = ["", " ", "..", ".", "a/b", "../etc", "a\\b", "-x", "x.", "a\nb", "a\0b", "\u202eevil", "a\u200bb", "a:b", "%s"]
BAD += ["CON", "nul.txt", "<b>", "x" * 41, "a" + "\u0301" * 50]


@pytest.mark.parametrize("name", BAD)
def test_a_bad_name_is_refused_with_a_sentence(tmp_path, name):
    for act in (lambda: check_profile_name(name), lambda: create_profile(tmp_path, name)):
        with pytest.raises(WorldError) as refused:
            act()
        assert refused.value.code == "bad_profile"
        assert refused.value.sentence.endswith(".")
    assert list(tmp_path.iterdir()) == []


def test_a_profile_is_created_listed_and_found(tmp_path):
    assert create_profile(tmp_path, "Work") == "Work"
    create_profile(tmp_path, "anna")
    (tmp_path / "profiles" / "a file").write_text("")
    assert list_profiles(tmp_path) == ["anna", "Work"]
    for taken in ("work", "default", "WORK"):
        with pytest.raises(WorldError, match="already"):
            create_profile(tmp_path, taken)
    paths = find_paths(environment={"ALICIA_DATA_DIR": str(tmp_path), "ALICIA_PROFILE": "Work"})
    assert paths == Paths(folder=tmp_path / "profiles" / "Work", profile="Work")
    assert (paths.base, paths.of_profile("default"), paths.of_profile("anna").profile) == (
        tmp_path,
        Paths(folder=tmp_path),
        "anna",
    )


def test_one_that_is_not_there_is_a_sentence_that_names_those_that_are(tmp_path):
    create_profile(tmp_path, "Work")
    with pytest.raises(WorldError) as refused:
        find_paths(environment={"ALICIA_DATA_DIR": str(tmp_path), "ALICIA_PROFILE": "Wrok"})
    assert refused.value.code == "no_profile"
    assert "only: default, Work." in refused.value.sentence


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path):
    (tmp_path / "profiles").write_text("")
    with pytest.raises(WorldError, match="cannot be made"):
        create_profile(tmp_path, "Work")
