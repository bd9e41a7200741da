"""Nothing is said by colour alone: states stay apart, and text can be read, with every kind of colour blindness."""

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon, QPixmap
from PySide6.QtWidgets import QVBoxLayout, QWidget

from alicia_desktop.ui.gallery import Gallery
from alicia_desktop.ui.gallery_states import GROUPS, state_samples
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.tokens import SCHEMES, load_tokens
from alicia_desktop.ui.widgets.chip import TRACE_ICON
from tests.support.colour_blindness import KINDS, seen_hex, seen_image
from tests.ui.test_tokens import ratio

pytestmark = pytest.mark.slow

TOKENS = load_tokens()
CHOICES = ("light", "dark", "contrast")
APART = 0.25
"""Difference of brightness, 0–1, that is seen at a glance."""
SEEN_PIXELS = 12


def differ(one, other, apart=APART):
    """Whether two pictures differ in shape or brightness; what one has beside or below the other counts."""
    sizes = [max(sides) for sides in zip(one.shape[:2], other.shape[:2], strict=True)]
    delta = np.abs(brightness(one, sizes) - brightness(other, sizes))
    return int((delta > apart).sum()) >= SEEN_PIXELS


def brightness(picture, sizes):
    grown = [(0, size - side) for size, side in zip(sizes, picture.shape[:2], strict=True)]
    return np.pad(picture.mean(axis=2), grown, mode="edge")


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


PAGE_WIDTH = 480
FAINT = 0.1
"""Difference of brightness of a thin line, which is drawn in half tones."""


class ThemeWithout(Theme):
    """A theme that draws some glyphs as nothing."""

    def __init__(self, choice, removed):
        super().__init__(choice=choice, reduced_motion=True)
        self.removed = removed

    def icon(self, name, colour="text-muted"):
        return QIcon(self.pixmap(name, colour, 16)) if name in self.removed else super().icon(name, colour)

    def pixmap(self, name, colour, size, ratio=1.0):
        drawn = super().pixmap(name, colour, size, ratio)
        if name not in self.removed:
            return drawn
        nothing = QPixmap(drawn.size())
        nothing.setDevicePixelRatio(ratio)
        nothing.fill(Qt.GlobalColor.transparent)
        return nothing


def shown_states(qapp, choice, removed=frozenset(), groups=tuple(GROUPS)):
    """Return a picture and the glyph of each state in these groups of the gallery, without the glyphs `removed`."""
    theme = ThemeWithout(choice, removed)
    theme.install(qapp)
    page = QWidget()
    page.setFixedWidth(PAGE_WIDTH)
    column = QVBoxLayout(page)
    samples = {group: state_samples(theme, group) for group in groups}
    for states in samples.values():
        for sample in states.values():
            column.addWidget(sample.widget)
    page.grab()  # lays it out
    shown = {
        group: {state: (one.widget.grab().toImage(), one.glyph) for state, one in states.items()}
        for group, states in samples.items()
    }
    page.deleteLater()
    return shown


def told_by_colour_alone(qapp, choice, *, removed=frozenset()):
    """Return the states that look like another one of their group, or as they would without their glyph."""
    found = []
    for group, states in shown_states(qapp, choice, removed).items():
        glyphs = {glyph for _, glyph in states.values() if glyph}
        bare = {glyph: shown_states(qapp, choice, removed | {glyph}, (group,))[group] for glyph in glyphs}
        for kind in KINDS:
            seen = {state: seen_image(image, kind) for state, (image, _) in states.items()}
            for one, other in combinations(seen, 2):
                if not differ(seen[one], seen[other]):
                    found.append(f"{kind}, {group}: {one} = {other}")
            for state, (_, glyph) in states.items():
                if glyph and not differ(seen[state], seen_image(bare[glyph][state][0], kind), FAINT):
                    found.append(f"{kind}, {group}: {state}")
    return found


@pytest.mark.parametrize("choice", CHOICES)
def test_no_state_is_told_by_colour_alone(qapp, choice):
    assert told_by_colour_alone(qapp, choice) == []


def test_a_state_that_lost_its_glyph_is_found(qapp):
    removed = frozenset({"archive-tray", "x-circle", "info", "arrows-left-right", "check-circle"})
    found = told_by_colour_alone(qapp, "light", removed=removed)
    for kind in KINDS:
        assert {
            f"{kind}, memory chip: stored",
            f"{kind}, tool card: failed",
            f"{kind}, banner: info",
            f"{kind}, message: conflict",
            f"{kind}, conversation: conflict",
            f"{kind}, filter: right",
        } <= set(found)


def test_two_states_with_the_same_glyph_are_found(qapp, monkeypatch):
    monkeypatch.setitem(TRACE_ICON, "stored", TRACE_ICON["retrieved"])
    found = [f"{kind}, memory chip: retrieved = stored" for kind in KINDS]
    assert told_by_colour_alone(qapp, "light") == found


def test_the_gallery_shows_all_of_them(qtbot, theme):
    gallery = Gallery(theme=theme)
    qtbot.addWidget(gallery)
    page = gallery.widget()
    assert page is not None
    assert set(gallery.states) == set(GROUPS)
    assert all(page.isAncestorOf(one.widget) for states in gallery.states.values() for one in states.values())
