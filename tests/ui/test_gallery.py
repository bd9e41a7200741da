import pytest

from alicia_desktop.ui.gallery import Gallery


@pytest.mark.parametrize("choice", ["light", "dark", "contrast"])
def test_every_component_paints_in_every_scheme(qtbot, theme, choice):
    theme.choose(choice)
    gallery = Gallery(theme=theme)
    qtbot.addWidget(gallery)
    gallery.resize(1100, 1300)
    picture = gallery.grab().toImage()
    colours = {picture.pixelColor(x, y).name() for x in range(0, 1100, 3) for y in range(0, 1300, 7)}
    assert theme.colour("surface").name() in colours
    assert theme.colour("text").name() in colours or len(colours) > 50
