"""While a question is open on the terminal, nothing else is printed there; afterwards all of it is."""

import sys

import pytest

from alicia_desktop.cli.output import MAX_HELD, Display


def be_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let both streams be a terminal, as far as they say."""
    for stream in (sys.stdout, sys.stderr):
        monkeypatch.setattr(stream, "isatty", lambda: True)


def print_all(display: Display, name: str) -> None:
    display.print_text(f"{name} text")
    display.print_json({"json": name})
    display.print_error(f"{name} error")


def test_what_comes_while_somebody_is_asked_waits_in_its_order(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    be_a_terminal(monkeypatch)
    display = Display()
    with display.asking():
        print_all(display, "held")
        assert capsys.readouterr() == ("", "")
    print_all(display, "later")
    said = capsys.readouterr()
    assert said.out == 'held text\n{"json": "held"}\nlater text\n{"json": "later"}\n'
    assert said.err == "alicia-desktop: held error\nalicia-desktop: later error\n"


def test_what_goes_to_a_file_or_a_pipe_does_not_wait(capsys: pytest.CaptureFixture[str]):
    display = Display()
    with display.asking():
        print_all(display, "now")
        assert capsys.readouterr().out == 'now text\n{"json": "now"}\n'


def test_what_is_too_much_to_keep_is_counted(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    be_a_terminal(monkeypatch)
    display = Display()
    with display.asking():
        for number in range(MAX_HELD + 5):
            display.print_text(str(number))
    said = capsys.readouterr()
    assert said.out.splitlines() == [str(number) for number in range(5, MAX_HELD + 5)]
    assert "5 lines" in said.err
