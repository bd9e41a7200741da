"""A key that works in every window of an X11 display: a passive grab on its root window (XGrabKey).

A grab holds for exact modifiers, and Caps Lock, Num Lock and Scroll Lock count as such; so the key is grabbed once for
each state of these. A key that is held down repeats: the server sends releases that nobody made, each followed by a
press. It knows whether the key is down, and is asked at each release.

The connection is the grab's own. Nothing else is read from it, and where it ends, the grab does.
"""

import asyncio
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import combinations
from typing import TYPE_CHECKING, Any, Final

from alicia_desktop.app.global_shortcuts.contract import Availability, KeyCombination
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.logs import get_logger
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import run_in_daemon_thread
from alicia_desktop.base.translation import translate

if TYPE_CHECKING:
    from Xlib.display import Display

REPLY_SECONDS: Final = 10.0
"""So long may a display take that is far away, or that hangs."""
log = get_logger(__name__)


class X11Key:
    """One key of one display."""

    def __init__(self, *, display: str) -> None:
        """`display` is its name, such as `:0`."""
        self.held_changed: Signal[bool] = Signal()
        self.availability_changed: Signal[Availability] = Signal()
        self._name = display
        self._held = False

    async def run(self, combination: KeyCombination) -> None:
        """Grab the combination and emit until cancelled, the display is gone or refuses the key."""
        try:
            grab = await self._connect(combination)
        except TimeoutError:
            self._say(translate("The display {display} does not answer.").format(display=self._name))
            return
        except WorldError as error:
            self._say(error.sentence)
            return
        try:
            self._say_state(grab, combination)
            await self._follow(grab, combination)
            self._say(translate("The display {display} is gone.").format(display=self._name))
        finally:
            self._set_held(down=False)
            grab.close()

    async def _connect(self, combination: KeyCombination) -> "_Grab":
        """Grab the key, on a thread that nobody waits for where the display hangs; what it grabs later is given back.

        Raises:
            TimeoutError: The display does not answer.
            WorldError: as `_Grab`.
        """
        left = threading.Event()

        def connect() -> _Grab:
            grab = _Grab(self._name, combination)
            if left.is_set():
                grab.close()
            return grab

        try:
            async with asyncio.timeout(REPLY_SECONDS):
                return await run_in_daemon_thread(connect)
        except (TimeoutError, asyncio.CancelledError):
            left.set()
            raise

    async def _follow(self, grab: "_Grab", combination: KeyCombination) -> None:
        """Emit what the grab tells until its display is gone."""
        gone = asyncio.Event()
        loop = asyncio.get_running_loop()

        def on_readable() -> None:
            problem, states = grab.problem, grab.read()
            if grab.problem != problem:
                self._say_state(grab, combination)
            if states is None:
                loop.remove_reader(grab.fileno)
                gone.set()
            for down in states or ():
                self._set_held(down=down)

        loop.add_reader(grab.fileno, on_readable)
        try:
            on_readable()  # what came with the replies to the grab is no longer in the socket
            await gone.wait()
        finally:
            loop.remove_reader(grab.fileno)

    def _say_state(self, grab: "_Grab", combination: KeyCombination) -> None:
        self._say(
            grab.problem or translate("{key} works in every window.").format(key=combination.label),
            available=not grab.problem,
        )

    def _set_held(self, *, down: bool) -> None:
        if down != self._held:
            self._held = down
            self.held_changed.emit(down)

    def _say(self, sentence: str, *, available: bool = False) -> None:
        self.availability_changed.emit(Availability(available=available, sentence=sentence))


class _Grab:
    """A connection that holds one key; all calls but `__init__` are short, on the loop's thread."""

    def __init__(self, name: str, combination: KeyCombination) -> None:
        """Connect and grab.

        Raises:
            WorldError: The display cannot be reached, its keyboard lacks the key, or another program has it.
        """
        from Xlib.display import Display  # noqa: PLC0415 - 0.1 s, for who wants such a key
        from Xlib.error import ConnectionClosedError, DisplayError, XauthError  # noqa: PLC0415 - as above

        try:
            self._display: Display = Display(name)
        except (DisplayError, XauthError, ConnectionClosedError, OSError) as error:
            sentence = translate("The display {display} cannot be reached.").format(display=name)
            raise WorldError(sentence=sentence, code="display_unreachable") from error
        self._display.set_error_handler(_on_error)
        self._root = self._display.screen().root
        self._combination = combination
        self.fileno: int = self._display.fileno()
        self._codes: frozenset[int] = frozenset()
        self.problem = ""
        """Why the key cannot be had since the keyboard was changed."""
        try:
            self._grab()
        except WorldError:
            self.close()
            raise

    def read(self) -> list[bool] | None:
        """Return the presses (True) and releases that came, in order; None where the display is gone."""
        from Xlib import X  # noqa: PLC0415 - loaded with the display
        from Xlib.error import ConnectionClosedError  # noqa: PLC0415 - as above

        states = []
        try:
            while self._display.pending_events():
                event = self._display.next_event()
                if event.type == X.KeyPress and event.detail in self._codes:
                    states.append(True)
                elif event.type == X.KeyRelease and event.detail in self._codes and not self._is_down(event.detail):
                    states.append(False)
                elif event.type == X.MappingNotify and self._follow_keyboard(event):
                    states.append(False)  # what was held is told of no more
        except (ConnectionClosedError, OSError):
            return None
        return states

    def close(self) -> None:
        """Close the connection, and with it the grab."""
        from Xlib.error import ConnectionClosedError  # noqa: PLC0415 - loaded with the display

        with suppress(ConnectionClosedError, OSError):
            self._display.close()

    def _grab(self) -> None:
        """Grab the key in every state of the locks.

        Raises:
            WorldError: as at the beginning.
        """
        from Xlib import X  # noqa: PLC0415 - loaded with the display
        from Xlib.error import BadAccess, CatchError  # noqa: PLC0415 - as above

        refused = CatchError(BadAccess)
        self._codes = frozenset(_codes(self._display, self._combination.keysym))
        for code in self._codes:
            for mask in self._masks():
                self._root.grab_key(code, mask, True, X.GrabModeAsync, X.GrabModeAsync, onerror=refused)  # noqa: FBT003 - Xlib's own order
        self._display.sync()
        if not self._codes:
            sentence = translate("This keyboard has no key for {key}. Choose another key.").format(
                key=self._combination.label
            )
            raise WorldError(sentence=sentence, code="key_missing")
        if refused.get_error() is not None:
            self._ungrab()
            sentence = translate("Another program has taken {key}. Choose another key.").format(
                key=self._combination.label
            )
            raise WorldError(sentence=sentence, code="key_taken")

    def _ungrab(self) -> None:
        from Xlib import X  # noqa: PLC0415 - loaded with the display

        for code in self._codes:
            self._root.ungrab_key(code, X.AnyModifier)
        self._display.flush()
        self._codes = frozenset()

    def _masks(self) -> Iterator[int]:
        """Yield the modifiers in every state of the locks."""
        from Xlib import X  # noqa: PLC0415 - loaded with the display

        modifiers = _modifier_masks(self._display)
        wanted = _united([modifiers[name] for name in self._combination.modifiers])
        return _with_locks(wanted, [X.LockMask, modifiers["NUM"], modifiers["SCROLL"]])

    def _follow_keyboard(self, event: Any) -> bool:
        """Grab the key where it is on a keyboard that was changed; return whether it is elsewhere now."""
        self._display.refresh_keyboard_mapping(event)
        if self._codes and {*_codes(self._display, self._combination.keysym)} == self._codes:
            return False
        self._ungrab()
        try:
            self._grab()
            self.problem = ""
        except WorldError as error:
            self.problem = error.sentence
        return True

    def _is_down(self, code: int) -> bool:
        """Return whether the key is down now; at a repeat it is."""
        return bool(self._display.query_keymap()[code // 8] >> (code % 8) & 1)


def _codes(display: "Display", keysym: str) -> list[int]:
    """Return the keys of this keyboard that bear `keysym` without a modifier."""
    from Xlib import XK  # noqa: PLC0415 - loaded with the display

    found = display.keysym_to_keycodes(XK.string_to_keysym(keysym))
    return sorted({code for code, index in found if index == 0})


def _modifier_masks(display: "Display") -> dict[str, int]:
    """Return the bits of the modifiers, of which this keyboard says which are Alt, Logo and the locks."""
    from Xlib import X  # noqa: PLC0415 - loaded with the display

    bits = [1 << number for number in range(8)]
    rows = [{code for code in row if code} for row in display.get_modifier_mapping()]

    def bit_of(*keysyms: str) -> int:
        bearers = {code for keysym in keysyms for code in _codes(display, keysym)}
        return next((bit for bit, row in zip(bits, rows, strict=True) if bearers & row), 0)

    return {
        "SHIFT": X.ShiftMask,
        "CTRL": X.ControlMask,
        "ALT": bit_of("Alt_L", "Alt_R", "Meta_L") or X.Mod1Mask,
        "LOGO": bit_of("Super_L", "Super_R") or X.Mod4Mask,
        "NUM": bit_of("Num_Lock"),
        "SCROLL": bit_of("Scroll_Lock"),
    }


def _with_locks(mask: int, locks: Sequence[int]) -> Iterator[int]:
    """Yield `mask` together with every choice of the locks that this keyboard has."""
    there = sorted({lock for lock in locks if lock})
    for count in range(len(there) + 1):
        for chosen in combinations(there, count):
            yield mask | _united(chosen)


def _united(masks: Sequence[int]) -> int:
    united = 0
    for mask in masks:
        united |= mask
    return united


def _on_error(error: object, _: object) -> None:
    """Log what the display refuses; Xlib would print it."""
    log.warning("x11 error", error=type(error).__name__)
