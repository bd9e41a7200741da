"""A few mishaps of sound cards while she speaks; `make torture-sound` lets each come a hundred times."""

import tempfile
from pathlib import Path
from random import Random

import pytest

from tests.support.missing import require_programs
from tests.support.sound_card import PROGRAMS
from tests.torture.sounds import BACK_SECONDS, computer, torture

A_HANDFUL = ("loudspeaker unplugged", "sound server killed")


@pytest.mark.e2e
async def test_sound_is_back_in_time_and_the_sentence_goes_on_or_is_marked(monkeypatch):
    require_programs(*PROGRAMS)
    with tempfile.TemporaryDirectory(prefix="card-") as folder:
        async with computer(Path(folder), monkeypatch.setenv) as here:
            report = await torture(here, A_HANDFUL, chance=Random(0))
    assert not report.failures
    assert min(each[0] for each in report.back.values()) <= BACK_SECONDS  # a busy machine spoils one, a defect both
