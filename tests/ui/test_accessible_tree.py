"""The real window on the real AT-SPI bus, read as a screen reader reads it."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.missing import require, require_programs

ROOT: Final = Path(__file__).parents[2]
SYSTEM_PYTHON: Final = "/usr/bin/python3"
LAUNCHER: Final = "/usr/libexec/at-spi-bus-launcher"
READER: Final = ROOT / "tests" / "support" / "accessibility" / "read_tree.py"
Node = dict[str, Any]
TRIES: Final = 3
"""The registry tells a window in its own time that somebody listens; what was said before that nobody hears."""

DIALOGS: Final = (
    "Voice page",
    "Household page",
    "Pairing page",
    "Filter line",
    "First-run card",
    "Permission",
    "Erase",
    "Forget",
    "Capture",
    "Export",
)
CONTROLS: Final = frozenset(
    {
        "push button",
        "radio button",
        "check box",
        "combo box",
        "slider",
        "text",
        "password text",
        "list",
        "list item",
        "label",
        "tree",
        "table cell",
    }
)
"""Roles that fit something that takes the keyboard, with those of the file dialog, which is Qt's own."""

pytestmark = pytest.mark.e2e


def require_parts() -> None:
    """Fail in CI, skip elsewhere, where this computer has no bus for assistive technology."""
    require_programs("Xvfb", "dbus-daemon", LAUNCHER, SYSTEM_PYTHON)
    known = subprocess.run([SYSTEM_PYTHON, "-c", "import pyatspi"], capture_output=True, check=False)
    require(part="python3-pyatspi", present=known.returncode == 0, command="sudo make test")


class Desk:
    """A display, a bus, the window on both, and who reads it."""

    def __init__(self, stack: ExitStack, folder: Path) -> None:
        self._stack = stack
        self._environment = {
            **os.environ,
            "QT_QPA_PLATFORM": "xcb",
            "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
            "XDG_RUNTIME_DIR": str(folder),
            "HOME": str(folder),
        }
        self._environment["DISPLAY"] = f":{self._said(['Xvfb', '-displayfd', '1', '-screen', '0', '1400x1000x24'])}"
        address = self._said(["dbus-daemon", "--session", "--print-address", "--nofork", "--nopidfile"])
        self._environment["DBUS_SESSION_BUS_ADDRESS"] = address
        self._start([LAUNCHER, "--launch-immediately"])
        self.window = self._start([sys.executable, "-m", "tests.support.accessibility.shown_window"])
        assert self.line_of(self.window) == "ready"
        self.reader = self._start([SYSTEM_PYTHON, str(READER)])
        self.tree: Node = json.loads(self.line_of(self.reader))

    def line_of(self, process: "subprocess.Popen[str]") -> str:
        assert process.stdout is not None
        return process.stdout.readline().strip()

    def tell(self, process: "subprocess.Popen[str]", line: str) -> None:
        assert process.stdin is not None
        process.stdin.write(f"{line}\n")
        process.stdin.flush()

    def announced(self, count: int) -> list[list[Any]]:
        self.tell(self.reader, str(count))
        found: list[list[Any]] = json.loads(self.line_of(self.reader))
        return found

    def _said(self, command: list[str]) -> str:
        return self.line_of(self._start(command))

    def _start(self, command: list[str]) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            cwd=ROOT,
            env=self._environment,
            start_new_session=True,  # for the launcher starts a bus of its own, which outlives it
        )
        self._stack.enter_context(process)
        self._stack.callback(os.killpg, process.pid, signal.SIGKILL)
        return process


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    require_parts()
    with ExitStack() as stack:
        yield Desk(stack, tmp_path_factory.mktemp("bus"))


@pytest.fixture(scope="module")
def fields(desk: Desk) -> Node:
    """The tree with pages of the settings and the filters of the memories in it."""
    desk.tell(desk.window, "fields")
    assert desk.line_of(desk.window) == "ready"
    desk.tell(desk.reader, "tree")
    tree: Node = json.loads(desk.line_of(desk.reader))
    return tree


@pytest.fixture(scope="module")
def dialogs(desk: Desk) -> dict[str, Node]:
    """What stands in each dialog and page, by its title."""
    desk.tell(desk.window, "dialogs")
    assert desk.line_of(desk.window) == "ready"
    desk.tell(desk.reader, "tree")
    tree: Node = json.loads(desk.line_of(desk.reader))
    return {title: one for one in tree["children"] for title in DIALOGS if one["name"].startswith(title)}


def walk(node: Node) -> Iterator[Node]:
    yield node
    for child in node["children"]:
        yield from walk(child)


def shown(node: Node, role: str) -> list[Node]:
    return [one for one in walk(node) if one["role"] == role and "SHOWING" in one["states"]]


def names(nodes: list[Node]) -> list[str]:
    return [one["name"] for one in nodes]


def test_the_messages_are_a_list_in_their_order(desk: Desk) -> None:
    (messages,) = (one for one in shown(desk.tree, "list") if one["name"] == "Messages")
    items = [one for one in messages["children"] if one["role"] == "list item" and "SHOWING" in one["states"]]
    assert [one["name"].partition(":")[0][:3] for one in items] == ["You", "Ali", "You", "Ali"]
    assert [one["name"].split(":")[0] + ":" + one["name"].split(":")[1] for one in items] == [
        "You, 17:58",
        "Alicia, 17:58",
        "You, 18:02",
        "Alicia, 18:02",
    ]
    assert all("FOCUSABLE" in one["states"] for one in items)


def test_the_panels_stand_in_their_order(desk: Desk) -> None:
    order = [one["name"] for one in walk(desk.tree) if one["name"] in {"Conversations", "Messages", "Message Alicia"}]
    assert list(dict.fromkeys(order)) == ["Conversations", "Messages", "Message Alicia"]


def test_a_button_that_stays_pressed_is_no_check_box(desk: Desk) -> None:
    buttons = {one["name"]: one for one in walk(desk.tree) if one["role"] == "push button"}
    assert {"CHECKABLE", "CHECKED"} <= set(buttons["Sidebar (Ctrl+B)"]["states"])
    assert "CHECKABLE" in buttons["Helpful"]["states"]
    assert "CHECKED" not in buttons["Helpful"]["states"]
    assert "CHECKABLE" not in buttons["Copy answer"]["states"]
    assert not shown(desk.tree, "check box")


def test_one_of_several_choices_is_a_choice(desk: Desk) -> None:
    modes = {one["name"]: "CHECKED" in one["states"] for one in shown(desk.tree, "radio button")}
    assert modes == {"Hands-free": True, "Hold to talk": False, "Muted": False}


def test_windows_are_windows(desk: Desk) -> None:
    titles = [one["name"] for one in desk.tree["children"] if one["role"] == "frame"]
    assert sorted(titles) == ["Emma’s recital on Friday – Alicia", "Memories – Alicia"]


def test_whatever_takes_the_keyboard_has_a_name(desk: Desk) -> None:
    nameless = [one for one in walk(desk.tree) if {"FOCUSABLE", "SHOWING"} <= set(one["states"]) and not one["name"]]
    assert [one["role"] for one in nameless] == []


def test_sentences_are_announced_politely_and_errors_at_once(desk: Desk) -> None:
    sentences = desk.announced(0)
    for _ in range(TRIES):
        desk.tell(desk.window, "sentence")
        if sentences := desk.announced(1):
            break
    assert sentences == [[". This is the next sentence.", 1]]
    desk.tell(desk.window, "error")
    assert desk.announced(2)[1] == ["The message could not be sent", 2]


def test_messages_out_of_sight_are_in_the_list_too(desk: Desk) -> None:
    (messages,) = (one for one in walk(desk.tree) if one["role"] == "list" and one["name"] == "Messages")
    items = [one for one in messages["children"] if one["role"] == "list item"]
    said = [one["name"].split(": ", 1)[1].removesuffix(" Stored") for one in items]
    assert said[:60] == [f"Question {number + 1}" for number in range(60)]
    assert len(items) == 64
    assert "SHOWING" not in items[0]["states"]
    assert "SHOWING" in items[-1]["states"]


def test_a_choice_has_its_name_from_one_label(fields: Node) -> None:
    labels = [one["labels"] for one in shown(fields, "combo box")]
    assert all(len(one) == 1 for one in labels)
    named = {one[0] for one in labels}
    assert {"Text size", "Dictionary", "Microphone", "Speaker", "Model", "Category", "Order"} <= named


def test_whatever_takes_the_keyboard_in_the_settings_has_a_name(fields: Node) -> None:
    takers = [one for one in walk(fields) if {"FOCUSABLE", "SHOWING"} <= set(one["states"])]
    assert [one["role"] for one in takers if not (one["labels"] if one["role"] == "combo box" else one["name"])] == []
    assert "Push-to-talk in every window" in names(shown(fields, "text"))


def takers(node: Node) -> list[Node]:
    return [one for one in walk(node) if {"FOCUSABLE", "SHOWING"} <= set(one["states"])]


def values(node: Node) -> dict[str, list[float]]:
    return {
        one["name"]: one["value"] for one in walk(node) if one["value"] and "SHOWING" in one["states"] and one["name"]
    }


def order(node: Node, *roles: str) -> list[str]:
    """Return the names of what has these roles, as one reads them."""
    return [one["labels"][0] if one["labels"] else one["name"] for one in walk(node) if shown_as(one, roles)]


def shown_as(one: Node, roles: tuple[str, ...]) -> bool:
    return one["role"] in roles and "SHOWING" in one["states"]


def test_each_control_of_a_dialog_has_a_name_and_a_role_that_fits(dialogs: dict[str, Node]) -> None:
    assert set(dialogs) == set(DIALOGS)
    for title, dialog in dialogs.items():
        found = takers(dialog)
        assert found, title
        nameless = [one for one in found if not (one["labels"] if one["role"] == "combo box" else one["name"])]
        assert [(title, one["role"]) for one in nameless if one["role"] != "table cell"] == []
        assert {one["role"] for one in found} <= CONTROLS, title


def test_the_page_of_the_voice_is_read_in_its_order_with_its_values(dialogs: dict[str, Node]) -> None:
    page = dialogs["Voice page"]
    assert order(page, "combo box", "slider", "check box") == [
        "Voice",
        "Voice for Deutsch",
        "Speed",
        "Volume",
        "Say “One moment.” when an answer takes long",
    ]
    assert values(page) == {"Speed": [50, 100, 200], "Volume": [0, 100, 100]}
    assert names(shown(page, "push button"))[:2] == ["Preview: Deutsch", "Preview"]


def test_the_first_run_card_says_what_is_tested_and_what_each_place_brings(dialogs: dict[str, Node]) -> None:
    card = dialogs["First-run card"]
    assert values(card)["Microphone level"] == [0, 0, 1]
    described = {one["name"]: one["description"] for one in takers(card)}
    assert described["Test the microphone"] == described["Play a sound"] == "Not tested yet"
    assert described["On this computer"].startswith("Works without network or account. Voice, answers")
    assert described["An Alicia server"].startswith("One memory for all your devices.")
    assert order(card, "combo box", "radio button") == ["Microphone", "Speaker", "On this computer", "An Alicia server"]


def test_choices_and_codes_say_what_they_are_for(dialogs: dict[str, Node]) -> None:
    groups = {one["name"] for dialog in dialogs.values() for one in shown(dialog, "panel")}
    assert {"Duration of the permission", "Stanzas", "Format", "Connection", "Where should Alicia run?"} <= groups
    assert "Pairing code K 7 Q - M 2 X" in names(shown(dialogs["Household page"], "label"))
    assert "Remove: Anna’s desk" in names(shown(dialogs["Household page"], "push button"))
    assert [one["name"] for one in shown(dialogs["Erase"], "text")] == ["Type “delete” to confirm"]
    assert [dialogs[title]["role"] for title in ("Permission", "Erase", "Forget", "Capture", "Export")] == [
        "dialog"
    ] * 5


ERRORS: Final = {
    "filter": "There is no type “MemoryTrac”.",
    "voice": "The voice could not be loaded.",
    "pairing": "Pairing code: The code has expired.",
    "household": "Whose computer: A name has 1 to 64 visible characters.",
    "capture": "The pattern is not complete.",
    "first run": "Couldn’t be opened",
}


def test_what_goes_wrong_in_a_dialog_is_announced_at_once(desk: Desk, dialogs: dict[str, Node]) -> None:
    for what, sentence in ERRORS.items():
        known = len(desk.announced(0))
        desk.tell(desk.window, f"fail {what}")
        count = known + (2 if what == "first run" else 1)  # there, that somebody should say something comes first
        assert [sentence, 2] in desk.announced(count)[known:], what


def test_a_mistake_in_a_filter_is_told_of_its_field_too(desk: Desk, dialogs: dict[str, Node]) -> None:
    desk.tell(desk.reader, "tree")
    tree: Node = json.loads(desk.line_of(desk.reader))
    (field,) = (one for one in shown(tree, "text") if one["name"] == "Filter stanzas")
    assert field["description"] == ERRORS["filter"]
    assert "Not a filter" in names([one for one in walk(field) if one["role"] == "push button"])
    assert "Write MemoryTrace" in names(shown(tree, "push button"))


def test_what_can_be_written_in_a_filter_is_announced(desk: Desk, dialogs: dict[str, Node]) -> None:
    known = len(desk.announced(0))
    desk.tell(desk.window, "offer")
    assert desk.line_of(desk.window) == "ready"
    said = desk.announced(known + 2)[known:]
    assert said[0] == ["3 suggestions", 1]
    assert said[1][0].startswith("Memory")
    assert said[1][1] == 2
