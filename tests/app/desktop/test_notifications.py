"""Notifications over D-Bus: what is shown, what a click does, and what happens where nobody shows any."""

import os
from functools import partial

import pytest

from alicia_desktop.app.desktop.notifications import MAX_WAITING, MISSING, TOKEN, Notifications
from alicia_desktop.base.tasks import Scope
from tests.support.message_bus import running_bus
from tests.support.scripted_notifications import ScriptedNotifications
from tests.support.scripted_server import until

pytestmark = pytest.mark.e2e


@pytest.fixture
def bus():
    with running_bus() as address:
        yield address


async def test_a_click_does_what_it_is_for_and_one_that_goes_does_nothing(bus, monkeypatch):
    monkeypatch.delenv(TOKEN, raising=False)
    done: list[object] = []
    async with ScriptedNotifications(bus) as desktop, Scope("test") as scope:
        notifications = Notifications(scope=scope, address=bus)
        assert await notifications.problem() == ""
        for name in ("first", "second"):
            notifications.show(name, "text", pressed=partial(done.append, name), otherwise=pytest.fail)
        shown = {title: number for number, title, _ in (await desktop.shown.get(), await desktop.shown.get())}
        assert desktop.actions == [["default", "Open"]] * 2
        await desktop.dismiss(shown["first"])
        await desktop.press(shown["second"], token="wayland-7")
        await until(lambda: done)
        assert done == ["second"]
        assert os.environ.pop(TOKEN) == "wayland-7"


async def test_it_holds_no_markup_of_others(bus):
    async with ScriptedNotifications(bus) as desktop, Scope("test") as scope:
        words = "<b>Tea</b>", "<img src='/dev/ptmx'> & <a href='file:///etc'>more</a>"
        Notifications(scope=scope, address=bus).show(*words, pressed=pytest.fail, otherwise=pytest.fail)
        _, title, text = await desktop.shown.get()
        assert not set("<>") & set(title + text)
        assert "Tea" in title
        assert "more" in text
        await scope.close()


async def test_only_so_many_clicks_are_waited_for(bus):
    done: list[object] = []
    async with ScriptedNotifications(bus) as desktop, Scope("test") as scope:
        notifications = Notifications(scope=scope, address=bus)
        numbers = []
        for count in range(MAX_WAITING + 1):
            notifications.show(str(count), "", pressed=partial(done.append, count), otherwise=pytest.fail)
            numbers.append((await desktop.shown.get())[0])
        for number in numbers[:2]:
            await desktop.press(number)
        await until(lambda: done)
        assert done == [1]
        await scope.close()


@pytest.mark.parametrize("address", ["", "unix:path=/nowhere"])
async def test_without_a_bus_it_is_said_and_done_otherwise(address):
    done: list[object] = []
    async with Scope("test") as scope:
        notifications = Notifications(scope=scope, address=address)
        assert await notifications.problem() == MISSING
        notifications.show("Tea", "", pressed=pytest.fail, otherwise=lambda: done.append("otherwise"))
        await until(lambda: done)


async def test_without_a_service_on_the_bus_it_is_done_otherwise(bus):
    done: list[object] = []
    async with Scope("test") as scope:
        notifications = Notifications(scope=scope, address=bus)
        assert await notifications.problem() == MISSING
        notifications.show("Tea", "", pressed=pytest.fail, otherwise=lambda: done.append("otherwise"))
        await until(lambda: done)
