from dataclasses import replace

import pytest

from alicia_desktop.ui.widgets.chip import MemoryChip
from tests.ui.samples import chip


@pytest.mark.parametrize("action", ["retrieved", "stored", "updated", "unknown"])
def test_a_chip_is_named_by_action_content_and_what_the_number_means(qtbot, theme, action):
    made = MemoryChip(chip(1, action, "0.91", "relevance", "Emma is allergic"), theme=theme)
    qtbot.addWidget(made)
    assert "Emma is allergic, 0.91 relevance" in made.accessibleName()
    assert made.grab().height() == 24


def test_a_chip_without_a_score_says_so(qtbot, theme):
    made = MemoryChip(chip(1, "retrieved", "", "no score sent", "Her berth"), theme=theme)
    qtbot.addWidget(made)
    assert made.accessibleName() == "Retrieved memory: Her berth, no score sent"


def test_the_number_is_never_cut(qtbot, theme):
    made = MemoryChip(chip(1, "retrieved", "0.91", "relevance", "x" * 400), theme=theme)
    qtbot.addWidget(made)
    short = MemoryChip(chip(1, "retrieved", "0.91", "relevance", ""), theme=theme)
    qtbot.addWidget(short)
    assert made.minimumSizeHint().width() >= short.sizeHint().width()


def test_high_contrast_draws_an_outline(qtbot, theme):
    theme.choose("contrast")
    made = MemoryChip(chip(1, "stored", "0.60", "importance", "A cake"), theme=theme)
    qtbot.addWidget(made)
    made.resize(made.sizeHint())
    picture = made.grab().toImage()
    assert picture.pixelColor(picture.width() // 2, 0) == theme.colour("trace-stored")


def test_what_was_found_but_not_read_has_a_chip_of_its_own(qtbot, theme):
    row = replace(chip(1, "retrieved", "0.52", "relevance", "Your oven runs hot"), unread=True)
    made, read = MemoryChip(row, theme=theme), MemoryChip(replace(row, unread=False), theme=theme)
    for one in (made, read):
        qtbot.addWidget(one)
        one.resize(made.sizeHint())
    assert made.accessibleName() == "Memory found, not read: Your oven runs hot, 0.52 relevance"
    assert made.sizeHint().width() > read.sizeHint().width()
    assert made.grab().toImage() != read.grab().toImage()
