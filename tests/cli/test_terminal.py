"""Lines of standard input, and what is asked on the terminal."""

import os
import webbrowser
from collections.abc import Callable
from typing import Final

import pytest

from alicia_desktop.base.tasks import Scope
from alicia_desktop.cli.terminal import Lines, Permitting, TerminalDesktop
from alicia_desktop.session.tools.contract import Permission, PermissionWish, ToolRefusalError

WISH: Final = PermissionWish(
    id="atu_1", tool="open_address", arguments={"url": "https://example.org"}, server="https://a.b"
)


class Keyboard:
    """Somebody who types, and the lines that come of it."""

    def __init__(self) -> None:
        end, self._begin = os.pipe()
        self.lines = Lines(end)

    def type(self, data: bytes) -> None:
        """Type."""
        os.write(self._begin, data)

    def leave(self) -> None:
        """End it."""
        os.close(self._begin)


async def asked(keyboard: Keyboard, typed: Callable[[], None]) -> Permission:
    """Return what the person says who types that once they are asked."""
    said: list[Permission] = []

    async def ask() -> None:
        said.append(await Permitting(allowed=(), lines=keyboard.lines).ask(WISH))

    async with Scope("test") as scope:
        asking = scope.spawn("ask", ask())
        scope.spawn("type", _now(typed))
        await asking
    return said[0]


async def _now(typed: Callable[[], None]) -> None:
    typed()


async def test_lines_come_in_their_order_and_then_the_end_for_good() -> None:
    keyboard = Keyboard()
    keyboard.type(b"one\n\nt\xc3")
    assert [await keyboard.lines.next(), await keyboard.lines.next()] == ["one\n", "\n"]
    keyboard.type(b"\xb6\nthree \xff")
    assert await keyboard.lines.next() == "t\u00f6\n"
    keyboard.leave()
    assert [await keyboard.lines.next() for _ in range(3)] == ["three \ufffd", "", ""]
    assert await keyboard.lines.answer() == ""


async def test_what_was_typed_before_the_question_answers_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    keyboard = Keyboard()
    keyboard.type(b"first\nyes\n")
    assert await keyboard.lines.next() == "first\n"
    assert await asked(keyboard, lambda: keyboard.type(b"never\n")) == "never"
    assert await keyboard.lines.next() == "yes\n"
    told = capsys.readouterr().err
    assert "May Alicia open this address in your browser?" in told
    assert "The server https://a.b asks." in told
    assert "url: https://example.org" in told
    keyboard.leave()


@pytest.mark.parametrize(
    ("typed", "permission"),
    [
        (b"Y\n", "once"),
        (b" c \n", "conversation"),
        (b"always\n", "always"),
        (b"\n", "denied"),
        (b"yes please\n", "denied"),
    ],
)
async def test_only_a_plain_yes_is_one(typed: bytes, permission: Permission) -> None:
    keyboard = Keyboard()
    assert await asked(keyboard, lambda: keyboard.type(typed)) == permission
    keyboard.leave()


async def test_a_terminal_that_goes_away_is_a_no() -> None:
    keyboard = Keyboard()
    assert await asked(keyboard, keyboard.leave) == "denied"


async def test_a_terminal_that_goes_away_ends_also_who_waits_for_a_line() -> None:
    keyboard = Keyboard()
    heard: list[str] = []

    async def listen() -> None:
        heard.append(await keyboard.lines.next())

    async with Scope("test") as scope:
        listening = scope.spawn("listen", listen())
        assert await asked(keyboard, keyboard.leave) == "denied"
        await listening
    assert heard == [""]


async def test_a_script_has_what_it_was_allowed_and_nothing_else() -> None:
    assert await Permitting(allowed=("open_address",), lines=None).ask(WISH) == "once"
    assert await Permitting(allowed=("notify",), lines=None).ask(WISH) == "denied"


def test_without_a_window_there_is_no_clipboard_and_no_browser_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    desktop = TerminalDesktop()
    with pytest.raises(ToolRefusalError, match="clipboard"):
        desktop.read_clipboard()
    with pytest.raises(ToolRefusalError, match="clipboard"):
        desktop.write_clipboard("x")
    desktop.notify("Tea", "is ready")
    assert "Tea: is ready" in capsys.readouterr().err
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("true"))
    assert not desktop.open_address("https://example.org")
    window = webbrowser.BackgroundBrowser("true")
    monkeypatch.setattr(window, "open", lambda url: url == "https://example.org")
    monkeypatch.setattr(webbrowser, "get", lambda: window)
    assert desktop.open_address("https://example.org")
