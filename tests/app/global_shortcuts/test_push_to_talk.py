"""Which key is used on which desktop, what becomes of a change, and what is said of it."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QKeySequenceEdit

from alicia_desktop.app.global_shortcuts.contract import Availability
from alicia_desktop.app.global_shortcuts.portal import MISSING, PortalKey
from alicia_desktop.app.global_shortcuts.push_to_talk import (
    ASKED_WHEN_SAVED,
    ELSEWHERE,
    NO_DESKTOP,
    PushToTalk,
    create_key,
)
from alicia_desktop.app.global_shortcuts.x11 import X11Key
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames
from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.ui.settings.fields import PushToTalkField
from alicia_desktop.ui.widgets.labels import Label
from tests.app.stage import on_stage
from tests.support.x11_display import OtherProgram, running_display

BUS = "unix:path=/run/user/1000/bus"


@pytest.mark.parametrize(
    ("environment", "kind"),
    [
        ({"DISPLAY": ":0"}, X11Key),
        ({"DISPLAY": ":0", "DBUS_SESSION_BUS_ADDRESS": BUS, "XDG_SESSION_TYPE": "x11"}, X11Key),
        ({"DISPLAY": ":0", "WAYLAND_DISPLAY": "wayland-0", "DBUS_SESSION_BUS_ADDRESS": BUS}, PortalKey),
        ({"DISPLAY": ":0", "XDG_SESSION_TYPE": "wayland", "DBUS_SESSION_BUS_ADDRESS": BUS}, PortalKey),
        ({"WAYLAND_DISPLAY": "wayland-0", "DBUS_SESSION_BUS_ADDRESS": BUS}, PortalKey),
        ({"DBUS_SESSION_BUS_ADDRESS": BUS}, PortalKey),
    ],
)
def test_x11_is_grabbed_and_everything_else_asks_the_portal(environment, kind):
    assert type(create_key(environment, "linux")) is kind


@pytest.mark.parametrize(
    ("environment", "platform", "sentence"),
    [
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", MISSING),
        ({}, "linux", NO_DESKTOP),
        ({"DISPLAY": ":0"}, "darwin", ELSEWHERE),
        ({}, "win32", ELSEWHERE),
    ],
)
def test_elsewhere_it_is_said_that_it_is_not_available(environment, platform, sentence):
    with pytest.raises(WorldError) as refused:
        create_key(environment, platform)
    assert refused.value.sentence == sentence


class ScriptedKey:
    """A key that tells what the test says."""

    def __init__(self):
        self.held_changed: Signal[bool] = Signal()
        self.availability_changed: Signal[Availability] = Signal()
        self.said = Availability(available=True, sentence="It works.")
        self.running: list[str] = []

    async def run(self, combination):
        self.running.append(combination.keysym)
        self.availability_changed.emit(self.said)
        try:
            if self.said.available:
                await asyncio.Event().wait()
        finally:
            self.running.remove(combination.keysym)


class Desk:
    """The key in use, over scripted ones."""

    def __init__(self, scope):
        self.keys: list[ScriptedKey] = []
        self.toasts: list[str] = []
        self.held: list[bool] = []
        self.next: ScriptedKey | WorldError = ScriptedKey()
        self.talk = PushToTalk(scope=scope, notify=self.toasts.append, create=self.create)
        self.talk.held_changed.connect(self.held.append)

    def create(self):
        if isinstance(self.next, WorldError):
            raise self.next
        made, self.next = self.next, ScriptedKey()
        self.keys.append(made)
        return made


async def settle():
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.fixture
async def desk(qapp):
    async with Scope("test") as scope:
        yield Desk(scope)


@pytest.fixture
def field(qtbot, theme):
    made = PushToTalkField("F8", theme=theme)
    qtbot.addWidget(made)
    return made


def told(field):
    return [label.text() for label in field.findChildren(Label)]


async def test_a_key_holds_until_another_is_chosen_or_none(desk):
    desk.talk.use("F8")
    await settle()
    desk.keys[0].held_changed.emit(True)
    desk.talk.use("F9")
    await settle()
    assert [key.running for key in desk.keys] == [[], ["F9"]]
    desk.talk.use("")
    await settle()
    assert [key.running for key in desk.keys] == [[], []]
    assert (desk.held, desk.toasts) == ([True], [])


async def test_a_key_that_cannot_be_had_is_told_once(desk):
    desk.next.said = Availability(available=False, sentence="Another program has taken F8.")
    desk.talk.use("F8")
    desk.talk.use("F8")
    await settle()
    assert desk.toasts == ["Another program has taken F8."]
    desk.talk.use("T")
    await settle()
    assert desk.toasts[1].startswith("T alone would be taken")
    desk.next = WorldError(sentence=MISSING, code="no_global_keys")
    desk.talk.use("F9")
    await settle()
    assert desk.toasts[2:] == [MISSING]


async def test_the_field_says_what_is_so_and_what_a_new_key_would_be(desk, field):
    desk.talk.use("F8")
    await settle()
    async with Scope("dialog") as scope:
        desk.talk.attach(field, scope)
        assert "It works." in told(field)
        field.chosen.emit("F8")
        await settle()
        assert "It works." in told(field)
        desk.talk.detach()


async def test_a_desktop_that_asks_is_asked_when_the_key_is_saved(desk, qtbot, theme):
    field = PushToTalkField("F9", theme=theme)
    qtbot.addWidget(field)
    async with Scope("dialog") as scope:
        desk.talk.attach(field, scope)
        field.chosen.emit("F9")
        await settle()
        assert ASKED_WHEN_SAVED in told(field)
        assert not any(key.running for key in desk.keys)
        desk.talk.detach()


async def test_where_there_is_no_such_key_none_can_be_chosen(desk, field):
    desk.next = WorldError(sentence=ELSEWHERE, code="no_global_keys")
    async with Scope("dialog") as scope:
        desk.talk.attach(field, scope)
    assert ELSEWHERE in told(field)
    desk.talk.detach()


@pytest.mark.e2e
@on_stage
async def test_a_key_chosen_in_the_settings_is_push_to_talk_while_another_program_has_the_focus(stage) -> None:
    with running_display() as name, pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPLAY", name)
        other, holder = OtherProgram(name), OtherProgram(name)
        other.focus()
        holder.grab("F7")
        await stage.online()
        posted = follow_posts(stage.client.line, patch)
        stage.presenter.voice.open()
        stage.window.mode_requested.emit("hold")
        await choose_key(stage, holder)
        other.press("F9")
        await stage.until(lambda: frames.Hold(down=True) in posted)
        other.release("F9")
        await stage.until(lambda: frames.Hold(down=False) in posted)
        stage.presenter.settings.push_to_talk.use("")
        await stage.until(lambda: holder.grab("F9"))
        other.close()
        holder.close()


def follow_posts(line, patch):
    """Return the list of frames that go to the line from now on."""
    posted: list[object] = []
    post = line.post

    def follow(frame):
        posted.append(frame)
        post(frame)

    patch.setattr(line, "post", follow)
    return posted


async def choose_key(stage, holder) -> None:
    """Choose F7 in the settings, which another program has, then F9, and save."""
    stage.window.settings_requested.emit()
    await stage.until(lambda: stage.visible(SettingsDialog))
    dialog = stage.visible(SettingsDialog)[0]
    field = dialog.sound.push_to_talk
    edit = field.findChild(QKeySequenceEdit)
    QTest.keyClick(edit, Qt.Key.Key_F7)
    await stage.until(lambda: "Another program has taken F7. Choose another key." in told(field))
    QTest.keyClick(edit, Qt.Key.Key_F9)
    await stage.until(lambda: "F9 works in every window." in told(field))
    dialog.accept()
    await stage.until(lambda: not stage.presenter.settings.is_open)
    used = stage.presenter.settings.push_to_talk
    await stage.until(lambda: used.availability.sentence == "F9 works in every window.")
    assert not holder.grab("F9")
