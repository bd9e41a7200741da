"""A key from the desktop's portal, which is scripted, on a real message bus."""

import asyncio
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager

import pytest
from jeepney.io.asyncio import open_dbus_connection

from alicia_desktop.app.global_shortcuts.contract import parse_combination
from alicia_desktop.app.global_shortcuts.portal import DECLINED, MISSING, WAITING, PortalKey
from alicia_desktop.base.tasks import Scope
from tests.app.global_shortcuts.heard import Heard
from tests.support.message_bus import running_bus
from tests.support.patience import PATIENCE
from tests.support.scripted_portal import ScriptedPortal

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def bus():
    with running_bus() as address:
        yield address


@pytest.fixture(autouse=True)
def patient_calls(monkeypatch):
    """Wait for the scripted portal as long as a busy machine takes; nothing here tests that it never answers."""
    monkeypatch.setattr("alicia_desktop.app.global_shortcuts.dbus.CALL_SECONDS", PATIENCE)


@asynccontextmanager
async def using(address, keys="Ctrl+Alt+T"):
    key = PortalKey(address=address)
    heard = Heard(key)
    async with Scope("test") as scope:
        task = scope.spawn("key", key.run(parse_combination(keys)))
        yield heard, task


async def sentences(heard, count):
    return [(await heard.said()).sentence for _ in range(count)]


async def test_the_desktop_is_asked_for_the_key_and_tells_which_it_assigned(qapp, bus):
    async with ScriptedPortal(address=bus) as portal, using(bus) as (heard, _):
        assert await sentences(heard, 2) == [WAITING, "Works in every window; the desktop assigned: Press F9"]
        await portal.asked.get()
        method, body = await portal.asked.get()
        assert (method, body[1]) == (
            "BindShortcuts",
            [
                (
                    "push-to-talk",
                    {"description": ("s", "Hold to talk to Alicia"), "preferred_trigger": ("s", "CTRL+ALT+t")},
                )
            ],
        )
        await portal.reassign("Super+J")
        assert await sentences(heard, 1) == ["Works in every window; the desktop assigned: Super+J"]


async def test_pressed_and_released(qapp, bus):
    async with ScriptedPortal(address=bus) as portal, using(bus) as (heard, _):
        await sentences(heard, 2)
        for _ in range(2):
            await portal.activate()
            await portal.activate()  # some desktops repeat it while the key is held
            assert await heard.state() is True
            await portal.deactivate()
            assert await heard.state() is False
        assert heard.states.empty()


async def test_other_sessions_shortcuts_and_senders_press_nothing(qapp, bus):
    async with ScriptedPortal(address=bus) as portal, using(bus) as (heard, _):
        await sentences(heard, 2)
        await portal.activate(shortcut="another")
        await portal.activate(session="/org/freedesktop/portal/desktop/session/1_1/another")
        await portal.emit("/", "org.freedesktop.portal.GlobalShortcuts", "Activated", "", ())
        await portal.emit("/", "org.freedesktop.portal.GlobalShortcuts", "ShortcutsChanged", "s", ("x",))
        await portal.activate()
        assert await heard.state() is True
        await portal.deactivate()
        assert await heard.state() is False
        assert heard.states.empty()


async def test_the_person_may_take_their_time_and_decline(qapp, bus):
    async with ScriptedPortal(address=bus, answers="when told") as portal, using(bus) as (heard, task):
        assert await sentences(heard, 1) == [WAITING]
        await portal.asked.get()
        await portal.asked.get()
        await portal.confirm()
        assert (await heard.said()).available
    async with ScriptedPortal(address=bus, answers="declined"), using(bus) as (heard, task):
        assert await sentences(heard, 2) == [WAITING, DECLINED]
        await asyncio.wait_for(task, PATIENCE)


async def test_an_answer_that_makes_no_sense_assigns_nothing(qapp, bus):
    async with ScriptedPortal(address=bus, answers="nonsense"), using(bus) as (heard, task):
        assert await sentences(heard, 2) == [WAITING, DECLINED]
        await asyncio.wait_for(task, PATIENCE)


async def test_a_long_name_of_a_key_is_cut(qapp, bus):
    async with ScriptedPortal(address=bus, assigns="F9" * 5_000), using(bus) as (heard, _):
        assert len((await sentences(heard, 2))[1]) < 120


@pytest.mark.parametrize("script", [None, {"offers": False}], ids=["no portal", "a portal without shortcuts"])
async def test_a_desktop_without_global_shortcuts_is_a_sentence(qapp, bus, script):
    async with AsyncExitStack() as started:
        if script is not None:
            await started.enter_async_context(ScriptedPortal(address=bus, **script))
        heard, task = await started.enter_async_context(using(bus))
        assert await sentences(heard, 2) == [WAITING, MISSING]
        await asyncio.wait_for(task, PATIENCE)


async def test_a_session_that_the_desktop_ends_is_told_and_releases_the_key(qapp, bus):
    async with ScriptedPortal(address=bus) as portal, using(bus) as (heard, task):
        await sentences(heard, 2)
        await portal.activate()
        assert await heard.state() is True
        await portal.close_session()
        assert (await sentences(heard, 1))[0].startswith("The desktop has taken the key away")
        assert await heard.state() is False
        await asyncio.wait_for(task, PATIENCE)


async def test_a_portal_that_is_started_again_is_asked_again(qapp, bus):
    async with AsyncExitStack() as first:
        portal = await first.enter_async_context(ScriptedPortal(address=bus))
        async with using(bus) as (heard, _):
            await sentences(heard, 2)
            await portal.activate()
            assert await heard.state() is True
            await first.aclose()
            assert await heard.state() is False
            assert await sentences(heard, 1) == [MISSING]
            async with ScriptedPortal(address=bus, assigns="F4") as again:
                assert (await sentences(heard, 2))[1].endswith("F4")
                await again.activate()
                assert await heard.state() is True


async def test_a_bus_that_is_not_there_or_goes_is_a_sentence(qapp, tmp_path):
    for address in (f"unix:path={tmp_path}/none", "nonsense", "tcp:host=a", "unix:nonsense=1", ""):
        async with using(address) as (heard, task):
            assert await sentences(heard, 1) == [MISSING]
            await asyncio.wait_for(task, PATIENCE)
    with ExitStack() as started:
        address = started.enter_context(running_bus())
        async with AsyncExitStack() as served:
            await served.enter_async_context(ScriptedPortal(address=address))
            heard, task = await served.enter_async_context(using(address))
            await sentences(heard, 2)
            started.close()
            assert await sentences(heard, 1) == [MISSING]
            await asyncio.wait_for(task, PATIENCE)


async def test_the_session_ends_with_the_connection(qapp, bus):
    async with ScriptedPortal(address=bus):
        async with using(bus) as (heard, _):
            await sentences(heard, 2)
        connection = await open_dbus_connection(bus)
        await connection.close()  # the bus goes on
