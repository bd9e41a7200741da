"""What assistive technology is told of widgets beyond what Qt knows: lists and their items, toggle buttons, windows.

Qt tells of a plain widget that it is some panel, and of a button that stays pressed that it is a check box. `install`
makes it tell what the widget is; nothing of this is made until a screen reader or the like asks. Where one runs before,
that is while a widget is being made, before it has its place: so what it is is found out each time.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

from PySide6.QtCore import QObject
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleInterface,
    QAccessibleValueInterface,
)
from PySide6.QtWidgets import (
    QAccessibleWidget,
    QButtonGroup,
    QFrame,
    QPushButton,
    QToolButton,
    QWidget,
)
from shiboken6 import VoidPtr, getCppPointer, isValid

Role = QAccessible.Role
ROLE: Final = "accessible-role"
"""The dynamic property with the number of a widget's role."""
PRESS: Final = "Press"
_PLAIN: Final[Mapping[type, QAccessible.Role]] = {QWidget: Role.Client, QFrame: Role.Border}
"""Classes of which Qt tells that they are some panel → as which."""
MAX_ANNOUNCED: Final = 4_000
"""Characters that a screen reader is given at once."""


@dataclass(frozen=True, kw_only=True, slots=True)
class ReaderAnnouncement:
    """What a screen reader is to say."""

    widget: QWidget
    """What it is about."""
    text: str
    at_once: bool


_ways: Final[list[Callable[[ReaderAnnouncement], None]]] = []
"""The ways of announcing that were given; the last one counts."""


@runtime_checkable
class ProvidesInterface(Protocol):
    """A widget that makes its accessible interface itself."""

    def create_interface(self) -> QAccessibleInterface:
        """Return the accessible interface; called once."""
        ...


def set_role(widget: QWidget, role: QAccessible.Role) -> None:
    """Set what assistive technology is told that `widget` is."""
    widget.setProperty(ROLE, role.value)


def install() -> None:
    """Tell of every widget of the program what it is; once for the program."""
    QAccessible.installFactory(create_interface)


def create_interface(_class_name: str, described: QObject) -> QAccessibleInterface | None:
    """Return what tells of `described`, or None where Qt's own does; Qt calls it once for each of its classes."""
    if not isinstance(described, QWidget):
        return None
    made: QAccessibleInterface | None = None
    if isinstance(described, ProvidesInterface):
        made = described.create_interface()
    elif isinstance(described, (QPushButton, QToolButton)):
        made = ButtonInterface(described)
    elif (kind := _own_kind(described)) in _PLAIN:
        made = PlainInterface(described, _PLAIN[kind])
    if made is not None:
        described.__dict__["accessible interface"] = made  # Qt keeps no reference that Python knows of
    return made


def announce(widget: QWidget, text: str, *, at_once: bool = False) -> None:
    """Have a screen reader say `text` when it has said what it says now, or `at_once`."""
    if text and QAccessible.isActive():
        way = _ways[-1] if _ways else send_announcement
        way(ReaderAnnouncement(widget=widget, text=text[:MAX_ANNOUNCED], at_once=at_once))


def send_announcement(announcement: ReaderAnnouncement) -> None:
    """Announce it by Qt, unless the widget is gone."""
    if not isValid(announcement.widget):
        return
    event = QAccessibleAnnouncementEvent(announcement.widget, announcement.text)
    if announcement.at_once:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)


def announce_by(way: Callable[[ReaderAnnouncement], None]) -> Callable[[], None]:
    """Have announcements go another way than Qt's own; the function that ends it is returned."""
    _ways.append(way)
    return lambda: _ways.remove(way)


class PlainInterface(QAccessibleWidget):
    """A widget without a kind of its own: a panel, what `set_role` says, or a window once it is one."""

    def __init__(self, widget: QWidget, role: QAccessible.Role) -> None:
        super().__init__(widget, role)
        self._panel = role

    def role(self) -> QAccessible.Role:
        """Return what it is now."""
        widget = self.object()
        assert isinstance(widget, QWidget)
        given = widget.property(ROLE)
        if given is not None:
            return Role(given)
        return Role.Window if type(widget) is not QWidget and widget.isWindow() else self._panel


class LevelInterface(QAccessibleWidget):
    """Something that shows a level, 0–1, that nobody sets; who asks gets its value, and none is told of changes."""

    def __init__(self, widget: QWidget, level: Callable[[], float]) -> None:
        super().__init__(widget, Role.ProgressBar)
        self._value = _LevelValue(level)
        # Pointers, because PySide hands to Qt the address of any other object, also that of None.
        self._value_pointer = VoidPtr(getCppPointer(self._value)[0])
        self._nothing = VoidPtr(0)

    def interface_cast(self, kind: QAccessible.InterfaceType) -> object:  # type: ignore[override]  # its stubs say int
        """Return what tells of the value, or what Qt has."""
        if kind is QAccessible.InterfaceType.ValueInterface:
            return self._value_pointer
        return super().interface_cast(kind) or self._nothing

    def text(self, kind: QAccessible.Text) -> str:
        """Return the level in percent as the value."""
        return f"{self._value.currentValue():.0%}" if kind is QAccessible.Text.Value else super().text(kind)


class _LevelValue(QAccessibleValueInterface):
    def __init__(self, level: Callable[[], float]) -> None:
        super().__init__()
        self._level = level

    def currentValue(self) -> float:
        return self._level()

    def minimumValue(self) -> float:
        return 0.0

    def maximumValue(self) -> float:
        return 1.0

    def minimumStepSize(self) -> float:
        return 0.0

    def setCurrentValue(self, value: object) -> None:
        """Do nothing: it is measured."""


class ButtonInterface(QAccessibleWidget):
    """A button, also one that stays pressed; one of several of which one is, where its group is exclusive."""

    def __init__(self, button: QPushButton | QToolButton) -> None:
        super().__init__(button, Role.Button)

    def role(self) -> QAccessible.Role:
        """Return a button's role, that of a choice, or that of a menu."""
        button = self._button()
        group: QButtonGroup | None = button.group()
        if button.isCheckable() and group is not None and group.exclusive():
            return Role.RadioButton
        return Role.ButtonMenu if button.menu() is not None else Role.Button

    def state(self) -> QAccessible.State:
        """Return the state, with whether it is pressed, or opens a menu."""
        button, state = self._button(), super().state()
        state.checkable, state.checked = button.isCheckable(), button.isChecked()
        state.hasPopup = button.menu() is not None
        state.defaultButton = isinstance(button, QPushButton) and button.isDefault()
        return state

    def text(self, kind: QAccessible.Text) -> str:
        """Return the name, which is the button's words where it has no other."""
        said = super().text(kind)
        if kind is QAccessible.Text.Name and not said:
            return self._button().text().replace("&&", "\0").replace("&", "").replace("\0", "&")
        return said

    def actionNames(self) -> list[str]:
        """Return what can be done with it."""
        return [PRESS, *super().actionNames()]

    def doAction(self, name: str) -> None:
        """Press the button, or what Qt does by that name."""
        if name == PRESS:
            self._button().click()
        else:
            super().doAction(name)

    def _button(self) -> QPushButton | QToolButton:
        button = self.object()
        assert isinstance(button, QPushButton | QToolButton)
        return button


def _own_kind(widget: QWidget) -> type:
    """Return the class of Qt's that a widget is of, whatever was made of it here."""
    return next(one for one in type(widget).__mro__ if one.__module__.startswith("PySide6"))
