"""Reduces events of the line and stanzas of the conversation to the state of the voice bar. Pure.

The line knows what the microphone records and how far the loudspeaker is; the stanzas know whether the assistant thinks
or uses a tool. The two are put together here, so that window, `talk` and tests see the same state
(docs/user-guide.md#speaking).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from alicia_desktop.base.translation import translate
from alicia_desktop.line import frames
from alicia_desktop.protocol.client_tools import is_asked
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.extensions import BRIDGE
from alicia_desktop.protocol.messages import (
    AssistantMessage,
    AssistantSentence,
    ControlStop,
    ErrorMessage,
    ServerInfo,
    StartAnswer,
    ToolUseRequest,
    ToolUseResult,
    Transcription,
    UserMessage,
)
from alicia_desktop.session.sound_tracks import SoundTrack, on_track

TEST_LINK: Final = "sound test"
"""A link without a room: sound from the microphone is measured in the test, never sent."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PlaybackProgress:
    """How far the loudspeaker has played an answer."""

    message_id: str
    sequence: int
    spoken_ms: int


@dataclass(frozen=True, kw_only=True, slots=True)
class ToSay:
    """An answer that is said aloud and of which sound is still to come."""

    message_id: str
    last: int | None = None
    """The number of its last sentence; None while it is being written."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Interim:
    """A transcription that is not final yet."""

    id: str
    text: str


@dataclass(frozen=True, kw_only=True, slots=True)
class VoiceState:
    """The state of the voice in one conversation."""

    mode: frames.VoiceMode = "hands_free"
    open: bool = False
    """Whether the devices are open."""
    opening: bool = False
    """Whether they are being opened, which takes a moment, the first time more than a second."""
    tested: bool = False
    """Whether they are open for a test instead, in which nobody hears what is said."""
    held: bool = False
    hearing: bool = False
    thinking: bool = False
    tool_id: str = ""
    tool_name: str = ""
    tool_here: bool = False
    """Whether it is this computer that is to run it, which the user may have to allow."""
    spoken: PlaybackProgress | None = None
    """The sentence that sounds now; None while the assistant is silent."""
    to_say: ToSay | None = None
    """What is still to sound of an answer, also while the assistant is silent before it and between its sentences."""
    heard_to: PlaybackProgress | None = None
    """How far the last answer really sounded: what a stop reports (docs/protocol.md#stop)."""
    interim: Interim | None = None
    input_device: str = ""
    output_device: str = ""
    problem: str = ""
    problem_code: str = ""
    """A sentence about the devices, such as that there is no microphone."""
    own_track: str = ""
    """LiveKit's id of the track that carries the microphone; empty where there is none."""
    tracks: tuple[SoundTrack, ...] = ()
    """Those of the others in the room."""
    preparing: str = ""
    """A sentence while the server's speech models are not ready."""
    deaf: str = ""
    """A sentence where the server's speech recognition could not be loaded: nothing that is said is understood."""
    voiceless: str = ""
    """A sentence where its voice could not be loaded: answers appear in writing."""


def on_line(state: VoiceState, event: frames.LineEvent) -> VoiceState:
    """Apply an event of the line: devices, loudspeaker, speech."""
    match event:
        case frames.SpeechChanged(speaking=speaking, interrupted=interrupted):
            silenced = _silenced(state) if interrupted else state
            return replace(silenced, hearing=speaking and _listens(state) and not state.tested)
        case frames.PlaybackProgressed():
            return _on_spoken(state, event)
        case frames.SoundChanged():
            return _on_sound(state, event)
        case frames.Levels(input=level) if level > 0 and state.problem_code == "silent_microphone":
            return replace(state, problem="", problem_code="")
        case frames.TrackAnnounced(sid=sid):
            return replace(state, own_track=sid)
        case frames.PeerTrackAnnounced():
            return replace(state, tracks=on_track(state.tracks, event))
        case frames.LineRestarted():
            return replace(_silenced(without_room(state)), opening=False, hearing=False, interim=None)
        case _:
            return state


def _on_sound(state: VoiceState, event: frames.SoundChanged) -> VoiceState:
    if event.opened_for == TEST_LINK:
        return replace(
            _silenced(state),
            open=False,
            opening=False,
            tested=event.open,
            hearing=False,
            input_device="",
            output_device="",
            problem="",
            problem_code="",
        )
    return replace(
        state if event.open else _silenced(state),
        open=event.open,
        opening=state.opening and not event.opened_for,
        tested=False,
        hearing=state.hearing and event.open,
        input_device=event.input or "",
        output_device=event.output or "",
        problem=event.sentence,
        problem_code=event.code,
    )


def without_room(state: VoiceState) -> VoiceState:
    """Forget the tracks of a room that was left."""
    return replace(state, own_track="", tracks=()) if state.own_track or state.tracks else state


def _silenced(state: VoiceState) -> VoiceState:
    return replace(state, spoken=None, to_say=None)


def _listens(state: VoiceState) -> bool:
    return state.mode == "hands_free" or (state.mode == "hold" and state.held)


def _on_spoken(state: VoiceState, event: frames.PlaybackProgressed) -> VoiceState:
    spoken = PlaybackProgress(message_id=event.message_id, sequence=event.sequence, spoken_ms=event.spoken_ms)
    sounding = event.state in {"started", "playing"}
    if event.sequence == BRIDGE:  # the answer is still being thought about
        return replace(state, spoken=spoken if sounding else None)
    return replace(
        state, spoken=spoken if sounding else None, heard_to=spoken, thinking=False, to_say=_left(state, event)
    )


def _left(state: VoiceState, event: frames.PlaybackProgressed) -> ToSay | None:
    """Return the sound still to come after an event; a sentence that was cut cancels those behind it."""
    answer = state.to_say
    if answer is None or answer.message_id != event.message_id:
        return answer
    ended = event.state == "finished" and answer.last is not None and event.sequence >= answer.last
    return None if ended or event.state == "cut" else answer


def on_stanza(state: VoiceState, stanza: Stanza, *, outbound: bool) -> VoiceState:
    """Apply a stanza of the conversation."""
    match stanza.body:
        case Transcription(id=id, text=text, final=final):
            interim = None if final else Interim(id=id, text=text)
            return replace(state, interim=interim, thinking=(final and bool(text)) or state.thinking)
        case UserMessage():
            spoken = not outbound and stanza.meta.get("source") == "microphone"
            asked = replace(state, interim=None, thinking=True)
            return (
                replace(asked, to_say=None) if spoken else asked
            )  # the server has heard them speak over the assistant
        case StartAnswer(id=id, answer_type=kind):
            aloud = state.open and "voice" in (kind or "")
            return replace(state, to_say=ToSay(message_id=id) if aloud and not state.voiceless else None)
        case AssistantSentence(sequence=sequence, is_final=True) if state.to_say is not None:
            return replace(_written(state), to_say=replace(state.to_say, last=sequence))
        case ToolUseRequest(id=id, tool_name=name, execution=execution):
            return replace(state, tool_id=id, tool_name=name, tool_here=is_asked(name, execution), thinking=True)
        case ToolUseResult(request_id=id) if id == state.tool_id:
            return replace(state, tool_id="", tool_name="")
        case AssistantSentence() | AssistantMessage():
            return _written(state)
        case ErrorMessage():
            return replace(_written(state), to_say=None)
        case ControlStop() if outbound:
            return _silenced(_written(state))
        case ServerInfo():
            return _with_engines(state, stanza.body.connection)
        case _:
            return state


def _written(state: VoiceState) -> VoiceState:
    return replace(state, thinking=False, tool_id="", tool_name="")


def _with_engines(state: VoiceState, connection: Mapping[str, object]) -> VoiceState:
    """Take over what the server tells of its speech models; it tells nothing where it is not ours.

    Our server adds `speechToText` and `textToSpeech` {`state`, `sentence`} to ServerInfo's `connection`.
    """
    hears, speaks = _engine(connection, "speechToText"), _engine(connection, "textToSpeech")
    preparing = next((sentence for phase, sentence in (hears, speaks) if phase not in {"ready", "failed"}), "")
    return replace(
        state,
        preparing=preparing,
        deaf=hears[1] if hears[0] == "failed" else "",
        voiceless=speaks[1] if speaks[0] == "failed" else "",
    )


def _engine(connection: Mapping[str, object], name: str) -> tuple[str, str]:
    """Return the state of an engine, and a sentence where it is not ready."""
    told = connection.get(name)
    if not isinstance(told, Mapping) or told.get("state") in {None, "ready"}:
        return "ready", ""
    return str(told["state"]), str(told.get("sentence") or translate("You can keep writing"))
