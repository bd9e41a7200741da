"""Whether a byte stream has its place is remembered for each sender alone."""

from alicia_desktop.base.tasks import Scope
from alicia_desktop.transport.endpoint import Endpoint
from alicia_desktop.transport.livekit.packets import REMEMBERED_STREAMS, Reader


async def test_who_asks_about_many_streams_pushes_out_nobody_elses():
    reader = Reader(endpoint=Endpoint(), scope=Scope("test"))
    placed = reader._stream_placed("alicia-agent-1", "s1")
    asked = [reader._stream_placed("mallory", f"s{number}") for number in range(2 * REMEMBERED_STREAMS)]
    assert reader._stream_placed("alicia-agent-1", "s1") is placed
    assert reader._stream_placed("mallory", "s1") is not asked[1]
    reader.forget("alicia-agent-1")
    assert reader._stream_placed("alicia-agent-1", "s1") is not placed
