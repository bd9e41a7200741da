"""An old answer read aloud in the window: marked as it sounds, ended by Stop, and the devices are as they were."""

from pathlib import Path

from alicia_desktop.line import frames
from alicia_desktop.protocol.messages import AudioChunk, ControlStop
from alicia_desktop.store import journal
from alicia_desktop.store.journal import JournalFilter
from alicia_desktop.ui.widgets.labels import Label
from tests.app.stage import WavSound, stage_on
from tests.support.scripted_model import ScriptedModel

READ = "Read the answer aloud"


def made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


async def test_an_answer_is_read_aloud_marked_as_it_sounds_and_the_loudspeaker_closes_again(theme, folder) -> None:
    opened, spoken = [], []
    async with (
        ScriptedModel("Of course. I will.") as model,
        stage_on(folder, model, theme, sound=WavSound(made(folder))) as stage,
    ):
        await stage.online()
        stage.client.line.happened.connect(
            lambda event: opened.append(event) if isinstance(event, frames.SoundChanged) else None
        )
        stage.client.line.happened.connect(
            lambda event: (
                spoken.append((event.sequence, event.state)) if isinstance(event, frames.SentenceSpoken) else None
            )
        )
        answer = await stage.ask("Please help me to move house.")
        await stage.click(READ)
        messages = stage.window.conversation.messages
        await stage.until(lambda: messages._spoken is not None and messages._spoken.message_id == answer.id)
        await stage.until(lambda: opened and not opened[-1].open)
        assert [one for one in spoken if one[1] == "finished"] == [(1, "finished"), (2, "finished")]
        assert (opened[0].open, opened[0].input) == (True, None)
        assert messages._spoken is None
        which = JournalFilter(names=(AudioChunk.__name__, ControlStop.__name__))
        assert await stage.client.database.read(journal.page, which) == []


async def test_stop_ends_the_reading_and_nothing_else(theme, folder) -> None:
    async with (
        ScriptedModel("Of course. " + "I will say it at length. " * 20) as model,
        stage_on(folder, model, theme, sound=WavSound(made(folder))) as stage,
    ):
        await stage.online()
        await stage.ask("Please help me to move house.")
        await stage.click(READ)
        messages = stage.window.conversation.messages
        await stage.until(lambda: messages._spoken is not None)
        (await stage.button("Stop")).click()
        await stage.until(lambda: messages._spoken is None)
        front = stage.client.sessions.front
        assert front is not None
        await stage.until(lambda: not front.voice.state.open)
        which = JournalFilter(names=(ControlStop.__name__,))
        assert await stage.client.database.read(journal.page, which) == []
        assert stage.rows[-1].stopped_after is None


async def test_without_a_loudspeaker_it_says_so(theme, folder) -> None:
    async with ScriptedModel("Of course. I will.") as model, stage_on(folder, model, theme) as stage:
        await stage.online()
        await stage.ask("Please help me to move house.")
        await stage.click(READ)
        await stage.until(lambda: [one for one in stage.visible(Label) if "loudspeaker" in one.text()])
