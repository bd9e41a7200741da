"""Show a capture: the inspector on its own, over what the file holds, with nothing that could change it."""

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from alicia_desktop.ui.inspector.panel import InspectorPanel
from alicia_desktop.ui.memories.transfer_bar import TransferBar
from alicia_desktop.ui.shortcuts import Key, bind
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_window_title
from alicia_desktop.ui.widgets.labels import ElidedLabel, rule
from alicia_desktop.ui.widgets.notices import Toast, ToastKind

SIZE: Final = (900, 760)


class CaptureWindow(QWidget):
    """Not modal, and without a parent: several can stand beside the conversation."""

    closed = Signal()
    stop_requested = Signal()

    def __init__(self, name: str, *, theme: Theme) -> None:
        """`name` is that of the file."""
        super().__init__()
        set_window_title(self, self.tr("Capture: {name}").format(name=name))
        self.resize(*SIZE)
        self.panel = InspectorPanel(theme=theme)
        self.panel.set_read_only()
        self._title = ElidedLabel(name, theme=theme, weight=600)
        self._about = ElidedLabel("", theme=theme, font="small", tone="muted")
        self._bar = TransferBar(theme=theme, cancel=self.tr("Stop"))
        self._bar.cancel_requested.connect(self.stop_requested)
        head = QHBoxLayout()
        head.setContentsMargins(16, 8, 16, 8)
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self._title)
        words.addWidget(self._about)
        head.addLayout(words, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(head)
        layout.addWidget(rule())
        layout.addWidget(self.panel, 1)
        layout.addWidget(self._bar)
        self.panel.setEnabled(False)
        self._toast = Toast(theme=theme, parent=self)
        self._toast_act: Callable[[], None] | None = None
        self._toast.action_requested.connect(self._on_toast)
        bind((Key(keys="Ctrl+W", text="", act=self.close),), self)

    @property
    def about(self) -> str:
        """The line below the title."""
        return self._about.whole_text

    def show_progress(self, done: int, total: int) -> None:
        """Show how far the opening is."""
        words = self.tr("{done} of {total} stanzas").format(done=f"{done:,}", total=f"{total:,}")
        self._bar.progress(words, done, total)

    def show_toast(
        self, text: str, action: str = "", *, kind: ToastKind = "done", act: Callable[[], None] | None = None
    ) -> None:
        """Show a message for some seconds; pressing its `action` calls `act`."""
        self._toast_act = act
        self._toast.show_text(text, action, kind=kind)
        self._toast.reposition()

    def _on_toast(self) -> None:
        if self._toast_act is not None:
            self._toast_act()

    def show_opened(self, title: str, about: str) -> None:
        """Show whose capture it is, now that it is there."""
        self._title.set_text(title)
        self._about.set_text(about)
        self._bar.hide()
        self.panel.setEnabled(True)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Emit `closed`."""
        super().closeEvent(event)
        self.closed.emit()
