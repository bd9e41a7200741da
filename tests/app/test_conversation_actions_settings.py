"""A conversation gets its own model and persona in the real window, and is answered by them."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from alicia_desktop.api.records import ServerModel
from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.conversation_settings import ChosenModel, settings_in
from alicia_desktop.store.conversations import conversations
from alicia_desktop.ui.conversation.own_settings_dialog import OwnSettingsDialog
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.conversation_settings import ModelOption
from tests.app.stage import on_stage
from tests.support.patience import PATIENCE
from tests.support.scripted_model import ScriptedModel

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


async def opened(stage):
    stage.press(Qt.Key.Key_O, CTRL | SHIFT)
    await stage.until(lambda: stage.visible(OwnSettingsDialog))
    return stage.visible(OwnSettingsDialog)[0]


async def saved(stage, dialog):
    dialog.save.click()
    await stage.until(lambda: not stage.visible(OwnSettingsDialog))


async def there(stage):
    """Return the settings of the open conversation as its server has them."""
    api = await stage.client.rooms.api()
    return settings_in((await api.conversation(stage.window.sidebar.current)).preferences)


async def persona_is(stage, text):
    """Wait until the server has this persona of the open conversation."""
    async with asyncio.timeout(PATIENCE):
        while (await there(stage)).persona != text:
            await stage.client.clock.sleep(0.05)


def system(request):
    return request["messages"][0]["content"]


@on_stage
async def test_two_conversations_have_two_models_and_two_personas(stage) -> None:
    header = stage.window.conversation.header
    await stage.online()
    async with ScriptedModel("Arr.") as other:
        dialog = await opened(stage)
        dialog.add_models([ModelOption(title="big", model=ChosenModel(url=other.url, name="big"))])
        dialog.model.setCurrentIndex(dialog.model.findText("big"))
        QTest.keyClicks(dialog.persona, "You are a pirate.")
        dialog.own_temperature.click()
        await saved(stage, dialog)
        await stage.until(lambda: header.own_settings.accessibleName().endswith(": big · persona · 0.7"))
        answer = await stage.ask("Hello there.")
        assert answer.text == "Arr."
        stage.press(Qt.Key.Key_N, CTRL)
        await stage.until(lambda: stage.rows == [] or not stage.texts())
        await stage.online()
        await stage.until(lambda: ":" not in header.own_settings.accessibleName())
        dialog = await opened(stage)
        assert (dialog.model.itemText(0), dialog.settings.persona) == ("As in Settings – scripted", "")
        QTest.keyClicks(dialog.persona, "You are a poet.")
        await saved(stage, dialog)
        await stage.until(lambda: header.own_settings.accessibleName().endswith(": persona"))
        await persona_is(stage, "You are a poet.")
        await stage.ask("Hello there, too.")
        assert [("pirate" in system(one), one["temperature"]) for one in other.requests] == [(True, 0.7)]
    [asked] = stage.model.requests
    assert ("poet" in system(asked), "pirate" in str(asked)) == (True, False)


@on_stage
async def test_what_is_changed_while_the_server_is_away_is_shown_and_reaches_it_when_it_is_back(stage) -> None:
    await stage.online()
    await stage.ask("Good morning")
    stage.server.away = True
    dialog = await opened(stage)
    QTest.keyClicks(dialog.persona, "You are a pirate.")
    await saved(stage, dialog)
    header = stage.window.conversation.header
    await stage.until(lambda: header.own_settings.accessibleName().endswith(": persona"))
    record = await stage.client.database.read(conversations.get, stage.window.sidebar.current)
    assert settings_in(record.preferences).persona == "You are a pirate."
    stage.server.away = False
    assert (await there(stage)).persona == ""
    stage.client.sync.wake()
    await persona_is(stage, "You are a pirate.")


async def opened_elsewhere(stage, patch, models):
    """Open the dialog of a conversation whose server is another computer's, which lists its models so."""

    class Elsewhere:
        async def models(self):
            return await models()

    async def api():
        return Elsewhere()

    await stage.online()
    patch.setattr(type(stage.client.server), "name", "https://home.example")
    patch.setattr(stage.client.rooms, "api", api)
    return await opened(stage)


@on_stage
async def test_of_a_server_elsewhere_its_models_are_offered(stage) -> None:
    async def listed():
        return ServerModel(url="http://127.0.0.1:1/v1", name="big"), ServerModel(url="", name="odd\n")

    with pytest.MonkeyPatch.context() as patch:
        dialog = await opened_elsewhere(stage, patch, listed)
        await stage.until(lambda: dialog.model.findText("big – https://home.example") >= 0)
        assert dialog.model.count() == 3, "what is no model is not offered"
        dialog.reject()
        await asyncio.sleep(0.05)  # whoever waits for the dialog hears of it with the next round of the loop


@on_stage
async def test_a_server_elsewhere_that_lists_no_models_is_told(stage) -> None:
    async def unknown():
        raise WorldError(sentence="No such call.", code="not_supported")

    with pytest.MonkeyPatch.context() as patch:
        dialog = await opened_elsewhere(stage, patch, unknown)
        said = "This server does not list its models"
        await stage.until(lambda: [one for one in dialog.findChildren(Label) if one.text().startswith(said)])
        dialog.reject()
        await asyncio.sleep(0.05)  # whoever waits for the dialog hears of it with the next round of the loop


@on_stage
async def test_what_another_device_has_set_is_shown_here_too(stage) -> None:
    await stage.online()
    await stage.ask("Good morning")
    api = await stage.client.rooms.api()
    settings = {"persona": "You are a pirate.", "temperature": 1.5}
    await api.change_conversation(stage.window.sidebar.current, preferences={"settings": settings})
    stage.client.sync.wake()
    header = stage.window.conversation.header
    await stage.until(lambda: header.own_settings.accessibleName().endswith(": persona · 1.5"))
