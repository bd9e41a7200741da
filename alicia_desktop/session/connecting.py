"""Getting a room and losing it: the pauses between tries, and what a refusal means (docs/protocol.md#resume)."""

from typing import Final

from msgspec.structs import replace

from alicia_desktop.session import commands, events
from alicia_desktop.session.commands import Command
from alicia_desktop.session.state import Phase, SessionState

BACK_OFF_FIRST: Final = 0.5
BACK_OFF_MOST: Final = 30.0

Step = tuple[SessionState, tuple[Command, ...]]


def back_off(attempt: int) -> float:
    """Return the pause before try `attempt` (from 1), in seconds, before jitter: 0.5 s doubling to 30 s."""
    return min(BACK_OFF_MOST, BACK_OFF_FIRST * 2.0 ** min(attempt - 1, 10))


def go_online(state: SessionState) -> Step:
    """The person wants to be connected: begin, or do not wait any longer."""
    if state.wanted and state.phase not in {Phase.OFFLINE, Phase.WAITING}:
        return state, ()
    return request(replace(state, wanted=True, attempt=0, refreshed=False))


def request(state: SessionState) -> Step:
    """Ask for a room and a fresh token."""
    asked = replace(state, phase=Phase.REQUESTING, retry_in=None, handshakes=0, resends=0, looks=0, peer="")
    return asked, (commands.StopTimer(timer="back_off"), commands.RequestRoom())


def go_offline(state: SessionState) -> Step:
    """End the session."""
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
    """The disk did not take the new id: pause, then ask for the room again."""
    kept = replace(state, conversation_id=event.conversation_id)
    if not state.wanted or state.phase is not Phase.JOINING:
        return kept, ()
    return fail(kept, sentence=event.sentence, code=event.code, retry=True)


def fail(state: SessionState, *, sentence: str, code: str, retry: bool) -> Step:
    """Pause and try again; a refused token gets one fresh one at once, and then waits for the person."""
    failed = replace(state, sentence=sentence, code=code, peer="", handshakes=0)
    stops = (commands.StopTimer(timer="handshake"), commands.StopTimer(timer="acknowledgement"))
    if not state.wanted:
        return replace(failed, phase=Phase.OFFLINE), stops
    if code == "token_refused" and not state.refreshed:
        asked, follow = request(replace(failed, refreshed=True))
        return asked, (*stops, *follow)
    if not retry or code == "token_refused":
        return replace(failed, phase=Phase.OFFLINE, wanted=False, retry_in=None), stops
    attempt = state.attempt + 1
    pause = back_off(attempt)
    waiting = replace(failed, phase=Phase.WAITING, attempt=attempt, retry_in=pause)
    return waiting, (*stops, commands.StartTimer(timer="back_off", seconds=pause))
