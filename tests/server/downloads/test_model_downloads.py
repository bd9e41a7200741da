"""The process that asks a hub: it lists, downloads, is paused by its end, and goes on in the next one."""

import asyncio

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.downloads.hub_models import HUB
from alicia_desktop.server.downloads.model_downloads import ModelDownloads, Progress
from tests.support.model_hub import REPOSITORY, ModelHub, model_bytes

WHOLE = model_bytes()


def downloads_of(hub: ModelHub, folder) -> ModelDownloads:
    return ModelDownloads(folder / "models", environment={"HF_ENDPOINT": f"{hub.url}/"})


@pytest.mark.e2e
async def test_a_download_is_paused_by_the_end_of_its_process_and_gone_on_with(tmp_path, monkeypatch):
    monkeypatch.setenv("HF_TOKEN", "hf_secret")
    async with ModelHub(stop=asyncio.Event()).up() as hub, Scope("test") as scope:
        downloads = downloads_of(hub, tmp_path)
        model = (await downloads.models(f"{hub.url}/{REPOSITORY}"))[0]
        seen: list[int] = []
        has_some = asyncio.Event()

        def note(progress: Progress) -> None:
            seen.append(progress.bytes)
            if progress.bytes:
                has_some.set()

        task = scope.spawn("download", downloads.download(model, note))
        await has_some.wait()
        with pytest.raises(WorldError) as second:
            await downloads.download(model, lambda _: None)
        assert second.value.code == "download_running"
        with pytest.raises(WorldError, match="already being downloaded"):
            downloads.folder.delete(model)
        task.cancel()
        await asyncio.wait([task])
        there = downloads.folder.look_at(model).bytes
        assert 0 < there < len(WHOLE)
        assert hub.stop is not None
        hub.stop.set()
        path = await downloads.download(model, note)
        assert path.read_bytes() == WHOLE
        assert hub.ranges[-1] == f"bytes={there}-"
        assert seen[0] == 0
        assert seen[-1] >= there
        assert downloads.folder.delete(model) == len(WHOLE)
        assert list((tmp_path / "models").iterdir()) == []
        assert hub.tokens == []


@pytest.mark.e2e
async def test_what_a_process_finds_wrong_is_told_and_so_is_its_end(tmp_path, monkeypatch):
    async with ModelHub(gated="auto").up() as hub:
        with pytest.raises(WorldError, match="is gated"):
            await downloads_of(hub, tmp_path).models(REPOSITORY)
    monkeypatch.setattr("alicia_desktop.server.downloads.model_downloads.PROGRAM", "no.such.module")
    with pytest.raises(WorldError, match="The download ended unexpectedly") as ended:
        await ModelDownloads(tmp_path, log_folder=tmp_path, environment={}).models(REPOSITORY)
    assert ended.value.retry


async def test_what_is_no_repository_starts_no_process(tmp_path):
    with pytest.raises(WorldError, match="owner/name"):
        await ModelDownloads(tmp_path, environment={}).models("what?")


def test_the_hub_is_that_of_the_environment_else_the_usual_one(tmp_path):
    assert ModelDownloads(tmp_path, environment={}).endpoint == HUB
    assert ModelDownloads(tmp_path, environment={"HF_ENDPOINT": "http://127.0.0.1:8/"}).endpoint == "http://127.0.0.1:8"


def test_memory_is_limited_and_the_library_is_quiet(monkeypatch):
    import os
    import resource

    from huggingface_hub import constants

    from alicia_desktop.server.downloads import download_process

    limits: list[object] = []
    monkeypatch.setattr(resource, "setrlimit", lambda *given: limits.append(given))
    monkeypatch.setattr(os, "environ", environment := dict(os.environ))
    monkeypatch.setattr(constants, "DOWNLOAD_CHUNK_SIZE", 0)
    download_process._limit_memory()
    download_process._prepare_library()
    assert limits == [(resource.RLIMIT_DATA, (1 << 30, 1 << 30))]
    assert environment["HF_HUB_DISABLE_XET"] == environment["HF_HUB_DISABLE_TELEMETRY"] == "1"
    assert constants.DOWNLOAD_CHUNK_SIZE == 1 << 18
