"""The page MCP servers in the real window: a real server is tried, added, restarted and removed."""

import shlex
import sys
from contextlib import asynccontextmanager
from pathlib import Path

import keyring
import keyring.backends.fail
import pytest
from PySide6.QtWidgets import QAbstractButton

from alicia_desktop.compose.mcp_servers import remove_server, store_server
from alicia_desktop.config import load_settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.session.tools.mcp.connection import McpServer
from alicia_desktop.ui.settings.dialog import SettingsDialog
from tests.app.stage import on_stage
from tests.support.keyrings import Ring

pytestmark = pytest.mark.e2e
PROGRAM = Path(__file__).parents[1] / "support" / "hostile_mcp_server.py"
PLACE = shlex.join([sys.executable, str(PROGRAM), "lies"])


@asynccontextmanager
async def opened(stage):
    """Yield the page in the open settings, which are closed in the end."""
    stage.window.settings_requested.emit()
    await stage.until(lambda: stage.visible(SettingsDialog))
    dialog = stage.visible(SettingsDialog)[0]
    dialog.page_names.setCurrentRow(dialog.pages.index(dialog.mcp))
    yield dialog.mcp
    dialog.reject()
    await stage.until(lambda: not stage.presenter.settings.is_open)


def write(page, **values):
    line = page.variables[0]
    fields = {**page.fields, "variable": line.name, "value": line.secret}
    for name, value in values.items():
        fields[name].line.setText(value)


def press(page, name):
    next(button for button in page.findChildren(QAbstractButton) if button.accessibleName() == name).click()


def stored(stage):
    return [one.name for one in load_settings(stage.client.paths.settings, {}).mcp.servers]


@on_stage
async def test_a_server_is_tried_added_restarted_and_removed(stage):
    keyring.set_keyring(ring := Ring())
    await stage.online()
    async with opened(stage) as page:
        write(page, name="echo", place=PLACE, variable="ECHO_KEY", value="s3cret")
        page.test_button.click()
        await stage.until(lambda: page.status.text().startswith("It works: 2 tools\n"))
        assert stored(stage) == []
        page.add_button.click()
        await stage.until(lambda: stage.client.mcp.find("echo__good"))
        assert stored(stage) == ["echo"]
        assert "s3cret" in str(ring.kept)
        assert page.entry.name == ""
        (before,) = stage.client.mcp.connections.values()
        press(page, "Restart: echo")
        await stage.until(
            lambda: stage.client.mcp.find("echo__good") and before.state is not stage.client.mcp.states[0]
        )
        press(page, "Remove: echo")
        await stage.until(lambda: not stage.client.mcp.states)
        assert stored(stage) == []
        assert "s3cret" not in str(ring.kept)


@on_stage
async def test_a_server_that_a_command_adds_meanwhile_is_used_and_stays(stage):
    keyring.set_keyring(Ring())
    await stage.online()
    paths, credentials = stage.client.paths, Credentials(folder=stage.client.paths.folder)
    server = McpServer(name="echo", command=tuple(shlex.split(PLACE)))
    async with opened(stage) as page:
        store_server(paths, load_settings(paths.settings), credentials, server)
        await stage.until(lambda: stage.client.mcp.find("echo__good"))
        assert "Restart: echo" in [button.accessibleName() for button in page.findChildren(QAbstractButton)]
        stage.presenter.settings.change_voice(mode="hold")
    assert stored(stage) == ["echo"]
    remove_server(paths, load_settings(paths.settings), credentials, "echo")
    await stage.until(lambda: not stage.client.mcp.states)


@on_stage
async def test_what_cannot_be_added_is_said(stage):
    keyring.set_keyring(Ring())
    async with opened(stage) as page:
        write(page, name="My echo", place=PLACE)
        page.add_button.click()
        await stage.until(lambda: page.problem.text().startswith("A name is up to 24"))
        write(page, name="echo", place="no-such-program")
        page.test_button.click()
        await stage.until(lambda: page.problem.text() == "There is no program no-such-program on this computer.")
        assert page.test_button.isEnabled()


@on_stage
async def test_without_a_keyring_the_person_is_asked_for_a_file(stage):
    keyring.set_keyring(keyring.backends.fail.Keyring())
    async with opened(stage) as page:
        write(page, name="echo", place=PLACE, variable="ECHO_KEY", value="s3cret")
        page.add_button.click()
        (await stage.button("Store in file")).click()
        await stage.until(lambda: stage.client.mcp.find("echo__good"))
        assert "s3cret" in (stage.client.paths.folder / "credentials.json").read_text()
