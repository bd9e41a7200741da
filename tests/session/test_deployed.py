"""A session with a deployed server: nothing is lost, nothing asked twice, nothing shown twice.

See docs/protocol.md#deployed-servers.
"""

from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import msgpack
import pytest

from alicia_desktop.line import frames
from alicia_desktop.protocol.messages import ControlStop, ControlVariation, Feedback
from alicia_desktop.session.state import Phase
from alicia_desktop.store import outbox
from alicia_desktop.store.memories import traces
from tests.session.deployed_stage import Stage, deployed_stage, make_session
from tests.session.rehearsal import through
from tests.support.deployed_server import CONVERSATION, DeployedServer


@pytest.fixture
async def stage(tmp_path: Path) -> AsyncIterator[Stage]:
    async with deployed_stage(tmp_path) as stage:
        yield stage


async def test_a_question_keeps_its_own_id_and_learns_the_servers(stage: Stage) -> None:
    await stage.go_online()
    assert stage.session.state.profile == "deployed"
    await stage.ask("am_1", "Hello there.")
    await stage.answered(1)
    question, answer = await stage.shown()
    assert (question.id, question.sync_status, question.server_id) == ("am_1", "synced", stage.server.rows[0].id)
    assert answer.previous_id == "am_1"
    assert (answer.contents, answer.completion_status) == ("You said: Hello there. That is all.", "completed")
    (trace,) = await stage.database.read(traces.of_conversation, CONVERSATION)
    assert trace.message_id == "am_1"


async def test_a_receipt_does_not_mean_stored(stage: Stage) -> None:
    stage.server.answers = False
    await stage.go_online()
    await stage.ask("am_1", "Are you there?")
    await through(stage.clock, stage.database, stage.server.questions)
    (question,) = await stage.shown()
    assert question.sync_status == "pending"
    await through(stage.clock, stage.database, lambda: not stage.session.state.waiting)  # the history tells it
    assert stage.server.questions() == ["Are you there?"]


async def test_one_question_is_in_flight_and_the_rest_waits_in_order(stage: Stage) -> None:
    stage.server.answers = False
    await stage.go_online()
    for number in (1, 2, 3):
        await stage.ask(f"am_{number}", f"Question {number}", f"am_{number - 1}" if number > 1 else None)
    await through(stage.clock, stage.database, stage.server.questions)
    assert stage.server.questions() == ["Question 1"]
    for number in (1, 2, 3):
        await through(stage.clock, stage.database, partial(_has_questions, stage.server, number))
        stage.server.answer()
    await stage.answered(3)
    assert stage.server.questions() == ["Question 1", "Question 2", "Question 3"]
    names = [row.id for row in stage.server.rows if row.role == "user"]
    assert [body.get("previousId") for body in stage.server.of_type(2)] == [None, *names[:2]]
    assert [row.sync_status for row in await stage.shown()] == ["synced"] * 6


async def test_after_a_gap_only_what_the_history_lacks_is_sent_again(stage: Stage) -> None:
    stage.server.answers = False
    await stage.go_online()
    await stage.ask("am_1", "Stored before the gap")
    await through(stage.clock, stage.database, stage.server.questions)
    stage.server.listens = False
    await stage.ask("am_2", "Lost in the gap")
    stage.server.break_link()
    stage.server.listens = True
    await through(stage.clock, stage.database, lambda: len(stage.server.questions()) == 2)
    stage.server.answer()
    stage.server.answer()
    await stage.answered(2)
    assert stage.server.questions() == ["Stored before the gap", "Lost in the gap"]


async def test_nothing_is_sent_while_nobody_knows_what_came(stage: Stage) -> None:
    stage.server.history_down = True
    await stage.ask("am_1", "Patience")
    stage.session.go_online()
    await through(stage.clock, stage.database, lambda: stage.session.state.attempt >= 2)
    assert stage.server.questions() == []
    assert stage.session.state.sentence == "The server does not answer."
    stage.server.history_down = False
    await stage.answered(1)
    assert stage.server.questions() == ["Patience"]


async def test_an_agent_that_comes_back_says_nothing_twice(stage: Stage) -> None:
    await stage.go_online()
    await stage.ask("am_1", "First")
    await stage.answered(1)
    await stage.ask("am_2", "Second", (await stage.shown())[-1].id)
    await stage.answered(2)
    before = await stage.lines()
    for _ in range(2):
        stage.server.agent_goes()
        await through(stage.clock, stage.database, lambda: stage.session.state.phase is not Phase.ONLINE)
        stage.server.agent_comes()
        await through(stage.clock, stage.database, lambda: stage.session.state.phase is Phase.ONLINE)
    stage.server.break_link()
    await through(stage.clock, stage.database, lambda: stage.session.state.phase is not Phase.ONLINE)
    await through(stage.clock, stage.database, lambda: stage.session.state.phase is Phase.ONLINE)
    assert await stage.lines() == before
    assert stage.server.questions() == ["First", "Second"]


async def test_a_second_run_asks_with_the_servers_sign_at_once(stage: Stage) -> None:
    await stage.go_online()
    await stage.ask("am_1", "First")
    await stage.answered(1)
    await stage.session.close()
    stage.server.received.clear()
    stage.session = await make_session(stage.database, stage.server, stage.clock)
    await stage.go_online()
    (configuration,) = stage.server.of_type(12)
    assert configuration["lastSequenceSeen"] < 0
    assert len(await stage.shown()) == 2


async def test_what_such_a_server_ignores_or_spoils_is_not_sent(stage: Stage) -> None:
    await stage.go_online()
    await stage.ask("am_1", "First")
    await stage.answered(1)
    answer = (await stage.shown())[-1]
    await stage.session.enqueue(
        Feedback(id="aucc_1", message_id=answer.id, target_type="message", target_id=answer.id, vote="up", timestamp=1)
    )
    await stage.session.enqueue(ControlVariation(conversation_id=CONVERSATION, target_id="am_1", mode="edit"))
    await stage.ask("am_2", "First, better")
    await stage.answered(2)
    assert not stage.server.of_type(20)
    assert not stage.server.of_type(11)
    assert await stage.database.read(outbox.waiting, CONVERSATION) == []


async def test_a_stop_needs_no_more_than_a_receipt_and_its_echo_is_no_error(stage: Stage) -> None:
    await stage.go_online()
    await stage.ask("am_1", "First")
    await stage.answered(1)
    await stage.session.enqueue(ControlStop(conversation_id=CONVERSATION, target_id="am_1"))
    await through(stage.clock, stage.database, lambda: not stage.session.state.waiting)
    assert [status for _, _, status in await stage.lines()] == ["completed", "completed"]
    assert stage.session.state.phase is Phase.ONLINE


def _has_questions(server: DeployedServer, count: int) -> bool:
    return len(server.questions()) == count


async def test_the_server_drops_other_kinds_in_silence_and_ours_are_none_of_them(stage: Stage) -> None:
    await stage.go_online()
    await stage.ask("am_1", "Hello there.")
    await stage.answered(1)
    heard = len(stage.server.received)
    for body in ({"id": "am_2", "content": "Hi", "timestamp": 1.5}, {"id": "am_3", "content": "Hi", 7: "seven"}):
        stanza = {"stanzaId": 99, "conversationId": CONVERSATION, "type": 2, "body": body}
        stage.server.post(frames.Send(link="", data=msgpack.packb(stanza), ticket=0))
    await stage.ask("am_4", "Still there?", "am_1")
    await stage.answered(2)
    assert [one["body"].get("id") for one in stage.server.received[heard:] if one["type"] == 2] == ["am_4"]
