import threading

import numpy as np
import pytest
import sounddevice

from alicia_desktop.audio.contract import FRAME_BYTES
from alicia_desktop.audio.device_streams import DeviceMicrophone, at_volume, chime


@pytest.mark.parametrize(("volume", "height"), [(1.0, 1.0), (0.5, 0.25), (0.0, 0.0), (-1.0, 0.0), (3.0, 1.0)])
def test_half_the_volume_is_a_quarter_of_the_height_and_it_never_grows(volume, height):
    frame = chime()[:FRAME_BYTES]
    loud, heard = (np.abs(np.frombuffer(one, "<i2")).max() for one in (frame, at_volume(frame, volume)))
    assert heard == pytest.approx(loud * height, abs=1)
    assert len(at_volume(frame, volume)) == FRAME_BYTES


def test_a_stream_that_does_not_start_is_closed_again(monkeypatch):
    closed = []

    class Refusing:
        def __init__(self, **_):
            pass

        def start(self):
            raise OSError("gone while it was opened")

        def close(self, **_):
            closed.append(self)

    monkeypatch.setattr(sounddevice, "RawInputStream", Refusing)
    with pytest.raises(OSError, match="gone"):
        DeviceMicrophone(device=None, name="default", wake=None, lock=threading.RLock(), on_close=lambda: None)
    assert len(closed) == 1
