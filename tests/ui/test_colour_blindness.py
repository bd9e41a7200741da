"""Nothing is said by colour alone: states stay apart, and text can be read, with every kind of colour blindness."""

from itertools import combinations

import numpy as np
import pytest

from alicia_desktop.ui.gallery import BADGES, Gallery
from alicia_desktop.ui.presence_icon import MARK_OF_STATE, Mark
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.tokens import SCHEMES, load_tokens
from alicia_desktop.ui.widgets.badge import Badge
from alicia_desktop.ui.widgets.chip import TRACE_ICON, MemoryChip
from alicia_desktop.ui.widgets.notices import TOAST_ICON
from tests.support.colour_blindness import KINDS, seen_hex, seen_image
from tests.ui.samples import chip
from tests.ui.test_tokens import ratio

TOKENS = load_tokens()
CHOICES = ("light", "dark", "contrast")
APART = 0.25
"""Difference of brightness, 0–1, that is seen at a glance."""
SEEN_PIXELS = 12


def differ(one, other):
    width, height = min(one.shape[1], other.shape[1]), min(one.shape[0], other.shape[0])
    delta = np.abs(one[:height, :width].mean(axis=2) - other[:height, :width].mean(axis=2))
    return int((delta > APART).sum()) >= SEEN_PIXELS


def too_weak(scheme, kind, pairs, least):
    colours = {name: seen_hex(value[:7], kind) for name, value in TOKENS.colours[scheme].items()}
    return {
        f"{name} on {ground}": round(found, 2)
        for name, *grounds in pairs
        for ground in grounds
        if (found := ratio(colours[name], colours[ground])) < least
    }


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_text_keeps_its_contrast(scheme, kind):
    assert too_weak(scheme, kind, TOKENS.text_pairs, TOKENS.text_ratio) == {}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_graphic_that_means_something_keeps_its_contrast(scheme, kind):
    assert too_weak(scheme, kind, TOKENS.graphic_pairs, TOKENS.graphic_ratio) == {}


def pictures(qtbot, widgets, kind):
    found = []
    for widget in widgets:
        qtbot.addWidget(widget)
        widget.resize(widget.sizeHint())
        found.append(seen_image(widget.grab().toImage(), kind))
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("choice", CHOICES)
def test_states_stay_apart_without_colour(qtbot, theme, choice, kind):
    theme.choose(choice)
    chips = [MemoryChip(chip(1, action, "0.91", "relevance", "Emma"), theme=theme) for action in TRACE_ICON]
    badges = [Badge(words, theme=theme, kind=look, icon=icon) for look, icon, words in BADGES]
    marks = []
    for shape in dict.fromkeys(MARK_OF_STATE.values()):
        mark = Mark(theme=theme, size=40)
        mark.set_shape(shape)
        marks.append(mark)
    for group in (chips, badges, marks):
        shown = pictures(qtbot, group, kind)
        alike = [
            (one, other) for one, other in combinations(range(len(shown)), 2) if not differ(shown[one], shown[other])
        ]
        assert [(type(group[0]).__name__, pair) for pair in alike] == []


def test_kinds_of_notices_have_shapes_of_their_own():
    assert len({icon for icon, _ in TOAST_ICON.values()}) == len(TOAST_ICON)


@pytest.fixture(scope="module")
def gallery(qapp):
    """A picture of all components."""
    theme = Theme(choice="light", reduced_motion=True)
    theme.install(qapp)
    made = Gallery(theme=theme)
    page = made.widget()
    assert page is not None
    picture = page.grab().toImage()
    made.deleteLater()
    return picture


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_the_gallery_can_be_read_without_colour(gallery, kind):
    picture = seen_image(gallery, kind)
    brightness = picture.mean(axis=2)
    assert brightness.max() - brightness.min() > 0.8
