"""A key that works in every window, from the desktop: the portal `org.freedesktop.portal.GlobalShortcuts`.

It is the only way under Wayland. The desktop asks the person, may assign another key than the one that is wanted, and
shows the assignment in its own settings; what it assigned is said here. A method of the portal returns the path of a
request, and the result comes as a signal of that path
(https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.GlobalShortcuts.html).

What comes is believed only from the portal itself, and only of this session and this shortcut.
"""

import itertools
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import msgspec

from alicia_desktop.app.global_shortcuts.contract import Availability, KeyCombination
from alicia_desktop.app.global_shortcuts.dbus import BusSignal, MessageBus, connect_bus
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.translation import translate
from alicia_desktop.paths import APP_NAME

if TYPE_CHECKING:
    from jeepney import DBusAddress

NAME: Final = "org.freedesktop.portal.Desktop"
PATH: Final = "/org/freedesktop/portal/desktop"
SHORTCUTS: Final = "org.freedesktop.portal.GlobalShortcuts"
REQUEST: Final = "org.freedesktop.portal.Request"
SESSION: Final = "org.freedesktop.portal.Session"
REGISTRY: Final = "org.freedesktop.host.portal.Registry"
BUS: Final = "org.freedesktop.DBus"
SHORTCUT_ID: Final = "push-to-talk"
MAX_LABEL_CHARACTERS: Final = 60
"""Of what the desktop calls the key that it assigned."""

Options = dict[str, tuple[str, Any]]
"""Values with their types, as D-Bus sends them."""
MISSING: Final = translate("This desktop offers no global shortcuts, so the key works in Alicia’s window only.")
DECLINED: Final = translate("The desktop assigned no key: it was declined there.")
WAITING: Final = translate("Waiting for the desktop, which may ask you to confirm the key…")


class PortalKey:
    """One shortcut of one session of the portal."""

    def __init__(self, *, address: str) -> None:
        """`address` is the bus's, as `DBUS_SESSION_BUS_ADDRESS` has it."""
        self.held_changed: Signal[bool] = Signal()
        self.availability_changed: Signal[Availability] = Signal()
        self._address = address
        self._held = False
        self._tokens = itertools.count(1)

    async def run(self, combination: KeyCombination) -> None:
        """Ask the desktop for the combination and emit until cancelled, or until it refuses.

        A portal that is started again is asked again.
        """
        try:
            async with connect_bus(self._address) as bus:
                await bus.subscribe(sender=NAME)
                await bus.subscribe(sender=BUS, member="NameOwnerChanged", first=NAME)
                while await self._run_session(bus, combination):
                    await self._wait_for_portal(bus)
        except WorldError:
            self._say(MISSING)
        finally:
            self._set_held(down=False)

    async def _run_session(self, bus: MessageBus, combination: KeyCombination) -> bool:
        """Run one session; return whether it ended because the portal did.

        Raises:
            WorldError: There is no such portal, or the bus is gone.
        """
        self._say(WAITING)
        owner = await self._find_owner(bus)
        results = await self._request(bus, owner, "CreateSession", "a{sv}", {"session_handle_token": ("s", "alicia")})
        session = _text(results, "session_handle") if results is not None else ""
        if not session:
            self._say(DECLINED)
            return False
        wanted: Options = {
            "description": ("s", translate("Hold to talk to Alicia")),
            "preferred_trigger": ("s", combination.trigger),
        }
        results = await self._request(
            bus, owner, "BindShortcuts", "oa(sa{sv})sa{sv}", {}, session, [(SHORTCUT_ID, wanted)], ""
        )
        assigned = None if results is None else _assigned(results)
        if assigned is None:
            self._say(DECLINED)
            return False
        self._say_assigned(assigned, combination)
        return await self._follow(bus, owner, session, combination)

    async def _find_owner(self, bus: MessageBus) -> str:
        """Tell the portal which program this is, which starts it; return its own name on the bus.

        Raises:
            WorldError: There is no portal, and none can be started.
        """
        from jeepney import DBusAddress, new_method_call  # noqa: PLC0415 - loaded with the connection
        from jeepney.bus_messages import message_bus  # noqa: PLC0415 - as above

        registry = DBusAddress(PATH, bus_name=NAME, interface=REGISTRY)
        with suppress(WorldError):  # older portals know programs in another way, or not at all
            await bus.call(new_method_call(registry, "Register", "sa{sv}", (APP_NAME, {})))
        (owner,) = await bus.call(message_bus.GetNameOwner(NAME))
        return str(owner)

    async def _request(
        self, bus: MessageBus, owner: str, method: str, signature: str, options: Options, *arguments: object
    ) -> Options | None:
        """Call a method of the portal and wait for the result, as long as the person takes; None where it was refused.

        Raises:
            WorldError: There is no such method, or the portal is gone.
        """
        from jeepney import new_method_call  # noqa: PLC0415 - loaded with the connection

        token = f"alicia{next(self._tokens)}"
        path = f"{PATH}/request/{bus.name.removeprefix(':').replace('.', '_')}/{token}"
        body = (*arguments, {**options, "handle_token": ("s", token)})
        await bus.call(new_method_call(_portal(), method, signature, body))
        while True:
            signal = await bus.signals.get()
            if signal is None or _is_gone(signal, owner):
                raise WorldError(sentence=MISSING, code="portal_gone")
            if (signal.sender, signal.path, signal.interface, signal.member) == (owner, path, REQUEST, "Response"):
                return _response(signal.body)

    async def _follow(self, bus: MessageBus, owner: str, session: str, combination: KeyCombination) -> bool:
        """Emit presses and releases; return whether the portal is gone, or else the desktop has ended the session.

        Raises:
            WorldError: The bus is gone.
        """
        while True:
            signal = await bus.signals.get()
            if signal is None:
                raise WorldError(sentence=MISSING, code="bus_gone")
            if _is_gone(signal, owner):
                self._set_held(down=False)
                return True
            if signal.sender != owner:
                continue
            if (signal.interface, signal.member, signal.path) == (SESSION, "Closed", session):
                self._say(translate("The desktop has taken the key away. Save it again to ask for it."))
                return False
            if signal.interface == SHORTCUTS and signal.body[:1] == (session,):
                self._on_shortcut(signal, combination)

    def _on_shortcut(self, signal: BusSignal, combination: KeyCombination) -> None:
        """Take a signal of the own session."""
        if signal.member in {"Activated", "Deactivated"} and signal.body[1:2] == (SHORTCUT_ID,):
            self._set_held(down=signal.member == "Activated")
        elif signal.member == "ShortcutsChanged":
            assigned = _assigned({"shortcuts": ("a(sa{sv})", signal.body[1] if len(signal.body) > 1 else [])})
            if assigned is not None:
                self._say_assigned(assigned, combination)

    async def _wait_for_portal(self, bus: MessageBus) -> None:
        """Wait until there is a portal again.

        Raises:
            WorldError: The bus is gone.
        """
        self._say(MISSING)
        while True:
            signal = await bus.signals.get()
            if signal is None:
                raise WorldError(sentence=MISSING, code="bus_gone")
            if signal.member == "NameOwnerChanged" and signal.sender == BUS and signal.body[2:3] not in {(), ("",)}:
                return

    def _set_held(self, *, down: bool) -> None:
        if down != self._held:
            self._held = down
            self.held_changed.emit(down)

    def _say_assigned(self, assigned: str, combination: KeyCombination) -> None:
        label = assigned[:MAX_LABEL_CHARACTERS] or combination.label
        self._say(translate("Works in every window; the desktop assigned: {key}").format(key=label), available=True)

    def _say(self, sentence: str, *, available: bool = False) -> None:
        self.availability_changed.emit(Availability(available=available, sentence=sentence))


def _portal() -> "DBusAddress":
    from jeepney import DBusAddress  # noqa: PLC0415 - loaded with the connection

    return DBusAddress(PATH, bus_name=NAME, interface=SHORTCUTS)


def _is_gone(signal: BusSignal, owner: str) -> bool:
    """Return whether the bus tells that the portal `owner` has left."""
    return signal.sender == BUS and signal.member == "NameOwnerChanged" and signal.body[1:2] == (owner,)


def _response(body: tuple[Any, ...]) -> Options | None:
    """Return the results of a request; None where it was refused, or is not one."""
    try:
        code, results = msgspec.convert(body, tuple[int, Options])
    except msgspec.ValidationError:
        return None
    return results if code == 0 else None


def _text(results: Options, name: str) -> str:
    _, value = results.get(name, ("", ""))
    return value if isinstance(value, str) else ""


def _assigned(results: Options) -> str | None:
    """Return what the desktop calls the key that it assigned, maybe nothing; None where it assigned none."""
    _, listed = results.get("shortcuts", ("", []))
    try:
        shortcuts = dict(msgspec.convert(listed, list[tuple[str, Options]]))
    except msgspec.ValidationError:
        return None
    return _text(shortcuts[SHORTCUT_ID], "trigger_description") if SHORTCUT_ID in shortcuts else None
