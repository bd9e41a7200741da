"""The permission dialog: one tool with its exact arguments; nothing is allowed by accident.

No button is the default and none has the focus when the dialog opens, and Allow works only when the dialog has had the
focus for a moment: whoever is typing or clicking when it appears allows nothing. The window behind it stays in use, so
that the answer can be stopped. There the keys that refuse work too, and those that allow bring the dialog to the front.
"""

import asyncio
from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QHBoxLayout, QPlainTextEdit, QWidget
from shiboken6 import isValid

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.translation import translate
from alicia_desktop.ui.dialogs import QuestionDialog
from alicia_desktop.ui.shortcuts import format_keys
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.links import encode_address, host_of, parse_web_address
from alicia_desktop.ui.untrusted.plain_text import set_tool_tip
from alicia_desktop.ui.widgets.buttons import Button, ButtonKind, SegmentButton, Segments
from alicia_desktop.ui.widgets.labels import Icon, Label
from alicia_desktop.view.tools import arguments_text, requester_text, tool_question

Answer = Literal["once", "conversation", "always", "denied", "never"]
WIDTH: Final = 520
LINES: Final = 7
ALLOW: Final = ("Ctrl+Alt+Return", "Ctrl+Alt+Enter")
DENY: Final = "Ctrl+Alt+Backspace"
FOCUS_SECONDS: Final = 0.6
"""How long the dialog has had the focus, without a break, before Allow works."""


class PermissionDialog(QuestionDialog):
    """Ask for permission to run one tool; Escape and closing deny it once."""

    def __init__(
        self,
        tool: str,
        arguments: Mapping[str, Any],
        *,
        server: str,
        again: bool = False,
        theme: Theme,
        clock: Clock,
        parent: QWidget | None,
    ) -> None:
        super().__init__(tool_question(tool), requester_text(server, again=again), theme=theme, parent=parent)
        self.permission: Answer = "denied"
        self._clock = clock
        self._focused_at: float | None = None
        """When it got the focus that it has; None without it."""
        self._focused = asyncio.Event()
        self.setMinimumWidth(WIDTH)
        self.head.insertWidget(0, Icon("hand-palm", theme=theme, colour="tool", size=20))
        if tool == "open_address":
            arguments = self._add_address(str(arguments.get("url", "")))
        self.arguments = self._arguments(arguments_text(tool, arguments))
        self.column.addWidget(self.arguments)
        self.column.addWidget(self._more_note())
        self.column.addSpacing(4)
        self.column.addWidget(Label(self.tr("Duration"), theme=theme, weight=500))
        self.scope = self._add_scope(theme)
        self.column.addSpacing(8)
        self._add_buttons()
        self.arguments.setFocus(Qt.FocusReason.OtherFocusReason)

    def _add_scope(self, theme: Theme) -> Segments:
        scope = Segments(
            (
                SegmentButton(id="once", text=self.tr("Once")),
                SegmentButton(id="conversation", text=self.tr("In this conversation")),
                SegmentButton(id="always", text=self.tr("Always")),
            ),
            theme=theme,
            name=self.tr("Duration of the permission"),
        )
        scope.choose("once")
        line = QHBoxLayout()
        line.addWidget(scope)
        line.addStretch()
        self.column.addLayout(line)
        return scope

    async def watch_focus(self) -> None:
        """Enable Allow whenever the dialog has had the focus for long enough; runs until it is cancelled."""
        while True:
            await self._focused.wait()
            self._focused.clear()
            since = self._focused_at
            if since is None:
                continue
            await self._clock.sleep(since + FOCUS_SECONDS - self._clock.monotonic())
            if since == self._focused_at and isValid(self):
                self.allow_button.setEnabled(True)

    def changeEvent(self, event: QEvent) -> None:
        """Restart the wait for Allow whenever the dialog gets the focus."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.ActivationChange:
            self._focused_at = self._clock.monotonic() if self.isActiveWindow() else None
            self.allow_button.setEnabled(False)
            self._focused.set()

    def allow(self) -> None:
        """Allow the tool, for the chosen scope; ignored until the dialog has had the focus for long enough."""
        if not self.allow_button.isEnabled():
            return
        chosen = self.scope.value
        self.permission = "always" if chosen == "always" else "conversation" if chosen == "conversation" else "once"
        self.accept()

    def never(self) -> None:
        """Deny the tool for good: it is not asked about again."""
        self.permission = "never"
        self.reject()

    def _add_address(self, url: str) -> Mapping[str, Any]:
        """Show the host on a line of its own; return the address as it would be opened."""
        address = parse_web_address(url)
        if address is None:
            self.column.addWidget(Label(self.tr("This address can’t be opened."), theme=self._theme, tone="error"))
            return {"url": url}
        self.host = Label(host_of(address), theme=self._theme, weight=600, wrap=True)
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(Label(self.tr("Host"), theme=self._theme, tone="muted"))
        line.addWidget(self.host, 1)
        self.column.addLayout(line)
        return {"url": encode_address(address)}

    def _more_note(self) -> Label:
        """Return the note under arguments that are cut off."""
        note = Label(self.tr("Scroll down to read everything"), theme=self._theme, font="small", tone="warn")
        note.hide()
        self.arguments.verticalScrollBar().rangeChanged.connect(lambda _, last: note.setVisible(last > 0))
        return note

    def _arguments(self, text: str) -> QPlainTextEdit:
        view = QPlainTextEdit(text)
        view.setReadOnly(True)
        view.setProperty("field", True)
        view.setFont(self._theme.font("data"))
        view.setTabChangesFocus(True)
        option = view.document().defaultTextOption()
        option.setTextDirection(Qt.LayoutDirection.LeftToRight)  # a path is no sentence of the language it is named in
        view.document().setDefaultTextOption(option)
        lines = min(LINES, max(2, text.count("\n") + 1 + len(text) // 70))
        view.setFixedHeight(lines * self._theme.line("data") + 16)
        view.setAccessibleName(translate("Arguments"))
        return view

    def _add_buttons(self) -> None:
        line = self.add_button_line()
        self.never_button = self._button(self.tr("Never allow"), "link", self.never)
        line.addWidget(self.never_button)
        line.addStretch()
        self.deny_button = self._button(self.tr("Don’t allow"), "normal", self.reject)
        self.allow_button = self._button(self.tr("Allow"), "primary", self.allow)
        self.allow_button.setEnabled(False)
        set_tool_tip(self.deny_button, format_keys(DENY))
        set_tool_tip(self.allow_button, format_keys(ALLOW[0]))
        line.addWidget(self.deny_button)
        line.addWidget(self.allow_button)
        for keys in ALLOW:
            self._bind(keys, self._on_allow_keys)
        self._bind(DENY, self.reject)

    def _bind(self, keys: str, act: Callable[[], None]) -> None:
        """Bind keys that also hold in the window behind, which stays in use; held down they count once."""
        shortcut = QShortcut(QKeySequence(keys), self, context=Qt.ShortcutContext.ApplicationShortcut)
        shortcut.setAutoRepeat(False)
        shortcut.activated.connect(act)

    def _on_allow_keys(self) -> None:
        if self.isActiveWindow():
            self.allow()
        else:
            self.raise_()
            self.activateWindow()

    def _button(self, text: str, kind: ButtonKind, act: Any) -> Button:
        button = Button(text, theme=self._theme, kind=kind)
        button.setAutoDefault(False)
        button.clicked.connect(act)
        return button
