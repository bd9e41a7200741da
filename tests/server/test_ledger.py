"""What counts in a conversation: from whom, of which type, under which number, about which conversation."""

from datetime import UTC, datetime

import pytest

from alicia_desktop.protocol.codec import encode
from alicia_desktop.protocol.envelope import Malformed, Stanza, Unknown
from alicia_desktop.protocol.messages import Configuration, Message, UserMessage
from alicia_desktop.protocol.registry import Direction, entry_of
from alicia_desktop.server.ledger import OTHER_CONVERSATION, ReceivedStanza, classify_stanza
from tests.protocol.samples import CONVERSATION, SATURATED

NOW = datetime(2026, 1, 1, tzinfo=UTC)


def arrive(body: Message, *, number: int = 1, envelope: str = CONVERSATION, from_user: bool = True) -> ReceivedStanza:
    raw = encode(Stanza(stanza_id=number, conversation_id=envelope, body=body))
    return classify_stanza(raw, NOW, sender="desk", from_user=from_user, conversation_id=CONVERSATION)


@pytest.mark.parametrize("body", SATURATED, ids=lambda body: type(body).__name__)
def test_a_user_says_what_clients_say_and_a_stranger_nothing(body: Message):
    arrival = arrive(body)
    assert arrival.stranger is (entry_of(body).direction is Direction.SERVER)
    assert (arrival.refusal, arrival.sender) == ("", "desk")
    unknown = arrive(body, from_user=False)
    assert (unknown.stranger, unknown.refusal) == (True, "")


@pytest.mark.parametrize("number", [0, -1, -900])
def test_what_is_numbered_as_a_server_numbers_is_not_a_clients(number: int):
    assert arrive(UserMessage(id="am_1", content="Hi"), number=number).stranger


@pytest.mark.parametrize(
    ("envelope", "named"), [("ac_other", ""), ("", "ac_other"), (CONVERSATION, "ac_other"), ("ac_other", CONVERSATION)]
)
@pytest.mark.parametrize("kind", [UserMessage, Configuration])
def test_what_names_another_conversation_is_refused(envelope: str, named: str, kind: type[Message]):
    fields = {"id": "am_1", "content": "Hi"} if kind is UserMessage else {}
    arrival = arrive(
        kind(conversation_id=named or None if kind is Configuration else named, **fields), envelope=envelope
    )
    assert (arrival.stranger, arrival.refusal) == (True, OTHER_CONVERSATION)


def test_what_names_none_is_about_that_of_the_room():
    assert not arrive(UserMessage(id="am_1", content="Hi"), envelope="").stranger
    assert not arrive(Configuration(), envelope="").stranger


def test_what_cannot_be_read_is_the_users_own_trouble():
    for raw, kind in (
        (b"\xc1", Malformed),
        (b"\x84\xa8stanzaId\x01\xaeconversationId\xa0\xa4type\x63\xa4body\x80", Unknown),
    ):
        arrival = classify_stanza(raw, NOW, sender="desk", from_user=True, conversation_id=CONVERSATION)
        assert (type(arrival.content), arrival.stranger) == (kind, False)
        assert classify_stanza(raw, NOW, sender="eve", from_user=False, conversation_id=CONVERSATION).stranger
