"""The page Model of the settings: a real llama.cpp server that was found and tested, a GGUF file, and downloads."""

import asyncio
import os
from pathlib import Path

from PySide6.QtWidgets import QListWidget

from alicia_desktop.server.endpoints.endpoint_address import known
from alicia_desktop.server.engines.model_server import bundled_model
from alicia_desktop.ui.conversation.own_settings_dialog import OwnSettingsDialog
from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.ui.settings.download_panel import DownloadLine, DownloadPanel
from tests.screenshots.stage import Stage
from tests.support.llama_server import llama_server
from tests.support.model_hub import ModelHub

REPOSITORY = "example/SmolLM2-135M-Instruct-GGUF"
SECONDS = 5
"""How long a download runs before its picture is taken."""
TEACHER = (
    "You are a patient teacher of Italian. Speak Italian in short, easy sentences, correct my mistakes kindly, and "
    "explain a new word in English when I ask."
)
MODEL = 4
"""The page in the list of pages."""


async def connected(stage: Stage, folder: Path) -> None:
    """Find, choose and test the server, then choose a file; nothing is used."""
    copy = folder / bundled_model().name
    copy.symlink_to(bundled_model())
    kind = known("llamacpp")
    assert kind is not None
    port = int(kind.base_url.rsplit(":", 1)[1].split("/")[0])
    with llama_server(port=port, name="SmolLM2-135M-Instruct"):
        stage.window.settings_requested.emit()
        dialog = await stage.dialog()
        assert isinstance(dialog, SettingsDialog)
        next(iter(dialog.findChildren(QListWidget))).setCurrentRow(MODEL)
        page = dialog.model
        await stage.until(page.places.notes["llamacpp"].text, "the server is found")
        page.choose("llamacpp")
        await stage.until(page.test.isEnabled, "its models")
        stage.press("Test", page)
        await stage.until(page.figures.isVisible, "the figures")
        await stage.picture("model", dialog)
        page.choose("file")
        page.file.take(str(copy))
        await stage.until(page.facts.isVisible, "what the file is")
        await stage.picture("model-file", dialog)
        dialog.reject()
        await stage.until(lambda: stage._dialog() is None, "the settings are closed")


async def downloaded(stage: Stage) -> None:
    """Download one model of a hub, and some of another."""
    small = bundled_model().name
    larger = small.replace("Q4_1", "Q8_0")
    content = bundled_model().read_bytes()
    hub = ModelHub(repository=REPOSITORY, files={small: content, larger: content + bytes(len(content) // 3)})
    with hub.beside():
        os.environ["HF_ENDPOINT"] = hub.url
        stage.window.settings_requested.emit()
        dialog = await stage.dialog()
        assert isinstance(dialog, SettingsDialog)
        next(iter(dialog.findChildren(QListWidget))).setCurrentRow(MODEL)
        panel = dialog.model.downloads
        dialog.model.choose("download")
        panel.repository.line.setText(REPOSITORY)
        stage.press("Show files", panel)
        await stage.until(panel.download.isVisible, "its files")
        stage.press("Download", panel)
        await stage.until(lambda: _phases(panel) == {small: "whole"}, "it is whole")
        hub.pace = 8_000_000
        panel.files.setCurrentIndex(1)
        stage.press("Download", panel)
        await stage.until(lambda: _phases(panel).get(larger) == "running", "the other runs")
        await asyncio.sleep(SECONDS)
        await stage.picture("model-download", dialog)
        dialog.reject()
        await stage.until(lambda: stage._dialog() is None, "the settings are closed")
    del os.environ["HF_ENDPOINT"]


def _phases(panel: DownloadPanel) -> dict[str, str]:
    return {line.title: line.phase for line in panel.findChildren(DownloadLine)}


async def own_settings(stage: Stage) -> None:
    """A persona and a temperature of one conversation; nothing is saved."""
    stage.window.own_settings_requested.emit()
    dialog = await stage.dialog()
    assert isinstance(dialog, OwnSettingsDialog)
    dialog.persona.set_text(TEACHER)
    dialog.own_temperature.click()
    await stage.picture("conversation-settings", dialog)
    dialog.reject()
    await stage.until(lambda: stage._dialog() is None, "the dialog is closed")
