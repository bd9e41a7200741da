"""Show the session's state in words: header, sync line, banner, voice bar, and what the server tells of itself.

See docs/user-guide.md#offline. ServerInfo and SessionStats are kept as they came, and servers put other things into
them: what is not there, or of another kind, has no line.
"""

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final
from urllib.parse import urlsplit

from alicia_desktop.base.decoding import decode_json
from alicia_desktop.base.translation import translate, translate_count
from alicia_desktop.session.sound_tracks import is_silenced
from alicia_desktop.session.state import Phase, SessionState
from alicia_desktop.session.voice_state import VoiceState
from alicia_desktop.view import text
from alicia_desktop.view.payload_reader import NOTHING, get_mapping, get_mappings, get_number, get_text
from alicia_desktop.view.rows import BannerRow, StatusRow, SyncKind, VoiceRow, VoiceStateName

_BUSY: Final = frozenset({Phase.REQUESTING, Phase.JOINING, Phase.HANDSHAKE})
DISK_CODES: Final = frozenset(
    {"disk_full", "disk_error", "database_locked", "database_damaged", "folder_read_only", "out_of_memory"}
)
"""Codes of problems that only the user can solve: shown whatever is waiting."""
ROOM_IN_USE: Final = "room_in_use"
"""Another device is in the conversation: that, and not the network, is what the user can change."""
SERVER_MUTED: Final = translate("Alicia is muted in the room")
TRY_NOW: Final = translate("Try now")
OPEN_SETTINGS: Final = translate("Settings")
RETRY_ALL: Final = translate("Retry all")
DISCARD_ALL: Final = translate("Discard all")
COMPARE: Final = translate("Compare")

MAX_IDENTITY: Final = 40
"""Characters that are shown of a participant's name in a room."""

_ENGINES: Final = {
    "languageModel": translate("Language model"),
    "speechToText": translate("Speech recognition"),
    "textToSpeech": translate("Voice"),
    "endOfTurn": translate("End of a turn"),
    "sentenceEncoder": translate("Search by meaning"),
}

_COUNTS: Final[Mapping[str, Callable[[int], str]]] = {
    "messageCount": lambda count: translate_count("{count} message", "{count} messages", count),
    "toolCallCount": lambda count: translate_count("{count} tool call", "{count} tool calls", count),
    "memoriesUsed": lambda count: translate_count("{count} memory used", "{count} memories used", count),
}


class VoiceTitle(StrEnum):
    """Titles of the voice bar, all but those with the name of a tool."""

    RECONNECTING = translate("Reconnecting")
    OFFLINE = translate("Offline")
    CONNECTING = translate("Connecting")
    HEARING = translate("Hearing you")
    SPEAKING = translate("Speaking")
    ABOUT_TO_SPEAK = translate("About to speak")
    THINKING = translate("Thinking")
    PREPARING = translate("Getting ready")
    UNAVAILABLE = translate("Writing only")
    TESTING = translate("Testing sound")
    OFF = translate("Microphone off")
    MUTED = translate("Muted")
    HOLD = translate("Hold to talk")
    LISTENING = translate("Listening")


@dataclass(frozen=True, kw_only=True, slots=True)
class StatusContext:
    """What the status needs beside the session."""

    server_address: str = ""
    """Empty on this computer."""
    waiting: int = 0
    """Stanzas of all conversations that wait to be delivered."""
    failed: int = 0
    others: str = ""
    """Messages that wait until another user is signed in or another server is chosen: `2 wait for ann`."""
    conflicts: int = 0
    """Number of conflicts that the user has not resolved."""
    synced: str = ""
    """When all was last in step with the server, as a list shows it; empty where it is not."""
    fetching: str = ""
    """How far the fetching of conversations is, while it goes on."""
    offline_since: datetime | None = None
    private: bool = False
    sound_problem: str = ""
    """What is wrong with microphone or loudspeaker, as a sentence."""


def place_name(address: str) -> str:
    """Return `On this computer` or `On alicia.home`."""
    return (
        translate("On {host}").format(host=urlsplit(address).hostname or address)
        if address
        else translate("On this computer")
    )


def status_row(session: SessionState, around: StatusContext) -> StatusRow:
    """Return header and sync line; what waits for the user stands first."""
    sync, kind = _sync(session, around)
    conflicts = translate_count("{count} conflict", "{count} conflicts", around.conflicts) if around.conflicts else ""
    states = (around.others, sync) if kind == "ok" else (sync, around.others)  # what has no room is cut from the end
    parts = (conflicts, *states, around.fetching)
    sync = " · ".join(part for part in parts if part)
    detail = _private(session) if around.private else _detail(kind)
    return StatusRow(place=place_name(around.server_address), detail=detail, sync=sync, sync_kind=kind)


def _detail(kind: SyncKind) -> str:
    return translate("Everything can still be read") if kind == "offline" else translate("Memory on")


def _private(session: SessionState) -> str:
    """A server of the deployed profile knows no private conversations, and nothing keeps it from remembering."""
    if session.profile == "deployed":
        return translate("Private on this computer; this server may remember it")
    return translate("Private: nothing is remembered")


def _sync(session: SessionState, around: StatusContext) -> tuple[str, SyncKind]:

    match session.phase:
        case Phase.ONLINE if around.waiting:
            return translate("{count} waiting").format(count=around.waiting), "waiting"
        case Phase.ONLINE:
            return translate("Synced {time}").format(time=around.synced) if around.synced else translate(
                "Connected"
            ), "ok"
        case Phase.REQUESTING | Phase.JOINING | Phase.HANDSHAKE | Phase.REPAIRING:
            return translate("Connecting") if session.attempt == 0 else translate("Reconnecting"), "busy"
        case Phase.WAITING | Phase.OFFLINE if around.waiting:
            return translate("{count} waiting").format(count=around.waiting), "offline"
        case Phase.WAITING | Phase.OFFLINE:
            return _since(around.offline_since), "offline"


def _since(offline_since: datetime | None) -> str:
    if offline_since is None:
        return VoiceTitle.OFFLINE.value
    return translate("Offline since {time}").format(time=text.clock_time(offline_since))


def banner_row(session: SessionState, around: StatusContext) -> BannerRow | None:
    """Return the one banner of the state, or none."""
    if around.failed:
        return BannerRow(
            kind="error",
            text=translate("{count} not sent").format(count=around.failed),
            action=RETRY_ALL,
            second=DISCARD_ALL,
        )
    if session.phase is Phase.OFFLINE and session.sentence:
        action = OPEN_SETTINGS if session.code == "token_refused" else TRY_NOW
        return BannerRow(kind="error", text=session.sentence, action=action, page="server")
    if session.phase is Phase.WAITING or (session.phase in _BUSY and session.attempt > 0):
        return BannerRow(kind="warn", text=_offline(around.waiting, session.sentence, session.code), action=TRY_NOW)
    if around.conflicts:
        waits = translate_count(
            "{count} conflict with the server to resolve",
            "{count} conflicts with the server to resolve",
            around.conflicts,
        )
        return BannerRow(
            kind="warn",
            text=waits,
            action=COMPARE,
            icon="arrows-left-right",
        )
    if around.sound_problem:
        return BannerRow(kind="warn", text=around.sound_problem, action=OPEN_SETTINGS, icon="warning", page="sound")
    return None


def _offline(waiting: int, reason: str, code: str) -> str:
    if waiting and code not in DISK_CODES and code != ROOM_IN_USE:
        return translate_count(
            "Offline — {count} message will be sent when the connection returns",
            "Offline — {count} messages will be sent when the connection returns",
            waiting,
        )
    return (
        translate("Offline — {reason}").format(reason=reason)
        if reason
        else translate("Offline — you can keep reading and writing")
    )


def voice_row(voice: VoiceState, session: SessionState, threshold: float, *, next_try: float | None = None) -> VoiceRow:
    """Return the contents of the voice bar; `next_try` is the seconds until the next attempt to connect."""
    connection = _connection(session, next_try)
    state, title, hint = connection or _activity(voice) or _rest(voice)
    if connection is None and voice.open and is_silenced(voice.tracks, session.peer):
        hint = SERVER_MUTED
    return VoiceRow(
        state=state,
        title=title,
        hint=hint,
        mode=voice.mode,
        open=voice.open or voice.opening,
        input_device=voice.input_device,
        output_device=voice.output_device,
        threshold=threshold,
        sounding=voice.spoken is not None or voice.to_say is not None,
    )


def _connection(session: SessionState, next_try: float | None) -> tuple[VoiceStateName, str, str] | None:
    match session.phase:
        case Phase.ONLINE:
            return None
        case Phase.REPAIRING:
            return "reconnecting", VoiceTitle.RECONNECTING, translate("One moment")
        case Phase.WAITING:
            return "reconnecting", VoiceTitle.RECONNECTING, _next_try(next_try)
        case Phase.OFFLINE:
            return "offline", VoiceTitle.OFFLINE, translate("You can keep writing")
        case _:
            return "connecting", VoiceTitle.CONNECTING, translate("One moment")


def _next_try(seconds: float | None) -> str:
    return (
        translate("Trying again soon")
        if seconds is None or seconds <= 0
        else translate("Next try in {seconds} s").format(seconds=math.ceil(seconds))
    )


def _activity(voice: VoiceState) -> tuple[VoiceStateName, str, str] | None:
    if voice.hearing:
        return "hearing", VoiceTitle.HEARING, translate("Keep talking")
    if voice.spoken is not None:
        return (
            "speaking",
            VoiceTitle.SPEAKING,
            translate("Talk to interrupt") if voice.open and voice.mode != "muted" else translate("Press Esc to stop"),
        )
    if voice.tool_name:
        return (
            "tool",
            translate("Using {tool}").format(tool=voice.tool_name),
            translate("Waiting for your permission") if voice.tool_here else translate("One moment"),
        )
    if voice.thinking:
        return "thinking", VoiceTitle.THINKING, translate("One moment")
    if voice.to_say is not None:
        begun = voice.heard_to is not None and voice.heard_to.message_id == voice.to_say.message_id
        title = VoiceTitle.SPEAKING if begun else VoiceTitle.ABOUT_TO_SPEAK
        return "speaking", title, translate("Press Esc to stop")
    return None


def _rest(voice: VoiceState) -> tuple[VoiceStateName, str, str]:
    if voice.deaf:
        return "unavailable", VoiceTitle.UNAVAILABLE, translate("Speech is off")
    if voice.preparing:
        return "preparing", VoiceTitle.PREPARING, voice.preparing
    if voice.tested:
        return "off", VoiceTitle.TESTING, translate("Nothing is sent")
    if voice.opening:
        return "preparing", VoiceTitle.PREPARING, translate("One moment")
    if not voice.open:
        return "off", VoiceTitle.OFF, translate("Press to talk")
    if voice.mode == "muted":
        return "muted", VoiceTitle.MUTED, translate("Press M to unmute")
    if voice.mode == "hold":
        return "listening", VoiceTitle.HOLD, translate("Hold F8 to talk")
    return "listening", VoiceTitle.LISTENING, translate("Start talking")


@dataclass(frozen=True, kw_only=True, slots=True)
class FactRow:
    """One line: what, and how it is."""

    name: str
    value: str


def unused_files(info: str, *, has_images: bool) -> str:
    """Return a sentence where the server's model can do nothing with files, or not with images; else ''.

    `info` is `serverInfo` as it is stored.
    """
    told = _read(info or None).get("model")
    model = told if isinstance(told, dict) else {}
    if model.get("files") is False:
        return translate("The built-in model can neither see images nor read files. They are stored with the message.")
    if has_images and model.get("images") is False:
        return translate("The model {model} can’t see images. It answers without them.").format(
            model=text.plain(model.get("name") or "")[:80]
        )
    return ""


def server_facts(meta: Mapping[str, str]) -> tuple[FactRow, ...]:
    """Format what the server sent of itself (`serverInfo`) and of the session (`sessionStats`), a line each."""
    info, stats = _read(meta.get("serverInfo")), _read(meta.get("sessionStats"))
    found = {**dict(_about_server(info)), **dict(_about_session(stats))}
    return tuple(FactRow(name=name, value=value) for name, value in found.items() if value)


def track_facts(voice: VoiceState, session: SessionState) -> tuple[FactRow, ...]:
    """Format whose sound goes over which track of a LiveKit room, and who is muted there, a line each."""
    own_muted = not voice.open or voice.mode == "muted"
    own = (
        [FactRow(name=translate("Your sound"), value=_track(voice.own_track, muted=own_muted))]
        if voice.own_track
        else []
    )
    others = (
        FactRow(name=_whose(track.identity, session.peer), value=_track(track.sid, muted=track.muted))
        for track in voice.tracks
    )
    return (*own, *others)


def _whose(identity: str, server: str) -> str:
    return (
        translate("Alicia’s sound")
        if identity == server
        else translate("Sound of {person}").format(person=_short(identity))
    )


def _track(sid: str, *, muted: bool) -> str:
    return _joined(
        translate("track {track}").format(track=_short(sid)), translate("muted") if muted else translate("open")
    )


def _short(name: str) -> str:
    return text.isolated(text.one_line(name, MAX_IDENTITY))


def _about_server(info: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    model, connection = get_mapping(info, "model"), get_mapping(info, "connection")
    latency = get_number(connection, "latency")
    yield translate("Model"), _joined(get_text(model, "name"), get_text(model, "provider"))
    yield translate("Connection"), _joined(get_text(connection, "status"), text.duration(latency) if latency else "")
    for key, name in _ENGINES.items():
        engine = get_mapping(connection, key)
        yield name, _joined(get_text(engine, "state"), get_text(engine, "sentence"))
    servers = (_joined(get_text(one, "name"), get_text(one, "status")) for one in get_mappings(info, "mcpServers"))
    yield translate("Tool servers"), ", ".join(one for one in servers if one)


def _about_session(stats: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    counts = ((get_number(stats, key), say) for key, say in _COUNTS.items())
    yield (
        translate("This session"),
        ", ".join(say(int(count)) for count, say in counts if count is not None),
    )
    lasted = get_number(stats, "sessionDuration")
    yield translate("Duration"), text.duration(lasted * 1000) if lasted else ""


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def _read(kept: str | None) -> Mapping[str, Any]:
    try:
        told = decode_json(kept) if kept else None
    except ValueError:
        return NOTHING
    return told if isinstance(told, Mapping) else NOTHING
