"""A desktop's portal for global shortcuts, on a message bus of the test's own.

async with ScriptedPortal(address=address) as portal:
    portal.assigns = "Press F9"
    await portal.activate()
"""

import asyncio
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from jeepney import DBusAddress, HeaderFields, Message, new_error, new_method_return, new_signal

from tests.support.message_bus import ScriptedService

NAME = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
SHORTCUTS = "org.freedesktop.portal.GlobalShortcuts"


@dataclass(kw_only=True)
class ScriptedPortal(ScriptedService):
    """The portal, which answers as its fields say."""

    NAMES: ClassVar = (NAME,)
    address: str
    offers: bool = True
    """Whether it has global shortcuts at all."""
    answers: Literal["at once", "when told", "declined", "nonsense"] = "at once"
    """What comes of the question for a key; when told: `confirm`."""
    assigns: str = "Press F9"
    asked: asyncio.Queue[tuple[str, tuple[Any, ...]]] = field(default_factory=asyncio.Queue)
    """The methods that were called, with their arguments."""
    _session: str = ""
    _question: tuple[str, str] = ("", "")

    async def confirm(self) -> None:
        """Answer the question for a key as the person would."""
        await self._respond(*self._question, 0, {"shortcuts": ("a(sa{sv})", self.shortcuts())})

    async def activate(self, *, shortcut: str = "push-to-talk", session: str = "") -> None:
        """Tell that the key was pressed."""
        await self._emit("Activated", "osta{sv}", (session or self._session, shortcut, 1, {}))

    async def deactivate(self) -> None:
        """Tell that the key was released."""
        await self._emit("Deactivated", "osta{sv}", (self._session, "push-to-talk", 2, {}))

    async def reassign(self, label: str) -> None:
        """Tell that the person has assigned another key in the desktop's settings."""
        self.assigns = label
        await self._emit("ShortcutsChanged", "oa(sa{sv})", (self._session, self.shortcuts()))

    async def close_session(self) -> None:
        """Tell that the session is over."""
        await self.emit(self._session, "org.freedesktop.portal.Session", "Closed", "a{sv}", ({},))

    def shortcuts(self) -> list[tuple[str, dict[str, tuple[str, str]]]]:
        """Return what is assigned."""
        return [("push-to-talk", {"trigger_description": ("s", self.assigns)})]

    async def _emit(self, member: str, signature: str, body: tuple[Any, ...]) -> None:
        await self.emit(PATH, SHORTCUTS, member, signature, body)

    async def answer(self, call: Message) -> None:
        """Answer a request as the fields say."""
        fields = call.header.fields
        member, sender = fields[HeaderFields.member], fields[HeaderFields.sender]
        if fields.get(HeaderFields.interface) != SHORTCUTS or not self.offers:
            await self.send(new_error(call, "org.freedesktop.DBus.Error.UnknownMethod"))
            return
        options = call.body[-1]
        name = sender.removeprefix(":").replace(".", "_")
        handle = f"{PATH}/request/{name}/{options['handle_token'][1]}"
        await self.send(new_method_return(call, "o", (handle,)))
        if member == "CreateSession":
            self._session = f"{PATH}/session/{name}/{options['session_handle_token'][1]}"
            await self._respond(handle, sender, 0, {"session_handle": ("s", self._session)})
        else:
            self._question = handle, sender
            await self._answer_question()
        self.asked.put_nowait((member, call.body))

    async def _answer_question(self) -> None:
        if self.answers == "at once":
            await self.confirm()
        elif self.answers == "declined":
            await self._respond(*self._question, 1, {})
        elif self.answers == "nonsense":
            await self._respond(*self._question, 0, {"shortcuts": ("as", ["push-to-talk"])})

    async def _respond(self, path: str, receiver: str, code: int, results: dict[str, tuple[str, Any]]) -> None:
        emitter = DBusAddress(path, interface="org.freedesktop.portal.Request")
        signal = new_signal(emitter, "Response", "ua{sv}", (code, results))
        signal.header.fields[HeaderFields.destination] = receiver
        await self.send(signal)
