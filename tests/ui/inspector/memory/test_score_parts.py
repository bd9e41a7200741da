from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QToolTip

from alicia_desktop.ui.inspector.memory.retrieval_section import CategoryScores
from alicia_desktop.ui.inspector.memory.score_parts import ScoreParts, ScoreStack, tint
from alicia_desktop.ui.widgets.labels import Label
from tests.ui.inspector import memory_samples, samples


@pytest.fixture
def stack(qtbot, theme):
    made = ScoreStack(memory_samples.parts(), colour="trace-retrieved", threshold=0.31, theme=theme)
    qtbot.addWidget(made)
    made.resize(400, made.sizeHint().height())
    return made


def test_each_part_is_as_long_as_what_it_adds(stack):
    widths = [room.width() for room in stack.rooms()]
    assert widths[0] == pytest.approx(0.32 * 400, abs=2)
    assert sum(widths) == pytest.approx(0.89 * 400, abs=10)


def test_it_says_what_it_shows(stack):
    assert stack.accessibleDescription().startswith("Vector +0.32, Words +0.29")
    assert stack.accessibleDescription().endswith("deducted 0.05, threshold 0.31")


def test_the_part_under_the_mouse_is_named(stack, monkeypatch):
    told = []
    monkeypatch.setattr(QToolTip, "showText", lambda _, words, __: told.append(words))
    assert stack.event(QHelpEvent(QEvent.Type.ToolTip, QPoint(5, 6), QPoint(5, 6)))
    assert stack.event(QHelpEvent(QEvent.Type.ToolTip, QPoint(399, 6), QPoint(399, 6)))
    assert told == ["Vector +0.32", ""]


def test_more_than_one_still_fits(qtbot, theme):
    many = memory_samples.parts() * 3
    stack = ScoreStack(many, colour="trace-retrieved", threshold=None, theme=theme)
    qtbot.addWidget(stack)
    stack.resize(300, 20)
    assert stack.rooms()[-1].right() <= 320
    assert not stack.grab().isNull()


def test_parts_that_add_next_to_nothing_are_named_on_one_line(qtbot, theme):
    parts = ScoreParts(memory_samples.parts(), None, theme=theme)
    qtbot.addWidget(parts)
    assert [label.text() for label in parts.findChildren(Label)] == ["Negligible: Dated"]


@pytest.mark.parametrize(
    ("shares", "score", "said"),
    [
        ((0.8, 0.39), 1.0, ["Sum 1.19, capped at 1.00"]),
        ((0.2, -0.5), 0.0, ["Sum −0.30, capped at 0.00"]),
        ((0.4, 0.39), 0.79, []),
        ((0.8, 0.39), 0.79, []),
    ],
)
def test_a_sum_that_is_no_score_is_explained(qtbot, theme, shares, score, said):
    sent = [replace(part, share=share) for part, share in zip(memory_samples.parts(), shares, strict=False)]
    trace = samples.trace_row("amu_1", "1", "retrieved", "Emma plays", "Retrieved", score)
    parts = ScoreParts(sent, trace, theme=theme)
    qtbot.addWidget(parts)
    assert [label.text() for label in parts.findChildren(Label)] == said


def test_categories_are_read_with_number_and_place(qtbot, theme):
    scores = CategoryScores(memory_samples.retrieval().categories, theme=theme)
    qtbot.addWidget(scores)
    assert scores.accessibleDescription().startswith("Relationships 0.82 route 1; Mind & feelings 0.44 route 2; ")
    scores.resize(scores.minimumSizeHint())
    assert not scores.grab().isNull()


def luminance(colour):
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour.getRgbF()[:3]]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("choice", ["light", "dark", "contrast"])
@pytest.mark.parametrize("colour", ["trace-retrieved", "trace-stored", "trace-updated"])
def test_the_paler_parts_can_still_be_seen(theme, choice, colour):
    theme.choose(choice)
    bright, dark = sorted((luminance(tint(theme, colour, 1)), luminance(theme.colour("surface-sunken"))), reverse=True)
    assert (bright + 0.05) / (dark + 0.05) >= 3
