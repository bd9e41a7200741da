from dataclasses import replace

import pytest

from alicia_desktop.ui.settings.form import SettingsForm
from alicia_desktop.ui.settings.pages import SoundPage
from alicia_desktop.ui.settings.sound_test import SoundTestRequest
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.fields import DevicePicker
from alicia_desktop.ui.widgets.labels import Label


@pytest.fixture
def page(qtbot, theme):
    made = SoundPage(replace(SettingsForm(), threshold=0.4), theme=theme, inputs=["Webcam"], outputs=["Headset"])
    qtbot.addWidget(made)
    return made


@pytest.fixture
def asked(page):
    requests: list[SoundTestRequest] = []
    page.test_requested.connect(requests.append)
    return requests


def press(page, text):
    next(button for button in page.findChildren(Button) if button.text() == text).click()


def says(page, text):
    return any(text in label.text() for label in page.findChildren(Label))


def test_the_devices_that_are_chosen_and_not_saved_are_tested(page, asked):
    microphone, speaker = page.findChildren(DevicePicker)
    microphone.choose("Webcam")
    speaker.choose("Headset")
    press(page, "Test the microphone")
    press(page, "Stop the test")
    press(page, "Play a sound")
    chosen = SoundTestRequest(input_device="Webcam", output_device="Headset")
    assert asked == [replace(chosen, microphone=True), chosen, replace(chosen, speaker=True)]


def test_who_chooses_another_microphone_during_the_test_tests_that_one(page, asked):
    microphone, _ = page.findChildren(DevicePicker)
    microphone.activated.emit(0)
    assert not asked
    press(page, "Test the microphone")
    microphone.choose("Webcam")
    microphone.activated.emit(1)
    assert asked[-1].input_device == "Webcam"


def test_what_is_louder_than_the_marker_is_heard(page, asked):
    page.set_level(0.9)
    assert not says(page, "We can hear you")
    press(page, "Test the microphone")
    page.set_tested(microphone=True, speaker=True, problem="")
    page.set_level(0.3)
    assert says(page, "Say something")
    page.set_level(0.4)
    assert says(page, "We can hear you")


def test_a_muted_microphone_is_told_and_the_test_goes_on(page, asked):
    press(page, "Test the microphone")
    page.set_tested(microphone=True, speaker=True, problem="The microphone gives no sound at all.")
    assert says(page, "no sound at all")
    page.set_level(0.5)
    assert says(page, "We can hear you")


def test_what_cannot_be_opened_is_told(page, asked):
    press(page, "Test the microphone")
    page.set_tested(microphone=False, speaker=True, problem="")
    assert says(page, "The microphone couldn’t be opened")
    press(page, "Test the microphone")
    assert asked[-1].microphone, "it can be tried again"
    press(page, "Play a sound")
    page.set_tested(microphone=True, speaker=False, problem="The speaker is gone.")
    assert says(page, "The speaker is gone.")
    press(page, "Play a sound")
    page.set_tested(microphone=True, speaker=True, problem="")
    assert says(page, "Played")


def test_a_test_ends_with_the_page(page, asked):
    page.end_test()
    assert not asked
    press(page, "Test the microphone")
    page.end_test()
    assert (asked[-1].microphone, asked[-1].speaker) == (False, False)
