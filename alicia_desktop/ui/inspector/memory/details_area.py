"""Show one page at a time below the list of traces, with a way back where a link led away from a trace.

A page is built anew whenever what it shows is other than before. The scroll position, and which of its controls
had the keyboard, stay; while the user writes into a form on it, it waits. What a page asks for is a signal here, so
that who answers it need not know which page it was.
"""

from collections.abc import Callable
from typing import Any, Final

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtWidgets import QApplication, QBoxLayout, QHBoxLayout, QScrollArea, QVBoxLayout, QWidget

from alicia_desktop.ui.inspector.memory.comparison import ComparisonPage
from alicia_desktop.ui.inspector.memory.memory_page import MemoryPageWidget
from alicia_desktop.ui.inspector.memory.retrieval_section import FOLD, RetrievalSection
from alicia_desktop.ui.inspector.memory.traces import TraceDetailsPage
from alicia_desktop.ui.inspector.memory.trial_controls import WEIGHTS_FOLD
from alicia_desktop.ui.inspector.memory.what_if_page import WhatIfPage
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import ElidedLabel, rule
from alicia_desktop.view.comparisons import Comparison
from alicia_desktop.view.memory_page import MemoryPageView
from alicia_desktop.view.references import Reference
from alicia_desktop.view.retrievals import RetrievalView
from alicia_desktop.view.trace_details import TraceDetails
from alicia_desktop.view.traces import TraceRow
from alicia_desktop.view.what_if import WhatIfStart

ABOVE: Final = 12
"""Pixels that stay above what is scrolled to."""


class DetailsArea(QWidget):
    """Hidden while there is nothing to show."""

    back_requested = Signal()
    changed = Signal()
    """Another page is shown, or none."""
    moved = Signal()
    """Somebody went to a page: that of a trace, a memory, a comparison, or of other settings."""
    message_requested = Signal(str)
    follow_requested = Signal(object, str)
    """A `Reference`, and the place to show it in."""
    link_requested = Signal(str, str)
    page_requested = Signal(str)
    """The id of a memory whose page is to be shown."""
    comparison_requested = Signal(str)
    """The id of a comparison; the latest when empty."""
    what_if_requested = Signal()
    """What other settings would have found for the question of the answer."""
    trial_requested = Signal()
    """The page of `what_if` is to be filled, for its `changes`."""
    setting_requested = Signal(object)
    """The `RetrievalSettings` that are to be the server's."""
    defaults_requested = Signal()
    action_requested = Signal(str, str, dict)
    """The memory's id, the action of a MemoryAction, and what of the memory is to be changed."""
    forget_requested = Signal(str)
    undo_requested = Signal(str)
    override_requested = Signal(str)
    ask_again_requested = Signal(str, str)
    """`without` or `with`, and the memory's id."""
    vote_requested = Signal(str, str, str)
    """The memory's id, the answer under which it was used, and `up`, `down` or `remove`."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.key = ""
        self._shown: Any = None
        self._waiting: tuple[Any, Callable[[], QWidget]] | None = None
        """What is to be shown once the form is left."""
        self._compared: tuple[str, ...] = ()
        """Comparisons of the turn, the latest first."""
        self._is_read_only = False
        """Whether there is no server that could be asked."""
        self._tried: dict[str, dict[str, float]] = {}
        """What was tried last, by the answer that it was tried for."""
        self._opened: frozenset[str] = frozenset()
        """Folds that are open, on whichever page they stand."""
        self._scroll = QScrollArea()
        self._title = ElidedLabel("", theme=theme, font="label")
        self.back = Button(self.tr("Back"), theme=theme, icon="caret-left", small=True, kind="flat")
        self._build()
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
        self.key, self._shown, self._waiting = "", None, None
        self.hide()
        self.changed.emit()

    @property
    def memory_page(self) -> MemoryPageView | None:
        """The memory's page that is seen, alone or at the end of a trace; None for none."""
        if isinstance(self._shown, TraceDetails):
            return self._shown.page
        return self._shown if isinstance(self._shown, MemoryPageView) else None

    @property
    def what_if(self) -> WhatIfPage | None:
        """The page on which other settings are tried; None while another is shown."""
        page = self.widget()
        return page if isinstance(page, WhatIfPage) else None

    def set_compared(self, comparisons: tuple[str, ...]) -> None:
        """Set which comparisons of the turn there are, by their ids, the latest first."""
        self._compared = comparisons

    def set_read_only(self) -> None:
        """Leave out trying other settings: there is no server that could be asked."""
        self._is_read_only = True

    def show_trace(self, details: TraceDetails, trace: TraceRow | None) -> None:
        """Show what is known of a trace; `trace` is its row in the list."""
        self._show_page(f"trace {details.id}", details, lambda: self._trace_page(details, trace))
        self.moved.emit()

    def show_retrieval(self, retrieval: RetrievalView, *, can_ask: bool) -> None:
        """Show how the memories of the answer were looked for."""
        self._show_page("retrieval", (retrieval, can_ask), lambda: self._retrieval_page(retrieval, can_ask=can_ask))

    def show_memory(self, page: MemoryPageView) -> None:
        """Show a memory's page."""
        self._show_page(f"memory {page.id}", page, lambda: self._memory_page(page), title=self.tr("Memory"))
        self.moved.emit()

    def show_comparison(self, comparison: Comparison) -> None:
        """Show two answers side by side."""
        key, title = f"comparison {comparison.id}", self.tr("Compare answers")
        self._show_page(key, comparison, lambda: self._comparison_page(comparison), title=title)
        self.moved.emit()

    def show_what_if(self, start: WhatIfStart) -> None:
        """Show the page on which other settings are tried for an answer; one that is open stays."""
        before, title = self.what_if, self.tr("What if")
        self._show_page(f"what if {start.answer_id}", start, lambda: self._what_if_page(start), title=title)
        if self.what_if is not before:
            self.moved.emit()
            self.trial_requested.emit()

    def focus_page(self) -> None:
        """Put the keyboard on the page: on the way back where there is one."""
        (self.back if self._bar.isVisible() else self._scroll).setFocus(Qt.FocusReason.OtherFocusReason)

    def _build(self) -> None:
        self._scroll.setWidgetResizable(True)
        self._scroll.setAccessibleName(self.tr("Memory details"))
        self._scroll.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
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

    def _show_page(self, key: str, view: Any, build: Callable[[], QWidget], *, title: str = "") -> None:
        """Show `view` by the page that `build` makes; `key` says what it is a view of, `title` that one can go back."""
        self._bar.setVisible(bool(title))
        self._rule.setVisible(bool(title))
        self._title.set_text(title)
        if key == self.key and view == self._shown:
            return
        if key == self.key and self._is_written_in():
            self._waiting = (view, build)
            return
        same = key == self.key
        place = self._scroll.verticalScrollBar().value() if same else 0
        focused = self._focused() if same else ""
        self._remove_page()
        self.key, self._shown, self._waiting = key, view, None
        page = build()
        column = page.layout()
        if isinstance(column, QBoxLayout):
            column.addStretch(1)  # a short page stands at the top of the area that it has to fill
        self._scroll.setWidget(page)
        self.show()
        for form_page in self.memory_pages():
            form_page.form_opened.connect(self._bring_into_view)
            form_page.form_left.connect(self._on_form_left)
        self._restore(page, place, focused)
        self.changed.emit()

    def _trace_page(self, details: TraceDetails, trace: TraceRow | None) -> QWidget:
        page = TraceDetailsPage(details, trace, opened=self._opened, theme=self._theme)
        page.fold_toggled.connect(self._on_fold)
        self._follow_retrieval(page.retrieval)
        self._follow_memory(page.memory)
        if trace is not None:
            page.message_requested.connect(lambda: self.message_requested.emit(trace.message_id))
            reference = Reference(kind="trace", id=trace.id)
            page.place_requested.connect(lambda place: self.follow_requested.emit(reference, place))
        return page

    def _retrieval_page(self, retrieval: RetrievalView, *, can_ask: bool) -> QWidget:
        page = RetrievalSection(retrieval, can_ask=can_ask, opened=FOLD in self._opened, theme=self._theme)
        page.fold_toggled.connect(self._on_fold)
        self._follow_retrieval(page)
        return page

    def _memory_page(self, view: MemoryPageView) -> QWidget:
        page = MemoryPageWidget(view, theme=self._theme)
        self._follow_memory(page)
        return page

    def _comparison_page(self, comparison: Comparison) -> QWidget:
        page = ComparisonPage(comparison, of_turn=self._compared, theme=self._theme)
        page.comparison_requested.connect(self.comparison_requested)
        page.message_requested.connect(self.message_requested)
        page.page_requested.connect(self.page_requested)
        return page

    def _what_if_page(self, start: WhatIfStart) -> QWidget:
        changes = self._tried.get(start.answer_id, {})
        page = WhatIfPage(start, changes=changes, opened=WEIGHTS_FOLD in self._opened, theme=self._theme)
        page.tried.connect(lambda: self._on_tried(page))
        page.use_requested.connect(self.setting_requested)
        page.defaults_requested.connect(self.defaults_requested)
        page.page_requested.connect(self.page_requested)
        page.fold_toggled.connect(self._on_fold)
        return page

    def _on_fold(self, name: str, opened: bool) -> None:
        self._opened = self._opened | {name} if opened else self._opened - {name}

    def _on_tried(self, page: WhatIfPage) -> None:
        self._tried = {page.start.answer_id: page.changes}
        self.trial_requested.emit()

    def _follow_retrieval(self, section: RetrievalSection) -> None:
        section.page_requested.connect(self.page_requested)
        section.what_if_requested.connect(self.what_if_requested)
        section.offer_what_if(offered=not self._is_read_only)
        section.ask_with_requested.connect(lambda memory: self.ask_again_requested.emit("with", memory))

    def _follow_memory(self, page: MemoryPageWidget) -> None:
        for source, target in (
            (page.action_requested, self.action_requested),
            (page.forget_requested, self.forget_requested),
            (page.undo_requested, self.undo_requested),
            (page.override_requested, self.override_requested),
            (page.page_requested, self.page_requested),
            (page.link_requested, self.link_requested),
            (page.ask_again_requested, self.ask_again_requested),
            (page.vote_requested, self.vote_requested),
        ):
            source.connect(target)

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

    def memory_pages(self) -> list[MemoryPageWidget]:
        """Return the pages of memories that are shown: a page alone, or those at the end of traces."""
        page = self._scroll.widget()
        if page is None:
            return []
        return [page] if isinstance(page, MemoryPageWidget) else page.findChildren(MemoryPageWidget)

    def _is_written_in(self) -> bool:
        return any(page.form is not None for page in self.memory_pages())

    def _on_form_left(self) -> None:
        waiting, self._waiting = self._waiting, None
        if waiting is not None:
            self._show_page(self.key, *waiting, title=self._title.whole_text)
