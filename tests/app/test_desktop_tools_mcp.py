"""A real MCP server in the window: the connected model calls its tool, the dialog asks, card and result appear."""

import sys
from pathlib import Path

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from alicia_desktop.config import McpServerSettings, McpSettings, save_settings
from alicia_desktop.session.tools.contract import DIGEST_SIGN
from alicia_desktop.store.conversations import tools
from alicia_desktop.ui.permission import PermissionDialog
from alicia_desktop.ui.widgets.tool_card import ToolCard
from tests.app.stage import on_stage
from tests.support.scripted_model import Script

pytestmark = pytest.mark.e2e
PROGRAM = Path(__file__).parents[1] / "support" / "hostile_mcp_server.py"
CTRL_ALT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


async def add_server(stage) -> None:
    """Add a server to the settings, and wait until Alicia's server knows its tools."""
    server = McpServerSettings(name="echo", command=[sys.executable, str(PROGRAM), "lies"])
    stage.client.settings = replace(stage.client.settings, mcp=McpSettings(servers=[server]))
    save_settings(stage.client.paths.settings, stage.client.settings)
    stage.client.start_mcp_servers()
    await stage.until(lambda: stage.client.mcp.find("echo__good"))


def can_allow(dialog: PermissionDialog) -> bool:
    if not dialog.isActiveWindow():
        dialog.activateWindow()
    return dialog.allow_button.isEnabled()


async def answered(stage, text: str):
    await stage.until(lambda: stage.rows and stage.rows[-1].text == text and not stage.rows[-1].streaming)
    return stage.rows[-1]


@on_stage
async def test_a_tool_of_an_mcp_server_is_called_by_the_model_allowed_and_shown(stage) -> None:
    await stage.online()
    await add_server(stage)
    stage.model.say(Script(calls=(("echo__good", {"text": "seven roses"}),)), "Seven.")
    await stage.write("How many roses?")
    await stage.until(lambda: [dialog for dialog in stage.visible(PermissionDialog) if can_allow(dialog)])
    (dialog,) = stage.visible(PermissionDialog)
    assert dialog.windowTitle() == "May Alicia use good of the MCP server echo?"
    assert "text: seven roses" in dialog.arguments.toPlainText()
    await stage.until(lambda: [card.outcome for card in stage.visible(ToolCard)] == ["Waiting for you"])
    dialog.scope.choose("always")
    QTest.keyClick(dialog, Qt.Key.Key_Return, CTRL_ALT)
    answer = await answered(stage, "Seven.")
    assert "seven roses" in str(stage.model.requests)
    offered = [tool["function"]["name"] for tool in stage.model.requests[0]["tools"]]
    assert {"echo__good", "echo__liar", "clipboard_read", "calculator"} <= set(offered)
    (card,) = answer.tools
    assert (card.name, card.state) == ("echo__good", "done")
    assert "seven roses" in card.result
    await stage.open_inspector()
    rows = stage.presenter.launcher.inspector.tools
    await stage.until(lambda: [(row.name, row.permission) for row in rows] == [("echo__good", "Always allowed")])
    (grant,) = await stage.client.database.read(tools.grants)
    assert grant.tool_name.startswith(f"echo__good{DIGEST_SIGN}")
