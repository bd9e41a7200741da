"""The waterfall of a turn whose time adds up: shares, the total, what nobody told, by mouse, keys and screen reader."""

from dataclasses import replace
from typing import get_args

import pytest
from PySide6.QtCore import QPoint, Qt

from alicia_desktop.ui.inspector.canvas import Canvas
from alicia_desktop.ui.inspector.turn.turn_tab import TurnTab
from alicia_desktop.ui.inspector.turn.waterfall import KINDS, Waterfall
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.turn_phases import Kind
from tests.ui.inspector.samples import bar, turn
from tests.ui.reach import part, shown_texts

PROMPT = replace(
    bar("server prompt", "prompt", "Reading the prompt", 100, 300),
    path=((100.0, 400.0),), share="300 ms", teller="server",
)  # fmt: skip
TOKENS = replace(
    bar("server tokens", "tokens", "Tokens", 400, 900),
    path=((400.0, 600.0),), share="200 ms", teller="server", stretches=((400.0, 800.0), (1_000.0, 1_500.0)),
)  # fmt: skip
HIDDEN = replace(
    bar("untold", "untold", "Not told by this server", 0, 200),
    path=((0.0, 100.0), (600.0, 700.0)), share="200 ms", teller="nobody", stretches=((0.0, 100.0), (600.0, 700.0)),
)  # fmt: skip
KEPT = bar("learning", "server", "Memories learned", 120, 30)


@pytest.fixture(params=["light", "dark"])
def tab(request, qtbot, qapp):
    theme = Theme(choice=request.param, reduced_motion=True)
    theme.install(qapp)
    made = TurnTab(theme=theme)
    qtbot.addWidget(made)
    made.resize(430, 520)
    made.set_turn(turn(waterfall=(HIDDEN, PROMPT, KEPT, TOKENS), total="700 ms", clocks="server’s clock ± 2 ms"))
    with qtbot.waitExposed(made):
        made.show()
    return made


def painted(tab, row, ms):
    """Return the colour in the middle of a row's bar at a moment."""
    view = part(tab, Waterfall)
    tab.resize(1_000, 700)
    left, width = view.axis_place()
    place = QPoint(round(left + ms / 1_500 * width), view.row_rect(row).center().y())
    return view.grab().toImage().pixelColor(place)


def test_how_sure_the_servers_clock_is_stands_above(tab):
    assert any("server’s clock ± 2 ms" in text for text in shown_texts(tab))


def test_a_screen_reader_hears_every_row_its_share_and_the_total(tab):
    assert part(tab, Waterfall).accessibleDescription().splitlines() == [
        "Not told by this server, at 0 ms, took 200 ms in 2 parts, 200 ms of the total",
        "Reading the prompt, at 100 ms, took 300 ms, 300 ms of the total, told by the server (server’s clock ± 2 ms)",
        "Memories learned, at 120 ms, took 30 ms, nothing of the total",
        "Tokens, at 400 ms, took 900 ms in 2 parts, 200 ms of the total, told by the server (server’s clock ± 2 ms)",
        "Total: 700 ms",
    ]


@pytest.fixture
def written(monkeypatch):
    """What is asked to be painted, and what of it is."""
    found = []
    original = Canvas.write

    def write(canvas, rect, text, **look):
        shown = original(canvas, rect, text, **look)
        found.append((text, shown))
        return shown

    monkeypatch.setattr(Canvas, "write", write)
    return found


@pytest.mark.parametrize(("width", "size"), [(443, 100), (430, 200), (563, 200), (900, 100)])
def test_no_label_is_cut_however_narrow(qtbot, theme, size, width, written):
    theme.set_text_size(size)
    view = Waterfall(theme=theme)
    qtbot.addWidget(view)
    view.set_turn(turn(waterfall=(HIDDEN, PROMPT, KEPT, TOKENS), total="700 ms"))
    view.resize(width, 700)
    view.grab()
    assert {row.label for row in view.rows} <= {text for text, _ in written}
    assert all(text == shown for text, shown in written)


def test_the_total_is_named_above_the_column_that_adds_up_to_it(tab, written):
    part(tab, Waterfall).grab()
    assert ("of 700 ms", "of 700 ms") in written


def test_an_instant_is_said_without_how_long_it_took(tab):
    view = part(tab, Waterfall)
    view.set_turn(replace(turn(), waterfall=(bar("start", "start", "StartAnswer", 90, None),)))
    assert view.accessibleDescription().splitlines()[0] == "StartAnswer, at 90 ms"


def test_keys_walk_the_rows_and_the_line_below_tells_all_of_each(tab, qtbot):
    view = part(tab, Waterfall)
    for name in ("Not told by this server", "Reading the prompt"):
        qtbot.keyClick(view, Qt.Key.Key_Down)
        assert view.accessibleName().startswith(name)
        assert any(text.startswith(f"{name}, at ") for text in shown_texts(tab))


def test_the_total_is_no_row_to_choose(tab, qtbot):
    view = part(tab, Waterfall)
    qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.row_rect(len(view.rows)).center())
    assert view.chosen == ""


def test_what_was_waited_for_is_full_and_what_went_on_beside_it_is_pale(tab):
    tab.show_span("whole")
    full, pale = painted(tab, 3, 500), painted(tab, 3, 1_200)
    ground = painted(tab, 3, 900)
    assert len({full.name(), pale.name(), ground.name()}) == 3


def test_every_kind_of_phase_has_its_picture(tab):

    assert set(get_args(Kind)) <= set(KINDS)
