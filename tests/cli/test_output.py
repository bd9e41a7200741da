"""Nothing that others wrote controls the terminal, whichever way it goes out; and there is no other way out."""

import io
import json
import re
import sys
from pathlib import Path

import pytest

import alicia_desktop.cli
from alicia_desktop.cli import output

ODD = "\x1b]0;title\x07\x1b]52;c;eA==\x07 \x9b2J \u202e\u2028\x7f [bold]x[/bold] [link=http://a.b]y[/link]"
OBEYED = set(ODD) - set("]0;title52;c;eA== 2J [bold]x[/bold] [link=http://a.b]y[/link]")
CLI = Path(alicia_desktop.cli.__file__).parent
OTHER_WAYS = re.compile(r"\bprint\(|sys\.(__)?std(out|err)|\becho\(|\bsecho\(|\brich\b|os\.write\(|\bwarnings\b")


def test_there_is_no_other_way_out():
    found = {
        f"{path.name}: {line.strip()}"
        for path in CLI.glob("*.py")
        if path.name != "output.py"
        for line in path.read_text(encoding="utf-8").splitlines()
        if OTHER_WAYS.search(line)
    }
    assert found == {
        # what they are is looked at, nothing is written
        "talk_run.py: return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))",
        # for the types
        "memory_transfer.py: from rich.progress import Progress",
    }


def test_whatever_is_printed_is_harmless(capsys: pytest.CaptureFixture[str]):
    output.print_text(f"{ODD}\r\nsecond {ODD}")
    output.print_line(f"{ODD}\nstill first")
    output.print_json({ODD: [ODD, "\x85\ud800"]})
    output.print_error(f"{ODD}\nalicia-desktop: forged")
    output.print_notice(ODD, end="")
    said = capsys.readouterr()
    assert not OBEYED & set(said.out + said.err)
    first, second, line, line_of_json = said.out.splitlines()
    assert "[bold]x[/bold] [link=http://a.b]y[/link]" in first
    assert second.startswith("second ")
    assert r"\nstill first" in line
    assert json.loads(line_of_json) == {ODD: [ODD, "\x85\ud800"]}
    assert said.err.count("\n") == 1


def test_what_others_write_is_guarded(monkeypatch: pytest.MonkeyPatch):
    raw = io.BytesIO()
    monkeypatch.setattr(sys, "stderr", io.TextIOWrapper(raw, encoding="ascii"))
    monkeypatch.setattr(sys, "stdout", None)  # where there is no terminal at all
    output.guard_streams()
    guarded = sys.stderr
    output.guard_streams()
    assert sys.stderr is guarded
    print(ODD, "ä", file=sys.stderr)  # noqa: T201 - as a library would
    sys.stderr.writelines([ODD, "\n"])
    sys.__excepthook__(ValueError, ValueError(ODD), None)
    sys.stderr.flush()
    written = raw.getvalue().decode()
    assert "ä" in written
    assert not OBEYED & set(written)
    assert written.count("\n") == 3


class Stream(io.TextIOWrapper):
    """Standard output that is a terminal, or not."""

    is_terminal = False

    def isatty(self) -> bool:
        return self.is_terminal


@pytest.mark.parametrize("is_terminal", [True, False])
def test_what_is_exported_is_as_it_is_unless_a_terminal_shows_it(monkeypatch: pytest.MonkeyPatch, is_terminal: bool):
    raw = io.BytesIO()
    stream = Stream(raw, encoding="utf-8", newline="")
    stream.is_terminal = is_terminal
    monkeypatch.setattr(sys, "stdout", stream)
    output.write_text(f"# {ODD}\r\n")
    text = raw.getvalue().decode()
    assert (text == f"# {ODD}\r\n") is not is_terminal
    assert is_terminal is not bool(OBEYED & set(text))
    raw.seek(0)
    raw.truncate()
    exported = json.dumps({ODD: ODD}, ensure_ascii=False, indent=1) + "\n"
    output.write_json(exported)
    assert json.loads(raw.getvalue()) == {ODD: ODD}
    assert not OBEYED & set(raw.getvalue().decode())
