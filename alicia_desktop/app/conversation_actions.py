"""What users do with whole conversations: pin, archive, export, import, give one settings of its own, page through it.

The requests come from the sidebar and the header; `MessageActions` has those for single messages. The dialog of a
conversation's own model, persona and temperature opens at once with the models that are known here; those of servers
that run follow when they answer.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from shiboken6 import isValid

from alicia_desktop.app.settings.model_controller import ModelController
from alicia_desktop.app.signal_connections import RunAction, SignalConnections
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.files import write_private
from alicia_desktop.base.tasks import Scope, Throttle
from alicia_desktop.base.translation import translate
from alicia_desktop.base.visible_text import is_hidden
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.library import Library
from alicia_desktop.protocol.conversation_settings import BUILT_IN, ChosenModel, check_settings, settings_in
from alicia_desktop.store.changes import Changes
from alicia_desktop.store.conversations import conversation_file, conversations
from alicia_desktop.store.conversations.conversation_file import import_conversation, parse_conversation
from alicia_desktop.store.database import Connection
from alicia_desktop.store.meta_entries import SERVER_INFO
from alicia_desktop.ui import dialogs
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view import conversation_markdown
from alicia_desktop.view.conversation import ConversationView
from alicia_desktop.view.conversation_settings import ModelOption, OwnSettingsRow, own_settings_row
from alicia_desktop.view.payload_reader import get_mapping, get_text, json_map

if TYPE_CHECKING:
    from alicia_desktop.ui.conversation.own_settings_dialog import OwnSettingsDialog
MAX_LISTED: Final = 1_000
"""Models of a server elsewhere that are offered."""
NO_LIST: Final = translate("This server does not list its models; its own and the built-in one can be chosen.")


class PinArchiveActions:
    """Pin and archive conversations, and show or hide the archived ones."""

    def __init__(
        self,
        *,
        library: Library,
        window: MainWindow,
        run_action: RunAction,
        is_shown: Callable[[str], bool],
    ) -> None:
        """`is_shown` says whether a conversation is the active one, whose header shows pin and archive."""
        self._library = library
        self._window = window
        self._run_action = run_action
        self._is_shown = is_shown

    def connect(self, connections: SignalConnections) -> None:
        """Connect the window's signals to the actions."""
        window, sidebar, connect, run = self._window, self._library.sidebar, connections.add_qt, self._run_action
        connect(window.pin_requested, lambda wanted, pinned: run("pin", self.pin(wanted, pinned=pinned)))
        connect(window.archive_requested, lambda wanted, on: run("archive", self.archive(wanted, archived=on)))
        connect(
            window.sidebar.archive_toggled,
            lambda shown: run("archived", sidebar.show_archived(shown=shown)),
        )
        connections.add(sidebar.archived_changed.connect(window.sidebar.set_archived))
        connections.add(sidebar.note_changed.connect(window.sidebar.set_search_note))

    async def pin(self, conversation_id: str, *, pinned: bool) -> None:
        """Pin or unpin a conversation."""
        record = await self._library.pin(conversation_id, pinned=pinned)
        if self._is_shown(record.id):
            self._window.conversation.header.set_pinned_archived(
                pinned=record.pinned, archived=record.status == "archived"
            )

    async def archive(self, conversation_id: str, *, archived: bool) -> None:
        """Archive a conversation, with undo, or unarchive it."""
        record = await self._library.archive(conversation_id, archived=archived)
        if self._is_shown(record.id):
            self._window.conversation.header.set_pinned_archived(
                pinned=record.pinned, archived=record.status == "archived"
            )
        if archived:
            self._window.show_toast(
                self._window.tr("Conversation archived"),
                self._window.tr("Undo"),
                act=lambda: self._run_action("archive", self.archive(conversation_id, archived=False)),
            )


MAX_FILE_NAME_CHARACTERS: Final = 60
FORBIDDEN_CHARACTERS: Final = re.compile(r'[\s\x00-\x1f<>:"/\\|?*]+')
"""Blanks, and characters that some system does not allow in file names."""
SUFFIXES: Final = {"markdown": "md", "json": "json", "wav": "wav"}


class ConversationFiles:
    """Export the active conversation to a file and import conversations, for the conversation menu."""

    def __init__(
        self,
        *,
        client: Client,
        window: MainWindow,
        run_action: RunAction,
        show: Callable[[str], Awaitable[None]],
    ) -> None:
        """`show` opens a conversation."""
        self._client = client
        self._window = window
        self._run_action = run_action
        self._show = show

    def connect(self, connections: SignalConnections) -> None:
        """Connect the window's signals to the actions."""
        header, connect, run = self._window.conversation.header, connections.add_qt, self._run_action
        connect(header.export_requested, lambda form: run("export", self.ask_export(form)))
        connect(header.import_requested, lambda: run("import", self.ask_import()))
        wanted = self._window.export_message_requested
        connect(wanted, lambda message, form: run("export", self.ask_export_message(message, form)))

    async def ask_export(self, form: str) -> None:
        """Ask for a file name and export the active conversation; `form` is `markdown` or `json`."""
        conversation_id, title = self._window.sidebar.current, self._window.conversation.header.title
        dialog = dialogs.create_save_dialog(file_name(title, SUFFIXES[form]), SUFFIXES[form], parent=self._window)
        path = await dialogs.choose_file(dialog)
        if path is not None:
            await self.export(conversation_id, form, path)

    async def export(self, conversation_id: str, form: str, path: Path) -> None:
        """Write a conversation to a file; a file that it replaces stays whole until the new one is.

        Raises:
            WorldError: the file cannot be written.
        """
        await self._write(path, await self._client.database.read(_content, conversation_id, form))

    async def ask_export_message(self, message_id: str, form: str) -> None:
        """Ask for a file name and export one answer of the active conversation: `markdown`, or its sound as `wav`.

        Raises:
            WorldError: it is not here any more, or the file cannot be written.
        """
        conversation_id, title = self._window.sidebar.current, self._window.conversation.header.title
        if form == "wav":
            content = await self._client.sounds.wav_of(message_id)
        else:
            answer = await self._client.database.read(conversation_markdown.export_message, conversation_id, message_id)
            content = answer.encode("utf-8", "replace")
        if not content:
            self._window.show_toast(self._window.tr("The audio of this message is no longer stored"), kind="error")
            return
        asks = self._window.tr("Export sound") if form == "wav" else self._window.tr("Export answer")
        name = file_name(title, SUFFIXES[form])
        dialog = dialogs.create_save_dialog(name, SUFFIXES[form], parent=self._window, title=asks)
        path = await dialogs.choose_file(dialog)
        if path is not None:
            await self._write(path, content)

    async def _write(self, path: Path, content: bytes) -> None:
        try:
            await asyncio.to_thread(write_private, path, content)
        except OSError as error:
            raise WorldError(
                sentence=translate("{path} cannot be written: {reason}.").format(path=path, reason=error.strerror),
                code="not_written",
            ) from error
        self._window.show_toast(self._window.tr("Exported to {name}").format(name=path.name))

    async def ask_import(self) -> None:
        """Ask for a file and import it."""
        path = await dialogs.choose_file(dialogs.create_open_dialog("json", parent=self._window))
        if path is not None:
            await self.import_file(path)

    async def import_file(self, path: Path) -> None:
        """Import a conversation and open it.

        Raises:
            WorldError: the file cannot be read, is no export, or is here already.
        """
        try:
            content = await asyncio.to_thread(path.read_bytes)
        except OSError as error:
            raise WorldError(
                sentence=translate("{path} cannot be read: {reason}.").format(path=path, reason=error.strerror),
                code="not_read",
            ) from error
        parsed = await asyncio.to_thread(partial(parse_conversation, content))
        done = await self._client.database.write(import_conversation, parsed)
        came = conversation_markdown.import_summary(done)
        if done.server != self._client.server.name:
            place = done.server or translate("this computer")
            told = translate("Imported: {what} It is listed while {server} is selected in the settings.")
            self._window.show_toast(told.format(what=came, server=place))
            return
        await self._show(done.conversation_id)
        self._window.show_toast(translate("Imported: {what}").format(what=came))


def file_name(title: str, suffix: str) -> str:
    """Return a file name made of a title that every system allows, without invisible characters."""
    seen = "".join(" " if is_hidden(character) else character for character in title)
    bare = FORBIDDEN_CHARACTERS.sub(" ", seen)[:MAX_FILE_NAME_CHARACTERS].strip(" .")
    return f"{bare or 'conversation'}.{suffix}"


def _content(conn: Connection, conversation_id: str, form: str) -> bytes:
    if form == "json":
        return conversation_file.export_conversation(conn, conversation_id)
    return conversation_markdown.export_markdown(conn, conversation_id).encode("utf-8", "replace")


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
                    here = not self._client.server.name
                    scope.spawn("models", self._offer_models(dialog) if here else self._offer_of_server(dialog))
                    saved, chosen = await dialogs.answer(dialog), dialog.settings
            finally:
                if isValid(dialog):  # the window may have been closed, and the dialog with it
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

    async def _offer_of_server(self, dialog: "OwnSettingsDialog") -> None:
        """Offer the models that a server elsewhere lists; where it lists none, say so."""
        try:
            found = await (await self._client.rooms.api()).models()
        except WorldError as error:
            dialog.set_list_problem(NO_LIST if error.code in {"not_supported", "not_found"} else error.sentence)
            return
        options = []
        for one in found[:MAX_LISTED]:
            with suppress(WorldError):  # what no conversation can be set to is not offered
                model = check_settings({"model": {"url": one.url, "name": one.name}}).model
                options.append(ModelOption(title=one.name, where=self._client.server.name, model=model))
        dialog.add_models(options)

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


class ScrollPager:
    """Load more of the active conversation as the user scrolls, jumps and searches in it."""

    def __init__(
        self,
        *,
        rows: ConversationView,
        window: MainWindow,
        run_action: RunAction,
        jump: Callable[[str, str], Coroutine[Any, Any, None]],
    ) -> None:
        """`jump` scrolls to a message of a conversation; an empty conversation is the active one."""
        self._rows = rows
        self._window = window
        self._run_action = run_action
        self._jump = jump

    def connect(self, connections: SignalConnections) -> None:
        """Connect the window's signals to the actions."""
        panel, connect, run = self._window.conversation, connections.add_qt, self._run_action
        connect(panel.messages.older_requested, self._rows.load_older)
        connect(panel.messages.newer_requested, self._rows.load_newer)
        connect(panel.messages.newest_requested, lambda: run("newest", self._show_newest()))
        connect(panel.messages.oldest_requested, lambda: run("oldest", self._show_oldest()))
        connect(panel.find_bar.search_requested, lambda words: run("find", self._find(words)))
        connect(panel.message_requested, lambda message: run("jump", self._jump("", message)))
        connections.add(self._rows.more_below.connect(panel.messages.set_more_below))

    async def _show_newest(self) -> None:
        await self._rows.show_end()
        self._window.conversation.messages.scroll_to_end()

    async def _show_oldest(self) -> None:
        first = await self._rows.show_beginning()
        if first:
            self._window.scroll_to_message(first)

    async def _find(self, words: str) -> None:
        found = await self._rows.find(words)
        self._window.conversation.find_bar.set_matches(found, words)
