"""Captures in the whole window: saved from the menu, opened read-only beside the conversation, compared in a window."""

from pathlib import Path
from typing import Any

from PySide6.QtWidgets import QFileDialog, QPlainTextEdit

from alicia_desktop.captures.container import CaptureReader
from alicia_desktop.store import stanza_marks
from alicia_desktop.store.conversations import sounds
from alicia_desktop.ui.captures.save_dialog import SaveCaptureDialog
from alicia_desktop.ui.inspector.panel import InspectorPanel
from alicia_desktop.ui.widgets.labels import Label
from tests.app.inspector.one_turn import inspect_turn
from tests.app.stage import on_stage
from tests.app.test_conversation_actions_files import into
from tests.view.test_replay import tone


async def asked(stage: Any, panel: InspectorPanel) -> SaveCaptureDialog:
    """Ask for the dialog by the menu of the inspector."""
    panel.captures_menu().actions()[0].trigger()
    await stage.until(lambda: stage.window.findChild(SaveCaptureDialog) is not None)
    dialog: SaveCaptureDialog = stage.window.findChild(SaveCaptureDialog)
    return dialog


async def saved(stage: Any, panel: InspectorPanel, name: str, *, selection: str = "", rules: str = "") -> Path:
    """Save a capture beside the database."""
    path: Path = stage.client.database.path.with_name(name)
    dialog = await asked(stage, panel)
    dialog.choose(selection=selection)
    dialog.set_rules(text=rules)
    dialog.save_requested.emit()
    await into(stage, path)
    await stage.until(path.exists)
    await stage.until(lambda: not stage.window.findChildren(SaveCaptureDialog))
    await stage.until(lambda: not stage.window.findChildren(QFileDialog))
    return path


@on_stage
async def test_a_capture_is_saved_and_opened_beside_the_conversation(stage: Any) -> None:
    panel = await inspect_turn(stage)
    path = await saved(stage, panel, "talk.alicia-capture")
    stage.window.capture_requested.emit("open")
    await into(stage, path)
    captures = stage.presenter.launcher.captures
    await stage.until(lambda: any(captures.inspectors.values()))
    ((shown, inspector),) = captures.inspectors.items()
    await stage.until(lambda: "stanzas" in shown.about)
    rows = inspector.journal.rows
    live = {row.number: row.summary for row in stage.presenter.launcher.inspector.journal.rows}
    assert len(rows) > 3
    assert [row.summary for row in rows] == [live[row.number] for row in rows]
    shown.panel.filter_lines["stanzas"].set_text("type:UserMessage")
    await stage.until(lambda: [row.type for row in rows] == ["UserMessage"])
    assert inspector.view.turn.title == "Turn 1 of 1"
    shown.close()
    await stage.until(lambda: not captures.inspectors)
    path.write_bytes(path.read_bytes()[:-40])
    stage.window.capture_requested.emit("open")
    await into(stage, path)
    await stage.until(lambda: "is no capture, or was cut off" in stage.toast.text)
    assert not captures.inspectors


@on_stage
async def test_the_filtered_stanzas_are_previewed_and_saved_redacted(stage: Any) -> None:
    panel = await inspect_turn(stage)
    panel.filter_lines["stanzas"].set_text("type:UserMessage")
    dialog = await asked(stage, panel)
    dialog.set_rules(text="/(/")
    dialog.save_requested.emit()
    await stage.until(lambda: any("regular expression" in label.text() for label in dialog.findChildren(Label)))
    dialog.set_rules(text="recital")
    dialog.preview_requested.emit()
    await stage.until(lambda: any("[redacted 1]" in one.toPlainText() for one in dialog.findChildren(QPlainTextEdit)))
    dialog.reject()
    await stage.until(lambda: not stage.window.findChildren(SaveCaptureDialog))
    path = await saved(stage, panel, "some.alicia-capture", selection="filtered", rules="recital")
    with CaptureReader(path) as reader:
        assert (reader.manifest.stanzas, reader.manifest.redacted) == (1, ("1 text",))
        assert b"recital" not in b"".join(reader.lines("stanzas"))


@on_stage
async def test_two_captures_are_compared_in_a_window(stage: Any) -> None:
    panel = await inspect_turn(stage)
    first = await saved(stage, panel, "first.alicia-capture")
    stage.model.say("It is 391.")
    await stage.ask("What is 17 * 23?")
    second = await saved(stage, panel, "second.alicia-capture")
    await stage.presenter.launcher.captures.compare(first, second)
    (shown,) = stage.presenter.launcher.captures.comparisons
    assert shown.titles == ["Turn 2 · only in the later one"]
    shown.show_all(shown=True)
    assert "Turn 1 · no difference" in shown.titles
    shown.close()
    assert not stage.presenter.launcher.captures.comparisons


@on_stage
async def test_marks_time_references_and_sound_go_along_and_its_turns_are_replayed(stage: Any) -> None:
    panel = await inspect_turn(stage)
    stanzas = [row.number for row in stage.presenter.launcher.inspector.journal.rows]
    now, write = stage.client.clock.now(), stage.client.database.write
    await write(stanza_marks.mark, stanzas[1], now, "slow")
    form = {"audio_format": "pcm_s16le_48000", "duration_ms": 300}
    await write(sounds.store_sentence, stage.rows[-1].id, 1, tone(300), at=now, **form)
    panel.stanzas.set_time_references([(1, stanzas[2])])
    path = await saved(stage, panel, "sounding.alicia-capture")
    captures = stage.presenter.launcher.captures
    await captures.open(path)
    ((shown, inspector),) = captures.inspectors.items()
    assert shown.panel.stanzas.time_references == (stanzas[2],)
    marked = {row.number: row.note for row in inspector.journal.rows if row.note is not None}
    assert marked == {stanzas[1]: "slow"}
    shown.panel.stanza_mark_search_requested.emit("", 1)
    await stage.until(lambda: shown.panel.stanza_shown == str(stanzas[1]))
    shown.panel.replay_requested.emit()
    bar = shown.panel.replay
    await stage.until(lambda: "There is no loudspeaker." in bar.note)
    assert [clip.sequence for clip in bar.scrubber.track.clips] == [1]
    shown.close()
    await stage.until(lambda: not captures.inspectors)
