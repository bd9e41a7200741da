import re
from pathlib import Path

import pytest
from PySide6.QtGui import QFont, QPalette
from PySide6.QtWidgets import QStyle

import alicia_desktop.ui
from alicia_desktop.ui.theme import Theme, style_sheet
from alicia_desktop.ui.tokens import SCHEMES

COLOUR = re.compile(r"""["']#[0-9A-Fa-f]{3,8}["']|QColor\(\s*\d|Qt\.GlobalColor\.(?!transparent)""")


def test_no_colour_is_written_outside_of_the_tokens():
    package = Path(alicia_desktop.ui.__file__).parent
    found = [path.name for path in package.rglob("*.py") if COLOUR.search(path.read_text(encoding="utf-8"))]
    assert found == []


def test_the_palette_is_the_one_of_the_design(theme):
    palette = theme.palette()
    assert palette.color(QPalette.ColorRole.Window) == theme.colour("surface-sunken")
    assert palette.color(QPalette.ColorRole.Base) == theme.colour("surface-raised")
    assert palette.color(QPalette.ColorRole.Highlight) == theme.colour("selection")
    assert palette.color(QPalette.ColorGroup.Disabled, QPalette.ColorRole.Text) == theme.colour("text-disabled")


def test_alpha_is_read_behind_the_colour(theme):
    assert theme.colour("scrim").alpha() == 0x73
    assert theme.colour("scrim").red() == 0x24


def test_an_unknown_name_is_an_error(theme):
    with pytest.raises(KeyError):
        theme.colour("mauve")


@pytest.mark.parametrize(("choice", "scheme"), [("dark", "dark"), ("contrast", "contrast-light")])
def test_a_choice_takes_effect_at_once(qtbot, qapp, theme, choice, scheme):
    with qtbot.waitSignal(theme.changed):
        theme.choose(choice)
    assert theme.scheme == scheme
    assert qapp.palette().color(QPalette.ColorRole.Window) == theme.colour("surface-sunken")
    assert theme.tokens.colours[theme.scheme]["accent"] in qapp.styleSheet()


def test_only_high_contrast_needs_outlines(theme):
    assert not theme.outlined
    theme.choose("contrast")
    assert theme.outlined


def test_the_sheet_knows_every_scheme(theme, qapp):
    for scheme in SCHEMES:
        assert theme.tokens.colours[scheme]["text"].startswith("#")
    assert "@" not in qapp.styleSheet().split("*/", 1)[1]


def test_figures_have_one_width_and_code_has_no_ligatures(theme):
    assert theme.font("small").featureValue(QFont.Tag("tnum")) == 1
    assert theme.font("data").featureValue(QFont.Tag("calt")) == 0
    assert theme.font("ui", weight=600).weight() == QFont.Weight.DemiBold


def test_reduced_motion_stops_movement_but_not_meters(qapp):
    still, moving = Theme(choice="light", reduced_motion=True), Theme(choice="light")
    assert (still.motion("normal"), moving.motion("normal")) == (0, 160)
    assert still.motion("meter") == moving.motion("meter") == 33


def test_motion_can_be_reduced_while_the_window_is_open(qtbot, qapp):
    theme = Theme(choice="light")
    with qtbot.waitSignal(theme.changed):
        theme.reduce_motion(reduced=True)
    assert theme.motion("pulse") == 0
    with qtbot.assertNotEmitted(theme.changed):
        theme.reduce_motion(reduced=True)
    theme.reduce_motion(reduced=False)
    assert theme.motion("pulse") > 0


def test_icons_of_menus_are_as_large_as_their_words(qapp):
    usual = Theme(choice="light")
    large = Theme(choice="light", text_size=200)
    assert large.icon_size() == 2 * usual.icon_size()
    for theme in (usual, large):
        assert f"icon-size: {theme.icon_size()}px" in style_sheet(theme)


def test_icons_of_menus_take_another_text_size_at_once(window, theme):
    header = window.conversation.header
    already_open = header.menu()
    sizes = []
    for percent in (100, 200, 100):
        theme.set_text_size(percent)
        menus = (already_open, header.menu(), window.sidebar.context_menu(window.sidebar.list.model().index(0, 0)))
        for menu in menus:
            menu.ensurePolished()
        pixels = [menu.style().pixelMetric(QStyle.PixelMetric.PM_SmallIconSize, None, menu) for menu in menus]
        sizes.append((pixels, theme.icon_size()))
    assert [pixels for pixels, _ in sizes] == [[size] * 3 for _, size in sizes]
    assert sizes[1][1] == 2 * sizes[0][1]
