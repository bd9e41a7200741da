"""The first run's card over a real line: what its tests open, and what makes it go."""

from dataclasses import replace

from alicia_desktop.config import ServerSettings, Settings, load_settings
from alicia_desktop.line import frames
from alicia_desktop.session.voice_state import Interim
from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.ui.widgets.meter import Meter
from tests.app.stage import on_stage


async def first_run(stage, settings=None):
    """Begin in an empty conversation, as somebody who never answered the card."""
    await stage.online()
    stage.client.settings = settings or Settings()
    stage.presenter.settings.show_first_run()
    await stage.until(stage.window.conversation.first_run.isVisible)
    return {button.text(): button for button in stage.visible(Button)}


def says(stage, text):
    return [label for label in stage.visible(Label) if label.text() == text]


@on_stage
async def test_without_devices_the_card_says_so_and_does_not_claim_a_sound(stage) -> None:
    buttons = await first_run(stage)
    buttons["Play a sound"].click()
    await stage.until(lambda: says(stage, "Couldn’t be opened"))
    buttons["Test"].click()
    await stage.until(lambda: len(says(stage, "Couldn’t be opened")) == 2)
    assert buttons["Test"].text() == "Test"


@on_stage
async def test_the_card_goes_for_good_once_something_was_said(stage) -> None:
    buttons = await first_run(stage)
    told: list[object] = []
    stage.client.line.event_received.connect(told.append)
    buttons["Test"].click()
    await stage.until(lambda: [event for event in told if isinstance(event, frames.SoundChanged)])
    await stage.write("Hello.")
    await stage.until(lambda: stage.texts()[:1] == ["Hello."])
    assert load_settings(stage.client.paths.settings, {}).first_run_done
    stage.window.new_conversation()
    await stage.until(lambda: not stage.rows)
    assert not stage.window.conversation.first_run.isVisible()


@on_stage
async def test_a_server_that_was_not_chosen_in_the_end_is_not_marked(stage) -> None:
    await first_run(stage, Settings(server=ServerSettings(place="remote", address="https://alicia.home", user="ada")))
    card = stage.window.conversation.first_run.card
    assert card.places.radios["server"].isChecked()
    card.places.radios["local"].click()
    await stage.until(lambda: stage.visible(SettingsDialog))
    stage.visible(SettingsDialog)[0].reject()
    await stage.until(card.places.radios["server"].isChecked)


@on_stage
async def test_what_one_says_is_shown_also_where_one_has_scrolled_up(stage) -> None:
    await stage.online()
    stage.window.resize(900, 600)
    for number in range(4):
        await stage.ask(f"Question {number}")
    bar = stage.window.conversation.messages.verticalScrollBar()
    await stage.until(lambda: bar.maximum() > 0)
    bar.setValue(0)
    voice = stage.client.sessions.active.voice
    voice.set_state(replace(voice.state, interim=Interim(id="t", text="When is")))
    await stage.until(lambda: bar.value() == bar.maximum() > 0)


@on_stage
async def test_meters_fall_back_when_the_devices_are_closed(stage) -> None:
    await stage.online()
    meters = [one for one in stage.visible(Meter) if one.level == 0]
    stage.client.line.event_received.emit(frames.Levels(input=0.2, output=0.4, voice=0.0))
    await stage.until(lambda: [one.level for one in meters] == [0.2, 0.4])
    stage.client.line.event_received.emit(frames.SoundChanged(open=False))
    await stage.until(lambda: [one.level for one in meters] == [0, 0])
