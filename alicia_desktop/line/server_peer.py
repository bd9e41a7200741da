"""Tracks which participant of a room is the server: only what that one sends is the server's.

    peer = ServerPeer(address)
    peer.join("alicia-agent-1")      # may be the server: it is to be met
    peer.asked()                     # our Configuration has left
    peer.speaks("alicia-agent-1")    # True: it answered, and nobody else is the server while it stays
    peer.speaks("alicia-agent-2")    # False
    peer.leave("alicia-agent-1")     # the next one that answers is

A room with two ends has the server at the other one. On LiveKit the token answer names the server's participant. Where
it names none, as deployed servers do, it is whoever has an agent's identity and answered our Configuration: the LiveKit
server vouches for identities, which are given out with the tokens.
"""

from alicia_desktop.transport.contract import AGENT_PREFIX, RoomAddress


class ServerPeer:
    """Decides which participant is the server in the room at one address."""

    def __init__(self, address: RoomAddress) -> None:
        self.is_us = bool(address.agent) and address.agent == address.participant_id
        """Whether this end is the server's, which judges for itself who counts."""
        self._is_anybody = self.is_us or address.transport != "livekit"
        self._named = address.agent
        self._present: list[str] = []
        """Who may be the server, in the order of coming."""
        self._answered = ""
        self._has_asked = False

    def join(self, identity: str) -> bool:
        """Note that somebody is in the room; return whether it may be the server."""
        if not self._may_be(identity):
            return False
        if identity not in self._present:
            self._present.append(identity)
        return self._answered in {"", identity}

    def leave(self, identity: str) -> bool:
        """Note that somebody left the room; return whether it may have been the server."""
        if identity in self._present:
            self._present.remove(identity)
        if not self._may_be(identity) or self._answered not in {"", identity}:
            return False
        self._answered, self._has_asked = "", False
        return True

    @property
    def heir(self) -> str:
        """Return who may be the server now that another one left; empty for nobody."""
        return "" if self._is_anybody or not self._present else self._present[-1]

    def asked(self) -> None:
        """Note that a stanza of ours has left: the first one after somebody came is the Configuration."""
        self._has_asked = True

    def speaks(self, identity: str) -> bool:
        """Return whether a stanza of that participant is the server's; an answer shows who it is."""
        if not self._named and self._has_asked and not self._answered and self._may_be(identity):
            self._answered = identity
        return self.is_server(identity)

    def is_server(self, identity: str) -> bool:
        """Return whether that participant is known to be the server."""
        return self._is_anybody or identity == (self._named or self._answered or None)

    def _may_be(self, identity: str) -> bool:
        if self._is_anybody:
            return True
        return identity == self._named if self._named else identity.startswith(AGENT_PREFIX)
