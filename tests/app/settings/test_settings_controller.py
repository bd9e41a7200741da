"""What the settings dialog shows and keeps, over a line that tells of devices and levels."""

import asyncio
import sys
import threading

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QLabel, QSlider

from alicia_desktop.app.settings import autostart
from alicia_desktop.base.errors import WorldError
from alicia_desktop.config import load_settings
from alicia_desktop.credentials import Name, Secret
from alicia_desktop.line import frames
from alicia_desktop.ui.dialogs import QuestionDialog
from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.ui.settings.pages import MAX_SENSITIVITY, MIN_SENSITIVITY
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.fields import DevicePicker, Picker, Toggle
from alicia_desktop.ui.widgets.notices import Toast
from tests.app.stage import on_stage


async def opened(stage):
    stage.window.settings_requested.emit()
    await stage.until(lambda: stage.visible(SettingsDialog))
    return stage.visible(SettingsDialog)[0]


async def closed(stage, dialog, *, save):
    dialog.accept() if save else dialog.reject()
    await stage.until(lambda: not stage.presenter.settings.is_open)


def kept(stage):
    return load_settings(stage.client.paths.settings, {})


@on_stage
async def test_less_movement_is_kept_and_holds_at_once(stage) -> None:
    theme = stage.presenter.settings.theme
    theme.reduce_motion(reduced=False)
    dialog = await opened(stage)
    less = dialog.general.findChild(Toggle)
    assert not less.isChecked()
    less.setChecked(True)
    await closed(stage, dialog, save=True)
    await stage.until(lambda: theme.motion("normal") == 0)
    assert kept(stage).look.reduced_motion
    again = await opened(stage)
    assert again.general.findChild(Toggle).isChecked()
    await closed(stage, again, save=False)


@pytest.mark.skipif(sys.platform != "linux", reason="a folder of Linux desktops")
@on_stage
async def test_whether_alicia_starts_with_the_session_is_chosen_and_what_cannot_be_is_said(stage) -> None:
    assert autostart.is_on() is False
    for wanted in (True, False):
        dialog = await opened(stage)
        toggle = next(one for one in dialog.general.findChildren(Toggle) if "log in" in one.text())
        assert toggle.isChecked() is not wanted
        toggle.setChecked(wanted)
        await closed(stage, dialog, save=True)
        await stage.until(lambda wanted=wanted: autostart.is_on() is wanted)
    autostart.entry_file().parent.rmdir()
    autostart.entry_file().parent.write_text("a file where the folder is to be")
    dialog = await opened(stage)
    dialog.general.theme_choice.choose("dark")
    next(one for one in dialog.general.findChildren(Toggle) if "log in" in one.text()).setChecked(True)
    await closed(stage, dialog, save=True)
    await stage.until(lambda: "cannot be changed" in stage.toast.text)
    assert kept(stage).look.theme == "dark"
    autostart.entry_file().parent.unlink()


@on_stage
async def test_a_keyring_that_fails_is_told_and_the_settings_open_all_the_same(stage) -> None:
    locked = Secret(problem="The keyring is locked.")
    stage.presenter.settings.credentials.look_up_all = lambda names: dict.fromkeys(names, locked)
    dialog = await opened(stage)
    assert dialog.form.token == ""
    assert [toast.text for toast in stage.window.findChildren(Toast)][-1:] == ["The keyring is locked."]
    await closed(stage, dialog, save=False)


@on_stage
async def test_a_slow_keyring_is_waited_for_elsewhere_and_asked_for_one_dialog(stage) -> None:
    loop, asked = threading.get_ident(), []

    def look_up_all(names) -> dict[Name, Secret]:
        asked.append(threading.get_ident())
        return dict.fromkeys(names, Secret())

    stage.presenter.settings.credentials.look_up_all = look_up_all
    stage.window.settings_requested.emit()
    dialog = await opened(stage)
    assert stage.visible(SettingsDialog) == [dialog]
    assert len(asked) == 1
    assert loop not in asked
    await closed(stage, dialog, save=False)


@on_stage
async def test_the_devices_that_were_listed_can_be_chosen(stage) -> None:
    tell = stage.client.line.event_received.emit
    tell(frames.DevicesListed(inputs=("Headset",), outputs=("Speakers",)))
    dialog = await opened(stage)
    microphone, speaker = dialog.findChildren(DevicePicker)
    speaker.choose("Speakers")
    tell(frames.DevicesListed(inputs=("Headset", "Webcam"), outputs=("Speakers",)))
    microphone.choose("Webcam")
    await closed(stage, dialog, save=True)
    await stage.until(lambda: kept(stage).voice.input == "Webcam")
    assert kept(stage).voice.output == "Speakers"


@on_stage
async def test_the_meter_lives_while_the_microphone_is_open(stage) -> None:
    tell = stage.client.line.event_received.emit
    tell(frames.Levels(input=0.4, output=0.0, voice=0.0))  # nobody looks
    dialog = await opened(stage)
    tell(frames.Levels(input=0.7, output=0.0, voice=0.0))
    assert dialog.sound.meter.level == 0.7
    tell(frames.SoundChanged(open=False))
    assert dialog.sound.meter.level == 0
    await closed(stage, dialog, save=False)


@on_stage
async def test_every_sensitivity_of_the_slider_can_be_kept(stage) -> None:
    for percent in (MIN_SENSITIVITY, MAX_SENSITIVITY):
        dialog = await opened(stage)
        dialog.sound.sensitivity.setValue(percent)
        await closed(stage, dialog, save=True)
        await stage.until(lambda percent=percent: kept(stage).voice.threshold == percent / 100)


@on_stage
async def test_what_cannot_be_kept_is_not_in_force_either_and_can_be_saved_again(stage) -> None:
    tell = stage.client.line.event_received.emit
    tell(frames.DevicesListed(inputs=("Headset",), outputs=()))
    part = stage.client.paths.settings.with_name("settings.toml.part")
    part.mkdir()
    changed: list[None] = []
    stage.presenter.settings.sound_changed.connect(changed.append)
    for is_possible in (False, True):
        dialog = await opened(stage)
        dialog.findChildren(DevicePicker)[0].choose("Headset")
        await closed(stage, dialog, save=True)
        if is_possible:
            await stage.until(lambda: kept(stage).voice.input == "Headset")
        else:
            await stage.until(lambda: any("settings" in toast.text for toast in stage.visible(Toast)))
            assert stage.client.settings.voice.input == ""
            part.rmdir()
    await stage.until(lambda: changed)


@on_stage
async def test_how_long_a_pause_is_waited_in_is_kept_and_starts_the_server_anew(stage) -> None:
    restarts: list[object] = []
    stage.presenter.settings.restart = lambda: restarts.append(True)
    dialog = await opened(stage)
    dialog.sound.patience.choose("patient")
    await closed(stage, dialog, save=True)
    await stage.until(lambda: restarts)
    assert kept(stage).voice.patience == "patient"


@on_stage
async def test_who_wants_it_has_their_own_voice_kept_and_who_no_longer_does_has_it_deleted(stage) -> None:
    gone = []
    release = stage.client.sounds.delete_speech

    async def noted() -> None:
        await release()
        gone.append(True)

    stage.client.sounds.delete_speech = noted
    for wanted in (True, False):
        dialog = await opened(stage)
        dialog.sound.keep_speech.setChecked(wanted)
        await closed(stage, dialog, save=True)
        await stage.until(lambda wanted=wanted: kept(stage).voice.keep_speech == wanted)
        assert stage.client.sound()[0].keeps_speech == wanted
    await stage.until(lambda: gone)


@on_stage
async def test_who_keeps_the_record_for_a_week_has_older_stanzas_deleted_at_once(stage) -> None:
    pruned = []
    prune = stage.client.journal.prune

    async def noted() -> None:
        await prune()
        pruned.append(True)

    stage.client.journal.prune = noted
    dialog = await opened(stage)
    dialog.privacy.journal.choose("7")
    await closed(stage, dialog, save=True)
    await stage.until(lambda: pruned)
    assert kept(stage).privacy.journal_days == 7


def press(question: QuestionDialog, name: str) -> None:
    (button,) = [one for one in question.findChildren(QAbstractButton) if one.text() == name]
    button.click()


async def asked(stage) -> QuestionDialog:
    await stage.until(lambda: [one for one in stage.visible(QuestionDialog) if "unencrypted" in one.windowTitle()])
    question: QuestionDialog
    (question,) = [one for one in stage.visible(QuestionDialog) if "unencrypted" in one.windowTitle()]
    return question


@on_stage
async def test_a_token_goes_unencrypted_to_another_computer_only_after_a_press(stage) -> None:
    check = stage.client.consent.check
    asking = asyncio.get_running_loop().create_task(check("http://192.0.2.7:8080/api"))
    question = await asked(stage)
    QTest.keyClick(question, Qt.Key.Key_Return)  # pressed by somebody who was writing
    assert question.isVisible()
    press(question, "Don’t send")
    with pytest.raises(WorldError, match=r"192\.0\.2\.7"):
        await asking
    assert kept(stage).privacy.unencrypted == []
    with pytest.raises(WorldError):
        await check("ws://192.0.2.7")  # a no holds
    asking = asyncio.get_running_loop().create_task(check("ws://alicia.home:7880"))
    question = await asked(stage)
    press(question, "Send unencrypted")
    await asking
    assert kept(stage).privacy.unencrypted == ["alicia.home"]
    await check("http://alicia.home")


@on_stage
async def test_the_computer_that_a_token_would_go_to_is_named_as_it_is_looked_up(stage) -> None:
    asking = asyncio.get_running_loop().create_task(stage.client.consent.check("http://b\u00fccher.example"))
    question = await asked(stage)
    words = " ".join(label.text() for label in question.findChildren(QLabel))
    assert "xn--bcher-kva.example (b\u00fccher.example)" in words
    press(question, "Don’t send")
    with pytest.raises(WorldError, match=r"xn--bcher-kva\.example"):
        await asking


@on_stage
async def test_her_voice_is_previewed_on_the_loudspeaker_and_then_speaks_so(stage) -> None:
    told: list[object] = []
    post = stage.client.line.post

    def noted(command) -> None:
        told.append(command)
        post(command)

    stage.client.line.post = noted
    dialog = await opened(stage)
    await stage.until(lambda: dialog.voice.findChild(Picker).isEnabled())
    speed, volume = dialog.voice.findChildren(QSlider)
    speed.setValue(150)
    volume.setValue(50)
    next(button for button in dialog.voice.findChildren(Button) if button.text() == "Preview").click()
    await stage.until(lambda: [one for one in told if isinstance(one, frames.OpenSound) and one.volume == 0.5])
    await closed(stage, dialog, save=True)
    await stage.until(lambda: kept(stage).voice.speed == 1.5)
    assert stage.client.sound()[0].volume == 0.5
