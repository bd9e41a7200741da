import asyncio
import threading

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.memory.retrieval.search_service import SearchService
from alicia_desktop.protocol.messages import (
    Acknowledgement,
    AssistantSentence,
    AudioChunk,
    Configuration,
    ControlStop,
    ControlVariation,
    ErrorMessage,
    MemoryTrace,
    ServerInfo,
    SessionStats,
    StartAnswer,
    ToolUseResult,
    UserMessage,
)
from alicia_desktop.server.speech.speakable import SENTENCE_PAUSE_MS
from alicia_desktop.store.conversations import messages
from alicia_desktop.store.database import Database
from alicia_desktop.store.server import server_queries
from tests.support.participant import Participant
from tests.support.scripted_model import Script
from tests.support.silence import check_a_stop_before_the_first_sound


@pytest.fixture
def small():
    """Whatever the model says goes out as it comes."""
    return False


def said(person, answer=None):
    sentences = [one for one in person.of(AssistantSentence) if answer in (None, one.previous_id)]
    return "".join(one.text for one in sentences)


def kinds(person):
    return [type(stanza.body).__name__ for stanza in person.stanzas]


async def test_the_reply_to_configuration_is_a_configuration_with_the_new_conversation_then_what_the_server_is(person):
    await person.join()
    await person.until(lambda: person.of(ServerInfo))
    assert kinds(person)[:2] == ["Configuration", "ServerInfo"]
    assert person.conversation_id.startswith("ac_")
    assert person.of(ServerInfo)[0].model == {"name": "scripted", "provider": "127.0.0.1"}


@pytest.mark.expects_log("no sentence encoder")
async def test_an_embedding_endpoint_that_is_away_is_told(open_server):
    def away():
        raise WorldError(sentence="The endpoint is away.", code="encoder_missing", retry=True)

    async with open_server(encoder=away) as server:
        person = Participant(server)
        await person.join()
        failed = {"state": "failed", "sentence": "The endpoint is away."}
        await person.until(
            lambda: any(one.connection.get("sentenceEncoder") == failed for one in person.of(ServerInfo))
        )
        await person.leave()


async def test_a_turn_is_acknowledged_begun_and_ended_in_this_order_with_ids_that_only_fall(person):
    await person.join()
    question = await person.ask("Please help me to move house.")
    told = [kind for kind in kinds(person) if kind not in {"ServerInfo", "Configuration"}]
    assert told == ["Acknowledgement", "StartAnswer", "AssistantSentence", "AssistantSentence", "SessionStats"]
    assert person.of(Acknowledgement)[0].acknowledged_message_id == question
    assert person.of(StartAnswer)[0].previous_id == question
    assert [(one.sequence, one.text, one.is_final) for one in person.of(AssistantSentence)] == [
        (1, "Of course. ", False),
        (2, "I will.", True),
    ]
    ids = [stanza.stanza_id for stanza in person.stanzas]
    assert ids == sorted(ids, reverse=True)
    assert len(set(ids)) == len(ids)


async def test_sentences_tell_their_trace_the_model_and_at_the_end_how_long_it_took(person):
    await person.join()
    await person.send(UserMessage(id="q", content="Please help."), **{"messaging.trace_id": "ab" * 16})
    await person.until(lambda: person.of(SessionStats))
    metas = [stanza.meta for stanza in person.stanzas if isinstance(stanza.body, AssistantSentence)]
    assert {meta["messaging.trace_id"] for meta in metas} == {"ab" * 16}
    assert len({meta["messaging.span_id"] for meta in metas}) == len(metas)
    assert [meta["model"] for meta in metas] == ["scripted", "scripted"]
    assert "responseTime" in metas[-1]
    assert "responseTime" not in metas[0]


async def test_a_fact_told_is_stored_and_found_in_another_conversation(server, person, scripted):
    await person.join()
    await person.ask("My daughter Emma has a piano recital on Friday.")
    [stored] = person.of(MemoryTrace)
    assert stored.action == "stored"
    other = Participant(server)
    await other.join()
    scripted.say("Your daughter Emma has a piano recital on Friday.")
    question = await other.ask("When is Emma's recital?")
    [found] = other.of(MemoryTrace)
    assert (found.action, found.memory_id, found.previous_id) == ("retrieved", stored.memory_id, question)
    assert found.metadata
    assert found.metadata["answeredBy"] == "model"
    assert "Friday" in said(other)
    assert kinds(other).index("MemoryTrace") < kinds(other).index("StartAnswer")
    await other.leave()


@pytest.mark.expects_log("memories not retrieved")
async def test_where_memories_cannot_be_retrieved_the_answer_goes_on_without_them(person, monkeypatch):
    async def unreadable(*_args, **_keywords):
        raise WorldError(sentence="The index cannot be read.", code="damaged")

    monkeypatch.setattr(SearchService, "find", unreadable)
    await person.join()
    await person.ask("Please help me to move house.")
    assert said(person) == "Of course. I will."
    assert person.of(MemoryTrace) == []


async def test_a_private_conversation_stores_and_uses_nothing(server, person):
    await person.join()
    await person.ask("My daughter Emma has a piano recital on Friday.")
    secret = Participant(server)
    made = await secret.call("POST", "conversations", json={"title": "", "preferences": {"private": True}})
    secret.conversation_id = made["id"]
    await secret.join()
    await secret.ask("My brother Tom lives in Oslo.")
    await secret.ask("When is Emma's recital?")
    assert secret.of(MemoryTrace) == []
    found = await secret.call("GET", "memories")
    assert [one["content"] for one in found["memories"]] == ["User's daughter Emma has a piano recital on Friday."]
    await secret.leave()


async def test_a_model_that_can_calls_tools_itself(open_server, scripted):
    async with open_server(small=False) as server:
        person = Participant(server)
        await person.join()
        scripted.say(Script(calls=(("calculator", {"expression": "17 * 23"}),)), "It is 391.")
        await person.ask("What is seventeen times twenty-three?")
        assert person.of(ToolUseResult)[0].result["value"] == 391
        assert said(person) == "It is 391."
        assert [one["function"]["name"] for one in scripted.requests[0]["tools"]] == [
            "calculator",
            "clock",
            "random_number",
            "search_memory",
            "system_information",
        ]
        assert scripted.requests[1]["messages"][-1]["role"] == "tool"
        await person.leave()


async def test_a_tool_that_does_not_exist_or_fails_is_told_to_model_and_person(open_server, scripted):
    async with open_server(small=False) as server:
        person = Participant(server)
        await person.join()
        scripted.say(Script(calls=(("teleport", {}), ("calculator", {"expression": "1/0"}))), "I cannot.")
        await person.ask("Beam me up.")
        codes = [(one.success, one.error_code) for one in person.of(ToolUseResult)]
        assert codes == [(False, "unknown_tool"), (False, "execution_error")]
        assert said(person) == "I cannot."
        await person.leave()


async def test_a_message_sent_again_is_acknowledged_again_and_answered_once(person):
    await person.join()
    await person.send(UserMessage(id="q", content="Please help."), stanza_id=7)
    await person.until(lambda: person.of(SessionStats))
    await person.send(UserMessage(id="q", content="Please help."), stanza_id=7)
    await person.until(lambda: len(person.of(Acknowledgement)) == 2)
    await person.ask("Another one, please.")
    assert len(person.of(StartAnswer)) == 2


async def test_stop_ends_the_answer_at_once_and_later_turns_know_only_what_was_heard(person, scripted):
    hold = asyncio.Event()
    scripted.say(Script(pieces=("One. ", "Two. ", "Three. ", "Four."), hold=hold), "Fine.")
    await person.join()
    await person.send(UserMessage(id="q", content="Count for me, please."))
    await person.until(lambda: len(person.of(AssistantSentence)) == 2)
    answer = person.of(StartAnswer)[0].id
    await person.send(ControlStop(target_id=answer, stop_type="all"), spokenSequence=1, spokenMs=300)
    await person.until(lambda: person.of(SessionStats))
    hold.set()
    await person.ask("Go on with something else.")
    assert said(person, answer) == "One. Two. "
    context = [message["content"].strip() for message in scripted.requests[-1]["messages"]]
    assert "One." in context
    assert not any("Two" in content for content in context)


async def test_the_history_says_which_answer_was_stopped_until_it_goes_on(person, scripted):
    async def stopped() -> list[bool]:
        history = await person.call("GET", f"conversations/{person.conversation_id}/messages")
        return [one["stopped_at"] is not None for one in history["messages"]]

    hold = asyncio.Event()
    scripted.say(Script(pieces=("One. ", "Two. ", "Three."), hold=hold), "And three.")
    await person.join()
    await person.send(UserMessage(id="q", content="Count for me, please."))
    await person.until(lambda: person.of(AssistantSentence))
    answer = person.of(StartAnswer)[0].id
    await person.send(ControlStop(target_id=answer))
    await person.until(lambda: person.of(SessionStats))
    assert await stopped() == [False, True]
    await person.send(ControlVariation(target_id=answer, mode="continue"))
    await person.until(lambda: len(person.of(SessionStats)) == 2)
    assert await stopped() == [False, False]


async def test_regenerate_answers_the_same_question_anew(person, scripted):
    await person.join()
    question = await person.ask("Please tell me something.")
    first = person.of(StartAnswer)[0].id
    scripted.say("Something else.")
    await person.send(ControlVariation(target_id=first, mode="regenerate"))
    await person.until(lambda: len(person.of(SessionStats)) == 2)
    again = person.of(StartAnswer)[1]
    assert (again.previous_id, said(person, again.id)) == (question, "Something else.")
    assert again.id != first
    assert scripted.requests[-1]["temperature"] > 0


async def test_a_variation_or_a_stop_sent_again_is_acknowledged_again_and_done_once(person, scripted):
    await person.join()
    await person.ask("Please tell me something.")
    wish = ControlVariation(target_id=person.of(StartAnswer)[0].id, mode="regenerate")
    number = await person.send(wish)
    await person.until(lambda: len(person.of(SessionStats)) == 2)
    await person.send(wish, stanza_id=number)
    stop = await person.send(ControlStop())
    hold = asyncio.Event()
    scripted.say(Script(pieces=("One. ", "Two. ", "Three."), hold=hold))
    await person.send(UserMessage(id="q", content="Count for me, please."))
    await person.until(lambda: len(person.of(StartAnswer)) == 3)
    await person.send(ControlStop(), stanza_id=stop)
    taken = [one.acknowledged_stanza_id for one in person.of(Acknowledgement)]
    await person.until(lambda: [one.acknowledged_stanza_id for one in person.of(Acknowledgement)].count(stop) == 2)
    hold.set()
    await person.until(lambda: person.of(AssistantSentence)[-1].is_final and len(person.of(SessionStats)) == 3)
    assert taken.count(number) == 2
    assert said(person, person.of(StartAnswer)[-1].id) == "One. Two. Three."
    assert len(person.of(StartAnswer)) == 3


async def test_continue_goes_on_with_a_stopped_answer_under_its_old_id(person, scripted):
    hold = asyncio.Event()
    scripted.say(Script(pieces=("One. ", "Two. ", "Three."), hold=hold), "And three.")
    await person.join()
    await person.send(UserMessage(id="q", content="Count for me, please."))
    await person.until(lambda: len(person.of(AssistantSentence)) == 1)
    answer = person.of(StartAnswer)[0].id
    await person.send(ControlStop(target_id=answer))
    await person.until(lambda: person.of(SessionStats))
    await person.send(ControlVariation(target_id=answer, mode="continue"))
    await person.until(lambda: len(person.of(SessionStats)) == 2)
    assert [(one.sequence, one.text) for one in person.of(AssistantSentence)] == [(1, "One. "), (2, "And three.")]
    assert {one.previous_id for one in person.of(AssistantSentence)} == {answer}


async def test_a_variation_of_nothing_is_an_error_about_it(person):
    await person.join()
    await person.send(ControlVariation(target_id="am_nothing", mode="regenerate"))
    await person.until(lambda: person.of(ErrorMessage))
    [error] = person.of(ErrorMessage)
    assert (error.code, error.originating_id) == (202, "am_nothing")


async def test_a_model_that_dies_in_the_middle_is_asked_again_and_the_answer_goes_on(person, scripted):
    scripted.say(Script(pieces=("One. ", "Two. "), cut=True), "One. Two. Three.")
    await person.join()
    await person.ask("Count for me, please.")
    assert said(person) == "One. Two. Three."
    assert person.of(ErrorMessage) == []


async def test_a_model_that_is_gone_ends_the_turn_with_a_sentence_about_the_question(person, scripted):
    scripted.say(Script(status=500))
    await person.join()
    question = await person.ask("Please help.")
    [error] = person.of(ErrorMessage)
    assert (error.originating_id, error.recoverable) == (question, False)
    assert "language model" in error.message
    assert person.of(StartAnswer) == []


async def test_a_spoken_question_gets_a_spoken_answer_each_sentence_announced_before_its_sound(person, voice):
    await person.join()
    await person.ask("Please help.", source="microphone")
    await person.until(lambda: len(person.of(AudioChunk)) == 2 and len(person.sound) >= 40)
    chunks = person.of(AudioChunk)
    assert [(one.seq, one.is_last, one.duration) for one in chunks] == [
        (1, False, 200 + SENTENCE_PAUSE_MS),
        (2, True, 200),
    ]
    assert [one.meta["messageId"] for one in person.stanzas if isinstance(one.body, AudioChunk)] == [
        person.of(StartAnswer)[0].id
    ] * 2
    assert voice.said == ["Of course.", "I will."]
    assert person.of(StartAnswer)[0].answer_type == "text+voice"


async def test_stopping_speech_leaves_the_text_and_silences_the_rest(person, scripted, voice):
    scripted.say("One is a very long sentence that takes two seconds or so to say aloud in full. Two.")
    await person.join()
    await person.ask("Please help.", speak=True)
    await person.until(lambda: person.sound)
    await person.send(ControlStop(target_id=person.of(StartAnswer)[0].id, stop_type="speech"))
    await person.until(lambda: len(person.of(Acknowledgement)) == 2)
    assert [one.seq for one in person.of(AudioChunk)] == [1]
    assert said(person).endswith("Two.")
    assert len(person.sound) < 100


@pytest.mark.parametrize("over", ["memory", "websocket"])
@pytest.mark.parametrize("stop_type", ["speech", "all"])
async def test_a_stop_between_the_text_and_its_first_sound_lets_none_of_it_come(server, voice, over, stop_type):
    person = Participant(server, over=over)
    await person.join()
    await check_a_stop_before_the_first_sound(person, voice, stop_type)
    await person.leave()


async def test_speech_that_was_stopped_stays_so_while_the_text_goes_on(person, scripted, voice):
    hold = asyncio.Event()
    scripted.say(Script(pieces=("One. ", "Two. ", "Three."), hold=hold), "Fine.")
    await person.join()
    await person.send(UserMessage(id="q", content="Count for me, please."), source="microphone")
    await person.until(lambda: person.of(AudioChunk))
    await person.send(ControlStop(target_id=person.of(StartAnswer)[0].id, stop_type="speech"))
    await person.until(lambda: len(person.of(Acknowledgement)) == 2)
    hold.set()
    await person.until(lambda: person.of(SessionStats))
    await person.ask("And now?", source="microphone")
    await person.until(lambda: len(person.of(AudioChunk)) == 2)
    assert said(person).endswith("One. Two. Three.Fine.")
    assert voice.said == ["One.", "Fine."]


async def test_a_stopped_answer_that_goes_on_is_spoken_again(person, scripted, voice):
    hold = asyncio.Event()
    scripted.say(Script(pieces=("One. ", "Two. ", "Three."), hold=hold), "And three.")
    await person.join()
    await person.send(UserMessage(id="q", content="Count for me, please."), source="microphone")
    await person.until(lambda: person.of(AudioChunk))
    answer = person.of(StartAnswer)[0].id
    await person.send(ControlStop(target_id=answer))
    await person.until(lambda: person.of(SessionStats))
    await person.send(ControlVariation(target_id=answer, mode="continue"), speak=True)
    await person.until(lambda: len(person.of(AudioChunk)) == 2)
    assert voice.said[-1] == "And three."


async def test_bytes_that_are_no_stanza_are_answered_and_hurt_nothing(person):
    await person.join()
    await person.send_raw(b"\xc1 not a stanza")
    await person.until(lambda: person.of(ErrorMessage))
    assert person.of(ErrorMessage)[0].code == 101
    await person.ask("Please help.")
    assert said(person) == "Of course. I will."


async def test_who_comes_back_gets_exactly_what_was_missed_with_the_old_ids(person, scripted):
    hold = asyncio.Event()
    scripted.say(Script(pieces=("One. ", "Two. ", "Three."), hold=hold), "Yes.")
    await person.join()
    await person.send(UserMessage(id="q", content="Count for me, please."))
    await person.until(lambda: person.of(AssistantSentence))
    await person.leave()
    seen = {stanza.stanza_id for stanza in person.stanzas}
    hold.set()
    await person.join()
    await person.until(lambda: said(person) == "One. Two. Three.")
    again = [stanza.stanza_id for stanza in person.stanzas if isinstance(stanza.body, AssistantSentence)]
    assert len(again) == len(set(again))
    assert not seen & {stanza.stanza_id for stanza in person.stanzas[len(seen) :]}
    await person.ask("Thank you, and now?")


async def test_somebody_new_to_a_conversation_gets_all_of_it(server, person):
    await person.join()
    await person.ask("Please help.")
    await person.leave()
    tablet = Participant(server, identity="tablet")
    tablet.conversation_id = person.conversation_id
    await tablet.join()
    await tablet.until(lambda: said(tablet) == "Of course. I will.")
    assert tablet.of(UserMessage)[0].content == "Please help."
    await tablet.leave()


async def test_an_answer_that_a_killed_server_left_open_ends_with_a_sentence(open_server, scripted, tmp_path):
    hold = asyncio.Event()
    scripted.say(Script(pieces=("One. ", "Two. ", "Three."), hold=hold), "Yes.")
    async with open_server() as server:
        person = Participant(server)
        await person.join()
        await person.send(UserMessage(id="q", content="Count for me, please."))
        await person.until(lambda: person.of(AssistantSentence))
        await person.leave()
    async with open_server() as server:
        person.server = server
        await person.join()
        await person.until(lambda: person.of(ErrorMessage))
        [error] = person.of(ErrorMessage)
        assert error.originating_id == person.of(StartAnswer)[0].id
        assert not error.recoverable
        assert len(person.of(StartAnswer)) == 1
        await person.leave()


async def test_a_question_that_a_killed_server_took_is_answered_by_the_next_one(open_server, scripted):
    hold = asyncio.Event()
    scripted.say(Script(pieces=("Never",), hold=hold), "Yes.")
    async with open_server() as server:
        person = Participant(server)
        await person.join()
        await person.send(UserMessage(id="q", content="Please help."))
        await scripted.asked.wait()
        await person.leave()
    async with open_server() as server:
        person.server = server
        await person.join()
        await person.until(lambda: said(person) == "Yes.")
        assert person.of(StartAnswer)[0].previous_id == "q"
        await person.leave()


@pytest.mark.expects_log("could not be")
async def test_a_question_that_cannot_be_asked_at_once_after_a_restart_is_asked_later(
    open_server, scripted, monkeypatch
):
    scripted.say(Script(pieces=("Never",), hold=asyncio.Event()), "Yes.")
    async with open_server() as server:
        person = Participant(server)
        await person.join()
        await person.send(UserMessage(id="q", content="Please help."))
        await scripted.asked.wait()
        await person.leave()
    refused = threading.Event()

    def refuse(*_):
        refused.set()
        raise WorldError(sentence="The disk does not answer.", code="disk_error", retry=True)

    async with open_server() as server:
        person.server = server
        await person.enter()
        wish = Configuration(conversation_id=person.conversation_id)
        with monkeypatch.context() as broken:
            broken.setattr(server_queries, "is_private", refuse)
            await person.send(wish)
            await asyncio.to_thread(refused.wait)
        await person.send(wish)
        await person.until(lambda: said(person) == "Yes.")
        await person.leave()


@pytest.mark.parametrize("begun", [True, False], ids=["answering", "thinking"])
async def test_all_questions_that_a_killed_server_took_are_answered_by_the_next_one(open_server, scripted, begun):
    hold = asyncio.Event()
    scripted.say(Script(pieces=("One. ", "Two. ", "Three.") if begun else ("Never",), hold=hold), "Yes.")
    async with open_server() as server:
        person = Participant(server)
        await person.join()
        await person.send(UserMessage(id="first", content="Count for me, please."))
        await scripted.asked.wait()
        await person.until(lambda: not begun or person.of(AssistantSentence))
        await person.send(UserMessage(id="second", content="Please help."))
        await person.send(UserMessage(id="third", content="Please help again."))
        await person.until(lambda: len(person.of(Acknowledgement)) == 3)
        await person.leave()
    async with open_server() as server:
        person.server = server
        await person.join()
        await person.until(lambda: len(person.of(StartAnswer)) == 3)
        assert [start.previous_id for start in person.of(StartAnswer)] == ["first", "second", "third"]
        await person.leave()


async def test_both_directions_are_in_the_database_before_anything_else(open_server, tmp_path):
    async with open_server() as server:
        person = Participant(server)
        await person.join()
        await person.ask("Please help.")
        await person.leave()
    from alicia_desktop.base.clock import SystemClock

    database = await Database.open(tmp_path / "server.db", clock=SystemClock())
    rows = await database.read(messages.of_conversation, person.conversation_id)
    await database.close()
    assert [(row.message_role, row.contents, row.completion_status) for row in rows] == [
        ("user", "Please help.", "completed"),
        ("assistant", "Of course. I will.", "completed"),
    ]


@pytest.mark.parametrize("over", ["memory", "websocket"])
async def test_the_same_over_every_way_in(server, over):
    person = Participant(server, over=over)
    await person.join()
    await person.ask("Please help.")
    assert said(person) == "Of course. I will."
    assert isinstance(person.stanzas[0].body, Configuration)
    await person.leave()


async def test_a_small_model_alone_that_goes_in_circles_is_cut_short(open_server, scripted):
    scripted.say("Roses are nice. I like them. Roses are nice. I like them. Roses are nice.")
    async with open_server(small=True, extractive=False) as server:
        person = Participant(server)
        await person.join()
        await person.ask("Please help.")
        assert said(person) == "Roses are nice. I like them. "
        assert person.of(AssistantSentence)[-1].is_final
        await person.leave()


@pytest.mark.expects_log("could not be written down")
async def test_what_a_full_disk_cannot_take_is_told_in_a_sentence_and_taken_later(open_server, small_disk):
    async with open_server(data_dir=small_disk.folder) as server:
        person = Participant(server)
        await person.join()
        small_disk.fill()
        question = UserMessage(id="am_1", content="Please help. " * 5_000)
        number = await person.send(question)
        await person.until(lambda: person.of(ErrorMessage))
        [told] = person.of(ErrorMessage)
        assert "disk is full" in told.message
        assert told.recoverable
        assert person.of(Acknowledgement) == []
        small_disk.free()
        await person.send(question, stanza_id=number)
        await person.until(lambda: person.of(SessionStats))
        assert said(person) == "Of course. I will."
        await person.leave()
