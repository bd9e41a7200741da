"""A conversation out of the window into a file and back, by the menu and its dialogs."""

import pytest
from PySide6.QtWidgets import QFileDialog, QLineEdit

from alicia_desktop.app.conversation_actions import file_name
from alicia_desktop.audio.wav import read_wav
from alicia_desktop.store.conversations import conversations
from tests.app.stage import on_stage, stage_on
from tests.support.scripted_model import ScriptedModel


def choose(stage, words: str) -> None:
    actions = stage.window.conversation.header.menu().actions()
    next(action for action in actions if action.text().startswith(words)).trigger()


async def into(stage, path, *, title="") -> None:
    """Answer the dialog that is open."""
    await stage.until(lambda: stage.window.findChildren(QFileDialog))
    (dialog,) = stage.window.findChildren(QFileDialog)
    assert dialog.windowTitle().startswith(title)
    dialog.findChild(QLineEdit, "fileNameEdit").setText(str(path))
    dialog.accept()


@on_stage
async def test_the_menu_writes_markdown_where_the_person_says(stage) -> None:
    await stage.online()
    await stage.ask("Good morning")
    path = stage.client.database.path.with_name("out.md")
    choose(stage, "Export as Markdown")
    await into(stage, path, title="Export conversation")
    await stage.until(path.exists)
    assert "Good morning\n\n## Alicia" in path.read_text(encoding="utf-8")


@on_stage
async def test_one_answer_is_written_with_what_led_to_it(stage) -> None:
    await stage.online()
    await stage.ask("Good morning")
    answer = next(row for row in stage.window.conversation.messages.rows if row.role == "assistant")
    path = stage.client.database.path.with_name("answer.md")
    stage.window.export_message_requested.emit(answer.id, "markdown")
    await into(stage, path, title="Export answer")
    await stage.until(path.exists)
    written = path.read_text(encoding="utf-8")
    assert written.startswith("## Alicia · ")
    assert answer.text in written
    assert "Good morning" not in written.partition(answer.text)[0]


@on_stage
async def test_the_sound_of_an_answer_is_a_wav_file_that_can_be_read(stage) -> None:
    await stage.online()
    await stage.ask("Good morning")
    answer = next(row for row in stage.window.conversation.messages.rows if row.role == "assistant")
    pcm = bytes(range(256)) * 30

    async def kept(_message: str) -> list[tuple[int, bytes]]:
        return [(1, pcm), (2, pcm)]

    stage.client.sounds.of = kept
    path = stage.client.database.path.with_name("answer.wav")
    stage.window.export_message_requested.emit(answer.id, "wav")
    await into(stage, path, title="Export sound")
    await stage.until(path.exists)
    assert read_wav(path) == 2 * pcm


@on_stage
async def test_a_sound_that_is_no_longer_kept_is_told(stage) -> None:
    stage.window.export_message_requested.emit("am_nowhere", "wav")
    await stage.until(lambda: "no longer stored" in stage.toast.text)


@on_stage
async def test_what_is_here_already_is_said_and_stays(stage) -> None:
    await stage.online()
    await stage.ask("Good morning")
    path = stage.client.database.path.with_name("out.json")
    choose(stage, "Export as JSON")
    await into(stage, path)
    await stage.until(path.exists)
    choose(stage, "Import")
    await into(stage, path)
    await stage.until(lambda: "here already" in stage.toast.text)
    assert stage.texts()[0] == "Good morning"


@pytest.mark.slow
async def test_it_comes_into_another_folder_and_is_shown(theme, folder, tmp_path) -> None:
    path = tmp_path / "c.json"
    async with ScriptedModel("Of course. I will.") as model:
        async with stage_on(folder, model, theme) as stage:
            await stage.online()
            await stage.ask("Good morning")
            choose(stage, "Export as JSON")
            await into(stage, path)
            await stage.until(path.exists)
        other = tmp_path / "other"
        other.mkdir()
        async with stage_on(other, model, theme) as stage:
            await stage.online()
            choose(stage, "Import")
            await into(stage, path)
            await stage.until(lambda: stage.texts()[:1] == ["Good morning"])
            listed = await stage.client.database.read(conversations.listed)
            assert stage.window.sidebar.current in {record.id for record in listed}


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("The recital", "The recital.md"),
        ('a/b\\c: "d"?', "a b c d.md"),
        ("..", "conversation.md"),
        ("a\u202egpj\u3164.exe\u2044b", "a gpj .exe b.md"),
    ],
)
def test_every_title_gives_a_name_that_every_system_takes(title: str, name: str) -> None:
    assert file_name(title, "md") == name
