"""Connects to a room and shakes hands with the assistant in it: the token, Configuration, its reply, and back-off.

Pure, as the whole machine. Rooms are lost and tried for again after 0.5 s doubling to 30 s (docs/protocol.md#resume);
what the reply to Configuration gives away about the server decides what follows (docs/protocol.md#handshake).
"""

from typing import Final

from msgspec.structs import replace

from alicia_desktop.base.translation import translate
from alicia_desktop.protocol import client_tools, deployed
from alicia_desktop.protocol.attachments import FEATURE as ATTACHMENTS
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.extensions import FORGETTING, INTERRUPTIONS
from alicia_desktop.protocol.messages import Configuration
from alicia_desktop.session import commands, events
from alicia_desktop.session.commands import Command
from alicia_desktop.session.state import Phase, SessionState

FIRST_BACK_OFF_SECONDS: Final = 0.5
MAX_BACK_OFF_SECONDS: Final = 30.0

Step = tuple[SessionState, tuple[Command, ...]]


def back_off(attempt: int) -> float:
    """Return the pause before try `attempt` (from 1), in seconds, before jitter: 0.5 s doubling to 30 s."""
    return min(MAX_BACK_OFF_SECONDS, FIRST_BACK_OFF_SECONDS * 2.0 ** min(attempt - 1, 10))


def go_online(state: SessionState) -> Step:
    """Begin to connect, or end the pause before the next try."""
    if state.wanted and state.phase not in {Phase.OFFLINE, Phase.WAITING}:
        return state, ()
    return request_room(replace(state, wanted=True, attempt=0, token_refreshed=False))


def request_room(state: SessionState) -> Step:
    """Request a room and a fresh token."""
    asked = replace(state, phase=Phase.REQUESTING, retry_in=None, handshakes=0, resends=0, looks=0, peer="")
    return asked, (commands.StopTimer(timer="back_off"), commands.RequestRoom())


def go_offline(state: SessionState) -> Step:
    """End the session: stop all timers and leave the room."""
    left = replace(state, wanted=False, phase=Phase.OFFLINE, retry_in=None, peer="", sentence="", code="")
    timers: tuple[events.Timer, ...] = ("back_off", "handshake", "acknowledgement", "answer", "gap")
    stops = tuple(commands.StopTimer(timer=timer) for timer in timers)
    return left, (*stops, commands.LeaveRoom())


def on_room(state: SessionState, event: events.RoomGranted | events.RoomRefused | events.AdoptionRefused) -> Step:
    """Join the room that the server gave, or pause."""
    if isinstance(event, events.AdoptionRefused):
        return _on_adoption_refused(state, event)
    if not state.wanted or state.phase is not Phase.REQUESTING:
        return state, ()
    if isinstance(event, events.RoomRefused):
        return fail(state, sentence=event.sentence, code=event.code, retry=event.retry)
    joining = replace(state, phase=Phase.JOINING, conversation_id=event.conversation_id)
    adopt: tuple[Command, ...] = ()
    if event.conversation_id != state.conversation_id:
        adopt = (commands.AdoptConversation(conversation_id=event.conversation_id),)
    return joining, (*adopt, commands.JoinRoom(address=event.address))


def _on_adoption_refused(state: SessionState, event: events.AdoptionRefused) -> Step:
    """Pause and request the room again: the disk did not take the new id."""
    kept = replace(state, conversation_id=event.conversation_id)
    if not state.wanted or state.phase is not Phase.JOINING:
        return kept, ()
    return fail(kept, sentence=event.sentence, code=event.code, retry=True)


def fail(state: SessionState, *, sentence: str, code: str, retry: bool) -> Step:
    """Pause and try again; a refused token gets one fresh one at once, and then waits for the user."""
    failed = replace(state, sentence=sentence, code=code, peer="", handshakes=0)
    stops = (commands.StopTimer(timer="handshake"), commands.StopTimer(timer="acknowledgement"))
    if not state.wanted:
        return replace(failed, phase=Phase.OFFLINE), stops
    if code == "token_refused" and not state.token_refreshed:
        asked, follow = request_room(replace(failed, token_refreshed=True))
        return asked, (*stops, *follow)
    if not retry or code == "token_refused":
        return replace(failed, phase=Phase.OFFLINE, wanted=False, retry_in=None), stops
    attempt = state.attempt + 1
    pause = back_off(attempt)
    waiting = replace(failed, phase=Phase.WAITING, attempt=attempt, retry_in=pause)
    return waiting, (*stops, commands.StartTimer(timer="back_off", seconds=pause))


FEATURES: Final = (
    "streaming",
    "partial_responses",
    "audio_output",
    "reasoning_steps",
    "tool_use",
    "byte_streams",
    "memory_traces",
    "server_info",
    "session_stats",
    FORGETTING,
    INTERRUPTIONS,
    ATTACHMENTS,
)
"""What we read (docs/protocol.md#features)."""
HANDSHAKE_SECONDS: Final = 10.0
HANDSHAKE_TRIES: Final = 3
AGENT_SECONDS: Final = 20.0
"""A deployed agent takes 2 to 12 s to come."""
ACKNOWLEDGEMENT_SECONDS: Final = 8.0
GAP_SECONDS: Final = 2.0
"""How late a stanza may be that others have overtaken."""
GAP_TRIES: Final = 3
"""How often the server is asked for the same missing stanzas: it may never have sent them."""
ANSWER_SECONDS: Final = 30.0


def configure(state: SessionState) -> Step:
    """Send Configuration, the first stanza in a room and the way to resume (docs/protocol.md#handshake)."""
    is_deployed = state.profile == "deployed"
    asked_from = -state.sequence.last if is_deployed else state.sequence.contiguous
    body = _configuration(state, asked_from)
    asked = replace(
        state, phase=Phase.HANDSHAKE, handshakes=state.handshakes + 1, asked_from=asked_from, has_malformed=False
    )
    wait = commands.StartTimer(timer="handshake", seconds=HANDSHAKE_SECONDS)
    queued: tuple[Command, ...] = (commands.RequeueSent(),) if is_deployed else ()
    return asked, (*queued, commands.SendUnacknowledged(body=body), wait)


def _configuration(state: SessionState, asked_from: int) -> Configuration:
    return Configuration(
        conversation_id=state.conversation_id,
        last_sequence_seen=asked_from,
        client_version=state.client_version,
        preferred_language=state.preferred_language,
        device="desktop",
        features=(*FEATURES, client_tools.FEATURE) if state.tools else FEATURES,
    )


def on_tools_announced(state: SessionState, event: events.ToolsAnnounced) -> Step:
    """Announce the tools of MCP servers, now if online, else once it is."""
    announced = replace(state, announcement=event.meta)
    if state.phase is not Phase.ONLINE or event.meta == state.announcement:
        return announced, ()
    return announced, _announce(announced)


def _announce(state: SessionState) -> tuple[Command, ...]:
    """Send the announcement with a Configuration of its own.

    The one of the handshake is sent before anybody knows whether the server reads long stanzas, or any of this.
    """
    if not state.tools or state.profile != "canonical":
        return ()
    body = _configuration(state, state.sequence.contiguous)
    return (commands.SendUnacknowledged(body=body, meta=state.announcement),)


def on_configuration(state: SessionState) -> Step:
    """Come online on the reply that the protocol asks for."""
    if state.phase is not Phase.HANDSHAKE:
        return state, ()
    if state.profile == "canonical":
        return _come_online(state)
    online, follow = _come_online(replace(state, profile="canonical"))
    return online, (commands.RememberProfile(profile="canonical"), *follow)


def reveals_deployed_profile(state: SessionState, stanza: Stanza) -> bool:
    """Return whether a stanza is the reply that only a deployed server gives; later ones are replayed.

    One that was canonical before may acknowledge first what it got on the last connection.
    """
    if state.phase is not Phase.HANDSHAKE or not state.handshakes:
        return False
    if state.profile == "canonical":
        return deployed.is_sure_mark(stanza, asked_from=state.asked_from)
    return deployed.is_mark(stanza)


def on_deployed_profile(state: SessionState) -> Step:
    """Resume with the sign that a deployed server understands, and fetch its history, which alone is complete."""
    met = replace(state, profile="deployed", handshakes=0)
    follow: tuple[Command, ...] = (
        commands.StopTimer(timer="handshake"),
        commands.RequeueSent(),
        commands.FetchHistory(),
    )
    if state.asked_from > 0:
        met, follow = configure(met)
    if state.profile != "deployed":
        follow = (commands.RememberProfile(profile="deployed"), *follow)
    return met, follow


def on_history_merged(state: SessionState) -> Step:
    """Deliver what the merged history lacks, and wait for the rest of the open answer."""
    if state.phase is Phase.HANDSHAKE and state.profile != "canonical":
        return _come_online(state)
    if state.phase is not Phase.ONLINE:
        return state, ()
    follow: list[Command] = [commands.DeliverOutbox(resend=False)]
    if state.answer_id is not None:
        silence = deployed.SILENCE_SECONDS if state.profile == "deployed" else ANSWER_SECONDS
        follow.append(commands.StartTimer(timer="answer", seconds=silence))
    return state, tuple(follow)


def on_history_failed(state: SessionState, event: events.HistoryFailed) -> Step:
    """Try again later for the history: without it nobody knows what arrived, so nothing is sent."""
    if state.phase is Phase.ONLINE:
        asked, sent = on_history_merged(replace(state, gaps=GAP_TRIES))
        return asked, (*sent, commands.StartTimer(timer="gap", seconds=GAP_SECONDS))
    if state.phase is not Phase.HANDSHAKE or state.profile == "canonical":
        return state, ()
    failed, follow = fail(state, sentence=event.sentence, code=event.code, retry=True)
    return failed, (commands.LeaveRoom(), *follow)


def _come_online(state: SessionState) -> Step:
    online = replace(
        state,
        phase=Phase.ONLINE,
        attempt=0,
        handshakes=0,
        token_refreshed=False,
        sentence="",
        code="",
        retry_in=None,
        heard=False,
        resumed=state.answer_id is not None,
    )
    announce = _announce(online) if state.announcement else ()
    follow: list[Command] = [commands.StopTimer(timer="handshake"), *announce, commands.DeliverOutbox(resend=True)]
    if state.answer_id is not None or (state.asked and not state.waiting):
        follow.append(commands.StartTimer(timer="answer", seconds=ANSWER_SECONDS))
    if state.waiting:
        follow.append(commands.StartTimer(timer="acknowledgement", seconds=ACKNOWLEDGEMENT_SECONDS))
    if state.history_due:
        follow.append(commands.FetchHistory())
    is_missing = state.profile == "canonical" and state.sequence.contiguous < state.sequence.last
    if is_missing:  # it was asked for: it follows the reply, or never comes
        follow.append(commands.StartTimer(timer="gap", seconds=GAP_SECONDS))
    return online, tuple(follow)


def on_handshake_timeout(state: SessionState) -> Step:
    """Send Configuration again, and connect anew after the last try."""
    if state.phase is Phase.HANDSHAKE and state.handshakes < HANDSHAKE_TRIES:
        return configure(state)
    if state.phase not in {Phase.HANDSHAKE, Phase.JOINING}:
        return state, ()
    sentence = translate("The server's room is there, but the assistant does not answer. Trying again.")
    failed, follow = fail(state, sentence=sentence, code="no_answer", retry=True)
    return failed, (commands.LeaveRoom(), *follow)
