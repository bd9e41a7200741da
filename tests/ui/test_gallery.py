import pytest

from alicia_desktop.ui.gallery import Gallery
from alicia_desktop.ui.permission import PermissionDialog
from alicia_desktop.ui.profiles_dialog import ProfilesDialog
from alicia_desktop.ui.recently_deleted import RecentlyDeletedWindow
from alicia_desktop.ui.shortcuts_dialog import ShortcutsDialog

pytestmark = pytest.mark.slow


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


def test_dialogs_are_parts_of_it_and_no_windows(qtbot, theme):
    gallery = Gallery(theme=theme)
    qtbot.addWidget(gallery)
    for kind in (PermissionDialog, ProfilesDialog, RecentlyDeletedWindow, ShortcutsDialog):
        found = gallery.findChildren(kind)
        assert found
        assert not any(one.isWindow() for one in found)
