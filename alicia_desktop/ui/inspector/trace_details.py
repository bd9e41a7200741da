"""What is known of one trace: its score's parts, why it was chosen, the memory itself, where it came from, who used it.

Built anew for each trace and thrown away with it: a page of labels costs little, and nothing stale can stay on it.
"""

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from alicia_desktop.ui.inspector.link import LinkButton
from alicia_desktop.ui.inspector.score_parts import ScoreParts
from alicia_desktop.ui.inspector.tag import Tag
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.flow import FlowLayout
from alicia_desktop.ui.widgets.labels import ElidedLabel, Icon, Label, rule
from alicia_desktop.view.inspector_rows import MemoryLink, TraceDetails, TraceRow

PADDING: Final = 16
REASONS_WIDTH: Final = 212
ANY_WIDTH: Final = 16_777_215
"""Qt's own `QWIDGETSIZE_MAX`, which the bindings leave out."""
SIDE_BY_SIDE: Final = 520
"""From this width on the reasons stand beside the score's parts."""


class TraceDetailsPage(QWidget):
    """One page for one trace."""

    link_requested = Signal(str, str)
    message_requested = Signal()

    def __init__(
        self, details: TraceDetails, trace: TraceRow | None, *, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._details = details
        self._trace = trace
        self.setAccessibleName(self.tr("Details of the memory"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        self._why = self._score_and_reasons()
        layout.addLayout(self._why)
        layout.addWidget(rule())
        layout.addWidget(self._memory(), 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the reasons beside the parts, or below where there is no room."""
        super().resizeEvent(event)
        wide = self.width() >= SIDE_BY_SIDE
        way = QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom
        if self._why.direction() != way:
            self._why.setDirection(way)
        self._reasons.setMinimumWidth(REASONS_WIDTH if wide else 0)
        self._reasons.setMaximumWidth(REASONS_WIDTH if wide else ANY_WIDTH)

    def _score_and_reasons(self) -> QBoxLayout:
        way = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        way.setContentsMargins(PADDING, 12, PADDING, 12)
        way.setSpacing(24)
        parts = QVBoxLayout()
        parts.setSpacing(4)
        heading, note = self.tr("Score parts"), self._details.parts_note
        if self._details.parts:
            parts.addLayout(_heading(heading, self.tr("value × weight, as the server sent it"), theme=self._theme))
            parts.addWidget(ScoreParts(self._details.parts, self._trace, theme=self._theme))
        else:
            parts.addLayout(_heading(heading, note or self.tr("not sent"), theme=self._theme))
        parts.addStretch()
        self._reasons = self._reasons_column()
        way.addLayout(parts, 1)
        way.addWidget(self._reasons)
        return way

    def _reasons_column(self) -> QWidget:
        column = QWidget()
        layout = QVBoxLayout(column)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        reasons = self._details.reasons
        missing = "" if reasons else self.tr("not sent")
        layout.addLayout(_heading(self.tr("Why it was chosen"), missing, theme=self._theme))
        for reason in reasons:
            line = QHBoxLayout()
            line.setSpacing(6)
            tick = Icon("check", theme=self._theme, colour="ok", size=self._theme.tokens.icon["small"])
            line.addWidget(tick, alignment=Qt.AlignmentFlag.AlignTop)
            line.addWidget(Label(reason, theme=self._theme, font="small", wrap=True), 1)
            layout.addLayout(line)
        layout.addStretch()
        return column

    def _memory(self) -> QWidget:
        page = QWidget()
        page.setProperty("ground", "raised")
        page.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(PADDING, 12, PADDING, 12)
        layout.setSpacing(8)
        layout.addLayout(self._title())
        if self._details.tags:
            layout.addWidget(self._tags())
        if self._details.facts:
            layout.addLayout(self._facts())
        if self._details.origin is not None:
            layout.addLayout(self._links(self.tr("The turn it came from"), "", [self._details.origin]))
        if self._details.used_by:
            count = len(self._details.used_by)
            heading = (
                self.tr("Used by {count} answers").format(count=count) if count > 1 else self.tr("Used by 1 answer")
            )
            layout.addLayout(self._links(heading, self.tr("newest first") if count > 1 else "", self._details.used_by))
        layout.addStretch()
        return page

    def _title(self) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(8)
        title = Label(self._details.title, theme=self._theme, font="body", weight=600, wrap=True)
        title.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        line.addWidget(title, 1)
        show = Button(self.tr("Show in conversation"), theme=self._theme, icon="chat-circle-text", small=True)
        show.setEnabled(self._trace is not None and bool(self._trace.message_id))
        show.clicked.connect(self.message_requested)
        line.addWidget(show, alignment=Qt.AlignmentFlag.AlignTop)
        return line

    def _tags(self) -> QWidget:
        row = QWidget()
        row.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        flow = FlowLayout(row, gap=4)
        for tag in self._details.tags:
            flow.addWidget(Tag(tag, theme=self._theme))
        return row

    def _facts(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(2)
        grid.setColumnStretch(1, 1)
        for number, (name, value) in enumerate(self._details.facts):
            grid.addWidget(Label(name, theme=self._theme, font="small", tone="muted"), number, 0)
            grid.addWidget(Label(value, theme=self._theme, font="small", wrap=True), number, 1)
        return grid

    def _links(self, heading: str, note: str, links: Sequence[MemoryLink]) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(2)
        column.addWidget(rule())
        column.addSpacing(6)
        column.addLayout(_heading(heading, note, theme=self._theme))
        for link in links:
            column.addLayout(self._link(link))
        return column

    def _link(self, link: MemoryLink) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(8)
        button = LinkButton(link.text, theme=self._theme)
        button.setAccessibleName(f"{link.text}, {link.detail}")
        button.clicked.connect(lambda: self.link_requested.emit(link.conversation_id, link.message_id))
        line.addWidget(button)
        line.addStretch()
        line.addWidget(Label(link.detail, theme=self._theme, font="small", tone="muted"))
        return line


def _heading(title: str, note: str, *, theme: Theme) -> QHBoxLayout:
    line = QHBoxLayout()
    line.setSpacing(8)
    line.addWidget(Label(title, theme=theme, font="label"))
    line.addWidget(ElidedLabel(note, theme=theme, font="small", tone="muted"), 1)
    return line
