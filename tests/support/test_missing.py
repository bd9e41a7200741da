"""A missing part is never passed over in CI, and elsewhere the reason names what brings it."""

import pytest

from tests.support.missing import require, require_programs


def test_in_ci_it_fails(monkeypatch):
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="The engine is missing here; this brings it: make engine"):
        require(part="The engine", present=False, command="make engine")


def test_elsewhere_it_skips(monkeypatch):
    monkeypatch.delenv("CI", raising=False)
    with pytest.raises(pytest.skip.Exception, match="no-such-program is missing here"):
        require_programs("python3", "no-such-program")


def test_what_is_there_is_let_through(monkeypatch):
    monkeypatch.setenv("CI", "true")
    require(part="The engine", present=True, command="make engine")
    require_programs("python3")
