"""A model comes whole and checked, whatever the hub, the network and the disk do; what came is kept."""

import asyncio
import errno
import os
from types import SimpleNamespace

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.server.downloads import transfer as transfer_module
from tests.support.model_hub import REPOSITORY, SPEECH, ModelHub, model_bytes

WHOLE = model_bytes()
NAME = "small-q4.gguf"
PLENTY = 10_000_000_000


def part_of(downloader):
    return downloader.folder.folder / "someone--Small-GGUF" / f"{NAME}.part"


async def refusal(work):
    with pytest.raises(WorldError) as found:
        await work
    return found.value


async def test_a_file_comes_whole_is_checked_and_only_then_has_its_name(hub, downloader):
    path = await downloader.download(hub)
    assert path == downloader.folder.folder / "someone--Small-GGUF" / NAME
    assert path.read_bytes() == WHOLE
    assert not part_of(downloader).exists()
    phases = list(dict.fromkeys(phase for phase, _ in downloader.reports))
    assert phases == ["download", "check"]
    assert [count for _, count in downloader.reports if count == len(WHOLE)]
    stored = downloader.folder.stored()
    assert [(one.path, one.bytes, one.is_whole) for one in stored] == [(path, len(WHOLE), True)]
    await downloader.download(hub)
    assert len(hub.ranges) == 1


async def test_what_breaks_off_is_gone_on_with(downloader):
    async with ModelHub(breaks=[1_000_000, 500_000]).up() as hub:
        path = await downloader.download(hub)
        assert path.read_bytes() == WHOLE
        starts = [int(given.removeprefix("bytes=").rstrip("-")) for given in hub.ranges[1:]]
        assert starts == sorted(starts)
        assert starts[0] > 0


async def test_what_breaks_off_again_and_again_is_told_and_gone_on_with_next_time(downloader):
    async with ModelHub(breaks=[1_000_000, *[0] * 6]).up() as hub:
        error = await refusal(downloader.download(hub))
        assert error.retry
        assert error.sentence.endswith("Check the connection, then try again.")
        there = part_of(downloader).stat().st_size
        assert 0 < there <= 1_000_000
        assert [(one.bytes, one.is_whole) for one in downloader.folder.stored()] == [(there, False)]
        path = await downloader.download(hub)
        assert hub.ranges[-1] == f"bytes={there}-"
        assert path.read_bytes() == WHOLE


async def test_a_hub_that_begins_anew_is_followed(downloader):
    async with ModelHub(breaks=[1_000_000, *[0] * 6]).up() as hub:
        await refusal(downloader.download(hub))
        hub.takes_range = False
        assert (await downloader.download(hub)).read_bytes() == WHOLE


async def test_a_web_page_takes_nothing_of_what_has_come(downloader):
    async with ModelHub(breaks=[1_000_000, *[0] * 6]).up() as hub:
        await refusal(downloader.download(hub))
        there = part_of(downloader).stat().st_size
        hub.file_page = True
        error = await refusal(downloader.download(hub))
        assert error.sentence.startswith(f"What came for {NAME} is no GGUF file, perhaps a web page of the network.")
        assert part_of(downloader).stat().st_size == there
        hub.file_page = False
        assert (await downloader.download(hub)).read_bytes() == WHOLE


async def test_wrong_bytes_are_deleted_and_told(downloader):
    async with ModelHub(told_sha256="f" * 64).up() as hub:
        error = await refusal(downloader.download(hub))
    assert error.sentence == (
        f"{NAME} is not what the hub says it is (its checksum is another), and was deleted. Try again."
    )
    assert not part_of(downloader).exists()
    assert not part_of(downloader).with_suffix("").exists()


@pytest.mark.parametrize("says_length", [True, False])
async def test_a_hub_that_sends_less_than_it_says_is_told_and_what_came_is_kept(downloader, says_length):
    async with ModelHub(told_size=4_000_000, says_length=says_length).up() as hub:
        error = await refusal(downloader.download(hub))
        assert error.sentence == (
            f"The hub ended {NAME} too early: 1 MB of 4 MB are missing. What came is kept. Try again."
        )
        assert part_of(downloader).stat().st_size == len(WHOLE)
        assert "(416)" in (await refusal(downloader.download(hub))).sentence


async def test_a_hub_that_sends_more_than_it_says_is_stopped(downloader):
    async with ModelHub(told_size=2_000_000).up() as hub:
        error = await refusal(downloader.download(hub))
        assert error.sentence == f"The hub sends more of {NAME} than it says there is. What came was deleted."
        assert not part_of(downloader).exists()


@pytest.mark.parametrize(
    ("behaviour", "sentence"),
    [
        ({"file_status": 401}, "someone/Small-GGUF is gated: "),
        ({"file_status": 403}, "someone/Small-GGUF is gated: "),
        ({"file_status": 404}, "The file is no longer in someone/Small-GGUF. Look for its files again."),
        ({"file_status": 429, "file_headers": {"Retry-After": "86400"}}, "(429). Try again in 86400 seconds."),
        ({"file_status": 503, "file_headers": {"Retry-After": "Tue"}}, "(503). Try again later."),
        ({"file_status": 500}, "answered with an error (500). Try again later."),
    ],
)
async def test_a_refusal_is_told_at_once(downloader, behaviour, sentence):
    async with ModelHub(**behaviour).up() as hub:
        assert sentence in (await refusal(downloader.download(hub))).sentence
        assert len(hub.ranges) == 1


async def test_a_model_in_several_files_is_gone_on_with_at_the_file_that_is_missing(downloader):
    parts = {f"big-0000{number}-of-00002.gguf": model_bytes(size) for number, size in ((1, 300_000), (2, 200_000))}
    async with ModelHub(files=parts).up() as hub:
        model = await downloader.model(hub)
        path = await downloader.download(hub, model)
        assert path.name == "big-00001-of-00002.gguf"
        assert downloader.reports[-1] == ("check", 500_000)
        path.with_name("big-00002-of-00002.gguf").unlink()
        assert not downloader.folder.stored()[0].is_whole
        await downloader.download(hub, model)
        assert len(hub.ranges) == 3
        assert downloader.folder.stored()[0].is_whole


async def test_a_newer_version_takes_the_place_of_a_whole_one_only_when_it_is_whole(downloader):
    newer = WHOLE[:-4] + b"more"
    async with ModelHub(breaks=[], files={NAME: WHOLE}).up() as hub:
        path = await downloader.download(hub)
        hub.files[NAME] = newer
        model = await downloader.model(hub)
        assert not downloader.folder.look_at(model).is_whole
        hub.breaks = [1_000_000, *[0] * 6]
        await refusal(downloader.download(hub, model))
        assert path.read_bytes() == WHOLE
        (stored,) = downloader.folder.stored()
        assert 0 < stored.bytes <= 1_000_000
        assert not stored.is_whole
        await downloader.download(hub, model)
        assert path.read_bytes() == newer
        assert downloader.folder.stored()[0].is_whole


async def test_a_part_of_another_version_is_not_gone_on_with(downloader):
    async with ModelHub(breaks=[1_000_000, *[0] * 6]).up() as hub:
        await refusal(downloader.download(hub))
        hub.files[NAME] = b"GGUF" + WHOLE[:-4][::-1]
        assert (await downloader.download(hub)).read_bytes() == hub.files[NAME]


async def test_a_slow_hub_is_waited_for(downloader):
    async with ModelHub(pace=20_000_000).up() as hub:
        assert (await downloader.download(hub)).read_bytes() == WHOLE
        counts = [count for phase, count in downloader.reports if phase == "download"]
        assert len(counts) > 5
        assert counts == sorted(counts)


async def test_space_is_looked_for_before_anything_comes(hub, downloader, monkeypatch):
    model = await downloader.model(hub)
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=1_001_000_000))
    error = await refusal(downloader.download(hub, model))
    assert error.sentence == (
        f"There is not enough space in {downloader.folder.folder}: 1.0 GB are free, needed are 3 MB to download, and "
        "1.0 GB that stay free. Delete something, or choose a smaller file."
    )
    assert hub.ranges == []
    assert downloader.folder.stored() == ()


async def test_a_disk_that_fills_pauses_the_download_which_is_gone_on_with(hub, downloader, monkeypatch):
    free = iter([PLENTY, PLENTY, PLENTY])
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=next(free, 100_000_000)))
    error = await refusal(downloader.download(hub))
    assert error.sentence == "The disk is full, so the download was paused. Free some space, then resume it."
    there = part_of(downloader).stat().st_size
    assert there > 0
    monkeypatch.undo()
    assert (await downloader.download(hub)).read_bytes() == WHOLE
    assert hub.ranges[-1] == f"bytes={there}-"


async def test_the_systems_own_word_of_a_full_disk_is_the_same(hub, downloader, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(transfer_module._PartFile, "write", full)
    assert (await refusal(downloader.download(hub))).code == "disk_full"


async def test_two_that_download_the_same_know_of_each_other(hub, downloader):
    hub.stop = asyncio.Event()
    model = await downloader.model(hub)
    with downloader.folder.locked(model):
        error = await refusal(downloader.download(hub, model))
        assert error.code == "download_running"
        assert error.sentence.startswith(f"{NAME} is already being downloaded, in another window or command (process ")
        with pytest.raises(WorldError, match="already being downloaded"):
            downloader.folder.delete(model)
    assert hub.ranges == []


async def test_a_folder_that_cannot_be_written_to_is_told(hub, downloader):
    downloader.folder.folder.write_text("a file")
    error = await refusal(downloader.download(hub))
    assert error.sentence.startswith(f"{downloader.folder.folder} cannot be written to (")


async def test_more_than_the_library_gives_out_is_told(downloader):
    async with ModelHub(told_size=60_000_000_000).up() as hub:
        model = await downloader.model(hub)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=10**12))
            error = await refusal(downloader.download(hub, model))
    assert error.sentence == "Files of more than 50.0 GB can’t be downloaded here."


async def test_a_speech_model_comes_as_a_folder_and_each_file_is_checked(downloader):
    async with ModelHub(files=SPEECH).up() as hub:
        path = await downloader.download(hub)
        assert {one.name: one.read_bytes() for one in path.parent.iterdir() if one.name in SPEECH} == SPEECH
        (stored,) = downloader.folder.stored()
        assert (stored.is_whole, stored.usable, stored.title) == (True, path.parent, "Small-GGUF")
        assert downloader.folder.find(REPOSITORY) == stored
        assert downloader.folder.delete(stored.model) == sum(map(len, SPEECH.values()))
        assert not path.parent.exists()


async def test_a_small_file_with_wrong_bytes_is_deleted_and_told(downloader):
    async with ModelHub(files=SPEECH, told_blob="c" * 40).up() as hub:
        error = await refusal(downloader.download(hub))
    assert error.sentence.startswith("config.json is not what the hub says it is")
    assert not downloader.folder.stored()[0].is_whole


async def test_a_web_page_is_no_part_of_a_speech_model(downloader):
    async with ModelHub(files=SPEECH, file_page=True).up() as hub:
        error = await refusal(downloader.download(hub))
    assert error.sentence.startswith("What came for model.bin is no part of a model, perhaps a web page")
