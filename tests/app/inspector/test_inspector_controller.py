"""The inspector's stanzas in the whole window: what is typed narrows the list, a name keeps it, a mark stays."""

from datetime import UTC, datetime, timedelta

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from alicia_desktop.config import load_settings
from alicia_desktop.store import journal
from alicia_desktop.store.conversations import private
from alicia_desktop.ui.dialogs import NoteDialog
from alicia_desktop.ui.inspector.stanzas.stanza_dialogs import StanzaComparisonDialog, StatisticsDialog
from alicia_desktop.ui.inspector.stanzas.stanza_table import StanzaTable
from alicia_desktop.view.stanza_order import StanzaOrder
from tests.app.inspector.one_turn import inspect_turn
from tests.app.stage import on_stage
from tests.ui.reach import part, shown_texts


@on_stage
async def test_a_filter_narrows_the_stanzas_and_is_kept_with_a_name(stage) -> None:
    await stage.online()
    stage.model.say("On Friday.")
    await stage.ask("When is the recital?")
    panel = await stage.open_inspector()
    panel.show_tab("stanzas")
    rows = stage.presenter.launcher.inspector.journal.rows
    await stage.until(lambda: {row.type for row in rows} >= {"UserMessage", "AssistantSentence"})
    line = panel.filter_lines["stanzas"]
    line.set_text("type:UserMessage body.content~recital")
    await stage.until(lambda: [row.type for row in rows] == ["UserMessage"])
    line.status.ask_name()
    line.status.findChild(QLineEdit).setText("Asked")
    line.status.findChild(QLineEdit).returnPressed.emit()
    kept = load_settings(stage.client.paths.settings, {}).inspector.filters
    assert [(one.name, one.filter, one.tab) for one in kept] == [
        ("Asked", "type:UserMessage body.content~recital", "stanzas")
    ]
    line.set_text("/^nothing at all$/")
    await stage.until(lambda: len(rows) == 0)
    line.clear()
    await stage.until(lambda: len(rows) > 1)
    assert line.menu().actions()[0].text() == "Asked: type:UserMessage body.content~recital"


@on_stage
async def test_what_was_looked_for_in_a_private_conversation_stays_nowhere(stage) -> None:
    await stage.online()
    stage.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
    await stage.until(lambda: stage.window.conversation.header.title == "Private conversation")
    await stage.online()
    line = (await stage.open_inspector()).filter_lines["stanzas"]
    line.set_text("recital")
    line.set_text("daughter")
    stage.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    await stage.until(lambda: stage.window.conversation.header.title == "New conversation")
    await stage.until(lambda: line.text == "")
    line.set_text("type:UserMessage")
    assert load_settings(stage.client.paths.settings, {}).inspector.recent.stanzas == ["type:UserMessage"]
    assert not any("recital" in action.text() for action in line.menu().actions())


@on_stage
async def test_a_stanza_is_marked_with_a_note_which_stays(stage) -> None:
    panel = await inspect_turn(stage)
    rows = stage.presenter.launcher.inspector.journal.rows
    row = next(row for row in rows if row.type == "AssistantSentence")
    panel.stanza_note_requested.emit(row)
    dialog = stage.window.findChild(NoteDialog)
    dialog.field.set_text("Why Friday?")
    dialog.accept()
    await stage.until(lambda: rows.get(row.id).note == "Why Friday?")
    panel.stanza_mark_search_requested.emit("", 1)
    await stage.until(lambda: panel.stanza_shown == row.id)
    panel.stanza_mark_requested.emit(row.id, False)
    await stage.until(lambda: rows.get(row.id).note is None)


@on_stage
async def test_the_list_is_sorted_and_its_look_is_kept(stage) -> None:
    panel = await inspect_turn(stage)
    panel.stanza_order_requested.emit(StanzaOrder(cell="size", descending=True))
    table = part(panel, StanzaTable)
    await stage.until(lambda: any("sorted by size" in text for text in shown_texts(panel)))
    await stage.until(lambda: all(table.model().index(place, 6).data() for place in range(table.model().rowCount())))
    sizes = [int(table.model().index(place, 6).data().replace(",", "")) for place in range(table.model().rowCount())]
    assert sizes == sorted(sizes, reverse=True)
    panel.list_changed.emit(("number", "summary"), "question")
    kept = load_settings(stage.client.paths.settings, {}).inspector
    assert (kept.columns, kept.time, kept.sort) == (["number", "summary"], "question", "-size")
    panel.stanza_order_requested.emit(None)
    await stage.until(lambda: not any("sorted by" in text for text in shown_texts(panel)))


@on_stage
async def test_two_stanzas_are_compared_and_the_types_counted(stage) -> None:
    panel = await inspect_turn(stage)
    rows = stage.presenter.launcher.inspector.journal.rows
    panel.stanzas.comparison_requested.emit(rows[0].number, rows[1].number)
    await stage.until(lambda: stage.window.findChild(StanzaComparisonDialog) is not None)
    stage.window.findChild(StanzaComparisonDialog).accept()
    panel.stanzas.statistics_requested.emit()
    await stage.until(lambda: stage.window.findChild(StatisticsDialog) is not None)
    stage.window.findChild(StatisticsDialog).accept()


@on_stage
async def test_a_journal_trimmed_beneath_an_open_stanza_and_comparison_is_told_in_both(stage) -> None:
    panel = await inspect_turn(stage)
    rows = stage.presenter.launcher.inspector.journal.rows
    first, second = rows[0], rows[1]
    panel.select_stanza(first.id)
    await stage.until(lambda: panel.stanza_shown == first.id)
    panel.stanzas.comparison_requested.emit(first.number, second.number)
    await stage.until(lambda: stage.window.findChild(StanzaComparisonDialog) is not None)
    dialog = stage.window.findChild(StanzaComparisonDialog)
    await stage.client.database.write(journal.prune, datetime.now(UTC) + timedelta(days=1))
    await stage.until(lambda: "One of these stanzas is no longer in the journal." in shown_texts(dialog))
    await stage.until(lambda: rows.get(first.id) is None)
    await stage.until(lambda: any("not kept any more" in text for text in shown_texts(panel)))
    assert dialog.table.model().rowCount() == 0
    dialog.accept()


@on_stage
async def test_a_comparison_is_told_too_when_its_conversation_is_erased_behind_another(stage) -> None:
    panel = await inspect_turn(stage)
    view = stage.presenter.launcher.inspector.journal
    conversation_id, first, second = view.conversation_id, view.rows[0].number, view.rows[1].number
    stage.press(Qt.Key.Key_N, Qt.KeyboardModifier.ControlModifier)
    await stage.until(lambda: view.conversation_id != conversation_id)
    panel.stanzas.comparison_requested.emit(first, second)
    await stage.until(lambda: stage.window.findChild(StanzaComparisonDialog) is not None)
    dialog = stage.window.findChild(StanzaComparisonDialog)
    await stage.client.database.write(private.purge_conversation, conversation_id)
    await stage.until(lambda: "One of these stanzas is no longer in the journal." in shown_texts(dialog))
    dialog.accept()
