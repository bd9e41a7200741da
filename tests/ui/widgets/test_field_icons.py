"""Icons inside text fields grow with the text."""

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtWidgets import QLineEdit, QToolButton

from alicia_desktop.ui.widgets.field_icons import SIZE, add_icon


@pytest.mark.parametrize("percent", [100, 200])
def test_an_icon_in_a_field_has_the_size_of_its_text_and_can_be_pressed(qtbot, theme, percent):
    theme.set_text_size(percent)
    field = QLineEdit()
    qtbot.addWidget(field)
    field.setFixedHeight(theme.height("control"))
    pressed = []
    add_icon(field, "magnifying-glass", theme=theme).triggered.connect(lambda: pressed.append(True))
    field.show()
    (button,) = field.findChildren(QToolButton)
    assert button.width() >= theme.scaled(SIZE) == SIZE * percent / 100
    button.click()
    assert pressed


def test_a_field_that_is_gone_takes_no_part_in_another_size(qapp, theme):
    field = QLineEdit()
    add_icon(field, "magnifying-glass", theme=theme)
    field.deleteLater()
    QCoreApplication.sendPostedEvents(field, QEvent.Type.DeferredDelete.value)
    theme.set_text_size(200)
