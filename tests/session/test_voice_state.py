"""The voice's state, as line and stanzas tell it."""

import pytest

from alicia_desktop.line import frames
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import (
    AssistantSentence,
    ControlStop,
    Message,
    ServerInfo,
    StartAnswer,
    ToolUseRequest,
    ToolUseResult,
    Transcription,
    UserMessage,
)
from alicia_desktop.session.voice_state import TEST_LINK, VoiceState, on_line, on_stanza


def hear(state: VoiceState, *bodies: Message) -> VoiceState:
    for body in bodies:
        state = on_stanza(state, Stanza(stanza_id=-1, conversation_id="ac_1", body=body), outbound=False)
    return state


def spoken(state: str, sequence: int = 1) -> frames.PlaybackProgressed:
    return frames.PlaybackProgressed(
        link="l",
        message_id="am_2",
        sequence=sequence,
        spoken_ms=300,
        duration_ms=900,
        state=state,  # type: ignore[arg-type]  # any of the four
    )


def test_an_interim_transcript_is_replaced_in_place_and_gone_when_final() -> None:
    state = hear(VoiceState(), Transcription(id="t", text="When is", final=False))
    state = hear(state, Transcription(id="t", text="When is Emma's", final=False))
    assert state.interim is not None
    assert state.interim.text == "When is Emma's"
    state = hear(state, Transcription(id="t", text="When is Emma's recital?", final=True))
    assert state.interim is None
    assert state.thinking


def test_thinking_lasts_from_the_question_to_the_first_sentence() -> None:
    state = hear(VoiceState(), UserMessage(id="am_1", content="?"))
    assert state.thinking
    assert not hear(state, AssistantSentence(previous_id="am_2", sequence=1, text="x")).thinking


def test_a_tool_is_named_while_it_runs() -> None:
    state = hear(VoiceState(), ToolUseRequest(id="atu_1", tool_name="clock", execution="server"))
    assert (state.tool_name, state.tool_here) == ("clock", False)
    here = ToolUseRequest(id="atu_2", tool_name="clipboard_read", execution="client")
    assert hear(VoiceState(), here).tool_here
    assert hear(state, ToolUseResult(request_id="atu_0", success=True)).tool_name == "clock"
    assert hear(state, ToolUseResult(request_id="atu_1", success=True)).tool_name == ""


def test_the_sentence_that_sounds_is_known_and_so_is_how_far_it_came() -> None:
    state = on_line(VoiceState(), spoken("started"))
    assert state.spoken is not None
    state = on_line(state, spoken("cut"))
    assert state.spoken is None
    assert state.heard_to is not None
    assert state.heard_to.spoken_ms == 300


def test_muted_never_hears() -> None:
    muted = VoiceState(mode="muted", open=True)
    assert not on_line(muted, frames.SpeechChanged(speaking=True)).hearing
    assert on_line(VoiceState(open=True), frames.SpeechChanged(speaking=True)).hearing


def test_a_stop_of_ours_ends_thinking_and_speaking() -> None:
    state = on_line(hear(VoiceState(), UserMessage(id="am_1", content="?")), spoken("started"))
    stopped = on_stanza(state, Stanza(stanza_id=4, conversation_id="ac_1", body=ControlStop()), outbound=True)
    assert not stopped.thinking
    assert stopped.spoken is None


def test_sound_is_to_come_from_the_beginning_of_an_answer_to_the_end_of_its_last_sentence() -> None:
    aloud = StartAnswer(id="am_2", previous_id="am_1", answer_type="text+voice")
    state = hear(VoiceState(open=True), aloud, AssistantSentence(previous_id="am_2", sequence=1, text="x"))
    state = hear(state, AssistantSentence(previous_id="am_2", sequence=2, text="y", is_final=True))
    for told in (spoken("started", 1), spoken("finished", 1), spoken("playing", 2)):
        state = on_line(state, told)
        assert state.to_say is not None
    assert on_line(state, spoken("finished", 2)).to_say is None


def test_no_sound_is_to_come_of_a_written_answer_nor_where_no_loudspeaker_is_open() -> None:
    written = StartAnswer(id="am_2", previous_id="am_1", answer_type="text")
    assert hear(VoiceState(open=True), written).to_say is None
    aloud = StartAnswer(id="am_2", previous_id="am_1", answer_type="text+voice")
    assert hear(VoiceState(), aloud).to_say is None


def test_no_sound_is_to_come_after_a_stop_a_cut_or_a_lost_device() -> None:
    aloud = StartAnswer(id="am_2", previous_id="am_1", answer_type="text+voice")
    state = hear(VoiceState(open=True), aloud)
    stop = Stanza(stanza_id=4, conversation_id="ac_1", body=ControlStop())
    assert on_stanza(state, stop, outbound=True).to_say is None
    for told in (
        spoken("cut"),
        frames.SpeechChanged(speaking=True, interrupted=True),
        frames.SoundChanged(open=False, code="device_lost"),
        frames.LineRestarted(reason="killed"),
    ):
        assert on_line(state, told).to_say is None
    assert on_line(state, frames.SpeechChanged(speaking=True)).to_say is not None


def test_a_lost_device_leaves_its_sentence() -> None:
    lost = frames.SoundChanged(open=False, code="device_lost", sentence="The headset is gone.")
    state = on_line(VoiceState(open=True, hearing=True), lost)
    assert not state.open
    assert not state.hearing
    assert state.problem == "The headset is gone."


def test_speech_that_gets_ready_says_so_until_it_is() -> None:
    def info(state: str) -> Stanza:
        connection = {"status": "connected", "speechToText": {"state": state, "sentence": "Loading."}}
        return Stanza(stanza_id=-2, conversation_id="ac_1", body=ServerInfo(connection=connection))

    assert on_stanza(VoiceState(), info("getting_ready"), outbound=False).preparing == "Loading."
    assert on_stanza(VoiceState(), info("ready"), outbound=False).preparing == ""
    silent = Stanza(stanza_id=-2, conversation_id="ac_1", body=ServerInfo())
    assert on_stanza(VoiceState(), silent, outbound=False).preparing == ""


def test_without_a_voice_she_is_not_about_to_speak() -> None:
    aloud = StartAnswer(id="am_2", previous_id="am_1", answer_type="text+voice")
    assert hear(VoiceState(open=True, voiceless="Her voice is damaged."), aloud).to_say is None


@pytest.mark.parametrize(("engine", "field"), [("speechToText", "deaf"), ("textToSpeech", "voiceless")])
def test_speech_that_cannot_be_loaded_is_not_getting_ready(engine: str, field: str) -> None:
    connection = {engine: {"state": "failed", "sentence": "Its model is damaged."}}
    info = Stanza(stanza_id=-2, conversation_id="ac_1", body=ServerInfo(connection=connection))
    state = on_stanza(VoiceState(preparing="Loading."), info, outbound=False)
    assert (state.preparing, getattr(state, field)) == ("", "Its model is damaged.")
    ready = Stanza(stanza_id=-3, conversation_id="ac_1", body=ServerInfo(connection={engine: {"state": "ready"}}))
    assert on_stanza(state, ready, outbound=False) == VoiceState()


def test_a_microphone_that_is_heard_again_is_no_longer_called_silent() -> None:
    silent = frames.SoundChanged(open=True, code="silent_microphone", sentence="The microphone gives no sound.")
    state = on_line(VoiceState(open=True), silent)
    assert state.problem
    assert on_line(state, frames.Levels(input=0.0, output=0.0, voice=0.0)).problem
    assert not on_line(state, frames.Levels(input=0.3, output=0.0, voice=0.2)).problem


def test_what_is_said_while_devices_are_tested_is_heard_by_nobody() -> None:
    tried = on_line(VoiceState(), frames.SoundChanged(open=True, opened_for=TEST_LINK, input="Headset"))
    tried = on_line(tried, frames.SpeechChanged(speaking=True))
    assert (tried.open, tried.tested, tried.hearing) == (False, True, False)
    talking = on_line(tried, frames.SoundChanged(open=True, opened_for="ac_1", input="Headset"))
    assert (talking.open, talking.tested) == (True, False)
