"""The session machine, rule by rule (docs/protocol.md#handshake)."""

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from alicia_desktop.protocol.deployed import Profile
from alicia_desktop.protocol.envelope import Malformed, Stanza, Unknown
from alicia_desktop.protocol.messages import (
    Acknowledgement,
    AssistantMessage,
    AssistantSentence,
    Configuration,
    ErrorMessage,
    Message,
    StartAnswer,
)
from alicia_desktop.protocol.sequence import PeerSequence
from alicia_desktop.session import commands, events
from alicia_desktop.session.connection import GAP_TRIES, HANDSHAKE_TRIES, MAX_BACK_OFF_SECONDS, back_off
from alicia_desktop.session.machine import step
from alicia_desktop.session.state import Phase, SessionState
from alicia_desktop.transport.contract import RoomAddress

ADDRESS = RoomAddress(transport="memory", url="", token="t", room_name="r", participant_id="p")
NEW = SessionState(conversation_id="ac_1", client_version="1")


def run(state: SessionState, *happened: events.Event) -> tuple[SessionState, list[commands.Command]]:
    done: list[commands.Command] = []
    for event in happened:
        state, follow = step(state, event)
        done.extend(follow)
    return state, done


def arrived(body: Message, stanza_id: int = -2, *, duplicate: bool = False) -> events.StanzaRecorded:
    stanza = Stanza(stanza_id=stanza_id, conversation_id="ac_1", body=body)
    return events.StanzaRecorded(inbound=stanza, duplicate=duplicate)


GRANTED = events.RoomGranted(conversation_id="ac_1", address=ADDRESS)
ADOPTION_REFUSED = events.AdoptionRefused(conversation_id="local_1", sentence="x", code="disk_full")
PEER = events.AssistantJoined(identity="alicia-agent-1")
REPLY = arrived(Configuration(conversation_id="ac_1"))


def online() -> SessionState:
    state, _ = run(NEW, events.OnlineRequested(), GRANTED, events.LinkConnected(), PEER, REPLY)
    assert state.phase is Phase.ONLINE
    return state


def transmitted(done: list[commands.Command]) -> list[Message]:
    return [command.body for command in done if isinstance(command, commands.SendUnacknowledged)]


def test_nothing_but_a_configuration_goes_out_before_the_reply() -> None:
    state, done = run(
        NEW, events.OnlineRequested(), events.OutboxFilled(stanza_id=1), GRANTED, events.LinkConnected(), PEER
    )
    assert state.phase is Phase.HANDSHAKE
    assert [type(body) for body in transmitted(done)] == [Configuration]
    assert not any(isinstance(command, commands.DeliverOutbox) for command in done)
    _, done = run(state, REPLY)
    assert commands.DeliverOutbox(resend=True) in done


def test_the_configuration_says_what_was_seen_last() -> None:
    _, done = run(
        replace(NEW, sequence=PeerSequence(last=42)), events.OnlineRequested(), GRANTED, events.LinkConnected(), PEER
    )
    configuration = transmitted(done)[0]
    assert isinstance(configuration, Configuration)
    assert configuration.last_sequence_seen == 42
    assert configuration.device == "desktop"
    assert "byte_streams" in (configuration.features or ())


def test_the_room_is_joined_but_the_handshake_waits_for_the_assistant() -> None:
    state, done = run(NEW, events.OnlineRequested(), GRANTED, events.LinkConnected())
    assert state.phase is Phase.JOINING
    assert transmitted(done) == []


def test_a_handshake_without_reply_is_repeated_twice_and_then_the_room_is_left() -> None:
    state, done = run(NEW, events.OnlineRequested(), GRANTED, events.LinkConnected(), PEER)
    for _ in range(HANDSHAKE_TRIES - 1):
        state, more = run(state, events.TimerElapsed(timer="handshake"))
        done += more
    assert len(transmitted(done)) == HANDSHAKE_TRIES
    state, done = run(state, events.TimerElapsed(timer="handshake"))
    assert state.phase is Phase.WAITING
    assert state.code == "no_answer"
    assert commands.LeaveRoom() in done


def test_a_conversation_composed_offline_takes_the_id_that_the_server_gives() -> None:
    local = replace(NEW, conversation_id="local_1")
    state, done = run(local, events.OnlineRequested(), GRANTED)
    assert state.conversation_id == "ac_1"
    assert done[-2:] == [commands.AdoptConversation(conversation_id="ac_1"), commands.JoinRoom(address=ADDRESS)]


def test_an_id_that_the_disk_refuses_is_asked_for_again_under_the_old_one() -> None:
    local = replace(NEW, conversation_id="local_1")
    state, _ = run(local, events.OnlineRequested(), GRANTED, ADOPTION_REFUSED)
    assert (state.phase, state.conversation_id, state.sentence) == (Phase.WAITING, "local_1", "x")
    state, done = run(state, events.TimerElapsed(timer="back_off"), GRANTED)
    assert done[-2:] == [commands.AdoptConversation(conversation_id="ac_1"), commands.JoinRoom(address=ADDRESS)]


def test_an_id_that_the_disk_refuses_leaves_a_session_that_has_ended_alone() -> None:
    local = replace(NEW, conversation_id="local_1")
    state, done = run(local, events.OnlineRequested(), GRANTED, events.OfflineRequested(), ADOPTION_REFUSED)
    assert (state.phase, state.conversation_id) == (Phase.OFFLINE, "local_1")
    assert isinstance(done[-1], commands.LeaveRoom)


def test_the_transports_own_repair_sends_configuration_again() -> None:
    state, done = run(online(), events.LinkInterrupted())
    assert state.phase is Phase.REPAIRING
    state, done = run(state, events.LinkConnected(again=True))
    assert [type(body) for body in transmitted(done)] == [Configuration]


def test_an_assistant_that_comes_back_is_greeted_again() -> None:
    state, _ = run(online(), events.AssistantLeft(identity="alicia-agent-1"))
    assert state.phase is Phase.JOINING
    state, done = run(state, events.AssistantJoined(identity="alicia-agent-2"))
    assert [type(body) for body in transmitted(done)] == [Configuration]


def _shaking_hands(profile: Profile, asked_from: int) -> SessionState:
    seen = replace(NEW, profile=profile, sequence=PeerSequence(last=asked_from))
    state, _ = run(seen, events.OnlineRequested(), GRANTED, events.LinkConnected(), PEER)
    assert (state.phase, abs(state.asked_from)) == (Phase.HANDSHAKE, asked_from)
    return state


@pytest.mark.parametrize("asked_from", [0, 7])
def test_a_server_that_was_canonical_and_replies_as_deployed_ones_do_is_deployed_now(asked_from: int) -> None:
    mark = Acknowledgement(acknowledged_stanza_id=asked_from, success=True)
    state, done = run(_shaking_hands("canonical", asked_from), arrived(mark, -9))
    assert state.profile == "deployed"
    assert commands.RememberProfile(profile="deployed") in done


@pytest.mark.parametrize(
    "late",
    [
        Acknowledgement(acknowledged_stanza_id=7, acknowledged_message_id="am_1"),
        Acknowledgement(acknowledged_stanza_id=6),
        Acknowledgement(acknowledged_message_id="am_1"),
    ],
    ids=["of a message", "of another stanza", "of no stanza"],
)
def test_a_canonical_server_may_acknowledge_late_before_it_replies(late: Acknowledgement) -> None:
    state, _ = run(_shaking_hands("canonical", 7), arrived(late, -9))
    assert (state.profile, state.phase) == ("canonical", Phase.HANDSHAKE)
    state, _ = run(state, arrived(Configuration(conversation_id="ac_1"), -10))
    assert (state.profile, state.phase) == ("canonical", Phase.ONLINE)


def test_a_full_disconnect_is_tried_again_with_growing_pauses_and_a_fresh_token() -> None:
    state, pauses = online(), []
    for _ in range(8):
        state, done = run(state, events.LinkLost(sentence="gone", code="unreachable"))
        pauses += [command.seconds for command in done if isinstance(command, commands.StartTimer)]
        state, done = run(state, events.TimerElapsed(timer="back_off"))
        assert commands.RequestRoom() in done
        state, _ = run(state, GRANTED)
    assert pauses == [0.5, 1, 2, 4, 8, 16, 30, 30]
    assert back_off(1000) == MAX_BACK_OFF_SECONDS


def test_a_refused_token_is_fetched_anew_once_and_then_the_person_is_told() -> None:
    refusal = events.RoomRefused(sentence="The token was refused.", code="token_refused", retry=False)
    state, done = run(NEW, events.OnlineRequested(), refusal)
    assert done.count(commands.RequestRoom()) == 2
    state, done = run(state, refusal)
    assert state.phase is Phase.OFFLINE
    assert not state.wanted
    assert state.sentence == "The token was refused."


def test_a_deployed_agent_is_waited_for_as_long_as_it_takes_to_come() -> None:
    connected = (events.OnlineRequested(), GRANTED, events.LinkConnected())
    for profile, seconds in (("deployed", 20.0), ("canonical", 10.0)):
        _, done = run(replace(NEW, profile=profile), *connected)
        assert done[-1] == commands.StartTimer(timer="handshake", seconds=seconds)


def test_what_was_refused_for_want_of_something_is_tried_again_when_something_was_written() -> None:
    refusal = events.RoomRefused(sentence="The server refused: Title is required", code="request_refused", retry=False)
    state, _ = run(NEW, events.OnlineRequested(), refusal)
    assert (state.phase, state.wanted) == (Phase.OFFLINE, False)
    state, done = run(state, events.OutboxFilled(stanza_id=1, question="am_1"))
    assert commands.RequestRoom() in done
    assert (state.phase, state.wanted, state.waiting) == (Phase.REQUESTING, True, True)
    left, _ = run(state, events.OfflineRequested())
    assert run(left, events.OutboxFilled(stanza_id=2))[1] == []


def test_no_answer_is_awaited_to_a_question_that_was_taken_back() -> None:
    state, _ = run(NEW, events.OnlineRequested(), events.OutboxFilled(stanza_id=1, question="am_1"))
    state, _ = run(state, events.OutboxFilled(stanza_id=2, question="am_2"))
    state, done = run(state, events.QuestionWithdrawn(question="am_2", waiting=True))
    assert (state.asked, state.waiting, done) == (("am_1",), True, [])
    state, _ = run(state, events.QuestionWithdrawn(question="am_1", waiting=False))
    assert (state.asked, state.waiting) == ((), False)
    state, _ = run(online(), events.OutboxFilled(stanza_id=1, question="am_1"))
    state, done = run(state, events.QuestionWithdrawn(question="am_1", waiting=False))
    assert commands.StopTimer(timer="acknowledgement") in done


REFUSED = events.LinkLost(sentence="The token was refused.", code="token_refused", retry=False)
ON_THE_WAY: dict[str, tuple[events.Event, ...]] = {
    "joining": (),
    "waiting for the assistant": (events.LinkConnected(),),
    "handshake": (events.LinkConnected(), PEER),
    "online": (events.LinkConnected(), PEER, REPLY),
    "repairing": (events.LinkConnected(), PEER, REPLY, events.LinkInterrupted()),
}


@pytest.mark.parametrize("happened", ON_THE_WAY.values(), ids=ON_THE_WAY)
def test_a_token_that_ends_in_any_state_is_fetched_anew_once_and_then_the_person_is_told(
    happened: tuple[events.Event, ...],
) -> None:
    state, _ = run(NEW, events.OnlineRequested(), GRANTED, *happened)
    state, done = run(state, REFUSED)
    assert (state.phase, done.count(commands.RequestRoom())) == (Phase.REQUESTING, 1)
    state, done = run(state, GRANTED, REFUSED)
    assert commands.RequestRoom() not in done
    assert (state.phase, state.wanted, state.sentence) == (Phase.OFFLINE, False, "The token was refused.")
    state, done = run(state, events.OnlineRequested())  # the person may try again
    assert commands.RequestRoom() in done


def test_a_token_that_was_fetched_anew_and_served_may_end_again() -> None:
    state, _ = run(online(), REFUSED, GRANTED, *ON_THE_WAY["online"])
    assert state.phase is Phase.ONLINE
    assert commands.RequestRoom() in run(state, REFUSED)[1]


def test_what_the_person_writes_goes_out_at_once_while_online() -> None:
    state, done = run(online(), events.OutboxFilled(stanza_id=7))
    assert commands.DeliverOutbox(resend=False) in done
    assert state.waiting


def test_an_acknowledgement_that_does_not_come_resumes_twice_and_then_connects_anew() -> None:
    state, _ = run(online(), events.OutboxFilled(stanza_id=7))
    for _ in range(2):
        state, done = run(state, events.TimerElapsed(timer="acknowledgement"))
        assert [type(body) for body in transmitted(done)] == [Configuration]
        state, done = run(state, REPLY)
        assert commands.DeliverOutbox(resend=True) in done
    state, done = run(state, events.TimerElapsed(timer="acknowledgement"))
    assert state.phase is Phase.WAITING
    assert commands.LeaveRoom() in done


def test_every_tenth_streamed_sentence_and_the_last_one_are_acknowledged() -> None:
    state, _ = run(online(), arrived(StartAnswer(id="am_2", previous_id="am_1"), -3))
    acknowledged = []
    for number in range(1, 26):
        sentence = AssistantSentence(previous_id="am_2", sequence=number, text="x", is_final=number == 25)
        state, done = run(state, arrived(sentence, -3 - number))
        acknowledged += [(number, body) for body in transmitted(done)]
    assert [number for number, _ in acknowledged] == [10, 20, 25]
    last = acknowledged[-1][1]
    assert isinstance(last, Acknowledgement)
    assert last.last_seen_stanza_id == -28
    assert state.answer_id is None


def test_an_answer_that_does_not_go_on_after_a_resume_becomes_incomplete() -> None:
    state, _ = run(online(), arrived(StartAnswer(id="am_2", previous_id="am_1"), -3), events.LinkLost())
    state, _ = run(state, events.TimerElapsed(timer="back_off"), GRANTED, events.LinkConnected(), PEER)
    state, done = run(state, REPLY)
    assert commands.StartTimer(timer="answer", seconds=30) in done
    state, done = run(state, events.TimerElapsed(timer="answer"))
    assert done == [
        commands.MarkIncomplete(answer_id="am_2"),
        commands.FetchHistory(),
        commands.StopTimer(timer="answer"),
    ]


def sentence_of(answer: str, *, sequence: int, is_final: bool) -> AssistantSentence:
    return AssistantSentence(previous_id=answer, sequence=sequence, text="x", is_final=is_final)


def test_the_end_of_an_older_answer_does_not_end_the_newer_one() -> None:
    state, _ = run(
        online(),
        arrived(StartAnswer(id="am_2", previous_id="am_1"), -3),
        arrived(StartAnswer(id="am_4", previous_id="am_3"), -4),
    )
    older, done = run(state, arrived(sentence_of("am_2", sequence=1, is_final=True), -5))
    assert older.open_answers == ("am_4",)
    assert commands.StopTimer(timer="answer") not in done
    newer, done = run(state, arrived(sentence_of("am_4", sequence=1, is_final=True), -5))
    assert newer.open_answers == ("am_2",)
    assert commands.StartTimer(timer="answer", seconds=30) in done


def test_the_end_of_an_answer_that_has_ended_ends_no_other() -> None:
    state, _ = run(replace(online(), profile="canonical"), arrived(StartAnswer(id="am_4", previous_id="am_3"), -3))
    state, _ = run(state, arrived(sentence_of("am_2", sequence=1, is_final=True), -4))
    assert state.open_answers == ("am_4",)


def test_an_answer_is_whole_by_its_own_sentences_when_two_are_written_side_by_side() -> None:
    begun = (StartAnswer(id="am_2", previous_id="am_1"), StartAnswer(id="am_4", previous_id="am_3"))
    state, _ = run(online(), *(arrived(start, -3 - place) for place, start in enumerate(begun)))
    state, done = run(
        state,
        arrived(sentence_of("am_2", sequence=1, is_final=False), -5),
        arrived(sentence_of("am_4", sequence=1, is_final=False), -6),
        arrived(sentence_of("am_2", sequence=2, is_final=True), -7),
    )
    assert commands.FetchHistory() not in done
    state, done = run(state, arrived(sentence_of("am_4", sequence=3, is_final=True), -9))
    assert commands.FetchHistory() in done


def test_a_history_that_cannot_be_read_on_a_healthy_line_is_asked_for_again() -> None:
    missed = events.HistoryFailed(sentence="The server does not answer.", code="unreachable", retry=True)
    state, done = run(online(), missed)
    assert state.phase is Phase.ONLINE
    assert commands.StartTimer(timer="gap", seconds=2) in done
    _, done = run(state, events.TimerElapsed(timer="gap"))
    assert done == [commands.FetchHistory(settles=True)]


def test_an_answer_that_goes_on_after_a_resume_is_left_alone() -> None:
    state, _ = run(
        replace(online(), open_answers=("am_2",), resumed=True),
        arrived(AssistantSentence(previous_id="am_2", sequence=2, text="x", is_final=False), -3),
    )
    state, done = run(state, events.TimerElapsed(timer="answer"))
    assert done == [commands.StartTimer(timer="answer", seconds=30)]
    assert state.answer_id == "am_2"


def test_an_answer_that_stands_still_on_a_healthy_line_is_looked_for_in_the_history() -> None:
    state, _ = run(online(), arrived(StartAnswer(id="am_2", previous_id="am_1"), -3))
    state, done = run(state, events.TimerElapsed(timer="answer"))
    assert done == [commands.FetchHistory()]
    state, done = run(state, events.HistoryMerged(waiting=False, open_answers=("am_2",), asked=()))
    assert commands.StartTimer(timer="answer", seconds=30) in done
    state, _ = run(state, events.HistoryMerged(waiting=False, open_answers=(), asked=()))
    assert state.answer_id is None


def test_a_question_that_is_taken_and_never_answered_is_asked_after_once_and_then_looked_for_once() -> None:
    state, done = run(online(), events.OutboxFilled(stanza_id=1, question="am_1"), events.OutboxEmptied())
    assert commands.StartTimer(timer="answer", seconds=30) in done
    state, done = run(state, events.TimerElapsed(timer="answer"))
    assert [type(body) for body in transmitted(done)] == [Configuration]
    state, done = run(state, REPLY)
    assert commands.StartTimer(timer="answer", seconds=30) in done
    state, done = run(state, events.TimerElapsed(timer="answer"))
    assert done == [commands.FetchHistory()]
    state, done = run(state, events.HistoryMerged(waiting=False, open_answers=(), asked=("am_1",)))
    state, done = run(state, events.TimerElapsed(timer="answer"))
    assert done == []


def test_a_question_that_an_earlier_run_asked_is_looked_after_on_every_connection() -> None:
    state = replace(online(), asked=("am_1",), looks=2)
    state, _ = run(
        state, events.LinkLost(), events.TimerElapsed(timer="back_off"), GRANTED, events.LinkConnected(), PEER
    )
    state, done = run(state, REPLY)
    assert commands.StartTimer(timer="answer", seconds=30) in done
    _, done = run(state, events.TimerElapsed(timer="answer"))
    assert [type(body) for body in transmitted(done)] == [Configuration]


def test_the_end_of_an_answer_lets_the_next_one_be_waited_for() -> None:
    state, _ = run(
        online(),
        events.OutboxFilled(stanza_id=1, question="am_1"),
        events.OutboxFilled(stanza_id=2, question="am_3"),
        events.OutboxEmptied(),
        arrived(StartAnswer(id="am_2", previous_id="am_1"), -3),
    )
    state, done = run(state, arrived(sentence_of("am_2", sequence=1, is_final=True), -4))
    assert commands.StartTimer(timer="answer", seconds=30) in done
    state, _ = run(state, arrived(StartAnswer(id="am_4", previous_id="am_3"), -5))
    state, done = run(state, arrived(sentence_of("am_4", sequence=1, is_final=True), -6))
    assert commands.StopTimer(timer="answer") in done


def test_an_error_about_an_older_answer_does_not_end_the_newer_one() -> None:
    state, _ = run(
        online(),
        arrived(StartAnswer(id="am_2", previous_id="am_1"), -3),
        arrived(StartAnswer(id="am_4", previous_id="am_3"), -4),
    )
    error = ErrorMessage(code=501, message="broken", recoverable=False, originating_id="am_2")
    state, done = run(state, arrived(error, -5))
    assert state.open_answers == ("am_4",)
    assert done == [commands.MarkIncomplete(answer_id="am_2"), commands.FetchHistory()]
    state, done = run(state, arrived(replace(error, originating_id="am_0"), -6))
    assert state.open_answers == ("am_4",)
    assert done == [commands.FetchHistory()]


def test_an_unrecoverable_error_ends_its_answer_and_only_201_ends_the_session() -> None:
    state, _ = run(online(), arrived(StartAnswer(id="am_2", previous_id="am_1"), -3))
    state, done = run(state, arrived(ErrorMessage(code=501, message="broken", recoverable=False), -4))
    assert commands.MarkIncomplete(answer_id="am_2") in done
    assert state.phase is Phase.ONLINE
    state, done = run(state, arrived(ErrorMessage(code=201, message="no such conversation", recoverable=False), -5))
    assert state.phase is Phase.OFFLINE
    assert state.code == "conversation_not_found"


def test_a_duplicate_moves_the_counter_and_nothing_else() -> None:
    state, done = run(online(), arrived(AssistantMessage(id="am_2", content="x"), -3, duplicate=True))
    assert state.sequence.last == 3
    assert done == []


def test_a_new_epoch_starts_the_counter_again() -> None:
    state = replace(online(), sequence=PeerSequence(last=400), phase=Phase.HANDSHAKE)
    state, _ = run(state, arrived(Configuration(conversation_id="ac_1"), -2))
    assert state.sequence.last == 2


@pytest.mark.parametrize(
    "inbound",
    [
        Malformed(reason="no MessagePack", raw=b"\xc1"),
        Unknown(stanza_id=-9, conversation_id="ac_1", type=31, body={}),
    ],
)
def test_what_is_not_understood_or_missing_changes_no_phase(inbound: Malformed | Unknown) -> None:
    state, done = run(online(), events.StanzaRecorded(inbound=inbound))
    assert state.phase is Phase.ONLINE
    assert done == [commands.StartTimer(timer="gap", seconds=2)]


def test_a_tool_request_that_cannot_be_read_is_complained_of_once() -> None:
    body = {"id": "atu_1", "toolName": "clipboard_read", "execution": "somewhere"}
    inbound = Malformed(reason="execution", raw=b"", stanza_id=-9, conversation_id="ac_1", type=6, body=body)
    state, done = run(online(), events.StanzaRecorded(inbound=inbound))
    (said,) = [command.body for command in done if isinstance(command, commands.SendUnacknowledged)]
    assert isinstance(said, ErrorMessage)
    assert (said.code, said.originating_id, said.recoverable) == (101, "atu_1", True)
    state, again = run(state, events.StanzaRecorded(inbound=inbound))
    assert again == []
    other = dataclasses.replace(inbound, body={**body, "id": "atu_2"})
    _, done = run(state, events.StanzaRecorded(inbound=other))
    assert [said.originating_id for said in transmitted(done) if isinstance(said, ErrorMessage)] == ["atu_2"]


def sentence(number: int) -> events.StanzaRecorded:
    body = AssistantSentence(previous_id="am_2", sequence=number, text="x", is_final=False)
    return arrived(body, -2 - number)


def test_what_is_missing_is_asked_for_from_before_the_gap() -> None:
    state, _ = run(online(), sentence(1), sentence(2), sentence(4))
    state, done = run(state, events.TimerElapsed(timer="gap"))
    (asked,) = transmitted(done)
    assert isinstance(asked, Configuration)
    assert asked.last_sequence_seen == 4
    state, _ = run(state, arrived(Configuration(conversation_id="ac_1"), -7), sentence(3), sentence(4))
    assert state.sequence.contiguous == 7
    assert state.phase is Phase.ONLINE


def test_what_comes_a_little_late_was_never_missing() -> None:
    state, _ = run(online(), sentence(1), sentence(3), sentence(2))
    assert run(state, events.TimerElapsed(timer="gap"))[1] == []


def test_what_the_server_cannot_repeat_is_looked_for_in_its_history_and_then_forgotten() -> None:
    state, _ = run(online(), sentence(1), sentence(2), sentence(4))
    for reply in range(7, 7 + GAP_TRIES):
        state, done = run(state, events.TimerElapsed(timer="gap"))
        assert transmitted(done)
        state, _ = run(state, arrived(Configuration(conversation_id="ac_1"), -reply))
    state, done = run(state, events.TimerElapsed(timer="gap"))
    assert done == [commands.FetchHistory(settles=True)]
    state, _ = run(state, events.HistoryMerged(waiting=False, open_answers=(), asked=()))
    assert run(state, events.TimerElapsed(timer="gap"))[1] == []


def test_a_connection_that_breaks_in_a_replay_goes_on_where_the_replay_was() -> None:
    """The reply's own id is beyond all that it announces."""
    state, _ = run(online(), sentence(1), sentence(2), events.LinkLost(), events.TimerElapsed(timer="back_off"))
    state, _ = run(state, GRANTED, events.LinkConnected(), PEER, arrived(Configuration(conversation_id="ac_1"), -9))
    state, done = run(
        state, events.LinkLost(), events.TimerElapsed(timer="back_off"), GRANTED, events.LinkConnected(), PEER
    )
    asked = transmitted(done)[-1]
    assert isinstance(asked, Configuration)
    assert asked.last_sequence_seen == 4


def test_a_history_that_a_broken_connection_kept_from_coming_is_asked_for_on_the_next_one() -> None:
    state, done = run(online(), arrived(StartAnswer(id="am_2", previous_id="am_1"), -3))
    state, done = run(state, arrived(sentence_of("am_2", sequence=2, is_final=True), -4))
    assert commands.FetchHistory() in done
    missed = events.HistoryFailed(sentence="x", code="unreachable", retry=True)
    state, _ = run(state, events.LinkLost(sentence="x", code="connection_lost", retry=True), missed)
    state, done = run(state, events.TimerElapsed(timer="back_off"), GRANTED, events.LinkConnected(), PEER)
    assert commands.FetchHistory() not in done
    state, done = run(state, arrived(Configuration(conversation_id="ac_1"), -5))
    assert commands.FetchHistory() in done
    state, _ = run(state, events.HistoryMerged(waiting=False, open_answers=(), asked=()))
    assert not state.history_due


def test_a_new_epoch_cannot_repeat_the_old_one_so_the_history_is_asked() -> None:
    state, _ = run(replace(online(), sequence=PeerSequence(last=400)), events.LinkLost())
    state, done = run(state, events.TimerElapsed(timer="back_off"), GRANTED, events.LinkConnected(), PEER, REPLY)
    assert commands.FetchHistory() in done


EVENTS: Any = st.sampled_from(
    [
        events.OnlineRequested(),
        events.OfflineRequested(),
        GRANTED,
        events.RoomRefused(sentence="x", code="unreachable", retry=True),
        events.RoomRefused(sentence="x", code="token_refused", retry=False),
        ADOPTION_REFUSED,
        events.LinkConnected(),
        events.LinkInterrupted(),
        events.LinkLost(code="unreachable"),
        PEER,
        events.AssistantLeft(identity="alicia-agent-1"),
        REPLY,
        arrived(StartAnswer(id="am_2"), -4),
        arrived(AssistantSentence(previous_id="am_2", sequence=1, text="x"), -5),
        events.OutboxFilled(stanza_id=3, question="am_5"),
        events.OutboxEmptied(),
        *(events.TimerElapsed(timer=timer) for timer in ("back_off", "handshake", "acknowledgement", "answer", "gap")),
    ]
)


@given(st.lists(EVENTS, max_size=60))
def test_whatever_happens_the_session_is_never_stuck(happened: list[events.Event]) -> None:
    """While online is wanted, something is always under way: a request, a room, a running timer, or it is online."""
    state, done = run(NEW, *happened)
    if not state.wanted:
        assert state.phase is Phase.OFFLINE
        return
    assert state.phase is not Phase.OFFLINE
    timers = {"back_off": False, "handshake": False}
    for command in done:
        if isinstance(command, commands.StartTimer | commands.StopTimer):
            timers[command.timer] = isinstance(command, commands.StartTimer)
    if state.phase is Phase.WAITING:
        assert timers["back_off"]


@given(st.lists(EVENTS, max_size=60))
def test_stanzas_of_the_person_go_out_only_while_online(happened: list[events.Event]) -> None:
    state = NEW
    for event in happened:
        state, done = step(state, event)
        if any(isinstance(command, commands.DeliverOutbox) for command in done):
            assert state.phase is Phase.ONLINE
