"""The page MCP servers of the settings, with a real server that works and one whose program is missing."""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6.QtWidgets import QListWidget

from alicia_desktop.ui.settings.dialog import SettingsDialog
from tests.screenshots.stage import Stage
from tests.support.ports import free_ports
from tests.support.processes import ending, start

HERE = Path(__file__).parents[2]


async def added(stage: Stage) -> None:
    """Add both, and remove them again."""
    (port,) = free_ports(1)
    command = [sys.executable, "-m", "tests.support.mcp_server", "--port", str(port)]
    with TemporaryDirectory() as notes:
        environment = {"MCP_NOTES": notes, "PYTHONPATH": str(HERE)}
        with ending(start(command, environment=environment, log=Path(notes) / "log")):
            await _shown(stage, f"http://127.0.0.1:{port}/mcp")


async def _shown(stage: Stage, address: str) -> None:
    stage.window.settings_requested.emit()
    dialog = await stage.dialog()
    assert isinstance(dialog, SettingsDialog)
    next(iter(dialog.findChildren(QListWidget))).setCurrentRow(dialog.pages.index(dialog.mcp))
    page = dialog.mcp
    for name, place in (("notes", address), ("tickets", "tickets-server --read-only")):
        page.fields["name"].line.setText(name)
        page.fields["place"].line.setText(place)
        stage.press("Add", page)
        await stage.until(lambda: not page.entry.name, f"{name} is added")
    mcp = stage.presenter.client.mcp
    await stage.until(lambda: [one.status for one in mcp.states] == ["ready", "failed"], "their status")
    await stage.picture("mcp-servers", dialog)
    for name in ("notes", "tickets"):
        page.remove_requested.emit(name)
    await stage.until(lambda: not mcp.states, "they are removed")
    dialog.reject()
    await stage.until(lambda: stage._dialog() is None, "the settings are closed")
