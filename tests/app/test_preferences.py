"""What the settings dialog shows and keeps, over a line that tells of devices and levels."""

import threading

from alicia_desktop.config import load_settings
from alicia_desktop.line import frames
from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.ui.settings.pages import LEAST, MOST
from alicia_desktop.ui.widgets.picker import DevicePicker, Toggle
from tests.app.stage import on_stage


async def opened(stage):
    stage.window.settings_requested.emit()
    await stage.until(lambda: stage.visible(SettingsDialog))
    return stage.visible(SettingsDialog)[0]


async def closed(stage, dialog, *, save):
    dialog.accept() if save else dialog.reject()
    await stage.until(lambda: stage.presenter._preferences._dialog is None)


def kept(stage):
    return load_settings(stage.client.paths.settings, {})


@on_stage
async def test_less_movement_is_kept_and_holds_at_once(stage) -> None:
    theme = stage.presenter._preferences.theme
    theme.reduce_motion(reduced=False)
    dialog = await opened(stage)
    (less,) = dialog.findChildren(Toggle)
    assert not less.isChecked()
    less.setChecked(True)
    await closed(stage, dialog, save=True)
    await stage.until(lambda: theme.motion("normal") == 0)
    assert kept(stage).look.reduced_motion
    again = await opened(stage)
    assert again.findChild(Toggle).isChecked()
    await closed(stage, again, save=False)


@on_stage
async def test_a_slow_keyring_is_waited_for_elsewhere_and_asked_for_one_dialog(stage) -> None:
    loop, asked = threading.get_ident(), []

    def get(name) -> str:
        asked.append(threading.get_ident())
        return ""

    stage.presenter._preferences._credentials.get = get
    stage.window.settings_requested.emit()
    dialog = await opened(stage)
    assert stage.visible(SettingsDialog) == [dialog]
    assert len(asked) == 3
    assert loop not in asked
    await closed(stage, dialog, save=False)


@on_stage
async def test_the_devices_that_were_listed_can_be_chosen(stage) -> None:
    tell = stage.client.line.happened.emit
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
    tell = stage.client.line.happened.emit
    tell(frames.Levels(input=0.4, output=0.0, voice=0.0))  # nobody looks
    dialog = await opened(stage)
    tell(frames.Levels(input=0.7, output=0.0, voice=0.0))
    assert dialog.sound.meter.level == 0.7
    tell(frames.SoundChanged(open=False))
    assert dialog.sound.meter.level == 0
    await closed(stage, dialog, save=False)


@on_stage
async def test_every_sensitivity_of_the_slider_can_be_kept(stage) -> None:
    for percent in (LEAST, MOST):
        dialog = await opened(stage)
        dialog.sound._slider.setValue(percent)
        await closed(stage, dialog, save=True)
        await stage.until(lambda percent=percent: kept(stage).voice.threshold == percent / 100)
