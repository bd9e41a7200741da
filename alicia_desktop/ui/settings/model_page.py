"""The page Model of the settings: which language model answers, with its list, a test, and *Use*.

The page asks by signals and is answered by `set_…`, each with the query that was asked, because fields may have changed
meanwhile. *Use* holds at once; *Save* keeps what stands in the fields, like everywhere else in the settings.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from alicia_desktop.base.translation import translate_count
from alicia_desktop.ui.accessible_roles import announce
from alicia_desktop.ui.settings.download_panel import DownloadPanel
from alicia_desktop.ui.settings.fields import MARGIN, Page, TextField
from alicia_desktop.ui.settings.form import SettingsForm
from alicia_desktop.ui.settings.model_parts import FileFacts, FileField, ModelNameField, PlaceList, TestFigures
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.models import (
    BUILT_IN,
    DOWNLOAD,
    FILE,
    OTHER,
    FoundModelsRow,
    ModelFigures,
    ModelFileRow,
    ModelPlaceRow,
    ModelQuery,
    place_of,
)


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
        self.variable = self._label(tone="warn")
        self.variable.hide()
        self.add(self.variable)
        self._places = {row.id: row for row in self._all_places(places)}
        in_use = place_of(places, form.model_address, form.model_file)
        self._values = {row.id: ModelQuery(place=row.id, address=row.address) for row in self._places.values()}
        self._values[in_use] = _stored(form, in_use)
        self._in_use = self._values[in_use]
        self._asked: ModelQuery | None = None
        """The endpoint whose list is shown or on its way, without its model; or the file that was looked at."""
        self._has_facts = False
        """Whether the file was looked at and can be used."""
        self._busy = False
        self.places = PlaceList(tuple(self._places.values()), theme=theme)
        self.add(self.places)
        self._create_fields()
        self._add_fields()
        self._connect()
        self._show_place(in_use)
        self.finish()

    @property
    def query(self) -> ModelQuery:
        """What stands in the fields."""
        place = self.places.chosen
        if place in {BUILT_IN, DOWNLOAD}:
            return ModelQuery(place=place)
        if place == FILE:
            return ModelQuery(place=FILE, file=self.file.field.value)
        row = self._places[place]
        return ModelQuery(
            place=place,
            address=row.address if row.is_service else self.address.value.rstrip("/"),
            name=self._name.value,
            key=self._key.value if row.takes_key or self._key.value else "",
        )

    def choose(self, place: str) -> None:
        """Choose a place, as a press on it does."""
        self.places.radios[place].click()

    def fill(self, form: SettingsForm) -> SettingsForm:
        """Return `form` with what was chosen here."""
        query = self.query
        if query.place == DOWNLOAD or (query.place == FILE and not query.file):
            return form
        return replace(
            form, model_address=query.address, model_name=query.name, model_key=query.key, model_file=query.file
        )

    def warn_of_variable(self, name: str) -> None:
        """Say that a variable of the environment holds whatever is chosen here."""
        text = self.tr("{name} is set and goes before this choice at every start. Unset it.")
        self.variable.setText(text.format(name=name))
        self.variable.show()

    def set_found(self, found: Sequence[FoundModelsRow]) -> None:
        """Show which servers run on this computer, and offer their models."""
        for row in found:
            place = row.place if row.place in self._places else OTHER
            count = translate_count("runs here, {count} model", "runs here, {count} models", len(row.names))
            named = self.tr("{name} runs here").format(name=row.title)
            self.places.notes[place].setText(named if place == OTHER else count)
            kept = self._values[place]
            if kept.address in {"", self._places[place].address}:
                self._values[place] = replace(kept, address=row.address)

    def set_models(self, query: ModelQuery, found: FoundModelsRow) -> None:
        """Show the models of an endpoint that answered, at the address where it did."""
        if not self._is_current(query):
            return
        self._asked = replace(query, address=found.address, name="")
        if not self._places[query.place].is_service:
            self.address.line.setText(found.address)
        self.address.set_error("")
        name = self._name.value
        self._name.offer(found.names, name)
        if not found.names:
            self._say(self.tr("It answers, but doesn’t list its models. Enter a name."))
        elif name and name not in found.names:
            self._say(self.tr("It doesn’t list {model}. Choose another one.").format(model=name), "warn")
        elif found.address != query.address:
            self._say(self.tr("It answers at {address}").format(address=found.address))
        else:
            self._say("")
        self._enable()

    def set_file(self, query: ModelQuery, row: ModelFileRow) -> None:
        """Show what a file is."""
        if self._is_current(query):
            self._has_facts = True
            if not self._busy:
                self._say("")
            self.facts.set_file(row)
            self._reveal(self.facts)
            self._enable()

    def set_figures(self, query: ModelQuery, shown: ModelFigures) -> None:
        """Show how a test went."""
        self._busy = False
        if self._is_current(query):
            self._say(self.tr("{model} answers").format(model=query.title), "ok")
            self.figures.set_figures(shown)
            self._reveal(self.figures)
        self._enable()

    def set_failed(self, query: ModelQuery, sentence: str) -> None:
        """Show why something failed."""
        self._busy = False
        if self._is_current(query):
            self.figures.hide()
            self._say(sentence, "error")
        self._enable()

    def set_used(self, query: ModelQuery) -> None:
        """Show that a model answers from now on."""
        self._busy = False
        self._in_use = query
        if self._is_current(query):
            words = self.tr("Alicia answers with {model} from now on")
            small = self.tr("Alicia answers with the small model from now on")
            self._say(words.format(model=query.title) if query.title else small, "ok")
        self._enable()

    def showEvent(self, event: QShowEvent) -> None:
        """Ask for the models of the endpoint in use when the page is first seen."""
        super().showEvent(event)
        self._request_models()

    def require_name(self) -> None:
        """Say that a model has to be chosen."""
        self._say(self.tr("Choose a model"), "error")
        self._name.ask()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep Enter in a field from saving everything: it ends the field, which asks for the models there."""
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            event.accept()
        else:
            super().keyPressEvent(event)

    def _all_places(self, places: Sequence[ModelPlaceRow]) -> Sequence[ModelPlaceRow]:
        return (
            ModelPlaceRow(id=BUILT_IN, title=self.tr("On this computer (small)"), takes_key=False),
            *places,
            ModelPlaceRow(id=OTHER, title=self.tr("Another endpoint")),
            ModelPlaceRow(id=FILE, title=self.tr("A GGUF file"), takes_key=False),
            ModelPlaceRow(id=DOWNLOAD, title=self.tr("Download a model"), takes_key=False),
        )

    def _create_fields(self) -> None:
        theme = self._theme
        self.address = TextField(self.tr("Address"), theme=theme, example="127.0.0.1:8080")
        self._key = TextField(
            self.tr("Key"), theme=theme, secret=True, hint=self.tr("Stored in the system keyring if available")
        )
        self.file = FileField(theme=theme)
        self.fields: Mapping[str, TextField] = {
            "model_address": self.address,
            "model_key": self._key,
            "model_file": self.file.field,
        }
        self.downloads = DownloadPanel(theme=theme)
        self._name = ModelNameField(theme=theme)
        self.names = self._name.names
        self.test = Button(self.tr("Test"), theme=theme)
        self.use = Button(self.tr("Use"), theme=theme)
        self.status = self._label()
        self.figures, self.facts = TestFigures(theme=theme), FileFacts(theme=theme)
        self._note = self._label(self.tr("Fast and private, for short and simple answers."))

    def _label(self, text: str = "", *, tone: str = "muted") -> Label:
        return Label(text, theme=self._theme, font="small", tone=tone, wrap=True)

    def _add_fields(self) -> None:
        line = QHBoxLayout()
        line.setSpacing(8)
        line.addWidget(self._name, 1)
        line.addWidget(self.test, 0, Qt.AlignmentFlag.AlignBottom)
        line.addWidget(self.use, 0, Qt.AlignmentFlag.AlignBottom)
        line.addStretch()
        for widget in (self._note, self.address, self._key, self.file, self.facts, self.downloads):
            self.add(widget)
        self.column.addLayout(line)
        self.add(self.status)
        self.add(self.figures)
        self.status.hide()

    def _connect(self) -> None:
        for line in (self.address.line, self._key.line, self.file.field.line):
            line.returnPressed.connect(self._ask_anew)
            line.editingFinished.connect(self._request_models)
        self.address.line.textEdited.connect(lambda _: self._on_address_edited())
        self._key.line.textEdited.connect(lambda _: self._on_edited())
        self.file.field.line.textEdited.connect(lambda _: self._on_edited())
        self.file.chosen.connect(self._on_file_chosen)
        self._name.edited.connect(self._enable)
        self.downloads.downloads.use_requested.connect(self._use_file)
        self.downloads.appeared.connect(self._reveal)
        self.places.pressed.connect(self._on_place)
        self.test.clicked.connect(self._on_test)
        self.use.clicked.connect(self._on_use)

    def _on_place(self, place: str) -> None:
        left = self._values[self._shown]
        if left.place != BUILT_IN:
            self._values[left.place] = replace(
                left,
                address=self.address.value,
                name=self._name.value,
                key=self._key.value,
                file=self.file.field.value,
            )
        self._show_place(place)
        self._request_models()

    def _show_place(self, place: str) -> None:
        self._shown = place
        row, values = self._places[place], self._values[place]
        self.places.radios[place].setChecked(True)
        is_endpoint = place not in {BUILT_IN, FILE, DOWNLOAD}
        self._note.setVisible(place == BUILT_IN)
        self.address.setVisible(is_endpoint and not row.is_service)
        self._key.setVisible(row.takes_key or bool(values.key))
        self.file.setVisible(place == FILE)
        self._name.setVisible(is_endpoint)
        self.downloads.setVisible(place == DOWNLOAD)
        self.test.setVisible(is_endpoint or place == FILE)
        self.use.setVisible(place != DOWNLOAD)
        self.address.line.setText(values.address)
        self._key.line.setText(values.key)
        self.file.field.line.setText(values.file)
        self._asked = None
        self._name.offer((), values.name)
        self._on_edited()

    def _request_models(self) -> None:
        """Ask for the list of models, if it can be had and is not there already."""
        query = replace(self.query, name="")
        row = self._places[query.place]
        has_place = query.file or (query.address and not (row.is_service and not query.key))
        if not self.isVisible() or not has_place or query == self._asked:
            return
        self._asked = query
        self._say(self.tr("Reading the file…") if query.file else self.tr("Looking for models…"))
        self.models_requested.emit(self.query)

    def _ask_anew(self) -> None:
        """Have the list asked for once more, though nothing was changed: the server may run by now."""
        self._asked = None

    def _on_address_edited(self) -> None:
        """Forget what the former address offered; a name that was typed stays."""
        self.address.set_error("")
        name = self._name.value
        self._name.offer((), "" if self._name.is_listed else name)
        self._on_edited()

    def _on_file_chosen(self) -> None:
        self._on_edited()
        self._request_models()

    def _on_edited(self) -> None:
        self._has_facts = False
        self.facts.hide()
        self.figures.hide()
        self._say("")
        self._enable()

    def _on_test(self) -> None:
        self._busy = True
        self.figures.hide()
        self._say(self.tr("Testing… The first answer may take a while."))
        self._enable()
        self.test_requested.emit(self.query)

    def _on_use(self) -> None:
        self._busy = True
        if self.places.chosen == FILE:
            self._say(self.tr("Loading… A large file takes a while."))
        self._enable()
        self.use_requested.emit(self.query)

    def _use_file(self, path: str) -> None:
        """Use a downloaded model as any other file."""
        self._values[FILE] = ModelQuery(place=FILE, file=path)
        self.choose(FILE)
        self._on_use()

    def _is_current(self, query: ModelQuery) -> bool:
        """Whether the fields still say what was asked; the model may be another one."""
        now = self.query
        asked = self._asked.address if self._asked is not None else ""
        same = (now.place, now.key, now.file) == (query.place, query.key, query.file)
        return same and now.address in {query.address, asked}

    def _enable(self) -> None:
        query = self.query
        is_whole = self._has_facts if query.place == FILE else bool(query.address and query.name)
        is_used = query == self._in_use
        self.test.setEnabled(is_whole and not self._busy)
        self.use.setEnabled((is_whole or query.place == BUILT_IN) and not is_used and not self._busy)
        self.use.setText(self.tr("In use") if is_used else self.tr("Use"))

    def _say(self, text: str, tone: str = "muted") -> None:
        self.status.set_tone(tone)
        self.status.setText(text)
        self.status.setVisible(bool(text))
        announce(self, text, at_once=tone == "error")
        if text:
            self._reveal(self.status)

    def _reveal(self, widget: QWidget) -> None:
        """Scroll to what has just appeared, once it has its place."""
        QTimer.singleShot(0, self, lambda: self.ensureWidgetVisible(widget, 0, MARGIN))


def _stored(form: SettingsForm, place: str) -> ModelQuery:
    """Return what the settings say of the place in use."""
    if place == FILE:
        return ModelQuery(place=FILE, file=form.model_file)
    if place == BUILT_IN:
        return ModelQuery(place=BUILT_IN)
    return ModelQuery(place=place, address=form.model_address, name=form.model_name, key=form.model_key)
