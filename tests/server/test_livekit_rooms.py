"""Rooms on a real LiveKit server; the agent comes through a line process of its own."""

import pytest

from alicia_desktop.protocol.messages import AssistantSentence, AudioChunk, Commentary, StartAnswer, UserMessage
from alicia_desktop.server.options import LiveKitServer
from tests.support.participant import Participant
from tests.support.silence import check_a_stop_before_the_first_sound

pytestmark = pytest.mark.e2e


@pytest.fixture
def small():
    """Whatever the model says goes out as it comes."""
    return False


@pytest.fixture
async def on_livekit(livekit_server, open_server):
    livekit = LiveKitServer(url=livekit_server.url, key=livekit_server.key, secret=livekit_server.secret)
    async with open_server(livekit=livekit) as server:
        yield server


async def test_a_conversation_on_livekit_typed_and_spoken(on_livekit):
    person = Participant(on_livekit, over="livekit")
    await person.join()
    await person.ask("Please help.", source="microphone")
    assert "".join(one.text for one in person.of(AssistantSentence)) == "Of course. I will."
    await person.until(lambda: len(person.of(AudioChunk)) == 2 and len(person.sound) > 20)
    await person.leave()


async def test_a_stop_between_the_text_and_its_first_sound_lets_none_of_it_come(on_livekit, voice):
    person = Participant(on_livekit, over="livekit")
    await person.join()
    await check_a_stop_before_the_first_sound(person, voice, "speech")
    await person.leave()


async def test_a_stanza_over_the_size_of_a_packet_arrives_both_ways(on_livekit, scripted):
    long = "word " * 8_000
    scripted.say("`" * 3 + "\n" + long + "\n" + "`" * 3)
    person = Participant(on_livekit, over="livekit")
    await person.join()
    await person.ask(long)
    assert len("".join(one.text for one in person.of(AssistantSentence))) > 30_000
    other = Participant(on_livekit, over="livekit", identity="tablet")
    other.conversation_id = person.conversation_id
    await person.leave()
    await other.join()
    await other.until(lambda: bool(other.of(UserMessage)))
    assert other.of(UserMessage)[0].content == long
    await other.leave()


async def test_what_one_device_does_the_others_hear_from_the_server_and_it_alone(on_livekit):
    desk = Participant(on_livekit, over="livekit")
    await desk.join()
    await desk.ask("Please help.")
    assert desk.of(UserMessage) == []
    tablet = Participant(on_livekit, over="livekit", identity="tablet")
    tablet.conversation_id, tablet.last_seen = desk.conversation_id, desk.last_seen
    await tablet.join()
    asked = await tablet.ask("Please help again.")
    await tablet.send(Commentary(id="aucc_1", content="Good.", rating=5))
    await desk.until(lambda: desk.of(Commentary))
    (said,) = desk.of(UserMessage)
    assert (said.id, said.content) == (asked, "Please help again.")
    assert [one.id for one in desk.of(StartAnswer)][-1:] == [one.id for one in tablet.of(StartAnswer)]
    await tablet.leave()
    third = await desk.ask("Please help a third time.")
    # Until LiveKit has told the server that the tablet left, what the desk says is still relayed to all devices.
    assert [one for one in desk.of(UserMessage) if one.id != third] == [said]
    await desk.leave()


async def test_who_comes_back_finds_the_agent(on_livekit):
    person = Participant(on_livekit, over="livekit")
    await person.join()
    await person.ask("Please help.")
    await person.leave()
    await person.join()
    await person.ask("Please help again.")
    assert len(person.of(AssistantSentence)) == 4
    await person.leave()


@pytest.mark.parametrize("kept_away", ["nobody answers", "the key is wrong"])
async def test_a_livekit_server_that_takes_nobody_in_is_a_sentence_and_the_server_lives_on(
    livekit_server, open_server, kept_away
):
    url = "ws://127.0.0.1:9" if kept_away == "nobody answers" else livekit_server.url
    livekit = LiveKitServer(url=url, key=livekit_server.key, secret="x" * 40)
    async with open_server(livekit=livekit) as server:
        person = Participant(server)
        refused = await person.call("POST", "conversations/new/token", json={"participant_id": "desk"})
        assert (refused["code"], refused["message"].count("\n")) == (503, 0)
        assert refused["message"].endswith(".")
        assert (await person.call("GET", "health"))["status"]
