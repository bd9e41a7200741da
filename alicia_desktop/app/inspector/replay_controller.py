"""Replay the turn that the inspector shows: sound, words, phases and stanzas move together, at a chosen speed.

The position goes on with the clock of the program, and the loudspeaker is given what is to be heard from there on: a
little ahead, in pieces, so that a loudspeaker that is slow to open or that is taken away delays nothing. Everything
is read once, at the beginning; a replay ends when another turn is shown, or none.
"""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from alicia_desktop.app.signal_connections import RunAction, SignalConnections
from alicia_desktop.audio.coding import at_speed
from alicia_desktop.base.clock import Clock
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.base.translation import translate
from alicia_desktop.session.sound_player import PlayerState, SoundPlayer
from alicia_desktop.store.database import RecordSource
from alicia_desktop.ui.inspector.panel import InspectorPanel
from alicia_desktop.view.inspector import InspectorView
from alicia_desktop.view.replay import build_track, read_replay
from alicia_desktop.view.replay_track import ReplayClock, ReplayTrack, SoundPiece
from alicia_desktop.view.rows import SpokenPosition
from alicia_desktop.view.turns import TurnView

FRAME_SECONDS: Final = 1 / 30
AHEAD_SECONDS: Final = 0.3
"""So long before a piece of sound is over, the next one is queued."""
PIECE_SECONDS: Final = 20.0
"""Length of a piece as it is heard: longer than nearly every sentence, shorter than what a loudspeaker queues."""
OPEN_SECONDS: Final = 2.0
"""After so long without a loudspeaker the replay goes on by the times."""


class ReplayController:
    """Feed the bar of a replay and the line in the waterfall, and give the loudspeaker its sound."""

    def __init__(
        self,
        *,
        panel: InspectorPanel,
        view: InspectorView,
        database: RecordSource,
        clock: Clock,
        scope: Scope,
        player: SoundPlayer,
        current: Callable[[], str],
        mark_spoken: Callable[[SpokenPosition | None], None],
        pass_stanza: Callable[[str], Awaitable[None]],
        run_action: RunAction,
    ) -> None:
        """`current` returns the conversation that is shown.

        `mark_spoken` marks the sentence that sounds, and `pass_stanza` chooses the stanza that was just passed.
        """
        self._panel, self._view, self._bar = panel, view, panel.replay
        self._database, self._clock, self._scope, self._player = database, clock, scope, player
        self._current, self._mark_spoken, self._pass_stanza = current, mark_spoken, pass_stanza
        self._run_action = run_action
        self._turn = ("", "")
        """Question and answer that are replayed; empty without a replay."""
        self._track: ReplayTrack | None = None
        self._time = ReplayClock(first=0.0, last=0.0)
        self._queued = float("-inf")
        """Up to which position sound was given to the loudspeaker."""
        self._version = 0
        """Counts jumps and changes of speed: a piece that was made before them is not played."""
        self._spoken: SpokenPosition | None = None
        self._passed = ""
        self._is_waiting = False
        """Whether it plays as soon as the loudspeaker is open."""
        self._running: asyncio.Task[None] | None = None
        self._connections = SignalConnections()
        self._connect()

    @property
    def is_open(self) -> bool:
        """Whether a turn is being replayed, be it paused."""
        return self._track is not None

    async def open(self) -> None:
        """Begin to replay the turn that is shown, and play.

        Raises:
            WorldError: it is gone.
        """
        turn = self._view.turn
        if turn is None or turn.answer_id is None:
            return
        records = await self._database.read(read_replay, self._current(), turn.answer_id)
        track = await asyncio.to_thread(build_track, records) if records is not None else None
        if _key(self._view.turn) != _key(turn):
            return
        if track is None:
            self._panel.turn_tab.set_replayed(None)
            raise WorldError(sentence=translate("This turn is not here any more."), code="no_turn")
        self._turn, self._track = _key(turn), track
        self._time = ReplayClock(first=track.first, last=track.last, position=track.first, speed=self._bar.speed)
        self._bar.set_track(track)
        self._bar.take_focus()
        self._show()
        self._play()

    def close(self) -> None:
        """End the replay, and give the loudspeaker back."""
        if self._track is None:
            return
        self._stop()
        self._track, self._turn = None, ("", "")
        if self._bar.has_keyboard:
            self._panel.focus_list()
        self._bar.hide()
        self._panel.turn_tab.set_replayed(None)
        self._mark(None)

    def end(self) -> None:
        """Close, and end all connections."""
        self.close()
        self._player.end()
        self._connections.disconnect()

    def _connect(self) -> None:
        bar, connect = self._bar, self._connections.add_qt
        connect(self._panel.replay_requested, self._on_requested)
        connect(self._panel.turn_tab.seek_requested, self._seek)
        connect(self._panel.tab_changed, lambda _: self._pass(anew=True))
        connect(bar.play_toggled, self._on_toggled)
        connect(bar.seek_requested, self._seek)
        connect(bar.step_requested, self._on_step)
        connect(bar.speed_chosen, self._on_speed)
        connect(bar.close_requested, self.close)
        self._connections.add(self._view.turn_changed.connect(self._on_turn))
        self._connections.add(self._player.changed.connect(self._on_player))

    def _on_requested(self) -> None:
        if self._track is not None:
            self.close()
        else:
            self._run_action("replay", self.open())

    def _on_turn(self, turn: TurnView | None) -> None:
        if self._track is not None and _key(turn) != self._turn:
            self.close()

    def _on_toggled(self) -> None:
        if self._time.playing or self._is_waiting:
            self._stop()
        else:
            self._play()

    def _on_step(self, forward: bool) -> None:  # noqa: FBT001 - Qt hands it over by position
        if self._track is not None:
            self._stop()
            self._seek(self._track.step(self._position, forward=forward))

    def _on_speed(self, speed: float) -> None:
        self._time = self._time.change_speed(speed, self._clock.monotonic())
        self._jump()
        self._show()

    def _on_player(self, state: PlayerState) -> None:
        if self._track is None:
            return
        if state == "closed":
            self._queued = float("-inf")
            if self._player.problem:
                self._bar.set_notes((self._player.problem, *self._track.notes))
            elif self._time.playing:
                self._stop()  # somebody else has the loudspeaker now
        if state != "opening" and self._is_waiting:
            self._begin()
        self._show()

    @property
    def _position(self) -> float:
        return self._time.at(self._clock.monotonic())

    def _play(self) -> None:
        """Play, once the loudspeaker is open where something of it is to be heard."""
        if self._track is None or self._track.first >= self._track.last:
            return
        self._is_waiting = True
        self._bar.set_playing(playing=True)
        if not self._track.clips or self._player.state == "open":
            self._begin()
            return
        self._player.open()
        self._scope.spawn("replay", self._begin_late())

    async def _begin_late(self) -> None:
        await self._clock.sleep(OPEN_SECONDS)
        if self._is_waiting:
            self._begin()

    def _begin(self) -> None:
        self._is_waiting = False
        self._time = self._time.play(self._clock.monotonic())
        self._jump()
        if self._running is None or self._running.done():
            self._running = self._scope.spawn("replay", self._run())

    def _stop(self) -> None:
        self._is_waiting = False
        self._time = self._time.pause(self._clock.monotonic())
        self._jump()
        self._player.close()  # or nobody would be listened to meanwhile
        self._bar.set_playing(playing=False)

    def _seek(self, position: float) -> None:
        if self._track is None:
            return
        self._time = self._time.seek(position, self._clock.monotonic())
        self._jump()
        self._show()

    def _jump(self) -> None:
        """Drop what is queued: it belongs to another position or speed."""
        self._version += 1
        self._queued = float("-inf")
        self._player.cut()

    async def _run(self) -> None:
        while self._track is not None and self._time.playing:
            now = self._clock.monotonic()
            if self._time.has_ended(now) or not self._panel.isVisible():
                self._show()
                self._stop()
                return
            if (after := self._track.leap(self._time.at(now))) > self._time.at(now):
                self._time = self._time.seek(after, now)
            self._feed(self._track)
            self._show()
            await self._clock.sleep(FRAME_SECONDS)

    def _feed(self, track: ReplayTrack) -> None:
        """Give the loudspeaker the next piece, a little before it is needed."""
        position, speed = self._position, self._time.speed
        if self._player.state != "open" or self._queued > position + AHEAD_SECONDS * 1_000 * speed:
            return
        piece = track.piece_at(max(position, self._queued), longest=PIECE_SECONDS * 1_000 * speed)
        if piece is None:
            return
        self._queued = piece.until
        if speed == 1.0:
            self._player.play(piece.message_id, piece.sequence, piece.pcm)
        else:
            self._scope.spawn("replay", self._play_at(piece, speed, self._version))

    async def _play_at(self, piece: SoundPiece, speed: float, version: int) -> None:
        pcm = await asyncio.to_thread(at_speed, piece.pcm, speed)
        if version == self._version:
            self._player.play(piece.message_id, piece.sequence, pcm)

    def _show(self) -> None:
        track = self._track
        if track is None:
            return
        position = self._position
        line = track.line_at(position)
        speakers = {"you": translate("You"), "alicia": translate("Alicia")}
        words = f"{speakers[line.speaker]}: {line.text}" if line is not None else ""
        self._bar.set_position(position, words, track.phases_at(position))
        self._panel.turn_tab.set_replayed(position)
        sentence = track.sentence_at(position)
        self._mark(
            SpokenPosition(message_id=sentence.message_id, sequence=sentence.sequence) if sentence is not None else None
        )
        self._pass()

    def _mark(self, spoken: SpokenPosition | None) -> None:
        if spoken != self._spoken:
            self._spoken = spoken
            self._mark_spoken(spoken)

    def _pass(self, *, anew: bool = False) -> None:
        """Choose the stanza that was just passed, where stanzas are seen."""
        passed = self._track.stanza_at(self._position) if self._track is not None else ""
        if passed and self._panel.tab == "stanzas" and (anew or passed != self._passed):
            self._passed = passed
            self._scope.spawn("replay", self._choose(passed))

    async def _choose(self, stanza_id: str) -> None:
        await self._pass_stanza(stanza_id)


def _key(turn: TurnView | None) -> tuple[str, str]:
    return (turn.id, turn.answer_id or "") if turn is not None else ("", "")
