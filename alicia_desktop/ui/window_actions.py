"""What the window's keys and buttons do: go to a conversation, ask, edit, copy, change the keys.

What the user asks for leaves as a signal and comes back as rows; nothing is decided about a conversation here.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut

from alicia_desktop.ui.shortcuts import format_keys
from alicia_desktop.ui.window_navigation import WindowNavigation

if TYPE_CHECKING:
    from alicia_desktop.ui.shortcuts import Key
    from alicia_desktop.view.status import FactRow


COMMAND: Final = "command "
"""Before the name of a command, among what the switcher offers."""


class WindowActions(WindowNavigation):
    """The window with its buttons connected, and a method for each key."""

    _keys: "tuple[Key, ...]" = ()
    _shortcuts: "Mapping[str, QShortcut]" = MappingProxyType({})

    def _connect(self) -> None:
        self._connect_sidebar()
        self._connect_messages()
        self._connect_composer()
        self._connect_voice()
        header, panel = self.conversation.header, self.conversation
        header.sidebar_toggled.connect(self.toggle_sidebar)
        header.inspector_toggled.connect(lambda: self.show_inspector(shown=self._panels.would_open_inspector))
        header.rename_requested.connect(lambda: self._ask_title(self.sidebar.current, header.title))
        header.server_requested.connect(self.server_requested)
        header.own_settings_requested.connect(self.own_settings_requested)
        header.delete_requested.connect(lambda: self._delete(self.sidebar.current))
        header.pin_requested.connect(lambda pinned: self._set_pinned_archived(self.pin_requested.emit, on=pinned))
        header.archive_requested.connect(
            lambda archived: self._set_pinned_archived(self.archive_requested.emit, on=archived)
        )
        header.private_requested.connect(self.new_private)
        panel.banner.action_requested.connect(self.banner_action_requested)
        panel.banner.second_requested.connect(self.banner_second_requested)
        panel.find_bar.closed.connect(self.focus_composer)
        self.toast.action_requested.connect(self._on_toast_action)
        self.switcher.chosen.connect(self._open)
        self.switcher.window_chosen.connect(self._on_window_chosen)

    def _connect_sidebar(self) -> None:
        sidebar = self.sidebar
        sidebar.conversation_requested.connect(self._open)
        sidebar.new_conversation_requested.connect(self.new_conversation)
        sidebar.rename_requested.connect(self._ask_title)
        sidebar.delete_requested.connect(self._delete)
        sidebar.recently_deleted_requested.connect(self.recently_deleted_requested)
        sidebar.pin_requested.connect(self.pin_requested)
        sidebar.archive_requested.connect(self.archive_requested)
        sidebar.search_requested.connect(self.search_requested)
        sidebar.settings_requested.connect(self.settings_requested)
        sidebar.memories_requested.connect(self.memories_requested)
        sidebar.sync_requested.connect(self.sync_requested)

    def _connect_messages(self) -> None:
        requests = self.conversation.messages.requests
        requests.chip_requested.connect(self._on_chip)
        requests.tool_requested.connect(self._on_tool)
        requests.turn_requested.connect(self._on_turn)
        requests.follow_requested.connect(self.follow_requested)
        requests.message_chosen.connect(self.message_chosen)
        requests.prompt_requested.connect(self._on_prompt)
        requests.retry_requested.connect(self.retry_requested)
        requests.discard_requested.connect(self.discard_requested)
        requests.regenerate_requested.connect(self.regenerate_requested)
        requests.copied.connect(lambda: self.show_toast(self.tr("Copied")))
        requests.edit_requested.connect(self._edit)
        requests.compare_requested.connect(self.sync_requested)
        requests.continue_requested.connect(self.continue_requested)
        requests.read_requested.connect(self.read_requested)
        requests.replay_requested.connect(self.replay_requested)
        requests.export_requested.connect(self.export_message_requested)
        requests.stop_requested.connect(self.stop_requested)
        requests.branch_requested.connect(self.branch_requested)
        requests.vote_requested.connect(self.vote_requested)
        requests.reason_requested.connect(
            lambda message: self.ask_text(self.tr("Reason"), lambda text: self.reason_written.emit(message, text))
        )
        requests.note_requested.connect(
            lambda message: self.ask_text(self.tr("Note"), lambda text: self.note_written.emit(message, text))
        )
        requests.note_edit_requested.connect(
            lambda row: self.ask_text(self.tr("Your note"), lambda text: self.note_changed.emit(row, text), row.text)
        )
        requests.note_delete_requested.connect(self.note_delete_requested)
        requests.file_requested.connect(self.file_requested)
        requests.save_file_requested.connect(self.save_file_requested)
        requests.picture_wanted.connect(self.picture_wanted)

    def _connect_composer(self) -> None:
        composer = self.conversation.dock.composer
        composer.edit_sent.connect(self.edit_sent)
        composer.edit_last_requested.connect(self.edit_last)
        composer.send_requested.connect(self.send_requested)
        composer.attach_requested.connect(self.attach_requested)
        composer.files_given.connect(self.files_given)
        composer.image_given.connect(self.image_given)
        composer.web_address_given.connect(self.web_address_given)
        composer.stop_requested.connect(self.stop_requested)

    def _connect_voice(self) -> None:
        voice, first = self.conversation.dock.voice, self.conversation.first_run
        voice.voice_toggled.connect(self.voice_toggled)
        voice.mode_requested.connect(self.mode_requested)
        voice.device_requested.connect(self.device_requested)
        self.conversation.messages.hold_changed.connect(self.hold_changed)
        self.conversation.messages.typed.connect(self._write_on)
        first.microphone_test_requested.connect(self.microphone_test_requested)
        first.speaker_test_requested.connect(self.speaker_test_requested)
        first.device_requested.connect(self.device_requested)
        first.place_requested.connect(self.place_requested)
        first.model_requested.connect(self.model_requested)
        first.finished.connect(self.first_run_finished)

    def open_switcher(self) -> None:
        """Open the switcher on the conversations and the other windows."""
        windows = {
            "memories": self.tr("Memories"),
            "sync": self.tr("Sync"),
            "deleted": self.tr("Recently deleted"),
            "settings": self.tr("Settings"),
            "profiles": self.tr("Profiles…"),
            "save": self.tr("Save capture…"),
            "open": self.tr("Open capture…"),
            "compare": self.tr("Compare two captures…"),
        }
        commands = (
            key
            for key in self._keys
            if key.act not in {None, self.open_switcher} and key.text not in {"", *windows.values()}
        )
        windows |= {f"{COMMAND}{key.name}": f"{key.text}\u2002{format_keys(key.keys)}" for key in commands}
        self.switcher.open_on(self.sidebar.rows, windows)

    def open_shortcuts(self) -> None:
        """Show the list of keys."""
        from alicia_desktop.ui.shortcuts_dialog import shortcut_list  # noqa: PLC0415 - for who asks

        dialog = shortcut_list(self._keys, title=self.tr("Keyboard shortcuts"), theme=self._theme, parent=self)
        dialog.keys_changed.connect(self._on_keys_changed)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _on_keys_changed(self, command: str, keys: str) -> None:
        """Use other keys for a command, and ask that they be kept."""
        changed = {key.command: key.keys for key in self._keys if key.command}
        self.set_changed_keys(changed | {command: keys})
        self.keys_changed.emit(command, keys)

    def set_changed_keys(self, changed: "Mapping[str, str]") -> None:
        """Use the keys that the user changed, by command; all others are as they were made."""
        from alicia_desktop.ui.shortcuts import with_changes  # noqa: PLC0415 - as above

        plain = (replace(key, keys=key.name, command="") for key in self._keys)
        self._keys = with_changes(tuple(plain), {name: keys for name, keys in changed.items() if name != keys})
        for key in self._keys:
            if key.name in self._shortcuts:
                self._shortcuts[key.name].setKey(QKeySequence(key.keys))
        self._show_keys()

    def _show_keys(self) -> None:
        """Tell the menus which keys the commands have."""
        self.conversation.header.keys = self.sidebar.keys = {key.name: key.keys for key in self._keys}

    def _run_command(self, name: str) -> None:
        command = next((key for key in self._keys if key.name == name), None)
        if command is not None and command.act is not None:
            command.act()

    def _open(self, conversation_id: str) -> None:
        if self._panels.overlay:
            self._panels.show_sidebar(shown=False)
        self.sidebar.set_selected_result(conversation_id)
        row = self.sidebar.rows.get(conversation_id)
        is_result = row is not None and row.kind != "conversation"
        self.conversation_requested.emit(conversation_id)
        if not is_result:  # who looks through results goes on there
            self.begin_writing()

    def open_number(self, number: int) -> None:
        """Open the conversation at a position of the sidebar, counted from 1."""
        if number <= len(self.sidebar.rows):
            self._open(self.sidebar.rows[number - 1].id)

    def open_neighbour(self, step: int) -> None:
        """Open the conversation `step` places below the open one."""
        wanted = self.sidebar.neighbour(step)
        if wanted is not None:
            self._open(wanted)

    def _on_window_chosen(self, name: str) -> None:
        wanted = {
            "memories": self.memories_requested,
            "sync": self.sync_requested,
            "deleted": self.recently_deleted_requested,
            "settings": self.settings_requested,
            "profiles": self.profiles_requested,
        }
        if name in wanted:
            wanted[name].emit()
        elif name.startswith(COMMAND):
            self._run_command(name.removeprefix(COMMAND))
        else:
            self.capture_requested.emit(name)

    def new_conversation(self) -> None:
        """Request a new conversation and focus the message field."""
        self.sidebar.search.clear()
        self.new_conversation_requested.emit()
        self.begin_writing()

    def new_private(self) -> None:
        """Request a new private conversation, of which nothing is stored, and focus the message field."""
        self.sidebar.search.clear()
        self.private_requested.emit()
        self.begin_writing()

    def toggle_pin(self) -> None:
        """Pin or unpin the open conversation."""
        self._set_pinned_archived(self.pin_requested.emit, on=not self.conversation.header.pinned_archived[0])

    def toggle_archive(self) -> None:
        """Archive or unarchive the open conversation."""
        self._set_pinned_archived(self.archive_requested.emit, on=not self.conversation.header.pinned_archived[1])

    def _set_pinned_archived(self, ask: Callable[[str, bool], None], *, on: bool) -> None:
        if self.sidebar.current:
            ask(self.sidebar.current, on)

    def _ask_title(self, conversation_id: str, title: str) -> None:
        if not conversation_id:
            return
        from alicia_desktop.ui.dialogs import RenameDialog  # noqa: PLC0415 - for who asks

        dialog = RenameDialog(title, theme=self._theme, parent=self)
        dialog.accepted.connect(lambda: self.rename_requested.emit(conversation_id, dialog.title))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def show_server(self, place: str, facts: "Sequence[FactRow]") -> None:
        """Show a dialog with facts about the server at `place`."""
        from alicia_desktop.ui.dialogs import FactsDialog  # noqa: PLC0415 - for who asks

        dialog = FactsDialog(place, facts, theme=self._theme, parent=self)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def ask_text(self, heading: str, save: Callable[[str], None], words: str = "") -> None:
        """Open a dialog for a text that begins as `words`; call `save` with it once it is accepted."""
        from alicia_desktop.ui.dialogs import NoteDialog  # noqa: PLC0415 - for who asks

        dialog = NoteDialog(heading, words, theme=self._theme, parent=self)
        dialog.accepted.connect(lambda: save(dialog.words))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _delete(self, conversation_id: str) -> None:
        if conversation_id:
            self.delete_requested.emit(conversation_id)
            self.show_toast(self.tr("Conversation deleted"), self.tr("Undo"))
            self._deleted = conversation_id

    def _on_toast_action(self) -> None:
        act, self.toast_act = self._toast_act, None
        if act is not None:
            act()
        if self._deleted:
            self.undo_delete_requested.emit(self._deleted)
            self._deleted = ""

    def _on_chip(self, trace_id: str) -> None:
        self.show_inspector()
        self.chip_requested.emit(trace_id)

    def _on_tool(self, tool_id: str) -> None:
        self.show_inspector()
        self.tool_requested.emit(tool_id)

    def _on_turn(self, message_id: str) -> None:
        self.show_inspector()
        self.turn_requested.emit(message_id)

    def _on_prompt(self, answer_id: str) -> None:
        self.show_inspector()
        self.prompt_requested.emit(answer_id)

    def regenerate(self) -> None:
        """Request another version of the last answer."""
        answer = self.conversation.last_answer()
        if answer is not None and not answer.streaming:
            self.regenerate_requested.emit(answer.id)

    def edit_last(self) -> None:
        """Open the last question in the message field for editing."""
        asked = self.conversation.last_question()
        if asked is not None:
            self._edit(asked.id)

    def _edit(self, message_id: str) -> None:
        row = self.conversation.messages.rows.get(message_id)
        if row is not None:
            self.conversation.dock.composer.start_editing(row.id, row.text)
            self.begin_writing()

    def copy_last_answer(self) -> None:
        """Copy the last answer to the clipboard."""
        answer = self.conversation.last_answer()
        if answer is not None:
            QGuiApplication.clipboard().setText(answer.text)
            self.show_toast(self.tr("Answer copied"))

    def show_details(self) -> None:
        """Show the turn of the focused message, else of the last one, in the inspector."""
        message_id = self.conversation.messages.target_message_id()
        if message_id is not None:
            self._on_turn(message_id)

    def toggle_voice(self) -> None:
        """Turn the microphone on or off."""
        self.voice_toggled.emit(self._voice is None or not self._voice.open)

    def toggle_mute(self) -> None:
        """Mute or unmute the microphone while voice is on."""
        if self._voice is not None and self._voice.open:
            self.mode_requested.emit("hands_free" if self._voice.mode == "muted" else "muted")
