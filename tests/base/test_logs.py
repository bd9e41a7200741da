"""Logs: one JSON object a line in the file, warnings on the terminal, nothing without a folder but the terminal."""

import json
import logging
from pathlib import Path

import pytest
import structlog

from alicia_desktop.base.logs import MAX_FILES, LogFile, close_log_file, configure_logs, get_logger

pytestmark = pytest.mark.usefixtures("logs_as_before")


def entries(folder: Path, process: str = "app") -> list[dict[str, object]]:
    text = (folder / f"{process}.log").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def test_a_line_is_one_object_with_time_level_and_name(tmp_path: Path):
    configure_logs(folder=tmp_path / "logs", process="server")
    structlog.get_logger("alicia_desktop.store").info("migrated", step=3)
    (entry,) = entries(tmp_path / "logs", "server")
    assert entry.pop("timestamp")
    assert entry == {"event": "migrated", "step": 3, "level": "info", "logger": "alicia_desktop.store"}


def test_the_standard_library_s_loggers_go_the_same_way(tmp_path: Path):
    configure_logs(folder=tmp_path, process="app")
    logging.getLogger("aiohttp.access").warning("slow: %s", "GET")
    (entry,) = entries(tmp_path)
    assert (entry["event"], entry["level"], entry["logger"]) == ("slow: GET", "warning", "aiohttp.access")


def test_the_terminal_shows_errors_or_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    configure_logs(folder=tmp_path, process="app")
    log = structlog.get_logger("x")
    log.info("quiet")
    log.error("loud", count=2)
    shown = capsys.readouterr().err
    assert "loud" in shown
    assert "count=2" in shown
    assert "quiet" not in shown
    configure_logs(folder=None, process="app", verbose=True)
    structlog.get_logger("x").info("quiet")
    assert "quiet" in capsys.readouterr().err


def test_a_child_repeats_nothing_on_standard_error_unless_it_has_no_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    configure_logs(folder=tmp_path, process="server", also_on_terminal=False)
    structlog.get_logger("x").error("written once")
    assert capsys.readouterr().err == ""
    (tmp_path / "file").touch()
    configure_logs(folder=tmp_path / "file", process="server", also_on_terminal=False)
    structlog.get_logger("x").error("written somewhere")
    assert "written somewhere" in capsys.readouterr().err


def test_an_exception_is_kept_with_its_place(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    configure_logs(folder=tmp_path, process="app")
    with pytest.raises(KeyError) as caught:
        dict[str, int]()["bug"]
    structlog.get_logger("x").error("task failed", exc_info=caught.value)
    (entry,) = entries(tmp_path)
    assert "KeyError: 'bug'" in str(entry["exception"])
    assert "test_logs.py" in str(entry["exception"])
    assert "KeyError: 'bug'" in capsys.readouterr().err


def test_configured_twice_a_line_is_written_once(tmp_path: Path):
    for _ in range(2):
        configure_logs(folder=tmp_path, process="app")
    structlog.get_logger("x").info("once")
    assert len(entries(tmp_path)) == 1


def test_files_are_bounded(tmp_path: Path):
    configure_logs(folder=tmp_path, process="app")
    (file,) = (one for one in logging.getLogger().handlers if isinstance(one, LogFile))
    file.maxBytes = 200
    for number in range(100):
        structlog.get_logger("x").info(f"line {number}", number=number)
    assert len(list(tmp_path.iterdir())) == MAX_FILES + 1
    assert entries(tmp_path)[-1]["number"] == 99


def test_where_no_file_can_be_made_it_goes_on_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    (tmp_path / "logs").write_text("not a folder")
    configure_logs(folder=tmp_path / "logs", process="app")
    assert "there is no log file" in capsys.readouterr().err


def test_a_file_that_is_closed_can_be_deleted_and_stays_away(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    configure_logs(folder=tmp_path, process="app")
    close_log_file()
    (tmp_path / "app.log").unlink()
    get_logger("test").error("still told")
    assert not (tmp_path / "app.log").exists()
    assert "still told" in capsys.readouterr().err
