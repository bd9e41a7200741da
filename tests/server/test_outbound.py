"""The way out of a conversation stays open, whatever the database refuses at one moment."""

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.messages import AssistantSentence, Configuration, ErrorMessage, UserMessage
from alicia_desktop.store import recording
from alicia_desktop.store.server import server_queries
from tests.support.participant import Participant


@pytest.fixture
def small():
    """Whatever the model says goes out as it comes."""
    return False


def refuse(*_):
    raise WorldError(sentence="The disk does not answer.", code="disk_error", retry=True)


@pytest.mark.expects_log("could not be")
async def test_a_history_that_cannot_be_read_costs_one_reply_and_nothing_else(person, monkeypatch):
    await person.join()
    wish = Configuration(conversation_id=person.conversation_id, last_sequence_seen=2)
    with monkeypatch.context() as broken:
        broken.setattr(server_queries, "missed", refuse)
        await person.send(wish)
        await person.until(lambda: person.of(ErrorMessage))
    (told,) = person.of(ErrorMessage)
    assert (told.message, told.recoverable) == ("The disk does not answer.", True)
    assert len(person.of(Configuration)) == 1
    await person.send(wish)
    await person.until(lambda: len(person.of(Configuration)) == 2)
    await person.ask("Please help.")
    assert len(person.of(AssistantSentence)) == 2


async def test_what_could_not_be_read_is_told_to_no_other_device(server, person):
    await person.join()
    await person.send(UserMessage(id="", conversation_id=person.conversation_id, content="Without a name."))
    await person.until(lambda: person.of(ErrorMessage))
    await person.ask("Please help.")
    await person.leave()
    second = Participant(server, identity="tablet")
    second.conversation_id = person.conversation_id
    await second.join()
    await second.until(lambda: len(second.of(AssistantSentence)) == 2)
    assert [body.content for body in second.of(UserMessage)] == ["Please help."]
    await second.leave()


@pytest.mark.expects_log("could not be")
async def test_what_is_sent_together_is_journaled_together_and_one_bad_stanza_costs_itself_alone(
    server, person, monkeypatch
):
    await person.join()
    written, recorded = [], recording.record

    def record(conn, entries):
        names = [type(one.content.body).__name__ for one in entries]
        written.append(names)
        if "StartAnswer" in names:
            refuse()
        return recorded(conn, entries)

    with monkeypatch.context() as broken:
        broken.setattr("alicia_desktop.server.ledger.record", record)
        await person.ask("Please help.")
    assert ["StartAnswer"] in written
    assert any(len(names) > 1 for names in written)
    assert [one.message for one in person.of(ErrorMessage)] == ["The disk does not answer."]
    assert person.of(AssistantSentence)
    await person.leave()
