"""What is announced reaches screen readers of every age: as announcements, or as notifications to those before.

Announcements came to AT-SPI in 2023. A reader from before, such as Orca 43 of Debian 12, takes no notice of them; a
notification that appears it reads, after a word that says that it is one. The registry of AT-SPI knows what the readers
that run have asked for, and it is asked before each announcement, for a reader may start or end at any time.
"""

import asyncio
from collections import deque
from typing import Any, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from alicia_desktop.app.global_shortcuts.dbus import MessageBus, connect_bus
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.ui.accessible_roles import ReaderAnnouncement, Role, send_announcement, set_role
from alicia_desktop.ui.untrusted.plain_text import set_accessible_name

REGISTRY: Final = "org.a11y.atspi.Registry"
WANTED: Final = "object:announcement"
PLACES: Final = 8
"""Notifications that may be there at the same time: the reader asks for each a moment after it has appeared."""


class ScreenReader:
    """Sends announcements, one after the other."""

    def __init__(self, *, window: QWidget, scope: Scope, address: str) -> None:
        """`address` is the session's bus, as `DBUS_SESSION_BUS_ADDRESS` has it; `scope` ends with the program."""
        self._window, self._scope, self._address = window, scope, address
        self._waiting: deque[ReaderAnnouncement] = deque()
        self._sending: asyncio.Task[None] | None = None
        self._places: deque[QWidget] = deque()

    def announce(self, announcement: ReaderAnnouncement) -> None:
        """Have something said; it takes some milliseconds until it is sent."""
        self._waiting.append(announcement)
        if self._sending is None or self._sending.done():
            self._sending = self._scope.spawn("announce", self._send())

    async def _send(self) -> None:
        """Send what waits; where the registry cannot be asked, as announcements."""
        while self._waiting:  # also what came while the bus was being left
            try:
                async with connect_bus(await self._find_bus()) as bus:
                    while self._waiting:
                        knows = await _knows_announcements(bus)
                        (send_announcement if knows else self._notify)(self._waiting.popleft())
            except WorldError:
                while self._waiting:
                    send_announcement(self._waiting.popleft())

    async def _find_bus(self) -> str:
        """Return the address of the bus of AT-SPI.

        Raises:
            WorldError: there is none.
        """
        async with connect_bus(self._address) as bus:
            (address,) = await _call(bus, "org.a11y.Bus", "/org/a11y/bus", "GetAddress")
        return str(address)

    def _notify(self, announcement: ReaderAnnouncement) -> None:
        """Let a notification appear, which Qt tells of; nothing of it can be seen."""
        if len(self._places) < PLACES:
            place = QWidget(self._window)
            set_role(place, Role.Notification)
            place.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            place.resize(1, 1)
        else:
            place = self._places.popleft()
            place.hide()
        self._places.append(place)
        set_accessible_name(place, announcement.text)
        place.show()


async def _knows_announcements(bus: MessageBus) -> bool:
    (events,) = await _call(bus, REGISTRY, "/org/a11y/atspi/registry", "GetRegisteredEvents")
    return any(event.lower().startswith(WANTED) for _, event in events)


async def _call(bus: MessageBus, name: str, path: str, method: str) -> tuple[Any, ...]:
    from jeepney import DBusAddress, new_method_call  # noqa: PLC0415 - loaded with the first announcement

    return await bus.call(new_method_call(DBusAddress(path, bus_name=name, interface=name), method))
