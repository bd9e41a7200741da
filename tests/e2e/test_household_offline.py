"""What two computers of one person change while they are apart meets when the cable is in again, over a LiveKit server.

A title, a deletion, another version of a question, a vote and a memory, as a person changes them in the windows; and
where both have changed the same, the person is asked.
"""

from typing import Any

import pytest

from tests.support.driven_window import DrivenWindow, is_answered, is_connected
from tests.support.household import ask

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(240)]
Seen = dict[str, Any]
LISBON, PORTO, SUM = "My sister Clara lives in Lisbon.", "My sister Clara lives in Porto.", "What is 17 * 23?"
CAT, BROTHER = "My cat is called Momo.", "My brother Otto lives in Graz."


def is_listed(seen: Seen, *titles: str) -> bool:
    """Whether the sidebar lists conversations whose titles have these words."""
    return all(any(title in listed for listed in seen["conversations"]) for title in titles)


def begin(window: DrivenWindow, text: str) -> None:
    """Begin a conversation with a question, and wait for its answer."""
    window.press("Key_N", "ControlModifier")
    window.until(lambda seen: not seen["messages"], what="an empty conversation")
    ask(window, text, 1)


def open_conversation(window: DrivenWindow, title: str, text: str) -> None:
    """Open a conversation in the sidebar, and wait until a message of it is shown."""
    window.choose(title)
    window.until(lambda seen: any(row["text"] == text for row in seen["messages"]), what=text)


def rename(window: DrivenWindow, title: str, new: str) -> None:
    """Give a conversation another title, by F2 in the sidebar."""
    window.choose(title, "Key_F2")
    window.fill("Title", new)
    window.click("Rename")
    window.until(lambda seen: is_listed(seen, new), what=f"the title {new}")


def edit_memory(window: DrivenWindow, words: str, new: str, *, wait_for: str) -> None:
    """Change the text of a memory in the window of memories, which then lists it."""
    window.press("Key_M", "ControlModifier", "ShiftModifier")
    window.until(lambda seen: has_memory(seen, words), what=f"the memory with {words}")
    window.choose(words)
    seen = window.until(edit_button, what="the memory's page")
    window.click(edit_button(seen))
    window.fill("Text", new)
    window.click("Save")
    window.until(lambda seen: has_memory(seen, wait_for), what=f"the memory with {wait_for}")


def edit_button(seen: Seen) -> str:
    """Return the name of the button that edits the memory that is shown, or nothing."""
    return next((name for name in seen["buttons"] if name.startswith("Edit: ")), "")


def has_memory(seen: Seen, words: str) -> bool:
    """Whether the window of memories lists one with these words."""
    return any(words in listed for listed in seen["memories"])


def votes(seen: Seen) -> list[str]:
    """Return the votes on the answers that are shown."""
    return [row["vote"]["value"] for row in seen["messages"] if row["role"] == "assistant"]


def know_the_same(desk: DrivenWindow, lap: DrivenWindow) -> None:
    """Tell both a few things in three conversations, and wait until each of them lists all."""
    desk.online()
    ask(desk, CAT, 1)
    ask(desk, BROTHER, 2)
    lap.online()
    ask(lap, LISBON, 1)
    begin(lap, SUM)
    for window in (desk, lap):
        window.until(lambda seen: is_listed(seen, "Momo", "Lisbon", "17 * 23"), what="three conversations on both")


def change_offline(lap: DrivenWindow) -> None:
    """Delete, rename, ask anew, vote and edit a memory while the cable is out."""
    lap.choose("17 * 23", "Key_Delete")
    open_conversation(lap, "Lisbon", LISBON)
    lap.press("Key_Escape", "ShiftModifier")
    lap.press("Key_Up")
    lap.fill("Message Alicia", PORTO)
    lap.press("Key_Return")
    lap.until(lambda seen: seen["messages"][-1]["text"] == PORTO, what="the edited question")
    rename(lap, "Lisbon", "Where Clara lives")
    open_conversation(lap, "Momo", BROTHER)
    lap.click("Helpful")
    lap.until(lambda seen: votes(seen)[-1] == "up", what="the vote")
    rename(lap, "Momo", "Animals")
    edit_memory(lap, "Momo", "User's cat is called Minka.", wait_for="Minka")


def test_what_is_changed_on_two_computers_apart_meets_and_where_both_changed_the_same_the_person_is_asked(household):
    household.pair(household.home, "anna", "desk")
    household.pair(household.away, "anna", "lap")
    with household.window(household.home, "desk") as desk, household.window(household.away, "lap") as lap:
        know_the_same(desk, lap)
        household.away.plug(connected=False)
        lap.until(lambda seen: not is_connected(seen), what="the loss of the network")
        change_offline(lap)
        rename(desk, "Momo", "Family")
        edit_memory(desk, "Otto", "User's brother Otto lives in Linz.", wait_for="Linz")
        household.away.plug(connected=True)

        lap.until(is_connected, what="the network")
        for window in (desk, lap):
            window.until(lambda seen: is_listed(seen, "Where Clara lives"), what="the new title")
            window.until(lambda seen: not is_listed(seen, "17 * 23"), what="the deletion")
            window.until(lambda seen: has_memory(seen, "Minka") and has_memory(seen, "Linz"), what="both memories")
        open_conversation(desk, "Where Clara lives", PORTO)
        desk.until(lambda seen: is_answered(seen, 1), what="the edited question and its answer")
        open_conversation(desk, "Family", BROTHER)
        desk.until(lambda seen: votes(seen)[-1] == "up", what="the vote")

        lap.until(
            lambda seen: is_listed(seen, "Animals") and "conflict" in seen["sync"],
            what="the question whose title holds",
        )
        assert is_listed(desk.look(), "Family"), "nothing is settled by who came last"
        lap.press("Key_Y", "ControlModifier", "ShiftModifier")
        lap.until(lambda seen: "Keep this" in seen["buttons"], what="the conflict")
        lap.click("Mine")
        lap.click("Keep this")
        desk.until(lambda seen: is_listed(seen, "Animals"), what="the title that was chosen")
        assert all("hearing a participant" in household.logs(device) for device in ("desk", "lap")), "not over LiveKit"
