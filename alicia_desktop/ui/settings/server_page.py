"""The page of the connection: this computer, or a server elsewhere with address and token, or paired with by a code."""

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from alicia_desktop.ui.accessible_roles import announce
from alicia_desktop.ui.settings.fields import Page, TextField
from alicia_desktop.ui.settings.form import SettingsForm
from alicia_desktop.ui.settings.household_part import HouseholdPart
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.buttons import Button, SegmentButton, Segments
from alicia_desktop.ui.widgets.fields import Toggle
from alicia_desktop.ui.widgets.labels import Label


class ServerPage(Page):
    """The connection: this computer or an Alicia server, which may be paired with by a code."""

    pair_requested = Signal(str, str)
    """Address and code as they were typed."""

    def __init__(self, form: SettingsForm, *, theme: Theme) -> None:
        super().__init__(theme=theme)
        self.set_title(self.tr("Connection"))
        segments = (
            SegmentButton(id="local", text=self.tr("On this computer")),
            SegmentButton(id="server", text=self.tr("An Alicia server")),
        )
        self.place = Segments(segments, theme=theme, name=self.tr("Connection"))
        self.place.choose(form.place)
        self.add_named(self.tr("Alicia runs"), self.place)
        self.household = HouseholdPart(theme=theme, is_open=form.open_to_network)
        self.add(self.household)
        self._add_livekit(form)
        self.fields = self._new_fields(form, theme)
        self.code = TextField(
            self.tr("Pairing code"),
            theme=theme,
            example="K7Q-M2X",
            hint=self.tr("Instead of name and token. “serve pair” shows one on the server’s computer"),
        )
        self.pair_button = Button(self.tr("Pair"), theme=theme)
        self.pair_button.clicked.connect(self._request_pairing)
        self.code.line.returnPressed.connect(self._request_pairing)
        self._paired = Label("", theme=theme, font="small", tone="muted", wrap=True)
        self._pinned = form.server_address, form.certificate
        self._server_fields: list[QWidget] = [*self.fields.values(), self.code, self.pair_button, self._paired]
        address, *others = self.fields.values()
        for field in (address, self.code):
            self.add(field)
        self.add_row(self.pair_button, self._paired)
        for field in others:
            self.add(field)
        self._show_pin()
        address.line.textChanged.connect(self._show_pin)
        self.place.chosen.connect(self._on_place)
        self._on_place(form.place)
        self.finish()

    def _add_livekit(self, form: SettingsForm) -> None:
        self.livekit = Toggle(self.tr("Run a LiveKit server for my other computers"), theme=self._theme)
        self.livekit.setChecked(form.livekit_here)
        self.add(self.livekit)
        self._livekit_note = Label("", theme=self._theme, font="small", tone="muted", wrap=True)
        self._livekit_note.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.add(self._livekit_note)
        self._livekit_problem = ""
        self.set_livekit_problem("")

    def set_livekit_problem(self, sentence: str) -> None:
        """Say why no LiveKit server can be run here, and what brings one; '' where one can."""
        self._livekit_problem = sentence
        self._livekit_note.setText(
            sentence
            or self.tr(
                "Rooms of the Alicia on this computer then use it, and sound bears bad networks better. "
                "A change restarts the program."
            )
        )
        self._enable_livekit()

    def _enable_livekit(self) -> None:
        """What cannot be run can only be switched off."""
        possible = not self._livekit_problem or self.livekit.isChecked()
        self.livekit.setEnabled(possible and self.place.value == "local")

    def _new_fields(self, form: SettingsForm, theme: Theme) -> Mapping[str, TextField]:
        return {
            "server_address": TextField(
                self.tr("Address"), theme=theme, example="https://alicia.home", value=form.server_address
            ),
            "user": TextField(self.tr("User name"), theme=theme, value=form.user),
            "token": TextField(
                self.tr("Token"),
                theme=theme,
                secret=True,
                value=form.token,
                hint=self.tr("Stored in the system keyring if available"),
            ),
            "livekit_address": TextField(
                self.tr("LiveKit address"),
                theme=theme,
                example="wss://live.alicia.home",
                value=form.livekit_address,
                hint=self.tr("Only if the server doesn’t provide it"),
            ),
        }

    def fill(self, form: SettingsForm) -> SettingsForm:
        """Return `form` with what was written here."""
        return replace(
            form,
            place="server" if self.place.value == "server" else "local",
            server_address=self.fields["server_address"].value.rstrip("/"),
            user=self.fields["user"].value,
            token=self.fields["token"].value,
            livekit_address=self.fields["livekit_address"].value,
            certificate=self._certificate,
            livekit_here=self.livekit.isChecked(),
            open_to_network=self.household.switch.isChecked(),
        )

    def set_pairing(self) -> None:
        """Show that pairing is under way."""
        self.code.set_error("")
        self.pair_button.setEnabled(False)
        self._paired.setText(self.tr("Pairing…"))
        announce(self, self._paired.text())

    def set_paired(self, *, address: str, user: str, token: str, certificate: str) -> None:
        """Fill in what pairing gave; it is stored with Save."""
        self._pinned = address, certificate
        self.fields["server_address"].line.setText(address)
        self.fields["user"].line.setText(user)
        self.fields["token"].line.setText(token)
        self.fields["livekit_address"].line.clear()
        self.code.line.clear()
        self.pair_button.setEnabled(True)
        paired = self.tr("Paired as {user}. Save to use this server.").format(user=user)
        self._paired.setText(f"{paired} {self._pin_note}".strip())
        announce(self, self._paired.text())

    def set_pairing_problem(self, sentence: str) -> None:
        """Show why pairing failed."""
        self.pair_button.setEnabled(True)
        self.code.set_error(sentence)
        self._show_pin()

    @property
    def _certificate(self) -> str:
        """The fingerprint, if the address is still that of the server that has the certificate."""
        address, certificate = self._pinned
        return certificate if self.fields["server_address"].value.rstrip("/") == address else ""

    @property
    def _pin_note(self) -> str:
        return (
            self.tr("Its certificate is remembered: whatever has another one gets nothing.")
            if self._certificate
            else ""
        )

    def _show_pin(self) -> None:
        self._paired.setText(self._pin_note)

    def _request_pairing(self) -> None:
        if self.pair_button.isEnabled():
            self.pair_requested.emit(self.fields["server_address"].value, self.code.value)

    def _on_place(self, place: str) -> None:
        self._enable_livekit()
        for here in (self.household, self.livekit, self._livekit_note):
            here.setVisible(place == "local")
        for field in self._server_fields:
            field.setVisible(place == "server")
