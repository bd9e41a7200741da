import re
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtWidgets import QAbstractButton

from alicia_desktop.base.observable import Rows
from alicia_desktop.ui.conversation.answer import AnswerWidget
from alicia_desktop.ui.conversation.documents import DocumentCache
from alicia_desktop.ui.conversation.message_list import MessageList
from alicia_desktop.ui.conversation.text_view import TextView
from alicia_desktop.ui.widgets.buttons import Button, FoldButton
from alicia_desktop.ui.widgets.chip import MemoryChip
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.ui.widgets.tool_card import ToolCard
from alicia_desktop.view.rows import MessageRow, SpokenPosition
from tests.ui import samples


@pytest.fixture
def messages(qtbot, theme, clock):
    made = MessageList(theme=theme, clock=clock)
    qtbot.addWidget(made)
    made.resize(800, 600)
    with qtbot.waitExposed(made):
        made.show()
    return made


def show(messages, rows):
    messages.set_rows(rows)
    messages.place()
    return rows


def many(count):
    rows: Rows[MessageRow] = Rows(lambda row: row.id)
    rows.extend(samples.question(number, f"Question {number} " + "words " * (number % 40)) for number in range(count))
    return rows


def visible(messages, message_id, kind):
    return [child for child in messages.widget_of(message_id).findChildren(kind) if child.isVisible()]


def marked(messages, message_id):
    views = visible(messages, message_id, TextView)
    return [view.toPlainText()[first:last] for view in views for first, last in view.found]


def test_what_is_looked_for_is_marked_wherever_it_comes_into_view_and_no_longer_afterwards(messages):
    rows = show(messages, many(200))
    rows.put(replace(samples.question(200, "Words, and once more **words** of hers."), role="assistant"))
    messages.place()
    messages.set_found(" WORDS ")
    assert marked(messages, "am_200") == ["Words", "words"]
    messages.scroll_to_message("am_7")
    assert marked(messages, "am_7") == ["words"] * 7
    assert marked(messages, "am_10") == ["words"] * 10
    messages.set_found("")
    assert not any(marked(messages, shown) for shown in messages.visible_ids())
    messages.scroll_to_message("am_200")
    assert marked(messages, "am_200") == []


@pytest.mark.slow
def test_a_hundred_thousand_messages_need_a_screenful_of_widgets(messages):
    rows = show(messages, many(100_000))
    assert messages.visible_ids()[0] == rows[-1].id or rows[-1].id in messages.visible_ids()
    assert len(messages.visible_ids()) < 15
    messages.scroll_to_message("am_50000")
    assert "am_50000" in messages.visible_ids()
    assert len(messages.viewport().children()) < 40


def test_the_view_follows_the_end_only_when_it_was_there(messages):
    rows = show(messages, many(50))
    rows.put(samples.question(50, "the newest"))
    messages.place()
    assert "am_50" in messages.visible_ids()
    messages.verticalScrollBar().setValue(0)
    assert not messages.at_end
    rows.put(samples.question(51, "newer still"))
    messages.place()
    assert "am_51" not in messages.visible_ids()
    newest = next(button for button in messages.findChildren(Button) if button.text() == "Newest")
    assert newest.isVisible()
    newest.click()
    assert "am_51" in messages.visible_ids()
    assert messages.at_end


def test_a_growing_answer_grows_downwards_only(messages):
    rows = show(messages, many(20))
    rows.put(replace(samples.growing_answer(), text="First.", revision=1))
    messages.place()
    messages.scroll_to_message("am_4")
    top = messages.widget_of("am_4").y()
    for revision in range(2, 12):
        rows.put(replace(samples.growing_answer(), text="A sentence that is said. " * revision, revision=revision))
        messages.place()
        assert messages.widget_of("am_4").y() == top


def test_the_spoken_sentence_is_marked_where_it_is_shown(messages):
    show(messages, samples.messages())
    messages.set_spoken(SpokenPosition(message_id="am_4", sequence=2))
    (view,) = visible(messages, "am_4", TextView)
    first, last = view.spoken
    assert view.toPlainText()[first:last].strip() == samples.SENTENCES[1].strip()
    messages.set_spoken(None)
    assert view.spoken is None


def test_three_chips_then_the_number_of_the_rest(messages):
    show(messages, samples.messages())
    chips = visible(messages, "am_2", MemoryChip)
    assert [chip.row.score for chip in chips] == ["0.94", "0.81", "0.64"]
    assert "0.94 relevance" in chips[0].accessibleName()
    more = next(button for button in visible(messages, "am_2", Button) if button.text() == "+1")
    more.click()
    assert len(visible(messages, "am_2", MemoryChip)) == 4


def test_a_later_trace_only_raises_the_number_while_she_writes(messages):
    rows = show(messages, samples.messages())
    better = samples.chip(99, "retrieved", "0.99", "relevance", "Late but better")
    growing = samples.growing_answer()
    rows.put(replace(growing, chips=(better, *growing.chips), revision=4))
    messages.place()
    assert [chip.row.id for chip in visible(messages, "am_4", MemoryChip)] == ["amu_5", "amu_6", "amu_7"]
    rows.put(replace(growing, chips=(better, *growing.chips), revision=5, streaming=False))
    messages.place()
    assert [chip.row.id for chip in visible(messages, "am_4", MemoryChip)] == ["amu_99", "amu_5", "amu_6"]


def test_chips_cards_and_actions_ask_for_what_they_show(qtbot, messages):
    show(messages, samples.messages())
    with qtbot.waitSignal(messages.requests.chip_requested) as chip:
        visible(messages, "am_4", MemoryChip)[0].click()
    with qtbot.waitSignal(messages.requests.tool_requested) as tool:
        qtbot.keyClick(visible(messages, "am_4", ToolCard)[0], Qt.Key.Key_Return)
    assert (chip.args, tool.args) == (["amu_5"], ["atu_1"])


def test_a_running_tool_counts_by_the_clock_and_stops(qtbot, messages, clock):
    rows = show(messages, samples.messages())
    started = clock.now().timestamp() - 3
    running = replace(samples.tool(), state="running", outcome="Running", started_at=started, timeout_s=30)
    rows.put(replace(samples.growing_answer(), tools=(running,), revision=7))
    messages.place()
    (card,) = visible(messages, "am_4", ToolCard)
    assert card.outcome == "Running · 3.0 s of 30"
    height = card.height()
    rows.put(samples.growing_answer())
    messages.place()
    assert card.outcome == "Done · 186 ms · 3 results"
    assert card.height() == height


def test_reasoning_unfolds_and_stays_open_through_updates(messages):
    rows = show(messages, samples.messages())
    (fold,) = visible(messages, "am_4", FoldButton)
    before = messages.widget_of("am_4").height()
    fold.click()
    assert messages.widget_of("am_4").height() > before
    rows.put(replace(samples.growing_answer(), revision=9, timing="First word after 0.7 s"))
    messages.place()
    assert visible(messages, "am_4", FoldButton)[0].isChecked()


def test_a_failed_message_offers_retry_and_discard(qtbot, messages):
    rows = many(0)
    rows.put(replace(samples.question(1, "hi"), state="failed", state_text="Not sent: server said 503"))
    show(messages, rows)
    buttons = {button.text(): button for button in visible(messages, "am_1", Button)}
    with qtbot.waitSignal(messages.requests.retry_requested) as retried:
        buttons["Retry"].click()
    with qtbot.waitSignal(messages.requests.discard_requested) as discarded:
        buttons["Discard"].click()
    assert retried.args == discarded.args == ["am_1"]


def test_what_went_wrong_with_a_question_stands_below_it(messages):
    rows = many(0)
    rows.put(samples.question(1, "hi"))
    show(messages, rows)
    before = messages.widget_of("am_1").height()
    rows.put(replace(samples.question(1, "hi"), revision=1, errors=("The model is gone.",)))
    messages.place()
    said = [label.text() for label in visible(messages, "am_1", Label)]
    assert "The model is gone." in said
    assert messages.widget_of("am_1").height() > before
    assert "The model is gone." in messages.widget_of("am_1").accessibleName()


def test_an_interim_transcript_never_narrows_its_bubble(messages):
    rows = many(0)
    rows.put(replace(samples.question(1, "Good. What could I bake"), interim=True, state="hearing"))
    show(messages, rows)
    wide = visible(messages, "am_1", TextView)[0].parentWidget().parentWidget().width()
    rows.put(replace(samples.question(1, "Good"), interim=True, state="hearing", revision=2))
    messages.place()
    assert visible(messages, "am_1", TextView)[0].parentWidget().parentWidget().width() == wide


def test_copy_puts_the_markdown_on_the_clipboard(qtbot, messages):
    show(messages, samples.messages())
    copy = next(
        button
        for button in messages.widget_of("am_2").findChildren(object)
        if getattr(button, "accessibleName", str)() == "Copy answer"
    )
    with qtbot.waitSignal(messages.requests.copied):
        copy.click()
    assert QGuiApplication.clipboard().text() == samples.first_answer().text


def test_space_held_in_the_messages_talks(qtbot, messages):
    with qtbot.waitSignal(messages.hold_changed, check_params_cb=lambda on: on):
        qtbot.keyPress(messages, Qt.Key.Key_Space)
    with qtbot.waitSignal(messages.hold_changed, check_params_cb=lambda on: not on):
        qtbot.keyRelease(messages, Qt.Key.Key_Space)


def test_a_change_of_theme_keeps_place_and_messages(messages, theme):
    show(messages, many(50))
    messages.scroll_to_message("am_20")
    top = messages.widget_of("am_20").y()
    theme.choose("dark")
    assert messages.widget_of("am_20").y() == top


def test_every_kind_of_message_has_its_widget_and_name(messages):
    rows = samples.messages()
    rows.put(MessageRow(id="s", role="system", name="", time="", text="The conversation is private", revision=1))
    show(messages, rows)
    assert messages.widget_of("s").accessibleName() == "The conversation is private"
    assert isinstance(messages.widget_of("am_4"), AnswerWidget)
    assert messages.widget_of("am_4").accessibleName().startswith("Alicia, 18:02")


def test_a_screen_reader_hears_each_new_sentence_once(messages, monkeypatch):
    heard = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: heard.append(event.message()))
    rows = show(messages, many(1))
    growing, spans, said = samples.growing_answer(), samples.spans(), samples.SENTENCES
    for count in (0, 1, 1, 2):
        text = "".join(said[:count]) + "Not yet a sentence"
        rows.put(replace(growing, text=text, sentences=spans[:count], revision=growing.revision + len(heard)))
    assert heard == [said[0].strip(), said[1].strip()]


def test_a_screen_reader_hears_an_answer_that_comes_as_a_whole_and_none_that_was_there(messages, monkeypatch):
    heard = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: heard.append(event.message()))
    rows, whole = many(2), replace(samples.growing_answer(), streaming=False)
    rows.put(whole)
    show(messages, rows)
    assert heard == []
    rows.put(samples.question(9, "And then?"))
    rows.put(replace(whole, id="am_whole"))
    rows.put(replace(whole, id="am_whole", revision=whole.revision + 1))
    (said,) = heard
    assert said == "".join(samples.SENTENCES[:3]).strip()


def test_a_screen_reader_hears_the_answer_that_is_written_above_a_queued_question(messages, monkeypatch):
    heard = []
    monkeypatch.setattr(QAccessible, "isActive", lambda: True)
    monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: heard.append(event.message()))
    rows = show(messages, many(1))
    growing, spans, said = samples.growing_answer(), samples.spans(), samples.SENTENCES
    rows.put(replace(growing, text="", sentences=(), streaming=True))
    rows.put(samples.question(9, "And then?"))
    for count in (1, 2):
        now = replace(growing, text="".join(said[:count]), sentences=spans[:count], streaming=count < 2)
        rows.put(replace(now, revision=growing.revision + count))
    rows.put(samples.question(10, "And now?"))
    assert heard == [said[0].strip(), said[1].strip()]


def test_more_is_asked_for_near_the_ends_of_what_is_at_hand(qtbot, messages):
    show(messages, many(100))
    messages.set_more_below(True)
    with qtbot.waitSignal(messages.newer_requested):
        messages.place()
    with qtbot.assertNotEmitted(messages.older_requested):
        messages.scroll_to_message("am_50")
    with qtbot.waitSignal(messages.older_requested):
        messages.scroll_to_message("am_10")


def test_an_end_that_is_none_is_not_followed(qtbot, messages):
    rows = show(messages, many(50))
    messages.set_more_below(True)
    messages.place()
    seen = messages.visible_ids()
    rows.extend(samples.question(number, "words") for number in range(50, 100))
    messages.place()
    assert messages.visible_ids()[0] == seen[0]
    newest = next(button for button in messages.findChildren(Button) if button.text() == "Newest")
    with qtbot.waitSignal(messages.newest_requested):
        newest.click()
    messages.set_more_below(False)
    messages.scroll_to_end()
    assert "am_99" in messages.visible_ids()


def test_rows_that_come_before_move_nothing_that_is_read(messages):
    rows = show(messages, many(50))
    messages.scroll_to_message("am_5")
    top = messages.widget_of("am_5").y()
    rows.reset([*(replace(row, id=f"old_{row.id}") for row in many(200)), *rows])
    messages.place()
    assert messages.widget_of("am_5").y() == top


def test_the_message_that_is_meant_has_the_focus_else_it_is_the_last(messages):
    rows = show(messages, many(3))
    assert messages.target_message_id() == rows[-1].id
    text = visible(messages, "am_1", TextView)[0]
    text.setFocus()
    assert messages.target_message_id() == "am_1"
    messages.setFocus()
    assert messages.target_message_id() == rows[-1].id
    assert show(messages, many(0)) is not None
    assert messages.target_message_id() is None


LONG = "".join(f"Sentence number {number} of what was said. " * 8 + "\n\n" for number in range(1_500))


def settle(qtbot, messages):
    """Let the loop turn until all that is visible is laid out and all that is wanted is cut."""
    qtbot.waitUntil(lambda: messages.settled, timeout=120_000)


def fold_of(messages, message_id):
    return next(button for button in messages.findChildren(Button) if is_fold(button) and button.isVisible())


def is_fold(button):
    return button.accessibleName().startswith(("Show the whole message", "Show less of the message"))


def said_by(messages):
    return " ".join(view.toPlainText() for view in messages.findChildren(TextView) if view.isVisible())


@pytest.fixture
def long_answer(qtbot, messages):
    rows = show(messages, many(3))
    rows.put(replace(samples.first_answer(), id="am_long", text=LONG))
    settle(qtbot, messages)
    return rows


@pytest.mark.parametrize("role", ["assistant", "user"])
def test_a_very_long_message_is_folded_and_shown_whole_by_keyboard(qtbot, messages, role):
    rows = show(messages, many(3))
    rows.put(replace(samples.first_answer(), id="am_long", text=LONG, role=role))
    settle(qtbot, messages)
    fold = fold_of(messages, "am_long")
    assert fold.text() == f"Show all · {len(LONG) // 1000} KB"
    assert fold.accessibleName() == f"Show the whole message, {len(LONG) // 1000} KB"
    assert fold.focusPolicy() & Qt.FocusPolicy.TabFocus
    fold.setFocus()
    qtbot.keyClick(fold, Qt.Key.Key_Space)
    settle(qtbot, messages)
    assert fold.hasFocus()
    assert fold.accessibleName() == "Show less of the message"
    qtbot.keyClick(messages, Qt.Key.Key_End)
    settle(qtbot, messages)
    assert "Sentence number 1499 of" in said_by(messages)
    assert fold_of(messages, "am_long").text() == "Show less"
    qtbot.keyClick(fold_of(messages, "am_long"), Qt.Key.Key_Space)
    settle(qtbot, messages)
    assert fold_of(messages, "am_long").text().startswith("Show all")


def test_a_long_message_is_copied_whole_wherever_its_fold_is(qtbot, messages, long_answer):
    (copy,) = (button for button in messages.findChildren(object) if is_copy(button) and button.isVisible())
    copy.click()
    assert QGuiApplication.clipboard().text() == LONG


def is_copy(button):
    return isinstance(button, QAbstractButton) and button.accessibleName() == "Copy answer"


def test_what_is_looked_for_behind_a_fold_is_unfolded_and_gone_to(qtbot, messages, long_answer):
    messages.set_found("number 1400 of")
    assert messages.scroll_to_message("am_long")
    settle(qtbot, messages)
    (view,) = (view for view in messages.findChildren(TextView) if view.isVisible() and view.found)
    place = view.document().find("number 1400 of").position()
    top = view.mapTo(messages, QPoint(0, view.top_of(view.document().block.text.index("number 1400 of")))).y()
    assert view.found[0][1] == place
    assert 0 <= top <= messages.viewport().height()


def test_a_long_message_is_read_to_its_end_without_a_gap(qtbot, messages, long_answer):
    messages.scroll_to_message("am_long")
    settle(qtbot, messages)
    seen, bar = said_by(messages), messages.verticalScrollBar()
    while not messages.at_end:
        bar.setValue(bar.value() + messages.viewport().height() // 2)
        settle(qtbot, messages)
        seen += said_by(messages)
    numbers = sorted({int(number) for number in re.findall(r"number (\d+) of", seen)})
    assert numbers == list(range(len(numbers)))
    assert len(numbers) > 200


@pytest.mark.parametrize("role", ["assistant", "user"])
def test_the_words_of_all_parts_stand_as_those_of_one(qtbot, messages, role):
    text = "".join(f"Paragraph {number} is here.\n\n" for number in range(400))
    rows = show(messages, many(1))
    rows.put(replace(samples.first_answer(), id="am_long", text=text, role=role))
    settle(qtbot, messages)
    messages.scroll_to_message("am_long")
    settle(qtbot, messages)
    tops: dict[int, int] = {}
    bar = messages.verticalScrollBar()
    while not messages.at_end:
        bar.setValue(bar.value() + 200)
        settle(qtbot, messages)
        tops |= tops_of_paragraphs(messages, bar.value())
    distances = {tops[number + 1] - tops[number] for number in range(len(tops) - 1)}
    assert len(distances) == 1


def tops_of_paragraphs(messages, scrolled):
    tops = {}
    for view in (view for view in messages.findChildren(TextView) if view.isVisible()):
        block, layout = view.document().begin(), view.document().documentLayout()
        top = view.mapTo(messages, view.rect().topLeft()).y() + scrolled
        while block.isValid():
            if found := re.match(r"Paragraph (\d+) ", block.text()):
                tops[int(found[1])] = round(top + layout.blockBoundingRect(block).top())
            block = block.next()
    return tops


def test_code_in_several_parts_is_copied_whole(qtbot, messages):
    code = "\n".join(f"line {number}" for number in range(1_000))
    rows = show(messages, many(1))
    rows.put(replace(samples.first_answer(), id="am_code", text=f"Look:\n\n```\n{code}\n```\nThere."))
    settle(qtbot, messages)
    messages.scroll_to_message("am_code")
    settle(qtbot, messages)
    copies = [one for one in messages.findChildren(Button) if one.accessibleName() == "Copy code"]
    (copy,) = (button for button in copies if button.isVisible())
    copy.click()
    assert QGuiApplication.clipboard().text() == code


@pytest.mark.slow
def test_an_answer_that_grows_is_laid_out_anew_only_in_its_last_part(qtbot, messages, monkeypatch):
    rows = show(messages, many(1))
    made = []
    original = DocumentCache.create

    def counted(self, block, wanted):
        made.append(block)
        return original(self, block, wanted)

    monkeypatch.setattr(DocumentCache, "create", counted)
    text = ""
    row = replace(samples.growing_answer(), id="am_grows", sentences=(), text=text)
    for number in range(300):
        text += f"Sentence number {number} of what is being said. " + ("\n\n" if number % 5 == 4 else "")
        made.clear()
        rows.put(replace(row, text=text, revision=number))
        settle(qtbot, messages)
        assert sum(len(block.text) for block in made) <= 4_000 + 300
    assert "Sentence number 299 of" in said_by(messages)
