"""The contract of a key that works in every window, and the combination of keys that it is asked for.

    key.held_changed.connect(voice.hold)
    key.availability_changed.connect(lambda said: page.show(said.sentence))
    await key.run(parse_combination("Ctrl+F9"))      # until cancelled; then the key is given back

There are two implementations, `x11.X11Key` and `portal.PortalKey`. Both name keys as X11's keyboards do, which is also
how the portal wants them (https://specifications.freedesktop.org/shortcuts-spec/).
"""

from dataclasses import dataclass
from typing import Any, Final, Protocol, cast

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeySequence

from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.translation import translate


@dataclass(frozen=True, kw_only=True, slots=True)
class Availability:
    """Whether the key works in every window now."""

    available: bool
    sentence: str
    """What is so, or why it is not, for the user."""


@dataclass(frozen=True, kw_only=True, slots=True)
class KeyCombination:
    """One key with its modifiers."""

    modifiers: tuple[str, ...]
    """Of `CTRL`, `ALT`, `SHIFT` and `LOGO`, in this order."""
    keysym: str
    """The key as X11 names it, such as `F8` or `space`."""
    label: str
    """The combination as the window writes it."""

    @property
    def trigger(self) -> str:
        """Return the combination as the portal wants it, such as `CTRL+ALT+F8`."""
        return "+".join((*self.modifiers, self.keysym))


class GlobalKey(Protocol):
    """A key that is told of while any window has the focus."""

    held_changed: Signal[bool]
    """The key was pressed, or released; repeats of a key that is held down are neither."""
    availability_changed: Signal[Availability]

    async def run(self, combination: KeyCombination) -> None:
        """Claim the combination and emit until cancelled, or until it is certain that it cannot be had."""
        ...


MODIFIERS: Final = {
    Qt.KeyboardModifier.ControlModifier: "CTRL",
    Qt.KeyboardModifier.AltModifier: "ALT",
    Qt.KeyboardModifier.ShiftModifier: "SHIFT",
    Qt.KeyboardModifier.MetaModifier: "LOGO",
}
_NAMED: Final = {
    Qt.Key.Key_Space: "space",
    Qt.Key.Key_Tab: "Tab",
    Qt.Key.Key_Return: "Return",
    Qt.Key.Key_Enter: "KP_Enter",
    Qt.Key.Key_Backspace: "BackSpace",
    Qt.Key.Key_Delete: "Delete",
    Qt.Key.Key_Home: "Home",
    Qt.Key.Key_End: "End",
    Qt.Key.Key_PageUp: "Prior",
    Qt.Key.Key_PageDown: "Next",
    Qt.Key.Key_Up: "Up",
    Qt.Key.Key_Down: "Down",
    Qt.Key.Key_Left: "Left",
    Qt.Key.Key_Right: "Right",
    Qt.Key.Key_Comma: "comma",
    Qt.Key.Key_Period: "period",
    Qt.Key.Key_Slash: "slash",
    Qt.Key.Key_Minus: "minus",
    Qt.Key.Key_Equal: "equal",
    Qt.Key.Key_Semicolon: "semicolon",
    Qt.Key.Key_Apostrophe: "apostrophe",
    Qt.Key.Key_QuoteLeft: "grave",
    Qt.Key.Key_Backslash: "backslash",
    Qt.Key.Key_BracketLeft: "bracketleft",
    Qt.Key.Key_BracketRight: "bracketright",
}
_FREE: Final = {
    **{Qt.Key(Qt.Key.Key_F1.value + number - 1): f"F{number}" for number in range(1, 36)},
    Qt.Key.Key_Pause: "Pause",
    Qt.Key.Key_ScrollLock: "Scroll_Lock",
    Qt.Key.Key_Print: "Print",
    Qt.Key.Key_Insert: "Insert",
    Qt.Key.Key_Menu: "Menu",
}
"""Keys that nobody writes with, which are therefore allowed alone."""


_NONE: Final = QKeyCombination(Qt.Key.Key_unknown)


def parse_combination(keys: str) -> KeyCombination:
    """Return the combination that `keys` is, as Qt writes it.

    Args:
        keys: Such as `Ctrl+Alt+F8`.

    Raises:
        WorldError: It is none, or would take a key from every program that people write with (`key_unusable`).
    """
    sequence = QKeySequence(keys)
    pressed = cast("Any", sequence)[0] if sequence.count() == 1 else _NONE  # PySide6's types lack that it is indexed
    label = sequence.toString(QKeySequence.SequenceFormat.NativeText)
    keysym = _keysym(pressed.key())
    if not keysym:
        raise WorldError(
            sentence=translate("“{key}” cannot work in every window. Choose another key.").format(key=label[:40]),
            code="key_unusable",
        )
    held = pressed.keyboardModifiers()
    modifiers = tuple(name for flag, name in MODIFIERS.items() if held & flag)
    if not {*modifiers} - {"SHIFT"} and pressed.key() not in _FREE:
        raise WorldError(
            sentence=translate("{key} alone would be taken from every program. Add Ctrl, Alt or Meta.").format(
                key=label
            ),
            code="key_unusable",
        )
    return KeyCombination(modifiers=modifiers, keysym=keysym, label=label)


def _keysym(key: Qt.Key) -> str:
    """Return X11's name of a key; empty for one that has none here."""
    if named := _FREE.get(key) or _NAMED.get(key):
        return named
    is_plain = Qt.Key.Key_A.value <= key.value <= Qt.Key.Key_Z.value or (
        Qt.Key.Key_0.value <= key.value <= Qt.Key.Key_9.value
    )
    return chr(key.value).lower() if is_plain else ""
