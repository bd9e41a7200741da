"""A key on a real X11 display, while another program has the focus."""

import asyncio
import socket
from contextlib import ExitStack, asynccontextmanager

import pytest
from Xlib.display import Display

from alicia_desktop.app.global_shortcuts import x11
from alicia_desktop.app.global_shortcuts.contract import parse_combination
from alicia_desktop.app.global_shortcuts.x11 import X11Key
from alicia_desktop.base.tasks import Scope
from tests.app.global_shortcuts.heard import Heard
from tests.support.patience import PATIENCE
from tests.support.scripted_server import until
from tests.support.x11_display import OtherProgram, running_display

pytestmark = pytest.mark.e2e


@pytest.fixture(scope="module")
def display():
    with running_display() as name:
        yield name


@pytest.fixture
def other(display):
    program = OtherProgram(display)
    program.focus()
    yield program
    program.close()


@asynccontextmanager
async def using(display, keys):
    key = X11Key(display=display)
    heard = Heard(key)
    async with Scope("test") as scope:
        task = scope.spawn("key", key.run(parse_combination(keys)))
        yield heard, task


async def test_a_key_is_heard_while_another_program_has_the_focus_and_does_not_reach_it(qapp, display, other):
    async with using(display, "F8") as (heard, _):
        assert (await heard.said()).sentence == "F8 works in every window."
        other.press("F8")
        assert await heard.state() is True
        other.release("F8")
        assert await heard.state() is False
        other.tap("a")
        assert other.seen() == [("a", True), ("a", False)]


@pytest.mark.parametrize("lock", ["Num_Lock", "Caps_Lock"])
async def test_a_lock_that_is_on_changes_nothing(qapp, display, other, lock):
    other.tap(lock)
    try:
        async with using(display, "Ctrl+F9") as (heard, _):
            assert (await heard.said()).available
            other.press("Control_L", "F9")
            assert await heard.state() is True
            other.release("Control_L")  # the modifier may go first: the key decides
            other.release("F9")
            assert await heard.state() is False
    finally:
        other.tap(lock)


async def test_a_key_that_repeats_is_held_once(qapp, display, other, monkeypatch):
    repeats = asyncio.Semaphore(0)
    asked = Display.query_keymap

    def ask(self):
        repeats.release()  # at each release that the display tells, which repeats are as well
        return asked(self)

    monkeypatch.setattr(Display, "query_keymap", ask)
    async with using(display, "F8") as (heard, _):
        await heard.said()
        other.press("F8")
        assert await heard.state() is True
        async with asyncio.timeout(PATIENCE):
            for _ in range(3):
                await repeats.acquire()
        assert heard.states.empty()
        other.release("F8")
        assert await heard.state() is False
        assert heard.states.empty()


async def test_other_modifiers_are_another_key(qapp, display, other):
    async with using(display, "Ctrl+F9") as (heard, _):
        await heard.said()
        other.press("Shift_L")
        other.tap("F9")
        other.release("Shift_L")
        other.press("Control_L", "F9")
        assert await heard.state() is True
        assert heard.states.empty()
        other.release("F9", "Control_L")


async def test_a_key_that_another_program_holds_is_a_sentence(qapp, display):
    holder = OtherProgram(display)
    assert holder.grab("F7")
    async with using(display, "F7") as (heard, task):
        said = await heard.said()
        assert (said.available, said.sentence) == (False, "Another program has taken F7. Choose another key.")
        await asyncio.wait_for(task, PATIENCE)
    holder.close()
    async with using(display, "F7") as (heard, _):
        assert (await heard.said()).available, "nothing of the refused grab stays"


async def test_the_key_is_given_back_at_the_end_and_counts_as_released(qapp, display, other):
    async with using(display, "F8") as (heard, _):
        await heard.said()
        assert not other.grab("F8")
        other.press("F8")
        assert await heard.state() is True
    assert await heard.state() is False
    other.release("F8")
    await until(lambda: other.grab("F8"))  # the display takes a moment to see that a connection was closed


async def test_a_key_that_this_keyboard_lacks_is_a_sentence(qapp, display):
    async with using(display, "F35") as (heard, _):
        assert (await heard.said()).sentence == "This keyboard has no key for F35. Choose another key."


async def test_a_keyboard_that_is_changed_meanwhile_is_followed(qapp, display, other):
    async with using(display, "F8") as (heard, _):
        await heard.said()
        other.press("F8")
        assert await heard.state() is True
        other.swap("F8", "F6")  # by two changes, between which no key is F8
        moved = OtherProgram(display)
        try:
            assert await heard.state() is False
            moved.release("F6")
            moved.press("F8")
            assert await heard.state() is True
            moved.release("F8")
            assert await heard.state() is False
        finally:
            moved.swap("F8", "F6")
            moved.close()


async def test_a_key_that_a_changed_keyboard_lacks_is_told_and_comes_back(qapp, display, other):
    async with using(display, "F8") as (heard, _):
        await heard.said()
        bring_back = other.take_away("F8")
        assert not (await heard.said()).available
        bring_back()
        assert (await heard.said()).available


async def test_a_display_that_is_not_there_or_goes_is_a_sentence(qapp):
    async with using("nonsense", "F8") as (heard, _):
        assert (await heard.said()).sentence == "The display nonsense cannot be reached."
    with ExitStack() as started:
        name = started.enter_context(running_display())
        async with using(name, "F8") as (heard, task):
            await heard.said()
            program = OtherProgram(name)
            program.press("F8")
            assert await heard.state() is True
            program.close()
            started.close()
            assert await heard.state() is False
            assert (await heard.said()).sentence == f"The display {name} is gone."
            await asyncio.wait_for(task, PATIENCE)


async def test_a_display_that_hangs_is_a_sentence_and_takes_nothing_later(qapp, monkeypatch):
    monkeypatch.setattr(x11, "REPLY_SECONDS", 0.05)
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("\0/tmp/.X11-unix/X98765")  # as displays have it that have no file
        server.listen()
        async with using(":98765", "F8") as (heard, task):
            assert (await heard.said()).sentence == "The display :98765 does not answer."
            await asyncio.wait_for(task, PATIENCE)
        connected, _ = server.accept()
        connected.close()


async def test_a_display_that_ends_the_connection_at_once_is_a_sentence(qapp):
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("\0/tmp/.X11-unix/X98764")
        server.listen()
        async with using(":98764", "F8") as (heard, _):
            connected, _address = await asyncio.to_thread(server.accept)
            connected.close()
            assert (await heard.said()).sentence == "The display :98764 cannot be reached."
