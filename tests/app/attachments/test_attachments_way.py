"""The whole way of a file: dropped into the window, to the model byte for byte, over a restart, and offline."""

import base64
from pathlib import Path

import pytest

from alicia_desktop.store.conversations import attachments
from alicia_desktop.ui.conversation.attachments import FileTile
from alicia_desktop.ui.theme import Theme
from tests.app.attachments.test_attachments_controller import bar, drop, folder_of, picture
from tests.app.stage import Stage, on_stage, stage_on
from tests.support.scripted_model import ScriptedModel

PREFIX = "data:image/png;base64,"


def images(request) -> list[bytes]:
    """Return the images of what a model was asked."""
    parts = request["messages"][-1]["content"]
    urls = (
        [part["image_url"]["url"] for part in parts if part["type"] == "image_url"] if isinstance(parts, list) else []
    )
    return [base64.b64decode(url.removeprefix(PREFIX)) for url in urls]


async def stored(stage: Stage, message_id: str) -> bytes:
    (file,) = await stage.client.database.read(attachments.of_message, message_id, data=True)
    assert file.data is not None
    return file.data


@pytest.mark.slow
async def test_an_image_reaches_the_model_byte_for_byte_and_is_there_after_a_restart(
    theme: Theme, folder: Path
) -> None:
    async with ScriptedModel("A red field.") as model:
        async with stage_on(folder, model, theme) as stage:
            await stage.online()
            drop(stage, picture(folder))
            await stage.until(lambda: bar(stage).files)
            await stage.ask("What is this?")
            sent = await stored(stage, stage.rows[0].id)
            assert sent.startswith(b"\x89PNG")
            assert images(model.requests[0]) == [sent]
        async with stage_on(folder, model, theme) as stage:
            await stage.until(lambda: len(stage.rows) == 2)
            await stage.until(lambda: stage.visible(FileTile) and stage.visible(FileTile)[0].has_picture)
            assert await stored(stage, stage.rows[0].id) == sent


@pytest.mark.slow
async def test_what_is_attached_offline_waits_and_is_sent_later(theme: Theme, folder: Path) -> None:
    async with ScriptedModel("A red field.") as model, stage_on(folder, model, theme, away=True) as stage:
        drop(stage, picture(folder))
        await stage.until(lambda: bar(stage).files)
        await stage.write("What is this?")
        await stage.until(lambda: stage.rows and stage.rows[0].state == "queued")
        await stage.until(lambda: stage.visible(FileTile) and stage.visible(FileTile)[0].has_picture)
        stage.server.away = False
        active = stage.client.sessions.active
        assert active is not None
        active.session.go_online()
        await stage.until(lambda: len(stage.rows) == 2 and stage.rows[1].text == "A red field.")
        assert images(model.requests[0]) == [await stored(stage, stage.rows[0].id)]


@on_stage
async def test_an_image_without_a_word_is_a_question_too(stage) -> None:
    await stage.online()
    drop(stage, picture(folder_of(stage)))
    await stage.until(lambda: bar(stage).files)
    await stage.write("")
    await stage.until(lambda: len(stage.rows) == 2 and stage.rows[1].text and not stage.rows[1].streaming)
    assert (stage.rows[0].text, stage.rows[1].text) == ("", "Of course. I will.")
    assert len(images(stage.model.requests[0])) == 1
