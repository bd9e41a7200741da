"""What of the outbox goes out now, and in whose names: all of it, or one question at a time.

See docs/protocol.md#ids-of-questions.
"""

from dataclasses import replace
from datetime import datetime

from alicia_desktop.protocol import deployed
from alicia_desktop.protocol.codec import decode, encode
from alicia_desktop.protocol.deployed import Profile
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import UserMessage
from alicia_desktop.session.timestamp_keys import SENT_AT
from alicia_desktop.store import history, outbox
from alicia_desktop.store.database import Connection
from alicia_desktop.store.people import keep_here
from alicia_desktop.store.records import OutboxRecord
from alicia_desktop.store.transcripts import keep_moments


def outgoing(
    conn: Connection, conversation_id: str, *, resend: bool, profile: Profile, at: datetime
) -> list[OutboxRecord]:
    """Return what is to be sent now, in order, and count the attempt; `resend` also what was sent before."""
    waiting = outbox.waiting(conn, conversation_id)
    if profile == "deployed":
        leaving = _one_question(conn, waiting)
    else:
        leaving = [item for item in waiting if resend or item.status == "queued"]
    for item in leaving:
        if item.attempts == 0 and item.content_id:
            keep_moments(conn, conversation_id, item.content_id, {SENT_AT: at}, at)
        outbox.mark_sent(conn, item.pk, at)
    return leaving


def _one_question(conn: Connection, waiting: list[OutboxRecord]) -> list[OutboxRecord]:
    """Return what may leave before the question in flight is answered, as a deployed server can read it."""
    in_flight = any(item.type == UserMessage.TYPE and item.status == "sent" for item in waiting)
    leaving: list[OutboxRecord] = []
    for item in waiting:
        if item.status != "queued":
            continue
        raw = _in_server_names(conn, item.raw)
        if raw is None:  # it stays what it is on this computer
            outbox.discard(conn, item.pk)
            keep_here(conn, item)
            continue
        if item.type == UserMessage.TYPE:
            if in_flight:
                break
            in_flight = True
        leaving.append(replace(item, raw=raw))
    return leaving


def _in_server_names(conn: Connection, raw: bytes) -> bytes | None:
    stanza = decode(raw)
    assert isinstance(stanza, Stanza), "our own stanza"
    body = deployed.outgoing(stanza.body, lambda message_id: history.server_id_of(conn, message_id))
    return None if body is None else encode(replace(stanza, body=body))
