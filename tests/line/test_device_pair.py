from alicia_desktop.line.device_pair import DEAD_FRAMES, GATED_FRAMES, DeviceWatch


def checked(watch, *, heard, since, until):
    """The first verdict while a microphone stands still and the watch looks each eighth of a second."""
    times = (since + step / 8 for step in range(round((until - since) * 8) + 1))
    return next(((now, verdict) for now in times if (verdict := look(watch, heard, now))), None)


def look(watch, heard, now):
    return watch.check(heard=heard, played=0, dead=0, now=now)


def test_a_device_that_gives_nothing_any_more_is_lost():
    watch = DeviceWatch(microphone=True, loudspeaker=False, now=0.0)
    assert checked(watch, heard=0, since=0.125, until=3.0) is None
    assert look(watch, 10, 3.125) is None
    assert checked(watch, heard=10, since=3.25, until=5.0) == (4.375, "microphone_lost")


def test_a_watch_that_did_not_run_blames_no_device():
    watch = DeviceWatch(microphone=True, loudspeaker=False, now=0.0)
    assert look(watch, 10, 0.125) is None
    assert look(watch, 10, 2.0) is None
    assert checked(watch, heard=10, since=2.125, until=5.0) == (3.25, "microphone_lost")


def test_a_device_that_never_began_is_lost_later():
    watch = DeviceWatch(microphone=False, loudspeaker=True, now=0.0)
    assert watch.check(heard=0, played=0, dead=0, now=3.9) is None
    assert watch.check(heard=0, played=0, dead=0, now=4.1) == "loudspeaker_lost"


def test_a_switched_off_microphone_is_told_once():
    watch = DeviceWatch(microphone=True, loudspeaker=False, now=0.0)
    verdicts = [
        watch.check(heard=count, played=0, dead=count, now=count / 100) for count in range(1, DEAD_FRAMES + 100)
    ]
    assert [verdict for verdict in verdicts if verdict] == ["microphone_silent"]
    assert verdicts.index("microphone_silent") == DEAD_FRAMES - 1


def test_a_microphone_that_gave_sound_may_be_quiet_for_half_a_minute():
    watch = DeviceWatch(microphone=True, loudspeaker=False, now=0.0)
    verdicts = [
        watch.check(heard=count + 100, played=0, dead=count, now=count / 100) for count in range(1, GATED_FRAMES + 1)
    ]
    assert verdicts == [None] * (GATED_FRAMES - 1) + ["microphone_silent"]


def test_wav_files_are_never_lost():
    watch = DeviceWatch(microphone=False, loudspeaker=False, now=0.0)
    assert watch.check(heard=0, played=0, dead=9_999, now=99.0) is None
