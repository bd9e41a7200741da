"""Keyboard shortcuts as a table that is bound, listed (Ctrl+/) and changed. On macOS Qt reads Ctrl as Command."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget


@dataclass(frozen=True, kw_only=True, slots=True)
class Key:
    """One keyboard shortcut."""

    keys: str
    text: str
    """What it does, as the list shows it; empty is not listed."""
    act: Callable[[], object] | None
    """None: the key is handled where it is pressed (Enter in the composer), and cannot be changed."""
    group: str = ""
    """Under which heading it is listed."""
    command: str = ""
    """The keys that it has at first, where the user changed them."""

    @property
    def name(self) -> str:
        """What the command is known by: the keys that it has at first."""
        return self.command or self.keys


def format_keys(keys: str) -> str:
    """Return keys, or several with two spaces between, as this system's keyboards label them."""
    return "  ".join(_format_one(one) for one in keys.split("  "))


def _format_one(keys: str) -> str:
    """Format one key with its modifiers; Qt calls the key beside the letters Return."""
    first, dots, last = keys.partition("…")  # as in `Ctrl+1…9`
    native = QKeySequence(first).toString(QKeySequence.SequenceFormat.NativeText)
    return (native.replace("Return", "Enter") or first) + dots + last


def with_changes(keys: Sequence[Key], changed: Mapping[str, str]) -> tuple[Key, ...]:
    """Return `keys` with those that the user changed; `changed` has the new ones by command."""
    return tuple(
        replace(key, keys=changed[key.keys], command=key.keys) if key.keys in changed and key.act is not None else key
        for key in keys
    )


def conflicting(keys: Sequence[Key], wanted: str, *, command: str) -> Key | None:
    """Return the key of another command that `wanted` is taken by."""
    sequence = QKeySequence(wanted)
    others = (key for key in keys if key.name != command and wanted)
    return next((key for key in others if any(QKeySequence(one) == sequence for one in key.keys.split("  "))), None)


def bind(keys: Sequence[Key], window: QWidget) -> dict[str, QShortcut]:
    """Create a shortcut of `window` for each key that has an action; return them by command."""
    shortcuts = {}
    for key in keys:
        if key.act is not None:
            shortcut = QShortcut(QKeySequence(key.keys), window)
            shortcut.activated.connect(key.act)
            shortcuts[key.name] = shortcut
    return shortcuts
