"""The settings pair with a server by a code; what that gives is stored with Save, and an address by hand forgets it."""

import pytest

from alicia_desktop.api.pairing import PairedServer
from alicia_desktop.app.settings import page_controllers
from alicia_desktop.base.errors import WorldError
from alicia_desktop.config import load_settings
from alicia_desktop.ui.settings.dialog import SettingsDialog
from tests.app.stage import on_stage

CERTIFICATE = "9f" * 32
PAIRED = PairedServer(address="https://alicia.home:8200", user_name="anna", token="t", certificate=CERTIFICATE)


async def opened(stage):
    stage.window.settings_requested.emit()
    await stage.until(lambda: stage.visible(SettingsDialog))
    dialog = stage.visible(SettingsDialog)[0]
    dialog.server.place.choose("server")
    dialog.server.place.chosen.emit("server")
    return dialog


def answering(monkeypatch, answer):
    """Have pairing give `answer`, or raise it; returns what it is asked."""
    asked = []

    async def pair(address, code, *, device):
        asked.append((address, code, bool(device)))
        if isinstance(answer, WorldError):
            raise answer
        return answer

    monkeypatch.setattr(page_controllers, "pair_with", pair)
    return asked


def type_and_pair(page, address, code):
    page.fields["server_address"].line.setText(address)
    page.code.line.setText(code)
    page.pair_button.click()


@on_stage
async def test_what_pairing_gives_is_filled_in_and_belongs_to_that_address(stage) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        asked = answering(monkeypatch, PAIRED)
        dialog = await opened(stage)
        page = dialog.server
        type_and_pair(page, "alicia.home:8200", "k7qm2x")
        await stage.until(lambda: page.fields["user"].value == "anna")
    assert asked == [("alicia.home:8200", "k7qm2x", True)]
    form = dialog.form
    assert (form.server_address, form.user, form.token, form.certificate) == (PAIRED.address, "anna", "t", CERTIFICATE)
    page.fields["server_address"].line.setText("https://elsewhere")
    assert dialog.form.certificate == ""
    dialog.reject()
    await stage.until(lambda: not stage.presenter.settings.is_open)
    assert load_settings(stage.client.paths.settings, {}).server.certificate == ""


@on_stage
async def test_why_pairing_failed_stands_at_the_code_which_can_be_tried_again(stage) -> None:
    with pytest.MonkeyPatch.context() as monkeypatch:
        answering(monkeypatch, WorldError(sentence="The code is not right."))
        dialog = await opened(stage)
        page = dialog.server
        type_and_pair(page, "alicia.home:8200", "K7Q-M2X")
        await stage.until(lambda: page.code.line.accessibleDescription() == "The code is not right.")
    assert page.pair_button.isEnabled()
    assert page.code.value == "K7Q-M2X"
    dialog.reject()
    await stage.until(lambda: not stage.presenter.settings.is_open)
