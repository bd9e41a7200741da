"""No packet, however bent, ends the program, holds it up or fills its memory; `make fuzz` lets many more come."""

import subprocess
import sys

import pytest

from tests.fuzz.course import STORY
from tests.fuzz.runner import fuzz, yardstick_seconds

PACKETS = 10_000
PARTS = 2


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.e2e
def test_bent_packets_are_taken_in_bounded_time_and_64_mb_without_an_exception(part: int):
    """In a process of its own, whose memory is limited."""
    command = [sys.executable, "-m", "tests.fuzz", str(PACKETS // PARTS), str(part)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=290, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{PACKETS // PARTS} packets, 0 findings" in done.stdout


def test_a_story_that_fails_says_where_and_with_which_packet(monkeypatch: pytest.MonkeyPatch):
    def broken(*_: object) -> None:
        raise ArithmeticError("broken on purpose")

    monkeypatch.setattr("tests.fuzz.course.step", broken)
    with fuzz() as world:
        (finding,) = world.play(3, 5)
    assert str(finding).startswith("story 3, packet 1: ArithmeticError('broken on purpose') ")
    assert finding.data


def test_a_packet_that_takes_too_long_every_time_is_a_finding(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("tests.fuzz.course.decode", lambda _: [yardstick_seconds() for _ in range(10)])
    with fuzz() as world:
        (finding,) = world.play(3, 1)
    assert str(finding).startswith("story 3, packet 1: codec: ")


@pytest.mark.slow
def test_the_same_story_is_the_same_again_and_most_packets_are_understood(monkeypatch: pytest.MonkeyPatch):
    seen: list[bytes] = []
    monkeypatch.setattr("tests.fuzz.course.decode", seen.append)
    with fuzz() as world:
        assert world.play(5, STORY) == world.play(5, STORY) == []
    assert len(seen) >= 2 * STORY
    assert seen[:STORY] == seen[-STORY:]
