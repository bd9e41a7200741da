"""Ask for a conversation's own model, persona and temperature."""

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QHBoxLayout, QSlider, QWidget

from alicia_desktop.base.translation import format_number, translate
from alicia_desktop.protocol.conversation_settings import (
    MAX_PERSONA_CHARACTERS,
    MAX_SMALL_PERSONA_CHARACTERS,
    MAX_TEMPERATURE,
    ChosenModel,
    ConversationSettings,
)
from alicia_desktop.ui.dialogs import QuestionDialog
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.fields import EditField, Picker, Toggle
from alicia_desktop.ui.widgets.labels import Label
from alicia_desktop.view.conversation_settings import ModelOption, counted, model_options

STEPS: Final = 10
"""Of the slider, for each whole number of temperature."""
USUAL: Final = 0.7
"""Where the slider stands until somebody moves it."""
FIELD_LINES: Final = 6
WIDTH: Final = 520


class OwnSettingsDialog(QuestionDialog):
    """Asks for the settings of one conversation; `settings` is what was chosen."""

    def __init__(
        self,
        settings: ConversationSettings,
        *,
        in_settings: str = "",
        is_small: bool = False,
        theme: Theme,
        parent: QWidget | None,
    ) -> None:
        """`in_settings` names the model that answers all other conversations; `is_small`: it is the built-in one."""
        title = translate("Model and persona of this conversation")
        super().__init__(title, "", theme=theme, parent=parent)
        self.setMinimumWidth(WIDTH)
        self._chosen, self._in_settings, self._is_small = settings.model, in_settings, is_small
        self._found: tuple[ModelOption, ...] = ()
        self.model = Picker(theme=theme, name=self.tr("Model"))
        self.persona = EditField(theme=theme, font="ui", most=MAX_PERSONA_CHARACTERS)
        self.persona.setPlaceholderText(self.tr("Who Alicia is here, such as: You are a patient teacher of Italian."))
        self.persona.setFixedHeight(FIELD_LINES * theme.line("ui") + 12)
        self._count = Label("", theme=theme, font="small", tone="muted")
        self._list_problem = ""
        self._hint = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self.own_temperature = Toggle(self.tr("Own temperature"), theme=theme)
        self.temperature = QSlider(Qt.Orientation.Horizontal)
        self._figure = Label("", theme=theme, tone="muted")
        self._build()
        self._fill(settings)
        self._show_models()
        self._update()
        self.resize(self.sizeHint())  # or Qt squeezes a new dialog into two thirds of a low screen

    @property
    def settings(self) -> ConversationSettings:
        """What was chosen."""
        own = self.own_temperature.isChecked()
        return ConversationSettings(
            model=self._chosen,
            persona=self.persona.text.strip(),
            temperature=self.temperature.value() / STEPS if own else None,
        )

    def add_models(self, found: Iterable[ModelOption]) -> None:
        """Offer models that were found meanwhile; what is chosen stays."""
        self._found = (*self._found, *found)
        self._show_models()

    def set_list_problem(self, sentence: str) -> None:
        """Say why no more models are offered."""
        self._list_problem = sentence
        self._update()

    def _build(self) -> None:
        theme, column = self._theme, self.column
        column.addWidget(self._label(self.tr("Model"), self.model))
        column.addWidget(self.model)
        column.addWidget(self._hint)
        column.addSpacing(8)
        head = QHBoxLayout()
        head.addWidget(self._label(self.tr("Persona"), self.persona))
        head.addStretch()
        head.addWidget(self._count)
        column.addLayout(head)
        column.addWidget(self.persona)
        column.addWidget(self.persona.note)
        self.temperature.setRange(0, round(MAX_TEMPERATURE * STEPS))
        self.temperature.setPageStep(STEPS // 2)
        self.temperature.setFixedHeight(theme.height("control"))
        self.temperature.setAccessibleName(self.tr("Temperature, in tenths"))
        column.addSpacing(4)
        line = QHBoxLayout()
        line.setSpacing(12)
        line.addWidget(self.own_temperature)
        line.addWidget(self.temperature, 1)
        line.addWidget(self._figure)
        column.addLayout(line)
        column.addSpacing(8)
        self.save: Button = self.add_buttons(self.tr("Save"), reject=self.tr("Cancel"))
        self.save.setShortcut("Ctrl+Return")
        self.model.currentIndexChanged.connect(self._on_model)
        self.persona.text_changed.connect(self._update)
        self.own_temperature.toggled.connect(self._update)
        self.temperature.valueChanged.connect(self._update)

    def _label(self, words: str, field: QWidget) -> Label:
        label = Label(words, theme=self._theme, font="small", tone="muted")
        label.set_buddy(field)
        field.setAccessibleName(words)
        return label

    def _fill(self, settings: ConversationSettings) -> None:
        self.persona.set_text(settings.persona)
        own = settings.temperature is not None
        self.own_temperature.setChecked(own)
        value = USUAL if settings.temperature is None else settings.temperature
        self.temperature.setValue(round(value * STEPS))

    def _show_models(self) -> None:
        options = model_options(self._found, chosen=self._chosen, in_settings=self._in_settings)
        with QSignalBlocker(self.model):
            self.model.clear()
            for option in options:
                self.model.offer(option.label, option)
            self.model.setCurrentIndex(next(at for at, one in enumerate(options) if one.model == self._chosen))

    def _on_model(self) -> None:
        option = self.model.currentData()
        self._chosen = option.model if isinstance(option, ModelOption) else None
        self._update()

    def _update(self) -> None:
        length = len(self.persona.text.strip())
        is_long = length > MAX_PERSONA_CHARACTERS
        self._count.setText(counted(length, MAX_PERSONA_CHARACTERS))
        self._count.set_tone("error" if is_long else "muted")
        own = self.own_temperature.isChecked()
        self.temperature.setEnabled(own)
        self._figure.setText(format_number(self.temperature.value() / STEPS, ".1f") if own else self.tr("default"))
        self._hint.setText(self._hint_text())
        self._hint.setVisible(bool(self._hint.text()))
        self.save.setEnabled(not is_long)

    def _hint_text(self) -> str:
        """Return what the chosen model does with a persona, or what is done without it, and why none is offered."""
        return " ".join(part for part in (self._model_hint(), self._list_problem) if part)

    def _model_hint(self) -> str:
        if self._chosen == ChosenModel() or (self._chosen is None and self._is_small):
            words = self.tr(
                "The built-in model answers mostly from your memories and fixed sentences. It follows a persona only a "
                "little, and none of more than {count} characters."
            )
            return words.format(count=MAX_SMALL_PERSONA_CHARACTERS)
        if self._chosen is None:
            return ""
        return self.tr("If this model is not there, you are told. No other one is asked instead.")
