"""Where one transport stands, and the one door through which it tells its owner.

Every transport has one. It keeps the rules that do not depend on the carrier: a transport is used once, `CLOSED` is
told once and is final, and a stanza is measured before anything of it is sent.
"""

from alicia_desktop.transport.contract import STANZA_BYTES, ConnectionChanged, ConnectionState, Sink, TransportEvent
from alicia_desktop.transport.refusals import not_connected, too_large


class Endpoint:
    """State and sink of one transport."""

    def __init__(self) -> None:
        self._sink: Sink | None = None
        self._state: ConnectionState | None = None

    @property
    def state(self) -> ConnectionState | None:
        """None before `open`."""
        return self._state

    @property
    def connected(self) -> bool:
        """Whether stanzas and sound go through at this moment."""
        return self._state is ConnectionState.CONNECTED

    @property
    def closed(self) -> bool:
        """Whether this transport has come to its end."""
        return self._state is ConnectionState.CLOSED

    def open(self, sink: Sink) -> None:
        """Begin to connect; `sink` hears everything from here on."""
        if self._state is not None:
            raise RuntimeError("a transport connects once: make a new one")
        self._sink = sink
        self.change(ConnectionState.CONNECTING)

    def change(self, state: ConnectionState, *, sentence: str = "", code: str = "", retry: bool = True) -> None:
        """Enter `state` and tell it, unless it is no change or the end was told before."""
        if self._state in {state, ConnectionState.CLOSED}:
            return
        self._state = state
        self._emit(ConnectionChanged(state=state, sentence=sentence, code=code, retry=retry))

    def fail(self) -> None:
        """End an attempt to connect without telling: what `connect` raises tells it."""
        self._state = ConnectionState.CLOSED

    def tell(self, event: TransportEvent) -> None:
        """Hand one event to the owner; nothing is told after the end."""
        if not self.closed:
            self._emit(event)

    def check(self, data: bytes, *, limit: int = STANZA_BYTES) -> None:
        """Refuse what cannot be sent now.

        Raises:
            WorldError: `too_large` over `limit` bytes, or `not_connected`.
        """
        if len(data) > limit:
            raise too_large(size=len(data), limit=limit)
        if not self.connected:
            raise not_connected()

    def _emit(self, event: TransportEvent) -> None:
        if self._sink is not None:
            self._sink(event)
