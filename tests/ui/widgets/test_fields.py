import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QKeySequenceEdit, QLineEdit, QWidget

from alicia_desktop.ui.widgets.fields import DevicePicker, Picker, Toggle, name_key_edit
from alicia_desktop.ui.widgets.labels import Label


def labels_of(picker):
    beside = picker.parentWidget().findChildren(Label, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return [label for label in beside if label.buddy() is picker]


@pytest.fixture
def row(qtbot, theme):
    made = QWidget()
    qtbot.addWidget(made)
    layout = QHBoxLayout(made)
    layout.addWidget(Picker(theme=theme, name="Kind"))
    return made


def test_a_choice_without_a_label_has_a_hidden_one(qtbot, row):
    picker = row.findChild(Picker)
    row.show()
    row.hide()
    row.show()
    (label,) = labels_of(picker)
    assert (label.text(), label.isVisible()) == ("Kind", False)
    with qtbot.waitSignal(label.destroyed):
        picker.deleteLater()


def test_a_choice_has_no_other_label_than_the_one_that_is_seen(theme, row):
    picker, seen = row.findChild(Picker), Label("Kind", theme=theme)
    row.layout().addWidget(seen)
    seen.set_buddy(picker)
    row.show()
    assert labels_of(picker) == [seen]


def test_an_open_list_has_the_name_of_its_field(row):
    assert row.findChild(Picker).view().accessibleName() == "Kind"


def test_a_field_for_keys_has_its_name_inside_too(qtbot):
    edit = QKeySequenceEdit()
    qtbot.addWidget(edit)
    name_key_edit(edit, "Push-to-talk")
    assert [one.accessibleName() for one in (edit, *edit.findChildren(QLineEdit))] == ["Push-to-talk"] * 2


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


def test_a_picker_has_room_for_its_caret_beside_large_text(qtbot, theme):
    usual = Picker(theme=theme, name="Group by")
    qtbot.addWidget(usual)
    room = usual.sizeHint().width() - usual.fontMetrics().averageCharWidth() * 8
    theme.set_text_size(200)
    large = Picker(theme=theme, name="Group by")
    qtbot.addWidget(large)
    grown = large.sizeHint().width() - large.fontMetrics().averageCharWidth() * 8
    theme.set_text_size(100)
    assert grown - room >= theme.icon_size() - 2
