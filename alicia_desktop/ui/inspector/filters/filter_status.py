"""Say below a filter what is wrong with it, how far its search is, or ask for the name to save it under."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QWidget

from alicia_desktop.filtering.expression import Mistake
from alicia_desktop.ui.accessible_roles import announce
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import MAX_NAME_CHARACTERS
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import ElidedLabel, Icon


class FilterStatus(QWidget):
    """Hidden while there is nothing to say; a mistake comes before the progress of the search."""

    suggestion_chosen = Signal()
    stop_requested = Signal()
    named = Signal(str)

    def __init__(self, *, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._mistake: Mistake | None = None
        self._progress = ""
        self._is_running = False
        self._is_naming = False
        self._icon = Icon("warning-circle-fill", theme=theme, colour="error", size=16)
        self._label = ElidedLabel("", theme=theme, font="small", tone="text")
        self._suggestion = Button("", theme=theme, small=True)
        self._stop = Button(self.tr("Stop"), theme=theme, small=True, icon="stop")
        self._name = QLineEdit()
        self._name.setMaxLength(MAX_NAME_CHARACTERS)
        self._name.setFont(theme.font("small"))
        self._name.setPlaceholderText(self.tr("Name of this filter"))
        self._name.setAccessibleName(self.tr("Name of this filter"))
        self._save = Button(self.tr("Save"), theme=theme, small=True, kind="primary")
        self._cancel = Button(self.tr("Cancel"), theme=theme, small=True)
        self._build()
        self._show()

    @property
    def text(self) -> str:
        """What it says."""
        return self._label.whole_text if not self.isHidden() else ""

    def set_mistake(self, mistake: Mistake | None) -> None:
        """Say what is wrong, to a screen reader at once."""
        if mistake is not None and mistake != self._mistake:
            announce(self, mistake.sentence, at_once=True)
        self._mistake = mistake
        self._show()

    def set_progress(self, text: str, *, running: bool) -> None:
        """Say how far a search is; it can be stopped while it is running."""
        self._progress, self._is_running = text, running
        self._show()

    def ask_name(self) -> None:
        """Ask for a name."""
        self._is_naming = True
        self._show()
        self._name.clear()
        self._name.setFocus()

    def _build(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(self._icon)
        row.addWidget(self._label, 1)
        for widget in (self._suggestion, self._stop):
            row.addWidget(widget)
        row.addWidget(self._name, 1)
        row.addWidget(self._save)
        row.addWidget(self._cancel)
        self._suggestion.clicked.connect(self.suggestion_chosen)
        self._stop.clicked.connect(self.stop_requested)
        self._name.returnPressed.connect(self._on_named)
        self._save.clicked.connect(self._on_named)
        self._cancel.clicked.connect(self._end_naming)

    def _show(self) -> None:
        mistake = self._mistake
        self.setVisible(mistake is not None or bool(self._progress) or self._is_naming)
        for widget in (self._name, self._save, self._cancel):
            widget.setVisible(self._is_naming)
        self._label.setVisible(not self._is_naming)
        self._icon.setVisible(mistake is not None and not self._is_naming)
        self._stop.setVisible(self._is_running and mistake is None and not self._is_naming)
        suggestion = mistake.suggestion if mistake is not None else ""
        self._suggestion.setVisible(bool(suggestion) and not self._is_naming)
        self._suggestion.setText(self.tr("Write {suggestion}").format(suggestion=suggestion))
        self._label.set_text(mistake.sentence if mistake is not None else self._progress)
        self._label.set_tone("error" if mistake is not None else "muted")

    def _on_named(self) -> None:
        if name := self._name.text().strip():
            self.named.emit(name)
            self._end_naming()

    def _end_naming(self) -> None:
        self._is_naming = False
        self._show()
