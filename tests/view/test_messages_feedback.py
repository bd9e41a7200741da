"""Votes and notes in words: what holds, how far it got, and who said it."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from alicia_desktop.store.conversations.feedback import MessageOpinions
from alicia_desktop.store.records import CommentaryRecord, FeedbackRecord
from alicia_desktop.view.messages import is_unexplained, note_rows, vote_row
from alicia_desktop.view.rows import NO_VOTE

NOW = datetime(2026, 11, 22, tzinfo=UTC)


def voted(vote="up", sync="pending", **aggregates):
    return FeedbackRecord(
        id="v1", conversation_id="ac_1", message_id="am_2", target_type="message", target_id="am_2", vote=vote,
        quick_feedback=None, note=None, aggregates=aggregates, sync_status=sync, created_at=NOW, updated_at=NOW,
        deleted_at=None,
    )  # fmt: skip


def noted(sync="pending", **meta):
    return CommentaryRecord(
        id="n1", content="Too long", conversation_id="ac_1", message_id="am_2", created_by="user", meta=meta,
        created_at=NOW, updated_at=NOW, deleted_at=None, sync_status=sync,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("record", "waiting", "value", "state", "words"),
    [
        (voted(), {"v1"}, "up", "pending", "Helpful · waiting to be sent"),
        (voted(), set(), "up", "kept", "Helpful · saved on this computer"),
        (voted("down", "synced", upvotes=0, downvotes=1), set(), "down", "confirmed",
         "Not helpful · saved on server"),
        (voted("up", "synced", upvotes=3, downvotes=1), set(), "up", "confirmed",
         "Helpful · saved on server · 3 votes for, 1 against"),
        (voted("critical", "synced"), set(), "down", "confirmed", "Seriously wrong · saved on server"),
    ],
)  # fmt: skip
def test_a_vote_says_what_it_is_and_how_far_it_got(record, waiting, value, state, words):
    row = vote_row(MessageOpinions(votes={"am_2": record}, waiting=frozenset(waiting)), "am_2")
    assert (row.value, row.state, row.text) == (value, state, words)


def test_nobody_voted_on_something_else():
    assert vote_row(MessageOpinions(votes={"am_2": voted()}), "am_1") is NO_VOTE


@pytest.mark.parametrize(
    ("sync", "waiting", "state"),
    [("pending", {"n1"}, "pending"), ("pending", set(), "kept"), ("conflict", set(), "refused")],
)
def test_ones_own_note_can_be_changed_and_says_how_far_it_got(sync, waiting, state):
    (row,) = note_rows(MessageOpinions(notes={"am_2": [noted(sync)]}, waiting=frozenset(waiting)), "am_2")
    assert (row.who, row.mine, row.state, bool(row.state_text)) == ("Your note", True, state, True)


def test_a_note_on_the_conversation_says_so():
    (row,) = note_rows(MessageOpinions(notes={"am_1": [replace(noted(), message_id=None)]}), "am_1")
    assert (row.who, row.message_id, row.mine) == ("Your note on this conversation", "", True)


def test_the_remark_of_somebody_else_says_who_it_was_and_what_was_thought():
    (row,) = note_rows(MessageOpinions(notes={"am_2": [noted(authorRole="moderator", rating=4)]}), "am_2")
    assert (row.who, row.mine, row.state_text) == ("Comment by a moderator · 4 of 5", False, "")


def test_why_somebody_was_not_helped_says_so_and_how_far_it_got():
    record = noted("pending", authorRole="user", commentType="feedback-negative")
    (row,) = note_rows(MessageOpinions(notes={"am_2": [record]}, waiting=frozenset({"n1"})), "am_2")
    assert (row.who, row.mine, row.state_text) == ("Why it was not helpful", False, "waiting to be sent")


def test_a_vote_against_asks_for_its_reason_until_there_is_one():
    against = MessageOpinions(votes={"am_2": voted("down")})
    assert is_unexplained(against, "am_2")
    assert not is_unexplained(MessageOpinions(votes={"am_2": voted()}), "am_2")
    reason = noted(authorRole="user", commentType="feedback-negative")
    assert not is_unexplained(MessageOpinions(votes=against.votes, notes={"am_2": (reason,)}), "am_2")
