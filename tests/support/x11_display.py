"""An X11 display of a test's own: Xvfb, a keyboard that is pressed by XTEST, and another program's window.

with running_display() as display:
    other = OtherProgram(display)
    other.focus()
    other.press("F8")
"""

import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial

from Xlib import XK, X
from Xlib.display import Display
from Xlib.error import BadAccess, CatchError
from Xlib.ext import xtest

from tests.support.missing import require_programs
from tests.support.processes import ending


@contextmanager
def running_display() -> Iterator[str]:
    """Run Xvfb, whose keys repeat 100 ms after they are pressed, each 20 ms; the name of its display.

    It stays as it is when its last client leaves; else it would begin anew, and end a connection made just then.
    """
    require_programs("Xvfb")
    orphans_end = ["setpriv", "--pdeathsig", "KILL"] if shutil.which("setpriv") else []
    command = [
        *orphans_end,
        "Xvfb",
        "-displayfd",
        "1",
        "-screen",
        "0",
        "640x480x24",
        "-noreset",
        "-ar1",
        "100",
        "-ar2",
        "20",
    ]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    with ending(process):
        assert process.stdout is not None
        with process.stdout:
            yield f":{process.stdout.readline().decode().strip()}"


class OtherProgram:
    """A program with a window and the keyboard."""

    def __init__(self, display: str) -> None:
        self._display = Display(display)
        screen = self._display.screen()
        mask = X.KeyPressMask | X.KeyReleaseMask
        self._window = screen.root.create_window(0, 0, 99, 99, 0, screen.root_depth, event_mask=mask)
        self._window.map()
        self._display.sync()

    def focus(self) -> None:
        """Take the focus."""
        self._window.set_input_focus(X.RevertToParent, X.CurrentTime)
        self._display.sync()

    def press(self, *keys: str) -> None:
        """Press keys down, in order."""
        self._fake(X.KeyPress, keys)

    def release(self, *keys: str) -> None:
        """Let keys go, in order."""
        self._fake(X.KeyRelease, keys)

    def tap(self, key: str) -> None:
        """Press a key and let it go."""
        self.press(key)
        self.release(key)

    def grab(self, key: str) -> bool:
        """Take a key from all other programs; return whether it was free."""
        refused = CatchError(BadAccess)
        root = self._display.screen().root
        root.grab_key(self._code(key), 0, True, X.GrabModeAsync, X.GrabModeAsync, onerror=refused)
        self._display.sync()
        return refused.get_error() is None

    def swap(self, key: str, other: str) -> None:
        """Exchange two keys of the keyboard."""
        codes = self._code(key), self._code(other)
        for code, keysym in zip(codes, (other, key), strict=True):
            self._display.change_keyboard_mapping(code, [[XK.string_to_keysym(keysym)] * 2])
        self._display.sync()

    def take_away(self, key: str) -> Callable[[], None]:
        """Take a key from the keyboard; return what brings it back."""
        code = self._code(key)

        def bear(keysym: int) -> None:
            self._display.change_keyboard_mapping(code, [[keysym] * 2])
            self._display.sync()

        bear(0)
        return partial(bear, XK.string_to_keysym(key))

    def seen(self) -> list[tuple[str, bool]]:
        """Return the keys that reached the window, and whether each was pressed or released."""
        events = [self._display.next_event() for _ in range(self._display.pending_events())]
        return [
            (self._name(event.detail), event.type == X.KeyPress)
            for event in events
            if event.type in {X.KeyPress, X.KeyRelease}
        ]

    def close(self) -> None:
        """End; what it has grabbed is free again."""
        self._display.close()

    def _fake(self, kind: int, keys: tuple[str, ...]) -> None:
        for key in keys:
            xtest.fake_input(self._display, kind, self._code(key))
        self._display.sync()

    def _code(self, key: str) -> int:
        return int(self._display.keysym_to_keycode(XK.string_to_keysym(key)))

    def _name(self, code: int) -> str:
        return str(XK.keysym_to_string(self._display.keycode_to_keysym(code, 0)) or code)
