"""A message of very many sentences is read as far as it is shown, and whole where it is exported."""

from sqlalchemy import Connection

from alicia_desktop.store.conversations import transcripts
from alicia_desktop.store.conversations.transcripts import MAX_CHILDREN
from tests.store.wire import CONVERSATION, keep, turn


def test_the_first_sentences_of_each_message_are_read_to_be_shown_and_all_to_be_exported(conn: Connection) -> None:
    many = [f"Number {number}." for number in range(1, MAX_CHILDREN + 11)]
    keep(conn, *turn("1", sentences=many), *turn("2", sentences=["It is on Friday.", "At six."]))
    shown = {bundle.message.id: bundle for bundle in transcripts.stretch(conn, CONVERSATION)}
    assert [said.text for said in shown["am_a1"].sentences] == many[:MAX_CHILDREN]
    assert shown["am_a1"].message.contents == " ".join(many)
    assert [said.text for said in shown["am_a2"].sentences] == ["It is on Friday.", "At six."]
    exported = {bundle.message.id: bundle for bundle in transcripts.whole(conn, CONVERSATION)}
    assert [said.text for said in exported["am_a1"].sentences] == many
