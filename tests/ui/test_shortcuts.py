"""The list of keys: all of its words can be read, in whatever window it opens."""

import pytest
from PySide6.QtWidgets import QScrollArea

from alicia_desktop.ui.main_window import window_keys
from alicia_desktop.ui.shortcuts import shortcut_list
from alicia_desktop.ui.widgets.labels import Label


@pytest.mark.parametrize("size", [(900, 600), (1280, 800), (1600, 1000)])
def test_no_word_is_cut_off(qtbot, theme, window, size):
    window.resize(*size)
    keys = window_keys(window)
    dialog = shortcut_list(keys, title="Keyboard shortcuts", theme=theme, parent=window)
    qtbot.addWidget(dialog)
    with qtbot.waitExposed(dialog):
        dialog.open()
    (area,) = dialog.findChildren(QScrollArea)
    assert area.geometry().right() < dialog.width()
    for label in area.findChildren(Label):
        assert label.width() >= label.sizeHint().width(), label.text()
        assert label.mapTo(area, label.rect().topRight()).x() <= area.viewport().width(), label.text()
    assert dialog.height() <= window.height()
    assert dialog.width() <= window.width()
    dialog.reject()
