import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSlider, QWidget

from alicia_desktop.ui.settings.form import SettingsForm
from alicia_desktop.ui.settings.voice_page import VoiceOption, VoicePage
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.fields import Picker
from alicia_desktop.ui.widgets.labels import Label

HEART, EMMA = VoiceOption(name="heart", language="en-US"), VoiceOption(name="emma", language="en-GB")


@pytest.fixture
def page(qtbot, theme):
    made = VoicePage(SettingsForm(voice="emma", speed=1.5, volume=0.8), theme=theme)
    qtbot.addWidget(made)
    made.show()
    return made


def texts(page):
    return [label.text() for label in page.findChildren(Label)]


def test_a_voice_that_is_not_known_yet_stays_chosen(page):
    assert page.fill(SettingsForm()).voice == "emma"


def test_the_chosen_voice_is_selected_once_the_voices_are_known(page):
    page.set_voices([HEART, EMMA])
    (picker,) = page.findChildren(Picker)
    assert [picker.itemText(0), picker.currentText()] == ["Heart · American English", "Emma · British English"]
    picker.setCurrentIndex(0)
    assert page.fill(SettingsForm()).voice == ""


def test_it_is_said_plainly_where_there_is_one_voice_or_none(page):
    page.set_voices([HEART])
    assert any("only voice" in text and "none for another language" in text for text in texts(page))
    page.set_voices([])
    assert any("answers appear in writing" in text for text in texts(page))


def test_a_preview_is_of_what_is_on_screen(page, qtbot):
    page.set_voices([HEART, EMMA])
    speed, volume = page.findChildren(QSlider)
    speed.setValue(75)
    volume.setValue(40)
    with qtbot.waitSignal(page.preview_requested) as asked:
        next(button for button in page.findChildren(Button) if button.text() == "Preview").click()
    assert asked.args[1:] == ["emma", 0.75, 0.4]
    assert "75 %" in texts(page)


ANNA, KARL = VoiceOption(name="anna", language="de-DE"), VoiceOption(name="karl", language="de-AT")


def test_there_is_one_voice_a_language_each_with_its_preview(page, qtbot):
    page.set_voices([HEART, EMMA, ANNA, KARL])
    first, second = page.findChildren(Picker)
    assert [second.itemText(0), second.itemText(1)] == ["Anna · Deutsch", "Karl · Österreichisches Deutsch"]
    second.setCurrentIndex(1)
    assert page.fill(SettingsForm()).voice == "emma karl"
    first.setCurrentIndex(0)
    assert page.fill(SettingsForm()).voice == "karl"
    with qtbot.waitSignal(page.preview_requested) as asked:
        next(button for button in page.findChildren(Button) if button.accessibleName() == "Preview: Deutsch").click()
    assert asked.args[:2] == ["Deutsch", "karl"]


def test_tab_and_screen_readers_go_from_one_voice_to_the_next(page, qtbot):
    thorsten = VoiceOption(name="thorsten", language="de-DE")
    for voices in ([HEART], [HEART, thorsten]):
        page.set_voices(voices)
    pickers = page.findChildren(Picker)
    assert [picker.currentText() for picker in pickers] == ["Heart · American English", "Thorsten · Deutsch"]
    passed: list[str] = []
    one = pickers[0]
    while len(passed) < 4:
        one = one.nextInFocusChain()
        if one.focusPolicy() & Qt.FocusPolicy.TabFocus and one.isVisible():
            passed.append(one.accessibleName() or one.text())
    assert passed == ["Voice for Deutsch", "Preview: Deutsch", "Speed", "Volume"]
    parts = pickers[0].parentWidget().findChildren(QWidget)
    speed = next(one for one in page.findChildren(QSlider) if one.accessibleName() == "Speed")
    assert parts.index(pickers[0]) < parts.index(pickers[1]) < parts.index(speed)


def test_chosen_voices_of_several_languages_are_selected(qtbot, theme):
    page = VoicePage(SettingsForm(voice="emma karl"), theme=theme)
    qtbot.addWidget(page)
    page.set_voices([HEART, EMMA, ANNA, KARL])
    assert [picker.currentData() for picker in page.findChildren(Picker)] == ["emma", "karl"]
    page.set_voices([HEART, ANNA, KARL])
    assert page.fill(SettingsForm()).voice == "karl"


def test_no_value_or_voice_is_cut_with_large_text(qtbot, theme):
    theme.set_text_size(200)
    page = VoicePage(SettingsForm(), theme=theme)
    qtbot.addWidget(page)
    page.set_voices([HEART, EMMA])
    page.show()
    values = [label for label in page.findChildren(Label) if label.text().endswith(" %")]
    assert len(values) == 2
    assert all(value.width() >= value.sizeHint().width() for value in values)
    (picker,) = page.findChildren(Picker)
    assert picker.width() >= picker.fontMetrics().horizontalAdvance(picker.itemText(0)) + theme.icon_size()
