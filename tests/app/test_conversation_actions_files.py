"""A conversation out of the window into a file and back, by the menu and its dialogs."""

import pytest
from PySide6.QtWidgets import QFileDialog, QLineEdit

from alicia_desktop.app.conversation_actions import file_name
from alicia_desktop.store.conversations import conversations
from tests.app.stage import on_stage, stage_on
from tests.support.scripted_model import ScriptedModel


def choose(stage, words: str) -> None:
    actions = stage.window.conversation.header.menu().actions()
    next(action for action in actions if action.text().startswith(words)).trigger()


async def into(stage, path) -> None:
    """Answer the dialog that is open."""
    await stage.until(lambda: stage.window.findChildren(QFileDialog))
    (dialog,) = stage.window.findChildren(QFileDialog)
    dialog.findChild(QLineEdit, "fileNameEdit").setText(str(path))
    dialog.accept()


@on_stage
async def test_the_menu_writes_markdown_where_the_person_says(stage) -> None:
    await stage.online()
    await stage.ask("Good morning")
    path = stage.client.database.path.with_name("out.md")
    choose(stage, "Export as Markdown")
    await into(stage, path)
    await stage.until(path.exists)
    assert "Good morning\n\n## Alicia" in path.read_text(encoding="utf-8")


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
    await stage.until(lambda: "here already" in stage.window._toast.text)
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
