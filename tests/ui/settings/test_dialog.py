from dataclasses import replace

import pytest
from PySide6.QtWidgets import QDialog

from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.ui.settings.form import SettingsForm

FILLED = SettingsForm(
    theme="dark",
    reduced_motion=True,
    input_device="USB headset",
    output_device="Gone speakers",
    threshold=0.42,
    place="server",
    server_address="https://alicia.home",
    user="emma",
    token="secret",
    livekit_address="wss://live.alicia.home",
    model_address="http://127.0.0.1:8080/v1",
    model_key="key",
    model_name="model",
    local_livekit_address="ws://127.0.0.1:7880",
    local_livekit_key="devkey",
    local_livekit_secret="devsecret",
)


def dialog(qtbot, theme, form):
    made = SettingsDialog(form, theme=theme, inputs=["USB headset"], outputs=["Speakers"], version="1")
    qtbot.addWidget(made)
    made.open()
    return made


def test_what_goes_in_comes_out(qtbot, theme):
    for form in (SettingsForm(), FILLED):
        assert dialog(qtbot, theme, form).form == form


def test_save_gives_the_new_form(qtbot, theme):
    made = dialog(qtbot, theme, SettingsForm())
    made.local.fields["model_name"].line.setText(" qwen ")
    with qtbot.waitSignal(made.saved) as saved:
        made.accept()
    assert saved.args == [replace(SettingsForm(), model_name="qwen")]
    assert made.result() == QDialog.DialogCode.Accepted


def test_a_wrong_field_is_shown_and_nothing_is_kept(qtbot, theme):
    made = dialog(qtbot, theme, replace(FILLED, server_address="htp://alicia.home"))
    with qtbot.assertNotEmitted(made.saved):
        made.accept()
    assert made.isVisible()
    field = made.server.fields["server_address"].line
    assert field.isVisible()
    assert field.property("wrong") is True


@pytest.mark.parametrize("field", ["token", "user"])
def test_server_fields_rest_while_she_lives_here(qtbot, theme, field):
    here, there = dialog(qtbot, theme, SettingsForm()), dialog(qtbot, theme, FILLED)
    assert not here.server.fields[field].isEnabled()
    assert there.server.fields[field].isEnabled()
