"""Menus: with icons as large as the words, and with actions that lead to where else a thing is shown."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from alicia_desktop.base.translation import translate
from alicia_desktop.ui.theme import Theme
from alicia_desktop.view.references import Place, Reference, places_of

Follow = Callable[[Reference, Place], None]


class IconMenu(QMenu):
    """A menu that opens once and whose icons are as large as its words, also when the text size changes meanwhile.

    The program's style sheet says how large icons of menus are. It is not set anew for another text size, because
    that would style all widgets anew and take back their fonts.
    """

    def __init__(self, *, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        theme.changed.connect(self._fit)
        self._fit()

    def _fit(self) -> None:
        self.setStyleSheet(f"QMenu {{ icon-size: {self._theme.icon_size()}px; }}")


def place_words(place: Place) -> str:
    """Return the words of the action that leads there."""
    words = {
        "chat": translate("Show in chat"),
        "turn": translate("Show in turn"),
        "memory": translate("Show memory trace"),
        "tools": translate("Show tool use"),
        "stanzas": translate("Show stanza"),
    }
    return words[place]


def add_link_actions(menu: QMenu, reference: Reference, *, here: Place, follow: Follow, stanza_type: str = "") -> None:
    """Add an action for every place in which a thing is shown, except `here`."""
    if menu.actions():
        menu.addSeparator()
    for place in places_of(reference, here=here, stanza_type=stanza_type):
        menu.addAction(place_words(place)).triggered.connect(lambda _=False, place=place: follow(reference, place))


def add_turn_actions(menu: QMenu, *, only: Callable[[], None], step: Callable[[bool], None]) -> None:
    """Add what keeps to the turn of a stanza: only its stanzas, the next, the previous."""
    menu.addSeparator()
    menu.addAction(translate("Only this turn")).triggered.connect(lambda _=False: only())
    for words, key, forward in (
        (translate("Next stanza of this turn"), "Alt+.", True),
        (translate("Previous stanza of this turn"), "Alt+,", False),
    ):
        action = menu.addAction(words)
        show_key(action, key)
        action.triggered.connect(lambda _=False, forward=forward: step(forward))


def show_key(action: QAction, key: str) -> None:
    """Show the key that does the same beside the words of an action."""
    action.setShortcut(QKeySequence(key))
    action.setShortcutVisibleInContextMenu(True)
