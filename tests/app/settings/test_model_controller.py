"""A model is found, tested and used in the real window, and a conversation goes on with it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

import keyring
import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.config import Settings, load_settings
from alicia_desktop.server.endpoints.endpoint_address import known
from alicia_desktop.server.engines.model_server import bundled_model
from alicia_desktop.ui.dialogs import QuestionDialog
from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.view.models import ModelQuery
from tests.app.stage import on_stage
from tests.support.keyrings import Ring
from tests.support.llama_server import llama_server
from tests.support.model_endpoint import COUNTING, OLLAMA_CALLS, TOOL_CALL, ModelEndpoint

LARGE = (TOOL_CALL, COUNTING, "I am large.")


@contextmanager
def running_here(address, name="ollama") -> Iterator[None]:
    """Have discovery find an endpoint as the Ollama, or another one, of this computer."""
    kind = known(name)
    assert kind is not None
    here = replace(kind, base_url=f"{address}/v1")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("alicia_desktop.server.endpoints.endpoint_address.LOCAL", (here,))
        yield


async def opened(stage):
    """Return the open settings at their Model page."""
    stage.window.settings_requested.emit()
    await stage.until(lambda: stage.visible(SettingsDialog))
    dialog = stage.visible(SettingsDialog)[0]
    dialog.page_names.setCurrentRow(dialog.pages.index(dialog.model))
    assert dialog.model.isVisible()
    return dialog


async def pointed_at(stage, address, key=""):
    """Return the open settings after an address was typed, and its models came."""
    dialog = await opened(stage)
    page = dialog.model
    page.choose("other")
    page.fields["model_key"].line.setText(key)
    page.fields["model_address"].line.setText(address)
    page.fields["model_address"].line.editingFinished.emit()
    await stage.until(lambda: page.status.text() != "Looking for models…")
    return dialog


async def closed(stage, dialog, *, save=True):
    dialog.accept() if save else dialog.reject()
    await stage.until(lambda: not stage.presenter.settings.is_open)


def kept(stage):
    local = load_settings(stage.client.paths.settings, {}).local
    return local.model_url, local.model_name


def press(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


@on_stage
async def test_a_model_is_tested_and_used_and_the_conversation_goes_on(stage) -> None:
    await stage.ask("Hello")
    async with ModelEndpoint(calls=OLLAMA_CALLS, scripts=LARGE).up() as endpoint:
        dialog = await pointed_at(stage, endpoint.url)
        page = dialog.model
        assert page.query.address == f"{endpoint.url}/v1"
        press(page.test)
        await stage.until(page.figures.isVisible)
        assert page.figures.texts[2:] == ("Yes", "No", "4,096 tokens")
        press(page.use)
        await stage.until(lambda: page.use.text() == "In use")
        assert kept(stage) == (f"{endpoint.url}/v1", "qwen3:4b")
        await closed(stage, dialog)
        answer = await stage.ask("Who are you?")
        assert "I am large." in answer.text
        asked = next(one["messages"] for one in endpoint.questions if "Who are you?" in str(one))
        assert "Hello" in str(asked)


@on_stage
async def test_save_keeps_what_stands_in_the_fields_and_the_key_is_in_the_keyring_alone(stage) -> None:
    keyring.set_keyring(ring := Ring())
    async with ModelEndpoint(key="sk-7", scripts=("I am large.",)).up() as endpoint:
        dialog = await pointed_at(stage, f"{endpoint.url}/v1", "sk-7")
        await closed(stage, dialog)
        await stage.until(lambda: stage.server.models.name == "qwen3:4b")
        assert kept(stage) == (f"{endpoint.url}/v1", "qwen3:4b")
        answer = await stage.ask("Who are you?")
        assert "I am large." in answer.text
        assert list(ring.kept.values()) == ["sk-7"]
        assert "sk-7" not in stage.client.paths.settings.read_text()
        dialog = await opened(stage)
        dialog.model.choose("built-in")
        press(dialog.model.use)
        await stage.until(lambda: dialog.model.use.text() == "In use")
        await closed(stage, dialog, save=False)
        assert kept(stage) == ("", "")
        assert "sk-7" not in ring.kept.values()
    assert "Of course." in (await stage.ask("Who are you?")).text


@on_stage
async def test_what_goes_wrong_is_told_on_the_page_in_the_endpoints_words(stage) -> None:
    async with ModelEndpoint(key="right").up() as endpoint:
        dialog = await pointed_at(stage, endpoint.url, "wrong")
        host = endpoint.url.removeprefix("http://")
        expected = f"{host} does not accept the key. Check it. It says: Incorrect API key provided."
        assert dialog.model.status.text() == expected
        assert kept(stage) == ("", "")
        await closed(stage, dialog, save=False)


@on_stage
async def test_what_is_no_key_is_stored_nowhere(stage) -> None:
    keyring.set_keyring(ring := Ring())
    query = ModelQuery(place="other", address="http://127.0.0.1:9/v1", name="m", key="a b")
    with pytest.raises(WorldError, match="This is no key"):
        await stage.presenter.settings.models.use(query)
    assert not [value for value in ring.kept.values() if value == "a b"]
    assert kept(stage) == ("", "")


@on_stage
async def test_the_card_of_the_first_run_offers_a_server_that_runs_here(stage) -> None:
    async with ModelEndpoint(scripts=("I am large.",)).up() as endpoint:
        with running_here(endpoint.url):
            await stage.online()
            stage.client.settings = Settings()
            stage.presenter.settings.show_first_run()
            await stage.presenter.settings.offer_model()
            card = stage.window.conversation.first_run.card
            assert card.offer.text.text() == "Ollama runs here with qwen3:4b. Use it?"
            assert card.offer.isVisible()
            press(card.offer.use)
            await stage.until(lambda: not card.offer.use.isVisible())
        assert card.offer.text.text() == "Alicia answers with qwen3:4b (Ollama)"
        assert kept(stage) == (f"{endpoint.url}/v1", "qwen3:4b")
        assert "I am large." in (await stage.ask("Who are you?")).text


@on_stage
async def test_the_card_of_the_first_run_knows_what_was_chosen_in_the_settings(stage) -> None:
    async with ModelEndpoint().up() as endpoint, ModelEndpoint().up() as other:
        with running_here(endpoint.url):
            await stage.online()
            stage.client.settings = Settings()
            settings, card = stage.presenter.settings, stage.window.conversation.first_run
            settings.show_first_run()
            await settings.offer_model()
            await settings.models.use(ModelQuery(place="ollama", address=f"{endpoint.url}/v1", name="qwen3:4b"))
            assert card.card.offer.text.text() == "Alicia answers with qwen3:4b (Ollama)"
            assert not card.card.offer.use.isVisible()
            await settings.models.use(ModelQuery(place="other", address=f"{other.url}/v1", name="other"))
            assert not card.card.offer.isVisible()


@pytest.mark.e2e
@on_stage
async def test_a_real_llama_cpp_server_is_found_tested_and_used_in_three_presses(stage) -> None:
    with llama_server(name="SmolLM2") as address, running_here(address, "llamacpp"):
        dialog = await opened(stage)
        page = dialog.model
        await stage.until(lambda: page.places.notes["llamacpp"].text() == "runs here, 1 model")
        press(page.places.radios["llamacpp"])
        await stage.until(page.test.isEnabled)
        press(page.test)
        await stage.until(page.figures.isVisible)
        press(page.use)
        await stage.until(lambda: page.use.text() == "In use")
        await closed(stage, dialog, save=False)
        assert kept(stage) == (f"{address}/v1", "SmolLM2")
        for _ in range(2):
            assert (await stage.ask("Name a colour.")).text


@on_stage
async def test_nothing_is_offered_to_who_has_a_model_or_where_none_runs(stage) -> None:
    stage.client.settings = Settings()
    assert await stage.presenter.settings.models.find_offer() is None
    async with ModelEndpoint().up() as endpoint:
        with running_here(endpoint.url):
            local = replace_model(Settings(), endpoint.url)
            stage.client.settings = local
            assert await stage.presenter.settings.models.find_offer() is None
    assert endpoint.asked == []


def replace_model(settings, url):
    """Return settings with another model."""
    return msgspec.structs.replace(settings, local=msgspec.structs.replace(settings.local, model_url=url))


@pytest.mark.e2e
@on_stage
async def test_a_gguf_file_is_looked_at_tested_and_used(stage) -> None:
    path = bundled_model()
    dialog = await opened(stage)
    page = dialog.model
    page.choose("file")
    page.file.take(str(path))
    await stage.until(page.facts.isVisible)
    assert page.facts.texts[0] == "llama, 135 million parameters"
    press(page.test)
    await stage.until(page.figures.isVisible)
    press(page.use)
    await stage.until(lambda: page.use.text() == "In use")
    await closed(stage, dialog, save=False)
    assert load_settings(stage.client.paths.settings, {}).local.model_file == str(path)
    assert stage.server.models.name == path.stem
    assert (await stage.ask("Name a colour.")).text


@on_stage
async def test_a_file_that_is_no_model_is_told_and_changes_nothing(stage) -> None:
    path = stage.client.paths.folder / "short.gguf"
    path.write_bytes(bundled_model().read_bytes()[:5000])
    dialog = await opened(stage)
    page = dialog.model
    page.choose("file")
    page.file.take(str(path))
    expected = "short.gguf is cut short: even its header is not whole. Download it again."
    await stage.until(lambda: page.status.text() == expected)
    assert not page.use.isEnabled()
    await closed(stage, dialog, save=False)
    assert load_settings(stage.client.paths.settings, {}).local.model_file == ""


@on_stage
async def test_a_model_elsewhere_reads_memories_only_if_that_is_agreed_to_when_it_is_connected(stage) -> None:
    query = ModelQuery(place="other", address="https://models.home/v1", name="large")
    models = stage.presenter.settings.models
    for button, agreed in (("Don’t", ""), ("Let it read", query.address)):
        async with Scope("test") as scope:
            used = scope.spawn("use", models.use(query))
            press(await stage.button(button))
            await stage.until(used.done)
        assert load_settings(stage.client.paths.settings, {}).local.model_memories == agreed
        await models.use(replace(query, name="larger"))  # the same address: nobody is asked again
        assert load_settings(stage.client.paths.settings, {}).local.model_memories == agreed
        await models.use(ModelQuery(place="built-in"))
        assert load_settings(stage.client.paths.settings, {}).local.model_memories == ""


@on_stage
async def test_a_question_about_a_key_stands_over_the_open_settings(stage) -> None:
    dialog = await opened(stage)
    async with Scope("test") as scope:
        asked = scope.spawn("ask", stage.presenter.settings.ask_unencrypted("models.home"))
        await stage.until(lambda: stage.visible(QuestionDialog))
        assert stage.visible(QuestionDialog)[0].parent() is dialog
        press(await stage.button("Don’t send"))
        await stage.until(asked.done)
    await closed(stage, dialog, save=False)


@on_stage
async def test_a_variable_that_goes_before_the_choice_is_told(stage) -> None:
    for value in ("", "http://127.0.0.1:9/v1"):
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("ALICIA_MODEL_URL", value)
            dialog = await opened(stage)
            told = "ALICIA_MODEL_URL is set and goes before this choice at every start. Unset it."
            assert (dialog.model.variable.isVisible(), dialog.model.variable.text() == told) == (bool(value),) * 2
            await closed(stage, dialog, save=False)
