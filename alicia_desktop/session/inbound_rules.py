"""Follows the server's stanzas: how far they have come, which are missing, and where an answer ends. Pure.

Stanza ids are order only (docs/protocol.md#stanza-ids), but a missing one means that something was not received. It may
come a little late. Otherwise the server is asked to send again from before it, and if it cannot, its history counts.
"""

from typing import Final

from msgspec.structs import replace

from alicia_desktop.protocol import deployed
from alicia_desktop.protocol.envelope import Inbound, Malformed, Stanza, Unknown
from alicia_desktop.protocol.messages import (
    Acknowledgement,
    AssistantMessage,
    AssistantSentence,
    Configuration,
    ErrorMessage,
    MemoryConfirmation,
    StartAnswer,
    ToolUseRequest,
)
from alicia_desktop.session import commands
from alicia_desktop.session.commands import Command
from alicia_desktop.session.connection import (
    ACKNOWLEDGEMENT_SECONDS,
    ANSWER_SECONDS,
    GAP_SECONDS,
    GAP_TRIES,
    Step,
    configure,
    fail,
    on_configuration,
    on_deployed_profile,
    reveals_deployed_profile,
)
from alicia_desktop.session.state import Phase, SessionState

ACKNOWLEDGE_EVERY: Final = 10
MALFORMED_DATA: Final = 101

_STOP: Final = commands.StopTimer(timer="answer")
_MISSED: Final = commands.StartTimer(timer="gap", seconds=GAP_SECONDS)


def on_stanza(state: SessionState, inbound: Inbound, *, duplicate: bool, is_foreign: bool = False) -> Step:
    """Apply an inbound stanza: follow the server's counter, then act on the body."""
    if isinstance(inbound, Malformed):
        missed = () if state.has_malformed else (_MISSED,)
        told, complaint = _report_unreadable_request(replace(state, has_malformed=True), inbound)
        return told, (*missed, *complaint)
    followed = _follow(state, inbound, duplicate=duplicate) if inbound.stanza_id < 0 else state
    extra = _after_counting(state, followed)
    if duplicate or not isinstance(inbound, Stanza):
        return followed, extra
    if is_foreign and state.profile == "deployed":
        said, follow = _on_foreign_answer(followed, inbound)
    else:
        said, follow = _on_body(followed, inbound)
    return said, (*follow, *extra) if extra else follow


def _report_unreadable_request(state: SessionState, inbound: Malformed) -> Step:
    """Report a tool request that cannot be read, once: it cannot be answered.

    See docs/protocol.md#tools.
    """
    name = (inbound.body or {}).get("id")
    if inbound.type != ToolUseRequest.TYPE or not isinstance(name, str) or not name or state.phase is not Phase.ONLINE:
        return state, ()
    if name in state.reported_requests:
        return state, ()
    error = ErrorMessage(
        conversation_id=state.conversation_id,
        code=MALFORMED_DATA,
        message="This tool request cannot be read, so nothing was run.",
        originating_id=name,
    )
    return replace(state, reported_requests=(*state.reported_requests, name)), (
        commands.SendUnacknowledged(body=error),
    )


def on_gap_timeout(state: SessionState) -> Step:
    """Ask for stanzas that are still missing when the gap timer runs out, and in the end for the history."""
    is_missing = state.has_malformed or state.sequence.contiguous < state.sequence.last
    if state.phase is not Phase.ONLINE or not (is_missing or state.history_due):
        return state, ()
    if is_missing and state.gaps < GAP_TRIES:
        return configure(replace(state, gaps=state.gaps + 1, handshakes=0))
    forgotten = replace(state.sequence, unseen=())
    return replace(state, gaps=0, has_malformed=False, sequence=forgotten), (commands.FetchHistory(settles=True),)


def on_answer_timeout(state: SessionState) -> Step:
    """Fetch the server's history when nothing more of the answer came for a while, and in the end give it up."""
    if state.phase is not Phase.ONLINE:
        return state, ()
    if state.answer_id is None:
        return _check_for_answer(state)
    again = commands.StartTimer(timer="answer", seconds=ANSWER_SECONDS)
    if state.heard and state.profile != "deployed":
        return replace(state, heard=False), (again,)
    if state.looks < deployed.LOOKS and not state.resumed:
        return replace(state, looks=state.looks + 1), (commands.FetchHistory(),)
    incomplete = commands.MarkIncomplete(answer_id=state.answer_id)
    left, follow = _without_answer(state, state.answer_id)
    return left, (incomplete, commands.FetchHistory(), *follow)


def _check_for_answer(state: SessionState) -> Step:
    """Resume when no answer begins, and then fetch the history, which may have one that was never sent."""
    if not state.asked or state.looks > 1:
        return state, ()
    looked = replace(state, looks=state.looks + 1)
    return (looked, (commands.FetchHistory(),)) if state.looks else configure(replace(looked, handshakes=0))


def _follow(state: SessionState, inbound: Stanza | Unknown, *, duplicate: bool) -> SessionState:
    if state.phase is Phase.HANDSHAKE and _is_reply(state, inbound):
        return replace(state, sequence=state.sequence.meet(inbound.stanza_id))
    if state.profile == "deployed":
        return replace(state, sequence=state.sequence.reach(inbound.stanza_id))
    return replace(state, sequence=state.sequence.observe(inbound.stanza_id, same_content=duplicate)[0])


def _is_reply(state: SessionState, inbound: Stanza | Unknown) -> bool:
    return isinstance(inbound, Stanza) and (
        isinstance(inbound.body, Configuration) or reveals_deployed_profile(state, inbound)
    )


def _after_counting(before: SessionState, after: SessionState) -> tuple[Command, ...]:
    """Return what follows from an id alone: a new epoch cannot repeat the old one, and a gap may still close."""
    if after.sequence is before.sequence:
        return ()
    if after.sequence.epoch > before.sequence.epoch:
        return (commands.FetchHistory(),) if before.sequence.last else ()
    opened = len(after.sequence.unseen) > len(before.sequence.unseen)
    return (_MISSED,) if opened and after.sequence.contiguous < after.sequence.last else ()


def _on_body(state: SessionState, stanza: Stanza) -> Step:
    if state.gaps and not isinstance(stanza.body, Configuration) and state.sequence.contiguous == state.sequence.last:
        state = replace(state, gaps=0)
    match stanza.body:
        case AssistantSentence() as sentence:  # by far the most frequent
            return _on_sentence(state, sentence)
        case Configuration():
            return on_configuration(state)
        case Acknowledgement() if reveals_deployed_profile(state, stanza):
            return on_deployed_profile(state)
        case MemoryConfirmation():
            return _on_confirmed(state)
        case StartAnswer() | AssistantMessage() if _is_placeholder(state, stanza):
            return state, ()
        case StartAnswer() as start:
            return _on_start(state, start)
        case AssistantMessage() as whole:
            return _end(_answered(state, whole.previous_id), whole.id)
        case ErrorMessage() as error:
            return _on_error(state, error)
        case _:
            return state, ()


def _on_foreign_answer(state: SessionState, stanza: Stanza) -> Step:
    """Follow an answer to a question that is not here; the history has it, and tells which of ours it is, if any."""
    after, follow = _on_body(state, stanza)
    asked = replace(after, asked=state.asked)
    return (asked, (*follow, commands.FetchHistory())) if state.phase is Phase.ONLINE else (asked, follow)


def _is_placeholder(state: SessionState, stanza: Stanza) -> bool:
    return state.profile == "deployed" and deployed.is_placeholder(stanza.body)


def _answered(state: SessionState, question: str | None) -> SessionState:
    """Remove an answered question; a deployed server names it by its own id, but answers them one after the other."""
    is_deployed = state.profile == "deployed"
    return replace(
        state, asked=state.asked[1:] if is_deployed else tuple(one for one in state.asked if one != question)
    )


def _on_confirmed(state: SessionState) -> Step:
    """Restart the acknowledgement timer: the server is working through perhaps a thousand memory actions."""
    if not state.waiting or state.phase is not Phase.ONLINE:
        return state, ()
    wait = commands.StartTimer(timer="acknowledgement", seconds=ACKNOWLEDGEMENT_SECONDS)
    return replace(state, resends=0), (wait,)


def _on_start(state: SessionState, start: StartAnswer) -> Step:
    """Open an answer; where one question at a time is sent, the next may go."""
    wait = commands.StartTimer(timer="answer", seconds=ANSWER_SECONDS)
    older = tuple(answer for answer in state.open_answers if answer != start.id)
    begun = replace(
        _answered(state, start.previous_id),
        open_answers=(*older, start.id),
        unacknowledged=0,
        looks=0,
        heard=False,
        resumed=False,
    )
    if state.profile != "deployed" or not state.waiting or state.phase is not Phase.ONLINE:
        return begun, (wait,)
    acknowledged = commands.StartTimer(timer="acknowledgement", seconds=ACKNOWLEDGEMENT_SECONDS)
    return begun, (wait, commands.DeliverOutbox(resend=False), acknowledged)


def _on_sentence(state: SessionState, sentence: AssistantSentence) -> Step:
    answer_id = _answer_of(state, sentence)
    count = 0 if answer_id is None else state.sentences.get(answer_id, 0) + 1
    state = replace(
        state,
        heard=True,
        resumed=False,
        sentences=state.sentences if answer_id is None else {**state.sentences, answer_id: count},
        unacknowledged=state.unacknowledged + 1,
    )
    if sentence.is_final:
        is_whole = answer_id is not None and sentence.sequence <= count
        ended, follow = _end(state, answer_id)
        return ended, follow if is_whole else (*follow, commands.FetchHistory())
    if state.profile == "deployed":
        quiet = commands.StartTimer(timer="answer", seconds=deployed.SILENCE_SECONDS)
        is_known = state.open_answers or state.phase is not Phase.ONLINE
        return replace(state, looks=0), (quiet,) if is_known else (quiet, commands.FetchHistory())  # it was given up
    return _acknowledge(state) if state.unacknowledged >= ACKNOWLEDGE_EVERY else (state, ())


def _answer_of(state: SessionState, sentence: AssistantSentence) -> str | None:
    """Return the open answer that a sentence is of; a deployed server writes one at a time, and names it in its way."""
    if sentence.previous_id in state.open_answers:
        return sentence.previous_id
    return state.answer_id if state.profile == "deployed" else None


def _end(state: SessionState, answer_id: str | None) -> Step:
    left, timers = _without_answer(state, answer_id)
    ended, follow = _acknowledge(left)
    return ended, (*timers, *follow)


def _without_answer(state: SessionState, answer_id: str | None) -> Step:
    """Close an answer; wait for the end of the newest that is still open, else for the next one to begin."""
    left = replace(
        state,
        open_answers=tuple(answer for answer in state.open_answers if answer != answer_id),
        sentences={answer: count for answer, count in state.sentences.items() if answer != answer_id},
    )
    if left.open_answers and left.answer_id == state.answer_id:
        return left, ()
    wait = commands.StartTimer(timer="answer", seconds=ANSWER_SECONDS)
    is_awaited = left.open_answers or left.asked
    return replace(left, looks=0, heard=False, resumed=False), (wait if is_awaited else _STOP,)


def _acknowledge(state: SessionState) -> Step:
    """Acknowledge what was received: at the end of an answer and at every tenth stanza of it.

    See docs/protocol.md#acknowledgements.
    """
    if state.phase is not Phase.ONLINE:
        return replace(state, unacknowledged=0), ()
    body = Acknowledgement(
        conversation_id=state.conversation_id,
        acknowledged_stanza_id=-state.sequence.last,
        last_seen_stanza_id=-state.sequence.last,
    )
    return replace(state, unacknowledged=0), (commands.SendUnacknowledged(body=body),)


def _on_error(state: SessionState, error: ErrorMessage) -> Step:
    if deployed.asks_for_history(error) and state.phase in {Phase.HANDSHAKE, Phase.ONLINE}:
        return state, (commands.FetchHistory(),)
    if error.recoverable or (state.profile == "deployed" and deployed.is_harmless(error)):
        return state, ()
    if error.code == 201:  # the conversation is not there: the only error that ends the session
        failed, follow = fail(state, sentence=error.message, code="conversation_not_found", retry=False)
        return failed, (commands.LeaveRoom(), *follow)
    named = error.originating_id
    if named in state.asked or state.answer_id is None:
        return _answered(state, named or next(iter(state.asked), None)), ()
    if named and named not in state.open_answers and state.profile != "deployed":
        return state, (commands.FetchHistory(),)  # an answer that has ended, or one that goes by its question's name
    broken = named if named in state.open_answers else state.answer_id
    left, follow = _without_answer(state, broken)
    incomplete = commands.MarkIncomplete(answer_id=broken)
    if state.profile == "deployed":
        return left, (*follow, incomplete)
    return left, (*follow, incomplete, commands.FetchHistory())  # what nobody can say again was perhaps missed before
