"""May she do this? One tool with exactly what it would be run with; nothing is allowed by accident.

No button is the default and none has the focus when the dialog opens: whoever is typing at that moment allows nothing.
The window behind it stays in use, so that the answer can be stopped; allowing and refusing by keys work there too.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QWidget

from alicia_desktop.ui.dialogs import Question
from alicia_desktop.ui.shortcuts import shown_keys
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button, ButtonKind
from alicia_desktop.ui.widgets.labels import Icon, Label
from alicia_desktop.ui.widgets.segments import Segment, Segments
from alicia_desktop.view.permissions import arguments_text, asker, tool_question

Answer = Literal["once", "conversation", "always", "denied", "never"]
WIDTH: Final = 520
LINES: Final = 7
ALLOW: Final = ("Ctrl+Alt+Return", "Ctrl+Alt+Enter")
DENY: Final = "Ctrl+Alt+Backspace"


class PermissionDialog(Question):
    """Asks about one tool; `permission` is what the person said. Escape and closing say no, this time."""

    def __init__(
        self, tool: str, arguments: Mapping[str, Any], *, server: str, theme: Theme, parent: QWidget | None
    ) -> None:
        super().__init__(tool_question(tool), asker(server), theme=theme, parent=parent)
        self.permission: Answer = "denied"
        self.setMinimumWidth(WIDTH)
        self.head.insertWidget(0, Icon("hand-palm", theme=theme, colour="tool", size=20))
        self.arguments = self._arguments(arguments_text(tool, arguments))
        self.column.addWidget(self.arguments)
        self.column.addSpacing(4)
        self.column.addWidget(Label(self.tr("How long"), theme=theme, weight=500))
        self.scope = Segments(
            (
                Segment(id="once", text=self.tr("This once")),
                Segment(id="conversation", text=self.tr("In this conversation")),
                Segment(id="always", text=self.tr("Always")),
            ),
            theme=theme,
            name=self.tr("How long it is allowed"),
        )
        self.scope.choose("once")
        line = QHBoxLayout()
        line.addWidget(self.scope)
        line.addStretch()
        self.column.addLayout(line)
        self.column.addSpacing(8)
        self._add_buttons()
        self.arguments.setFocus(Qt.FocusReason.OtherFocusReason)

    def allow(self) -> None:
        """Say yes, for as long as was chosen."""
        chosen = self.scope.value
        self.permission = "always" if chosen == "always" else "conversation" if chosen == "conversation" else "once"
        self.accept()

    def never(self) -> None:
        """Say no for good: this tool is not asked about again."""
        self.permission = "never"
        self.reject()

    def _arguments(self, text: str) -> QPlainTextEdit:
        view = QPlainTextEdit(text)
        view.setReadOnly(True)
        view.setProperty("field", True)
        view.setFont(self._theme.font("data"))
        view.setTabChangesFocus(True)
        lines = min(LINES, max(2, text.count("\n") + 1 + len(text) // 70))
        view.setFixedHeight(lines * self._theme.line("data") + 16)
        view.setAccessibleName(QCoreApplication.translate("PermissionDialog", "What it would be run with"))
        return view

    def _add_buttons(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(8)
        self.never_button = self._button(self.tr("Never allow this"), "link", self.never)
        line.addWidget(self.never_button)
        line.addStretch()
        self.deny_button = self._button(self.tr("Don’t allow"), "normal", self.reject)
        self.allow_button = self._button(self.tr("Allow"), "primary", self.allow)
        set_tool_tip(self.deny_button, shown_keys(DENY))
        set_tool_tip(self.allow_button, shown_keys(ALLOW[0]))
        line.addWidget(self.deny_button)
        line.addWidget(self.allow_button)
        self.column.addLayout(line)
        for keys in ALLOW:
            self._bind(keys, self.allow)
        self._bind(DENY, self.reject)

    def _bind(self, keys: str, act: Callable[[], None]) -> None:
        """Bind keys that also hold in the window behind, which stays in use."""
        QShortcut(QKeySequence(keys), self, context=Qt.ShortcutContext.ApplicationShortcut).activated.connect(act)

    def _button(self, text: str, kind: ButtonKind, act: Any) -> Button:
        button = Button(text, theme=self._theme, kind=kind)
        button.setAutoDefault(False)
        button.clicked.connect(act)
        return button
