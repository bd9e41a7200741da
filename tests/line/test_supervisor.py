from alicia_desktop.line import frames
from alicia_desktop.line.supervisor import DesiredState

SOUND = frames.OpenSound(link="a", input="card")


def connect(link):
    return frames.Connect(link=link, transport="websocket", url="u", token="t", room_name="r", participant_id="p")


def noted(*commands):
    wishes = DesiredState()
    for command in commands:
        wishes.on_command(command)
    return wishes


def test_the_sound_is_asked_for_again_as_it_was_last():
    hold, mode = frames.Hold(down=True), frames.SetMode(mode="hold")
    wishes = noted(frames.SetMode(mode="muted"), frames.OpenSound(link="a"), mode, hold, SOUND, frames.Ping(number=1))
    assert wishes.replay() == (mode, hold, SOUND)


def test_closed_sound_stays_closed():
    assert noted(SOUND, frames.CloseSound()).replay() == ()


def test_rooms_are_lost_with_the_process_and_those_asked_for_later_are_joined():
    wishes = noted(connect("a"), connect("b"), frames.Disconnect(link="b"), connect("c"))
    wishes.on_event(frames.LinkChanged(link="c", state="closed"))
    assert wishes.pop_rooms() == ("a",)
    wishes.on_command(connect("d"))
    assert wishes.replay() == (connect("d"),)
