import numpy as np
import pytest

from alicia_desktop.audio.contract import FRAME_BYTES
from alicia_desktop.audio.device_streams import at_volume, chime


@pytest.mark.parametrize(("volume", "height"), [(1.0, 1.0), (0.5, 0.25), (0.0, 0.0), (-1.0, 0.0), (3.0, 1.0)])
def test_half_the_volume_is_a_quarter_of_the_height_and_it_never_grows(volume, height):
    frame = chime()[:FRAME_BYTES]
    loud, heard = (np.abs(np.frombuffer(one, "<i2")).max() for one in (frame, at_volume(frame, volume)))
    assert heard == pytest.approx(loud * height, abs=1)
    assert len(at_volume(frame, volume)) == FRAME_BYTES
