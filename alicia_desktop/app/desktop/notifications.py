"""Notifications of the desktop, over D-Bus, and what a click on one does.

Qt's own need an icon in the tray, which GNOME has not, and under Linux a click on one tells nobody: it is sent without
an action (https://specifications.freedesktop.org/notification-spec/).
"""

import asyncio
import os
from collections import deque
from collections.abc import Callable
from typing import Final

from alicia_desktop.app.global_shortcuts.dbus import MessageBus, connect_bus
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.base.translation import translate
from alicia_desktop.paths import APP_NAME
from alicia_desktop.ui.untrusted.plain_text import notification_text

NAME: Final = "org.freedesktop.Notifications"
MISSING: Final = translate(
    "This desktop shows no notifications. In the taskbar, Alicia’s window asks for attention instead."
)
PRESS: Final = "default"
"""The action that a click anywhere on a notification is."""
MAX_WAITING: Final = 8
"""Notifications whose click is still waited for: some desktops keep them in a list for days."""
TOKEN: Final = "XDG_ACTIVATION_TOKEN"
"""What a Wayland desktop wants to see of a window that comes to the front; Qt reads it there."""
NORMAL_URGENCY: Final = ("y", 1)


class Notifications:
    """Shows notifications, and does what a click on one is for."""

    def __init__(self, *, scope: Scope, address: str | None = None) -> None:
        """`address` is the message bus's, that of the session where it is None; `scope` ends with the program."""
        self._scope = scope
        self._address = os.environ.get("DBUS_SESSION_BUS_ADDRESS", "") if address is None else address
        self._waiting: deque[asyncio.Task[None]] = deque()

    def show(self, title: str, text: str, *, pressed: Callable[[], object], otherwise: Callable[[], object]) -> None:
        """Show a notification; `pressed` is called when it is clicked, `otherwise` where the desktop shows none."""
        if len(self._waiting) >= MAX_WAITING:
            self._waiting.popleft().cancel()
        showing = self._scope.spawn("notification", self._show(title, text, pressed, otherwise))
        self._waiting.append(showing)

    async def problem(self) -> str:
        """Return why there are none, as a sentence; empty where there are."""
        try:
            async with connect_bus(self._address) as bus:
                await _call(bus, "GetServerInformation")
        except WorldError:
            return MISSING
        return ""

    async def _show(
        self, title: str, text: str, pressed: Callable[[], object], otherwise: Callable[[], object]
    ) -> None:
        is_shown = False
        try:
            async with connect_bus(self._address) as bus:
                await bus.subscribe(sender=NAME)
                hints = {"desktop-entry": ("s", APP_NAME), "urgency": NORMAL_URGENCY}
                words = (notification_text(title), notification_text(text), [PRESS, translate("Open")], hints, -1)
                (number,) = await _call(bus, "Notify", "susssasa{sv}i", ("Alicia", 0, APP_NAME, *words))
                is_shown = True
                if await _is_pressed(bus, number):
                    pressed()
        except (WorldError, ValueError):  # the latter: another number of values than it has to return
            if not is_shown:
                otherwise()
        finally:
            self._waiting = deque(task for task in self._waiting if task is not asyncio.current_task())


async def _is_pressed(bus: MessageBus, number: object) -> bool:
    """Wait until a notification was clicked or is gone; return which."""
    while (signal := await bus.signals.get()) is not None:
        if signal.interface != NAME or signal.body[:1] != (number,):
            continue
        if signal.member == "ActivationToken" and isinstance(signal.body[-1], str):
            os.environ[TOKEN] = signal.body[-1]
        elif signal.member == "ActionInvoked":
            return True
        elif signal.member == "NotificationClosed":
            return False
    return False


async def _call(bus: MessageBus, method: str, *typed: object) -> tuple[object, ...]:
    """Call a method of the service; `typed` is the signature of its arguments, and they."""
    from jeepney import DBusAddress, new_method_call  # noqa: PLC0415 - loaded with the first notification

    service = DBusAddress("/org/freedesktop/Notifications", bus_name=NAME, interface=NAME)
    return await bus.call(new_method_call(service, method, *typed))
