"""The settings dialog: list of pages, the selected page, Save and Cancel.

Nothing is saved while a field is wrong: the page with the first wrong field is shown and says what is wrong with it.
"""

from collections.abc import Sequence
from typing import Final, Literal

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QStackedWidget, QVBoxLayout, QWidget

from alicia_desktop.base.translation import format_number
from alicia_desktop.config import MAX_MEMORY_TOKENS
from alicia_desktop.ui.settings.fields import Page, TextField
from alicia_desktop.ui.settings.form import Problem, SettingsForm, problems
from alicia_desktop.ui.settings.general_page import GeneralPage
from alicia_desktop.ui.settings.mcp_page import McpPage
from alicia_desktop.ui.settings.model_page import ModelPage
from alicia_desktop.ui.settings.pages import AboutPage, Licence, LocalPage, SoundPage
from alicia_desktop.ui.settings.privacy_pages import PermissionsPage, PrivacyPage
from alicia_desktop.ui.settings.server_page import ServerPage
from alicia_desktop.ui.settings.voice_page import VoicePage
from alicia_desktop.ui.text_size import fit_on_screen
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_window_title
from alicia_desktop.ui.widgets.buttons import Button
from alicia_desktop.ui.widgets.labels import rule
from alicia_desktop.view.models import ModelPlaceRow
from alicia_desktop.view.rows import SettingsPage
from alicia_desktop.view.tools import GrantRow

SIZE: Final = QSize(760, 690)
MIN_SIZE: Final = QSize(560, 360)
LIST_WIDTH: Final = 184


class SettingsDialog(QDialog):
    """Edit a `SettingsForm`; `form` is the edited one."""

    saved = Signal(SettingsForm)

    def __init__(
        self,
        form: SettingsForm,
        *,
        theme: Theme,
        inputs: Sequence[str] = (),
        outputs: Sequence[str] = (),
        version: str = "",
        licences: Sequence[Licence] = (),
        grants: Sequence[GrantRow] = (),
        model_places: Sequence[ModelPlaceRow] = (),
        page: SettingsPage = "general",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._form = form
        self.general = GeneralPage(form, theme=theme)
        self.sound = SoundPage(form, theme=theme, inputs=inputs, outputs=outputs)
        self.voice = VoicePage(form, theme=theme)
        self.server = ServerPage(form, theme=theme)
        self.model = ModelPage(form, theme=theme, places=model_places)
        self.local = LocalPage(form, theme=theme)
        self.tools = PermissionsPage(form, theme=theme, grants=grants)
        self.mcp = McpPage(theme=theme)
        self.privacy = PrivacyPage(form, theme=theme)
        self.requested_action: Literal["", "backup", "restore", "erase"] = ""
        """What the dialog was closed for, if for an action of its own."""
        about = AboutPage(theme=theme, version=version, licences=licences)
        self._fillable = (
            *(self.general, self.sound, self.voice),
            *(self.server, self.model, self.local),
            *(self.tools, self.privacy),
        )
        self.pages: tuple[Page, ...] = (*self._fillable[:-1], self.mcp, self.privacy, about)
        self.page_names = QListWidget()
        self._stack = QStackedWidget()
        self._build()
        self._connect_actions()
        self._show_page(page)

    @property
    def form(self) -> SettingsForm:
        """The form with the values on screen."""
        form = self._form
        for page in self._fillable:
            form = page.fill(form)
        return form

    def set_level(self, level: float) -> None:
        """Show the level of the microphone beside its sensitivity."""
        self.sound.set_level(level)

    def set_devices(self, inputs: Sequence[str], outputs: Sequence[str]) -> None:
        """Set the sound devices that can be chosen."""
        self.sound.set_devices(inputs, outputs)

    def accept(self) -> None:
        """Save and close, or show what is wrong with the fields."""
        form = self.form
        wrong = problems(form, before=self._form)
        self._show_problems(wrong)
        if not wrong:
            self.saved.emit(form)
            super().accept()

    def _show_page(self, name: SettingsPage) -> None:
        pages: dict[SettingsPage, Page] = {
            "general": self.general,
            "sound": self.sound,
            "server": self.server,
            "model": self.model,
        }
        self.page_names.setCurrentRow(self.pages.index(pages[name]))

    def _use_speech_model(self, folder: str) -> None:
        """Fill in a speech model that was downloaded, where it is seen and saved."""
        field = self.local.fields["speech_model"]
        field.line.setText(folder)
        self.page_names.setCurrentRow(self.pages.index(self.local))
        field.line.setFocus(Qt.FocusReason.OtherFocusReason)

    def _connect_actions(self) -> None:
        self.model.downloads.downloads.speech_requested.connect(self._use_speech_model)
        self.privacy.backup_requested.connect(lambda: self._close_for("backup"))
        self.privacy.restore_requested.connect(lambda: self._close_for("restore"))
        self.privacy.erase_requested.connect(lambda: self._close_for("erase"))

    def _close_for(self, purpose: Literal["backup", "restore", "erase"]) -> None:
        self.requested_action = purpose
        self.reject()

    def _build(self) -> None:
        set_window_title(self, self.tr("Settings"))
        fit_on_screen(self, MIN_SIZE, SIZE, self._theme.scale)
        self.page_names.setAccessibleName(self.tr("Settings pages"))
        self.page_names.setFixedWidth(self._theme.scaled(LIST_WIDTH))
        self.page_names.setFont(self._theme.font("ui"))
        self.page_names.setProperty("ground", "sunken")
        self.page_names.setProperty("padded", True)
        for page in self.pages:
            self.page_names.addItem(page.title)
            self._stack.addWidget(page)
        self.page_names.currentRowChanged.connect(self._stack.setCurrentIndex)
        cancel = Button(self.tr("Cancel"), theme=self._theme)
        save = Button(self.tr("Save"), theme=self._theme, kind="primary")
        save.setDefault(True)
        cancel.clicked.connect(self.reject)
        save.clicked.connect(self.accept)
        end = QHBoxLayout()
        end.setContentsMargins(16, 12, 16, 12)
        end.setSpacing(8)
        end.addStretch()
        end.addWidget(cancel)
        end.addWidget(save)
        middle = QHBoxLayout()
        middle.setSpacing(0)
        middle.addWidget(self.page_names)
        middle.addWidget(self._stack, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(middle, 1)
        layout.addWidget(rule())
        layout.addLayout(end)

    def _show_problems(self, wrong: Sequence[Problem]) -> None:
        texts = {
            "missing": self.tr("Required"),
            "web": self.tr("Starts with http:// or https://"),
            "live": self.tr("Starts with ws:// or wss://"),
            "tokens": self.tr("A whole number, at most {most}").format(most=format_number(MAX_MEMORY_TOKENS)),
            "share": self.tr("A number from 0 to 1, such as 0.34"),
            "weights": self.tr("Parts of a score with weights from −2 to 2, such as words=0.6 meaning=0.35"),
        }
        messages = {problem.field: texts[problem.kind] for problem in reversed(wrong)}
        first: TextField | None = None
        for page in (self.local, self.model, self.server):
            for name, field in reversed(tuple(page.fields.items())):
                field.set_error(messages.get(name, ""))
                if name in messages:
                    first = field
                    self.page_names.setCurrentRow(self.pages.index(page))
        if first is None and "model_name" in messages:
            self.page_names.setCurrentRow(self.pages.index(self.model))
            self.model.require_name()
        if first is not None:
            first.line.setFocus(Qt.FocusReason.OtherFocusReason)
