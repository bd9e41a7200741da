"""The part of the connection page for other computers that use the Alicia of this one: switch, code, who is paired."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from alicia_desktop.ui.accessible_roles import announce
from alicia_desktop.ui.settings.fields import TextField, show_lines, told_line
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.fields import Toggle
from alicia_desktop.ui.widgets.labels import Label


@dataclass(frozen=True, kw_only=True, slots=True)
class PairedRow:
    """A computer that is paired with the server of this one."""

    user_name: str
    name: str
    own: bool
    """Whether it is another computer of this one's owner."""
    since: str


class HouseholdPart(QWidget):
    """Switch, pairing code and paired computers. The switch is stored with Save, the rest is done at once."""

    code_requested = Signal(str)
    """Show a code for a computer of this person; empty is the owner."""
    remove_requested = Signal(str, str)
    """User and name of a computer."""

    def __init__(self, *, theme: Theme, is_open: bool) -> None:
        super().__init__()
        self._theme = theme
        self.switch = Toggle(self.tr("Let other computers use this Alicia"), theme=theme)
        self.switch.setChecked(is_open)
        self._note = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self.person = TextField(
            self.tr("Whose computer"),
            theme=theme,
            example="anna",
            hint=self.tr(
                "Empty for another computer of yours. Another person has conversations and memories of their own"
            ),
        )
        self.code_button = Button(self.tr("Show pairing code"), theme=theme)
        self.code_button.clicked.connect(self._request_code)
        self.person.line.returnPressed.connect(self._request_code)
        self._code = Label("", theme=theme, font="title")
        self._told = Label("", theme=theme, font="small", tone="muted", wrap=True)
        for label in (self._code, self._told):
            label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._computers = QVBoxLayout()
        self._computers.setSpacing(12)
        self._pairing = self._new_pairing()
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        for widget in (self.switch, self._note, self._pairing):
            layout.addWidget(widget)
        self.set_open(is_open=is_open)

    def _new_pairing(self) -> QWidget:
        pairing = QWidget()
        column = QVBoxLayout(pairing)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(12)
        column.addWidget(self.person)
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(self.code_button)
        line.addWidget(self._code)
        line.addStretch()
        column.addLayout(line)
        column.addWidget(self._told)
        column.addWidget(Label(self.tr("Paired computers"), theme=self._theme, weight=500))
        column.addLayout(self._computers)
        self.show_computers(())
        self._show_told("")
        return pairing

    def set_open(self, *, is_open: bool) -> None:
        """Say whether other computers are let in now; only then can one be paired."""
        self._pairing.setVisible(is_open)
        self._note.setText(
            self.tr("Pair each of them below. What they send and get is encrypted.")
            if is_open
            else self.tr(
                "Only computers that you pair by a code get in, and what they send and get is encrypted. Alicia then "
                "listens on the port 8200 of this computer’s network while she runs. A change restarts the program."
            )
        )

    def show_code(self, code: str, told: str) -> None:
        """Show the code, and what to do with it."""
        self._code.setText(code)
        set_accessible_name(self._code, self.tr("Pairing code {code}").format(code=" ".join(code)))
        self._show_told(told)

    def set_over(self, sentence: str) -> None:
        """Take the code away and say what became of it."""
        self._hide_code()
        self._show_told(sentence)

    def set_problem(self, sentence: str) -> None:
        """Say why no code can be shown."""
        self._hide_code()
        self._show_told("")
        self.person.set_error(sentence)

    def show_computers(self, rows: Sequence[PairedRow]) -> None:
        """List the paired computers."""
        show_lines(self._computers, [self._line(row) for row in rows], theme=self._theme)

    def _line(self, row: PairedRow) -> QWidget:
        owner = self.tr("Yours") if row.own else row.user_name
        since = self.tr("{owner} · since {day}").format(owner=owner, day=row.since)
        told = (
            Label(row.name, theme=self._theme, weight=500),
            Label(since, theme=self._theme, font="small", tone="muted", wrap=True),
        )
        remove = Button(self.tr("Remove"), theme=self._theme, small=True)
        set_accessible_name(remove, self.tr("Remove: {computer}").format(computer=row.name))
        remove.clicked.connect(lambda: self.remove_requested.emit(row.user_name, row.name))
        return told_line(told, [remove])

    def _hide_code(self) -> None:
        self._code.setText("")
        self._code.setAccessibleName("")

    def _show_told(self, sentence: str) -> None:
        announce(self, ". ".join(said for said in (self._code.accessibleName(), sentence) if said))
        self._told.setText(sentence)
        self._told.setVisible(bool(sentence))

    def _request_code(self) -> None:
        self.person.set_error("")
        self.code_requested.emit(self.person.value)
