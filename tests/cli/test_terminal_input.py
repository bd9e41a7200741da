"""Lines of standard input, and what is asked on the terminal."""

import asyncio
import os
import webbrowser
from collections.abc import Callable
from typing import Final

import pytest

from alicia_desktop.base.clock import JumpingClock, settle
from alicia_desktop.base.tasks import Scope
from alicia_desktop.cli.output import Display
from alicia_desktop.cli.terminal import (
    NO_LONGER,
    READING_SECONDS,
    TOO_SOON,
    StandardInput,
    TerminalDesktop,
    TerminalPermissions,
)
from alicia_desktop.session.tools.contract import Permission, PermissionRequest, ToolRefusalError
from tests.support.patience import PATIENCE

WISH: Final = PermissionRequest(
    id="atu_1", tool="open_address", arguments={"url": "https://example.org"}, server="https://a.b"
)


class Keyboard:
    """Somebody who types, and the lines that come of it."""

    def __init__(self) -> None:
        end, self._begin = os.pipe()
        self.clock = JumpingClock()
        self.lines = StandardInput(end, clock=self.clock)

    def type(self, data: bytes) -> None:
        """Type."""
        os.write(self._begin, data)

    def leave(self) -> None:
        """End it."""
        os.close(self._begin)


async def asked(keyboard: Keyboard, typed: Callable[[], None], wish: PermissionRequest = WISH) -> Permission:
    """Return what the person says who types that once they have read what they are asked."""
    said: list[Permission] = []

    async def ask() -> None:
        said.append(await permitting(keyboard.lines).ask(wish))

    async with Scope("test") as scope:
        asking = scope.spawn("ask", ask())
        scope.spawn("type", _then(keyboard.clock, typed))
        await asking
    return said[0]


async def _then(clock: JumpingClock, typed: Callable[[], None]) -> None:
    await clock.advance(READING_SECONDS)
    typed()


def permitting(lines: StandardInput | None, *allowed: str) -> TerminalPermissions:
    return TerminalPermissions(allowed=allowed, display=Display(), lines=lines)


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
    assert "Requested by the server https://a.b." in told
    assert "\n  │ url: https://example.org\n  │ host: example.org\n" in told
    keyboard.leave()


async def test_what_is_typed_before_the_question_can_have_been_read_answers_nothing(
    capsys: pytest.CaptureFixture[str],
) -> None:
    keyboard = Keyboard()
    async with Scope("test") as scope:
        asking = scope.spawn("ask", permitting(keyboard.lines).ask(WISH))
        await settle()
        keyboard.type(b"y\nWhat is\n")
        assert await keyboard.lines.next() == "What is\n"
        assert not asking.done()
        assert capsys.readouterr().err.endswith(TOO_SOON)
        await keyboard.clock.advance(READING_SECONDS)
        keyboard.type(b"never\n")
        assert await asking == "never"
    keyboard.leave()


async def test_all_of_a_long_text_is_shown_when_it_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    keyboard = Keyboard()
    text = "".join(f"line {number}\n" for number in range(100))
    wish = PermissionRequest(id="atu_1", tool="clipboard_write", arguments={"text": text}, server="")
    told = ""
    async with Scope("test") as scope, asyncio.timeout(PATIENCE):
        asking = scope.spawn("ask", permitting(keyboard.lines).ask(wish))
        for times, answer in enumerate((b"show\n", b"y\n"), 1):
            while told.count("anything else no") < times:
                await settle()
                told += capsys.readouterr().err
            await keyboard.clock.advance(READING_SECONDS)
            keyboard.type(answer)
        assert await asking == "once"
    assert all(f"  │     line {number}\n" in told for number in range(1, 100))
    assert told.count("rows are not shown here") == 2
    keyboard.leave()


async def test_a_question_that_is_over_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    keyboard = Keyboard()
    async with Scope("test") as scope:
        asking = scope.spawn("ask", permitting(keyboard.lines).ask(WISH))
        await settle()
        asking.cancel()
        await asyncio.wait({asking})
    assert capsys.readouterr().err.endswith(f"\n{NO_LONGER}\n")
    keyboard.type(b"y\n")
    assert await keyboard.lines.next() == "y\n"
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
    assert await permitting(None, "open_address").ask(WISH) == "once"
    assert await permitting(None, "notify").ask(WISH) == "denied"


def test_without_a_window_there_is_no_clipboard_and_no_browser_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    desktop = TerminalDesktop(Display())
    with pytest.raises(ToolRefusalError, match="clipboard"):
        desktop.read_clipboard()
    with pytest.raises(ToolRefusalError, match="clipboard"):
        desktop.write_clipboard("x")
    desktop.notify("Tea", "is ready")
    assert "Tea: is ready" in capsys.readouterr().err
    monkeypatch.setattr(webbrowser, "get", lambda: webbrowser.GenericBrowser("true"))
    assert not desktop.open_address("https://example.org")
    window = webbrowser.BackgroundBrowser("true")
    opened: list[str] = []

    def take(url: str) -> bool:
        opened.append(url)
        return True

    monkeypatch.setattr(window, "open", take)
    monkeypatch.setattr(webbrowser, "get", lambda: window)
    assert desktop.open_address("https://müller.de/weiß")
    assert not desktop.open_address("https://[::1")
    assert opened == ["https://xn--mller-kva.de/wei%C3%9F"]
