"""The real window on a display and a message bus of its own, whose tray comes after it and is started again."""

import asyncio

import pytest

from tests.support.driven_window import driven_window
from tests.support.message_bus import running_bus
from tests.support.patience import PATIENCE
from tests.support.scripted_tray import ScriptedTray
from tests.support.x11_display import running_display

pytestmark = pytest.mark.e2e

SETTINGS = "first_run_done = true\n[look]\ntray = true\nkeep_running = true\n"


async def test_the_icon_comes_with_a_tray_that_is_later_than_the_window_and_with_the_next(home) -> None:
    (home / "alicia" / "settings.toml").write_text(SETTINGS)
    with running_display() as display, running_bus() as address:
        desktop = {"DISPLAY": display, "DBUS_SESSION_BUS_ADDRESS": address, "XDG_CURRENT_DESKTOP": "KDE"}
        with driven_window(environment={**desktop, "QT_QPA_PLATFORM": "xcb"}) as window:
            await asyncio.to_thread(window.online)
            names = [await name_of_icon(address) for _ in range(2)]
            assert names[0] == names[1]


async def name_of_icon(address: str) -> str:
    """Start a tray, wait for the icon in it, and end it."""
    async with ScriptedTray(address) as tray, asyncio.timeout(PATIENCE):
        return await tray.registered.get()
