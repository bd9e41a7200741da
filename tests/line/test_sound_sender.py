from alicia_desktop.audio.contract import SILENCE
from alicia_desktop.base.clock import JumpingClock
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line.sound_sender import SILENT_FRAMES, SoundSender, every_tick


async def test_a_hundred_beats_a_second_also_when_the_clock_jumps():
    clock, beats = JumpingClock(), []

    def beat():
        beats.append(clock.monotonic())
        return True

    async with Scope("test") as scope:
        scope.spawn("beat", every_tick(clock, beat))
        await clock.advance(1.0)
        assert len(beats) in {100, 101}
        assert beats[-1] - beats[0] > 0.98


async def test_sound_goes_out_in_real_time_and_a_cut_stops_it():
    clock = JumpingClock()
    sent: list[bytes] = []
    async with Scope("test") as scope:
        outflow = SoundSender(clock=clock, scope=scope, send=sent.append)
        outflow.put(bytes(960) * 100)
        await clock.advance(0.5)
        assert len(sent) in {50, 51}
        assert outflow.clear() == 100 - len(sent)
        before = len(sent)
        await clock.advance(0.5)
        assert len(sent) == before + SILENT_FRAMES
        outflow.put(b"\1\0" * 100)
        await clock.advance(0.1)
        assert sent[before + SILENT_FRAMES] == (b"\1\0" * 100).ljust(960, b"\0")


async def test_silence_follows_the_last_sound_and_then_nothing_does():
    clock = JumpingClock()
    sent: list[bytes] = []
    async with Scope("test") as scope:
        outflow = SoundSender(clock=clock, scope=scope, send=sent.append)
        outflow.put(b"\1\0" * 480 * 3)
        await clock.advance(2.0)
        assert sent == [b"\1\0" * 480] * 3 + [SILENCE] * SILENT_FRAMES
