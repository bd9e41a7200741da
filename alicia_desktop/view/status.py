"""Show the session's state in words: header, sync line, banner, voice bar, and what the server tells of itself.

See docs/user-guide.md#offline. ServerInfo and SessionStats are kept as they came, and servers put other things into
them: what is not there, or of another kind, has no line.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final
from urllib.parse import urlsplit

from alicia_desktop.base.decoding import decode_json
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
SERVER_MUTED: Final = "Alicia is muted in the room"
TRY_NOW: Final = "Try now"
OPEN_SETTINGS: Final = "Settings"
RETRY_ALL: Final = "Retry all"
DISCARD_ALL: Final = "Discard all"
COMPARE: Final = "Compare"

MAX_IDENTITY: Final = 40
"""Characters that are shown of a participant's name in a room."""

_ENGINES: Final = {
    "languageModel": "Language model",
    "speechToText": "Speech recognition",
    "textToSpeech": "Voice",
    "endOfTurn": "End of a turn",
    "sentenceEncoder": "Search by meaning",
}

_COUNTS: Final[Mapping[str, tuple[str, str]]] = {
    "messageCount": ("message", "messages"),
    "toolCallCount": ("tool call", "tool calls"),
    "memoriesUsed": ("memory used", "memories used"),
}


class VoiceTitle(StrEnum):
    """Titles of the voice bar, all but those with the name of a tool."""

    RECONNECTING = "Reconnecting"
    OFFLINE = "Offline"
    CONNECTING = "Connecting"
    HEARING = "Hearing you"
    SPEAKING = "Speaking"
    ABOUT_TO_SPEAK = "About to speak"
    THINKING = "Thinking"
    PREPARING = "Getting ready"
    UNAVAILABLE = "Writing only"
    TESTING = "Testing sound"
    OFF = "Microphone off"
    MUTED = "Muted"
    HOLD = "Hold to talk"
    LISTENING = "Listening"


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
    return f"On {urlsplit(address).hostname or address}" if address else "On this computer"


def status_row(session: SessionState, around: StatusContext) -> StatusRow:
    """Return header and sync line; what waits for the user stands first."""
    sync, kind = _sync(session, around)
    conflicts = text.plural(around.conflicts, "conflict") if around.conflicts else ""
    states = (around.others, sync) if kind == "ok" else (sync, around.others)  # what has no room is cut from the end
    parts = (conflicts, *states, around.fetching)
    sync = " · ".join(part for part in parts if part)
    detail = _private(session) if around.private else _detail(kind)
    return StatusRow(place=place_name(around.server_address), detail=detail, sync=sync, sync_kind=kind)


def _detail(kind: SyncKind) -> str:
    return "Everything can still be read" if kind == "offline" else "Memory on"


def _private(session: SessionState) -> str:
    """A server of the deployed profile knows no private conversations, and nothing keeps it from remembering."""
    if session.profile == "deployed":
        return "Private on this computer; this server may remember it"
    return "Private: nothing is remembered"


def _sync(session: SessionState, around: StatusContext) -> tuple[str, SyncKind]:
    since = f" since {text.clock_time(around.offline_since)}" if around.offline_since else ""
    match session.phase:
        case Phase.ONLINE if around.waiting:
            return f"{around.waiting} waiting", "waiting"
        case Phase.ONLINE:
            return f"Synced {around.synced}" if around.synced else "Connected", "ok"
        case Phase.REQUESTING | Phase.JOINING | Phase.HANDSHAKE | Phase.REPAIRING:
            return "Connecting" if session.attempt == 0 else "Reconnecting", "busy"
        case Phase.WAITING | Phase.OFFLINE if around.waiting:
            return f"{around.waiting} waiting", "offline"
        case Phase.WAITING | Phase.OFFLINE:
            return f"Offline{since}", "offline"


def banner_row(session: SessionState, around: StatusContext) -> BannerRow | None:
    """Return the one banner of the state, or none."""
    if around.failed:
        return BannerRow(kind="error", text=f"{around.failed} not sent", action=RETRY_ALL, second=DISCARD_ALL)
    if session.phase is Phase.OFFLINE and session.sentence:
        action = OPEN_SETTINGS if session.code == "token_refused" else TRY_NOW
        return BannerRow(kind="error", text=session.sentence, action=action, page="server")
    if session.phase is Phase.WAITING or (session.phase in _BUSY and session.attempt > 0):
        return BannerRow(kind="warn", text=_offline(around.waiting, session.sentence, session.code), action=TRY_NOW)
    if around.conflicts:
        waits = text.plural(around.conflicts, "conflict")
        return BannerRow(
            kind="warn", text=f"{waits} with the server to resolve", action=COMPARE, icon="arrows-left-right"
        )
    if around.sound_problem:
        return BannerRow(kind="warn", text=around.sound_problem, action=OPEN_SETTINGS, icon="warning", page="sound")
    return None


def _offline(waiting: int, reason: str, code: str) -> str:
    if waiting and code not in DISK_CODES and code != ROOM_IN_USE:
        return f"Offline — {text.plural(waiting, 'message')} will be sent when the connection returns"
    return f"Offline — {reason}" if reason else "Offline — you can keep reading and writing"


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
        open=voice.open,
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
            return "reconnecting", VoiceTitle.RECONNECTING, "One moment"
        case Phase.WAITING:
            return "reconnecting", VoiceTitle.RECONNECTING, _next_try(next_try)
        case Phase.OFFLINE:
            return "offline", VoiceTitle.OFFLINE, "You can keep writing"
        case _:
            return "connecting", VoiceTitle.CONNECTING, "One moment"


def _next_try(seconds: float | None) -> str:
    return "Trying again soon" if seconds is None or seconds <= 0 else f"Next try in {math.ceil(seconds)} s"


def _activity(voice: VoiceState) -> tuple[VoiceStateName, str, str] | None:
    if voice.hearing:
        return "hearing", VoiceTitle.HEARING, "Keep talking"
    if voice.spoken is not None:
        return (
            "speaking",
            VoiceTitle.SPEAKING,
            "Talk to interrupt" if voice.open and voice.mode != "muted" else "Press Esc to stop",
        )
    if voice.tool_name:
        return "tool", f"Using {voice.tool_name}", "Waiting for your permission" if voice.tool_here else "One moment"
    if voice.thinking:
        return "thinking", VoiceTitle.THINKING, "One moment"
    if voice.to_say is not None:
        begun = voice.heard_to is not None and voice.heard_to.message_id == voice.to_say.message_id
        title = VoiceTitle.SPEAKING if begun else VoiceTitle.ABOUT_TO_SPEAK
        return "speaking", title, "Press Esc to stop"
    return None


def _rest(voice: VoiceState) -> tuple[VoiceStateName, str, str]:
    if voice.deaf:
        return "unavailable", VoiceTitle.UNAVAILABLE, "Speech is off"
    if voice.preparing:
        return "preparing", VoiceTitle.PREPARING, voice.preparing
    if voice.tested:
        return "off", VoiceTitle.TESTING, "Nothing is sent"
    if not voice.open:
        return "off", VoiceTitle.OFF, "Press to talk"
    if voice.mode == "muted":
        return "muted", VoiceTitle.MUTED, "Press M to unmute"
    if voice.mode == "hold":
        return "listening", VoiceTitle.HOLD, "Hold F8 to talk"
    return "listening", VoiceTitle.LISTENING, "Start talking"


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
        return "The built-in model can neither see images nor read files. They are stored with the message."
    if has_images and model.get("images") is False:
        return f"The model {text.plain(model.get('name') or '')[:80]} can’t see images. It answers without them."
    return ""


def server_facts(meta: Mapping[str, str]) -> tuple[FactRow, ...]:
    """Format what the server sent of itself (`serverInfo`) and of the session (`sessionStats`), a line each."""
    info, stats = _read(meta.get("serverInfo")), _read(meta.get("sessionStats"))
    found = {**dict(_about_server(info)), **dict(_about_session(stats))}
    return tuple(FactRow(name=name, value=value) for name, value in found.items() if value)


def track_facts(voice: VoiceState, session: SessionState) -> tuple[FactRow, ...]:
    """Format whose sound goes over which track of a LiveKit room, and who is muted there, a line each."""
    own_muted = not voice.open or voice.mode == "muted"
    own = [FactRow(name="Your sound", value=_track(voice.own_track, muted=own_muted))] if voice.own_track else []
    others = (
        FactRow(name=_whose(track.identity, session.peer), value=_track(track.sid, muted=track.muted))
        for track in voice.tracks
    )
    return (*own, *others)


def _whose(identity: str, server: str) -> str:
    return "Alicia’s sound" if identity == server else f"Sound of {_short(identity)}"


def _track(sid: str, *, muted: bool) -> str:
    return _joined(f"track {_short(sid)}", "muted" if muted else "open")


def _short(name: str) -> str:
    return text.isolated(text.one_line(name, MAX_IDENTITY))


def _about_server(info: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    model, connection = get_mapping(info, "model"), get_mapping(info, "connection")
    latency = get_number(connection, "latency")
    yield "Model", _joined(get_text(model, "name"), get_text(model, "provider"))
    yield "Connection", _joined(get_text(connection, "status"), f"{latency:.0f} ms" if latency else "")
    for key, name in _ENGINES.items():
        engine = get_mapping(connection, key)
        yield name, _joined(get_text(engine, "state"), get_text(engine, "sentence"))
    servers = (_joined(get_text(one, "name"), get_text(one, "status")) for one in get_mappings(info, "mcpServers"))
    yield "Tool servers", ", ".join(one for one in servers if one)


def _about_session(stats: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    counts = ((get_number(stats, key), forms) for key, forms in _COUNTS.items())
    yield "This session", ", ".join(text.plural(int(count), *forms) for count, forms in counts if count is not None)
    lasted = get_number(stats, "sessionDuration")
    yield "Duration", text.duration(lasted * 1000) if lasted else ""


def _joined(*parts: str) -> str:
    return " · ".join(part for part in parts if part)


def _read(kept: str | None) -> Mapping[str, Any]:
    try:
        told = decode_json(kept) if kept else None
    except ValueError:
        return NOTHING
    return told if isinstance(told, Mapping) else NOTHING
