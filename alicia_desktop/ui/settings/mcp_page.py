"""The page MCP servers of the settings: those there are, with their status, and fields to add one.

What is done here is done at once, not at Save: a server is a program that runs or does not.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from alicia_desktop.ui.settings.fields import Page, TextField, show_lines, told_line
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import ErrorLabel, Label
from alicia_desktop.view.mcp import McpEntry, McpServerRow

MAX_VARIABLES: Final = 16


class VariableLine(QWidget):
    """The name of an environment variable or a header, and its value, which is not shown."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self.name = TextField(self.tr("Variable or header"), theme=theme, example="API_KEY")
        self.secret = TextField(self.tr("Value"), theme=theme, secret=True)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(12)
        line.addWidget(self.name, 1)
        line.addWidget(self.secret, 1)

    def clear(self) -> None:
        """Empty both fields."""
        self.name.line.clear()
        self.secret.line.clear()


class McpPage(Page):
    """List, add, test and remove MCP servers."""

    add_requested = Signal(McpEntry)
    test_requested = Signal(McpEntry)
    """Try what stands in the fields."""
    restart_requested = Signal(str)
    """Connect a server anew."""
    remove_requested = Signal(str)

    def __init__(self, *, theme: Theme) -> None:
        super().__init__(theme=theme)
        self.set_title(self.tr("MCP servers"))
        self.add_note(
            self.tr(
                "Programs or web addresses with tools that a connected model may use, each time after asking you. "
                "A program runs with all your rights: add only what you trust. Changes here take effect immediately."
            )
        )
        self._list = QVBoxLayout()
        self._list.setSpacing(12)
        self.column.addLayout(self._list)
        self.fields: Mapping[str, TextField] = {
            "name": TextField(self.tr("Name"), theme=theme, example="files"),
            "place": TextField(
                self.tr("Command or address"),
                theme=theme,
                example="uvx mcp-server-time",
                hint=self.tr("A program with its arguments, or what begins with https://"),
            ),
        }
        self.variables: list[VariableLine] = []
        """Lines for variables or headers; there is always one."""
        self.add(self.fields["name"])
        self.add(self.fields["place"])
        self._variable_column = QVBoxLayout()
        self._add_secrets()
        self.test_button = Button(self.tr("Test"), theme=theme)
        self.add_button = Button(self.tr("Add"), theme=theme)
        self.status = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self.problem = ErrorLabel(theme=theme)
        self._add_buttons()
        self.show_servers(())
        self.finish()
        self._update()

    @property
    def entry(self) -> McpEntry:
        """What stands in the fields."""
        pairs = [(line.name.value, line.secret.value) for line in self.variables]
        return McpEntry(
            name=self.fields["name"].value,
            place=self.fields["place"].value,
            variables=tuple(pair for pair in pairs if any(pair)),
        )

    def show_servers(self, rows: Sequence[McpServerRow]) -> None:
        """Show the servers there are."""
        show_lines(self._list, [self._line(row) for row in rows], theme=self._theme)

    def set_busy(self) -> None:
        """Say that what stands in the fields is tried or added."""
        self._show(self.tr("Starting…"))
        self._enable(ready=False)

    def set_tried(self, row: McpServerRow) -> None:
        """Show how a test ended."""
        if row.failed:
            self.set_failed(row.status)
        else:
            self._show("\n".join((self.tr("It works: {tools}").format(tools=row.status), *row.refused)))
            self._update()

    def set_failed(self, sentence: str) -> None:
        """Show why something could not be done."""
        self._show("", problem=sentence)
        self._update()

    def set_added(self) -> None:
        """Empty the fields: what stood there is in the list."""
        for field in self.fields.values():
            field.line.clear()
        for line in self.variables[1:]:
            line.hide()
            line.deleteLater()
        del self.variables[1:]
        self.variables[0].clear()
        self._update()
        self._show("")

    def _add_secrets(self) -> None:
        self._variable_column.setSpacing(8)
        self.column.addLayout(self._variable_column)
        self.more_button = Button(self.tr("Another variable"), theme=self._theme, small=True, icon="plus")
        self.more_button.clicked.connect(self._on_more)
        self.add_variable()
        line = QHBoxLayout()
        line.addWidget(self.more_button)
        line.addStretch()
        self.column.addLayout(line)
        self.add_note(self.tr("If the server needs keys. The values are stored in the system keyring if available."))

    def add_variable(self) -> "VariableLine":
        """Add an empty line for a variable or header."""
        line = VariableLine(theme=self._theme)
        self.variables.append(line)
        self._variable_column.addWidget(line)
        for field in (line.name, line.secret):
            field.line.textChanged.connect(self._update)
        self.more_button.setEnabled(False)  # until this one has a name
        return line

    def _on_more(self) -> None:
        self.add_variable().name.line.setFocus(Qt.FocusReason.OtherFocusReason)

    def _add_buttons(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self.test_button)
        line.addWidget(self.add_button)
        line.addStretch()
        self.column.addLayout(line)
        self.status.hide()
        for label in (self.status, self.problem):
            self.add(label)
        self.test_button.clicked.connect(lambda: self.test_requested.emit(self.entry))
        self.add_button.clicked.connect(lambda: self.add_requested.emit(self.entry))
        for field in self.fields.values():
            field.line.textChanged.connect(self._update)

    def _update(self) -> None:
        self._enable(ready=bool(self.entry.name and self.entry.place))

    def _enable(self, *, ready: bool) -> None:
        self.test_button.setEnabled(ready)
        self.add_button.setEnabled(ready)
        is_filled = all(line.name.value for line in self.variables)
        self.more_button.setEnabled(is_filled and len(self.variables) < MAX_VARIABLES)

    def _show(self, status: str, *, problem: str = "") -> None:
        self.status.setText(status)
        self.status.setVisible(bool(status))
        self.problem.show_error(problem)

    def _line(self, row: McpServerRow) -> QWidget:
        told = (
            Label(row.name, theme=self._theme, weight=500),
            Label(row.place, theme=self._theme, font="small", tone="muted", wrap=True),
            Label(row.status, theme=self._theme, font="small", tone="error" if row.failed else "muted", wrap=True),
            *(Label(one, theme=self._theme, font="small", tone="warn", wrap=True) for one in row.refused),
        )
        restart = self._button(self.tr("Restart"), row, self.restart_requested.emit)
        return told_line(told, [restart, self._button(self.tr("Remove"), row, self.remove_requested.emit)])

    def _button(self, words: str, row: McpServerRow, act: Callable[[str], object]) -> Button:
        button = Button(words, theme=self._theme, small=True)
        set_accessible_name(button, f"{words}: {row.name}")
        button.clicked.connect(lambda: act(row.name))
        return button
