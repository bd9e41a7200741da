"""What is painted stays in its place where text is large: nothing is cut without "…" or runs into another text."""

import pytest
from PySide6.QtCore import QRect
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLabel

from alicia_desktop.ui.inspector.canvas import Canvas
from alicia_desktop.ui.inspector.panel import InspectorPanel
from alicia_desktop.ui.inspector.turn.waterfall import Waterfall
from tests.ui.inspector import samples

pytestmark = pytest.mark.slow

SIZE = (563, 720)
"""Of the panel in a window of 1280 × 800, where it is narrowest for its text."""
TABS = ("turn", "memory", "tools", "stanzas")


@pytest.fixture(params=[(100, 100), (150, 150), (200, 200), (100, 200), (200, 100)])
def large(request, theme):
    """A theme, and the size of text to which it is changed while the panel is open."""
    begun, then = request.param
    theme.set_text_size(begun)
    return theme, then


@pytest.fixture
def written(monkeypatch):
    """What is painted: on which widget, where, and the least room that it takes."""
    found: list[tuple[object, QRect, QRect, str]] = []
    original = Canvas.write

    def write(canvas, rect, text, *, font, weight, colour, align, elide):
        shown = original(canvas, rect, text, font=font, weight=weight, colour=colour, align=align, elide=elide)
        metrics: QFontMetrics = canvas.lettering.font(font, weight)[1]
        if shown:
            ink = metrics.tightBoundingRect(shown)
            room = metrics.boundingRect(canvas.place(rect), int(align), shown)
            place = QRect(
                room.left(), room.top() + metrics.ascent() + ink.top(), metrics.horizontalAdvance(shown), ink.height()
            )
            found.append((canvas.painter.device(), QRect(canvas.place(rect)), place, shown))
        return shown

    monkeypatch.setattr(Canvas, "write", write)
    return found


@pytest.mark.parametrize("tab", TABS)
def test_painted_words_are_whole_and_apart(qtbot, large, written, tab):
    look_at_painted_words(qtbot, large, written, tab)


@pytest.mark.parametrize("large", [(100, 100), (200, 200)], indirect=True)
@pytest.mark.parametrize("tab", TABS)
def test_painted_words_of_german_are_whole_and_apart(qtbot, german, large, written, tab):
    look_at_painted_words(qtbot, large, written, tab)


def look_at_painted_words(qtbot, large, written, tab):
    theme, then = large
    panel = InspectorPanel(theme=theme)
    qtbot.addWidget(panel)
    panel.resize(*SIZE)
    panel.memory.set_traces(samples.traces())
    panel.set_tools(samples.tools())
    panel.set_stanzas(samples.stanzas())
    panel.set_turn(samples.turn())
    panel.show_tab(tab)
    with qtbot.waitExposed(panel):
        panel.show()
    panel.grab()
    theme.set_text_size(then)
    written.clear()
    panel.grab()
    assert written
    cut = [(words, place, room) for _, room, place, words in written if not room.adjusted(-2, -2, 2, 2).contains(place)]
    assert not cut
    for number, (device, _, place, words) in enumerate(written):
        for other, _, there, others in written[:number]:
            both = place.intersected(there)
            assert device is not other or words == others or both.width() < 3 or both.height() < 3, (words, others)


def test_words_of_the_chosen_bar_grow_also_where_the_page_is_laid_out_anew(qtbot, theme):
    panel = InspectorPanel(theme=theme)
    qtbot.addWidget(panel)
    panel.resize(600, 800)
    panel.set_turn(samples.turn())
    panel.show_tab("turn")
    with qtbot.waitExposed(panel):
        panel.show()
    (waterfall,) = panel.findChildren(Waterfall)
    waterfall.choose(samples.turn().waterfall[0].id)
    words = next(one for one in panel.findChildren(QLabel) if one.text() and one.text() == waterfall.details)
    before, parent = words.font().pixelSize(), words.parent()
    theme.set_text_size(200)
    assert words.parent() is not parent
    assert words.font().pixelSize() == 2 * before
