"""A lock is one process's, which is named to the others; the file left behind locks nobody out."""

import os

import pytest

from alicia_desktop.base.files import LockHeldError, ProcessLock


def test_a_lock_is_held_by_one_which_is_named(tmp_path):
    path = tmp_path / "a.lock"
    first, second = ProcessLock(path), ProcessLock(path)
    first.acquire()
    with pytest.raises(LockHeldError) as held:
        second.acquire()
    assert held.value.holder == str(os.getpid())
    first.release()
    second.acquire()
    second.release()
    second.release()
    assert path.read_bytes() == b""


def test_a_lock_that_cannot_be_made_is_the_systems_error(tmp_path):
    with pytest.raises(FileNotFoundError):
        ProcessLock(tmp_path / "none" / "a.lock").acquire()
