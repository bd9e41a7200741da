"""What is kept of the window's look: text size and keys, changed in the window and in the settings."""

from PySide6.QtCore import Qt

from alicia_desktop.config import ChangedKey, load_settings
from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.ui.shortcuts_dialog import ShortcutsDialog
from alicia_desktop.ui.widgets.fields import Picker
from tests.app.stage import on_stage
from tests.ui.reach import button


def kept(stage):
    return load_settings(stage.client.paths.settings, {}).look


@on_stage
async def test_another_text_size_is_kept_by_key_and_by_the_settings(stage) -> None:
    theme = stage.presenter.settings.theme
    stage.window.text_size_requested.emit(1)
    assert (theme.text_size, kept(stage).text_size) == (110, 110)
    stage.window.settings_requested.emit()
    await stage.until(lambda: stage.visible(SettingsDialog))
    (dialog,) = stage.visible(SettingsDialog)
    sizes = next(one for one in dialog.general.findChildren(Picker) if one.accessibleName() == "Text size")
    assert sizes.currentText() == "110 %"
    before = dialog.general.preview.grab().toImage()
    sizes.setCurrentIndex(sizes.findText("150 %", Qt.MatchFlag.MatchExactly))
    assert dialog.general.preview.grab().toImage() != before
    dialog.accept()
    await stage.until(lambda: theme.text_size == 150)
    assert kept(stage).text_size == 150
    stage.window.text_size_requested.emit(0)
    assert (theme.text_size, kept(stage).text_size) == (100, 100)


@on_stage
async def test_the_preview_shows_another_theme_before_it_is_in_force(stage) -> None:
    stage.window.settings_requested.emit()
    await stage.until(lambda: stage.visible(SettingsDialog))
    (dialog,) = stage.visible(SettingsDialog)
    before = dialog.general.preview.grab().toImage()
    button(dialog.general.theme_choice, "Dark").click()
    assert dialog.general.preview.grab().toImage() != before
    button(dialog.general, "Keyboard shortcuts…").click()
    await stage.until(lambda: stage.visible(ShortcutsDialog))
    stage.visible(ShortcutsDialog)[0].reject()
    dialog.reject()
    await stage.until(lambda: not stage.presenter.settings.is_open)


@on_stage
async def test_changed_keys_are_kept_until_they_are_as_at_first(stage) -> None:
    stage.window.keys_changed.emit("Ctrl+Shift+P", "Ctrl+Alt+P")
    assert kept(stage).keys == [ChangedKey(command="Ctrl+Shift+P", keys="Ctrl+Alt+P")]
    stage.presenter.settings.use_look()
    assert stage.window.conversation.header.keys["Ctrl+Shift+P"] == "Ctrl+Alt+P"
    stage.window.keys_changed.emit("Ctrl+Shift+P", "Ctrl+Shift+P")
    assert kept(stage).keys == []
