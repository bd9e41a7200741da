"""The tests of microphone and speaker in the settings, over a real line."""

from pathlib import Path

from alicia_desktop.audio.wav import WavLoudspeaker, WavMicrophone
from alicia_desktop.line import frames
from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.fields import DevicePicker
from alicia_desktop.ui.widgets.labels import Label
from tests.app.stage import Stage, WavSound, on_stage, stage_on
from tests.support.scripted_model import ScriptedModel


def made(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    return folder


class NamedSound(WavSound):
    """It remembers which devices were opened."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.opened: list[object] = []

    def open_microphone(self, name: object, wake: object) -> WavMicrophone:
        self.opened.append(("microphone", name))
        return super().open_microphone(name, wake)

    def open_loudspeaker(self, name: object, wake: object) -> WavLoudspeaker:
        self.opened.append(("loudspeaker", name))
        return super().open_loudspeaker(name, wake)


async def sound_settings(stage: Stage) -> SettingsDialog:
    stage.presenter.settings.set_devices(["Webcam"], ["Headset"])
    stage.window.settings_requested.emit()
    await stage.until(lambda: stage.visible(SettingsDialog))
    return stage.visible(SettingsDialog)[0]


def press(dialog: SettingsDialog, text: str) -> None:
    next(button for button in dialog.findChildren(Button) if button.text() == text).click()


def says(dialog: SettingsDialog, text: str) -> bool:
    return any(text in label.text() for label in dialog.sound.findChildren(Label))


async def test_a_test_opens_what_is_chosen_and_ends_with_the_dialog(theme: Theme, folder: Path) -> None:
    sound = NamedSound(made(folder))
    told: list[frames.SoundChanged] = []
    async with ScriptedModel() as model, stage_on(folder, model, theme, sound=sound) as stage:
        await stage.online()
        stage.client.line.event_received.connect(
            lambda event: told.append(event) if isinstance(event, frames.SoundChanged) else None
        )
        dialog = await sound_settings(stage)
        microphone, speaker = dialog.sound.findChildren(DevicePicker)
        microphone.choose("Webcam")
        speaker.choose("Headset")
        press(dialog, "Test the microphone")
        await stage.until(lambda: told and told[-1].open)
        assert sound.opened == [("microphone", "Webcam"), ("loudspeaker", "Headset")]
        press(dialog, "Play a sound")
        await stage.until(lambda: says(dialog, "Played"))
        assert len(sound.opened) == 2, "the speaker of the test is open"
        dialog.reject()
        await stage.until(lambda: not told[-1].open and not stage.presenter.settings.is_open)


@on_stage
async def test_without_devices_both_tests_say_so(stage) -> None:
    dialog = await sound_settings(stage)
    press(dialog, "Test the microphone")
    await stage.until(lambda: says(dialog, "There is no microphone."))
    press(dialog, "Play a sound")
    await stage.until(lambda: not says(dialog, "Say something") and says(dialog, "There is no"))
    dialog.reject()
    await stage.until(lambda: not stage.presenter.settings.is_open)
