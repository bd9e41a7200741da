import asyncio
from typing import get_args

import msgspec
import pytest

from alicia_desktop.line import frames, pipe

SAMPLES = {str: "ä", int: 7, float: 0.5, bool: True, bytes: b"\0\xff"}


def saturated(kind):
    """A frame of `kind` with a value other than its default in every field."""
    values = {}
    for field in msgspec.structs.fields(kind):
        options = [each for each in get_args(field.type) or (field.type,) if each is not type(None)]
        first = options[0]
        values[field.name] = SAMPLES[first] if first in SAMPLES else options[-1]
        if str(field.type).startswith("tuple"):
            values[field.name] = ("one", "two")
    return kind(**values)


@pytest.mark.parametrize("kind", get_args(frames.LineCommand))
def test_every_command_survives_the_pipe(kind):
    check(pipe.commands(), saturated(kind))


@pytest.mark.parametrize("kind", get_args(frames.LineEvent))
def test_every_event_survives_the_pipe(kind):
    check(pipe.events(), saturated(kind))


def check(format_, frame):
    data = format_.encode(frame)
    assert int.from_bytes(data[:4], "little") == len(data) - 4
    assert format_.decode(data[4:]) == frame


async def test_frames_are_read_one_by_one_until_the_end():
    format_, reader = pipe.commands(), asyncio.StreamReader()
    sent: list[frames.LineCommand] = [frames.Ping(number=1), frames.Send(link="a", data=bytes(100_000), ticket=2)]
    reader.feed_data(b"".join(format_.encode(each) for each in sent) + b"\5\0\0\0half")
    reader.feed_eof()
    assert await pipe.read_frame(reader, format_) == sent[0]
    assert await pipe.read_frame(reader, format_) == sent[1]
    assert await pipe.read_frame(reader, format_) is None


@pytest.mark.parametrize("junk", [b"\xff\xff\xff\xff", b"\1\0\0\0\xc0", b"\2\0\0\0ab"])
async def test_what_is_no_frame_ends_the_pipe_loudly(junk):
    reader = asyncio.StreamReader()
    reader.feed_data(junk)
    with pytest.raises(ValueError, match=r".+"):
        await pipe.read_frame(reader, pipe.events())
