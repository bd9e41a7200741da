"""The page Model of the settings: which language model answers, with its list, a test, and *Use*.

The page asks by signals and is answered by `set_…`, each with the query that was asked, because fields may have changed
meanwhile. *Use* holds at once; *Save* keeps what stands in the fields, like everywhere else in the settings.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Final

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QButtonGroup, QComboBox, QGridLayout, QHBoxLayout, QRadioButton, QVBoxLayout, QWidget

from alicia_desktop.ui.settings.fields import MARGIN, Page, TextField
from alicia_desktop.ui.settings.form import SettingsForm
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import MAX_FIELD_CHARACTERS
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.fields import Picker
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.models import (
    BUILT_IN,
    OTHER,
    FoundModelsRow,
    ModelFigures,
    ModelPlaceRow,
    ModelQuery,
    place_of,
)

FIGURE_COLUMN: Final = 150


class ModelPage(Page):
    """Choose the language model of the server on this computer."""

    models_requested = Signal(ModelQuery)
    """The list of models is wanted."""
    test_requested = Signal(ModelQuery)
    use_requested = Signal(ModelQuery)

    def __init__(self, form: SettingsForm, *, theme: Theme, places: Sequence[ModelPlaceRow] = ()) -> None:
        super().__init__(theme=theme)
        self.set_title(self.tr("Model"))
        if form.place == "server":
            self.add_note(self.tr("Alicia runs on a server, which has a model of its own. This is for this computer."))
        self._places = {
            row.id: row
            for row in (
                ModelPlaceRow(id=BUILT_IN, title=self.tr("On this computer (small)"), takes_key=False),
                *places,
                ModelPlaceRow(id=OTHER, title=self.tr("Another endpoint")),
            )
        }
        in_use = place_of(places, form.model_address)
        self._values = {row.id: ModelQuery(place=row.id, address=row.address) for row in self._places.values()}
        if in_use != BUILT_IN:
            self._values[in_use] = ModelQuery(
                place=in_use, address=form.model_address, name=form.model_name, key=form.model_key
            )
        self._in_use = self._values[in_use]
        self._asked: ModelQuery | None = None
        """The endpoint whose list is shown or on its way; without its model."""
        self._busy = False
        self._radios: dict[str, QRadioButton] = {}
        self._notes: dict[str, Label] = {}
        self.add(self._create_places())
        self._address = TextField(self.tr("Address"), theme=theme, example="127.0.0.1:8080")
        self._key = TextField(
            self.tr("Key"), theme=theme, secret=True, hint=self.tr("Stored in the system keyring if available")
        )
        self.fields: Mapping[str, TextField] = {"model_address": self._address, "model_key": self._key}
        self.names = self._create_names()
        self._name_field = _named(self.tr("Model"), self.names, theme)
        self.test = Button(self.tr("Test"), theme=theme)
        self.use = Button(self.tr("Use"), theme=theme)
        self._status = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self._figures = _Figures(theme=theme)
        self._note = Label(
            self.tr("Fast and private, for short and simple answers."),
            theme=theme,
            font="small",
            tone="muted",
            wrap=True,
        )
        self._add_fields()
        self._connect()
        self._show_place(in_use)
        self.finish()

    @property
    def query(self) -> ModelQuery:
        """What stands in the fields."""
        place = self._chosen
        if place == BUILT_IN:
            return ModelQuery(place=BUILT_IN)
        row = self._places[place]
        return ModelQuery(
            place=place,
            address=row.address if row.is_service else self._address.value.rstrip("/"),
            name=self._name(),
            key=self._key.value if row.takes_key or self._key.value else "",
        )

    def choose(self, place: str) -> None:
        """Choose a place, as a press on it does."""
        self._radios[place].click()

    def fill(self, form: SettingsForm) -> SettingsForm:
        """Return `form` with what was chosen here."""
        query = self.query
        return replace(form, model_address=query.address, model_name=query.name, model_key=query.key)

    def set_found(self, found: Sequence[FoundModelsRow]) -> None:
        """Show which servers run on this computer, and offer their models."""
        for row in found:
            place = row.place if row.place in self._places else OTHER
            count = self.tr("runs here, 1 model") if len(row.names) == 1 else self.tr("runs here, {count} models")
            named = self.tr("{name} runs here").format(name=row.title)
            self._notes[place].setText(named if place == OTHER else count.format(count=len(row.names)))
            kept = self._values[place]
            if kept.address in {"", self._places[place].address}:
                self._values[place] = replace(kept, address=row.address)

    def set_models(self, query: ModelQuery, found: FoundModelsRow) -> None:
        """Show the models of an endpoint that answered, at the address where it did."""
        if not self._is_current(query):
            return
        self._asked = replace(query, address=found.address, name="")
        if not self._places[query.place].is_service:
            self._address.line.setText(found.address)
        self._address.set_error("")
        name = self._name()
        self._offer(found.names, name)
        if not found.names:
            self._say(self.tr("It answers, but doesn’t list its models. Enter a name."))
        elif name and name not in found.names:
            self._say(self.tr("It doesn’t list {model}. Choose another one.").format(model=name), "warn")
        elif found.address != query.address:
            self._say(self.tr("It answers at {address}").format(address=found.address))
        else:
            self._say("")
        self._enable()

    def set_figures(self, query: ModelQuery, shown: ModelFigures) -> None:
        """Show how a test went."""
        self._busy = False
        if self._is_current(query):
            self._say(self.tr("{model} answers").format(model=query.name), "ok")
            self._figures.set_figures(shown)
            self._reveal(self._figures)
        self._enable()

    def set_failed(self, query: ModelQuery, sentence: str) -> None:
        """Show why something failed."""
        self._busy = False
        if self._is_current(query):
            self._figures.hide()
            self._say(sentence, "error")
        self._enable()

    def set_used(self, query: ModelQuery) -> None:
        """Show that a model answers from now on."""
        self._busy = False
        self._in_use = query
        if self._is_current(query):
            words = self.tr("Alicia answers with {model} from now on")
            small = self.tr("Alicia answers with the small model from now on")
            self._say(words.format(model=query.name) if query.address else small, "ok")
        self._enable()

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for the models of the endpoint in use when the page is first seen."""
        super().showEvent(event)
        self._request_models()

    def require_name(self) -> None:
        """Say that a model has to be chosen."""
        self._say(self.tr("Choose a model"), "error")
        self.names.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep Enter in a field from saving everything: it ends the field, which asks for the models there."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            event.accept()
        else:
            super().keyPressEvent(event)

    @property
    def _chosen(self) -> str:
        return next((place for place, radio in self._radios.items() if radio.isChecked()), BUILT_IN)

    def _create_places(self) -> QWidget:
        places = QWidget()
        grid = QGridLayout(places)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(6)
        grid.setHorizontalSpacing(16)
        grid.setColumnStretch(1, 1)
        group = QButtonGroup(self)
        for number, row in enumerate(self._places.values()):
            radio = QRadioButton(row.title)
            radio.setFont(self._theme.font("ui"))
            radio.clicked.connect(lambda _on=False, place=row.id: self._on_place(place))
            group.addButton(radio)
            note = Label("", theme=self._theme, font="small", tone="muted")
            grid.addWidget(radio, number, 0)
            grid.addWidget(note, number, 1)
            self._radios[row.id], self._notes[row.id] = radio, note
        return places

    def _create_names(self) -> Picker:
        names = Picker(theme=self._theme, name=self.tr("Model"))
        names.setEditable(True)
        names.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        line = names.lineEdit()
        assert line is not None
        line.setMaxLength(MAX_FIELD_CHARACTERS)
        line.setFont(self._theme.font("ui"))
        line.setProperty("bare", True)
        line.setPlaceholderText(self.tr("Choose or enter a model"))
        return names

    def _add_fields(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self._name_field, 1)
        line.addWidget(self.test, 0, Qt.AlignmentFlag.AlignBottom)
        line.addWidget(self.use, 0, Qt.AlignmentFlag.AlignBottom)
        line.addStretch()
        for widget in (self._note, self._address, self._key):
            self.add(widget)
        self.column.addLayout(line)
        self.add(self._status)
        self.add(self._figures)
        self._status.hide()
        self._figures.hide()

    def _connect(self) -> None:
        for line in (self._address.line, self._key.line):
            line.returnPressed.connect(self._ask_anew)
            line.editingFinished.connect(self._request_models)
        self._address.line.textEdited.connect(lambda _: self._on_address_edited())
        self._key.line.textEdited.connect(lambda _: self._on_edited())
        self.names.editTextChanged.connect(lambda _: self._enable())
        self.names.activated.connect(lambda _: self._show_beginning())
        self.test.clicked.connect(self._on_test)
        self.use.clicked.connect(self._on_use)

    def _on_place(self, place: str) -> None:
        left = self._values[self._shown]
        if left.place != BUILT_IN:
            self._values[left.place] = replace(
                left, address=self._address.value, name=self._name(), key=self._key.value
            )
        self._show_place(place)
        self._request_models()

    def _show_place(self, place: str) -> None:
        self._shown = place
        row, values = self._places[place], self._values[place]
        self._radios[place].setChecked(True)
        is_built_in = place == BUILT_IN
        self._note.setVisible(is_built_in)
        self._address.setVisible(not is_built_in and not row.is_service)
        self._key.setVisible(row.takes_key or bool(values.key))
        self._name_field.setVisible(not is_built_in)
        self.test.setVisible(not is_built_in)
        self._address.line.setText(values.address)
        self._key.line.setText(values.key)
        self._asked = None
        self._offer((), values.name)
        self._figures.hide()
        self._say("")
        self._enable()

    def _request_models(self) -> None:
        """Ask for the list of models, if it can be had and is not there already."""
        query = replace(self.query, name="")
        row = self._places[query.place]
        if not self.isVisible() or not query.address or query == self._asked or (row.is_service and not query.key):
            return
        self._asked = query
        self._say(self.tr("Looking for models…"))
        self.models_requested.emit(self.query)

    def _ask_anew(self) -> None:
        """Have the list asked for once more, though nothing was changed: the server may run by now."""
        self._asked = None

    def _on_address_edited(self) -> None:
        """Forget what the former address offered; a name that was typed stays."""
        self._address.set_error("")
        name = self._name()
        self._offer((), "" if self.names.findData(name) >= 0 else name)
        self._on_edited()

    def _on_edited(self) -> None:
        self._figures.hide()
        self._say("")
        self._enable()

    def _on_test(self) -> None:
        self._busy = True
        self._figures.hide()
        self._say(self.tr("Testing… The first answer may take a while."))
        self._enable()
        self.test_requested.emit(self.query)

    def _on_use(self) -> None:
        self._busy = True
        self._enable()
        self.use_requested.emit(self.query)

    def _is_current(self, query: ModelQuery) -> bool:
        """Whether the fields still say what was asked; the model may be another one."""
        now = self.query
        asked = self._asked.address if self._asked is not None else ""
        return (now.place, now.key) == (query.place, query.key) and now.address in {query.address, asked}

    def _enable(self) -> None:
        query = self.query
        is_whole = bool(query.address and query.name)
        is_used = query == self._in_use
        self.test.setEnabled(is_whole and not self._busy)
        self.use.setEnabled((is_whole or query.place == BUILT_IN) and not is_used and not self._busy)
        self.use.setText(self.tr("In use") if is_used else self.tr("Use"))

    def _offer(self, names: Sequence[str], name: str) -> None:
        self.names.clear()
        for one in names:
            self.names.offer(one, one)
        place = self.names.findData(name)
        if place >= 0 or (names and not name):
            self.names.setCurrentIndex(max(place, 0))
        else:
            self.names.setEditText(name)
        self._show_beginning()

    def _show_beginning(self) -> None:
        """Show where a long name begins, not where it ends."""
        line = self.names.lineEdit()
        if line is not None:
            line.setCursorPosition(0)

    def _name(self) -> str:
        text = self.names.currentText().strip()
        place = self.names.currentIndex()
        return str(self.names.itemData(place)) if place >= 0 and self.names.itemText(place) == text else text

    def _say(self, text: str, tone: str = "muted") -> None:
        self._status.set_tone(tone)
        self._status.setText(text)
        self._status.setVisible(bool(text))
        if text:
            self._reveal(self._status)

    def _reveal(self, widget: QWidget) -> None:
        """Scroll to what has just appeared, once it has its place."""
        QTimer.singleShot(0, self, lambda: self.ensureWidgetVisible(widget, 0, MARGIN))


class _Figures(QWidget):
    """The figures of a test, each with its name."""

    def __init__(self, *, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setVerticalSpacing(4)
        grid.setColumnMinimumWidth(0, FIGURE_COLUMN)
        grid.setColumnStretch(1, 1)
        names = (
            self.tr("First word after"),
            self.tr("Tokens a second"),
            self.tr("Takes tools"),
            self.tr("Thinks first"),
            self.tr("Reads at once"),
        )
        self._values = [Label("", theme=theme, font="small") for _ in names]
        for number, (name, value) in enumerate(zip(names, self._values, strict=True)):
            grid.addWidget(Label(name, theme=theme, font="small", tone="muted"), number, 0)
            grid.addWidget(value, number, 1)

    @property
    def texts(self) -> tuple[str, ...]:
        """The values that are shown."""
        return tuple(value.text() for value in self._values)

    def set_figures(self, shown: ModelFigures) -> None:
        """Show the figures of a test."""
        yes, no = self.tr("Yes"), self.tr("No")
        tokens = self.tr("{count} tokens").format(count=shown.context) if shown.context else self.tr("Not stated")
        texts = (
            shown.first_token,
            shown.speed or self.tr("Too short to measure"),
            yes if shown.tools else no,
            yes if shown.thinks else no,
            tokens,
        )
        for value, text in zip(self._values, texts, strict=True):
            value.setText(text)
        self.show()


def _named(name: str, control: QWidget, theme: Theme) -> QWidget:
    """Return a control with its name above it, which are shown and hidden together."""
    both = QWidget()
    column = QVBoxLayout(both)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(4)
    column.addWidget(Label(name, theme=theme, weight=500))
    column.addWidget(control)
    return both
