from alicia_desktop.ui.inspector.figures import CELL_HEIGHT, Figures
from tests.ui.inspector import samples


def test_figures_take_two_lines_rather_than_being_cut(qtbot, theme):
    figures = Figures(theme=theme)
    qtbot.addWidget(figures)
    figures.set_figures(samples.turn().figures)
    figures.resize(760, 56)
    assert figures.height() == round(CELL_HEIGHT * theme.scale)
    figures.resize(440, 56)
    assert figures.height() == 2 * round(CELL_HEIGHT * theme.scale)


def test_every_figure_is_read_with_its_meaning(qtbot, theme):
    figures = Figures(theme=theme)
    qtbot.addWidget(figures)
    figures.set_figures(samples.turn().figures)
    assert figures.accessibleName().startswith("624 ms to the first word, 702 ms to the first sound")
    figures.set_figures(())
    assert figures.isHidden()


def test_they_have_room_when_the_text_becomes_larger(qtbot, theme):
    figures = Figures(theme=theme)
    qtbot.addWidget(figures)
    figures.set_figures(samples.turn().figures)
    figures.resize(760, 56)
    theme.set_text_size(200)
    assert figures.height() == 2 * round(CELL_HEIGHT * theme.scale)
