"""Labels in a step of the type scale: wrapping, eliding with a tool tip, in parts; an icon, a hairline."""

from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QSizePolicy, QWidget

from alicia_desktop.ui.accessible_roles import announce
from alicia_desktop.ui.theme import FontName, Theme
from alicia_desktop.ui.untrusted.plain_text import (
    MAX_BUTTON_CHARACTERS,
    clip_label,
    clip_line,
    set_accessible_name,
    set_tool_tip,
    shorten,
)

PART: Final = " · "


class Label(QLabel):
    """Plain text; `tone` is one of the sheet's (`muted`, `error`, `warn`, `ok`, …)."""

    def __init__(
        self,
        text: str = "",
        *,
        theme: Theme,
        font: FontName = "ui",
        tone: str = "",
        weight: int | None = None,
        wrap: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setFont(theme.font(font, weight=weight))
        self.setProperty("tone", tone)
        self.setWordWrap(wrap)
        if self.isRightToLeft():
            # Qt would put English words at the left even in a window that starts at the right.
            self.setAlignment(
                Qt.AlignmentFlag.AlignAbsolute | Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            )
        self.setMinimumHeight(theme.line(font))
        self.setText(text)

    def setText(self, text: str) -> None:
        """Set the text, cut to what a label can lay out quickly."""
        super().setText(clip_label(text) if self.wordWrap() else shorten(text, MAX_BUTTON_CHARACTERS))

    def set_buddy(self, field: QWidget) -> None:
        """Make it the label of a field; its text must be of our own words, because Qt takes an `&` for a key."""
        self.setBuddy(field)

    def set_tone(self, tone: str) -> None:
        """Set the tone; the words must say the same without it."""
        if tone != self.property("tone"):
            self.setProperty("tone", tone)
            self.style().unpolish(self)
            self.style().polish(self)


class ErrorLabel(Label):
    """What is wrong, as a sentence; hidden while nothing is, and announced at once when something is."""

    def __init__(self, *, theme: Theme, font: FontName = "small", parent: QWidget | None = None) -> None:
        super().__init__("", theme=theme, font=font, tone="error", wrap=True, parent=parent)
        self.hide()

    def show_error(self, sentence: str) -> None:
        """Say what is wrong; '' hides it."""
        if sentence and (sentence != self.text() or self.isHidden()):
            announce(self, sentence, at_once=True)
        self.setText(sentence)
        self.setVisible(bool(sentence))


class ElidedLabel(Label):
    """One line that ends with "…" where it must; the whole text is its tool tip and its accessible name."""

    def __init__(
        self,
        text: str = "",
        *,
        theme: Theme,
        font: FontName = "ui",
        tone: str = "",
        weight: int | None = None,
        parent: QWidget | None = None,
    ) -> None:
        self._whole = ""
        super().__init__("", theme=theme, font=font, tone=tone, weight=weight, parent=parent)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.set_text(text)

    @property
    def whole_text(self) -> str:
        """The text before it is elided."""
        return self._whole

    def set_text(self, text: str) -> None:
        """Set the text."""
        self._whole = text.replace("\n", " ")
        set_accessible_name(self, self._whole)
        self._elide()
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        """Return the room that the whole text would take."""
        return QSize(self.fontMetrics().horizontalAdvance(clip_line(self._whole)) + 2, self.minimumHeight())

    def minimumSizeHint(self) -> QSize:
        """Return next to nothing: it can shrink."""
        return QSize(0, self.minimumHeight())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Elide anew."""
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        shown = self._text_that_fits(max(0, self.width()))
        self.setText(shown)
        set_tool_tip(self, self._whole if shown != self._whole else "")

    def _text_that_fits(self, width: int) -> str:
        return self.fontMetrics().elidedText(clip_line(self._whole, width), Qt.TextElideMode.ElideRight, width)


class PartsLabel(ElidedLabel):
    """One line of parts with `·` between them; where it is narrow the last ones go, because no number is ever cut.

    With `keeps_first` something always stays: the first part ends with "…" where it must.
    """

    def __init__(
        self,
        text: str = "",
        *,
        theme: Theme,
        font: FontName = "ui",
        tone: str = "",
        keeps_first: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        self._least = 1 if keeps_first else 0
        super().__init__(text, theme=theme, font=font, tone=tone, parent=parent)

    def _text_that_fits(self, width: int) -> str:
        parts = clip_line(self._whole, width).split(PART)
        while parts and self.fontMetrics().horizontalAdvance(PART.join(parts)) > width:
            if len(parts) == self._least:
                return super()._text_that_fits(width)
            parts.pop()
        return PART.join(parts)


class Icon(QWidget):
    """A picture beside words that say the same; it has no name of its own."""

    def __init__(
        self, name: str, *, theme: Theme, colour: str = "text-muted", size: int = 16, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._name = name
        self._colour = colour
        side = round(size * theme.scale)
        self.setFixedSize(side, side)
        theme.changed.connect(self.update)

    def set_icon(self, name: str, colour: str) -> None:
        """Show another icon in a token's colour; an empty name shows none."""
        if (name, colour) != (self._name, self._colour):
            self._name, self._colour = name, colour
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint it."""
        if self._name:
            painter = QPainter(self)
            painter.drawPixmap(
                0, 0, self._theme.pixmap(self._name, self._colour, self.width(), self.devicePixelRatioF())
            )
            painter.end()


def rule(parent: QWidget | None = None) -> QFrame:
    """Return a hairline from side to side."""
    line = QFrame(parent)
    line.setProperty("rule", True)
    line.setFixedHeight(1)
    return line
