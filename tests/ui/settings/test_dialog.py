from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QAbstractButton, QDialog, QLineEdit, QSlider, QStyle, QStyleOptionSlider

from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.ui.settings.form import SettingsForm
from alicia_desktop.ui.settings.pages import AboutPage, Licence
from alicia_desktop.ui.widgets.buttons import Button, Segments
from alicia_desktop.ui.widgets.fields import DevicePicker
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.tools import GrantRow

pytestmark = pytest.mark.slow

FILLED = SettingsForm(
    window_language="de",
    theme="dark",
    reduced_motion=True,
    spelling=False,
    spelling_language="tlh_QO",
    own_words=("bat’leth", "qapla"),
    input_device="USB headset",
    output_device="Gone speakers",
    threshold=0.42,
    patience="patient",
    voice="emma",
    speed=1.25,
    volume=0.6,
    bridges=False,
    keep_speech=True,
    journal_days=30,
    place="server",
    server_address="https://alicia.home",
    user="emma",
    token="secret",
    livekit_address="wss://live.alicia.home",
    model_address="http://127.0.0.1:8080/v1",
    model_key="key",
    model_name="model",
    memory_tokens="1200",
    memory_threshold="0.2",
    memory_weights="words=0.6 stranger=-0.5",
    speech_model="/models/whisper-base",
    speech_language="de",
    local_livekit_address="ws://127.0.0.1:7880",
    local_livekit_key="devkey",
    local_livekit_secret="devsecret",
    livekit_here=True,
    folders=("/home/emma/Notes", "/home/emma/A long name of a folder/" + "deep/" * 30),
)


def dialog(qtbot, theme, form):
    made = SettingsDialog(form, theme=theme, inputs=["USB headset"], outputs=["Speakers"], version="1")
    qtbot.addWidget(made)
    made.open()
    return made


def test_what_goes_in_comes_out(qtbot, theme):
    for form in (SettingsForm(), FILLED):
        assert dialog(qtbot, theme, form).form == form


def test_every_licence_can_be_read_to_the_last(qtbot, theme):
    licences = [Licence(name=f"A package of a rather long name, number {n}", licence="MIT") for n in range(120)]
    page = AboutPage(theme=theme, version="1", licences=licences)
    qtbot.addWidget(page)
    shown = "\n".join(label.text() for label in page.findChildren(Label))
    assert all(f"{part.name} · MIT" in shown for part in licences)


@pytest.mark.parametrize("page", ["general", "sound", "server"])
def test_it_opens_at_the_page_that_was_asked_for(qtbot, theme, page):
    made = SettingsDialog(SettingsForm(), theme=theme, page=page)
    qtbot.addWidget(made)
    made.open()
    assert getattr(made, page).isVisible()


def test_save_gives_the_new_form(qtbot, theme):
    made = dialog(qtbot, theme, SettingsForm())
    made.model.choose("other")
    made.model.fields["model_address"].line.setText("http://10.0.0.2:8080/v1")
    made.model.names.setEditText(" qwen ")
    with qtbot.waitSignal(made.saved) as saved:
        made.accept()
    assert saved.args == [replace(SettingsForm(), model_address="http://10.0.0.2:8080/v1", model_name="qwen")]
    assert made.result() == QDialog.DialogCode.Accepted


def test_a_wrong_field_is_shown_and_nothing_is_kept(qtbot, theme):
    made = dialog(qtbot, theme, replace(FILLED, server_address="htp://alicia.home"))
    with qtbot.assertNotEmitted(made.saved):
        made.accept()
    assert made.isVisible()
    field = made.server.fields["server_address"].line
    assert field.isVisible()
    assert field.property("wrong") is True


def words_of(made):
    """Return where each wrapped text and each line to write on lies in the dialog."""
    labels = [label for label in made.findChildren(Label) if label.isVisible()]
    lines = [line for line in made.findChildren(QLineEdit) if line.isVisible()]
    return labels, lines


@pytest.mark.parametrize("page", range(10))
@pytest.mark.parametrize("width", [560, 760])
def test_no_word_is_cut_or_lies_over_a_field(qtbot, theme, page, width):
    made = SettingsDialog(FILLED, theme=theme, version="1", licences=[Licence(name="Long " * 30, licence="MIT")] * 40)
    qtbot.addWidget(made)
    made.resize(width, 560)
    made.open()
    made.page_names.setCurrentRow(page)
    labels, lines = words_of(made)
    assert labels
    for label in labels:
        qtbot.waitUntil(lambda label=label: label.height() >= label.heightForWidth(label.width()))
        place = QRect(label.mapTo(made, label.rect().topLeft()), label.size())
        for line in lines:
            assert not place.intersects(QRect(line.mapTo(made, line.rect().topLeft()), line.size()))


def test_the_handle_stands_over_the_marker(qtbot, theme):
    made = dialog(qtbot, theme, replace(FILLED, threshold=0.25))
    made.page_names.setCurrentRow(1)
    slider, meter = made.sound.findChild(QSlider), made.sound.meter
    for percent in (5, 25, 60, 95):
        slider.setValue(percent)
        option = QStyleOptionSlider()
        slider.initStyleOption(option)
        handle = slider.style().subControlRect(
            QStyle.ComplexControl.CC_Slider, option, QStyle.SubControl.SC_SliderHandle, slider
        )
        marker = meter.mapTo(made, QPoint(round(meter.width() * meter.threshold), 0)).x()
        middle = slider.mapTo(made, handle.topLeft()).x() + handle.width() / 2
        assert abs(middle - marker) <= 1


def test_a_device_that_is_plugged_in_can_be_chosen_and_one_that_is_gone_stays_chosen(qtbot, theme):
    made = dialog(qtbot, theme, replace(FILLED, input_device="", output_device="Gone speakers"))
    made.set_devices(["Webcam"], [])
    microphone, speaker = made.findChildren(DevicePicker)
    microphone.choose("Webcam")
    assert made.form.input_device == "Webcam"
    assert made.form.output_device == speaker.chosen == "Gone speakers"


def test_the_level_is_shown_beside_its_sensitivity(qtbot, theme):
    made = dialog(qtbot, theme, FILLED)
    made.set_level(0.7)
    assert (made.sound.meter.level, made.sound.meter.threshold) == (0.7, 0.42)


@pytest.mark.parametrize("field", ["token", "user"])
def test_only_what_the_place_of_the_server_needs_is_shown(qtbot, theme, field):
    here, there = dialog(qtbot, theme, SettingsForm()), dialog(qtbot, theme, FILLED)
    for made, is_here in ((here, True), (there, False)):
        assert made.server.fields[field].isHidden() == is_here
        assert made.server.household.isHidden() != is_here


def test_a_livekit_server_is_one_switch_where_there_is_one(qtbot, theme):
    made = dialog(qtbot, theme, SettingsForm())
    made.server.livekit.click()
    assert made.form.livekit_here
    assert not dialog(qtbot, theme, FILLED).server.livekit.isEnabled()  # Alicia runs elsewhere


def test_without_a_livekit_server_the_switch_rests_and_the_package_is_named(qtbot, theme):
    made = dialog(qtbot, theme, SettingsForm())
    made.server.set_livekit_problem("Install the package alicia-desktop-livekit.")
    assert not made.server.livekit.isEnabled()
    assert any("alicia-desktop-livekit" in label.text() for label in made.server.findChildren(Label))
    chosen = dialog(qtbot, theme, replace(SettingsForm(), livekit_here=True))
    chosen.server.set_livekit_problem("Install the package alicia-desktop-livekit.")
    chosen.server.livekit.click()
    assert not chosen.form.livekit_here


def pressed(made, begins):
    """Press the first button of that accessible name."""
    found = [button for button in made.tools.findChildren(Button) if button.accessibleName().startswith(begins)]
    found[0].click()


def test_folders_are_allowed_and_closed_again(qtbot, theme, tmp_path):
    made = dialog(qtbot, theme, SettingsForm())
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    made.tools.add_folder(str(tmp_path / "link"))
    made.tools.add_folder(str(tmp_path / "real"))
    assert made.form.folders == (str((tmp_path / "real").resolve()),)
    pressed(made, "Remove")
    assert made.form.folders == ()


@pytest.mark.parametrize("path", ["/", "/home", "/etc"])
def test_nobody_allows_a_whole_disk_by_accident(qtbot, theme, path):
    made = dialog(qtbot, theme, SettingsForm())
    made.tools.add_folder(path)
    assert made.form.folders == ()
    assert "too broad" in made.tools.wrong.text()


def test_decisions_are_taken_back_with_save(qtbot, theme):
    grants = [GrantRow(pk=pk, text=f"Tool {pk}", scope="Always allowed") for pk in (3, 5)]
    made = SettingsDialog(SettingsForm(), theme=theme, grants=grants)
    qtbot.addWidget(made)
    pressed(made, "Revoke: Tool 5")
    assert made.form.revoked == (5,)


def test_with_large_text_no_choice_of_a_theme_is_cut(qtbot, theme):
    theme.set_text_size(200)
    made = dialog(qtbot, theme, FILLED)
    made.resize(1240, 700)
    made.show()
    choices = made.general.findChild(Segments).findChildren(QAbstractButton)
    assert len(choices) == 4
    qtbot.waitUntil(lambda: all(one.width() >= one.sizeHint().width() for one in choices))


def test_the_languages_are_offered_by_their_own_names_and_an_unknown_one_is_kept(qtbot, theme):
    made = dialog(qtbot, theme, SettingsForm(window_language="fr"))
    offered = made.general.window_language
    assert [offered.itemText(place) for place in range(offered.count())] == ["Match system", "English", "Deutsch", "fr"]
    assert made.form.window_language == "fr"
    offered.setCurrentIndex(2)
    assert made.form.window_language == "de"
