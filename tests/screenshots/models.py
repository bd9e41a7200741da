"""The page Model of the settings: a real llama.cpp server that was found and tested, and a GGUF file."""

from pathlib import Path

from PySide6.QtWidgets import QListWidget

from alicia_desktop.server.endpoints.known_endpoints import known
from alicia_desktop.server.engines.model_server import bundled_model
from alicia_desktop.ui.conversation.own_settings_dialog import OwnSettingsDialog
from alicia_desktop.ui.settings.dialog import SettingsDialog
from tests.screenshots.stage import Stage
from tests.support.llama_server import llama_server

TEACHER = (
    "You are a patient teacher of Italian. Speak Italian in short, easy sentences, correct my mistakes kindly, and "
    "explain a new word in English when I ask."
)
MODEL = 3
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
        await stage.until(page._figures.isVisible, "the figures")
        await stage.picture("model", dialog)
        page.choose("file")
        page._file.take(str(copy))
        await stage.until(page._facts.isVisible, "what the file is")
        await stage.picture("model-file", dialog)
        dialog.reject()
        await stage.until(lambda: stage._dialog() is None, "the settings are closed")


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
