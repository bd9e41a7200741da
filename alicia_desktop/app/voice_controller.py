"""The voice in the window: state, levels, captions of what sounds, modes, devices, hold to talk."""

from typing import Final, Literal

from alicia_desktop.app.connections import Wiring
from alicia_desktop.app.settings_controller import Preferences
from alicia_desktop.base.tasks import Scope
from alicia_desktop.compose.client import Client
from alicia_desktop.line import frames
from alicia_desktop.session.pool import ActiveSession
from alicia_desktop.session.read_aloud import ReadAloud
from alicia_desktop.session.state import Phase, SessionState
from alicia_desktop.session.voice_state import VoiceState
from alicia_desktop.ui.main_window import MainWindow
from alicia_desktop.view.rows import SpokenPosition, VoiceRow
from alicia_desktop.view.status import voice_row

CHIME_SECONDS: Final = 2.0
"""How long the loudspeaker stays open for its test."""
COUNT_SECONDS: Final = 0.5
"""How often the seconds until the next try are told anew."""
TEST_LINK: Final = "sound test"
"""A link that leads nowhere: what the microphone hears in the test is measured, never sent."""


class Sounding:
    """Connects the voice of the conversation in front with the voice bar."""

    def __init__(self, *, client: Client, window: MainWindow, preferences: Preferences, scope: Scope) -> None:
        self._client = client
        self._window = window
        self._preferences = preferences
        self._front: ActiveSession | None = None
        self._was_open = False
        self._scope = scope
        self._sounds = False
        """Whether the loudspeaker is open, for a conversation or for a test."""
        self._testing = False
        self._chime_wanted = False
        self._counting = False
        self._following = Wiring()
        self._wiring = Wiring()
        self._told: VoiceRow | None = None
        """What the bar was told last."""
        self._reading = ReadAloud(source=client.speech, line=client.line, clock=client.clock, scope=scope)
        self._connect()

    def hush(self) -> bool:
        """End what is being read aloud; returns whether something was."""
        return self._reading.stop()

    def ask_for_devices(self) -> None:
        """Let the line, which is up now, tell the devices."""
        self._client.line.post(frames.ListDevices())

    def follow(self, front: ActiveSession) -> None:
        """Show and drive another conversation's voice; a microphone that was open stays open."""
        self._following.end()
        self._reading.stop()
        self._front = front
        self._following.add(front.voice.changed.connect(self._on_voice))
        self._following.add(front.session.changed.connect(self._on_session))
        if self._was_open:
            front.voice.open()
        self._on_voice()

    def open(self) -> None:
        """Open microphone and loudspeaker, for this conversation and those that are shown after it."""
        self._reading.stop()
        self._was_open = True
        if self._front is not None:
            self._front.voice.open()

    def close(self) -> None:
        """Follow nothing more."""
        self._reading.close()
        self._following.end()
        self._wiring.end()

    def _connect(self) -> None:
        window, wiring = self._window, self._wiring
        wiring.qt(window.voice_toggled, self._on_toggled)
        wiring.qt(window.mode_requested, self._on_mode)
        wiring.qt(window.read_requested, self._on_read)
        wiring.qt(window.send_requested, lambda _: self._reading.stop())
        wiring.add(self._reading.changed.connect(lambda _: self._on_voice()))
        wiring.add(self._reading.ended.connect(self._on_read_out))
        wiring.qt(window.hold_changed, self._on_hold)
        wiring.qt(window.device_requested, self._on_device)
        wiring.qt(window.microphone_test_requested, self._on_test)
        wiring.qt(window.speaker_test_requested, self._on_speaker_test)
        wiring.add(self._client.line.happened.connect(self._on_line))
        wiring.add(self._preferences.sound_changed.connect(self._on_sound_changed))

    def _on_toggled(self, wanted: bool) -> None:  # noqa: FBT001 - Qt hands it over by position
        if wanted:
            self.open()
            return
        self._was_open = False
        self._reading.stop()
        if self._front is not None:
            self._front.voice.shut()

    def _on_read(self, message_id: str) -> None:
        row = self._window.conversation.messages.rows.get(message_id)
        if row is not None:
            sentences = [(span.sequence, row.text[span.start : span.end]) for span in row.sentences]
            self._reading.read(message_id, sentences or [(1, row.text)], self._client.sound()[0])

    async def replay(self, message_id: str) -> None:
        """Play what was kept of a message's sound."""
        kept = await self._client.sounds.of(message_id)
        if self._window.conversation.messages.rows.get(message_id) is None:
            return  # another conversation is shown by now
        if kept:
            self._reading.replay(message_id, kept, self._client.sound()[0])
        else:
            self._window.show_toast(self._window.tr("The sound of this message is no longer kept."), kind="error")

    def _on_read_out(self, sentence: str) -> None:
        self._end_test()
        if sentence:
            self._window.show_toast(sentence, kind="error")

    def _on_mode(self, mode: frames.VoiceMode) -> None:
        if self._front is not None:
            self._front.voice.set_mode(mode)
            self._preferences.change_voice(mode=mode)

    def _on_hold(self, down: bool) -> None:  # noqa: FBT001 - Qt hands it over by position
        if self._front is not None:
            self._front.voice.hold(down=down)

    def _on_device(self, kind: Literal["input", "output"], name: str) -> None:
        self._preferences.change_voice(**{kind: name})
        self._on_sound_changed()

    def _on_sound_changed(self, _: None = None) -> None:
        if self._front is not None:
            self._front.voice.choose(self._client.sound()[0])
            self._show()

    def _on_test(self, wanted: bool) -> None:  # noqa: FBT001 - Qt hands it over by position
        self._testing = wanted
        if wanted:
            self._open_test()
        else:
            self._end_test()

    def _on_speaker_test(self) -> None:
        if self._sounds:
            self._client.line.post(frames.PlayChime())
            self._window.set_tested(microphone=True, speaker=True)
        else:
            self._chime_wanted = True
            self._open_test()

    def _open_test(self) -> None:
        choice = self._client.sound()[0]
        self._client.line.post(frames.SetMode(mode="hands_free"))
        self._client.line.post(
            frames.OpenSound(link=TEST_LINK, input=choice.input or None, output=choice.output or None)
        )

    def _end_test(self) -> None:
        """Close what was opened for a test, unless a conversation has it."""
        if self._was_open and self._front is not None:
            self._front.voice.set_mode(self._front.voice.state.mode)
            self._front.voice.choose(self._client.sound()[0])
        else:
            self._client.line.post(frames.CloseSound())

    def _on_sound(self, event: frames.SoundChanged) -> None:
        self._sounds = event.output is not None
        if not event.open:
            self._preferences.set_level(0)
        wanted, self._chime_wanted = self._chime_wanted, False
        failed, self._testing = self._testing and event.input is None, self._testing and event.input is not None
        self._window.set_tested(microphone=event.input is not None, speaker=self._sounds)
        if wanted and event.open:
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
                self._preferences.set_devices(inputs, outputs)
            case frames.SoundChanged():
                self._on_sound(event)
            case frames.Levels():
                self._window.set_levels(event.input, event.output)
                self._preferences.set_level(event.input)
            case _:
                pass

    def _state(self) -> VoiceState | None:
        """Return how the voice is, as it shows."""
        return self._reading.over(self._front.voice.state) if self._front is not None else None

    def _on_voice(self, _: VoiceState | None = None) -> None:
        state = self._state()
        spoken = state.spoken if state is not None else None
        self._window.set_spoken(
            SpokenPosition(message_id=spoken.message_id, sequence=spoken.sequence) if spoken else None
        )
        self._show()

    def _on_session(self, state: SessionState) -> None:
        if self._row() != self._told:  # a session tells of every stanza, and few of them mean anything here
            self._show()
        if state.phase is Phase.WAITING and not self._counting:
            self._counting = True
            self._scope.spawn("count down", self._count_down())

    async def _count_down(self) -> None:
        """Tell how long it is until the next try, as long as there is a pause."""
        try:
            while self._front is not None and self._front.session.state.phase is Phase.WAITING:
                self._show()
                await self._client.clock.sleep(COUNT_SECONDS)
        finally:
            self._counting = False

    def _show(self) -> None:
        self._told = self._row()
        if self._told is not None:
            self._window.set_voice(self._told)

    def _row(self) -> VoiceRow | None:
        state = self._state()
        if self._front is None or state is None:
            return None
        session, threshold = self._front.session, self._client.settings.voice.threshold
        return voice_row(state, session.state, threshold, next_try=session.next_try)
