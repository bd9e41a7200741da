"""Links in the whole window: from the chat to the stanza and back, over tabs, with a lock; what is gone says so."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton

from alicia_desktop.config import load_settings
from alicia_desktop.store import journal
from alicia_desktop.ui.inspector.panel import InspectorPanel
from alicia_desktop.ui.inspector.stanzas.stanza_details import StanzaDetailsView
from alicia_desktop.ui.inspector.stanzas.stanza_table import StanzaTable
from alicia_desktop.view.references import Reference, sentence_reference
from alicia_desktop.view.stanza_details import NOT_KEPT
from tests.app.stage import Stage, on_stage
from tests.ui.reach import button, part, shown_texts

ALT = Qt.KeyboardModifier.AltModifier


async def talked(stage: Stage) -> InspectorPanel:
    """Two turns, and the inspector beside them."""
    await stage.online()
    for said, question in (("On Friday. At six.", "When is the recital?"), ("In the hall.", "And where?")):
        stage.model.say(said)
        await stage.ask(question)
    panel = await stage.open_inspector()
    panel.show_tab("stanzas")
    await stage.until(lambda: part(panel, StanzaTable).model().rowCount() > 8)
    return panel


def chosen(panel: InspectorPanel) -> str:
    """The type of the stanza that is chosen."""
    table = part(panel, StanzaTable)
    index = table.currentIndex()
    return str(table.model().index(index.row(), 5).data()) if index.isValid() else ""


def follow(stage: Stage, reference: Reference, place: str) -> None:
    """As a menu under a message does."""
    stage.window.conversation.messages.requests.follow_requested.emit(reference, place)


@on_stage
async def test_each_press_of_a_held_key_is_a_step(stage) -> None:
    panel = await talked(stage)
    table = part(panel, StanzaTable)
    follow(stage, sentence_reference(stage.rows[1].id, 2), "stanzas")
    await stage.until(lambda: chosen(panel) == "AssistantSentence" and table.hasFocus())
    for _ in range(2):
        stage.press(Qt.Key.Key_Comma, ALT)  # the second one before the first one has arrived
    await stage.until(lambda: chosen(panel) == "StartAnswer")


@on_stage
async def test_a_sentence_leads_to_its_stanza_and_the_stanza_back_over_tabs(stage) -> None:
    panel = await talked(stage)
    messages = stage.window.conversation.messages
    question, answer = stage.rows[0], stage.rows[1]
    follow(stage, sentence_reference(answer.id, 1), "stanzas")
    await stage.until(lambda: chosen(panel) == "AssistantSentence" and messages.marked == answer.id)
    table = part(panel, StanzaTable)
    await stage.focus(table)
    stage.press(Qt.Key.Key_Comma, ALT)
    await stage.until(lambda: chosen(panel) == "StartAnswer")
    await stage.until(lambda: panel.reference == Reference(kind="stanza", id=part(panel, StanzaDetailsView).shown_id))
    button(part(panel, StanzaDetailsView), "Show in turn").click()
    await stage.until(lambda: panel.tab == "turn" and "Turn 1 of 2" in shown_texts(panel))
    panel.back_requested.emit()
    await stage.until(lambda: panel.tab == "stanzas" and chosen(panel) == "StartAnswer")
    stage.press(Qt.Key.Key_Right, ALT)
    await stage.until(lambda: panel.tab == "turn")
    follow(stage, Reference(kind="message", id=question.id), "stanzas")
    await stage.until(lambda: chosen(panel) == "UserMessage" and messages.marked == question.id)


@on_stage
async def test_the_chat_leads_the_inspector_until_it_is_locked(stage) -> None:
    panel = await talked(stage)
    panel.show_tab("turn")
    requests = stage.window.conversation.messages.requests
    requests.message_chosen.emit(stage.rows[0].id)
    await stage.until(lambda: "Turn 1 of 2" in shown_texts(panel))
    assert stage.window.conversation.messages.marked == stage.rows[0].id
    stage.model.say("Of course.")
    await stage.ask("Will you come?")
    await stage.until(lambda: "Turn 3 of 3" in shown_texts(panel))
    lock = next(one for one in panel.findChildren(QAbstractButton) if "Hold" in one.accessibleName())
    lock.click()
    requests.message_chosen.emit(stage.rows[0].id)
    stage.model.say("Gladly.")
    await stage.ask("Really?")
    await stage.until(lambda: "Turn 3 of 4" in shown_texts(panel))
    lock.click()
    requests.message_chosen.emit(stage.rows[-1].id)
    await stage.until(lambda: "Turn 4 of 4" in shown_texts(panel))


@on_stage
async def test_a_stanza_of_another_turn_brings_that_turn_until_it_is_locked(stage) -> None:
    panel = await talked(stage)
    table = part(panel, StanzaTable)
    view = stage.presenter.launcher.inspector.view

    def choose_question(place: int) -> None:
        asked = [row.id for row in stage.presenter.launcher.inspector.journal.rows if row.type == "UserMessage"]
        panel.select(Reference(kind="stanza", id=asked[place]))

    await stage.until(lambda: view.turn is not None and view.turn.number == 2)
    choose_question(0)
    await stage.until(lambda: view.turn.number == 1)
    panel.set_locked(locked=True)
    panel.lock_toggled.emit(True)
    choose_question(1)
    await stage.until(lambda: stage.window.conversation.messages.marked == stage.rows[2].id)
    assert view.turn.number == 1
    assert table.currentIndex().isValid()


@on_stage
async def test_only_this_turn_toggles_the_filter_which_a_link_clears_where_it_hides(stage) -> None:
    panel = await talked(stage)
    table, line = part(panel, StanzaTable), panel.filter_lines["stanzas"]
    whole = table.model().rowCount()
    panel.only_turn_requested.emit(Reference(kind="message", id=stage.rows[0].id))
    await stage.until(lambda: line.text == "turn:1" and 0 < table.model().rowCount() < whole)
    follow(stage, Reference(kind="message", id=stage.rows[2].id), "stanzas")
    await stage.until(lambda: line.text == "" and chosen(panel) == "UserMessage")
    assert line.status.text == "The filter hid this stanza, and was cleared"
    for filtered in ("turn:2", ""):
        panel.only_turn_requested.emit(Reference(kind="message", id=stage.rows[3].id))
        await stage.until(lambda filtered=filtered: line.text == filtered)
    kept = load_settings(stage.client.paths.settings, {}).inspector.recent.stanzas
    assert kept == ["turn:1", "turn:2"]


@on_stage
async def test_a_trimmed_journal_beneath_an_open_view_is_said(stage) -> None:
    panel = await talked(stage)
    database, table = stage.client.database, part(panel, StanzaTable)
    follow(stage, Reference(kind="message", id=stage.rows[0].id), "stanzas")
    await stage.until(lambda: chosen(panel) == "UserMessage")
    panel.show_tab("turn")
    await database.write(journal.prune, stage.client.clock.now())
    panel.back_requested.emit()
    await stage.until(lambda: "This stanza is not kept any more." in shown_texts(stage.window))
    panel.show_tab("stanzas")
    table.setCurrentIndex(table.model().index(1, 0))
    await stage.until(lambda: NOT_KEPT in shown_texts(panel))
    follow(stage, sentence_reference(stage.rows[1].id, 1), "stanzas")
    await stage.until(lambda: any(text.startswith("No stanza of it is kept") for text in shown_texts(stage.window)))


@on_stage
async def test_a_conversation_deleted_under_an_open_filter_leaves_nothing_behind(stage) -> None:
    panel = await talked(stage)
    line, table = panel.filter_lines["stanzas"], part(panel, StanzaTable)
    line.set_text("body.content~recital")
    await stage.until(lambda: table.model().rowCount() == 1)
    table.setCurrentIndex(table.model().index(0, 0))
    await stage.until(lambda: stage.window.conversation.messages.marked == stage.rows[0].id)
    stage.window.delete_requested.emit(stage.presenter.active.current)
    await stage.until(lambda: not stage.rows)
    await stage.until(lambda: table.model().rowCount() == 0)
    assert stage.window.conversation.messages.marked == ""
    line.clear()
    await stage.until(lambda: table.model().rowCount() > 0 or "No stanzas yet" in shown_texts(panel))
