"""The whole window with a server that is published: over HTTP and its room, as a person uses it.

See docs/protocol.md#deployed-servers.
"""

from pathlib import Path

import pytest

from alicia_desktop.store import outbox
from alicia_desktop.store.sync import sync_records
from alicia_desktop.ui.theme import Theme
from tests.app.stage import Stage, stage_on
from tests.app.test_message_actions_feedback import pair
from tests.soak.hurried import HurriedClock
from tests.support.deployed_place import DeployedPlace
from tests.support.scripted_model import ScriptedModel


def answers(question: str) -> list[str]:
    return [question, f"You said: {question} That is all."]


async def told(stage: Stage) -> set[str]:
    return {line.what for line in await stage.client.database.read(sync_records.logged_steps, stage.client.account)}


async def settled(stage: Stage) -> None:
    """Wait for a round of sync that ends, with nothing left to deliver."""
    looked = stage.client.sync.state.last_synced
    stage.client.sync.wake()
    await stage.until(lambda: stage.client.sync.state.last_synced != looked)
    assert await stage.client.database.read(outbox.conversations_waiting) == {}


@pytest.mark.slow
async def test_questions_are_answered_once_also_after_a_break_and_in_the_next_run(theme: Theme, folder: Path) -> None:
    async with ScriptedModel() as model, DeployedPlace() as place:
        clock = HurriedClock(4)
        async with stage_on(folder, model, theme, elsewhere=place.address, user="ann", clock=clock) as stage:
            await stage.online()
            await stage.ask("Good morning")
            await stage.ask("And tides?")
            await place.break_links()
            await stage.until(lambda: not stage.connected)
            await stage.online()
            await stage.ask("Still there?")
            shown = [*answers("Good morning"), *answers("And tides?"), *answers("Still there?")]
            assert stage.texts() == shown
            await settled(stage)
            assert stage.texts() == shown
        async with stage_on(folder, model, theme, elsewhere=place.address, user="ann", clock=clock) as stage:
            await stage.online()
            await settled(stage)
            assert stage.texts() == shown
        assert place.room.questions() == ["Good morning", "And tides?", "Still there?"]


@pytest.mark.slow
async def test_what_such_a_server_cannot_take_stays_here_and_says_so(theme: Theme, folder: Path) -> None:
    async with (
        ScriptedModel() as model,
        DeployedPlace() as place,
        stage_on(folder, model, theme, elsewhere=place.address, user="ann", clock=HurriedClock(4)) as stage,
    ):
        await stage.online()
        await stage.ask("Good morning")
        await place.go_away()
        await stage.until(lambda: not stage.connected)
        await stage.write("And tides?")
        await stage.until(lambda: "And tides?" in stage.texts())
        await stage.write("And ebb?")
        (await pair(stage)).up.click()
        library = stage.presenter.library
        await library.rename(stage.window.sidebar.current, "Tides")
        await library.pin(stage.window.sidebar.current, pinned=True)
        await stage.until(lambda: "3 waiting" in stage.window.sidebar.sync_status.whole_text)
        place.away = False
        shown = [*answers("Good morning"), *answers("And tides?"), *answers("And ebb?")]
        await stage.until(lambda: stage.texts() == shown)
        await settled(stage)
        assert place.room.questions() == ["Good morning", "And tides?", "And ebb?"]
        assert stage.rows[1].vote.text == "Helpful · saved on this computer"
        assert stage.window.conversation.header.title == "Tides"
        assert "Kept on this computer" in await told(stage)
        assert sum(call.startswith("PATCH") for call in place.asked) <= 2  # the title and the pin, once each


@pytest.mark.slow
async def test_a_second_device_has_all_of_it_and_what_it_asks_comes_to_the_first(
    theme: Theme, folder: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    async with ScriptedModel() as model, DeployedPlace() as place:
        clock = HurriedClock(4)
        async with stage_on(folder, model, theme, elsewhere=place.address, user="ann", clock=clock) as stage:
            await stage.online()
            await stage.ask("Good morning")
        async with stage_on(other, model, theme, elsewhere=place.address, user="ann", clock=clock) as second:
            await second.until(lambda: "ac_1" in [row.id for row in second.window.sidebar.rows])
            second.window.conversation_requested.emit("ac_1")
            await second.until(lambda: second.texts() == answers("Good morning"))
            await second.online()
            await second.ask("And tides?")
            assert second.texts() == [*answers("Good morning"), *answers("And tides?")]
        async with stage_on(folder, model, theme, elsewhere=place.address, user="ann", clock=clock) as stage:
            await stage.until(lambda: stage.texts() == [*answers("Good morning"), *answers("And tides?")])
            await stage.online()
            await settled(stage)
            assert stage.texts() == [*answers("Good morning"), *answers("And tides?")]


@pytest.mark.slow
async def test_what_is_in_use_on_another_device_says_so_and_goes_on_here_once_it_is_closed_there(
    theme: Theme, folder: Path, tmp_path: Path
) -> None:
    other = tmp_path / "other"
    other.mkdir()
    async with ScriptedModel() as model, DeployedPlace() as place:
        clock = HurriedClock(4)
        async with stage_on(other, model, theme, elsewhere=place.address, user="ann", clock=clock) as second:
            async with stage_on(folder, model, theme, elsewhere=place.address, user="ann", clock=clock) as first:
                await first.online()
                await first.ask("Good morning")
                name = first.window.sidebar.current
                second.client.sync.wake()
                await second.until(lambda: name in [row.id for row in second.window.sidebar.rows])
                second.window.sidebar.conversation_requested.emit(name)
                await second.until(lambda: second.texts() == answers("Good morning"))
                await second.write("And tides?")
                await second.until(lambda: "in use on another device" in second.window.conversation.banner.text)
                assert place.kept[name].room.questions() == ["Good morning"]
            await second.until(lambda: second.texts() == [*answers("Good morning"), *answers("And tides?")])


@pytest.mark.slow
async def test_what_went_wrong_with_a_question_is_said_below_it(theme: Theme, folder: Path) -> None:
    async with (
        ScriptedModel() as model,
        DeployedPlace() as place,
        stage_on(folder, model, theme, elsewhere=place.address, user="ann", clock=HurriedClock(4)) as stage,
    ):
        await stage.online()
        place.room.answers = False
        await stage.write("Good morning")
        await stage.until(lambda: place.room.questions() == ["Good morning"])
        place.room.refuse("The model is not there.")
        await stage.until(lambda: stage.rows[0].errors == ("The model is not there.",))
        place.room.answer()
        await stage.until(lambda: stage.texts() == answers("Good morning"))
