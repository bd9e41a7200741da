"""The larger view of an image, over its window."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage

from alicia_desktop.ui.image_viewer import ImageViewer


def opened(window, theme):
    made = QImage(3000, 100, QImage.Format.Format_RGB32)
    made.fill(QColor("red"))
    return ImageViewer("cat.png", made, theme=theme, window=window)


def test_it_covers_the_window_and_grows_with_it(qtbot, window, theme):
    viewer = opened(window, theme)
    assert viewer.geometry() == window.rect()
    window.resize(1000, 700)
    assert viewer.geometry() == window.rect()
    assert viewer.accessibleName() == "cat.png"


def test_escape_closes_it_and_nothing_behind(qtbot, window, theme):
    window.activateWindow()
    viewer = opened(window, theme)
    with qtbot.assertNotEmitted(window.stop_requested), qtbot.waitSignal(viewer.closed):
        qtbot.keyClick(viewer.leave, Qt.Key.Key_Escape)


def test_it_can_be_saved(qtbot, window, theme):
    viewer = opened(window, theme)
    with qtbot.waitSignal(viewer.save_requested):
        qtbot.mouseClick(viewer.save, Qt.MouseButton.LeftButton)
