"""The frame of the main window: its panels, the rows shown in them, and the stored layout.

It holds no state of a conversation. What is the case comes in through the `set_*` methods, what should happen goes
out as signals named `*_requested`.

The empty frame can be shown first: `create_parts` then brings the panels, which take as long as Qt itself.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QSettings, QSize, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication
from PySide6.QtWidgets import QMainWindow, QWidget

from alicia_desktop.ui.focus import focus_next_stop
from alicia_desktop.ui.text_size import fit_on_screen
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.untrusted.plain_text import set_window_title

if TYPE_CHECKING:
    from alicia_desktop.base.clock import Clock
    from alicia_desktop.base.observable import Rows
    from alicia_desktop.ui.conversation.panel import ConversationPanel
    from alicia_desktop.ui.focus import FocusRing
    from alicia_desktop.ui.sidebar.panel import Sidebar
    from alicia_desktop.ui.widgets.notices import ToastKind
    from alicia_desktop.view.rows import BannerRow, ConversationRow, MessageRow, SpokenPosition, StatusRow, VoiceRow


USUAL_SIZE: Final = QSize(1280, 800)


class WindowFrame(QMainWindow):
    """Hold sidebar, conversation and inspector; `set_*` methods show rows, signals carry requests."""

    send_requested = Signal(str)
    attach_requested = Signal()
    """The user wants to choose files to attach."""
    files_given = Signal(list)
    """Paths of files that were dropped or pasted."""
    image_given = Signal(object)
    """A `QImage` that was dropped or pasted."""
    web_address_given = Signal()
    """Something of the web was dropped."""
    file_requested = Signal(str, int)
    """A message and the place of its file that is to be shown."""
    save_file_requested = Signal(str, int)
    """A message and the place of its file that is to be saved."""
    picture_wanted = Signal(str, int)
    """A message and the place of its image whose small picture is to be shown."""
    stop_requested = Signal()
    new_conversation_requested = Signal()
    private_requested = Signal()
    """The user wants a new conversation of which nothing is kept."""
    own_settings_requested = Signal()
    """The user wants to change the open conversation's own model, persona and temperature."""
    pin_requested = Signal(str, bool)
    archive_requested = Signal(str, bool)
    conversation_requested = Signal(str)
    rename_requested = Signal(str, str)
    """Id and new title, once the user has written one."""
    delete_requested = Signal(str)
    undo_delete_requested = Signal(str)
    recently_deleted_requested = Signal()
    chip_requested = Signal(str)
    tool_requested = Signal(str)
    turn_requested = Signal(str)
    follow_requested = Signal(object, str)
    """A `Reference` to something of a message, and the place in the inspector to show it in."""
    message_chosen = Signal(str)
    """The id of a message that was pressed, or got the keyboard."""
    prompt_requested = Signal(str)
    """The id of an answer of which is to be shown what the model read."""
    retry_requested = Signal(str)
    discard_requested = Signal(str)
    regenerate_requested = Signal(str)
    """The id of the answer."""
    edit_sent = Signal(str, str)
    """The id of a question, and the words that are asked in its place."""
    continue_requested = Signal(str)
    read_requested = Signal(str)
    """The id of an answer that is to be read aloud."""
    export_message_requested = Signal(str, str)
    """The id of an answer, and `markdown` or `wav`: write it, or its sound, to a file."""
    replay_requested = Signal(str)
    """The id of a message whose recording is to be played."""
    branch_requested = Signal(str)
    """The id of a message in whose branch the conversation is to be shown."""
    vote_requested = Signal(object)
    """A `VoteWish`."""
    reason_written = Signal(str, str)
    """The id of an answer, and why it was not helpful."""
    note_written = Signal(str, str)
    """The id of a message, and the note that was written on it."""
    note_changed = Signal(object, str)
    """A `NoteRow` and its new words."""
    note_delete_requested = Signal(object)
    """A `NoteRow`."""
    voice_toggled = Signal(bool)
    mode_requested = Signal(str)
    hold_changed = Signal(bool)
    device_requested = Signal(str, str)
    """`input` or `output`, and the device's name."""
    microphone_test_requested = Signal(bool)
    speaker_test_requested = Signal()
    place_requested = Signal(str)
    """`local` or `server`, from the card of the first run."""
    model_requested = Signal()
    """The model that the card of the first run offers is to be used."""
    first_run_finished = Signal(bool)
    settings_requested = Signal()
    server_requested = Signal()
    memories_requested = Signal()
    search_requested = Signal(str)
    banner_action_requested = Signal()
    banner_second_requested = Signal()
    sync_requested = Signal()
    capture_requested = Signal(str)
    """`save`, `open` or `compare`."""
    text_size_requested = Signal(int)
    """1 for larger text, -1 for smaller, 0 for the usual size."""
    keys_changed = Signal(str, str)
    """A command, by the keys that it has at first, and the keys that the user chose for it."""
    inspector_shown = Signal(bool)
    inspector_requested = Signal()
    """The inspector is to be shown, and none was set yet."""
    quit_requested = Signal()

    profiles_requested = Signal()

    voice_shown = Signal(object)
    """A `VoiceRow`, as it is shown."""

    keeps_running = False
    """Whether the program goes on when the window is closed."""
    sidebar: "Sidebar"
    conversation: "ConversationPanel"

    def __init__(
        self,
        *,
        theme: Theme,
        layout_file: Path | None = None,
        ring: "FocusRing | None" = None,
        clock: "Clock | None" = None,
        parent: QWidget | None = None,
        with_parts: bool = True,
        profile: str = "",
    ) -> None:
        """Without parts it is an empty frame, which can only be shown, moved and closed until `create_parts`.

        The title says the `profile`, where it is not the default one.
        """
        super().__init__(parent)
        self.program = self.tr("Alicia ({profile})").format(profile=profile) if profile else self.tr("Alicia")
        """The program's name, with the profile."""
        self._theme = theme
        self._ring = ring
        self._clock = clock
        self._voice: VoiceRow | None = None
        self._deleted = ""
        self._toast_act: Callable[[], None] | None = None
        self._layout = QSettings(str(layout_file), QSettings.Format.IniFormat) if layout_file is not None else None
        self._has_parts = False
        self._early_messages: list[str] = []
        self.send_requested.connect(self._on_early_send)
        set_window_title(self, self.program)
        fit_on_screen(self, QSize(*theme.tokens.window_min), USUAL_SIZE, theme.scale)
        geometry = self._layout.value("window/geometry") if self._layout is not None else None
        if geometry is not None:
            self.restoreGeometry(geometry)
        if with_parts:
            self.create_parts()

    def create_parts(self) -> None:
        """Create the panels in the frame, with the sizes they were left with."""
        from alicia_desktop.ui.panels import create_window_parts  # noqa: PLC0415 - after the first paint

        parts = create_window_parts(self._theme, self._clock)
        self.sidebar, self.conversation = parts.sidebar, parts.conversation
        self._panels, self.toast, self.switcher = parts.panels, parts.toast, parts.switcher
        self.toast.column_changed.connect(self._place_toast)
        self._has_parts = True
        self.setCentralWidget(self._panels)
        self._panels.opened_changed.connect(self._on_panels_changed)
        self._panels.inspector_requested.connect(self.inspector_requested)
        if self._layout is not None:
            self._panels.restore(self._layout)
        self._on_panels_changed()

    def take_early_messages(self) -> list[str]:
        """Return the messages that were sent until now, while nobody listened; the caller listens from now on."""
        self.send_requested.disconnect(self._on_early_send)
        return self._early_messages

    def set_conversations(self, rows: "Rows[ConversationRow]") -> None:
        """Show these conversations in the sidebar."""
        self.sidebar.set_rows(rows)

    def set_current(self, conversation_id: str) -> None:
        """Show which conversation is open."""
        self.sidebar.set_current(conversation_id)

    def set_messages(self, rows: "Rows[MessageRow]") -> None:
        """Show another conversation's messages, from their end."""
        self.conversation.set_messages(rows)

    def set_header(self, title: str) -> None:
        """Show the title of the open conversation."""
        self.conversation.header.set_title(title)
        set_window_title(self, f"{title} – {self.program}" if title else self.program)

    def set_status(self, row: "StatusRow") -> None:
        """Say the connection and how the line and the sync are."""
        self.conversation.set_status(row)
        self.sidebar.set_status(row)

    def set_banner(self, row: "BannerRow | None") -> None:
        """Show the one banner, or none."""
        self.conversation.banner.set_row(row)

    def set_spoken(self, position: "SpokenPosition | None") -> None:
        """Mark the sentence that is being spoken."""
        self.conversation.messages.set_spoken(position)

    def set_voice(self, row: "VoiceRow") -> None:
        """Show the state of voice."""
        self._voice = row
        self.conversation.set_voice(row)
        self.voice_shown.emit(row)

    def set_levels(self, microphone: float, speaker: float) -> None:
        """Show both levels, 0–1; at most 30 times a second."""
        self.conversation.set_levels(microphone, speaker)

    def set_devices(self, inputs: Sequence[str], outputs: Sequence[str]) -> None:
        """Set the sound devices available now."""
        self.conversation.dock.voice.set_devices(inputs, outputs)
        self.conversation.first_run.set_devices(inputs, outputs)

    @property
    def inspector_wanted(self) -> bool:
        """Whether the inspector is to be seen, also where none was set yet."""
        return self._panels.inspector_wanted

    def set_inspector(self, widget: QWidget | None) -> None:
        """Set or remove the inspector; F12 shows it, or requests one."""
        self._panels.set_inspector(widget)
        self._on_panels_changed()

    def show_first_run(self, *, shown: bool, place: str = "local") -> None:
        """Show or hide the first-run card; `place` is where the assistant runs, `local` or `server`."""
        self.conversation.first_run.set_place(place)
        self.conversation.show_first_run(shown=shown)

    def set_model_offer(self, server: str, model: str, *, used: bool = False) -> None:
        """Offer on the first-run card a model of a server that runs on this computer, or say that it is used."""
        self.conversation.first_run.set_model_offer(server, model, used=used)

    def set_tested(self, *, microphone: bool, speaker: bool) -> None:
        """Show on the first-run card which devices could be opened."""
        self.conversation.first_run.set_tested(microphone=microphone, speaker=speaker)

    def show_inspector(self, *, shown: bool = True) -> None:
        """Open or close the inspector."""
        self._panels.show_inspector(shown=shown)

    def show_toast(
        self, text: str, action: str = "", *, kind: "ToastKind" = "done", act: Callable[[], None] | None = None
    ) -> None:
        """Show a message for some seconds; pressing its `action` calls `act`."""
        self._deleted = ""
        self._toast_act = act
        self.toast.show_text(text, action, kind=kind)
        self._place_toast()

    def scroll_to_message(self, message_id: str) -> bool:
        """Scroll to a message of the open conversation; return False when it is not loaded."""
        return self.conversation.messages.scroll_to_message(message_id)

    def set_draft(self, text: str) -> None:
        """Set the text of the composer."""
        self.conversation.dock.composer.set_text(text)

    def draft(self) -> str:
        """Return the text of the composer."""
        return self.conversation.dock.composer.text

    def save_layout(self) -> None:
        """Save size and panels to the layout file."""
        if self._layout is not None and self._has_parts:
            self._layout.setValue("window/geometry", self.saveGeometry())
            self._panels.save(self._layout)
            self._layout.sync()

    def quit(self) -> None:
        """Close the window and end the program, also where it would go on without a window."""
        self.keeps_running = False
        if self.isVisible():
            self.close()
        else:
            self.save_layout()
            self.quit_requested.emit()

    def bring_to_front(self) -> None:
        """Show the window, wherever it went."""
        self.show()
        self.setWindowState(self.windowState() & ~Qt.WindowState.WindowMinimized)
        self.raise_()
        self.activateWindow()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save the layout and request the end: the root closes the session before the program.

        Where the program is to go on without a window, it only hides; the end of the desktop's session ends it.
        """
        self.save_layout()
        if self.keeps_running and not _is_session_ending():
            event.ignore()
            self.hide()
            return
        event.accept()
        self.quit_requested.emit()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move the focus by Tab, and show the ring."""
        if self._ring is not None:
            self._ring.expect_keyboard()
        return focus_next_stop(self, forward=forward)

    def _place_toast(self) -> None:
        """Move the toast over the dock; on the first-run card, whose buttons are there, under the header."""
        if self.conversation.first_run.isVisible():
            self.toast.reposition(below=self.conversation.header.height())
        else:
            self.toast.reposition(above=self.conversation.dock.height())

    def _on_early_send(self, text: str) -> None:
        self._early_messages.append(text)

    def _on_panels_changed(self) -> None:
        panels = self._panels
        self.conversation.header.set_panels(sidebar=panels.sidebar_open, inspector=panels.inspector_open)
        self.inspector_shown.emit(panels.inspector_open)


def _is_session_ending() -> bool:
    app = QGuiApplication.instance()
    return isinstance(app, QGuiApplication) and app.isSavingSession()
