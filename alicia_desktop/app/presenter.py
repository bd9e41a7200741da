"""Connect the window with the client: user actions are run, changes of state are shown.

One conversation is active at a time. Its rows come from the views, which follow the store; its live state from the
session and its voice. The presenter decides nothing about either: it creates the controllers and connects them.
"""

from collections.abc import Awaitable, Callable

from alicia_desktop.app.active_conversation import ActiveConversation
from alicia_desktop.app.attachments.attachments_controller import AttachmentsController
from alicia_desktop.app.connection_status import ConnectionStatus
from alicia_desktop.app.conversation_actions import (
    ConversationFiles,
    ConversationSettingsController,
    PinArchiveActions,
    ScrollPager,
)
from alicia_desktop.app.data_folder import ask_salvage
from alicia_desktop.app.desktop_tools import ToolPermissions
from alicia_desktop.app.drafts_controller import DraftsController
from alicia_desktop.app.launchers import InspectorLauncher, MemoriesLauncher
from alicia_desktop.app.message_actions import FeedbackActions, MessageActions
from alicia_desktop.app.profiles_controller import ProfilesController
from alicia_desktop.app.secondary_windows import RecentlyDeletedController, SyncController
from alicia_desktop.app.settings.settings_controller import SettingsController
from alicia_desktop.app.signal_connections import ActionRunner, SignalConnections
from alicia_desktop.app.spelling_controller import SpellingController
from alicia_desktop.app.target_opener import TargetOpener
from alicia_desktop.app.voice_controller import VoiceController
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.client import Client
from alicia_desktop.compose.library import Library
from alicia_desktop.compose.semantic_search import SemanticSearch
from alicia_desktop.config import Settings
from alicia_desktop.credentials import Credentials
from alicia_desktop.paths import Paths
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.conversation import ConversationView


class Presenter:
    """Own the client and the controllers behind one window."""

    listening = False
    """Whether the window's signals are connected."""
    _started = False
    """Whether a conversation is shown."""
    launcher: InspectorLauncher
    """Of the inspector and of captures, once the database is open."""
    memories: MemoriesLauncher | None = None
    drafts: DraftsController | None = None
    _semantic_search: SemanticSearch | None = None

    def __init__(
        self,
        *,
        paths: Paths,
        settings: Settings,
        credentials: Credentials,
        clock: Clock,
        theme: Theme,
        window: MainWindow,
        client: Client | None = None,
        early: list[str],
        targets: list[str],
        restart: Callable[[], None],
        salvage: Callable[[], None],
        on_error: Callable[[str, BaseException], None],
    ) -> None:
        """Create what needs no database.

        Args:
            client: A client that is not open yet; by default one made from the settings.
            early: Messages that the user sent before the presenter was connected; they are sent first.
            targets: Files and links that another program asked to open; opened once a conversation is shown.
            restart: Closes this presenter and starts another one; `salvage` salvages the database in between.
            on_error: Takes the name of a task and the exception that it raised.
        """
        self._early, self._targets = early, targets
        self._salvage = salvage
        self._window = window
        self._scope = Scope("presenter", on_error=on_error)
        self._run_action = ActionRunner(scope=self._scope, show_error=self._show_error).run
        self.clock = clock
        self.client = client or Client(paths=paths, settings=settings, credentials=credentials, clock=clock)
        self.settings = SettingsController(
            client=self.client, credentials=credentials, theme=theme, window=window, restart=restart, scope=self._scope
        )
        self.client.consent.ask = self.settings.ask_unencrypted
        self._connections = SignalConnections()
        self._closes: list[Callable[[], None]] = []
        self._ends: list[Callable[[], Awaitable[None]]] = []
        """Functions that close the other windows; awaited one after the other."""

    async def start(self) -> None:
        """Open the conversation used last; line and server are started meanwhile.

        Raises:
            WorldError: the database cannot be opened.
        """
        await self.client.open()
        self._create_controllers()
        self._window.set_conversations(self.library.sidebar.rows)
        self._window.set_messages(self.conversation.rows)
        self._connect_actions()
        self._connect_requests()
        self.listening = True
        self._send_early()
        if self.client.notices:
            self._show_error(" ".join(self.client.notices))
        self._connections.add(self.client.noticed.connect(self._show_error))
        self._connections.add(
            self.client.damage_found.connect(lambda said: self._run_action("damage", self._on_damage(said)))
        )
        # Only now: line and server are processes, whose start would take processor time from showing the conversation.
        await self.active.open_last(lambda: self._run_action("connect", self._connect_client()))
        self.settings.show_first_run()
        self.settings.use_look()
        self._started = True
        self._open_targets()
        self._run_action("model offer", self.settings.offer_model())
        self.launcher.start()

    def _create_controllers(self) -> None:
        """Create the controllers, over the database that is open now."""
        database, clock, scope = self.client.database, self.clock, self._scope
        self._tools = ToolPermissions(
            client=self.client,
            window=self._window,
            theme=self.settings.theme,
            notify=self.settings.presence.notify,
        )
        self._semantic_search = SemanticSearch(database=database, clock=clock, user_id=self.client.settings.server.user)
        self.library = Library(client=self.client, scope=scope, meaning=self._semantic_search)
        self.conversation = ConversationView(database=database, clock=clock, scope=scope)
        self._status = ConnectionStatus(client=self.client, window=self._window, clock=clock, scope=scope)
        self.voice = VoiceController(client=self.client, window=self._window, settings=self.settings, scope=scope)
        self._create_conversation()
        self._create_launchers(self._semantic_search)
        self._create_windows()
        spelling = self.settings.spelling = SpellingController(
            client=self.client, theme=self.settings.theme, scope=scope, save_words=self.settings.save_words
        )
        spelling.use_settings()
        self._connections.add(self.client.sessions.adopted.connect(self.active.adopt))
        self._connections.add(self.active.stanza_journaled.connect(self.messages.on_journaled))
        parts = (
            self.library.sidebar,
            self.conversation,
            self._status,
            self.voice,
            self.active,
            self.sync,
            self.settings,
            spelling,
        )
        self._closes += [part.close for part in parts]

    def _create_conversation(self) -> None:
        """Create what stands behind the conversation that is shown: itself, its messages and their attachments."""
        self.drafts = DraftsController(client=self.client, window=self._window, scope=self._scope)
        self.drafts.connect(self._connections)
        self._closes.append(self.drafts.stop)
        self.active = ActiveConversation(
            client=self.client,
            library=self.library,
            rows=self.conversation,
            window=self._window,
            status=self._status,
            voice=self.voice,
            drafts=self.drafts,
            run_action=self._run_action,
        )
        self.messages = MessageActions(
            library=self.library,
            rows=self.conversation,
            window=self._window,
            drafts=self.drafts,
            clock=self.clock,
            run_action=self._run_action,
            active_session=self.active.active_session,
            is_shown=self.active.is_active,
            stop_reading=self.voice.stop_reading,
        )
        self.attachments = AttachmentsController(
            client=self.client,
            window=self._window,
            theme=self.settings.theme,
            run_action=self._run_action,
            current=lambda: self.active.current,
            attach=self.drafts.attach,
        )

    def _create_launchers(self, meaning: SemanticSearch) -> None:
        """Create what loads the inspector, captures and memories."""
        clock, scope = self.clock, self._scope
        self.launcher = InspectorLauncher(
            client=self.client,
            window=self._window,
            settings=self.settings,
            clock=clock,
            scope=scope,
            run_action=self._run_action,
            rows=self.conversation,
            active=self.active,
            voice=self.voice,
            tools=self._tools,
        )
        self.memories = MemoriesLauncher(
            client=self.client,
            clock=clock,
            scope=scope,
            theme=self.settings.theme,
            meaning=meaning,
            active_session=self.active.active_session,
            jump=self._on_jump,
        )
        self._ends += [self.memories.close, self.launcher.close]

    def _create_windows(self) -> None:
        """Create what opens the windows of sync, deleted conversations and profiles."""
        self.sync = SyncController(
            client=self.client,
            window=self._window,
            theme=self.settings.theme,
            clock=self.clock,
            scope=self._scope,
            run_action=self._run_action,
            active_session=self.active.active_session,
            current=lambda: self.active.current,
            open_other=self.active.open_other,
        )
        self.recently_deleted = RecentlyDeletedController(
            library=self.library,
            window=self._window,
            theme=self.settings.theme,
            run_action=self._run_action,
            restore=self.active.undelete,
        )
        self.profiles = ProfilesController(
            paths=self.client.paths, window=self._window, theme=self.settings.theme, run_action=self._run_action
        )
        self._closes += [self.library.recently_deleted.close, self.recently_deleted.close, self.profiles.close]

    async def close(self) -> None:
        """Close everything in order; sound stops at once."""
        self.listening = False
        self._connections.disconnect()
        for close in reversed(self._closes):
            close()
        self._closes.clear()
        for end in self._ends:
            await end()
        await self._scope.close()
        if self.drafts is not None:
            await self.drafts.close()
        if self._semantic_search is not None:
            await self._semantic_search.close()
        await self.client.close()

    async def _connect_client(self) -> None:
        await self.client.connect()
        self.voice.request_devices()
        self.client.sync.start()
        await self.library.send_deletions()
        await self.library.send_preferences()

    def _connect_actions(self) -> None:
        """Connect the actions that have a class of their own."""
        window, run, conversation = self._window, self._run_action, self.active
        own_settings = ConversationSettingsController(
            client=self.client,
            library=self.library,
            models=self.settings.models,
            window=window,
            theme=self.settings.theme,
            scope=self._scope,
            run_action=run,
            current=lambda: conversation.current,
        )
        self._connections.add(conversation.shown.connect(own_settings.show))
        files = ConversationFiles(client=self.client, window=window, run_action=run, show=conversation.open)
        self._opener = TargetOpener(
            client=self.client,
            window=window,
            active=conversation,
            import_file=files.import_file,
            open_capture=self.launcher.open_capture,
        )
        for actions in (
            own_settings,
            self.messages,
            self.attachments,
            FeedbackActions(
                window=window, clock=self.clock, run_action=run, active_session=conversation.active_session
            ),
            files,
            ScrollPager(rows=self.conversation, window=window, run_action=run, jump=conversation.jump),
            self.recently_deleted,
            self.profiles,
            PinArchiveActions(library=self.library, window=window, run_action=run, is_shown=conversation.is_active),
        ):
            actions.connect(self._connections)

    def _connect_requests(self) -> None:
        """Connect the requests of the window that are one call of a controller."""
        window, connect, run = self._window, self._connections.add_qt, self._run_action
        conversation, library = self.active, self.library
        connect(window.replay_requested, lambda message: run("replay", self.voice.replay(message)))
        connect(window.discard_requested, lambda message: run("discard", library.discard_unsent(message)))
        connect(window.new_conversation_requested, lambda: run("new", conversation.open_new()))
        connect(window.private_requested, lambda: run("new", conversation.open_new(private=True)))
        connect(window.conversation_requested, lambda wanted: run("open", conversation.open_row(wanted)))
        connect(window.rename_requested, lambda wanted, title: run("rename", conversation.rename(wanted, title)))
        connect(window.delete_requested, lambda wanted: run("delete", conversation.delete(wanted)))
        connect(window.undo_delete_requested, lambda wanted: run("undo", conversation.undelete(wanted)))
        connect(window.search_requested, lambda words: run("search", library.sidebar.find(words)))
        connect(window.settings_requested, lambda: run("settings", self.settings.ask()))
        connect(window.memories_requested, lambda: run("memories", self._open_memories()))
        connect(window.banner_action_requested, lambda: run("banner", self._on_banner()))
        connect(window.banner_second_requested, lambda: run("discard all", library.discard_failed()))
        connect(window.sync_requested, self.sync.open)
        connect(window.sidebar.file_dropped, self.open_target)
        connect(window.capture_requested, lambda wish: run("capture", self.launcher.run_capture(wish)))
        self._connect_first_run()

    def _send_early(self) -> None:
        """Send the messages that were written before the window's signals were connected."""
        for text in self._early:
            self.settings.finish_first_run()
            self._run_action("send", self.messages.send(text))
        self._early.clear()

    def _open_targets(self) -> None:
        """Open what was asked for before there was a conversation to open it from."""
        for target in self._targets:
            self._run_action("open target", self._opener.open(target))
        self._targets.clear()

    def open_target(self, target: str) -> None:
        """Open what another program names; before a conversation is shown, once it is."""
        self._targets.append(target)
        if self._started:
            self._open_targets()

    def _connect_first_run(self) -> None:
        window, connect, run = self._window, self._connections.add_qt, self._run_action
        connect(window.text_size_requested, self.settings.change_text_size)
        connect(window.keys_changed, self.settings.change_keys)
        connect(window.first_run_finished, lambda talk: run("first run", self._on_first_run(talk)))
        connect(window.place_requested, lambda place: run("settings", self._on_place(place)))
        connect(window.model_requested, lambda: run("use model", self.settings.use_offered_model()))
        connect(window.send_requested, lambda *_: self.settings.finish_first_run())
        connect(window.voice_toggled, lambda on: self.settings.finish_first_run() if on else None)

    def _show_error(self, sentence: str) -> None:
        self._window.show_toast(sentence, kind="error")

    async def _open_memories(self) -> None:
        if self.memories is not None:
            await self.memories.open()

    async def _on_damage(self, sentence: str) -> None:
        """Offer to salvage the database, which closes and reopens everything behind the window."""
        if await ask_salvage(sentence, is_running=True, theme=self.settings.theme, window=self._window):
            self._salvage()

    def _on_jump(self, place: tuple[str, str]) -> None:
        """Show a message that another window links to, and bring the window to the front."""
        self._window.bring_to_front()
        self._run_action("jump", self.active.jump(*place))

    async def _on_banner(self) -> None:
        await self._status.run_banner_action(
            settings=self.settings.ask, retry=self.library.retry_failed, compare=self.sync.open
        )

    async def _on_first_run(self, talk: bool) -> None:  # noqa: FBT001 - Qt hands it over by position
        self._window.begin_writing()
        self.settings.finish_first_run()
        if talk:
            self.voice.open()

    async def _on_place(self, place: str) -> None:
        await self.settings.ask("server", place="server" if place == "server" else "local")
        self.settings.show_first_run()
