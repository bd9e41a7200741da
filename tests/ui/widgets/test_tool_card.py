from dataclasses import replace

import pytest

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
