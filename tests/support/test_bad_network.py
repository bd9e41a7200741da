"""The bad network that other tests stand on is one: it loses, delays and narrows as it is told."""

import random
import subprocess

import pytest

from tests.support.bad_network import QUEUE_SECONDS, Lane, Link, reason_against, two_computers

PACKET = 125


@pytest.fixture
def lane():
    """`lane(loss=0.05)` → one direction of such a link, with the same chance every time."""
    return lambda **link: Lane(Link(**link), chance=random.Random(0))


def test_it_loses_as_many_as_it_is_told(lane):
    lossy = lane(loss=0.05)
    lost = sum(lossy.due(PACKET, 0.0) is None for _ in range(10_000))
    assert 400 < lost < 600


def test_packets_come_up_to_so_much_later_and_overtake_each_other(lane):
    late = lane(jitter_ms=80)
    due = [late.due(PACKET, at / 100) for at in range(1_000)]
    delays = [there - at / 100 for at, there in enumerate(due)]
    assert 0 <= min(delays) < 0.001
    assert 0.079 < max(delays) <= 0.08
    assert due != sorted(due)


def test_a_narrow_link_holds_packets_back_and_drops_what_would_wait_too_long(lane):
    narrow = lane(bits_per_second=PACKET * 8 * 100)
    due = [narrow.due(PACKET, 0.0) for _ in range(100)]
    assert due[:2] == pytest.approx([0.01, 0.02])
    assert due.count(None) == pytest.approx(100 - QUEUE_SECONDS * 100, abs=1)


@pytest.mark.e2e
def test_one_computer_reaches_the_other_and_nothing_else():
    if reason := reason_against():
        pytest.skip(reason)
    with two_computers(Link()) as (home, away):
        ports = subprocess.Popen([*home.inside, "python3", "-m", "http.server", "--bind", home.address, "8000"])
        try:
            reach = [*away.inside, "curl", "--silent", "--retry", "20", "--retry-connrefused", "--retry-delay", "1"]
            assert subprocess.run([*reach, f"http://{home.address}:8000"], capture_output=True, check=True).stdout
            assert home.answers(8000)
            outside = [*away.inside, "bash", "-c", "</dev/udp/192.0.2.1/9"]
            assert subprocess.run(outside, capture_output=True, check=False).returncode != 0
        finally:
            ports.kill()
            ports.wait()
