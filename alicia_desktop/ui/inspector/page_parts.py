"""Build the parts of inspector pages: section headings, facts by name, links, folds, labels that fit, empty places.

`GradualBuilder` builds a page over several turns of the loop if it has more to show than one turn can lay out. Usual
pages are built at once. Each thing that is added says what it costs; what is too much for a turn is added in the next
ones, in order, so that a memory with fifty changes or an answer with a thousand memories holds nothing up.
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from alicia_desktop.ui.folded_text import FoldedText, is_long
from alicia_desktop.ui.theme import FontName, Theme
from alicia_desktop.ui.untrusted.layout_cost import layout_cost
from alicia_desktop.ui.untrusted.plain_text import MAX_LABEL_COST, clip_line, set_accessible_name, set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button, FoldButton
from alicia_desktop.ui.widgets.labels import ElidedLabel, Icon, Label, PartsLabel
from alicia_desktop.view.memory_history import MemoryLink

ROUNDING: Final = 2
"""Widths of fonts are fractions of pixels; without it a text that fits exactly would be cut."""
MIN_LINK_WIDTH: Final = 80
"""Minimum width of a link, in pixels."""
PADDING: Final = 16
SELECTABLE: Final = Qt.TextInteractionFlag.TextSelectableByMouse
NAMES_SHARE: Final = 96
"""Pixels that names of facts take at least, so that values of several grids stand under each other."""
TURN_COST: Final = 20_000
"""Of all labels that are added to a page in one turn."""
LABEL_COST: Final = 150
"""Of a label beside its words."""
_PASSES: Final = 3
"""How often Qt lays out a label that wraps before it is painted."""


class LinkButton(Button):
    """The whole text is its tool tip."""

    def __init__(self, text: str, *, theme: Theme, parent: QWidget | None = None) -> None:
        self._whole = clip_line(text)
        super().__init__(self._whole, theme=theme, kind="link", small=True, parent=parent)
        set_tool_tip(self, text)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the room that the whole text takes."""
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._whole) + ROUNDING + self._air(), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        """Return little: it can shrink."""
        hint = self.sizeHint()
        return QSize(min(MIN_LINK_WIDTH, hint.width()), hint.height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Elide anew."""
        super().resizeEvent(event)
        room = self.width() - self._air()
        self.setText(self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, room))

    def _air(self) -> int:
        """What the style puts around the words, in pixels."""
        words = self.fontMetrics().size(Qt.TextFlag.TextShowMnemonic, self.text())
        return super().sizeHint().width() - words.width()


def heading(title: str, note: str = "", *, theme: Theme) -> QHBoxLayout:
    """Return a label with a note in small."""
    line = QHBoxLayout()
    line.setSpacing(8)
    line.addWidget(Label(title, theme=theme, font="label"))
    line.addWidget(ElidedLabel(note, theme=theme, font="small", tone="muted"), 1)
    return line


def selectable_text(
    words: str, *, theme: Theme, title: str, font: FontName = "body", weight: int | None = None
) -> Label | FoldedText:
    """Return what people wrote, to be read and selected; a long one is folded, and has a window of its own."""
    if is_long(words):
        folded = FoldedText(title=title, theme=theme, font=font, weight=weight)
        folded.set_text(words)
        return folded
    label = Label(words, theme=theme, font=font, weight=weight, wrap=True)
    label.setTextInteractionFlags(SELECTABLE)
    return label


def facts_grid(facts: Iterable[tuple[str, str]], *, theme: Theme) -> QGridLayout:
    """Return names and values under each other; long values wrap."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(12)
    grid.setVerticalSpacing(2)
    grid.setColumnMinimumWidth(0, NAMES_SHARE)
    grid.setColumnStretch(1, 1)
    for number, (name, value) in enumerate(facts):
        label = Label(name, theme=theme, font="small", tone="muted")
        grid.addWidget(label, number, 0, alignment=Qt.AlignmentFlag.AlignTop)
        grid.addWidget(selectable_text(value, theme=theme, title=name, font="small"), number, 1)
    return grid


def column(*, spacing: int = 4, margins: tuple[int, int] = (PADDING, 12)) -> tuple[QWidget, QVBoxLayout]:
    """Return a widget with a column in it; margins are those at the sides and above and below."""
    page = QWidget()
    layout = QVBoxLayout(page)
    layout.setContentsMargins(margins[0], margins[1], margins[0], margins[1])
    layout.setSpacing(spacing)
    return page, layout


class FittingLabel(Label):
    """Show the longest of several texts that fits, and nothing where none does: a figure is never cut."""

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__("", theme=theme, font="small", tone="muted", parent=parent)
        self._texts: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    @property
    def whole_text(self) -> str:
        """The longest of its texts."""
        return self._texts[0] if self._texts else ""

    def set_texts(self, *texts: str) -> None:
        """Set the texts, the longest first."""
        self._texts = texts
        set_accessible_name(self, self.whole_text)
        self.updateGeometry()
        self._fit()

    def sizeHint(self) -> QSize:
        """Return the room of the longest."""
        return QSize(self.fontMetrics().horizontalAdvance(self.whole_text) + 2, self.minimumHeight())

    def minimumSizeHint(self) -> QSize:
        """Return no width: it can be empty."""
        return QSize(0, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show the text that fits now."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        metrics = self.fontMetrics()
        fitting = (said for said in self._texts if metrics.horizontalAdvance(said) <= self.width())
        self.setText(next(fitting, ""))
        set_tool_tip(self, self.whole_text if self.text() != self.whole_text else "")


class LinkLines(QWidget):
    """Places to jump to: a link each, and at its end when it was."""

    link_requested = Signal(str, str)

    def __init__(self, links: Sequence[MemoryLink], *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        for link in links:
            layout.addLayout(self._line(link))

    def _line(self, link: MemoryLink) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(8)
        button = LinkButton(link.text, theme=self._theme)
        set_accessible_name(button, f"{link.text}, {link.detail}")
        button.setObjectName(f"link {link.message_id}")
        button.clicked.connect(lambda: self.link_requested.emit(link.conversation_id, link.message_id))
        line.addWidget(button)
        line.addStretch()
        line.addWidget(Label(link.detail, theme=self._theme, font="small", tone="muted"))
        return line


class CollapsibleHeading(QWidget):
    """A heading that opens and closes its content; `toggled` carries its name."""

    toggled = Signal(str, bool)

    def __init__(
        self, name: str, title: str, content: QWidget, *, opened: bool, theme: Theme, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._name = name
        self._content = content
        self._button = FoldButton(title, theme=theme)
        set_accessible_name(self._button, title)
        self._button.setObjectName(f"fold {name}")
        self._button.setChecked(opened)
        self._button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        content.setVisible(opened)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(PADDING - 4, 4, PADDING, 4)
        layout.setSpacing(0)
        layout.addWidget(self._button)
        layout.addWidget(content)
        self._button.toggled.connect(self._on_toggled)

    def _on_toggled(self, opened: bool) -> None:
        self._content.setVisible(opened)
        self.toggled.emit(self._name, opened)


class InspectorSection(QWidget):
    """A line 32 high on the sunken ground; `padding` at both sides, in pixels.

    Of its note the parts go that come last, where it is narrow; the whole is the tool tip.
    """

    def __init__(
        self, title: str, note: str = "", *, theme: Theme, padding: int = 16, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setFixedHeight(theme.height("control"))
        self._note = PartsLabel(note, theme=theme, font="small", tone="muted", keeps_first=True)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(padding, 0, padding, 0)
        self._line.setSpacing(8)
        self._line.addWidget(Label(title, theme=theme, font="label"))
        self._line.addWidget(self._note, 1)

    @property
    def note(self) -> str:
        """The small text beside the title."""
        return self._note.whole_text

    def set_note(self, note: str) -> None:
        """Set the small text beside the title."""
        self._note.set_text(note)

    def add(self, widget: QWidget) -> None:
        """Put a control at its end."""
        self._line.addWidget(widget)


class EmptyState(QWidget):
    """An icon, a title and a sentence, in the middle."""

    def __init__(self, icon: str, title: str, text: str, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = Label(title, theme=theme, font="ui-strong", wrap=True)
        self._text = Label(text, theme=theme, tone="muted", wrap=True)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(32, 32, 32, 32)
        layout.setSpacing(4)
        layout.addStretch(2)
        picture = Icon(icon, theme=theme, colour="border-strong", size=theme.tokens.icon["hero"])
        layout.addWidget(picture, alignment=Qt.AlignmentFlag.AlignHCenter)
        for label in (self._title, self._text):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            layout.addWidget(label)
        layout.addStretch(3)
        self._layout = layout
        self.set_text(title, text)

    def add(self, button: QWidget) -> None:
        """Put a way out below the sentence."""
        below = self._layout.count() - 1
        self._layout.insertSpacing(below, 8)
        self._layout.insertWidget(below + 1, button, alignment=Qt.AlignmentFlag.AlignHCenter)

    def set_text(self, title: str, text: str) -> None:
        """Set title and text, such as when a filter hides all."""
        self._title.setText(title)
        self._text.setText(text)
        self.setAccessibleName(f"{title}. {text}")


class GradualBuilder(QObject):
    """Queue what is added to a page, and add as much per turn as `TURN_COST` allows."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._waiting: deque[tuple[int, Callable[[], object]]] = deque()
        self._spent = 0
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._on_turn)

    @property
    def complete(self) -> bool:
        """Whether every part is built."""
        return not self._waiting

    def add(self, cost: int, build: Callable[[], object]) -> None:
        """Build a part of that layout cost: now, or after the parts that still wait."""
        self._waiting.append((cost, build))
        self._timer.start()
        self._build()

    def _on_turn(self) -> None:
        self._spent = 0
        if self._waiting:
            self._build()
        else:
            self._timer.stop()

    def _build(self) -> None:
        while self._waiting and (not self._spent or self._spent + self._waiting[0][0] <= TURN_COST):
            cost, build = self._waiting.popleft()
            self._spent += cost
            build()


def labels_cost(*texts: str) -> int:
    """Return the layout cost of labels with these texts."""
    return sum(LABEL_COST + _PASSES * min(MAX_LABEL_COST, layout_cost(text[:MAX_LABEL_COST])) for text in texts)
