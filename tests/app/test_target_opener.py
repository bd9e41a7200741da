"""What another program opens in the window: links show and fill in, and send nothing; files are opened."""

from alicia_desktop.captures.formats import save_as
from alicia_desktop.captures.writer import CaptureContents
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.files.readonly_access import reading
from tests.app.stage import on_stage


def said(stage) -> str:
    return str(stage.toast.text)


@on_stage
async def test_a_question_of_a_link_is_written_and_not_sent(stage) -> None:
    await stage.online()
    await stage.ask("Good morning")
    before = stage.presenter.active.current
    stage.presenter.open_target("alicia:new?question=Who%20is%20Emma%3F")
    composer = stage.window.conversation.dock.composer
    await stage.until(lambda: composer.text == "Who is Emma?")
    assert stage.presenter.active.current != before
    assert "only if you send it" in said(stage)
    stage.presenter.open_target("alicia:?question=And%20Carl%3F")
    await stage.until(lambda: composer.text == "Who is Emma?\nAnd Carl?")
    assert stage.texts() == []
    assert not any("Emma" in str(one) for one in stage.model.requests)


@on_stage
async def test_a_link_opens_a_conversation_with_its_own_draft(stage) -> None:
    await stage.online()
    await stage.ask("Good morning")
    known = stage.presenter.active.current
    stage.window.conversation.dock.composer.field.insertPlainText("unsent")
    await stage.presenter.active.open_new()
    stage.presenter.open_target(f"alicia:conversation/{known}?question=And%20then?")
    composer = stage.window.conversation.dock.composer
    await stage.until(lambda: composer.text == "unsent\nAnd then?")
    assert stage.presenter.active.current == known


@on_stage
async def test_a_link_to_what_is_not_here_or_was_deleted_is_a_sentence(stage) -> None:
    await stage.online()
    await stage.ask("Good morning")
    gone = stage.presenter.active.current
    await stage.presenter.active.delete(gone)
    await stage.until(lambda: stage.presenter.active.current.startswith("ac_"))
    shown = stage.presenter.active.current
    for link in ("alicia:conversation/ac_nobody", f"alicia:conversation/{gone}"):
        stage.window.show_toast("")
        stage.presenter.open_target(link)
        await stage.until(lambda: "no longer here" in said(stage))
    assert stage.presenter.active.current == shown
    stage.presenter.open_target("alicia:erase?all=1")
    await stage.until(lambda: "does not know" in said(stage))


@on_stage
async def test_a_capture_is_opened_in_a_window_of_its_own(stage) -> None:
    await stage.online()
    await stage.ask("Good morning")
    path = stage.client.database.path.with_name("talk.alicia-capture")
    contents = CaptureContents(conversation_id=stage.presenter.active.current)
    with reading(stage.client.database.path) as conn:
        save_as("capture", conn, contents, path, now=stage.client.clock.now())
    stage.window.sidebar.file_dropped.emit(str(path))
    await stage.until(
        lambda: stage.presenter.launcher.captures and any(stage.presenter.launcher.captures.inspectors.values())
    )
    (shown,) = stage.presenter.launcher.captures.inspectors
    assert path.name in shown.windowTitle()


@on_stage
async def test_a_conversation_file_that_is_none_is_a_sentence(stage) -> None:
    await stage.online()
    path = stage.client.database.path.with_name("odd.json")
    path.write_text('{"a": 1}')
    listed = [one.id for one in await stage.client.database.read(conversations.listed)]
    for target in (f"file://{path}", path.with_name("none.json")):
        stage.window.show_toast("")
        stage.presenter.open_target(str(target))
        await stage.until(lambda: said(stage) not in {"", "Of course."})
    assert [one.id for one in await stage.client.database.read(conversations.listed)] == listed
