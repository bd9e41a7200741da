"""The main window: its keys (docs/user-guide.md#keys) as the table that binds them, and that Ctrl+/ lists."""

from dataclasses import replace
from functools import partial
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from alicia_desktop.base.translation import translate
from alicia_desktop.ui.shortcuts import Key, bind
from alicia_desktop.ui.window_actions import WindowActions

MUTE: Final = "M"


class MainWindow(WindowActions):
    """The whole window: the frame, what its buttons do, and its keys."""

    _held = False

    def create_parts(self) -> None:
        """Create the panels, connect their buttons and bind the keys."""
        super().create_parts()
        self._connect()
        self._keys = window_keys(self)
        self._shortcuts = bind(self._keys, self)
        self._shortcuts[MUTE].setEnabled(False)
        self.voice_shown.connect(lambda row: self._shortcuts[MUTE].setEnabled(row.open))
        self._show_keys()
        self.conversation.dock.composer.field.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Start hold-to-talk on F8."""
        if event.key() == Qt.Key.Key_F8:
            self._set_held(on=True)
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Stop hold-to-talk when F8 is released."""
        if event.key() == Qt.Key.Key_F8 and not event.isAutoRepeat():
            self._set_held(on=False)
        else:
            super().keyReleaseEvent(event)

    def _set_held(self, *, on: bool) -> None:
        if on != self._held:
            self._held = on
            self.hold_changed.emit(on)


def window_keys(window: WindowActions) -> tuple[Key, ...]:
    """Return every key of `window`."""
    groups = (
        (translate("Window"), _navigation_keys(window)),
        (translate("Conversation"), _conversation_keys(window)),
        (translate("Writing and voice"), _message_keys(window)),
        (translate("Inspector"), _inspector_keys()),
    )
    return tuple(replace(key, group=group) for group, keys in groups for key in keys)


def _navigation_keys(window: WindowActions) -> tuple[Key, ...]:
    find = window.conversation.find_bar
    return (
        Key(keys="Ctrl+N", text=translate("New conversation"), act=window.new_conversation),
        Key(keys="Ctrl+Alt+N", text=translate("New private conversation"), act=window.new_private),
        Key(keys="Ctrl+K", text=translate("Search conversations and commands"), act=window.open_switcher),
        Key(keys="Ctrl+F", text=translate("Find in this conversation"), act=window.conversation.open_find),
        Key(keys="F3", text=translate("Next match"), act=find.next),
        Key(keys="Shift+F3", text=translate("Previous match"), act=find.previous),
        Key(keys="Ctrl+Shift+F", text=translate("Search all conversations"), act=window.focus_search),
        Key(keys="Ctrl+Shift+M", text=translate("Memories"), act=window.memories_requested.emit),
        Key(keys="Ctrl+Shift+Y", text=translate("Sync"), act=window.sync_requested.emit),
        Key(keys="Ctrl+,", text=translate("Settings"), act=window.settings_requested.emit),
        Key(keys="Ctrl+B", text=translate("Sidebar"), act=window.toggle_sidebar),
        Key(keys="F12", text=translate("Inspector"), act=window.toggle_inspector),
        Key(keys="F6", text=translate("Next panel"), act=window.focus_next_panel),
        Key(keys="Ctrl++", text=translate("Larger text"), act=partial(window.text_size_requested.emit, 1)),
        Key(keys="Ctrl+=", text="", act=partial(window.text_size_requested.emit, 1)),
        Key(keys="Ctrl+-", text=translate("Smaller text"), act=partial(window.text_size_requested.emit, -1)),
        Key(keys="Ctrl+0", text=translate("Usual text size"), act=partial(window.text_size_requested.emit, 0)),
        Key(keys="Ctrl+/", text=translate("Keyboard shortcuts"), act=window.open_shortcuts),
        Key(keys="Ctrl+Q", text=translate("Quit"), act=window.quit),
    )


def _conversation_keys(window: WindowActions) -> tuple[Key, ...]:
    numbers = (Key(keys=f"Ctrl+{n}", text="", act=partial(window.open_number, n)) for n in range(1, 10))
    return (
        Key(keys="Ctrl+1…9", text=translate("Conversation 1 to 9"), act=None),
        *numbers,
        Key(keys="Alt+Up", text=translate("Previous conversation"), act=partial(window.open_neighbour, -1)),
        Key(keys="Alt+Down", text=translate("Next conversation"), act=partial(window.open_neighbour, 1)),
        Key(keys="Ctrl+Shift+P", text=translate("Pin or unpin"), act=window.toggle_pin),
        Key(keys="Ctrl+Shift+O", text=translate("Model and persona"), act=window.own_settings_requested.emit),
        Key(keys="Ctrl+Shift+A", text=translate("Archive or unarchive"), act=window.toggle_archive),
        Key(keys="F2", text=translate("Rename (in the list of conversations)"), act=None),
        Key(keys="Delete", text=translate("Delete (in the list of conversations)"), act=None),
        Key(keys="Ctrl+R", text=translate("Regenerate"), act=window.regenerate),
        Key(keys="Ctrl+Shift+C", text=translate("Copy last answer"), act=window.copy_last_answer),
        Key(keys="Ctrl+D", text=translate("Show message in inspector"), act=window.show_details),
    )


def _message_keys(window: WindowActions) -> tuple[Key, ...]:
    return (
        Key(keys="Return", text=translate("Send (in the message field)"), act=None),
        Key(keys="Shift+Return", text=translate("New line (in the message field)"), act=None),
        Key(keys="Up", text=translate("Edit the last question (in the empty message field)"), act=None),
        Key(keys="Esc", text=translate("Stop answer, close find, leave field"), act=window.escape),
        Key(keys="Shift+Esc", text=translate("Focus message field"), act=window.focus_composer),
        Key(keys="Ctrl+O", text=translate("Attach files"), act=window.attach_requested.emit),
        Key(keys="Ctrl+Shift+V", text=translate("Microphone on or off"), act=window.toggle_voice),
        Key(keys=MUTE, text=translate("Mute (outside the message field)"), act=window.toggle_mute),
        Key(keys="Home  End", text=translate("First and newest message (in the messages)"), act=None),
        Key(keys="Space", text=translate("Hold to talk (in the messages)"), act=None),
        Key(keys="F8", text=translate("Hold to talk"), act=None),
        Key(keys="Ctrl+Alt+Return", text=translate("Allow a tool (in its dialog)"), act=None),
        Key(keys="Ctrl+Alt+Backspace", text=translate("Deny a tool (in its dialog)"), act=None),
    )


def _inspector_keys() -> tuple[Key, ...]:
    """Return the keys that the inspector binds itself, where its lists have the focus."""
    return (
        Key(keys="/", text=translate("Filter stanzas"), act=None),
        Key(keys="Ctrl+Tab  Ctrl+Shift+Tab", text=translate("Next and previous tab (in the inspector)"), act=None),
        Key(keys="J  K", text=translate("Next and previous row"), act=None),
        Key(keys="Enter", text=translate("Show the message of a row"), act=None),
        Key(keys="Alt+Left", text=translate("Back in the inspector"), act=None),
        Key(keys="Alt+Right", text=translate("Forward in the inspector"), act=None),
        Key(keys="Alt+.", text=translate("Next stanza of the same turn"), act=None),
        Key(keys="Alt+,", text=translate("Previous stanza of the same turn"), act=None),
        Key(keys="Left  Right", text=translate("Cell of a stanza, line of a step"), act=None),
        Key(keys="Ctrl+Return", text=translate("Save an edited memory"), act=None),
        Key(keys="C", text=translate("Copy stanza as JSON"), act=None),
        Key(keys="End", text=translate("Follow newest stanza"), act=None),
        Key(keys="Ctrl+M", text=translate("Mark stanza"), act=None),
        Key(keys="Ctrl+T", text=translate("Count times from a stanza"), act=None),
        Key(keys="T", text=translate("Time of day, or seconds since …"), act=None),
        Key(keys="N", text=translate("Write a note on a stanza"), act=None),
        Key(keys="Ctrl+Shift+N  Ctrl+Shift+B", text=translate("Next and previous mark"), act=None),
        Key(keys="D", text=translate("Compare two stanzas"), act=None),
        Key(keys="Ctrl+P", text=translate("Replay a turn (in the inspector)"), act=None),
        Key(keys=",  .", text=translate("Previous and next event (in a replay)"), act=None),
        Key(keys="-  +", text=translate("Slower and faster (in a replay)"), act=None),
        Key(keys="Ctrl+G", text=translate("Find in the bytes (in a stanza)"), act=None),
        Key(keys="Ctrl+E", text=translate("Pause stanzas"), act=None),
        Key(keys="Ctrl+L", text=translate("Clear list"), act=None),
    )
