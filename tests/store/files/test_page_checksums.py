"""A flipped bit anywhere in a database is noticed and, where it is the only one of its page, mended."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from alicia_desktop.store.files.page_checksums import PageChecksums, checksums_path
from alicia_desktop.store.files.wal import PAGE_BYTES, size_of
from tests.store.filled import fill, flip, opened

FLIPS = 200


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("whole")


@pytest.fixture
async def path(whole: Path, tmp_path: Path) -> Path:
    if not (whole / "client.db").exists():
        await fill(whole / "client.db")
    shutil.copytree(whole, tmp_path / "data")
    return tmp_path / "data" / "client.db"


@pytest.fixture
def checksums(path: Path) -> Iterator[PageChecksums]:
    made = PageChecksums(path)
    yield made
    made.close(clean=False)


def damaged(path: Path) -> tuple[int, ...]:
    made = PageChecksums(path)
    found = made.verify_all()
    made.close(clean=False)
    return found


def test_every_page_has_a_checksum_from_the_start(path: Path, checksums: PageChecksums):
    assert checksums.page_count == path.stat().st_size // PAGE_BYTES > 100
    assert checksums.verify(1, checksums.page_count).adopted == 0
    assert checksums.verify_all() == ()
    assert not checksums.was_replaced()


@pytest.mark.slow
def test_each_of_two_hundred_flipped_bits_is_noticed_and_mended(path: Path, checksums: PageChecksums):
    random, before = Random(7), path.read_bytes()
    for _ in range(FLIPS):
        bit = random.randrange(8 * len(before))
        page = bit // 8 // PAGE_BYTES + 1
        flip(path, bit)
        assert checksums.verify_all() == (page,), bit
        assert checksums.corrected(page) == before[(page - 1) * PAGE_BYTES : page * PAGE_BYTES], bit
        assert not checksums.was_replaced()
        flip(path, bit)
    assert checksums.verify_all() == ()


def test_what_is_more_than_a_bit_is_noticed_and_not_mended(path: Path, checksums: PageChecksums):
    content, page = path.read_bytes(), checksums.page_count - 20
    begin, end = (page - 1) * PAGE_BYTES, page * PAGE_BYTES
    for bits in ((5, 9), (0, 32_767)):
        for bit in bits:
            flip(path, 8 * begin + bit)
        assert checksums.verify_all() == (page,)
        assert checksums.corrected(page) is None
        path.write_bytes(content)
    astray = content[end : end + PAGE_BYTES]
    for wrong in (astray, bytes(PAGE_BYTES), b"\xff" * PAGE_BYTES):
        path.write_bytes(content[:begin] + wrong + content[end:])
        assert checksums.verify_all() == (page,)
    path.write_bytes(content[: -3 * PAGE_BYTES - 100])
    assert checksums.verify_all() == tuple(range(checksums.page_count - 3, checksums.page_count + 1))


def test_pages_without_a_checksum_get_one(path: Path):
    checksums_path(path).unlink()
    checksums = PageChecksums(path)
    checksums.begin()
    assert checksums.verify(1, 50).adopted == 50
    checksums.keep()
    checksums.close(clean=True)
    flip(path, 8 * PAGE_BYTES * 10)
    flip(path, 8 * PAGE_BYTES * 70)
    assert damaged(path) == (11,)


@pytest.mark.expects_log("checksums cannot be used")
@pytest.mark.parametrize("place", [0, 8 * 40, 8 * 300, -1])
async def test_damaged_checksums_are_taken_anew_and_nothing_is_called_damaged(path: Path, place: int):
    beside = checksums_path(path)
    flip(beside, place % (8 * beside.stat().st_size))
    assert damaged(path) == ()
    database = await opened(path)
    assert database.checksums.verify(1, 10_000).adopted == size_of(path) // PAGE_BYTES
    await database.close()
    flip(path, 8 * PAGE_BYTES * 10)
    assert damaged(path) == (11,)


@pytest.mark.expects_log("checksums cannot be used")
@pytest.mark.parametrize("size", [100, 256, 300])
def test_checksums_of_which_a_part_is_missing_are_taken_anew(path: Path, size: int):
    beside = checksums_path(path)
    beside.write_bytes(beside.read_bytes()[:size])
    assert damaged(path) == ()


def test_another_state_of_the_database_is_told_from_damage(path: Path, tmp_path: Path):
    other = tmp_path / "other.db"
    shutil.copy(path, other)
    with other.open("r+b") as file:  # as another program leaves it
        for place in (24, 92):
            file.seek(place)
            file.write((77).to_bytes(4))
    shutil.copy(other, path)
    checksums = PageChecksums(path)
    assert checksums.was_replaced()
    checksums.close(clean=False)
