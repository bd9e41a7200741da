"""What a session has to know of its conversation before it begins, and after a look at what the server has of it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from alicia_desktop.protocol.deployed import Profile
from alicia_desktop.protocol.sequence import PeerSequence
from alicia_desktop.session.events import HistoryTaken
from alicia_desktop.store import history, journal, messages, outbox, turns
from alicia_desktop.store.database import Connection
from alicia_desktop.store.history import HistoryMessage
from alicia_desktop.store.profiles import profile_of
from alicia_desktop.store.received_ids import heard


@dataclass(frozen=True, kw_only=True, slots=True)
class InitialState:
    """What a session has to know of its conversation before it begins."""

    sequence: PeerSequence
    waiting: bool
    open_answers: tuple[str, ...]
    asked: tuple[str, ...]
    history_due: bool
    """Whether sentences are missing that an earlier run could not get any more."""
    profile: Profile


def opened(conn: Connection, conversation_id: str) -> InitialState:
    """Return what an earlier run left."""
    return InitialState(
        sequence=heard(conn, conversation_id),
        waiting=bool(outbox.waiting(conn, conversation_id)),
        open_answers=_open_answers(conn, conversation_id),
        asked=turns.unanswered(conn, conversation_id),
        history_due=turns.has_holes(conn, conversation_id),
        profile=profile_of(conn, conversation_id),
    )


def take_history(
    conn: Connection, conversation_id: str, said: Sequence[HistoryMessage], at: datetime, *, settles: bool
) -> HistoryTaken:
    """Take in what the server has, and return what is still missing there and here.

    Where it `settles` what was asked for in vain, no later run misses a stanza from before now.
    """
    history.take_in(conn, conversation_id, said, at=at)
    if settles:
        journal.settle_missing(conn, conversation_id, at)
    return HistoryTaken(
        waiting=bool(outbox.waiting(conn, conversation_id)),
        open_answers=_open_answers(conn, conversation_id),
        asked=turns.unanswered(conn, conversation_id),
    )


def _open_answers(conn: Connection, conversation_id: str) -> tuple[str, ...]:
    return tuple(answer.id for answer in messages.unfinished(conn, conversation_id))
