from alicia_desktop.ui.widgets.fields import DevicePicker


def test_without_devices_it_says_so(qtbot, theme):
    picker = DevicePicker(theme=theme, name="Microphone")
    qtbot.addWidget(picker)
    picker.set_names([])
    assert not picker.isEnabled()
    assert picker.placeholderText() == "No device found"
    assert picker.chosen == ""


def test_a_choice_outlives_a_new_list(qtbot, theme):
    picker = DevicePicker(theme=theme, name="Microphone")
    qtbot.addWidget(picker)
    picker.set_names(["default", "USB headset"])
    assert picker.currentText() == "System default"
    picker.choose("USB headset")
    picker.set_names(["Webcam", "default", "USB headset"])
    assert picker.chosen == "USB headset"
    picker.set_names(["Webcam"])
    assert picker.chosen == ""
