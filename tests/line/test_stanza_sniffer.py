from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.line.stanza_sniffer import announced_segment, reads_streams
from alicia_desktop.protocol import codec
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import Configuration, UserMessage
from tests.line.support import announcement, segment


def stanza(body):
    return codec.encode(Stanza(stanza_id=1, conversation_id="ac_1", body=body))


def test_the_announcement_of_a_sentences_sound_is_seen():
    assert announced_segment(announcement(sequence=3, duration_ms=1_500)) == segment(3, 1_500)


def test_nothing_else_is_taken_for_one():
    assert announced_segment(stanza(UserMessage(id="am_1", content="\xa4type\x04 type 4"))) is None
    assert announced_segment(announcement(sequence=3, duration_ms=0)) is None


def test_a_peer_that_reads_streams_is_seen():
    assert reads_streams(stanza(Configuration(features=("streaming", "byte_streams"))))
    assert not reads_streams(stanza(Configuration(features=("streaming",))))
    assert not reads_streams(stanza(UserMessage(id="am_1", content="byte_streams")))


@given(st.binary(max_size=200))
def test_any_bytes_may_come(data):
    for packet in (data, b"\xa4type\x04" + data, data + b"\xa4type\x0c"):
        assert announced_segment(packet) is None
        assert reads_streams(packet) is False
