"""Every message that a server may send, the local server does send, for a real reason; one exception is named."""

from typing import Final

from alicia_desktop.protocol.messages import (
    AudioChunk,
    Commentary,
    ErrorMessage,
    Feedback,
    FeedbackConfirmation,
    MemoryAction,
    MemoryConfirmation,
    NoteConfirmation,
    StartAnswer,
    UserNote,
)
from alicia_desktop.protocol.registry import ENTRIES, Direction
from tests.support.participant import Participant
from tests.support.protocol_page import named_in

NOT_HERE: Final = {
    "Transcription": "needs somebody who speaks: tests/server/test_spoken.py",
}


async def test_the_local_server_sends_every_message_that_a_server_may_send(server, person) -> None:
    await person.join()
    await person.ask("My daughter Emma has a piano recital on Friday.")
    await person.ask("What is 23*17?", speak=True)
    await person.until(lambda: person.of(AudioChunk))
    await opinions(person)
    await person.send(MemoryAction(id="amem_mine", action="create", memory={"content": "User likes tea."}, timestamp=1))
    await person.until(lambda: person.of(MemoryConfirmation))
    await person.send_raw(b"\xc1 no stanza")
    await person.until(lambda: person.of(ErrorMessage))
    later = Participant(server, identity="lap")
    later.conversation_id = person.conversation_id
    await person.leave()
    await later.join()  # what the first device said and did is told to the second
    await later.until(lambda: later.of(Commentary) and later.of(UserNote))
    await later.leave()
    plain = Participant(server, identity="page")
    plain.conversation_id = person.conversation_id
    await plain.join("tool_use")  # a device that takes no streams
    await plain.ask("What is 3*4?")
    await plain.leave()
    sent = {type(stanza.body).__name__ for stanza in (*person.stanzas, *later.stanzas, *plain.stanzas)}
    may_send = {entry.name for entry in ENTRIES if entry.direction is not Direction.CLIENT}
    assert may_send - sent == set(NOT_HERE)
    keys = {key for stanza in (*person.stanzas, *later.stanzas, *plain.stanzas) for key in stanza.meta}
    assert keys - named_in("meta") == set()


async def opinions(person: Participant) -> None:
    """Vote, note and remark on the last answer."""
    answer = person.of(StartAnswer)[-1].id
    vote = Feedback(id="v1", message_id=answer, target_type="message", target_id=answer, vote="down", timestamp=1)
    for body in (vote, UserNote(id="n1", message_id=answer, content="Sums"), Commentary(id="c1", content="Why?")):
        await person.send(body)
    await person.until(lambda: person.of(FeedbackConfirmation) and person.of(NoteConfirmation))
