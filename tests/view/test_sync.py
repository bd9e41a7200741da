"""Offline sync in words: the line, a conflict side by side, the log."""

from datetime import UTC, datetime
from typing import Any

import pytest

from alicia_desktop.store.accounts import Account, WaitingAccount
from alicia_desktop.store.sync.sync_records import Conflict, LoggedStep
from alicia_desktop.sync.service import SyncProgress
from alicia_desktop.view.sync import conflict_row, others_line, others_sentence, sync_line, sync_row

NOW = datetime(2026, 11, 22, 18, 5, tzinfo=UTC)


def conflict(**changes: Any) -> Conflict:
    given: dict[str, Any] = {
        "id": "sc_1",
        "about": "ac_1",
        "kind": "message",
        "message_id": "am_1",
        "base": None,
        "mine": "Bring the blue bag.",
        "theirs": "Bring the school bag.",
        "reason": "The server has other words for this message.",
        "created_at": NOW,
        "title": "School form",
    }
    return Conflict(**(given | changes))


@pytest.mark.parametrize(
    ("state", "conflicts", "line"),
    [
        (SyncProgress(), 0, "Not synced yet"),
        (SyncProgress(phase="syncing"), 0, "Syncing"),
        (SyncProgress(phase="syncing", fetched=3, left=17), 0, "Fetching conversations: 3 of 20"),
        (SyncProgress(phase="waiting", sentence="It cannot be reached."), 0, "Not synced: It cannot be reached."),
        (SyncProgress(kept=1), 2, "Not synced yet · 2 conflicts · 1 only on this computer"),
    ],
)
def test_the_line_says_what_goes_on(state: SyncProgress, conflicts: int, line: str):
    assert sync_line(state, conflicts=conflicts, now=NOW) == line


def test_each_side_shows_all_of_its_own_words_and_marks_what_the_other_lacks():
    row = conflict_row(conflict())
    assert "".join(piece.text for piece in row.mine_pieces) == "Bring the blue bag."
    assert "".join(piece.text for piece in row.theirs_pieces) == "Bring the school bag."
    assert [piece.text for piece in row.mine_pieces if piece.kind == "removed"] == ["blue"]
    assert [piece.text for piece in row.theirs_pieces if piece.kind == "added"] == ["school"]
    assert [choice for choice, _ in row.choices] == ["mine", "theirs", "both", "merged"]


def test_each_kind_offers_what_can_be_done_about_it():
    title = conflict_row(conflict(kind="title", mine="Ebb", theirs="Flow"))
    assert [word for _, word in title.choices] == ["Mine", "The server’s", "Another title"]
    here = conflict_row(conflict(kind="deletion", mine="", theirs="Tides"))
    assert (here.mine, here.theirs, here.merged) == ("Deleted", "Tides", "")
    assert [choice for choice, _ in here.choices] == ["theirs", "mine"]
    there = conflict_row(conflict(kind="deletion", mine="Tides", theirs=""))
    assert [word for _, word in there.choices] == ["Keep it, also on the server", "Delete it here too"]
    shelf = conflict_row(conflict(kind="status", mine="archived", theirs="active"))
    assert (shelf.mine, shelf.theirs) == ("Archived", "Not archived")


def test_the_log_says_what_was_done_to_what_and_why():
    step = LoggedStep(seq=1, at=NOW, about="ac_1", what="Renamed here", why="It was renamed there.", title="Tides")
    (line,) = sync_row(SyncProgress(), [], [step], now=NOW).log
    assert line.endswith("Renamed here · Tides · It was renamed there.")


def test_what_waits_for_somebody_else_is_said_with_their_name_or_their_server():
    here = Account(server="https://home", user_id="bob")
    ann = WaitingAccount(account=Account(server="https://home", user_id="ann"), messages=2)
    there = WaitingAccount(account=Account(server="https://alicia.there:8080", user_id="bob"), messages=1)
    near = WaitingAccount(account=Account(), messages=3)
    assert others_line([], here) == ""
    assert others_line([there], here) == "1 waits for alicia.there"
    assert others_line([ann, near, there], here) == "6 wait for ann, this computer, alicia.there"
    said = [others_sentence(one, here) for one in (ann, there, near)]
    assert said == [
        "2 messages written as ann wait until ann is signed in again.",
        "1 message written for alicia.there waits until that server is chosen again.",
        "3 messages written for this computer wait until that server is chosen again.",
    ]
    row = sync_row(SyncProgress(), [], [], now=datetime(2026, 1, 1, tzinfo=UTC), others=said[:2])
    assert row.line.splitlines()[1:] == said[:2]
