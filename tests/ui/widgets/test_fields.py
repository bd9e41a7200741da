import pytest

from alicia_desktop.ui.widgets.fields import DevicePicker, Toggle


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


@pytest.mark.parametrize("size", [100, 200])
def test_a_switch_grows_with_its_words(qtbot, theme, size):
    theme.set_text_size(size)
    toggle = Toggle("Reduce motion", theme=theme)
    qtbot.addWidget(toggle)
    toggle.setChecked(True)
    toggle.resize(toggle.sizeHint())
    image, accent = toggle.grab().toImage(), theme.colour("accent")
    lit = [x for x in range(image.width()) if image.pixelColor(x, image.height() // 2) == accent]
    assert abs(lit[-1] - lit[0] - 30 * size / 100) <= 3
