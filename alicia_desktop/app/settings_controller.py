"""The settings in the window: the dialog's form, the settings file, secrets in the keyring, the first run's card."""

import asyncio
import dataclasses
import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final, Literal

import msgspec

from alicia_desktop import __version__
from alicia_desktop.app.data_folder import offer_backup, offer_erase, offer_restore
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import run_in_daemon_thread
from alicia_desktop.base.visible_text import describe_host
from alicia_desktop.compose.client import Client
from alicia_desktop.config import LocalSettings, Settings, save_settings
from alicia_desktop.credentials import Credentials, Name
from alicia_desktop.store.conversations import tool_grants
from alicia_desktop.ui import dialogs
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.resources import RESOURCES
from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.ui.settings.form import Place, SettingsForm
from alicia_desktop.ui.settings.pages import Licence
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.rows import SettingsPage
from alicia_desktop.view.tools import GrantRow, grant_rows

LIST: Final = RESOURCES / "licences.json"


def bundled_licences() -> tuple[Licence, ...]:
    """Return every part with its licence: models, voices and fonts first, then packages."""
    listed = json.loads(LIST.read_text(encoding="utf-8"))
    return tuple(Licence(name=part["name"], licence=part["licence"]) for part in listed)


_SECRETS: Final[dict[str, Name]] = {
    "token": "server_token",
    "model_key": "model_key",
    "local_livekit_secret": "livekit_secret",
}


class Preferences:
    """Asks for settings, keeps them, and says who has to start anew because of them."""

    def __init__(
        self,
        *,
        client: Client,
        credentials: Credentials,
        theme: Theme,
        window: MainWindow,
        restart: Callable[[], None],
    ) -> None:
        self.theme = theme
        self.sound_changed: Signal[None] = Signal()
        """Devices or threshold were chosen in the dialog."""
        self._client = client
        self._credentials = credentials
        self._window = window
        self._restart = restart
        self._devices: tuple[Sequence[str], Sequence[str]] = ((), ())
        """Microphones and loudspeakers, as they were last listed."""
        self._dialog: SettingsDialog | None = None
        self._asking = asyncio.Lock()

    @property
    def settings(self) -> Settings:
        """The settings in force."""
        return self._client.settings

    async def ask(self, page: SettingsPage = "general", *, place: Place | None = None) -> None:
        """Show the dialog and keep what the person changed; not a second one while it is on its way or open."""
        if self._asking.locked():
            return
        async with self._asking:
            form = self._form(await self._secrets())
            if place is not None:
                form = dataclasses.replace(form, place=place)
            grants = grant_rows(await self._client.database.read(tool_grants.listed))
            answer = await self._answer(form, grants, page)
        if answer is not None:
            await self._keep(form, answer)

    async def _answer(self, form: SettingsForm, grants: Sequence[GrantRow], page: SettingsPage) -> SettingsForm | None:
        """Return what the person made of the form, or None where they left it."""
        inputs, outputs = self._devices
        dialog = self._dialog = SettingsDialog(
            form,
            theme=self.theme,
            inputs=inputs,
            outputs=outputs,
            version=__version__,
            licences=bundled_licences(),
            grants=grants,
            page=page,
            parent=self._window,
        )
        try:
            if await dialogs.answer(dialog):
                return dialog.form
            await self._do_instead(dialog.left_for)
            return None
        finally:
            self._dialog = None
            dialog.deleteLater()

    async def _do_instead(self, purpose: Literal["", "backup", "restore", "erase"]) -> None:
        """Do what the person left the settings for."""
        paths = self._client.paths
        if purpose == "backup":
            await offer_backup(paths=paths, window=self._window)
        elif purpose == "restore":
            await offer_restore(paths=paths, theme=self.theme, window=self._window, restart=self._restart)
        elif purpose == "erase":
            await offer_erase(client=self._client, theme=self.theme, window=self._window)

    def set_devices(self, inputs: Sequence[str], outputs: Sequence[str]) -> None:
        """Take the sound devices that there are now."""
        self._devices = inputs, outputs
        if self._dialog is not None:
            self._dialog.set_devices(inputs, outputs)

    def set_level(self, level: float) -> None:
        """Show the level of the microphone, 0–1, where somebody sets its sensitivity."""
        if self._dialog is not None:
            self._dialog.set_level(level)

    def change_voice(self, **values: Any) -> None:
        """Keep a choice of the voice bar."""
        voice = msgspec.structs.replace(self.settings.voice, **values)
        self._save_or_say(msgspec.structs.replace(self.settings, voice=voice))

    async def ask_unencrypted(self, host: str) -> bool:
        """Ask whether tokens may go to another computer without encryption; a yes is kept in the settings."""
        question = dialogs.QuestionDialog(
            "Send your token unencrypted?",
            f"The address of {describe_host(host)} is not encrypted (http or ws instead of https or wss). "
            "Others on the network could read your token and what you say, and use the server as you.",
            theme=self.theme,
            parent=self._window,
        )
        send = question.add_buttons("Send unencrypted", kind="danger", reject="Don’t send")
        send.setDefault(False)  # Enter, pressed by somebody who writes, sends nothing
        send.setAutoDefault(False)
        if not await dialogs.answer(question, modal=False):
            return False
        privacy = self.settings.privacy
        agreed = msgspec.structs.replace(privacy, unencrypted=[*privacy.unencrypted, host])
        self._save_or_say(msgspec.structs.replace(self.settings, privacy=agreed))
        return True

    def show_first_run(self) -> None:
        """Show the first run's card until it was answered once, or something was said."""
        self._window.show_first_run(shown=not self.settings.first_run_done, place=_place(self.settings))

    def finish_first_run(self) -> None:
        """The card was answered, or is not needed: never again."""
        if not self.settings.first_run_done:
            self._save_or_say(msgspec.structs.replace(self.settings, first_run_done=True))
            self.show_first_run()

    async def _secrets(self) -> dict[Name, str]:
        """Return all secrets, empty where they cannot be read, which is told; that may take seconds."""
        look_up = self._credentials.look_up
        found = {name: await run_in_daemon_thread(partial(look_up, name)) for name in _SECRETS.values()}
        for problem in {secret.problem for secret in found.values()} - {""}:
            self._window.show_toast(problem, kind="error")
        return {name: secret.value for name, secret in found.items()}

    def _form(self, secrets: Mapping[Name, str]) -> SettingsForm:
        settings = self.settings
        return SettingsForm(
            theme=settings.look.theme,
            reduced_motion=settings.look.reduced_motion,
            input_device=settings.voice.input,
            output_device=settings.voice.output,
            threshold=settings.voice.threshold,
            keep_speech=settings.voice.keep_speech,
            journal_days=settings.privacy.journal_days,
            place=_place(settings),
            server_address=settings.server.address,
            user="" if settings.server.user == "user" else settings.server.user,
            token=secrets["server_token"],
            livekit_address=settings.server.livekit_address,
            model_address=settings.local.model_url,
            model_key=secrets["model_key"],
            model_name=settings.local.model_name,
            local_livekit_address=settings.local.livekit_url,
            local_livekit_key=settings.local.livekit_key,
            local_livekit_secret=secrets["livekit_secret"],
            memory_tokens=_written(settings.local.memory_tokens),
            folders=tuple(settings.tools.folders),
        )

    async def _keep(self, before: SettingsForm, form: SettingsForm) -> None:
        secrets_changed = await self._keep_secrets(before, form)
        old = self.settings
        settings = _settings(old, form)
        self._save(settings)
        for pk in form.revoked:
            await self._client.database.write(tool_grants.revoke, pk)
        self.theme.choose(settings.look.theme)
        self.theme.reduce_motion(reduced=settings.look.reduced_motion)
        if settings.voice != old.voice:
            self.sound_changed.emit(None)
        if old.voice.keep_speech and not settings.voice.keep_speech:
            await self._client.sounds.let_speech_go()
        if settings.privacy != old.privacy:
            await self._client.journal.prune()
        if secrets_changed or settings.server != old.server or settings.local != old.local:
            self._restart()

    async def _keep_secrets(self, before: SettingsForm, form: SettingsForm) -> bool:
        changed = False
        for field, name in _SECRETS.items():
            value = getattr(form, field)
            if value != getattr(before, field):
                changed = True
                await self._keep_secret(name, value)
        return changed

    async def _keep_secret(self, name: Name, value: str) -> None:
        try:
            await run_in_daemon_thread(partial(self._credentials.put, name, value))
        except WorldError as error:
            question = dialogs.confirm(
                "Keep the secret in a file?",
                error.sentence,
                action="Keep it in a file",
                theme=self.theme,
                parent=self._window,
            )
            if not await dialogs.answer(question):
                raise
            await run_in_daemon_thread(partial(self._credentials.put, name, value, file_agreed=True))

    def _save_or_say(self, settings: Settings) -> None:
        """Use a choice that was made in passing also where it cannot be kept."""
        try:
            self._save(settings)
        except WorldError as error:
            self._client.settings = settings
            self._window.show_toast(error.sentence, kind="error")

    def _save(self, settings: Settings) -> None:
        save_settings(self._client.paths.settings, settings)
        self._client.settings = settings


def _place(settings: Settings) -> Place:
    return "server" if settings.server.place == "remote" else "local"


def _written(memory_tokens: int) -> str:
    return "" if memory_tokens == LocalSettings().memory_tokens else str(memory_tokens)


def _settings(old: Settings, form: SettingsForm) -> Settings:
    """Return the settings that the form asks for."""
    replace = msgspec.structs.replace
    return replace(
        old,
        look=replace(old.look, theme=form.theme, reduced_motion=form.reduced_motion),
        voice=replace(
            old.voice,
            input=form.input_device,
            output=form.output_device,
            threshold=form.threshold,
            keep_speech=form.keep_speech,
        ),
        privacy=replace(old.privacy, journal_days=form.journal_days),
        server=replace(
            old.server,
            place="remote" if form.place == "server" else "local",
            address=form.server_address,
            user=form.user or "user",
            livekit_address=form.livekit_address,
        ),
        local=replace(
            old.local,
            model_url=form.model_address,
            model_name=form.model_name,
            livekit_url=form.local_livekit_address,
            livekit_key=form.local_livekit_key,
            memory_tokens=int(form.memory_tokens) if form.memory_tokens else LocalSettings().memory_tokens,
        ),
        tools=replace(old.tools, folders=list(form.folders)),
    )
