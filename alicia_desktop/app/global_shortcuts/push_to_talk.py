"""Push-to-talk from anywhere: the key that the user chose, by what this desktop has, and what is said of it.

Under Wayland only the portal sees keys of other windows, also where there is an X11 display beside it; that display
tells of keys in its own windows alone. On X11 the key is grabbed. Anywhere else it is said that there is no such key.
"""

import asyncio
import os
import sys
from collections.abc import Callable, Mapping
from typing import Final

from alicia_desktop.app.global_shortcuts.contract import Availability, GlobalKey, parse_combination
from alicia_desktop.app.global_shortcuts.portal import MISSING, PortalKey
from alicia_desktop.app.global_shortcuts.x11 import X11Key
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.base.translation import translate
from alicia_desktop.ui.settings.fields import PushToTalkField

OFF: Final = Availability(available=True, sentence="")
ELSEWHERE: Final = translate("A key for every window is available on Linux only.")
NO_DESKTOP: Final = translate(
    "A key for every window needs an X11 display or a desktop with a message bus; here is neither."
)
ASKED_WHEN_SAVED: Final = translate("The desktop is asked for this key when you save.")


def create_key(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> GlobalKey:
    """Return the implementation for this desktop.

    Raises:
        WorldError: There is none (`no_global_keys`).
    """
    if platform != "linux":
        raise WorldError(sentence=ELSEWHERE, code="no_global_keys")
    display, address = environment.get("DISPLAY", ""), environment.get("DBUS_SESSION_BUS_ADDRESS", "")
    is_wayland = bool(environment.get("WAYLAND_DISPLAY")) or environment.get("XDG_SESSION_TYPE") == "wayland"
    if display and not is_wayland:
        return X11Key(display=display)
    if address:
        return PortalKey(address=address)
    raise WorldError(sentence=MISSING if is_wayland else NO_DESKTOP, code="no_global_keys")


class PushToTalk:
    """The key in use."""

    def __init__(
        self, *, scope: Scope, notify: Callable[[str], None], create: Callable[[], GlobalKey] = create_key
    ) -> None:
        """`notify` shows what has become of a key that does not work; `scope` gives the key back when it ends."""
        self.held_changed: Signal[bool] = Signal()
        self._scope, self._notify, self._create = scope, notify, create
        self._keys = ""
        self._using: asyncio.Task[None] | None = None
        self._availability = OFF
        self._field: PushToTalkField | None = None

    @property
    def availability(self) -> Availability:
        """What there is to say of the key in use."""
        return self._availability

    def use(self, keys: str) -> None:
        """Use a key, as Qt writes it, in place of the former one; empty is none."""
        if keys != self._keys:
            self._keys = keys
            former = self._using
            if former is not None:
                former.cancel()
            self._using = self._scope.spawn("push to talk", self._use(keys, former))

    def attach(self, field: PushToTalkField, scope: Scope) -> None:
        """Say beside a field what there is to say of its key, until `detach`; `scope` ends with the field."""
        self._field = field
        field.chosen.connect(lambda keys: scope.spawn("check key", self._check(keys)))
        try:
            self._create()
        except WorldError as error:
            field.set_state(error.sentence, possible=False)
        else:
            field.set_state(self._availability.sentence)

    def detach(self) -> None:
        """Stop saying anything beside the field, which is about to go."""
        self._field = None

    async def _check(self, keys: str) -> None:
        """Say whether a key can be had that is not saved yet.

        A desktop that asks the person is asked when it is saved, not before.
        """
        sentence = await self._find_problem(keys)
        if self._field is not None and self._field.keys == keys:
            self._field.set_state(sentence)

    async def _find_problem(self, keys: str) -> str:
        """Return what is to be said of a key that was chosen."""
        if not keys or keys == self._keys:
            return self._availability.sentence if keys else ""
        try:
            combination = parse_combination(keys)
            key = self._create()
        except WorldError as error:
            return error.sentence
        if not isinstance(key, X11Key):
            return ASKED_WHEN_SAVED
        said: asyncio.Queue[Availability] = asyncio.Queue()
        key.availability_changed.connect(said.put_nowait)
        async with Scope("key check") as scope:
            scope.spawn("try", key.run(combination))
            return (await said.get()).sentence

    async def _use(self, keys: str, former: asyncio.Task[None] | None) -> None:
        """Hold the key until cancelled; the former one is given back first."""
        if former is not None:
            await asyncio.wait({former})
        self._set_availability(OFF)
        if not keys:
            return
        try:
            combination = parse_combination(keys)
            key = self._create()
        except WorldError as error:
            self._set_availability(Availability(available=False, sentence=error.sentence))
            self._notify(error.sentence)
            return
        key.held_changed.connect(self.held_changed.emit)
        key.availability_changed.connect(self._set_availability)
        await key.run(combination)
        self._notify(self._availability.sentence)  # it returns where the key cannot be had, or no longer

    def _set_availability(self, availability: Availability) -> None:
        self._availability = availability
        if self._field is not None:
            self._field.set_state(availability.sentence)
