"""The session as a pure function: `step(state, event)` answers with the next state and with what is to be done.

No await, no clock, no randomness in here (DESIGN.md §4.1): time comes as `TimerElapsed`, and the jitter of a pause is
the driver's. The rules are those of PROTOCOL.md §4 and §5; each handler below is one row of that table.
"""

from typing import Final

from msgspec.structs import replace

from alicia_desktop.protocol.envelope import Inbound, Malformed, Stanza
from alicia_desktop.protocol.messages import (
    Acknowledgement,
    AssistantMessage,
    AssistantSentence,
    Configuration,
    ErrorMessage,
    StartAnswer,
)
from alicia_desktop.session import commands, events
from alicia_desktop.session.commands import Command
from alicia_desktop.session.events import Event
from alicia_desktop.session.state import Phase, SessionState

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
)
"""What we read beyond the least (PROTOCOL.md §4.2)."""
HANDSHAKE_SECONDS: Final = 10.0
HANDSHAKE_TRIES: Final = 3
ACKNOWLEDGEMENT_SECONDS: Final = 8.0
RESENDS: Final = 2
ANSWER_SECONDS: Final = 30.0
ACKNOWLEDGE_EVERY: Final = 10
BACK_OFF_FIRST: Final = 0.5
BACK_OFF_MOST: Final = 30.0

_ANSWER_CAME: Final = commands.StopTimer(timer="answer")

Step = tuple[SessionState, tuple[Command, ...]]


def back_off(attempt: int) -> float:
    """Return the pause before try `attempt` (from 1), in seconds, before jitter: 0.5 s doubling to 30 s."""
    return min(BACK_OFF_MOST, BACK_OFF_FIRST * 2.0 ** min(attempt - 1, 10))


def step(state: SessionState, event: Event) -> Step:
    """Return what the session becomes after `event`, and the commands that follow from it, in order."""
    match event:
        case events.StanzaRecorded():  # by far the most frequent, so asked for first
            return _on_stanza(state, event.inbound, duplicate=event.duplicate)
        case events.OnlineRequested():
            return _go_online(state)
        case events.OfflineRequested():
            return _go_offline(state)
        case events.RoomGranted() | events.RoomRefused():
            return _on_room(state, event)
        case events.LinkUp() | events.LinkRepairing() | events.LinkDown():
            return _on_link(state, event)
        case events.PeerCame() | events.PeerWent():
            return _on_peer(state, event)
        case events.OutboxFilled():
            return _on_outbox_filled(state)
        case events.OutboxEmptied():
            return replace(state, waiting=False, resends=0), (commands.StopTimer(timer="acknowledgement"),)
        case events.AnswerFoundOpen():
            return replace(state, answer_id=event.answer_id), ()
        case events.TimerElapsed():
            return _on_timer(state, event.timer)


def _go_online(state: SessionState) -> Step:
    if state.wanted and state.phase not in {Phase.OFFLINE, Phase.WAITING}:
        return state, ()
    return _request(replace(state, wanted=True, attempt=0, refreshed=False))


def _request(state: SessionState) -> Step:
    asked = replace(state, phase=Phase.REQUESTING, retry_in=None, handshakes=0, resends=0, peer="")
    return asked, (commands.StopTimer(timer="back_off"), commands.RequestRoom())


def _go_offline(state: SessionState) -> Step:
    left = replace(state, wanted=False, phase=Phase.OFFLINE, retry_in=None, peer="", sentence="", code="")
    timers: tuple[events.Timer, ...] = ("back_off", "handshake", "acknowledgement", "answer")
    stops = tuple(commands.StopTimer(timer=timer) for timer in timers)
    return left, (*stops, commands.LeaveRoom())


def _on_room(state: SessionState, event: events.RoomGranted | events.RoomRefused) -> Step:
    if not state.wanted or state.phase is not Phase.REQUESTING:
        return state, ()
    if isinstance(event, events.RoomRefused):
        return _fail(state, sentence=event.sentence, code=event.code, retry=event.retry)
    joining = replace(state, phase=Phase.JOINING, conversation_id=event.conversation_id)
    adopt: tuple[Command, ...] = ()
    if event.conversation_id != state.conversation_id:
        adopt = (commands.AdoptConversation(conversation_id=event.conversation_id),)
    return joining, (*adopt, commands.JoinRoom(address=event.address))


def _fail(state: SessionState, *, sentence: str, code: str, retry: bool) -> Step:
    """Pause and try again; a refused token gets one fresh one at once, and then waits for the person."""
    failed = replace(state, sentence=sentence, code=code, peer="", handshakes=0)
    stops = (commands.StopTimer(timer="handshake"), commands.StopTimer(timer="acknowledgement"))
    if not state.wanted:
        return replace(failed, phase=Phase.OFFLINE), stops
    if code == "token_refused" and not state.refreshed:
        asked, follow = _request(replace(failed, refreshed=True))
        return asked, (*stops, *follow)
    if not retry or code == "token_refused":
        return replace(failed, phase=Phase.OFFLINE, wanted=False, retry_in=None), stops
    attempt = state.attempt + 1
    pause = back_off(attempt)
    waiting = replace(failed, phase=Phase.WAITING, attempt=attempt, retry_in=pause)
    return waiting, (*stops, commands.StartTimer(timer="back_off", seconds=pause))


def _on_link(state: SessionState, event: events.LinkUp | events.LinkRepairing | events.LinkDown) -> Step:
    if not state.wanted or state.phase in {Phase.OFFLINE, Phase.REQUESTING, Phase.WAITING}:
        return state, ()
    if isinstance(event, events.LinkDown):
        failed, follow = _fail(state, sentence=event.sentence, code=event.code, retry=event.retry)
        return failed, (commands.LeaveRoom(), *follow)
    if isinstance(event, events.LinkRepairing):
        repairing = replace(state, phase=Phase.REPAIRING)
        return repairing, (commands.StopTimer(timer="handshake"), commands.StopTimer(timer="acknowledgement"))
    if state.peer:
        return _configure(replace(state, handshakes=0))
    waiting = commands.StartTimer(timer="handshake", seconds=HANDSHAKE_SECONDS)
    return replace(state, phase=Phase.JOINING, handshakes=0), (waiting,)


def _on_peer(state: SessionState, event: events.PeerCame | events.PeerWent) -> Step:
    if isinstance(event, events.PeerWent):
        if event.identity != state.peer:
            return state, ()
        alone = replace(state, peer="")
        if state.phase in {Phase.ONLINE, Phase.HANDSHAKE}:
            wait = commands.StartTimer(timer="handshake", seconds=HANDSHAKE_SECONDS)
            return replace(alone, phase=Phase.JOINING, handshakes=0), (wait,)
        return alone, ()
    met = replace(state, peer=event.identity)
    if state.phase in {Phase.JOINING, Phase.HANDSHAKE, Phase.ONLINE}:
        return _configure(replace(met, handshakes=0))
    return met, ()


def _configure(state: SessionState) -> Step:
    """Send Configuration: the first thing in a room, and the way to resume (PROTOCOL.md §4.2)."""
    body = Configuration(
        conversation_id=state.conversation_id,
        last_sequence_seen=state.last_seen,
        client_version=state.client_version,
        preferred_language=state.preferred_language,
        device="desktop",
        features=FEATURES,
    )
    asked = replace(state, phase=Phase.HANDSHAKE, handshakes=state.handshakes + 1)
    wait = commands.StartTimer(timer="handshake", seconds=HANDSHAKE_SECONDS)
    return asked, (commands.Transmit(body=body), wait)


def _on_stanza(state: SessionState, inbound: Inbound, *, duplicate: bool) -> Step:
    if not isinstance(inbound, Malformed) and inbound.stanza_id < 0:
        state = replace(state, last_seen=_last_seen(state.last_seen, inbound))
    if duplicate or not isinstance(inbound, Stanza):
        return state, ()
    match inbound.body:
        case Configuration():
            return _on_configuration(state)
        case StartAnswer() as start:
            return replace(state, answer_id=start.id, unacknowledged=0), (_ANSWER_CAME,)
        case AssistantSentence() as sentence:
            return _on_sentence(state, final=bool(sentence.is_final))
        case AssistantMessage():
            return _acknowledge(replace(state, answer_id=None))
        case ErrorMessage() as error:
            return _on_error(state, error)
        case _:
            return state, ()


def _last_seen(seen: int, inbound: Inbound) -> int:
    """Follow the server's counter; a Configuration's small number after a large one is a new epoch (PROTOCOL.md §3)."""
    number = -(inbound.stanza_id or 0)
    handshake = isinstance(inbound, Stanza) and isinstance(inbound.body, Configuration)
    return number if handshake and number < seen else max(seen, number)


def _on_configuration(state: SessionState) -> Step:
    if state.phase is not Phase.HANDSHAKE:
        return state, ()
    online = replace(
        state, phase=Phase.ONLINE, attempt=0, handshakes=0, refreshed=False, sentence="", code="", retry_in=None
    )
    follow: list[Command] = [commands.StopTimer(timer="handshake"), commands.DeliverOutbox(resend=True)]
    if state.answer_id is not None:
        follow.append(commands.StartTimer(timer="answer", seconds=ANSWER_SECONDS))
    if state.waiting:
        follow.append(commands.StartTimer(timer="acknowledgement", seconds=ACKNOWLEDGEMENT_SECONDS))
    return online, tuple(follow)


def _on_sentence(state: SessionState, *, final: bool) -> Step:
    if final:
        return _acknowledge(replace(state, answer_id=None))
    if state.unacknowledged + 1 >= ACKNOWLEDGE_EVERY:
        return _acknowledge(state)
    return replace(state, unacknowledged=state.unacknowledged + 1), (_ANSWER_CAME,)


def _acknowledge(state: SessionState) -> Step:
    """Tell the server how far we are: at the end of an answer and every tenth stanza of it (PROTOCOL.md §5)."""
    if state.phase is not Phase.ONLINE:
        return replace(state, unacknowledged=0), (_ANSWER_CAME,)
    body = Acknowledgement(
        conversation_id=state.conversation_id,
        acknowledged_stanza_id=-state.last_seen,
        last_seen_stanza_id=-state.last_seen,
    )
    return replace(state, unacknowledged=0), (_ANSWER_CAME, commands.Transmit(body=body))


def _on_error(state: SessionState, error: ErrorMessage) -> Step:
    if error.recoverable:
        return state, ()
    if error.code == 201:  # the conversation is not there: the only error that ends the session (PROTOCOL.md §7)
        failed, follow = _fail(state, sentence=error.message, code="conversation_not_found", retry=False)
        return failed, (commands.LeaveRoom(), *follow)
    if state.answer_id is None:
        return state, ()
    answer = state.answer_id
    ended = replace(state, answer_id=None)
    return ended, (_ANSWER_CAME, commands.MarkIncomplete(answer_id=answer))


def _on_outbox_filled(state: SessionState) -> Step:
    filled = replace(state, waiting=True)
    if state.phase is not Phase.ONLINE:
        return filled, ()
    wait = commands.StartTimer(timer="acknowledgement", seconds=ACKNOWLEDGEMENT_SECONDS)
    return filled, (commands.DeliverOutbox(resend=False), wait)


def _on_timer(state: SessionState, timer: events.Timer) -> Step:
    if timer == "back_off":
        return _request(state) if state.wanted and state.phase is Phase.WAITING else (state, ())
    if timer == "handshake":
        return _on_handshake_late(state)
    if timer == "acknowledgement":
        return _on_acknowledgement_late(state)
    return _on_answer_late(state)


def _on_handshake_late(state: SessionState) -> Step:
    if state.phase is Phase.HANDSHAKE and state.handshakes < HANDSHAKE_TRIES:
        return _configure(state)
    if state.phase not in {Phase.HANDSHAKE, Phase.JOINING}:
        return state, ()
    sentence = "The server's room is there, but the assistant does not answer. Trying again."
    failed, follow = _fail(state, sentence=sentence, code="no_answer", retry=True)
    return failed, (commands.LeaveRoom(), *follow)


def _on_acknowledgement_late(state: SessionState) -> Step:
    """Something was sent and not acknowledged: resume on the same connection twice, then connect anew."""
    if state.phase is not Phase.ONLINE or not state.waiting:
        return state, ()
    if state.resends < RESENDS:
        return _configure(replace(state, resends=state.resends + 1, handshakes=0))
    sentence = "The server does not confirm what was sent. Connecting again."
    failed, follow = _fail(state, sentence=sentence, code="not_acknowledged", retry=True)
    return failed, (commands.LeaveRoom(), *follow)


def _on_answer_late(state: SessionState) -> Step:
    if state.answer_id is None or state.phase is not Phase.ONLINE:
        return state, ()
    return replace(state, answer_id=None), (commands.MarkIncomplete(answer_id=state.answer_id),)
