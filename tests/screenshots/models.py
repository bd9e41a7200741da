"""The page Model of the settings, with a real llama.cpp server that was found and tested."""

from PySide6.QtWidgets import QListWidget

from alicia_desktop.server.endpoints.known_endpoints import known
from alicia_desktop.ui.settings.dialog import SettingsDialog
from tests.screenshots.stage import Stage
from tests.support.llama_server import llama_server

MODEL = 3
"""The page in the list of pages."""


async def connected(stage: Stage) -> None:
    """Find, choose and test the server; it is not used."""
    kind = known("llamacpp")
    assert kind is not None
    port = int(kind.base_url.rsplit(":", 1)[1].split("/")[0])
    with llama_server(port=port, name="SmolLM2-135M-Instruct"):
        stage.window.settings_requested.emit()
        dialog = await stage.dialog()
        assert isinstance(dialog, SettingsDialog)
        next(iter(dialog.findChildren(QListWidget))).setCurrentRow(MODEL)
        page = dialog.model
        await stage.until(page._notes["llamacpp"].text, "the server is found")
        page.choose("llamacpp")
        await stage.until(page.test.isEnabled, "its models")
        stage.press("Test", page)
        await stage.until(page._figures.isVisible, "the figures")
        await stage.picture("model", dialog)
        dialog.reject()
        await stage.until(lambda: stage._dialog() is None, "the settings are closed")
