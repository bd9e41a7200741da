"""The connection page shows a code for another computer, says what became of it, and lists and removes the paired."""

from alicia_desktop.api.pairing import pair
from alicia_desktop.config import load_settings
from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label
from tests.app.stage import on_stage


async def opened(stage):
    stage.window.settings_requested.emit()
    await stage.until(lambda: stage.visible(SettingsDialog))
    return stage.visible(SettingsDialog)[0]


def texts(part):
    return [label.text() for label in part.findChildren(Label) if label.isVisibleTo(part)]


@on_stage
async def test_a_computer_is_paired_by_the_code_on_the_page_listed_and_removed(stage) -> None:
    place = await stage.server.place()
    dialog = await opened(stage)
    part = dialog.server.household
    part.set_open(is_open=True)
    part.person.line.setText("anna")
    part.code_button.click()
    await stage.until(lambda: any(len(text) == len("K7Q-M2X") and text[3] == "-" for text in texts(part)))
    code = next(text for text in texts(part) if len(text) == len("K7Q-M2X") and text[3] == "-")
    await pair(place.address, code, device="lap")
    await stage.until(lambda: "lap is paired, for anna." in texts(part))
    await stage.until(lambda: "lap" in texts(part))
    assert code not in texts(part)
    remove = next(one for one in part.findChildren(Button) if one.accessibleName() == "Remove: lap")
    remove.click()
    await stage.until(lambda: "lap" not in texts(part))
    dialog.reject()


@on_stage
async def test_a_name_that_is_none_is_told_at_its_field(stage) -> None:
    await stage.server.place()
    dialog = await opened(stage)
    part = dialog.server.household
    part.set_open(is_open=True)
    part.person.line.setText("a" * 300)
    part.code_button.click()
    await stage.until(lambda: part.person.line.property("wrong"))
    dialog.reject()


@on_stage
async def test_the_switch_is_kept_with_save(stage) -> None:
    dialog = await opened(stage)
    dialog.server.household.switch.click()
    dialog.accept()
    await stage.until(lambda: load_settings(stage.client.paths.settings, {}).local.open_to_network)
