"""Announcements as each screen reader can take them."""

import asyncio
from contextlib import asynccontextmanager

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QWidget
from shiboken6 import delete

from alicia_desktop.app.desktop.screen_reader import PLACES, ScreenReader
from alicia_desktop.app.global_shortcuts.dbus import connect_bus
from alicia_desktop.base.tasks import Scope
from alicia_desktop.ui.accessible_roles import ROLE, Role, announce, announce_by
from tests.support.message_bus import running_bus
from tests.support.scripted_registry import ScriptedRegistry
from tests.support.scripted_server import until


@pytest.fixture
def bus():
    with running_bus() as address:
        yield address


@pytest.fixture
def window(qtbot):
    made = QWidget()
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.fixture
def heard(monkeypatch):
    announced: list[str] = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: announced.append(event.message()))
    return announced


def notified(window):
    """Return what the notifications say that are there."""
    places = [one for one in window.children() if isinstance(one, QWidget) and one.property(ROLE)]
    assert all(Role(one.property(ROLE)) == Role.Notification for one in places)
    return [one.accessibleName() for one in places if one.isVisible()]


@pytest.mark.e2e
async def test_a_reader_that_knows_announcements_gets_those_and_another_notifications(bus, window, heard):
    async with ScriptedRegistry(bus) as registry, Scope("test") as scope:
        end = announce_by(ScreenReader(window=window, scope=scope, address=bus).announce)
        registry.events = ["Object:Announcement:", "Focus:"]
        announce(window, "First.")
        announce(window, "Second.")
        await until(lambda: heard == ["First.", "Second."])
        assert notified(window) == []
        registry.events = ["Focus:"]
        for number in range(PLACES + 1):
            announce(window, f"Sentence {number}.")
        await until(lambda: set(notified(window)) == {f"Sentence {number}." for number in range(1, PLACES + 1)})
        assert heard == ["First.", "Second."]
        end()
        announce(window, "By Qt alone.")
        assert heard[-1] == "By Qt alone."


@pytest.mark.e2e
async def test_what_is_announced_while_the_bus_is_being_left_is_said_as_well(bus, window, heard, monkeypatch):
    late = ["Second."]

    @asynccontextmanager
    async def leave_slowly(address):
        async with connect_bus(address) as connected:
            yield connected
        if heard and late:
            announce(window, late.pop())
        await asyncio.sleep(0)

    monkeypatch.setattr("alicia_desktop.app.desktop.screen_reader.connect_bus", leave_slowly)
    async with ScriptedRegistry(bus) as registry, Scope("test") as scope:
        end = announce_by(ScreenReader(window=window, scope=scope, address=bus).announce)
        registry.events = ["Object:Announcement:"]
        announce(window, "First.")
        await until(lambda: heard == ["First.", "Second."])
        end()


async def test_without_a_bus_announcements_are_qts(window, heard):
    async with Scope("test") as scope:
        end = announce_by(ScreenReader(window=window, scope=scope, address="unix:path=/nowhere").announce)
        announce(window, "First.")
        await until(lambda: heard == ["First."])
        end()


async def test_what_is_announced_of_a_widget_that_has_gone_is_left_out(window, heard):
    async with Scope("test") as scope:
        end = announce_by(ScreenReader(window=window, scope=scope, address="unix:path=/nowhere").announce)
        gone = QWidget()
        announce(gone, "Gone.")
        delete(gone)
        announce(window, "Here.")
        await until(lambda: heard == ["Here."])
        end()
