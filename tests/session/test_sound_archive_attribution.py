from alicia_desktop.session.sound_archive import BYTES_A_SECOND, UNDERSTOOD_SECONDS, SpeechAttribution


def sound(seconds, mark=b"a"):
    return mark * int(seconds * BYTES_A_SECOND)


def test_a_message_gets_what_was_said_before_it_pauses_and_all():
    said = SpeechAttribution()
    assert said.add_speech(sound(1, b"a"), now=10) is None
    assert said.add_speech(sound(2, b"b"), now=13.5) is None
    assert said.add_message("am_1", now=14) == ("am_1", sound(1, b"a") + sound(2, b"b"))
    assert said.add_speech(sound(1, b"c"), now=16) is None
    assert said.add_message("am_2", now=17) == ("am_2", sound(1, b"c"))


def test_what_ends_after_its_message_came_is_its_sound_and_what_begins_after_it_is_not():
    said = SpeechAttribution()
    assert said.add_message("am_1", now=10) is None
    assert said.add_speech(sound(2), now=11) == ("am_1", sound(2))
    assert said.add_message("am_2", now=20) is None
    assert said.add_speech(sound(1), now=25) is None


def test_what_never_became_a_message_belongs_to_none():
    said = SpeechAttribution()
    said.add_speech(sound(1, b"a"), now=10)
    said.add_speech(sound(1, b"b"), now=20)
    assert said.add_message("am_1", now=21) == ("am_1", sound(1, b"b"))
    said.add_speech(sound(1), now=30)
    assert said.add_message("am_2", now=31 + UNDERSTOOD_SECONDS) is None
