"""Compose a stanza by hand, as a form of its fields or as JSON; what is wrong is said before it can be sent."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFormLayout, QFrame, QLineEdit, QScrollArea, QStackedWidget, QWidget

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.translation import translate
from alicia_desktop.protocol.registry import BY_NUMBER
from alicia_desktop.protocol.shapes import Field, FieldKind
from alicia_desktop.ui.dialogs import QuestionDialog
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import SegmentButton, Segments
from alicia_desktop.ui.widgets.fields import EditField, Picker
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view import text
from alicia_desktop.view.composed_stanzas import FIRST, SENDABLE, ComposedStanza

WIDTH: Final = 560
LINES: Final = 14
FORM, JSON = "form", "json"
_TEXTS: Final = frozenset({FieldKind.TEXT, FieldKind.ID})
Preset = Callable[[int], str]
Compose = Callable[[int, str], ComposedStanza]


class ComposeDialog(QuestionDialog):
    """Asks for a stanza; `composed` is what was written. `preset` and `compose` are those of `view`, with a context."""

    def __init__(
        self,
        *,
        preset: Preset,
        compose: Compose,
        begin: tuple[int, str] | None = None,
        theme: Theme,
        parent: QWidget | None,
    ) -> None:
        """`begin` is the type and body to begin with, of a stanza that is sent anew."""
        title = translate("Send a stanza by hand")
        note = translate("It goes to the server of this conversation and is marked as sent by hand for ever.")
        super().__init__(title, note, theme=theme, parent=parent)
        self.setMinimumWidth(WIDTH)
        self._preset, self._compose = preset, compose
        self.composed = ComposedStanza()
        self.type = Picker(theme=theme, name=self.tr("Type"))
        for entry in SENDABLE:
            self.type.addItem(f"{entry.number} {entry.name}", entry.number)
        self.mode = Segments(
            (SegmentButton(id=FORM, text=self.tr("Form")), SegmentButton(id=JSON, text="JSON")),
            theme=theme,
            name=self.tr("How the body is written"),
        )
        self.json = EditField(theme=theme, font="data", spelled=False)
        self.json.setAccessibleName(self.tr("Body as JSON"))
        self._form = _Form(theme=theme)
        self._pages = QStackedWidget()
        self.problem = Label("", theme=theme, font="small", tone="error", wrap=True)
        self._build()
        number, said = begin or (FIRST, preset(FIRST))
        self.type.setCurrentIndex(max(0, self.type.findData(number)))
        self._show(said)
        self.type.currentIndexChanged.connect(lambda: self._show(self._preset(self.number)))
        self.mode.chosen.connect(self._on_mode)
        self.json.text_changed.connect(self._check)
        self._form.edited.connect(self._on_form)

    @property
    def number(self) -> int:
        """The type that is chosen."""
        return int(self.type.currentData())

    def _build(self) -> None:
        self._pages.addWidget(self._form)
        self._pages.addWidget(self.json)
        self._pages.setFixedHeight(LINES * self._theme.line("data") + 12)
        self.column.addWidget(self.type)
        self.column.addWidget(self.mode)
        self.column.addWidget(self._pages)
        self.column.addWidget(self.json.note)
        self.column.addWidget(self.problem)
        self.column.addSpacing(8)
        self.send = self.add_buttons(self.tr("Send"), reject=self.tr("Cancel"))
        self.send.setShortcut("Ctrl+Return")

    def _show(self, said: str) -> None:
        self.json.set_text(said)
        self._form.set_body(self.number, said)
        self._check()

    def _on_mode(self, mode: str) -> None:
        """Go to the other page; a text that is no object stays as JSON, where it can be mended."""
        if mode == FORM and not self._form.set_body(self.number, self.json.text):
            self.mode.choose(JSON)
            return
        self._pages.setCurrentIndex(0 if mode == FORM else 1)

    def _on_form(self) -> None:
        self.json.set_text(text.as_json(self._form.body()))

    def _check(self) -> None:
        self.composed = self._compose(self.number, self.json.text)
        self.problem.setText(self.composed.problem)
        self.send.setEnabled(self.composed.body is not None)


class _Form(QScrollArea):
    """A line for each field of a type; one that is left empty is left out."""

    edited = Signal()

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._lines: dict[str, QLineEdit | Picker] = {}
        self._fields: Mapping[str, Field] = {}
        self._beside: dict[str, Any] = {}
        """What the body has that is no field of its type: it is kept, and told to be wrong."""
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(self.tr("Fields of the body"))

    def set_body(self, number: int, said: str) -> bool:
        """Show the fields of a body; return false where the text is no object."""
        try:
            body = decode_json(said)
        except ValueError:
            return False
        if not isinstance(body, dict):
            return False
        self._fields = BY_NUMBER[number].shape.by_wire
        self._beside = {name: value for name, value in body.items() if name not in self._fields}
        page = QWidget()
        form = QFormLayout(page)
        form.setHorizontalSpacing(12)
        self._lines = {name: self._line(field, body.get(name)) for name, field in self._fields.items()}
        for name, line in self._lines.items():
            label = Label(f"{name} *" if self._fields[name].required else name, theme=self._theme, font="data")
            form.addRow(label, line)
        self.setWidget(page)
        return True

    def body(self) -> dict[str, Any]:
        """Return what the lines hold; a text that is not of its field's kind stays text, and is told to be wrong."""
        said = {name: _read(self._fields[name], _words(line)) for name, line in self._lines.items() if _words(line)}
        for name, field in self._fields.items():
            if field.required and field.kind in _TEXTS:
                said.setdefault(name, "")
        return said | self._beside

    def _line(self, field: Field, value: Any) -> QLineEdit | Picker:
        choices = ("true", "false") if field.kind is FieldKind.BOOLEAN else tuple(map(str, field.choices))
        words = "" if value is None else value if isinstance(value, str) else text.plain(value)
        if choices:
            picker = Picker(theme=self._theme, name=field.wire)
            picker.addItems(["", *choices] if words in {"", *choices} else ["", *choices, words])
            picker.setCurrentText(words)
            picker.currentIndexChanged.connect(self.edited)
            return picker
        line = QLineEdit(words)
        line.setFont(self._theme.font("data"))
        line.setFixedHeight(self._theme.height("control"))
        line.setAccessibleName(field.wire)
        line.setPlaceholderText("" if field.kind in _TEXTS else field.kind.name.lower())
        line.textEdited.connect(self.edited)
        return line


def _words(line: QLineEdit | Picker) -> str:
    return line.text() if isinstance(line, QLineEdit) else line.currentText()


def _read(field: Field, words: str) -> Any:
    if field.kind in _TEXTS:
        return words
    try:
        return decode_json(words)
    except ValueError:
        return words
