"""How far a download is, as words: bytes, rate over the last seconds, time left."""

import pytest

from alicia_desktop.view.models import TransferRate, bytes_text, fits_text, progress_text


def test_bytes_rate_and_time_left():
    assert progress_text(done=0, total=2_500_000_000) == "0 MB of 2.5 GB"
    assert progress_text(done=500_000_000, total=2_500_000_000, rate=5_000_000) == (
        "500 MB of 2.5 GB, 5.0 MB/s, 7 min left"
    )
    assert progress_text(done=0, total=2_000_000, rate=1_000_000) == "0 MB of 2 MB, 1.0 MB/s, 2 s left"
    assert progress_text(done=0, total=10**10, rate=10**6) == "0 MB of 10.0 GB, 1.0 MB/s, 2 h 46 min left"
    assert progress_text(done=0, total=10**9, rate=0.0) == "0 MB of 1.0 GB, waiting for more"


@pytest.mark.parametrize(("count", "text"), [(0, "0 MB"), (98_400_000, "98 MB"), (2_460_000_000, "2.5 GB")])
def test_sizes(count, text):
    assert bytes_text(count) == text


def test_whether_it_fits():
    assert (fits_text(fits=True), fits_text(fits=False)) == ("fits", "too large for the free memory")


def test_the_rate_is_that_of_the_last_seconds():
    def after(*points: tuple[float, int]) -> float | None:
        rate = TransferRate()
        for now, count in points:
            rate.add(now, count)
        return rate.bytes_per_second

    fast = [(0.0, 10), (1.0, 110)]
    slow = [(float(second), 110 + 10 * (second - 1)) for second in range(2, 30)]
    assert after() is None
    assert after(fast[0]) is None
    assert after(*fast) == 100
    assert after(*fast, *slow) == pytest.approx(10)
    assert after(*fast, (2.0, 0)) is None
