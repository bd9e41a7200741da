"""The way out of a conversation stays open, whatever the database refuses at one moment."""

import pytest

from alicia_desktop.base.errors import WorldError
from alicia_desktop.protocol.messages import AssistantSentence, Configuration, ErrorMessage
from alicia_desktop.store import serving


def refuse(*_):
    raise WorldError(sentence="The disk does not answer.", code="disk_error", retry=True)


@pytest.mark.expects_log("could not be")
async def test_a_history_that_cannot_be_read_costs_one_reply_and_nothing_else(person, monkeypatch):
    await person.join()
    wish = Configuration(conversation_id=person.conversation_id, last_sequence_seen=2)
    with monkeypatch.context() as broken:
        broken.setattr(serving, "missed", refuse)
        await person.send(wish)
        await person.until(lambda: person.of(ErrorMessage))
    (told,) = person.of(ErrorMessage)
    assert (told.message, told.recoverable) == ("The disk does not answer.", True)
    assert len(person.of(Configuration)) == 1
    await person.send(wish)
    await person.until(lambda: len(person.of(Configuration)) == 2)
    await person.ask("Please help.")
    assert len(person.of(AssistantSentence)) == 2
