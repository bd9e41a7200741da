"""Whose stanzas count: whoever speaks on the wire is known by who they are, not by what they say.

A room may hold others than one person's client and its server: another device, or anybody with a token. Who a
participant is, the transport tells; what follows from it is decided here, for both sides. What does not count is
journaled as a stranger's and does nothing.
"""

from typing import Final

from alicia_desktop.protocol.envelope import Inbound, Stanza
from alicia_desktop.protocol.messages import Acknowledgement, Configuration
from alicia_desktop.protocol.registry import Direction, entry_of

_ABOUT_THE_SENDER: Final = (Configuration, Acknowledgement)


def counts_at_client(inbound: Inbound, *, from_server: bool) -> bool:
    """Return whether a stanza that came to a client counts.

    The server's participant says what the server says, and relays and repeats what people did elsewhere (positive ids).
    Only of a Configuration or an Acknowledgement with such an id nothing follows: it tells of another client.
    """
    if not from_server:
        return False
    relayed = isinstance(inbound, Stanza) and inbound.stanza_id > 0
    return not (relayed and isinstance(inbound.body, _ABOUT_THE_SENDER))


def counts_at_server(inbound: Inbound, *, from_user: bool) -> bool:
    """Return whether a stanza that came to a server counts: from the user's own participant, what clients send.

    What cannot be read, or is of an unknown type, counts as far as such a thing does: its sender may be told.
    """
    if not from_user:
        return False
    return not isinstance(inbound, Stanza) or entry_of(inbound.body).direction is not Direction.SERVER
