"""The field for the key of push-to-talk in every window, and what there is to say of that key."""

from PySide6.QtCore import Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QHBoxLayout, QKeySequenceEdit, QLineEdit, QVBoxLayout, QWidget

from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_description, set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label

WIDTH = 200
PORTABLE = QKeySequence.SequenceFormat.PortableText


class PushToTalkField(QWidget):
    """A key that is pressed to choose it, or none."""

    chosen = Signal(str)
    """Another key, as Qt writes it; empty is none."""

    def __init__(self, keys: str, *, theme: Theme) -> None:
        super().__init__()
        self._edit = QKeySequenceEdit(QKeySequence(keys))
        self._edit.setMaximumSequenceLength(1)
        self._edit.setFixedSize(WIDTH, theme.height("control"))
        self._edit.setFont(theme.font("ui"))
        for inner in self._edit.findChildren(QLineEdit):
            inner.setFixedHeight(theme.height("control"))  # it would be as high as its text
        set_accessible_name(self._edit, self.tr("Push-to-talk in every window"))
        self._edit.editingFinished.connect(lambda: self.chosen.emit(self.keys))
        self._remove = Button(self.tr("Remove"), theme=theme, kind="link", small=True)
        self._remove.setAccessibleName(self.tr("Remove the push-to-talk key"))
        self._remove.clicked.connect(self._on_removed)
        self._edit.keySequenceChanged.connect(self._show_remove)
        self._state = Label("", theme=theme, font="small", wrap=True)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self._edit)
        line.addWidget(self._remove)
        line.addStretch()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(Label(self.tr("Push-to-talk in every window"), theme=theme, weight=500))
        layout.addLayout(line)
        layout.addWidget(self._state)
        layout.addWidget(
            Label(
                self.tr(
                    "Press the key here to choose it. While you hold it, Alicia hears you, also while another program "
                    "is in front: in the mode Hold to talk, with the microphone on. F8 in this window stays."
                ),
                theme=theme,
                font="small",
                tone="muted",
                wrap=True,
            )
        )
        self.set_state("")
        self._show_remove()

    @property
    def keys(self) -> str:
        """The key that is chosen, as Qt writes it; empty is none."""
        return self._edit.keySequence().toString(PORTABLE)

    def set_state(self, sentence: str, *, possible: bool = True) -> None:
        """Say what is so of the key; where none is `possible`, none can be chosen."""
        self._edit.setEnabled(possible)
        self._state.setText(sentence)
        self._state.setVisible(bool(sentence))
        set_accessible_description(self._edit, sentence)

    def _on_removed(self) -> None:
        self._edit.clear()
        self._edit.setFocus()
        self.chosen.emit("")

    def _show_remove(self) -> None:
        self._remove.setVisible(bool(self.keys))
