"""Every widget that shows text is shown a text that asks for files, a pipe, a device, a share and a server."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QEvent, QModelIndex, QPoint
from PySide6.QtGui import QAction, QHelpEvent, Qt, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QMenu,
    QPlainTextEdit,
    QTextEdit,
    QToolTip,
    QWidget,
)

import alicia_desktop.ui
from alicia_desktop.ui.conversation.message_controls import MessageWidget
from alicia_desktop.ui.conversation.message_navigation import NavigableMessages
from alicia_desktop.ui.conversation.message_viewport import MessageViewport
from alicia_desktop.ui.focus_frame import FocusFrame
from alicia_desktop.ui.inspector.memory.memory_history import DiffLabel
from alicia_desktop.ui.inspector.row_views import FastTable, RowList
from alicia_desktop.ui.settings.fields import Page
from alicia_desktop.ui.settings.model_parts import FactGrid
from alicia_desktop.ui.untrusted.links import encode_address, parse_link
from alicia_desktop.ui.untrusted.plain_text import MAX_TITLE_CHARACTERS
from alicia_desktop.ui.window_actions import WindowActions
from alicia_desktop.ui.window_frame import WindowFrame
from alicia_desktop.ui.window_navigation import WindowNavigation
from tests.support.opened import Traps
from tests.ui.untrusted.formats import formats
from tests.ui.untrusted.scenes import SCENES

pytestmark = pytest.mark.qt_log_ignore("does not support (raise|grabbing)", "QFile::at")
BASES = {
    WindowFrame,
    WindowActions,
    WindowNavigation,
    MessageViewport,
    NavigableMessages,
    MessageWidget,
    RowList,
    Page,
    FocusFrame,
    FactGrid,
    FastTable,
}
"""Never seen by themselves; a frame of the focus holds no text."""
TIPS = (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.StatusTipRole, Qt.ItemDataRole.WhatsThisRole)


@pytest.mark.e2e
def test_nothing_is_opened_by_any_widget_and_no_widget_is_left_out(qtbot, theme):
    seen: set[type] = set()
    painted: set[str] = set()
    with Traps() as traps:
        for name, scene in SCENES.items():
            for top in scene(theme, traps.markup):
                if top.isWindow():
                    qtbot.addWidget(top)
                seen.update(walk(top, painted))
                assert traps.opened() == [], f"{name}: {type(top).__name__}"
    assert widgets_of_the_program() - seen - BASES == set()


def walk(top: QWidget, painted: set[str]) -> Iterator[type]:
    """Show a window, let the mouse rest everywhere, and check what could open something later."""
    top.show()
    QApplication.sendPostedEvents()
    top.grab()
    for widget in [top, *top.findChildren(QWidget)]:
        yield type(widget)
        check_text(widget)
        rest_on(widget, painted)
        for action in widget.actions():
            check_tips(action)
    if isinstance(top, QMenu):
        top.close()


def check_text(widget: QWidget) -> None:
    """Fail where a text is more than text."""
    check_tips(widget)
    if isinstance(widget, QLabel):
        plain = widget.textFormat() is Qt.TextFormat.PlainText
        assert plain or isinstance(widget, DiffLabel) or not widget.text() or is_of_qt(widget), widget
    if isinstance(widget, QAbstractButton):
        assert widget.shortcut().isEmpty() or "Ctrl" in widget.shortcut().toString(), widget
    if isinstance(widget, QTextEdit | QPlainTextEdit):
        check_document(widget.document())
    if isinstance(widget, QAbstractItemView) and widget.model() is not None:
        check_model(widget.model())
    if isinstance(widget, QComboBox):
        check_model(widget.model())
    assert len(widget.windowTitle()) <= MAX_TITLE_CHARACTERS
    assert not set("\r\n\t") & set(widget.windowTitle())


def is_of_qt(label: QWidget) -> bool:
    """Whether it is the label in which Qt shows a tool tip; the texts of those go through the door."""
    return label.metaObject().className() == "QTipLabel"


def check_tips(target: QWidget | QAction) -> None:
    for text in (target.toolTip(), target.statusTip(), target.whatsThis()):
        check_tip(text)


def check_tip(text: str) -> None:
    """Fail where Qt, which guesses what a tool tip is, would find pictures or links in it."""
    if Qt.mightBeRichText(text):
        document = QTextDocument()
        document.setHtml(text)
        assert not any(style.isImageFormat() or style.isAnchor() for style in formats(document)), text


def check_document(document: QTextDocument) -> None:
    for style in formats(document):
        assert not style.isImageFormat()
        if style.isAnchor():
            url = parse_link(style.anchorHref())
            assert url is not None
            assert style.anchorHref() == encode_address(url)
        check_tip(style.toolTip())


def check_model(model: QAbstractItemModel, parent: QModelIndex | None = None) -> None:
    parent = parent or QModelIndex()
    columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
    for row in range(model.rowCount(parent)):
        for column in range(columns):
            index = model.index(row, column, parent)
            for role in TIPS:
                check_tip(index.data(role) or "")
        check_model(model, model.index(row, 0, parent))
    for section in range(columns):
        for role in TIPS:
            check_tip(model.headerData(section, Qt.Orientation.Horizontal, role) or "")


def rest_on(widget: QWidget, painted: set[str]) -> None:
    """Let the mouse rest on a widget, and on each place of a list."""
    if not widget.isVisible():
        return
    places = [widget.rect().center(), QPoint(12, 8)]
    if isinstance(widget.parent(), QAbstractItemView | QTextEdit):
        places += [QPoint(widget.width() // 3, y) for y in range(4, min(widget.height(), 600), 20)]
    for place in places:
        QApplication.sendEvent(widget, QHelpEvent(QEvent.Type.ToolTip, place, widget.mapToGlobal(place)))
        if QToolTip.isVisible() and QToolTip.text() not in painted:
            painted.add(QToolTip.text())
            for tip in QApplication.topLevelWidgets():
                if is_of_qt(tip):
                    tip.grab()
    QToolTip.hideText()


def widgets_of_the_program() -> set[type]:
    """Return every class of a widget in `ui`."""
    names = [module.name for module in pkgutil.walk_packages(alicia_desktop.ui.__path__, "alicia_desktop.ui.")]
    return {
        found
        for name in names
        for found in vars(importlib.import_module(name)).values()
        if inspect.isclass(found) and issubclass(found, QWidget) and found.__module__ == name
    }
