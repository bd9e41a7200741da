"""Spelling in the whole window, with Enchant and a dictionary of a few words."""

import sys
from datetime import UTC, datetime

import msgspec
import pytest
from PySide6.QtWidgets import QLabel

from alicia_desktop.config import load_settings
from alicia_desktop.store.memories import memories
from alicia_desktop.ui.settings.dialog import SettingsDialog
from tests.app.stage import on_stage
from tests.support.spelling import own_dictionary

WORDS = ["when", "is", "the", "recital", "of", "your", "sister"]


@pytest.fixture(autouse=True)
def names(tmp_path, monkeypatch):
    own_dictionary(tmp_path, monkeypatch, "la_VA", WORDS)


def field(stage):
    return stage.window.conversation.dock.composer.field


def marked(stage):
    return [mark.cursor.selectedText() for mark in field(stage).extraSelections()]


def use(stage, **changes):
    client = stage.client
    writing = msgspec.structs.replace(client.settings.writing, **changes)
    client.settings = msgspec.structs.replace(client.settings, writing=writing)
    stage.presenter.settings.spelling.use_settings()


async def write(stage, text):
    await stage.focus(field(stage))
    stage.window.set_draft(text)


async def opened(stage):
    stage.window.settings_requested.emit()
    await stage.until(lambda: stage.visible(SettingsDialog))
    (dialog,) = stage.visible(SettingsDialog)
    return dialog


@on_stage
async def test_wrong_words_are_marked_and_those_of_memories_are_not(stage) -> None:
    use(stage, language="la_VA")
    await write(stage, "when is the reciptal of Maiken ")
    await stage.until(lambda: marked(stage) == ["reciptal", "Maiken"])
    row = memories.new_memory(
        memory_id="m1", content="Your sister is Maiken.", at=datetime(2026, 11, 18, tzinfo=UTC), user_id="user"
    )
    await stage.client.database.write(memories.insert_memories, [row])
    await stage.until(lambda: marked(stage) == ["reciptal"])


@on_stage
async def test_an_added_word_is_kept_and_can_be_taken_back_in_the_settings(stage) -> None:
    use(stage, language="la_VA")
    await write(stage, "the reciptal ")
    await stage.until(lambda: marked(stage) == ["reciptal"])
    stage.presenter.settings.spelling.verdicts.add("reciptal")
    await stage.until(lambda: marked(stage) == [])
    assert load_settings(stage.client.paths.settings, {}).writing.words == ["reciptal"]
    dialog = await opened(stage)
    await stage.until(lambda: dialog.general.language.findData("la_VA") > 0)
    assert dialog.general.own_words.text == "reciptal"
    dialog.general.own_words.set_text("")
    dialog.general.spelling.setChecked(False)
    assert not dialog.general.language.isEnabled()
    dialog.accept()
    await stage.until(lambda: not stage.client.settings.writing.spelling)
    kept = load_settings(stage.client.paths.settings, {}).writing
    assert (kept.words, kept.spelling) == ([], False)
    assert stage.client.settings.writing.language == "la_VA"
    await write(stage, "the recipe ")
    assert marked(stage) == []


@on_stage
async def test_without_enchant_the_settings_say_what_to_install_and_writing_goes_on(stage) -> None:
    before = sys.modules.get("enchant")
    sys.modules["enchant"] = None  # type: ignore[assignment]  # as if it were not installed
    try:
        await write(stage, "the reciptal ")
        dialog = await opened(stage)
        await stage.until(lambda: any("libenchant-2-2" in one.text() for one in dialog.general.findChildren(QLabel)))
        dialog.reject()
        await stage.until(lambda: not stage.presenter.settings.is_open)
        assert marked(stage) == []
        stage.window.set_draft("")
        assert (await stage.ask("the reciptal")).text
    finally:
        del sys.modules["enchant"]
        if before is not None:
            sys.modules["enchant"] = before
