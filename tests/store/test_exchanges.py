"""When stanzas left and what answers them came back: acknowledgements and handshakes around a turn."""

from sqlalchemy import Connection

from alicia_desktop.protocol import messages as wire
from alicia_desktop.session.ledger import SENT_AT
from alicia_desktop.store.exchanges import NEIGHBOURHOOD, read_exchanges
from alicia_desktop.store.meta_entries import set_meta
from tests.store.wire import NOW, came, keep, later, went


def left(conn: Connection, *seqs: int) -> list[object]:
    return [one.left_at for one in read_exchanges(conn, "ac_1", seqs, sent_key=SENT_AT)]


def test_an_acknowledgement_answers_the_question_that_left_and_a_configuration_the_one_before_it(conn: Connection):
    keep(
        conn, went(wire.Configuration(conversation_id="ac_1"), 1), came(wire.Configuration(conversation_id="ac_1"), -1)
    )
    keep(conn, went(wire.UserMessage(id="am_1", content="When?"), 2))
    set_meta(conn, "am_1", SENT_AT, later(5).isoformat(), NOW)
    keep(
        conn,
        came(wire.Acknowledgement(conversation_id="ac_1", acknowledged_message_id="am_1"), -2, meta={"receivedAt": 7}),
    )
    handshake, question = read_exchanges(conn, "ac_1", [3], sent_key=SENT_AT)
    assert (handshake.left_at, question.left_at) == (NOW, later(5))
    assert question.meta["receivedAt"] == 7
    assert question.arrived_at >= NOW


def test_of_what_was_never_sent_from_here_nothing_is_known(conn: Connection):
    keep(conn, came(wire.Acknowledgement(conversation_id="ac_1", acknowledged_message_id="am_9"), -1))
    assert left(conn, 1) == [None]


def test_what_lies_far_away_or_belongs_to_others_tells_nothing(conn: Connection):
    keep(conn, came(wire.Acknowledgement(conversation_id="ac_1", acknowledged_message_id="am_9"), -1))
    assert left(conn, NEIGHBOURHOOD + 2) == []
    assert left(conn) == []
    assert read_exchanges(conn, "ac_2", [1], sent_key=SENT_AT) == []
