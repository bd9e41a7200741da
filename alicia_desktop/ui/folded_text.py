"""What somebody wrote, to be read and selected: of a long text the beginning, and the way to all of it."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from alicia_desktop.ui.text_window import TextWindow
from alicia_desktop.ui.theme import FontName, Theme
from alicia_desktop.ui.untrusted.layout_cost import layout_cost
from alicia_desktop.ui.untrusted.plain_text import MAX_LABEL_COST, set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view import text as wording


class FoldedText(QWidget):
    """A label that wraps; where the text is longer than a label can be, "Show all · 2 MB" stands under it."""

    def __init__(
        self,
        *,
        title: str,
        theme: Theme,
        font: FontName = "body",
        tone: str = "",
        weight: int | None = None,
        parent: QWidget | None = None,
    ) -> None:
        """Take what the text is called in its window and by a screen reader."""
        super().__init__(parent)
        self._theme = theme
        self._title = title
        self._text = ""
        self.label = Label("", theme=theme, font=font, tone=tone, weight=weight, wrap=True)
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.show_all = Button("", theme=theme, kind="link", small=True)
        self.show_all.setFixedHeight(theme.line("small"))
        self.show_all.clicked.connect(self._on_show_all)
        self._line = QHBoxLayout()
        self._line.addWidget(self.show_all)
        self._line.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(2)
        layout.addWidget(self.label)
        layout.addLayout(self._line)
        self.set_text("")

    @property
    def text(self) -> str:
        """All of it."""
        return self._text

    def set_text(self, text: str) -> None:
        """Show another text."""
        self._text = text
        self.label.setText(text)
        long = is_long(text)
        self.show_all.setVisible(long)
        if long:
            size = wording.data_size(len(text.encode("utf-8", "surrogatepass")))
            self.show_all.setText(self.tr("Show all · {size}").format(size=size))
            words = self.tr("Show all of “{title}”, {size}")
            set_accessible_name(self.show_all, words.format(title=self._title, size=size))

    def _on_show_all(self) -> None:
        TextWindow(self._title, self._text, theme=self._theme, parent=self.window()).show()


def is_long(text: str) -> bool:
    """Whether a text is longer than a label can be."""
    return len(text) > MAX_LABEL_COST or layout_cost(text, plain=True) > MAX_LABEL_COST
