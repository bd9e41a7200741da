"""Control a conversation's own model, persona and temperature: the header's button, and the dialog behind it.

The dialog opens at once with the models that are known here; those of servers that run follow when they answer.
"""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from alicia_desktop.app.library import Library
from alicia_desktop.app.model_controller import ModelController
from alicia_desktop.app.signal_connections import RunAction, SignalConnections
from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.client import Client
from alicia_desktop.protocol.conversation_settings import BUILT_IN, ChosenModel, settings_in
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.conversations import conversations
from alicia_desktop.store.database import Connection
from alicia_desktop.store.meta_entries import SERVER_INFO
from alicia_desktop.ui import dialogs
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.conversation_settings import ModelOption, OwnSettingsRow, own_settings_row
from alicia_desktop.view.payload_reader import get_mapping, get_text, json_map
from alicia_desktop.view.throttle import Throttle

if TYPE_CHECKING:
    from alicia_desktop.ui.conversation.own_settings_dialog import OwnSettingsDialog

REFRESH_SECONDS: Final = 0.2


class ConversationSettingsController:
    """Shows and changes the settings of the active conversation."""

    def __init__(
        self,
        *,
        client: Client,
        library: Library,
        models: ModelController,
        window: MainWindow,
        theme: Theme,
        scope: Scope,
        run_action: RunAction,
        current: Callable[[], str],
    ) -> None:
        """`current` returns the id of the active conversation."""
        self._client, self._library, self._models = client, library, models
        self._window, self._theme = window, theme
        self._run_action, self._current = run_action, current
        self._refreshing = Throttle(
            "own settings", self.refresh, scope=scope, clock=client.clock, pause=REFRESH_SECONDS
        )
        self._is_open = False

    def connect(self, connections: SignalConnections) -> None:
        """Connect the window's requests and the store's changes."""
        connections.add_qt(self._window.own_settings_requested, lambda: self._run_action("own settings", self.ask()))
        connections.add(self._client.database.changed.connect(self._on_changed))
        connections.add(self._client.sessions.came_online.connect(lambda _: self._refreshing.request()))

    def show(self, _conversation_id: str) -> None:
        """Show the settings of another conversation, which is active now."""
        self._refreshing.request()

    async def refresh(self) -> None:
        """Show what the active conversation has of its own."""
        row = await self._client.database.read(self._row, self._current())
        if row is not None:
            self._window.conversation.header.set_own_settings(row)

    async def ask(self) -> None:
        """Open the dialog; store what was chosen, here and on the server."""
        conversation_id, read = self._current(), self._client.database.read
        row, record = await read(self._row, conversation_id), await read(conversations.get, conversation_id)
        if self._is_open or record is None or row is None or row.unsupported:
            return
        self._is_open = True
        try:
            from alicia_desktop.ui.conversation.own_settings_dialog import OwnSettingsDialog  # noqa: PLC0415 - for who asks

            before, model = settings_in(record.preferences), await read(_server_model, conversation_id)
            dialog = OwnSettingsDialog(
                before,
                in_settings=get_text(model, "name"),
                is_small=get_text(model, "provider") == BUILT_IN,
                theme=self._theme,
                parent=self._window,
            )
            try:
                async with Scope("own settings") as scope:
                    if not self._client.server.name:
                        scope.spawn("models", self._offer_models(dialog))
                    saved, chosen = await dialogs.answer(dialog), dialog.settings
            finally:
                dialog.deleteLater()
        finally:
            self._is_open = False
        if saved and chosen != before:
            is_there = await read(conversations.get, conversation_id) is not None  # else the server has named it anew
            await self._library.set_settings(conversation_id if is_there else self._current(), chosen)

    async def _offer_models(self, dialog: "OwnSettingsDialog") -> None:
        dialog.add_models(
            ModelOption(title=path.stem, where=str(path.parent), model=ChosenModel(file=str(path)))
            for path in await self._models.known_files()
        )
        found = await self._models.list_known()
        dialog.add_models(
            ModelOption(title=name, where=place.title, model=ChosenModel(url=place.address, name=name))
            for place in found
            for name in place.names
        )

    def _row(self, conn: Connection, conversation_id: str) -> OwnSettingsRow | None:
        record = conversations.get(conn, conversation_id)
        if record is None:
            return None
        features = conversations.server_features(conn, record)
        return own_settings_row(settings_in(record.preferences), features, is_local=not record.server)

    def _on_changed(self, changes: Changes) -> None:
        current = self._current()
        if any(change.subject == "conversation" and change.conversation_id == current for change in changes):
            self._refreshing.request()


def _server_model(conn: Connection, conversation_id: str) -> Mapping[str, Any]:
    """Return name and provider of the model that answers other conversations, as the server has told it last."""
    record = conversations.get(conn, conversation_id)
    told = None if record is None else conversations.told_by_server(conn, record, SERVER_INFO)
    return get_mapping(json_map({SERVER_INFO: told or ""}, SERVER_INFO), "model")
