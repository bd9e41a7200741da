"""A hub, asked in this process: its library waits on a thread, and without its pauses."""

import asyncio
from pathlib import Path
from types import SimpleNamespace

import pytest

from alicia_desktop.server.downloads.hub_client import HubClient
from alicia_desktop.server.downloads.model_folder import ModelFolder
from alicia_desktop.server.downloads.transfer import transfer
from tests.support.model_hub import REPOSITORY, ModelHub

CHUNK = 65_536


@pytest.fixture(autouse=True)
def library(monkeypatch):
    """The library as a process of its own has it; all tests share its client, which takes half a second."""
    from huggingface_hub import constants, file_download, get_session

    monkeypatch.setattr(constants, "DOWNLOAD_CHUNK_SIZE", CHUNK)
    monkeypatch.setattr(constants, "HF_HUB_DISABLE_PROGRESS_BARS", True)
    monkeypatch.setattr(file_download, "time", SimpleNamespace(sleep=lambda _: None))
    monkeypatch.setattr(file_download.logger, "warning", lambda *_: None)
    session = get_session()
    hooks = session.event_hooks
    yield
    session.event_hooks = hooks


class Downloader:
    """Asks a hub for models and downloads them into a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = ModelFolder(folder)
        self.reports: list[tuple[str, int]] = []

    async def models(self, hub: ModelHub, repository: str = REPOSITORY):
        return await asyncio.to_thread(lambda: HubClient(hub.url).models(repository))

    async def model(self, hub: ModelHub):
        return (await self.models(hub))[0]

    async def download(self, hub: ModelHub, model=None) -> Path:
        wanted = model or await self.model(hub)
        return await asyncio.to_thread(
            lambda: transfer(
                wanted,
                folder=self.folder,
                hub=HubClient(hub.url),
                report=lambda phase, count: self.reports.append((phase, count)),
            )
        )


@pytest.fixture
def downloader(tmp_path):
    return Downloader(tmp_path / "models")


@pytest.fixture
async def hub():
    async with ModelHub().up() as up:
        yield up
