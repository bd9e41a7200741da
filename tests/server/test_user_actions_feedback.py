"""Votes and notes as a device sends them, against a whole server."""

import pytest

from alicia_desktop.protocol.messages import (
    AssistantSentence,
    Feedback,
    FeedbackConfirmation,
    NoteConfirmation,
    StartAnswer,
    UserNote,
)


def vote(number, value, target="am_a", kind="message"):
    return Feedback(
        id=f"v{number}", message_id="am_a", target_type=kind, target_id=target, vote=value, timestamp=number
    )


@pytest.fixture
async def device(person):
    await person.join()
    return person


async def confirmed(device, kind, body):
    before = len(device.of(kind))
    await device.send(body)
    await device.until(lambda: len(device.of(kind)) > before)
    return device.of(kind)[-1]


async def test_a_vote_is_counted_changed_and_taken_back(device):
    up = await confirmed(device, FeedbackConfirmation, vote(1, "up"))
    assert (up.feedback_id, up.user_vote, up.aggregates["upvotes"], up.aggregates["downvotes"]) == ("v1", "up", 1, 0)
    down = await confirmed(device, FeedbackConfirmation, vote(2, "down"))
    assert (down.user_vote, down.aggregates["upvotes"], down.aggregates["downvotes"]) == ("down", 0, 1)
    gone = await confirmed(device, FeedbackConfirmation, vote(3, "remove"))
    assert (gone.user_vote, gone.aggregates["upvotes"], gone.aggregates["downvotes"]) == (None, 0, 0)


async def test_a_vote_that_comes_again_is_confirmed_again_and_counted_once(device):
    await confirmed(device, FeedbackConfirmation, vote(1, "up", "amem_1", "memory"))
    again = await confirmed(device, FeedbackConfirmation, vote(1, "up", "amem_1", "memory"))
    assert (again.target_type, again.aggregates["upvotes"]) == ("memory", 1)


async def test_a_note_is_kept_on_a_message_that_is_here(device):
    await device.ask("Hello there")
    await device.until(lambda: device.of(AssistantSentence) and device.of(AssistantSentence)[-1].is_final)
    answer = device.of(StartAnswer)[0].id
    kept = await confirmed(device, NoteConfirmation, UserNote(id="n1", message_id=answer, content="Too short"))
    assert (kept.note_id, kept.message_id, kept.success) == ("n1", answer, True)
    gone = UserNote(id="n1", message_id=answer, content="", action="delete", timestamp=2)
    assert (await confirmed(device, NoteConfirmation, gone)).success
    about_all = await confirmed(device, NoteConfirmation, UserNote(id="n3", content="A good talk"))
    assert (about_all.note_id, about_all.message_id, about_all.success) == ("n3", None, True)
    lost = await confirmed(device, NoteConfirmation, UserNote(id="n2", message_id="am_nowhere", content="What?"))
    assert not lost.success
