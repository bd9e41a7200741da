"""Control the voice bar: state, levels, captions, modes, devices, hold to talk, reading aloud, sound tests."""

import dataclasses
from typing import Final, Literal
from weakref import WeakSet

from alicia_desktop.app.settings.page_controllers import VoicePreview
from alicia_desktop.app.settings.settings_controller import SettingsController
from alicia_desktop.app.signal_connections import SignalConnections
from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.client import Client
from alicia_desktop.line import frames
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.session.read_aloud import ReadAloud
from alicia_desktop.session.sound_player import SoundPlayer
from alicia_desktop.session.speech import SoundChoice
from alicia_desktop.session.state import Phase, SessionState
from alicia_desktop.session.voice_state import TEST_LINK, VoiceState
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.ui.settings.sound_test import SoundTestRequest
from alicia_desktop.view.rows import SpokenPosition, VoiceRow
from alicia_desktop.view.status import voice_row

CHIME_SECONDS: Final = 2.0
"""How long the speaker stays open for its test."""
COUNTDOWN_SECONDS: Final = 0.5
"""How often the seconds until the next try are updated."""
PREVIEW: Final = "voice preview"
"""Stands for a message while her voice is previewed."""


class VoiceController:
    """Connect the voice of the active session with the voice bar."""

    def __init__(self, *, client: Client, window: MainWindow, settings: SettingsController, scope: Scope) -> None:
        self._client = client
        self._window = window
        self._settings = settings
        self._active: ActiveSession | None = None
        self._hearing = ""
        """The id of the words that are shown while they are said."""
        self._keep_open = False
        self._scope = scope
        self._speaker_open = False
        """Whether the speaker is open, for a conversation or for a test."""
        self._testing = False
        self._chime_pending = False
        self._counting_down = False
        self._session = SignalConnections()
        self._connections = SignalConnections()
        self._row: VoiceRow | None = None
        """The row that the voice bar shows."""
        self._reading = ReadAloud(source=client.speech, line=client.line, clock=client.clock, scope=scope)
        self._players: WeakSet[SoundPlayer] = WeakSet()
        """Of the inspector and of captures, for the sound of turns that they replay."""
        self._replayed: SpokenPosition | None = None
        self._connect()

    def create_player(self) -> SoundPlayer:
        """Return a player of stored sound, which takes the loudspeaker while it plays."""
        client = self._client
        player = SoundPlayer(line=client.line, choice=lambda: client.sound()[0], give_back=self._end_test)
        player.changed.connect(lambda _: self._on_voice())
        self._players.add(player)
        return player

    def mark_replayed(self, position: SpokenPosition | None) -> None:
        """Mark the sentence that a replay of the inspector is at, before any other; None for none."""
        self._replayed = position
        self._on_voice()

    def stop_reading(self) -> bool:
        """Stop reading aloud, and a replay's sound; return whether there was something to stop."""
        closed = [player.close() for player in self._players]
        return self._reading.stop() or any(closed)

    def request_devices(self) -> None:
        """Ask the line, which is up now, for the list of devices."""
        self._client.line.post(frames.ListDevices())

    def follow(self, active: ActiveSession) -> None:
        """Control the voice of another session; an open microphone stays open."""
        self._session.disconnect()
        self._reading.stop()
        self._active = active
        self._session.add(active.voice.changed.connect(self._on_voice))
        self._session.add(active.session.changed.connect(self._on_session))
        if self._keep_open:
            active.voice.open()
        self._on_voice()

    def open(self) -> None:
        """Open microphone and speaker, for this conversation and those opened after it."""
        self._reading.stop()
        self._keep_open = True
        if self._active is not None:
            self._active.voice.open()

    def close(self) -> None:
        """End all connections and stop reading aloud."""
        self._reading.close()
        for player in self._players:
            player.end()
        self._session.disconnect()
        self._connections.disconnect()

    def _connect(self) -> None:
        window, connections = self._window, self._connections
        connections.add_qt(window.voice_toggled, self._on_toggled)
        connections.add_qt(window.mode_requested, self._on_mode)
        connections.add_qt(window.read_requested, self._on_read)
        connections.add_qt(window.send_requested, lambda _: self._reading.stop())
        connections.add(self._reading.changed.connect(lambda _: self._on_voice()))
        connections.add(self._reading.ended.connect(self._on_reading_ended))
        connections.add_qt(window.hold_changed, self._on_hold)
        connections.add(self._settings.push_to_talk.held_changed.connect(self._on_hold))
        connections.add_qt(window.device_requested, self._on_device)
        connections.add_qt(window.microphone_test_requested, self._on_microphone_test)
        connections.add_qt(window.speaker_test_requested, self._on_speaker_test)
        connections.add(self._client.line.event_received.connect(self._on_line))
        connections.add(self._settings.preview_made.connect(self._on_preview))
        connections.add(self._settings.test_requested.connect(self._on_settings_test))
        connections.add(self._settings.sound_changed.connect(self._on_sound_changed))

    def _on_toggled(self, wanted: bool) -> None:  # noqa: FBT001 - Qt hands it over by position
        if wanted:
            self.open()
            return
        self._keep_open = False
        self._reading.stop()
        if self._active is not None:
            self._active.voice.shut()

    def _on_read(self, message_id: str) -> None:
        row = self._window.conversation.messages.rows.get(message_id)
        if row is not None:
            sentences = [(span.sequence, row.text[span.start : span.end]) for span in row.sentences]
            self._reading.read(message_id, sentences or [(1, row.text)], self._client.sound()[0])

    async def replay(self, message_id: str) -> None:
        """Play the stored audio of a message."""
        stored = await self._client.sounds.of(message_id)
        if self._window.conversation.messages.rows.get(message_id) is None:
            return  # another conversation is active by now
        if stored:
            self._reading.replay(message_id, stored, self._client.sound()[0])
        else:
            self._window.show_toast(self._window.tr("The audio of this message is no longer stored"), kind="error")

    def _on_preview(self, preview: VoicePreview) -> None:
        self._reading.stop()
        choice = dataclasses.replace(self._client.sound()[0], volume=preview.volume)
        self._reading.replay(PREVIEW, [(1, preview.pcm)] if preview.pcm else [], choice)

    def _on_reading_ended(self, sentence: str) -> None:
        self._end_test()
        if sentence:
            self._window.show_toast(sentence, kind="error")

    def _on_mode(self, mode: frames.VoiceMode) -> None:
        if self._active is not None:
            self._active.voice.set_mode(mode)
            self._settings.change_voice(mode=mode)

    def _on_hold(self, down: bool) -> None:  # noqa: FBT001 - Qt hands it over by position
        if self._active is not None:
            self._active.voice.hold(down=down)

    def _on_device(self, kind: Literal["input", "output"], name: str) -> None:
        self._settings.change_voice(**{kind: name})
        self._on_sound_changed()

    def _on_sound_changed(self, _: None = None) -> None:
        if self._active is not None:
            self._active.voice.choose(self._client.sound()[0])
            self._show()

    def _on_microphone_test(self, wanted: bool) -> None:  # noqa: FBT001 - Qt hands it over by position
        self._testing = wanted
        if wanted:
            self._open_test()
        else:
            self._end_test()

    def _on_speaker_test(self) -> None:
        if self._speaker_open:
            self._client.line.post(frames.PlayChime())
            self._window.set_tested(microphone=True, speaker=True)
        else:
            self._chime_pending = True
            self._open_test()

    def _on_settings_test(self, request: SoundTestRequest) -> None:
        chosen = self._client.sound()[0]
        tested = dataclasses.replace(chosen, input=request.input_device, output=request.output_device)
        if request.speaker and self._speaker_open and (self._testing or tested.output == chosen.output):
            self._client.line.post(frames.PlayChime())
            self._settings.set_tested(microphone=True, speaker=True, problem="")
        elif request.microphone or request.speaker:
            self._testing, self._chime_pending = request.microphone, request.speaker
            self._open_test(tested)
        else:
            self._testing = False
            self._end_test()

    def _open_test(self, chosen: SoundChoice | None = None) -> None:
        """Open the devices that are `chosen`, or those of the settings, for nobody to hear."""
        choice = chosen or self._client.sound()[0]
        self._client.line.post(frames.SetMode(mode="hands_free"))
        self._client.line.post(
            frames.OpenSound(
                link=TEST_LINK, input=choice.input or None, output=choice.output or None, volume=choice.volume
            )
        )

    def _end_test(self) -> None:
        """Close the devices opened for a test, or give them back to the conversation."""
        if self._keep_open and self._active is not None:
            self._active.voice.set_mode(self._active.voice.state.mode)
            self._active.voice.choose(self._client.sound()[0])
        else:
            self._client.line.post(frames.CloseSound())

    def _on_sound(self, event: frames.SoundChanged) -> None:
        self._speaker_open = event.output is not None
        if not event.open:
            self._settings.set_level(0)
            self._window.set_levels(0, 0)
        chime, self._chime_pending = self._chime_pending, False
        failed, self._testing = self._testing and event.input is None, self._testing and event.input is not None
        self._window.set_tested(microphone=event.input is not None, speaker=self._speaker_open)
        if event.opened_for == TEST_LINK:
            self._settings.set_tested(
                microphone=event.input is not None, speaker=self._speaker_open, problem=event.sentence
            )
        if chime and event.open:
            self._scope.spawn("chime", self._chime())
        elif failed and event.open:
            self._end_test()

    async def _chime(self) -> None:
        self._client.line.post(frames.PlayChime())
        await self._client.clock.sleep(CHIME_SECONDS)
        if not self._testing:
            self._end_test()

    def _on_line(self, event: frames.LineEvent) -> None:
        match event:
            case frames.DevicesListed(inputs=inputs, outputs=outputs):
                self._window.set_devices(inputs, outputs)
                self._settings.set_devices(inputs, outputs)
            case frames.SoundChanged():
                self._on_sound(event)
            case frames.Levels():
                self._window.set_levels(event.input, event.output)
                self._settings.set_level(event.input)
            case _:
                pass

    def _state(self) -> VoiceState | None:
        """Return the voice state to show: reading aloud goes over the session's."""
        if self._active is None:
            return None
        state = self._reading.override(self._active.voice.state)
        for player in self._players:
            state = player.override(state)
        return state

    def _on_voice(self, _: VoiceState | None = None) -> None:
        state = self._state()
        spoken = state.spoken if state is not None else None
        sounding = SpokenPosition(message_id=spoken.message_id, sequence=spoken.sequence) if spoken else None
        self._window.set_spoken(self._replayed or sounding)
        hearing = state.interim.id if state is not None and state.interim is not None else ""
        if hearing and hearing != self._hearing:  # what one says is shown, as what one sends
            self._window.conversation.messages.scroll_to_end()
        self._hearing = hearing
        self._show()

    def _on_session(self, state: SessionState) -> None:
        if self._voice_row() != self._row:  # a session emits for every stanza, and few of them change the row
            self._show()
        if state.phase is Phase.WAITING and not self._counting_down:
            self._counting_down = True
            self._scope.spawn("count down", self._count_down())

    async def _count_down(self) -> None:
        """Update the seconds until the next try, as long as the session waits."""
        try:
            while self._active is not None and self._active.session.state.phase is Phase.WAITING:
                self._show()
                await self._client.clock.sleep(COUNTDOWN_SECONDS)
        finally:
            self._counting_down = False

    def _show(self) -> None:
        self._row = self._voice_row()
        if self._row is not None:
            self._window.set_voice(self._row)

    def _voice_row(self) -> VoiceRow | None:
        state = self._state()
        if self._active is None or state is None:
            return None
        session, threshold = self._active.session, self._client.settings.voice.threshold
        return voice_row(state, session.state, threshold, next_try=session.next_try)
