import pytest
from PySide6.QtGui import QAction, QTextDocument
from PySide6.QtWidgets import QApplication, QLabel, QPushButton, QWidget

from alicia_desktop.ui.inspector.memory.memory_form import Tag
from alicia_desktop.ui.inspector.page_parts import LinkButton
from alicia_desktop.ui.untrusted.plain_text import (
    MAX_NAME_CHARACTERS,
    MAX_TIP_CHARACTERS,
    button_text,
    notification_text,
    set_tool_tip,
    set_window_title,
    show_tool_tip,
    tool_tip,
)
from alicia_desktop.ui.widgets.chip import MemoryChip
from alicia_desktop.ui.widgets.labels import ElidedLabel, PartsLabel
from alicia_desktop.view.rows import ChipRow
from tests.support.opened import Traps

MARKUP = [
    "<b>x</b>",
    "a &lt;b&gt;",
    "<img src='/dev/ptmx'>",
    "<!DOCTYPE html>x",
    "<?xml version='1.0'?><p>",
    "1 < 2\n<i>",
]


def read(text):
    """Return what Qt shows of a tool tip."""
    label = QLabel(text)
    if label.text() != text or not text.startswith("<"):
        return text
    document = QTextDocument()
    document.setHtml(text)
    return document.toPlainText()


@pytest.mark.parametrize("text", [*MARKUP, "Recital: Fri 18:30", "R&D", "a\nb", ""])
def test_a_tool_tip_shows_what_it_is_given(qapp, text):
    assert read(tool_tip(text)) == text


def test_a_plain_tool_tip_stays_as_it_is():
    assert tool_tip("Sidebar (Ctrl+B)") == "Sidebar (Ctrl+B)"


def test_a_long_one_is_cut():
    assert tool_tip("x" * 2_000_000) == "x" * (MAX_TIP_CHARACTERS - 1) + "…"


@pytest.mark.qt_log_ignore("does not support raise")
@pytest.mark.e2e
def test_a_tool_tip_opens_nothing(qtbot):
    with Traps() as traps:
        widget, action = QWidget(), QAction()
        qtbot.addWidget(widget)
        widget.show()
        for target in (widget, action):
            set_tool_tip(target, traps.markup)
        for text in (widget.toolTip(), action.toolTip(), traps.markup):
            show_tool_tip(widget.pos(), text, widget)
            for shown in QApplication.topLevelWidgets():
                shown.grab()
        assert traps.opened() == []


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Roses – Alicia", "Roses – Alicia"),
        ("a\nb\tc\u2028d", "a b c d"),
        ("Save [*] this", "Save [*] this"),
        ("x" * 20_000_000, "x" * 199 + "…"),
    ],
)
def test_a_title_is_one_line_that_is_not_too_long(qtbot, text, title):
    window = QWidget()
    qtbot.addWidget(window)
    set_window_title(window, text)
    assert window.windowTitle().replace("[*][*]", "[*]") == title
    assert not window.isWindowModified()


def test_no_word_makes_a_key(qtbot):
    button = QPushButton(button_text("R&D &Delete"))
    qtbot.addWidget(button)
    assert button.shortcut().isEmpty()


def test_a_notification_holds_no_markup():
    shown = notification_text("<img src='/dev/ptmx'> R&D <a href='x'>")
    assert not set("<>") & set(shown)
    assert "R&D" in shown


@pytest.mark.parametrize(
    "make",
    [
        lambda text, theme: ElidedLabel(text, theme=theme),
        lambda text, theme: PartsLabel(text, theme=theme),
        lambda text, theme: LinkButton(text, theme=theme),
        lambda text, theme: Tag(text, theme=theme),
        lambda text, theme: MemoryChip(chip(text), theme=theme),
    ],
)
def test_what_stands_on_one_line_is_measured_only_as_far_as_it_can_be_seen(qtbot, theme, make):
    long, longer = make("x" * 2_000, theme), make("x" * 2_000_000, theme)
    for widget in (long, longer):
        qtbot.addWidget(widget)
    assert longer.sizeHint().width() == long.sizeHint().width()
    assert len(longer.accessibleName()) <= MAX_NAME_CHARACTERS


def chip(text):
    return ChipRow(id="c", memory_id="m", action="stored", score="", meaning="", content=text)
