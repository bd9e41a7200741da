"""Whatever is logged, however often and wherever to: it does no harm."""

import json
import logging
import subprocess
import sys
from pathlib import Path

import pytest

from alicia_desktop.base.logs import (
    MAX_EVENT_LINES,
    MAX_LINES,
    MAX_VALUE_LETTERS,
    RateLimit,
    configure_logs,
    get_logger,
)
from tests.support.patience import PATIENCE

FULL = Path("/dev/full")


pytestmark = pytest.mark.usefixtures("logs_as_before")


def record(event: str, at: float) -> logging.LogRecord:
    one = logging.LogRecord("x", logging.INFO, "", 0, event, (), None)
    one.created = at
    return one


def admitted(limit: RateLimit, *events: tuple[str, float]) -> list[str]:
    return [one.getMessage() for event, at in events for one in limit.admit(record(event, at))]


def test_of_one_event_only_so_many_lines_a_second_are_written_and_the_rest_is_counted():
    limit = RateLimit(event_lines=2)
    flood = [("flood", 10.0 + step / 100) for step in range(50)]
    assert admitted(limit, *flood, ("calm", 10.9)) == ["flood", "flood", "calm"]
    assert admitted(limit, ("calm", 12.0), ("flood", 12.1)) == [
        "48 lines left out, more than 2 a second: 48 × flood",
        "calm",
        "flood",
    ]


def test_many_different_events_are_too_many_as_well():
    limit = RateLimit()
    lines = admitted(limit, *((f"event {number}", 5.5) for number in range(10_000)), ("end", 6.0))
    assert len(lines) == MAX_LINES + 2
    assert lines[-2].startswith("9900 lines left out")
    assert len(lines[-2]) < 1_000


def test_a_clock_that_is_set_back_leaves_nothing_out_for_long():
    limit = RateLimit(event_lines=1)
    assert admitted(limit, ("a", 100.0), ("a", 100.1), ("a", 3.0))[-1] == "a"


def test_the_values_of_an_event_are_not_what_it_is_about(tmp_path: Path):
    configure_logs(folder=tmp_path, process="app")
    for number in range(1_000):
        get_logger("x").info("message dropped", size=number)
        logging.getLogger("aiohttp").info("bad request from %s", number)
    logging.getLogger().handlers[1].close()
    lines = [json.loads(line) for line in (tmp_path / "app.log").read_text().splitlines()]
    assert 2 * MAX_EVENT_LINES <= len(lines) <= 12 * MAX_EVENT_LINES  # within a few seconds
    assert "left out" in lines[-1]["event"]
    assert "message dropped" in lines[-1]["event"]


def test_a_line_has_its_size(tmp_path: Path):
    configure_logs(folder=tmp_path, process="app")
    get_logger("x").info("long", text="a" * 1_000_000 + "end")
    (line,) = (tmp_path / "app.log").read_text().splitlines()
    text = json.loads(line)["text"]
    assert (text.endswith("end"), len(text)) == (True, MAX_VALUE_LETTERS + 3)


def test_the_terminal_is_controlled_by_no_line_of_the_log(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    configure_logs(folder=tmp_path, process="app")
    odd = "\x1b]52;c;eA==\x07\x9b2J\u202e\r\n2026 forged"
    get_logger("x").error(f"event {odd}", value=odd, exc_info=ValueError(odd))
    logging.getLogger("y").error("foreign %s", odd)
    shown = capsys.readouterr().err
    assert not set("\x1b\x07\x9b\u202e\r") & set(shown)
    assert "\n2026 forged" not in shown
    assert r"\x1b]52" in shown
    for line in (tmp_path / "app.log").read_text().splitlines():
        assert line.isascii()
        assert json.loads(line)["level"] == "error"


@pytest.mark.skipif(not FULL.exists(), reason="Linux has a device that is always full")
def test_a_full_disk_is_told_once_and_what_was_lost_is_counted(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "app.log"
    path.symlink_to(FULL)
    configure_logs(folder=tmp_path, process="app")
    for number in range(5):
        get_logger("x").info(f"lost {number}")
    shown = capsys.readouterr().err
    assert shown.count("\n") == 1
    assert "the log file cannot be written" in shown
    assert "No space left on device" in shown
    path.unlink()
    logging.getLogger().handlers[1].stream.close()  # type: ignore[attr-defined]
    logging.getLogger().handlers[1].stream = None  # type: ignore[attr-defined]
    for number in range(2):
        get_logger("x").info(f"kept {number}")
    events = [json.loads(line)["event"] for line in path.read_text().splitlines()]
    assert events == ["kept 0", "6 lines before this one could not be written", "kept 1"]
    assert capsys.readouterr().err == ""


@pytest.mark.e2e
def test_a_line_for_which_there_is_half_the_room_is_not_there(tmp_path: Path):
    script = (
        "import resource, sys\nfrom pathlib import Path\n"
        "from alicia_desktop.base.logs import configure_logs, get_logger\n"
        "configure_logs(folder=Path(sys.argv[1]), process='app')\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (1000, resource.RLIM_INFINITY))\n"
        "for number in range(20): get_logger('x').info(f'line {number}')\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)\n"
        "get_logger('x').info('last')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, str(tmp_path)], capture_output=True, text=True, timeout=PATIENCE, check=True
    )
    assert done.stderr.count("\n") == 1
    assert "Traceback" not in done.stderr
    events = [json.loads(line)["event"] for line in (tmp_path / "app.log").read_text().splitlines()]
    assert events[:2] == ["line 0", "line 1"]
    assert events[-2] == "last"
    assert "could not be written" in events[-1]


@pytest.mark.skipif(not FULL.exists(), reason="Linux has a device that is always full")
@pytest.mark.e2e
def test_standard_error_on_a_full_disk_or_a_closed_pipe_is_no_traceback(tmp_path: Path):
    script = (
        "from alicia_desktop.base.logs import configure_logs, get_logger\n"
        "configure_logs(folder=None, process='app', verbose=True)\n"
        "for number in range(3): get_logger('x').error('lost')\n"
    )
    with FULL.open("wb") as full:
        command = [sys.executable, "-c", script]
        assert subprocess.run(command, stdout=subprocess.PIPE, stderr=full, timeout=PATIENCE, check=False).stdout == b""


@pytest.mark.e2e
def test_a_process_that_configured_nothing_logs_on_standard_error_alone():
    script = (
        "from alicia_desktop.base.logs import get_logger\nget_logger('x').info('quiet')\nget_logger('x').error('loud')"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stdout == ""
    assert ("loud" in done.stderr, "quiet" in done.stderr) == (True, False)


@pytest.mark.e2e
def test_a_start_loads_what_colours_stacks_no_more_than_it_looks_for_garbage():
    script = (
        "import gc, sys\nfrom alicia_desktop.base.logs import configure_logs, get_logger\n"
        "configure_logs(folder=None)\nget_logger('x').error('loud')\n"
        "print('rich' in sys.modules, sum(generation['collections'] for generation in gc.get_stats()) < 20)\n"
        "import rich\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert done.stdout.split() == ["False", "True"]
