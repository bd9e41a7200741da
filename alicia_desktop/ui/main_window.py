"""The window: takes rows, emits requests. It holds no state of a conversation and decides nothing about one.

Everything that should happen is a signal named `*_requested`; what is the case comes in through the `set_*` methods.
The panels, their keys and what is remembered of their sizes are the window's own business.
"""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QSettings, Qt, Signal
from PySide6.QtGui import QCloseEvent, QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QWidget

from alicia_desktop.base.clock import Clock, SystemClock
from alicia_desktop.base.rows import Rows
from alicia_desktop.ui.conversation.panel import ConversationPanel
from alicia_desktop.ui.dialogs import RenameDialog
from alicia_desktop.ui.focus import FocusRing
from alicia_desktop.ui.panels import Panels
from alicia_desktop.ui.shortcuts import Key, bind, shortcut_list
from alicia_desktop.ui.sidebar.panel import Sidebar
from alicia_desktop.ui.switcher import Switcher
from alicia_desktop.ui.theme import Theme
from alicia_desktop.ui.widgets.toast import Toast, ToastKind
from alicia_desktop.view.rows import BannerRow, ConversationRow, MessageRow, SpokenPosition, StatusRow, VoiceRow


class MainWindow(QMainWindow):
    """Sidebar, conversation, inspector."""

    send_requested = Signal(str)
    stop_requested = Signal()
    new_conversation_requested = Signal()
    conversation_requested = Signal(str)
    rename_requested = Signal(str, str)
    """Id and new title, once the person has written one."""
    delete_requested = Signal(str)
    undo_delete_requested = Signal(str)
    chip_requested = Signal(str)
    tool_requested = Signal(str)
    turn_requested = Signal(str)
    retry_requested = Signal(str)
    discard_requested = Signal(str)
    regenerate_requested = Signal(str)
    """The id of the answer."""
    voice_toggled = Signal(bool)
    mode_requested = Signal(str)
    hold_changed = Signal(bool)
    device_requested = Signal(str, str)
    """`input` or `output`, and the device's name."""
    microphone_test_requested = Signal(bool)
    speaker_test_requested = Signal()
    place_requested = Signal(str)
    """`local` or `server`, from the card of the first run."""
    first_run_finished = Signal(bool)
    settings_requested = Signal()
    search_requested = Signal(str)
    banner_action_requested = Signal()
    inspector_shown = Signal(bool)
    quit_requested = Signal()

    def __init__(
        self,
        *,
        theme: Theme,
        layout_file: Path | None = None,
        ring: FocusRing | None = None,
        clock: Clock | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._ring = ring
        self._layout = QSettings(str(layout_file), QSettings.Format.IniFormat) if layout_file is not None else None
        self._voice: VoiceRow | None = None
        self._deleted = ""
        self._holding = False
        self.sidebar = Sidebar(theme=theme)
        self.conversation = ConversationPanel(theme=theme, clock=clock if clock is not None else SystemClock())
        self._panels = Panels(theme=theme, sidebar=self.sidebar, conversation=self.conversation)
        self.setCentralWidget(self._panels)
        self._toast = Toast(theme=theme, parent=self._panels)
        self._switcher = Switcher(theme=theme, parent=self._panels)
        self.setWindowTitle(self.tr("Alicia"))
        self.setMinimumSize(*theme.tokens.window_min)
        self._connect()
        self._keys = self._key_table()
        bind(self._keys, self)
        self._restore_layout()
        self.conversation.dock.composer.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def set_conversations(self, rows: Rows[ConversationRow]) -> None:
        """Show these conversations in the sidebar."""
        self.sidebar.set_rows(rows)

    def set_current(self, conversation_id: str) -> None:
        """Show which conversation is open."""
        self.sidebar.set_current(conversation_id)

    def set_messages(self, rows: Rows[MessageRow]) -> None:
        """Show another conversation's messages, from their end."""
        self.conversation.set_messages(rows)

    def set_header(self, title: str) -> None:
        """Show the title of the open conversation."""
        self.conversation.header.set_title(title)
        self.setWindowTitle(self.tr("{title} – Alicia").format(title=title) if title else self.tr("Alicia"))

    def set_status(self, row: StatusRow) -> None:
        """Say where she lives and how the line and the sync are."""
        self.conversation.set_status(row)
        self.sidebar.set_status(row)

    def set_banner(self, row: BannerRow | None) -> None:
        """Show the one banner, or none."""
        self.conversation.banner.set_row(row)

    def set_spoken(self, position: SpokenPosition | None) -> None:
        """Mark the sentence that is being spoken."""
        self.conversation.messages.set_spoken(position)

    def set_voice(self, row: VoiceRow) -> None:
        """Show the state of voice."""
        self._voice = row
        self.conversation.set_voice(row)

    def set_levels(self, microphone: float, speaker: float) -> None:
        """Show both levels, 0–1; at most 30 times a second."""
        self.conversation.set_levels(microphone, speaker)

    def set_devices(self, inputs: Sequence[str], outputs: Sequence[str]) -> None:
        """Take the sound devices that there are now."""
        self.conversation.dock.voice.set_devices(inputs, outputs)
        self.conversation.first_run.set_devices(inputs, outputs)

    def set_inspector(self, widget: QWidget) -> None:
        """Take the inspector; F12 shows it."""
        self._panels.set_inspector(widget)
        self._on_panels_changed()

    def show_first_run(self, *, shown: bool) -> None:
        """Show the card of the first run in the empty conversation."""
        self.conversation.show_first_run(shown=shown)

    def show_inspector(self, *, shown: bool = True) -> None:
        """Open or close the inspector."""
        self._panels.show_inspector(shown=shown)

    def show_toast(self, text: str, action: str = "", *, kind: ToastKind = "done") -> None:
        """Tell something that passes."""
        self._deleted = ""
        self._toast.say(text, action, kind=kind)
        self._toast.settle(above=self.conversation.dock.height())

    def scroll_to_message(self, message_id: str) -> bool:
        """Bring a message of the open conversation into view; false when it is not there."""
        return self.conversation.messages.scroll_to_message(message_id)

    def set_draft(self, text: str) -> None:
        """Put text into the composer."""
        self.conversation.dock.composer.set_text(text)

    def draft(self) -> str:
        """Return what is written and not sent."""
        return self.conversation.dock.composer.text

    def save_layout(self) -> None:
        """Remember size and panels."""
        if self._layout is not None:
            self._layout.setValue("window/geometry", self.saveGeometry())
            self._panels.save(self._layout)
            self._layout.sync()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the layout and ask the root to end: the session is closed before the program."""
        self.save_layout()
        event.accept()
        self.quit_requested.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the toast in its place."""
        super().resizeEvent(event)
        self._toast.settle(above=self.conversation.dock.height())

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Move the focus by Tab, and show the ring."""
        if self._ring is not None:
            self._ring.by_keyboard()
        return super().focusNextPrevChild(forward)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Talk while F8 is held."""
        if event.key() == Qt.Key.Key_F8:
            self._hold(on=True)
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """End what was said with F8 held."""
        if event.key() == Qt.Key.Key_F8 and not event.isAutoRepeat():
            self._hold(on=False)
        else:
            super().keyReleaseEvent(event)

    def _connect(self) -> None:
        self._connect_sidebar()
        self._connect_messages()
        self._connect_voice()
        header, panel = self.conversation.header, self.conversation
        header.sidebar_toggled.connect(self.toggle_sidebar)
        header.inspector_toggled.connect(self.toggle_inspector)
        header.rename_requested.connect(lambda: self._ask_title(self.sidebar.current, header.title))
        header.delete_requested.connect(lambda: self._delete(self.sidebar.current))
        panel.banner.action_requested.connect(self.banner_action_requested)
        panel.find_bar.closed.connect(self.focus_composer)
        self._panels.opened_changed.connect(self._on_panels_changed)
        self._toast.action_requested.connect(self._on_toast_action)
        self._switcher.chosen.connect(self._open)

    def _connect_sidebar(self) -> None:
        sidebar = self.sidebar
        sidebar.conversation_requested.connect(self._open)
        sidebar.new_conversation_requested.connect(self._new)
        sidebar.rename_requested.connect(self._ask_title)
        sidebar.delete_requested.connect(self._delete)
        sidebar.search_requested.connect(self.search_requested)
        sidebar.settings_requested.connect(self.settings_requested)

    def _connect_messages(self) -> None:
        requests, composer = self.conversation.messages.requests, self.conversation.dock.composer
        requests.chip_requested.connect(self._on_chip)
        requests.tool_requested.connect(self._on_tool)
        requests.turn_requested.connect(self._on_turn)
        requests.retry_requested.connect(self.retry_requested)
        requests.discard_requested.connect(self.discard_requested)
        requests.regenerate_requested.connect(self.regenerate_requested)
        requests.copied.connect(lambda: self.show_toast(self.tr("Answer copied")))
        composer.send_requested.connect(self.send_requested)
        composer.stop_requested.connect(self.stop_requested)

    def _connect_voice(self) -> None:
        voice, first = self.conversation.dock.voice, self.conversation.first_run
        voice.voice_toggled.connect(self.voice_toggled)
        voice.mode_requested.connect(self.mode_requested)
        voice.device_requested.connect(self.device_requested)
        self.conversation.messages.hold_changed.connect(self.hold_changed)
        first.microphone_test_requested.connect(self.microphone_test_requested)
        first.speaker_test_requested.connect(self.speaker_test_requested)
        first.device_requested.connect(self.device_requested)
        first.place_requested.connect(self.place_requested)
        first.finished.connect(self.first_run_finished)

    def _key_table(self) -> tuple[Key, ...]:
        t = self.tr
        numbers = tuple(Key(keys=f"Ctrl+{n}", text="", act=partial(self._open_number, n)) for n in range(1, 10))
        return (
            Key(keys="Ctrl+N", text=t("New conversation"), act=self._new),
            Key(keys="Ctrl+K", text=t("Go to a conversation"), act=self.open_switcher),
            Key(keys="Ctrl+F", text=t("Find in this conversation"), act=self.conversation.open_find),
            Key(keys="F3", text=t("Next hit"), act=self.conversation.find_bar.next),
            Key(keys="Shift+F3", text=t("Previous hit"), act=self.conversation.find_bar.previous),
            Key(keys="Ctrl+Shift+F", text=t("Search everything"), act=self.focus_search),
            Key(keys="Ctrl+,", text=t("Settings"), act=self.settings_requested.emit),
            Key(keys="Ctrl+B", text=t("Sidebar"), act=self.toggle_sidebar),
            Key(keys="F12", text=t("Inspector"), act=self.toggle_inspector),
            Key(keys="F6", text=t("Next panel"), act=self.next_panel),
            Key(keys="Ctrl+1…9", text=t("Conversation 1 to 9"), act=None),
            *numbers,
            Key(keys="Alt+Up", text=t("Conversation before"), act=lambda: self._open_neighbour(-1)),
            Key(keys="Alt+Down", text=t("Conversation after"), act=lambda: self._open_neighbour(1)),
            Key(keys="Return", text=t("Send (in the message field)"), act=None),
            Key(keys="Shift+Return", text=t("New line (in the message field)"), act=None),
            Key(keys="Esc", text=t("Stop the answer, close find, leave the field"), act=self.escape),
            Key(keys="Shift+Esc", text=t("Go to the message field"), act=self.focus_composer),
            Key(keys="Ctrl+R", text=t("Answer again"), act=self._regenerate),
            Key(keys="Ctrl+Shift+C", text=t("Copy the last answer"), act=self._copy_last),
            Key(keys="Ctrl+D", text=t("Details of the last turn"), act=self._details),
            Key(keys="Ctrl+Shift+V", text=t("Microphone on or off"), act=self._toggle_voice),
            Key(keys="M", text=t("Mute (outside of the message field)"), act=self._toggle_mute),
            Key(keys="Space", text=t("Hold to talk (in the messages)"), act=None),
            Key(keys="F8", text=t("Hold to talk"), act=None),
            Key(keys="Ctrl+/", text=t("This list"), act=self.open_shortcuts),
        )

    def toggle_sidebar(self) -> None:
        """Open or close the sidebar."""
        self._panels.show_sidebar(shown=not self._panels.sidebar_open)

    def toggle_inspector(self) -> None:
        """Open or close the inspector."""
        self._panels.show_inspector(shown=not self._panels.inspector_open)

    def open_switcher(self) -> None:
        """Offer the conversations by name."""
        self._switcher.open_on(self.sidebar.rows)

    def open_shortcuts(self) -> None:
        """Show the list of keys."""
        shortcut_list(self._keys, title=self.tr("Keys"), theme=self._theme, parent=self).open()

    def focus_composer(self) -> None:
        """Write."""
        self._focus(self.conversation.dock.composer.field)

    def focus_search(self) -> None:
        """Search in all conversations."""
        self._panels.show_sidebar(shown=True)
        self._focus(self.sidebar.search)

    def next_panel(self) -> None:
        """Move the focus to the next panel: sidebar, messages, composer, inspector."""
        stops: list[QWidget] = [self.conversation.messages, self.conversation.dock.composer.field]
        if self._panels.sidebar_open:
            stops.insert(0, self.sidebar.search)
        inspector = self._panels.inspector
        if inspector is not None and self._panels.inspector_open:
            stops.append(inspector)
        focused = self.focusWidget()
        at = next((n for n, stop in enumerate(stops) if focused is stop or stop.isAncestorOf(focused)), -1)
        self._focus(stops[(at + 1) % len(stops)])

    def escape(self) -> None:
        """Stop the answer, else close what lies over the window, else leave the field: one a press."""
        if self._switcher.isVisible():
            self._switcher.hide()
        elif self._panels.overlay and self._panels.sidebar_open:
            self._panels.show_sidebar(shown=False)
        elif self.conversation.answering or (self._voice is not None and self._voice.state == "speaking"):
            self.stop_requested.emit()
        elif self.conversation.find_bar.isVisible():
            self.conversation.find_bar.close_bar()
        else:
            self._focus(self.conversation.messages)

    def _focus(self, widget: QWidget) -> None:
        if self._ring is not None:
            self._ring.by_keyboard()
        widget.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _new(self) -> None:
        self.new_conversation_requested.emit()
        self.conversation.dock.composer.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def _open(self, conversation_id: str) -> None:
        if self._panels.overlay:
            self._panels.show_sidebar(shown=False)
        self.conversation_requested.emit(conversation_id)

    def _open_number(self, number: int) -> None:
        if number <= len(self.sidebar.rows):
            self._open(self.sidebar.rows[number - 1].id)

    def _open_neighbour(self, step: int) -> None:
        wanted = self.sidebar.neighbour(step)
        if wanted is not None:
            self._open(wanted)

    def _ask_title(self, conversation_id: str, title: str) -> None:
        if not conversation_id:
            return
        dialog = RenameDialog(title, theme=self._theme, parent=self)
        dialog.accepted.connect(lambda: self.rename_requested.emit(conversation_id, dialog.title))
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def _delete(self, conversation_id: str) -> None:
        if conversation_id:
            self.delete_requested.emit(conversation_id)
            self.show_toast(self.tr("Conversation deleted"), self.tr("Undo"))
            self._deleted = conversation_id

    def _on_toast_action(self) -> None:
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

    def _regenerate(self) -> None:
        answer = self.conversation.last_answer()
        if answer is not None and not answer.streaming:
            self.regenerate_requested.emit(answer.id)

    def _copy_last(self) -> None:
        answer = self.conversation.last_answer()
        if answer is not None:
            QGuiApplication.clipboard().setText(answer.text)
            self.show_toast(self.tr("Answer copied"))

    def _details(self) -> None:
        rows = self.conversation.messages.rows
        if len(rows):
            self._on_turn(rows[-1].id)

    def _toggle_voice(self) -> None:
        self.voice_toggled.emit(self._voice is None or not self._voice.open)

    def _toggle_mute(self) -> None:
        if self._voice is not None and self._voice.open:
            self.mode_requested.emit("hands_free" if self._voice.mode == "muted" else "muted")

    def _hold(self, *, on: bool) -> None:
        if on != self._holding:
            self._holding = on
            self.hold_changed.emit(on)

    def _on_panels_changed(self) -> None:
        panels = self._panels
        self.conversation.header.set_panels(sidebar=panels.sidebar_open, inspector=panels.inspector_open)
        self.inspector_shown.emit(panels.inspector_open)

    def _restore_layout(self) -> None:
        self.resize(1280, 800)
        if self._layout is not None:
            geometry = self._layout.value("window/geometry")
            if geometry is not None:
                self.restoreGeometry(geometry)
            self._panels.restore(self._layout)
        self._on_panels_changed()
