"""`backup` and `restore`, as a person uses them to move to another computer."""

import pytest

from alicia_desktop.compose.backup import prepare_restore
from alicia_desktop.paths import Paths
from tests.store.wire import NOW
from tests.support.command import is_one_sentence, run
from tests.support.data_folder import everything_in, fill_folder

pytestmark = pytest.mark.e2e


def test_all_comes_to_another_folder_and_what_was_there_is_kept(tmp_path):
    old = fill_folder(tmp_path / "old")
    new = fill_folder(tmp_path / "new", title="Something else")
    before = everything_in(new)
    made = run("--data-dir", old.folder, "backup", tmp_path / "alicia.zip")
    assert made.stdout.startswith(f"Saved in {tmp_path / 'alicia.zip'}: client.db (")
    assert "Tokens and keys are not in a backup" in made.stdout
    done = run("--data-dir", new.folder, "restore", tmp_path / "alicia.zip")
    assert everything_in(new) == everything_in(old)
    (aside,) = new.backups.iterdir()
    assert f"What was here before is now in {aside}." in done.stdout
    assert "Tokens and keys are not in a backup" in done.stdout
    assert everything_in(Paths(folder=aside)) == before


def test_what_cannot_be_is_one_sentence(tmp_path):
    old = fill_folder(tmp_path / "old")
    (tmp_path / "alicia.zip").write_text("mine")
    refused = run("--data-dir", old.folder, "backup", tmp_path / "alicia.zip")
    assert refused.returncode == 1
    assert is_one_sentence(refused.stderr)
    assert "exists already" in refused.stderr
    refused = run("--data-dir", old.folder, "restore", tmp_path / "alicia.zip")
    assert refused.returncode == 1
    assert is_one_sentence(refused.stderr)
    assert "is no backup" in refused.stderr


def test_a_restore_that_a_kill_cut_off_is_finished_before_anything_else(tmp_path):
    old = fill_folder(tmp_path / "old")
    new = fill_folder(tmp_path / "new", title="Something else")
    run("--data-dir", old.folder, "backup", tmp_path / "alicia.zip")
    prepare_restore(new, tmp_path / "alicia.zip", now=NOW)
    assert "# Recital" in run("--data-dir", new.folder, "export", "Recital").stdout
