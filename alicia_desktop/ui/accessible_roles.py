"""What assistive technology is told of widgets beyond what Qt knows: lists and their items, toggle buttons, windows.

Qt tells of a plain widget that it is some panel, and of a button that stays pressed that it is a check box. `install`
makes it tell what the widget is; nothing of this is made until a screen reader or the like asks.
"""

from typing import Final

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleInterface
from PySide6.QtWidgets import (
    QAbstractButton,
    QAccessibleWidget,
    QButtonGroup,
    QDialog,
    QPushButton,
    QToolButton,
    QWidget,
)

Role = QAccessible.Role
ROLE: Final = "accessible-role"
"""The dynamic property with the number of a widget's role."""
PRESS: Final = "Press"
MAX_ANNOUNCED: Final = 4_000
"""Characters that a screen reader is given at once."""


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
    role = described.property(ROLE)
    if role is not None:
        made = QAccessibleWidget(described, Role(role))
    elif isinstance(described, (QPushButton, QToolButton)) and described.isCheckable():
        made = ToggleInterface(described)
    elif type(described) is not QWidget and described.isWindow() and _is_plain(described):
        made = QAccessibleWidget(described, Role.Window)
    if made is not None:
        described.__dict__["accessible interface"] = made  # Qt keeps no reference that Python knows of
    return made


def announce(widget: QWidget, text: str, *, at_once: bool = False) -> None:
    """Have a screen reader say `text` when it has said what it says now, or `at_once`."""
    if not (text and QAccessible.isActive()):
        return
    event = QAccessibleAnnouncementEvent(widget, text[:MAX_ANNOUNCED])
    if at_once:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)


class ToggleInterface(QAccessibleWidget):
    """A button that stays pressed; one of several of which one is, where its group is exclusive."""

    def __init__(self, button: QAbstractButton) -> None:
        super().__init__(button, Role.Button)

    def role(self) -> QAccessible.Role:
        """Return a button's role, else that of a choice."""
        group: QButtonGroup | None = self._button().group()
        return Role.RadioButton if group is not None and group.exclusive() else Role.Button

    def state(self) -> QAccessible.State:
        """Return the state, with whether it is pressed."""
        state = super().state()
        state.checkable = True
        state.checked = self._button().isChecked()
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

    def _button(self) -> QAbstractButton:
        button = self.object()
        assert isinstance(button, QAbstractButton)
        return button


def _is_plain(window: QWidget) -> bool:
    """Whether Qt would tell of it as of any panel; it knows dialogs and main windows by themselves."""
    return not isinstance(window, QDialog) and QWidget.metaObject(window).className() not in {"QMainWindow", "QMenu"}
