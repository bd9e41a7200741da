"""The state of one session: one frozen value, all that `machine.step` needs to decide.

A `msgspec.Struct` where the house has dataclasses, because every stanza makes a new one, and `msgspec.structs.replace`
takes a twentieth of the time of `dataclasses.replace`.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from alicia_desktop.protocol.deployed import Profile
from alicia_desktop.protocol.sequence import PeerSequence


class Phase(StrEnum):
    """The stages of being connected (docs/protocol.md#handshake)."""

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
    tools: bool = False
    """Whether the server may ask this computer to run tools (`protocol.client_tools`)."""
    announcement: Mapping[str, Any] = {}
    """What is announced of the user's MCP servers (`protocol.announced_tools`)."""
    phase: Phase = Phase.OFFLINE
    wanted: bool = False
    """Whether the user wants to be online."""
    sequence: PeerSequence = PeerSequence()
    """The server's stanza ids that were recorded; what is missing of them is asked for again."""
    gaps: int = 0
    """How often the same missing stanzas were asked for again."""
    has_malformed: bool = False
    """Whether something came that nobody could read."""
    reported_requests: tuple[str, ...] = ()
    """Tool requests that nobody could read, of which the server was told."""
    history_due: bool = False
    """Whether the server's history was asked for and is not taken in: a connection that breaks does not settle it."""
    attempt: int = 0
    """Failed tries to connect in a row."""
    handshakes: int = 0
    """Configurations sent without a reply."""
    token_refreshed: bool = False
    """Whether a refused token was already fetched anew once."""
    peer: str = ""
    """Identity of the server's participant in the room; empty while it is not there."""
    waiting: bool = False
    """Whether something in the outbox is not acknowledged."""
    resends: int = 0
    """Handshakes repeated because an acknowledgement did not come."""
    profile: Profile = "unknown"
    """What the server's handshake has shown it to be (docs/protocol.md#deployed-servers)."""
    asked_from: int = 0
    """`lastSequenceSeen` of the last Configuration."""
    looks: int = 0
    """How often it was looked, on this connection, for the end of the open answer, or for one that did not begin."""
    asked: tuple[str, ...] = ()
    """Questions whose answers have not begun, in their order."""
    open_answers: tuple[str, ...] = ()
    """Answers whose ends are not here yet, in the order in which they began."""
    sentences: Mapping[str, int] = {}
    """How many sentences of each of these came; answers may be written side by side."""
    heard: bool = False
    """Whether more of an answer came since its timer was started."""
    resumed: bool = False
    """Whether the answer was already open when we came online, and nothing more of it has come."""
    unacknowledged: int = 0
    """Streamed stanzas since our last acknowledgement."""
    sentence: str = ""
    """Why the session is not online, for the user."""
    code: str = ""
    """The short word behind `sentence`."""
    retry_in: float | None = None
    """Seconds of the pause that the session is in, for `Reconnecting · next try in 12 s`."""

    @property
    def answer_id(self) -> str | None:
        """The answer that is being written: the newest open one."""
        return self.open_answers[-1] if self.open_answers else None
