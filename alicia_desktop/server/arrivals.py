"""What came into a conversation, judged before anything looks at what it says. Pure.

    arrival = judge(data, at, sender="desk", from_user=True, conversation_id="ac_1")

A stanza counts when it is from the user's own participant, of a type that clients send, numbered as clients number,
and about this conversation. Everything else is written down as a stranger's and does nothing. Whether the ids in it are
of this conversation, only the database knows (`store.foreign_ids`).
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final

from alicia_desktop.protocol import codec
from alicia_desktop.protocol.envelope import Inbound, Stanza
from alicia_desktop.protocol.registry import counts_at_server

OTHER_CONVERSATION: Final = "It is for another conversation than the one of this room."


@dataclass(frozen=True, kw_only=True, slots=True)
class ReceivedStanza:
    """One stanza, or what should have been one."""

    content: Inbound
    raw: bytes
    at: datetime
    sender: str
    """Identity of the participant."""
    stranger: bool = False
    """It does not count."""
    refusal: str = ""
    """Why not, where the user is to be told."""
    shared: bool = False
    """Whether the user has other devices in the room, which get it from the server."""


def judge(raw: bytes, at: datetime, *, sender: str, from_user: bool, conversation_id: str) -> ReceivedStanza:
    """Decode what came and say whether it counts."""
    content = codec.decode(raw)
    counts = counts_at_server(content, from_user=from_user) and _is_numbered(content)
    refusal = OTHER_CONVERSATION if counts and _is_elsewhere(content, conversation_id) else ""
    return ReceivedStanza(
        content=content, raw=raw, at=at, sender=sender, stranger=bool(refusal) or not counts, refusal=refusal
    )


def _is_numbered(content: Inbound) -> bool:
    """Whether a stanza has a client's number; others would pass for the server's own."""
    return not isinstance(content, Stanza) or content.stanza_id > 0


def _is_elsewhere(content: Inbound, conversation_id: str) -> bool:
    """Whether envelope or body names another conversation; one that names none is about that of the room."""
    if not isinstance(content, Stanza):
        return False
    named = {content.conversation_id, getattr(content.body, "conversation_id", None)}
    return bool(named - {"", None, conversation_id})
