"""Where a session stands: one frozen value, all that `machine.step` needs to decide.

A `msgspec.Struct` where the house has dataclasses, because every stanza makes a new one, and `msgspec.structs.replace`
takes a twentieth of the time of `dataclasses.replace`.
"""

from enum import StrEnum

import msgspec


class Phase(StrEnum):
    """The stages of being connected (PROTOCOL.md §4)."""

    OFFLINE = "offline"
    """Not connected and not trying."""
    REQUESTING = "requesting"
    """The token call is under way."""
    JOINING = "joining"
    """The line connects to the room, or waits there for the assistant."""
    HANDSHAKE = "handshake"
    """Configuration was sent; nothing else goes out before the reply."""
    ONLINE = "online"
    """Stanzas flow."""
    REPAIRING = "repairing"
    """The transport repairs its connection."""
    WAITING = "waiting"
    """Nothing worked; the next try comes after a pause."""


class SessionState(msgspec.Struct, frozen=True, kw_only=True):
    """The state of one session."""

    conversation_id: str
    """`local_…` until the server has given the real one."""
    client_version: str
    preferred_language: str = "en"
    phase: Phase = Phase.OFFLINE
    wanted: bool = False
    """Whether the person wants to be online."""
    last_seen: int = 0
    """Absolute value of the last server stanza that was recorded, for `lastSequenceSeen`."""
    attempt: int = 0
    """Failed tries to connect in a row."""
    handshakes: int = 0
    """Configurations sent without a reply."""
    refreshed: bool = False
    """Whether a refused token was already fetched anew once."""
    peer: str = ""
    """Identity of the assistant in the room; empty while nobody is there."""
    waiting: bool = False
    """Whether something in the outbox is not acknowledged."""
    resends: int = 0
    """Handshakes repeated because an acknowledgement did not come."""
    answer_id: str | None = None
    """The answer that is being written."""
    unacknowledged: int = 0
    """Streamed stanzas since our last acknowledgement."""
    sentence: str = ""
    """Why the session is not online, for the person."""
    code: str = ""
    """The short word behind `sentence`."""
    retry_in: float | None = None
    """Seconds of the pause that the session is in, for `Reconnecting · next try in 12 s`."""
