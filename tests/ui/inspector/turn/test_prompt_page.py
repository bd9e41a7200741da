"""The page of what the model read: filled as it comes, read by keyboard and ear, and led out of by its links."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame

from alicia_desktop.ui.inspector.turn.prompt_page import PromptPage
from alicia_desktop.ui.inspector.turn.turn_tab import TurnTab
from alicia_desktop.view.answer_prompt import prompt_view
from tests.ui.inspector import samples
from tests.ui.reach import button, shown_texts
from tests.view.test_answer_prompt import KNOWN, PARTS, SENT

VIEW = prompt_view(KNOWN, SENT)
TODAY = prompt_view(KNOWN, SENT, today=replace(SENT, parts=(PARTS[0], PARTS[4])))


@pytest.fixture
def page(qtbot, theme):
    made = PromptPage(theme=theme)
    qtbot.addWidget(made)
    made.resize(420, 700)
    with qtbot.waitExposed(made):
        made.show()
    return made


def parts_of(page):
    return [one for one in page.findChildren(QFrame) if one.objectName().startswith("prompt part")]


def test_it_is_shown_as_it_comes(page):
    page.show_loading("am_2")
    assert "Loading…" in shown_texts(page)
    page.set_prompt(VIEW)
    assert "Loading…" not in shown_texts(page)
    assert {"Memory", "Earlier message", "You are a pirate.", "qwen3:4b · 127.0.0.1"} <= set(shown_texts(page))
    page.show_loading("am_2")
    assert "You are a pirate." in shown_texts(page), "what is read stays while it is asked for again"
    page.show_loading("am_9")
    assert "You are a pirate." not in shown_texts(page)


def test_every_part_has_a_name_for_who_listens(page):
    page.set_prompt(TODAY)
    names = [part.accessibleName() for part in parts_of(page)]
    assert "Instructions, 20 tokens" in names
    assert "Memory, 10 tokens, Only then" in names


def test_memories_and_messages_lead_to_where_they_are(page, qtbot):
    page.set_prompt(VIEW)
    with qtbot.waitSignal(page.memory_requested) as told:
        button(page, f"Show memory: {PARTS[3].text}").click()
    assert told.args == ["amem_1"]
    with qtbot.waitSignal(page.message_requested) as told:
        qtbot.keyClick(button(page, "Show message: Hello."), Qt.Key.Key_Space)
    assert told.args == ["am_0"]


def test_todays_is_compared_and_hidden_again(page, qtbot):
    page.set_prompt(VIEW)
    with qtbot.waitSignal(page.compare_requested) as told:
        button(page, "Compare with today").click()
    assert told.args == ["am_2"]
    page.set_prompt(TODAY)
    assert any("3 only then" in text for text in shown_texts(page))
    assert "Only then" in shown_texts(page)
    with qtbot.waitSignal(page.reload_requested) as told:
        button(page, "Hide today’s").click()
    assert told.args == ["am_2"]


def test_what_cannot_be_had_is_said_and_can_be_asked_for_again(page, qtbot):
    page.set_prompt(prompt_view(KNOWN, None, problem="You are offline."), again=True)
    assert "You are offline. The texts are on the server." in shown_texts(page)
    assert not button(page, "Compare with today").isVisible()
    with qtbot.waitSignal(page.reload_requested) as told:
        button(page, "Try again").click()
    assert told.args == ["am_2"]


def test_where_there_is_nothing_the_page_says_so(page):
    page.set_prompt(prompt_view(replace(KNOWN, has_summary=False, by_source={}, told={}), None))
    assert "Not sent by this server" in shown_texts(page)
    assert parts_of(page) == []


def test_the_keyboard_begins_at_the_way_back(page, qtbot):
    page.set_prompt(VIEW)
    page.take_focus()
    qtbot.waitUntil(lambda: button(page, "Back to the turn").hasFocus())
    with qtbot.waitSignal(page.back_requested):
        qtbot.keyClick(button(page, "Back to the turn"), Qt.Key.Key_Space)


def test_the_turn_tab_opens_and_closes_it_and_keeps_it_while_the_turn_is_read_again(qtbot, theme):
    tab = TurnTab(theme=theme)
    qtbot.addWidget(tab)
    tab.resize(568, 860)
    tab.set_turn(samples.turn())
    with qtbot.waitExposed(tab):
        tab.show()
    with qtbot.waitSignal(tab.prompt_requested) as told:
        button(tab, "What the model read").click()
    assert told.args == [samples.turn().answer_id]
    tab.prompt.set_prompt(VIEW)
    tab.set_turn(samples.turn())
    assert tab.prompt.isVisible()
    button(tab, "Back to the turn").click()
    assert not tab.prompt.isVisible()
    assert "Turn 2 of 2" in shown_texts(tab)


def test_hundreds_of_parts_come_piece_by_piece_and_sixty_at_once(page, qtbot):
    many = tuple(replace(PARTS[2], text=f"Message {number}.") for number in range(100))
    page.set_prompt(prompt_view(KNOWN, replace(SENT, parts=many)))
    assert len(parts_of(page)) < 20
    qtbot.waitUntil(lambda: len(parts_of(page)) == 60)
    more = button(page, "Show 40 more parts")
    assert more.isVisible()
    more.click()
    qtbot.waitUntil(lambda: len(parts_of(page)) == 100)
    assert not more.isVisible()
