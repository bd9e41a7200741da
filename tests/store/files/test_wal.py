"""A frame of a write-ahead log of which one bit flipped is known by the checksum of the log, and put right by it."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from alicia_desktop.store.files.wal import (
    FRAME_HEADER_BYTES,
    HEADER_BYTES,
    PAGE_BYTES,
    Frame,
    LogHeader,
    log_path,
    read_frames,
    read_header,
    restore,
)
from tests.store.filled import fill_and_kill, flip

FRAME_BYTES = FRAME_HEADER_BYTES + PAGE_BYTES
FLIPS = 50


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("log") / "client.db"
    asyncio.run(fill_and_kill(path, count=10, more=1))
    return log_path(path)


def first_frame(log: Path) -> tuple[LogHeader, Frame]:
    with log.open("rb") as file:
        header = read_header(file)
        assert header is not None
        return header, next(read_frames(file, header))


def test_a_flipped_bit_is_known_and_nearly_always_put_right_wherever_it_is(log: Path, tmp_path: Path):
    _, whole = first_frame(log)
    random = Random(1)
    mended = 0
    for bit in [random.randrange(8 * FRAME_BYTES) for _ in range(FLIPS)]:
        restored = restored_from(log, tmp_path, bit)
        assert restored is not None
        if restored.whole:
            assert (restored.page, restored.page_count, restored.content) == (
                whole.page,
                whole.page_count,
                whole.content,
            )
        mended += restored.whole
    assert mended > FLIPS / 2


@pytest.mark.parametrize("byte", [0, 8, 16, 23, FRAME_HEADER_BYTES])
def test_a_flipped_bit_in_the_header_of_a_frame_is_known(log: Path, tmp_path: Path, byte: int):
    restored = restored_from(log, tmp_path, 8 * byte)
    assert restored is not None
    assert restored.belongs


def restored_from(log: Path, folder: Path, bit: int) -> Frame | None:
    header, _ = first_frame(log)
    damaged = folder / "damaged"
    damaged.write_bytes(log.read_bytes())
    flip(damaged, 8 * HEADER_BYTES + bit)
    return restore(first_frame(damaged)[1], header.checksum, header)


def test_what_is_more_than_a_bit_is_left_as_it_is(log: Path, tmp_path: Path):
    header, _ = first_frame(log)
    random = Random(1)
    for _ in range(5):
        damaged = tmp_path / "damaged"
        damaged.write_bytes(log.read_bytes())
        for bit in random.sample(range(8 * FRAME_BYTES), 2):
            flip(damaged, 8 * HEADER_BYTES + bit)
        _, frame = first_frame(damaged)
        assert restore(frame, header.checksum, header) is None
