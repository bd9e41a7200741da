"""Header, banner and voice bar in a person's words."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from msgspec import structs

from alicia_desktop.session.sound_tracks import SoundTrack
from alicia_desktop.session.state import Phase, SessionState
from alicia_desktop.session.voice_state import PlaybackProgress, ToSay, VoiceState
from alicia_desktop.view.status import (
    SERVER_MUTED,
    StatusContext,
    banner_row,
    status_row,
    track_facts,
    unused_files,
    voice_row,
)

ONLINE = SessionState(conversation_id="ac_1", client_version="1", phase=Phase.ONLINE, wanted=True)
WAITING = structs.replace(ONLINE, phase=Phase.WAITING, attempt=3, retry_in=12.0, sentence="The server is away.")
AROUND = StatusContext()


def test_online_needs_no_banner() -> None:
    assert banner_row(ONLINE, AROUND) is None
    row = status_row(ONLINE, StatusContext(server_address="https://alicia.home:8080"))
    assert (row.place, row.sync, row.sync_kind) == ("On alicia.home", "Connected", "ok")


def test_the_line_says_when_it_was_last_in_step_and_first_what_is_to_be_settled() -> None:
    in_step = StatusContext(synced="18:05")
    assert status_row(ONLINE, in_step).sync == "Synced 18:05"
    assert status_row(ONLINE, replace(in_step, conflicts=1, fetching="fetching 2 of 9")).sync == (
        "1 conflict · Synced 18:05 · fetching 2 of 9"
    )
    assert status_row(WAITING, in_step).sync == "Offline"


def test_offline_says_what_happens_to_what_was_written() -> None:
    banner = banner_row(WAITING, StatusContext(waiting=3))
    assert banner is not None
    assert banner.text == "Offline — 3 messages will be sent when the connection returns"
    assert banner.action == "Try now"
    nothing_waits = banner_row(WAITING, AROUND)
    assert nothing_waits is not None
    assert "The server is away." in nothing_waits.text


@pytest.mark.parametrize("code", ["disk_full", "room_in_use"])
def test_what_only_the_person_can_mend_is_told_whatever_waits(code: str) -> None:
    stuck = structs.replace(WAITING, code=code, sentence="It is full.")
    banner = banner_row(stuck, StatusContext(waiting=3))
    assert banner is not None
    assert "It is full." in banner.text


def test_a_refused_token_leads_to_the_settings() -> None:
    refused = structs.replace(ONLINE, phase=Phase.OFFLINE, wanted=False, code="token_refused", sentence="Refused.")
    banner = banner_row(refused, AROUND)
    assert banner is not None
    assert (banner.kind, banner.text, banner.action, banner.page) == ("error", "Refused.", "Settings", "server")


def test_a_microphone_that_fails_leads_to_the_sound_settings() -> None:
    banner = banner_row(ONLINE, StatusContext(sound_problem="No microphone can be opened."))
    assert banner is not None
    assert (banner.action, banner.page) == ("Settings", "sound")


def test_offline_knows_since_when() -> None:
    since = datetime(2026, 1, 1, 18, 20, tzinfo=UTC)
    assert status_row(WAITING, StatusContext(offline_since=since)).sync.startswith("Offline since ")


OPEN = VoiceState(open=True)
HEARD = PlaybackProgress(message_id="a", sequence=1, spoken_ms=900)


@pytest.mark.parametrize(
    ("voice", "session", "state", "title"),
    [
        (OPEN, ONLINE, "listening", "Listening"),
        (replace(OPEN, hearing=True), ONLINE, "hearing", "Hearing you"),
        (replace(OPEN, thinking=True), ONLINE, "thinking", "Thinking"),
        (replace(OPEN, tool_name="calculator", thinking=True), ONLINE, "tool", "Using calculator"),
        (
            replace(OPEN, spoken=PlaybackProgress(message_id="a", sequence=1, spoken_ms=0)),
            ONLINE,
            "speaking",
            "Speaking",
        ),
        (replace(OPEN, to_say=ToSay(message_id="a", last=2)), ONLINE, "speaking", "About to speak"),
        (replace(OPEN, to_say=ToSay(message_id="a"), heard_to=HEARD), ONLINE, "speaking", "Speaking"),
        (replace(OPEN, mode="muted"), ONLINE, "muted", "Muted"),
        (VoiceState(), ONLINE, "off", "Microphone off"),
        (VoiceState(tested=True), ONLINE, "off", "Testing sound"),
        (VoiceState(opening=True), ONLINE, "preparing", "Getting ready"),
        (VoiceState(preparing="Loading."), ONLINE, "preparing", "Getting ready"),
        (VoiceState(deaf="The model is damaged."), ONLINE, "unavailable", "Writing only"),
        (replace(OPEN, deaf="The model is damaged."), ONLINE, "unavailable", "Writing only"),
        (VoiceState(voiceless="Her voice is damaged."), ONLINE, "off", "Microphone off"),
        (OPEN, WAITING, "reconnecting", "Reconnecting"),
        (OPEN, structs.replace(ONLINE, phase=Phase.HANDSHAKE), "connecting", "Connecting"),
    ],
)
def test_every_state_has_its_word(voice: VoiceState, session: SessionState, state: str, title: str) -> None:
    row = voice_row(voice, session, 0.5)
    assert (row.state, row.title) == (state, title)
    assert row.hint
    assert row.sounding == (state == "speaking")


@pytest.mark.parametrize(
    ("seconds", "hint"), [(11.2, "Next try in 12 s"), (0.4, "Next try in 1 s"), (0.0, "Trying again soon")]
)
def test_a_pause_says_how_long_it_still_is(seconds: float, hint: str) -> None:
    assert voice_row(OPEN, WAITING, 0.5, next_try=seconds).hint == hint


def test_she_is_heard_also_while_the_connection_is_lost() -> None:
    speaking = replace(OPEN, spoken=PlaybackProgress(message_id="a", sequence=1, spoken_ms=0))
    row = voice_row(speaking, WAITING, 0.5)
    assert (row.state, row.sounding) == ("reconnecting", True)


def test_a_microphone_that_is_being_opened_is_not_called_off_nor_offered_to_be_opened() -> None:
    row = voice_row(VoiceState(opening=True), ONLINE, 0.5)
    assert (row.title, row.hint, row.open) == ("Getting ready", "One moment", True)


def test_that_she_is_muted_in_the_room_is_said_while_sound_is_open() -> None:
    room = structs.replace(ONLINE, peer="alicia-agent-1")
    muted = SoundTrack(identity="alicia-agent-1", sid="TR_1", muted=True)
    assert voice_row(replace(OPEN, tracks=(muted,)), room, 0.5).hint == SERVER_MUTED
    assert voice_row(VoiceState(tracks=(muted,)), room, 0.5).hint != SERVER_MUTED
    assert voice_row(replace(OPEN, tracks=(replace(muted, muted=False),)), room, 0.5).hint != SERVER_MUTED
    assert voice_row(replace(OPEN, tracks=(replace(muted, identity="phone"),)), room, 0.5).hint != SERVER_MUTED


def test_whose_sound_has_which_track_and_who_is_muted_are_facts_of_the_room() -> None:
    room = structs.replace(ONLINE, peer="alicia-agent-1")
    tracks = (
        SoundTrack(identity="alicia-agent-1", sid="TR_2", muted=True),
        SoundTrack(identity="pho\u202ene\n", sid="TR_3", muted=False),
    )
    told = track_facts(replace(OPEN, own_track="TR_1", tracks=tracks), room)
    assert [(one.name, one.value) for one in told] == [
        ("Your sound", "track TR_1 · open"),
        ("Alicia’s sound", "track TR_2 · muted"),
        ("Sound of phone", "track TR_3 · open"),
    ]
    (own,) = track_facts(replace(OPEN, own_track="TR_1", mode="muted"), room)
    assert own.value == "track TR_1 · muted"
    assert track_facts(OPEN, room) == ()


def test_what_waits_for_others_is_told_beside_the_connection():
    assert status_row(ONLINE, StatusContext(others="2 wait for ann")).sync == "2 wait for ann · Connected"
    assert status_row(ONLINE, StatusContext(others="2 wait for ann", waiting=1)).sync == "1 waiting · 2 wait for ann"


@pytest.mark.parametrize(
    ("model", "of_an_image", "of_a_text"),
    [
        ({"name": "tiny", "images": False}, "The model tiny can’t see images. It answers without them.", ""),
        ({"name": "eyes", "images": True}, "", ""),
        ({"name": "who knows"}, "", ""),
        ({"images": "no", "files": "no"}, "", ""),
        (3, "", ""),
    ],
)
def test_what_a_model_cannot_do_with_files_is_said(model: object, of_an_image: str, of_a_text: str) -> None:
    info = json.dumps({"model": model})
    assert unused_files(info, has_images=True) == of_an_image
    assert unused_files(info, has_images=False) == of_a_text
    assert unused_files("", has_images=True) == ""


def test_the_built_in_model_can_do_nothing_with_files() -> None:
    info = json.dumps({"model": {"images": False, "files": False}})
    said = "The built-in model can neither see images nor read files. They are stored with the message."
    assert unused_files(info, has_images=False) == unused_files(info, has_images=True) == said
