"""Words that came from a deployed server are never replaced by fewer, whatever its history and its replay say.

See docs/protocol.md#words-are-kept.
"""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from alicia_desktop.protocol.messages import ControlVariation
from alicia_desktop.store.conversations import search, transcripts
from alicia_desktop.store.records import MessageRecord
from alicia_desktop.view.branches import Branches
from alicia_desktop.view.conversation_markdown import export_markdown
from alicia_desktop.view.messages import message_row
from tests.session.deployed_stage import Stage, deployed_stage
from tests.session.rehearsal import through
from tests.support.deployed_server import CONVERSATION

WORDS = ["The tide turns at six.", "It is low at noon.", "Mind the rocks.", "Take boots."]
CAME = " ".join(WORDS[:2])


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with deployed_stage(tmp_path) as stage:
        yield stage


async def settled(stage: Stage) -> None:
    """Wait until nothing is awaited, and then for as long as anything could still come of it."""
    await through(stage.clock, stage.database, lambda: stage.session.state.answer_id is None)
    await stage.pause(40)


async def answer_of(stage: Stage) -> MessageRecord:
    (row,) = [row for row in await stage.shown() if row.message_role == "assistant"]
    return row


async def test_an_answer_that_streams_over_ten_seconds_keeps_every_word(stage: Stage) -> None:
    answer = await stage.answering("When is the tide?")
    for sentence in WORDS:
        stage.server.write(answer, sentence)
        await stage.pause(4.5)  # each time the history is looked at, where the answer has no words before its end
    answer.text = " ".join(WORDS)
    await settled(stage)
    row = await answer_of(stage)
    assert (row.contents, row.completion_status, row.error_message) == (" ".join(WORDS), "completed", None)


async def test_what_the_history_has_up_to_now_does_not_end_an_answer_that_goes_on(stage: Stage) -> None:
    answer = await stage.answering("When is the tide?")
    for number, sentence in enumerate(WORDS, 1):
        stage.server.write(answer, sentence)
        answer.text = " ".join(WORDS[:number])
        await stage.pause(4.5)
    await settled(stage)
    assert (await answer_of(stage)).contents == " ".join(WORDS)


@pytest.mark.parametrize("left", ["", WORDS[0]])
async def test_what_came_before_the_agent_was_restarted_is_kept_and_marked_as_cut(stage: Stage, left: str) -> None:
    answer = await stage.answering("When is the tide?", WORDS[:2])
    answer.text = left
    await stage.new_agent()
    await settled(stage)
    row = await answer_of(stage)
    assert (row.contents, row.completion_status) == (CAME, "failed")
    _, bundle = await stage.database.read(transcripts.whole, CONVERSATION)
    assert (message_row(bundle).text, message_row(bundle).incomplete) == (CAME, True)
    assert [one.message_id for one in await stage.database.read(search.find, "rocks")] == []
    assert [one.message_id for one in await stage.database.read(search.find, "noon")] == [row.id]
    exported = await stage.database.read(export_markdown, CONVERSATION)
    assert CAME in exported
    assert "not finished" in exported


@pytest.mark.parametrize("left", ["", WORDS[0]])
async def test_a_whole_answer_of_which_the_server_has_lost_words_keeps_them(stage: Stage, left: str) -> None:
    answer = await stage.answering("When is the tide?", WORDS[:2])
    answer.text = CAME
    await settled(stage)
    assert (await answer_of(stage)).completion_status == "completed"
    answer.text = left
    await stage.new_agent()
    await settled(stage)
    row = await answer_of(stage)
    assert (row.contents, row.completion_status) == (CAME, "failed")
    answer.text = CAME  # and it is whole again as soon as the server has it
    await stage.new_agent()
    await settled(stage)
    row = await answer_of(stage)
    assert (row.contents, row.completion_status, row.error_message) == (CAME, "completed", None)


@pytest.mark.slow
async def test_the_empty_placeholder_of_a_regenerated_answer_is_no_version(stage: Stage) -> None:
    answer = await stage.answering("When is the tide?", WORDS[:2])
    answer.text = CAME
    await settled(stage)
    _, row = await stage.shown()
    await stage.session.enqueue(ControlVariation(conversation_id=CONVERSATION, target_id=row.id, mode="regenerate"))
    await stage.pause(1)
    stage.server.regenerate()
    await stage.pause(1)
    await settled(stage)
    await only_one_version(stage)
    await stage.new_agent()  # which repeats the placeholder
    await settled(stage)
    await only_one_version(stage)
    assert (await stage.shown())[1].id == row.id


async def test_an_answer_that_was_given_up_and_comes_after_all_is_the_other_version(stage: Stage) -> None:
    answer = await stage.answering("When is the tide?", WORDS[:2])
    answer.text = CAME
    await settled(stage)
    _, row = await stage.shown()
    await stage.session.enqueue(ControlVariation(conversation_id=CONVERSATION, target_id=row.id, mode="regenerate"))
    await stage.pause(1)
    other = stage.server.regenerate()
    await stage.pause(1)
    await settled(stage)
    await only_one_version(stage)
    stage.server.write(other, "It was late.")
    other.text = "It was late."
    await stage.pause(10)
    branches = Branches()
    shown = await stage.shown()
    branches.update(shown)
    assert [(one.contents, one.completion_status) for one in shown[1:]] == [
        (CAME, "completed"),
        ("It was late.", "completed"),
    ]
    place = branches.branch_of(other.id)
    assert place is not None
    assert (place.number, place.count) == (2, 2)


async def only_one_version(stage: Stage) -> None:
    branches = Branches()
    shown = await stage.shown()
    branches.update(shown)
    assert [record.contents for record in shown] == ["When is the tide?", CAME]
    assert branches.branch_of(shown[1].id) is None
    _, bundle = await stage.database.read(transcripts.whole, CONVERSATION)
    assert message_row(bundle).awaits_other, "another one can be asked for"
