"""Control the settings: dialog, settings file, secrets in the keyring, first-run card."""

import asyncio
import dataclasses
import json
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, Literal

import msgspec

from alicia_desktop import __version__
from alicia_desktop.api.owner import OWNER
from alicia_desktop.app.data_folder import offer_backup, offer_erase, offer_restore
from alicia_desktop.app.desktop.desktop_presence import DesktopPresence
from alicia_desktop.app.desktop_tools import McpController
from alicia_desktop.app.global_shortcuts.push_to_talk import PushToTalk
from alicia_desktop.app.settings import autostart
from alicia_desktop.app.settings.download_controller import DownloadController
from alicia_desktop.app.settings.form_values import form_of, place_of, settings_of
from alicia_desktop.app.settings.household_controller import HouseholdController
from alicia_desktop.app.settings.model_controller import MODEL_PLACES, ModelController
from alicia_desktop.app.settings.page_controllers import PairingController, VoiceChoice, VoicePreview
from alicia_desktop.app.settings.retrieval_saver import RetrievalSaver
from alicia_desktop.app.settings.settings_questions import SettingsQuestions
from alicia_desktop.app.spelling_controller import SpellingController
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope, run_in_daemon_thread
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.livekit_server import livekit_problem
from alicia_desktop.config import ChangedKey, InspectorSettings, Settings, save_settings
from alicia_desktop.credentials import Credentials, Name
from alicia_desktop.store.conversations import tools
from alicia_desktop.ui import dialogs
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.settings.dialog import SettingsDialog
from alicia_desktop.ui.settings.form import Place, SettingsForm
from alicia_desktop.ui.settings.pages import Licence
from alicia_desktop.ui.settings.sound_test import SoundTestRequest
from alicia_desktop.ui.text_size import next_text_size
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.tokens import RESOURCES
from alicia_desktop.view.models import FoundModelsRow, ModelQuery
from alicia_desktop.view.rows import SettingsPage
from alicia_desktop.view.tools import GrantRow, grant_rows

LICENCES_FILE: Final = RESOURCES / "licences.json"


def bundled_licences() -> tuple[Licence, ...]:
    """Load the list of bundled models, voices, fonts and packages that `packaging/licences.py` wrote."""
    listed = json.loads(LICENCES_FILE.read_text(encoding="utf-8"))
    return tuple(Licence(name=part["name"], licence=part["licence"]) for part in listed)


_SECRETS: Final[dict[str, Name]] = {
    "token": "server_token",
    "local_livekit_secret": "livekit_secret",
}


class SettingsController:
    """Show the settings dialog, store what the user changed, and restart what has to be."""

    def __init__(
        self,
        *,
        client: Client,
        credentials: Credentials,
        theme: Theme,
        window: MainWindow,
        restart: Callable[[], None],
        scope: Scope,
    ) -> None:
        """`scope` holds what goes on when the dialog is closed, until the program ends."""
        self.theme, self._window, self.restart = theme, window, restart
        self.sound_changed: Signal[None] = Signal()
        """Devices or threshold were changed in the dialog."""
        self.preview_made: Signal[VoicePreview] = Signal()
        """The sound of a preview of her voice is to be played."""
        self.test_requested: Signal[SoundTestRequest] = Signal()
        """Microphone or speaker are to be tested, or not any more."""
        self._client, self.credentials = client, credentials
        self._devices: tuple[Sequence[str], Sequence[str]] = ((), ())
        """Names of microphones and speakers, as last listed."""
        self._dialog: SettingsDialog | None = None
        self._asking = asyncio.Lock()
        self.spelling: SpellingController | None = None
        """Once the database is open."""
        self._offer: FoundModelsRow | None = None
        """What the first-run card offers."""
        ask = self._questions = SettingsQuestions(theme=theme, parent=lambda: self._dialog or window)
        self.mcp = McpController(client=client, credentials=credentials, ask_file=ask.ask_file)
        self.models = self._create_models()
        self.retrieval = RetrievalSaver(
            client=client, window=window, scope=scope, save=self._save_or_use, restart=restart
        )
        self.presence = DesktopPresence(window=window, theme=theme, scope=scope)
        self.push_to_talk = PushToTalk(scope=scope, notify=partial(window.show_toast, kind="error"))
        self.downloads = DownloadController(
            client=client, scope=scope, ask_delete=ask.ask_delete, notify=window.show_toast
        )

    def _create_models(self) -> ModelController:
        return ModelController(
            client=self._client,
            save=self._save,
            store_key=partial(self._store_secret, "model_key"),
            ask_memories=self._questions.ask_memories,
            on_used=self._show_used_model,
        )

    @property
    def settings(self) -> Settings:
        """The current settings."""
        return self._client.settings

    @property
    def is_open(self) -> bool:
        """Whether the dialog is open, or about to open."""
        return self._asking.locked()

    async def ask(self, page: SettingsPage = "general", *, place: Place | None = None) -> None:
        """Show the settings dialog and store the changes; does nothing while one is open or about to open."""
        if self._asking.locked():
            return
        async with self._asking:
            form = dataclasses.replace(form_of(self.settings, await self._secrets()), autostart=autostart.is_on())
            if place is not None:
                form = dataclasses.replace(form, place=place)
            grants = grant_rows(await self._client.database.read(tools.grants))
            answer = await self._show_dialog(form, grants, page)
        if answer is not None:
            await self._apply(form, answer)

    async def _show_dialog(
        self, form: SettingsForm, grants: Sequence[GrantRow], page: SettingsPage
    ) -> SettingsForm | None:
        """Return the form as the user saved it, or None if they left it."""
        inputs, outputs = self._devices
        dialog = self._dialog = SettingsDialog(
            form,
            theme=self.theme,
            inputs=inputs,
            outputs=outputs,
            version=__version__,
            licences=bundled_licences(),
            grants=grants,
            model_places=MODEL_PLACES,
            page=page,
            parent=self._window,
        )
        try:
            async with Scope("settings dialog") as scope:
                self._attach(dialog, scope)
                downloads = self.downloads.attached(dialog.model.downloads, scope)
                with self.mcp.attached(dialog.mcp, scope), downloads:
                    saved = await dialogs.answer(dialog)
            if saved:
                return dialog.form
            await self._run_requested_action(dialog.requested_action)
            return None
        finally:
            dialog.sound.end_test()
            self._dialog = None
            self.push_to_talk.detach()
            dialog.deleteLater()

    def _attach(self, dialog: SettingsDialog, scope: Scope) -> None:
        """Connect the pages with what fills them, as long as the dialog is open."""
        dialog.general.shortcuts_requested.connect(self._window.open_shortcuts)
        dialog.general.profiles_requested.connect(self._window.profiles_requested)
        if self.spelling is not None:
            scope.spawn("dictionaries", self.spelling.show_dictionaries(dialog.general))
        dialog.server.set_livekit_problem(livekit_problem())
        self.models.attach(dialog.model, scope)
        PairingController(dialog.server, scope)
        own = self.settings.server
        owner = own.user if own.place == "local" else OWNER
        HouseholdController(dialog.server.household, scope, paths=self._client.paths, owner=owner)
        self.push_to_talk.attach(dialog.sound.push_to_talk, scope)
        dialog.sound.test_requested.connect(self.test_requested.emit)
        VoiceChoice(dialog.voice, scope, client=self._client, preview_made=self.preview_made)

    async def _run_requested_action(self, purpose: Literal["", "backup", "restore", "erase"]) -> None:
        """Run the action for which the user left the settings."""
        paths = self._client.paths
        if purpose == "backup":
            await offer_backup(paths=paths, window=self._window)
        elif purpose == "restore":
            await offer_restore(paths=paths, theme=self.theme, window=self._window, restart=self.restart)
        elif purpose == "erase":
            await offer_erase(client=self._client, theme=self.theme, window=self._window)

    def set_devices(self, inputs: Sequence[str], outputs: Sequence[str]) -> None:
        """Set the names of the sound devices available now."""
        self._devices = inputs, outputs
        if self._dialog is not None:
            self._dialog.set_devices(inputs, outputs)

    def set_level(self, level: float) -> None:
        """Show the level of the microphone, 0–1, on the voice page."""
        if self._dialog is not None:
            self._dialog.set_level(level)

    def set_tested(self, *, microphone: bool, speaker: bool, problem: str) -> None:
        """Show in the dialog whether the devices of a test are open."""
        if self._dialog is not None:
            self._dialog.sound.set_tested(microphone=microphone, speaker=speaker, problem=problem)

    def change_voice(self, **values: Any) -> None:
        """Store a choice made in the voice bar."""
        voice = msgspec.structs.replace(self.settings.voice, **values)
        self._save_or_use(msgspec.structs.replace(self.settings, voice=voice))

    async def ask_unencrypted(self, host: str) -> bool:
        """Ask whether tokens may be sent unencrypted to a host; a yes is stored in the settings."""
        if not await self._questions.ask_unencrypted(host):
            return False
        privacy = self.settings.privacy
        agreed = msgspec.structs.replace(privacy, unencrypted=[*privacy.unencrypted, host])
        self._save_or_use(msgspec.structs.replace(self.settings, privacy=agreed))
        return True

    def show_first_run(self) -> None:
        """Show the first-run card, until it was answered or a message was sent."""
        self._window.show_first_run(shown=not self.settings.first_run_done, place=place_of(self.settings))

    async def offer_model(self) -> None:
        """Offer on the first-run card the model of a server that runs on this computer, if one does."""
        if self.settings.first_run_done:
            return
        self._offer = await self.models.find_offer()
        if self._offer is not None:
            self._window.set_model_offer(self._offer.title, self._offer.names[0])

    async def use_offered_model(self) -> None:
        """Use the model that the first-run card offers."""
        if self._offer is not None:
            found = self._offer
            await self.models.use(ModelQuery(place=found.place, address=found.address, name=found.names[0]))

    def _show_used_model(self, query: ModelQuery) -> None:
        """Have the first-run card no longer offer what is used, or what was passed over for another model."""
        if self._offer is not None:
            is_offered = query.address == self._offer.address
            self._window.set_model_offer(self._offer.title if is_offered else "", query.name, used=True)

    def finish_first_run(self) -> None:
        """Hide the first-run card for good."""
        if not self.settings.first_run_done:
            self._save_or_use(msgspec.structs.replace(self.settings, first_run_done=True))
            self.show_first_run()

    async def _secrets(self) -> dict[Name, str]:
        """Read all secrets, which may take seconds; one that cannot be read is empty, with a toast."""
        names: tuple[Name, ...] = ("server_token", "model_key", "livekit_secret")
        found = await run_in_daemon_thread(partial(self.credentials.look_up_all, names))
        for problem in {secret.problem for secret in found.values()} - {""}:
            self._window.show_toast(problem, kind="error")
        return {name: secret.value for name, secret in found.items()}

    async def _apply(self, before: SettingsForm, form: SettingsForm) -> None:
        secrets_changed = await self._store_secrets(before, form)
        await self._apply_model(form)
        old = self.settings
        settings = settings_of(old, form)
        self._save(settings)
        if form.autostart is not None and form.autostart != before.autostart:
            self._switch_autostart(on=form.autostart)
        for pk in form.revoked:
            await self._client.database.write(tools.revoke_grant, pk)
        self.theme.choose(settings.look.theme)
        self.theme.reduce_motion(reduced=settings.look.reduced_motion)
        self.theme.set_text_size(settings.look.text_size)
        self.presence.use(settings.look)
        if settings.look.notify and not old.look.notify:
            self.presence.check()
        self.push_to_talk.use(settings.voice.global_key)
        if self.spelling is not None:
            self.spelling.use_settings()
        if settings.voice != old.voice:
            self.sound_changed.emit(None)
            await self._client.engines.use_voice()
        if old.voice.keep_speech and not settings.voice.keep_speech:
            await self._client.sounds.delete_speech()
        if settings.privacy != old.privacy:
            await self._client.journal.prune()
        patience_changed = settings.voice.patience != old.voice.patience
        if secrets_changed or patience_changed or settings.server != old.server or settings.local != old.local:
            self.restart()

    def _switch_autostart(self, *, on: bool) -> None:
        """Have the program start with the session or not; where that fails, everything else is still applied."""
        try:
            autostart.switch(on=on)
        except WorldError as error:
            self._window.show_toast(error.sentence, kind="error")

    async def _apply_model(self, form: SettingsForm) -> None:
        """Use the model of the form, unless it is in use."""
        local = self.settings.local
        key = await run_in_daemon_thread(partial(self.credentials.get, "model_key"))
        wanted = (form.model_address, form.model_name, form.model_file, form.model_key)
        in_use = (local.model_url, local.model_name, local.model_file, key if local.model_url else form.model_key)
        if wanted != in_use:
            address, name, file = form.model_address, form.model_name, form.model_file
            await self.models.use(ModelQuery(place="", address=address, name=name, key=form.model_key, file=file))

    async def _store_secrets(self, before: SettingsForm, form: SettingsForm) -> bool:
        changed = False
        for field, name in _SECRETS.items():
            value = getattr(form, field)
            if value != getattr(before, field):
                changed = True
                await self._store_secret(name, value)
        return changed

    async def _store_secret(self, name: Name, value: str) -> None:
        try:
            await run_in_daemon_thread(partial(self.credentials.put, name, value))
        except WorldError as error:
            if not await self._questions.ask_file(error.sentence):
                raise
            await run_in_daemon_thread(partial(self.credentials.put, name, value, file_agreed=True))

    @property
    def is_server_local(self) -> bool:
        """Whether the server's settings are those of this program."""
        return place_of(self.settings) == "local"

    def use_look(self) -> None:
        """Use the keys that the user changed before, and show on the desktop what is wanted there."""
        self._window.set_changed_keys({one.command: one.keys for one in self.settings.look.keys})
        self.push_to_talk.use(self.settings.voice.global_key)
        self.presence.use(self.settings.look)

    def close(self) -> None:
        """Take the icon out of the tray."""
        self.presence.close()

    def change_keys(self, command: str, keys: str) -> None:
        """Keep the keys that the user chose for a command of the window."""
        others = [one for one in self.settings.look.keys if one.command != command]
        changed = others if keys == command else [*others, ChangedKey(command=command, keys=keys)]
        look = msgspec.structs.replace(self.settings.look, keys=changed)
        self._save_or_use(msgspec.structs.replace(self.settings, look=look))

    def change_text_size(self, step: int) -> None:
        """Make all text larger (1), smaller (-1) or as large as usual (0), and keep that."""
        size = next_text_size(self.theme.text_size, step)
        self.theme.set_text_size(size)
        look = msgspec.structs.replace(self.settings.look, text_size=size)
        self._save_or_use(msgspec.structs.replace(self.settings, look=look))
        self._window.show_toast(self._window.tr("Text size {percent} %").format(percent=size), kind="info")

    def save_inspector(self, inspector: InspectorSettings) -> None:
        """Keep what the inspector remembers."""
        self._save_or_use(msgspec.structs.replace(self._client.settings, inspector=inspector))

    @property
    def inspector(self) -> InspectorSettings:
        """What the inspector remembers."""
        return self._client.settings.inspector

    def save_words(self, words: list[str]) -> None:
        """Keep the words that the user added to the dictionary."""
        writing = msgspec.structs.replace(self.settings.writing, words=words)
        self._save_or_use(msgspec.structs.replace(self.settings, writing=writing))

    def _save_or_use(self, settings: Settings) -> None:
        """Save a choice made outside the dialog; if it cannot be saved, use it until the end of the program."""
        try:
            self._save(settings)
        except WorldError as error:
            self._client.settings = settings
            self._window.show_toast(error.sentence, kind="error")

    def _save(self, settings: Settings) -> None:
        save_settings(self._client.paths.settings, settings, before=self._client.settings)
        self._client.settings = settings
