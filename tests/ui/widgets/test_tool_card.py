from dataclasses import replace
from itertools import pairwise

import pytest
from PySide6.QtWidgets import QWidget

from alicia_desktop.ui.widgets.labels import ElidedLabel
from alicia_desktop.ui.widgets.tool_card import ToolCard
from tests.ui.samples import tool


@pytest.fixture
def card(qtbot, theme):
    made = ToolCard(tool(), theme=theme)
    qtbot.addWidget(made)
    made.resize(600, 36)
    with qtbot.waitExposed(made):
        made.show()
    return made


@pytest.mark.parametrize("state", ["waiting", "running", "done", "failed", "cancelled", "refused", "timed_out"])
def test_a_card_keeps_its_height_and_says_its_outcome(card, theme, state):
    card.set_row(replace(tool(), state=state, outcome=f"{state} now"))
    assert card.sizeHint().height() == theme.height("tool-card")
    assert card.accessibleName() == f"Tool search_recipes: {state} now"


def test_only_a_running_card_counts(card):
    card.count(100.0)
    assert card.outcome == "Done · 186 ms · 3 results"
    card.set_row(replace(tool(), state="running", started_at=90.0, timeout_s=30))
    card.count(92.5)
    assert card.outcome == "Running · 2.5 s of 30"


def test_the_result_unfolds_below(qtbot, card, theme):
    heights = []
    card.folded.connect(lambda _id, is_open: heights.append((is_open, card.sizeHint().height())))
    fold = next(child for child in card.findChildren(object) if getattr(child, "isCheckable", bool)())
    fold.click()
    fold.click()
    assert [is_open for is_open, _ in heights] == [True, False]
    assert heights[0][1] > heights[1][1] == theme.height("tool-card")


def test_narrow_cards_drop_the_parameters_never_the_outcome(card):
    card.set_width(300)
    assert not any(getattr(child, "whole_text", "") and child.isVisible() for child in card.children())
    assert card.outcome


def narrow(card, width):
    """Give it a width, and let its parts take their places at once."""
    card.setFixedWidth(width)
    card.set_width(width)
    for part in (card, *card.findChildren(QWidget)):
        if part.layout() is not None:
            part.layout().activate()


@pytest.mark.parametrize("width", [200, 260, 367, 419, 600])
@pytest.mark.parametrize("name", ["clock", "system_information", "a_tool_of_a_server_that_likes_long_names"])
def test_nothing_lies_over_anything_else_however_narrow(card, name, width):
    card.set_row(replace(tool(), name=name, outcome="Done · 4 ms · here or on the server"))
    narrow(card, width)
    parts = [child for child in card.findChildren(QWidget) if child.isVisible() and child.parent() is not card]
    parts = [part for part in parts if part.parent().parent() is card]
    spans = sorted((part.geometry().left(), part.geometry().right()) for part in parts if part.width() > 0)
    assert all(right < left for (_, right), (left, _) in pairwise(spans)), spans
    assert spans[-1][1] < width


def test_the_usual_words_stay_whole_beside_the_name(card):
    card.set_row(replace(tool(), name="system_information", outcome="Waiting for you"))
    narrow(card, 367)
    assert {"system_information", "Waiting for you"} <= {label.text() for label in card.findChildren(ElidedLabel)}
