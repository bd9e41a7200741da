"""Downloads in the real window: from a repository to an answer, paused and resumed, told, deleted, ended with it."""

import asyncio
import hashlib
from collections.abc import Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.config import load_settings
from alicia_desktop.server.downloads.hub_models import HubFile, HubModel
from alicia_desktop.server.downloads.model_downloads import Progress
from alicia_desktop.server.downloads.model_folder import ModelFolder
from alicia_desktop.server.engines.model_server import bundled_model
from alicia_desktop.ui.dialogs import QuestionDialog
from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.ui.widgets.notices import Toast
from tests.app.stage import on_stage
from tests.support.model_hub import REPOSITORY, ModelHub

CONTENT = b"GGUF" + bytes(2_999_996)
FILE = HubFile(name="a.gguf", size=len(CONTENT), sha256=hashlib.sha256(CONTENT).hexdigest())
MODEL = HubModel(repository=REPOSITORY, commit="1" * 40, licence="", files=(FILE,))


class ScriptedDownloads:
    """Downloads without a process: half comes, then what the test says."""

    endpoint = "https://hub.example"

    def __init__(self, folder: Path) -> None:
        self.folder = ModelFolder(folder)
        self.go_on = asyncio.Event()
        self.error: WorldError | None = None
        self.cancelled = 0
        self.late: dict[str, asyncio.Event] = {}
        """Repositories whose files come after an event."""

    async def models(self, repository: str) -> tuple[HubModel, ...]:
        if repository in self.late:
            await self.late[repository].wait()
            return (replace(MODEL, repository=repository),)
        if self.error is not None:
            raise self.error
        return (MODEL,)

    async def download(self, model: HubModel, on_progress: Callable[[Progress], None]) -> Path:
        path = self.folder.paths(model)[0]
        with self.folder.locked(model):
            self.folder.write_note(model)
            path.with_name("a.gguf.part").write_bytes(CONTENT[:1_000_000])
            on_progress(Progress(phase="download", bytes=1_000_000))
            try:
                await self.go_on.wait()
            except asyncio.CancelledError:
                self.cancelled += 1
                raise
            if self.error is not None:
                raise self.error
            on_progress(Progress(phase="check", bytes=len(CONTENT)))
            path.with_name("a.gguf.part").unlink()
            path.write_bytes(CONTENT)
        return path


@asynccontextmanager
async def opened(stage):
    """Yield the Model page in the open settings, which are closed in the end."""
    stage.window.settings_requested.emit()
    await stage.until(lambda: stage.visible(SettingsDialog))
    dialog = stage.visible(SettingsDialog)[0]
    dialog.page_names.setCurrentRow(dialog.pages.index(dialog.model))
    dialog.model.choose("download")
    yield dialog.model
    dialog.reject()
    await stage.until(lambda: not stage.presenter.settings.is_open)


def words(page):
    return [label.text() for label in page.findChildren(Label) if label.isVisible() and label.text()]


async def press(stage, page, begins):
    def found():
        return [
            one
            for one in page.findChildren(QAbstractButton)
            if one.accessibleName().startswith(begins) and one.isVisible() and one.isEnabled()
        ]

    await stage.until(found)
    found()[0].click()


async def answer(stage, name):
    await stage.until(lambda: stage.visible(QuestionDialog))
    dialog = stage.visible(QuestionDialog)[0]
    next(one for one in dialog.findChildren(QAbstractButton) if one.text() == name).click()
    return dialog


def scripted(stage) -> ScriptedDownloads:
    made = ScriptedDownloads(stage.client.paths.models)
    stage.presenter.settings.downloads.loaded = made
    return made


async def begin(stage, page):
    """Show the files of a repository and download the chosen one."""
    page.downloads.repository.line.setText(REPOSITORY)
    page.downloads.show_files.click()
    await stage.until(page.downloads.download.isVisible)
    page.downloads.download.click()
    await stage.until(lambda: any("of 3 MB" in text for text in words(page)))


@on_stage
async def test_a_speech_model_that_was_downloaded_is_used_by_its_folder_in_the_settings(stage) -> None:
    await stage.online()
    files = tuple(
        HubFile(name=name, size=1, blob="b" * 40)
        for name in ("model.bin", "config.json", "tokenizer.json", "vocabulary.txt")
    )
    model = HubModel(repository="someone/whisper-base", commit="1" * 40, licence="mit", files=files)
    folder = scripted(stage).folder
    with folder.locked(model):
        folder.write_note(model)
    for path in folder.paths(model):
        path.write_bytes(b"x")
    async with opened(stage) as page:
        await stage.until(lambda: "whisper-base" in words(page))
        await press(stage, page, "Use: whisper-base")
        speech = stage.visible(SettingsDialog)[0].local.fields["speech_model"]
        await stage.until(speech.isVisible)
        assert speech.value == str(folder.paths(model)[0].parent)


@pytest.mark.e2e
@on_stage
async def test_a_model_is_downloaded_and_answers(stage) -> None:
    await stage.online()
    name = "small.gguf"
    async with ModelHub(files={name: bundled_model().read_bytes()}).up() as hub:
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("HF_ENDPOINT", hub.url)
            async with opened(stage) as page:
                page.downloads.repository.line.setText(f"{hub.url}/{REPOSITORY}")
                page.downloads.show_files.click()
                await stage.until(page.downloads.download.isVisible)
                host = hub.url.removeprefix("http://")
                assert any(text.startswith(f"Licence: apache-2.0, as {host} tells") for text in words(page))
                page.downloads.download.click()
                await press(stage, page, f"Use: {name}")
                await stage.until(lambda: page.use.text() == "In use")
                path = stage.client.paths.models / "someone--Small-GGUF" / name
                assert load_settings(stage.client.paths.settings, {}).local.model_file == str(path)
                page.choose("download")
                await stage.until(lambda: [one for one in page.findChildren(QAbstractButton) if one.text() == "In use"])
    assert (await stage.ask("Hello")).text
    assert hub.tokens == []


@on_stage
async def test_a_download_goes_on_behind_closed_settings_is_paused_resumed_and_told(stage) -> None:
    downloads = scripted(stage)
    async with opened(stage) as page:
        await begin(stage, page)
        await stage.until(lambda: page.downloads.files.currentText() == "a.gguf, 3 MB, downloading")
        assert not page.downloads.download.isEnabled()
    async with opened(stage) as page:
        await press(stage, page, "Pause: a.gguf")
        await stage.until(lambda: "Paused, 1 MB of 3 MB" in words(page))
        assert downloads.cancelled == 1
        await press(stage, page, "Resume: a.gguf")
        await stage.until(lambda: "1 MB of 3 MB" in words(page))
    downloads.go_on.set()
    told = "a.gguf is downloaded. Use it in Settings, Model."
    await stage.until(lambda: any(toast.text == told for toast in stage.visible(Toast)))
    async with opened(stage) as page:
        await stage.until(lambda: "3 MB" in words(page))


@on_stage
async def test_what_fails_is_told_beside_what_has_come_which_can_be_deleted(stage) -> None:
    downloads = scripted(stage)
    async with opened(stage) as page:
        await begin(stage, page)
        downloads.error = WorldError(sentence="The disk is full, so the download was paused.")
        downloads.go_on.set()
        await stage.until(lambda: "The disk is full, so the download was paused." in words(page))
        await press(stage, page, "Cancel: a.gguf, 1 MB")
        dialog = await answer(stage, "Keep")
        assert "1 MB of a.gguf that have come are deleted. Pause keeps them." in words(dialog) or dialog.isHidden()
        assert downloads.folder.stored()
        await stage.until(lambda: not stage.visible(QuestionDialog))
        await press(stage, page, "Cancel: a.gguf, 1 MB")
        await answer(stage, "Cancel download")
        await stage.until(lambda: "None yet" in words(page))
        assert downloads.folder.stored() == ()
        page.downloads.take("other/one")
        await stage.until(lambda: "The disk is full, so the download was paused." in words(page))


@on_stage
async def test_a_running_download_is_cancelled_with_what_has_come(stage) -> None:
    downloads = scripted(stage)
    async with opened(stage) as page:
        await begin(stage, page)
        await press(stage, page, "Cancel: a.gguf, 1 MB")
        await answer(stage, "Cancel download")
        await stage.until(lambda: "None yet" in words(page))
        assert downloads.cancelled == 1
        assert downloads.folder.stored() == ()


@on_stage
async def test_an_answer_that_is_late_changes_nothing(stage) -> None:
    downloads = scripted(stage)
    late = downloads.late["late/one"] = asyncio.Event()
    async with opened(stage) as page:
        page.downloads.take("late/one")
        page.downloads.take(REPOSITORY)
        await stage.until(page.downloads.download.isVisible)
        late.set()
        await asyncio.sleep(0)
        page.downloads.download.click()
        await stage.until(lambda: any("of 3 MB" in text for text in words(page)))
        assert [one.model.repository for one in downloads.folder.stored()] == [REPOSITORY]


@on_stage
async def test_what_another_window_downloads_is_told(stage) -> None:
    downloads = scripted(stage)
    async with opened(stage) as page:
        with ModelFolder(downloads.folder.folder).locked(MODEL):
            page.downloads.repository.line.setText(REPOSITORY)
            page.downloads.show_files.click()
            await stage.until(page.downloads.download.isVisible)
            page.downloads.download.click()
            await stage.until(lambda: any("already being downloaded" in text for text in words(page)))


@on_stage
async def test_the_end_of_the_program_pauses_a_download(stage) -> None:
    downloads = scripted(stage)
    controller = stage.presenter.settings.downloads
    async with Scope("program") as scope:
        controller.scope = scope
        await controller.start(MODEL)
        await stage.until(downloads.folder.stored)
    assert downloads.cancelled == 1
    assert [(one.bytes, one.is_whole) for one in downloads.folder.stored()] == [(1_000_000, False)]
    with downloads.folder.locked(MODEL):
        pass
