"""The files of a message on the wire: written, read from whomever, and left out of the journal."""

from hypothesis import given
from hypothesis import strategies as st

from alicia_desktop.protocol.attachments import (
    MAX_NAME_LETTERS,
    MAX_READ,
    MAX_TOTAL_BYTES,
    Attachment,
    digest_of,
    read_attachments,
    to_wire,
    without_data,
)
from alicia_desktop.protocol.codec import decode, encode
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import UserMessage

PIXELS = b"\x89PNG\r\n\x1a\n\x00\xff"
PICTURE = Attachment(
    name="cat.png",
    media_type="image/png",
    size=len(PIXELS),
    digest=digest_of(PIXELS),
    width=3,
    height=2,
    data=PIXELS,
)


def test_files_come_over_the_wire_byte_for_byte():
    body = UserMessage(id="am_1", content="What is this?", attachments=to_wire([PICTURE]))
    inbound = decode(encode(Stanza(stanza_id=1, conversation_id="ac_1", body=body)))
    assert isinstance(inbound, Stanza)
    assert isinstance(inbound.body, UserMessage)
    assert read_attachments(inbound.body.attachments) == (PICTURE,)


def test_heads_alone_keep_everything_but_the_bytes():
    body = UserMessage(id="am_1", content="", attachments=(*(to_wire([PICTURE]) or ()), "note"))
    light = without_data(body)
    (found,) = read_attachments(light.attachments)
    assert (found.name, found.size, found.digest, found.data) == ("cat.png", len(PIXELS), PICTURE.digest, None)
    assert light.attachments is not None
    assert light.attachments[1] == "note"
    assert without_data(light) is light


def test_bytes_that_are_not_those_of_the_digest_are_not_read():
    (head,) = to_wire([PICTURE]) or ()
    (found,) = read_attachments([{**head, "data": b"another file"}])
    assert (found.data, found.digest) == (None, PICTURE.digest)


def test_what_is_too_large_or_too_many_is_bounded():
    many = [{"name": "n" * 10_000, "data": bytes(MAX_TOTAL_BYTES + 1), "size": -1, "width": True}] * (MAX_READ + 5)
    found = read_attachments(many)
    assert len(found) == MAX_READ
    assert (len(found[0].name), found[0].data, found[0].size, found[0].width) == (MAX_NAME_LETTERS, None, 0, None)


_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.binary(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=8,
)
_KEYS = st.sampled_from(["name", "mediaType", "size", "digest", "data", "width"])


@given(st.lists(_VALUES | st.dictionaries(_KEYS, _VALUES), max_size=4))
def test_whatever_others_write_there_is_read_or_passed_over(values: list[object]):
    found = read_attachments(values)
    assert all(one.name and 0 <= one.position < len(values) for one in found)
