"""Client and server are killed under load; `make torture` does it a thousand times."""

from pathlib import Path

import pytest

from tests.torture.torture import Torture, scripted

CYCLES = 6
SECONDS = 12.0
"""A slow machine plays fewer."""


@pytest.mark.e2e
def test_nothing_is_lost_torn_or_doubled_when_client_and_server_are_killed(tmp_path: Path):
    with scripted() as model:
        report = Torture(folder=tmp_path, model=model, seed=0).play(CYCLES, seconds=SECONDS)
    assert report.cycles
    assert report.kills.total() == report.cycles
    assert report.written
