"""Stores when the user and the assistant spoke, by this computer's clock: for the waterfall and the server."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from alicia_desktop.base.clock import Clock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames
from alicia_desktop.protocol.messages import AudioChunk
from alicia_desktop.session.driver import SessionDriver
from alicia_desktop.session.ledger import SOUND_ENDED_AT, SOUND_STARTED_AT, SPEECH_ENDED_AT, SPEECH_STARTED_AT, Ledger

FORMAT: Final = "pcm_s16le_48000"


class TurnTimestamps:
    """Stores speech and sound times of the messages of one session."""

    def __init__(self, *, session: SessionDriver, ledger: Ledger, clock: Clock, scope: Scope) -> None:
        self._session, self._ledger, self._clock, self._scope = session, ledger, clock, scope
        self._begun: datetime | None = None
        """When the user began to speak; None while they do not."""
        self._spoken: tuple[datetime, datetime] | None = None
        """When what they said last began and ended, until its message is here: by then they may speak again."""
        self._sounded: set[str] = set()
        self._track = ("", "")
        """The link whose track carries the microphone, and LiveKit's id of that track."""

    def on_line_event(self, event: frames.LineEvent) -> None:
        """Note the times of the user's speech and of the assistant's sound."""
        now = self._clock.now()
        match event:
            case frames.TrackAnnounced(link=link, sid=sid):
                self._track = (link, sid)
            case frames.SpeechChanged(speaking=True):
                self._begun = now
            case frames.SpeechChanged() if self._begun is not None:
                self._spoken, self._begun = (self._begun, now), None
            case frames.PlaybackProgressed(message_id=answer, state=state):
                if answer not in self._sounded:
                    self._sounded.add(answer)
                    self._note(answer, {SOUND_STARTED_AT: now})
                if state in {"finished", "cut"}:
                    self._note(answer, {SOUND_ENDED_AT: now})
            case _:
                pass

    def on_spoken_message(self, message_id: str) -> None:
        """Store when this message was spoken, and send the server how long that took by this computer."""
        started, ended = self._spoken or (self._begun, None)
        self._spoken = None
        self._note(message_id, {SPEECH_STARTED_AT: started, SPEECH_ENDED_AT: ended})
        if started is None or ended is None:
            return
        chunk = AudioChunk(
            conversation_id=self._session.state.conversation_id,
            track_sid=self._track[1] if self._track[0] == self._session.link else None,
            format=FORMAT,
            duration=round((ended - started).total_seconds() * 1000),
            is_last=True,
            timestamp=round(started.timestamp() * 1000),
        )
        self._scope.spawn(
            "speech", self._session.send_unacknowledged(chunk, {"messageId": message_id, "source": "microphone"})
        )

    def _note(self, ref: str, moments: Mapping[str, datetime | None]) -> None:
        kept = {key: moment for key, moment in moments.items() if moment is not None}
        if kept:
            self._scope.spawn("moments", self._ledger.store_timestamps(ref, kept, at=self._clock.now()))
