from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetrics, QImage, QPainter

from alicia_desktop.ui.widgets.badge import Badge, badge_width, paint_badge


def test_a_badge_says_its_word(qtbot, theme):
    badge = Badge("malformed", theme=theme, kind="error", icon="warning-octagon")
    qtbot.addWidget(badge)
    assert badge.accessibleName() == "malformed"
    assert badge.height() == 18


def test_icon_and_edges_grow_with_the_text(theme):
    widths = []
    for size in (100, 200):
        theme.set_text_size(size)
        bare = QFontMetrics(theme.font("label")).horizontalAdvance("malformed")
        widths.append(badge_width(theme, "malformed", icon=True) - bare)
    assert widths[1] == 2 * widths[0]


def test_a_word_that_does_not_fit_ends_with_an_ellipsis(theme):
    pictures = []
    for word in ("malformed", "malfunction"):
        image = QImage(60, 18, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.white)
        painter = QPainter(image)
        paint_badge(painter, QRectF(image.rect()), word, kind="error", icon="warning-octagon", theme=theme)
        painter.end()
        pictures.append(image)
    assert pictures[0] == pictures[1]  # the rest of the word is nowhere, not even in part
