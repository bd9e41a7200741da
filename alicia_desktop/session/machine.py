"""The session as a pure function: `step(state, event)` returns the next state and the commands that follow.

    state = SessionState(conversation_id="ac_1", client_version="1.0")
    state, todo = step(state, OnlineRequested())         # (RequestRoom(), …)
    state, todo = step(state, RoomGranted(conversation_id="ac_1", address=address))   # (JoinRoom(address),)
    state, todo = step(state, LinkConnected())
    state, todo = step(state, AssistantJoined(identity="alicia-agent-1"))   # Configuration goes out, a timer starts
    state, todo = step(state, StanzaRecorded(inbound=reply))             # online: (…, DeliverOutbox(resend=True))
    state, todo = step(state, OutboxFilled(stanza_id=7, question="am_1"))   # (DeliverOutbox(resend=False), …)
    state, todo = step(state, TimerElapsed(timer="acknowledgement"))        # no acknowledgement: resume
    assert state.phase is Phase.HANDSHAKE

No await, no clock, no randomness in here (docs/architecture.md#rules): time comes as `TimerElapsed`, and the jitter of
a pause is the driver's. The rules are those of docs/protocol.md#handshake and below it; each handler below is one row
of that table.
"""

from typing import Final

from msgspec.structs import replace

from alicia_desktop.base.translation import translate
from alicia_desktop.session import commands, events
from alicia_desktop.session.connection import (
    ACKNOWLEDGEMENT_SECONDS,
    AGENT_SECONDS,
    ANSWER_SECONDS,
    HANDSHAKE_SECONDS,
    Step,
    configure,
    fail,
    go_offline,
    go_online,
    on_handshake_timeout,
    on_history_failed,
    on_history_merged,
    on_room,
    on_tools_announced,
    request_room,
)
from alicia_desktop.session.events import Event
from alicia_desktop.session.inbound_rules import on_answer_timeout, on_gap_timeout, on_stanza
from alicia_desktop.session.state import Phase, SessionState

RESENDS: Final = 2


def step(state: SessionState, event: Event) -> Step:
    """Return what the session becomes after `event`, and the commands that follow from it, in order."""
    after, follow = _step(state, event)
    if follow and any(isinstance(command, commands.FetchHistory) for command in follow):
        after = replace(after, history_due=True)
    return after, follow


def _step(state: SessionState, event: Event) -> Step:
    match event:
        case events.StanzaRecorded():  # by far the most frequent, so asked for first
            return on_stanza(state, event.inbound, duplicate=event.duplicate, is_foreign=event.is_foreign)
        case events.OnlineRequested():
            return go_online(state)
        case events.OfflineRequested():
            return go_offline(state)
        case events.RoomGranted() | events.RoomRefused() | events.AdoptionRefused():
            return on_room(state, event)
        case events.LinkConnected() | events.LinkInterrupted() | events.LinkLost():
            return _on_link(state, event)
        case events.AssistantJoined() | events.AssistantLeft():
            return _on_peer(state, event)
        case events.OutboxFilled() | events.QuestionWithdrawn() | events.OutboxEmptied():
            return _on_outbox(state, event)
        case events.ToolsAnnounced():
            return on_tools_announced(state, event)
        case events.HistoryMerged() | events.HistoryFailed():
            return _on_history(state, event)
        case events.TimerElapsed():
            return _on_timer(state, event.timer)


def _on_history(state: SessionState, event: events.HistoryMerged | events.HistoryFailed) -> Step:
    if isinstance(event, events.HistoryFailed):
        return on_history_failed(replace(state, history_due=True), event)
    settled = replace(state, history_due=False, waiting=event.waiting, asked=event.asked)
    return on_history_merged(replace(settled, open_answers=event.open_answers))


def _on_link(state: SessionState, event: events.LinkConnected | events.LinkInterrupted | events.LinkLost) -> Step:
    if not state.wanted or state.phase in {Phase.OFFLINE, Phase.REQUESTING, Phase.WAITING}:
        return state, ()
    if isinstance(event, events.LinkLost):
        failed, follow = fail(state, sentence=event.sentence, code=event.code, retry=event.retry)
        return failed, (commands.LeaveRoom(), *follow)
    if isinstance(event, events.LinkInterrupted):
        repairing = replace(state, phase=Phase.REPAIRING)
        return repairing, (commands.StopTimer(timer="handshake"), commands.StopTimer(timer="acknowledgement"))
    if state.peer:
        return configure(replace(state, handshakes=0))
    return _wait_for_assistant(state)


def _wait_for_assistant(state: SessionState) -> Step:
    """Wait in the room for somebody who answers; to leave it sooner than a deployed agent comes would call it anew."""
    seconds = AGENT_SECONDS if state.profile == "deployed" else HANDSHAKE_SECONDS
    wait = commands.StartTimer(timer="handshake", seconds=seconds)
    return replace(state, phase=Phase.JOINING, handshakes=0), (wait,)


def _on_peer(state: SessionState, event: events.AssistantJoined | events.AssistantLeft) -> Step:
    if isinstance(event, events.AssistantLeft):
        alone = replace(state, peer="")
        return _wait_for_assistant(alone) if state.phase in {Phase.ONLINE, Phase.HANDSHAKE} else (alone, ())
    met = replace(state, peer=event.identity)
    if state.phase in {Phase.JOINING, Phase.HANDSHAKE, Phase.ONLINE}:
        return configure(replace(met, handshakes=0, looks=0))
    return met, ()


def _without_stopped(state: SessionState, stopped: str) -> SessionState:
    """Await no answer to a stopped question; a deployed server, which does not name what it answers, may give one."""
    if stopped not in state.asked or state.profile == "deployed":
        return state
    return replace(state, asked=tuple(one for one in state.asked if one != stopped))


def _on_outbox(
    state: SessionState, event: events.OutboxFilled | events.QuestionWithdrawn | events.OutboxEmptied
) -> Step:
    match event:
        case events.OutboxFilled():
            return _on_outbox_filled(_without_stopped(state, event.stopped), event.question)
        case events.QuestionWithdrawn():
            return _on_withdrawn(state, event)
        case events.OutboxEmptied():
            return _on_outbox_emptied(state)


def _on_withdrawn(state: SessionState, event: events.QuestionWithdrawn) -> Step:
    left = replace(state, asked=tuple(one for one in state.asked if one != event.question))
    if event.waiting or not state.waiting:
        return left, ()
    return _on_outbox_emptied(left) if state.phase is Phase.ONLINE else (replace(left, waiting=False), ())


def _on_outbox_filled(state: SessionState, question: str) -> Step:
    filled = replace(state, waiting=True, asked=(*state.asked, question) if question else state.asked)
    if state.phase is Phase.OFFLINE and state.code:  # what the refusal complained of may be in place by now
        return go_online(filled)
    if state.phase is not Phase.ONLINE:
        return filled, ()
    if state.waiting:  # the timer is running: a new start at each message would put it off for ever
        return filled, (commands.DeliverOutbox(resend=False),)
    wait = commands.StartTimer(timer="acknowledgement", seconds=ACKNOWLEDGEMENT_SECONDS)
    return filled, (commands.DeliverOutbox(resend=False), wait)


def _on_outbox_emptied(state: SessionState) -> Step:
    """Wait for an answer to begin, unless it has: the server has received everything."""
    done = replace(state, waiting=False, resends=0)
    stop = commands.StopTimer(timer="acknowledgement")
    if not state.asked or state.answer_id is not None:
        return done, (stop,)
    return replace(done, looks=0), (stop, commands.StartTimer(timer="answer", seconds=ANSWER_SECONDS))


def _on_timer(state: SessionState, timer: events.Timer) -> Step:
    if timer == "back_off":
        return request_room(state) if state.wanted and state.phase is Phase.WAITING else (state, ())
    if timer == "handshake":
        return on_handshake_timeout(state)
    if timer == "acknowledgement":
        return _on_acknowledgement_timeout(state)
    return on_gap_timeout(state) if timer == "gap" else on_answer_timeout(state)


def _on_acknowledgement_timeout(state: SessionState) -> Step:
    """Resume on the same connection twice, then connect anew: something sent was not acknowledged."""
    if state.phase is not Phase.ONLINE or not state.waiting:
        return state, ()
    if state.resends < RESENDS and state.profile == "deployed":
        wait = commands.StartTimer(timer="acknowledgement", seconds=ACKNOWLEDGEMENT_SECONDS)
        return replace(state, resends=state.resends + 1), (commands.RequeueSent(), commands.FetchHistory(), wait)
    if state.resends < RESENDS:
        return configure(replace(state, resends=state.resends + 1, handshakes=0))
    sentence = translate("The server does not confirm what was sent. Connecting again.")
    failed, follow = fail(state, sentence=sentence, code="not_acknowledged", retry=True)
    return failed, (commands.LeaveRoom(), *follow)
