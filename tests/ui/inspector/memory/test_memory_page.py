"""A memory's page: what can be done in which state, and that everything on it has a name and leads somewhere."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QPushButton

from alicia_desktop.ui.inspector.memory.memory_form import Rating
from alicia_desktop.ui.inspector.memory.memory_history import DecayCurve, DiffLabel
from alicia_desktop.ui.inspector.memory.memory_page import MemoryPageWidget
from alicia_desktop.ui.widgets.voting import VotePair
from alicia_desktop.view.memory_page import AskAgain, MemoryActionRow
from alicia_desktop.view.rows import VoteRow
from tests.ui.inspector import memory_samples


@pytest.fixture
def shown(qtbot, theme):
    def show(**given):
        page = MemoryPageWidget(memory_samples.page(**given), theme=theme)
        qtbot.addWidget(page)
        page.resize(568, 900)
        with qtbot.waitExposed(page):
            page.show()
        return page

    return show


def names(page):
    return {button.objectName() for button in page.findChildren(QPushButton) if button.isVisible()}


def button(page, name):
    return page.findChild(QAbstractButton, name)


def said(page):
    return [label.text() for label in page.findChildren(QLabel)]


ACTS = {"edit", "pin", "archive", "delete", "forget"}


@pytest.mark.parametrize(
    ("state", "offered"),
    [("here", ACTS), ("stub", set()), ("deleted", {"restore", "forget"}), ("forgotten", set())],
)
def test_each_state_offers_what_can_be_done(shown, state, offered):
    page = shown(state=state, note="What that means", ask=None, actions=())
    assert names(page) & (ACTS | {"restore"}) == offered
    assert "What that means" in said(page)


@pytest.mark.parametrize(
    ("given", "name", "wish"),
    [
        ({"pinned": True}, "pin", ["amem_1", "pin", {"pinned": False}]),
        ({"pinned": False}, "pin", ["amem_1", "pin", {"pinned": True}]),
        ({"archived": False}, "archive", ["amem_1", "archive", {}]),
        ({"archived": True}, "archive", ["amem_1", "update", {"archived": False}]),
        ({}, "delete", ["amem_1", "delete", {}]),
        ({"state": "deleted"}, "restore", ["amem_1", "create", {}]),
        ({}, "rate 5", ["amem_1", "update", {"userRating": 5}]),
    ],
)
def test_a_button_tells_the_stanza_that_it_means(shown, qtbot, given, name, wish):
    page = shown(**given)
    with qtbot.waitSignal(page.action_requested) as told:
        button(page, name).click()
    assert told.args == wish


def test_forgetting_is_only_asked_for(shown, qtbot):
    page = shown()
    with qtbot.assertNotEmitted(page.action_requested), qtbot.waitSignal(page.forget_requested) as told:
        button(page, "forget").click()
    assert told.args == ["amem_1"]


@pytest.mark.parametrize(("mode", "words"), [("without", "Ask again without it"), ("with", "Ask again with it")])
def test_the_answer_can_be_asked_for_again(shown, qtbot, mode, words):
    page = shown(ask=AskAgain(mode=mode, answer_id="am_answer", memory_id="amem_1"))
    assert button(page, "ask").text() == words
    with qtbot.waitSignal(page.ask_again_requested) as told:
        button(page, "ask").click()
    assert told.args == [mode, "amem_1"]


def test_a_vote_is_given_under_the_answer_that_had_it_and_shows_where_none_is_seen(shown, qtbot):
    vote = VoteRow(value="up", state="confirmed", text="Helpful · saved on server")
    page = shown(vote=vote, voted_under="am_answer")
    (thumbs,) = page.findChildren(VotePair)
    assert (thumbs.up.isChecked(), thumbs.down.isChecked()) == (True, False)
    with qtbot.waitSignal(page.vote_requested) as told:
        thumbs.down.click()
    assert told.args == ["amem_1", "am_answer", "down"]
    assert shown(vote=vote).findChildren(VotePair) == []


def test_an_act_can_be_undone_where_it_stands(shown, qtbot):
    page = shown()
    with qtbot.waitSignal(page.undo_requested) as told:
        button(page, "undo 71").click()
    assert told.args == ["71"]


def test_a_refusal_shows_both_texts_and_can_be_insisted_on(shown, qtbot):
    refused = MemoryActionRow(
        id="72", state="refused", words="Edited · refused", mine="Mine", theirs="Theirs", reason="Changed."
    )
    page = shown(actions=(refused,))
    assert {"Mine", "Theirs", "Changed."} <= set(said(page))
    with qtbot.waitSignal(page.override_requested) as told:
        button(page, "insist 72").click()
    assert told.args == ["72"]


def test_links_lead_to_turns_answers_and_memories(shown, qtbot):
    page = shown()
    for name, place in (("link m4", ["c4", "m4"]), ("link m2", ["c2", "m2"]), ("history v0", ["c3", "m9"])):
        with qtbot.waitSignal(page.link_requested) as told:
            button(page, name).click()
        assert told.args == place
    with qtbot.waitSignal(page.page_requested) as told:
        button(page, "memory amem_2").click()
    assert told.args == ["amem_2"]


def test_before_and_after_do_not_differ_by_colour_alone(shown):
    changed = next(label for label in shown().findChildren(DiffLabel) if "Updated" in label.accessibleName())
    assert "line-through" in changed.text()
    assert "underline" in changed.text()
    assert changed.accessibleName().endswith("was Emma is allergic to nuts, is Emma is allergic to walnuts")


def test_the_painted_parts_have_a_name_and_a_value(shown):
    page = shown()
    curve = page.findChild(DecayCurve)
    assert curve.accessibleName() == "Decay"
    assert curve.accessibleDescription() == memory_samples.decay().words
    assert page.findChild(Rating).accessibleName() == "Rating: 4 of 5"


def test_every_button_has_a_name_and_is_reached_by_tab(shown):
    for made in shown().findChildren(QAbstractButton):
        assert made.accessibleName() or made.text()
        assert made.focusPolicy() & Qt.FocusPolicy.TabFocus


@pytest.mark.parametrize("choice", ["light", "dark", "contrast"])
def test_it_paints_with_anything_in_it(shown, theme, choice):
    theme.choose(choice)
    long = "שלום " * 40 + "🎂" * 20 + "<b>no tag</b> & " + "ohneLeerzeichen" * 30
    page = shown(content=long, tags=tuple(f"tag {number} {long[:60]}" for number in range(30)))
    page.resize(440, 400)
    assert not page.grab().isNull()
    assert page.minimumSizeHint().width() <= 440


def test_the_curve_paints_where_nothing_rises_and_dashed_where_it_is_pinned(qtbot, theme):
    flat = memory_samples.decay(bypassed=True)
    curve = DecayCurve(flat, theme=theme)
    qtbot.addWidget(curve)
    curve.resize(200, 100)
    assert not curve.grab().isNull()
