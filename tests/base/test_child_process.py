"""What a child process prints outside of its log, and the reason that it gives for its end."""

import signal
import subprocess
import sys

import pytest

from alicia_desktop.base.child_process import MAX_REASON_LETTERS, ChildOutput
from alicia_desktop.base.logs import MAX_FILE_BYTES
from tests.support.patience import PATIENCE

TRACEBACK = b"""Traceback (most recent call last):
  File "main.py", line 1, in <module>
    import alicia
ModuleNotFoundError: No module named 'alicia'
"""


def print_into(output, text):
    with output.open() as file:
        assert not isinstance(file, int)
        file.write(text)


def test_it_has_its_size_and_keeps_what_was_before_it(tmp_path):
    for text in (b"old " * MAX_FILE_BYTES, b"new", b""):
        print_into(ChildOutput(tmp_path / "logs", "line"), text)
    assert (tmp_path / "logs" / "line.out").read_bytes() == b"new"
    assert (tmp_path / "logs" / "line.1.out").stat().st_size == 4 * MAX_FILE_BYTES


@pytest.mark.parametrize(
    ("printed", "reason"),
    [
        (TRACEBACK, "ModuleNotFoundError: No module named 'alicia'"),
        (b"ImportError: broken\n\nPlease see the web page.\n", "ImportError: broken"),
        (b"error while loading shared libraries: libX.so.1\n", "error while loading shared libraries: libX.so.1"),
        (b"\xff\x1b[31mbad\n", "�\\x1b[31mbad"),
        (b"  \n", "exit code 3"),
        (b"", "exit code 3"),
    ],
)
def test_the_reason_of_an_end_is_what_was_printed_last(tmp_path, printed, reason):
    output = ChildOutput(tmp_path, "server")
    print_into(output, printed)
    assert output.reason(3) == reason


def test_a_line_of_the_start_before_is_no_reason(tmp_path):
    print_into(ChildOutput(tmp_path, "server"), TRACEBACK)
    output = ChildOutput(tmp_path, "server")
    print_into(output, b"")
    assert output.reason(-signal.SIGKILL) == "it was ended by SIGKILL"


def test_only_the_end_of_much_is_read_and_little_of_it_told(tmp_path):
    output = ChildOutput(tmp_path, "server")
    print_into(output, b"x" * 1_000_000 + b"\nValueError: " + b"y" * 2_000)
    assert output.reason(1) == ("ValueError: " + "y" * 2_000)[:MAX_REASON_LETTERS] + "…"


def test_the_sentence_names_the_file_where_there_is_more(tmp_path):
    output = ChildOutput(tmp_path, "server")
    print_into(output, TRACEBACK)
    assert output.explain(1) == f"ModuleNotFoundError: No module named 'alicia'. More in {tmp_path / 'server.out'}."
    print_into(output, b"")
    assert output.explain(1) == "exit code 1."


def test_a_folder_in_which_nothing_can_be_written_keeps_nothing_from_starting(tmp_path):
    (tmp_path / "logs").write_text("a file")
    output = ChildOutput(tmp_path / "logs", "server")
    with output.open() as file:
        assert isinstance(file, int)
    assert output.explain(1) == "exit code 1."


def as_process_1(code: str) -> subprocess.CompletedProcess[bytes]:
    """Run a program as the first process of a container, where the system lets us make one."""
    container = ["unshare", "--map-root-user", "-pf", "--mount-proc"]
    try:
        possible = subprocess.run([*container, "true"], capture_output=True, check=False).returncode == 0
    except FileNotFoundError:
        possible = False
    if not possible:
        pytest.skip("no namespaces here")
    return subprocess.run([*container, sys.executable, "-c", code], capture_output=True, check=False, timeout=PATIENCE)


CHILD = "from alicia_desktop.base.child_process import die_with_parent; die_with_parent(); print('lives')"


@pytest.mark.e2e
def test_a_child_of_process_1_is_no_orphan() -> None:
    done = as_process_1(
        "import subprocess, sys, os; assert os.getpid() == 1;"
        f"child = subprocess.Popen([sys.executable, '-c', {CHILD!r}], stdin=subprocess.PIPE); child.wait()"
    )
    assert done.stdout == b"lives\n", done.stderr


@pytest.mark.e2e
def test_one_whose_parent_is_gone_ends() -> None:
    with subprocess.Popen([sys.executable, "-c", CHILD], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdin is not None
        child.stdin.close()
        assert child.stdout is not None
        assert child.stdout.read() == b""
