"""Show one page at a time below the list of traces, with a way back where a link led away from a trace.

A page is built anew whenever what it shows is other than before. The scroll position, and which of its controls
had the keyboard, stay; while the user writes into a form on it, it waits.
"""

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QApplication, QBoxLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from alicia_desktop.ui.inspector.memory.memory_page import MemoryPageWidget
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import ElidedLabel, rule

ABOVE: Final = 12
"""Pixels that stay above what is scrolled to."""


class DetailsArea(QWidget):
    """Hidden while there is nothing to show."""

    back_requested = Signal()

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._key = ""
        self._shown: Any = None
        self._waiting: tuple[Any, Callable[[], QWidget]] | None = None
        """What is to be shown once the form is left."""
        self._scroll = QScrollArea()
        self._scroll.setWidgetResizable(True)
        self._scroll.setAccessibleName(self.tr("Memory details"))
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._title = ElidedLabel("", theme=theme, font="label")
        self.back = Button(self.tr("Back"), theme=theme, icon="caret-left", small=True, kind="flat")
        self._bar = QWidget()
        line = QHBoxLayout(self._bar)
        line.setContentsMargins(8, 4, 16, 4)
        line.setSpacing(8)
        line.addWidget(self.back)
        line.addWidget(self._title, 1)
        self._rule = rule()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._bar)
        layout.addWidget(self._rule)
        layout.addWidget(self._scroll, 1)
        self.back.clicked.connect(self.back_requested)
        set_tool_tip(self.back, self.tr("Back to the memories of the answer"))
        self.clear()

    @property
    def shown(self) -> Any:
        """The view that is shown, such as `TraceDetails` or `MemoryPageView`; None for nothing."""
        return self._shown

    def widget(self) -> QWidget | None:
        """The page."""
        return self._scroll.widget()

    def clear(self) -> None:
        """Show nothing."""
        self._remove_page()
        self._key, self._shown, self._waiting = "", None, None
        self.hide()

    def show_page(self, key: str, view: Any, build: Callable[[], QWidget], *, title: str = "") -> None:
        """Show `view` by the page that `build` makes; `key` says what it is a view of, `title` that one can go back."""
        self._bar.setVisible(bool(title))
        self._rule.setVisible(bool(title))
        self._title.set_text(title)
        if key == self._key and view == self._shown:
            return
        if key == self._key and self._is_written_in():
            self._waiting = (view, build)
            return
        same = key == self._key
        place = self._scroll.verticalScrollBar().value() if same else 0
        focused = self._focused() if same else ""
        self._remove_page()
        self._key, self._shown, self._waiting = key, view, None
        page = build()
        column = page.layout()
        if isinstance(column, QBoxLayout):
            column.addStretch(1)  # a short page stands at the top of the area that it has to fill
        self._scroll.setWidget(page)
        self.show()
        for form_page in self._memory_pages():
            form_page.form_opened.connect(self._bring_into_view)
            form_page.form_left.connect(self._on_form_left)
        self._restore(page, place, focused)

    def focus_page(self) -> None:
        """Put the keyboard on the page: on the way back where there is one."""
        (self.back if self._bar.isVisible() else self._scroll).setFocus(Qt.FocusReason.OtherFocusReason)

    def _bring_into_view(self, form: QWidget) -> None:
        """Scroll to a form from its beginning; its place is only known once its page is laid out with it."""
        page = self._scroll.widget()
        layout = page.layout() if page is not None else None
        if page is not None and layout is not None:
            layout.activate()
            page.adjustSize()
            self._scroll.verticalScrollBar().setValue(form.mapTo(page, QPoint()).y() - ABOVE)

    def _restore(self, page: QWidget, place: int, focused: str) -> None:
        if place:
            page.adjustSize()
            self._scroll.verticalScrollBar().setValue(place)
        control = page.findChild(QWidget, focused) if focused else None
        if control is not None:
            control.setFocus(Qt.FocusReason.OtherFocusReason)
        elif focused:
            self._scroll.setFocus(Qt.FocusReason.OtherFocusReason)

    def _remove_page(self) -> None:
        old = self._scroll.takeWidget()
        if old is not None:
            old.hide()
            old.deleteLater()

    def _focused(self) -> str:
        """Return the name of the control of the page that has the keyboard."""
        focused, page = QApplication.focusWidget(), self._scroll.widget()
        return focused.objectName() if focused is not None and page is not None and page.isAncestorOf(focused) else ""

    def _memory_pages(self) -> list[MemoryPageWidget]:
        page = self._scroll.widget()
        if page is None:
            return []
        return [page] if isinstance(page, MemoryPageWidget) else page.findChildren(MemoryPageWidget)

    def _is_written_in(self) -> bool:
        return any(page.form is not None for page in self._memory_pages())

    def _on_form_left(self) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self.show_page(self._key, *waiting, title=self._title.whole_text)
