"""Every message that a server may send, the local server does send, and every one that a client may send it confirms.

Exceptions are named, with their reasons.
"""

from typing import Final

import msgspec

from alicia_desktop.protocol.messages import (
    Acknowledgement,
    AudioChunk,
    Commentary,
    Configuration,
    ErrorMessage,
    Feedback,
    FeedbackConfirmation,
    MemoryAction,
    MemoryConfirmation,
    Message,
    NoteConfirmation,
    StartAnswer,
    UserNote,
)
from alicia_desktop.protocol.registry import ENTRIES, Direction, entry_of
from tests.protocol.samples import SATURATED
from tests.support.participant import Participant
from tests.support.protocol_page import named_in

NOT_HERE: Final = {
    "Transcription": "needs somebody who speaks: tests/server/test_spoken.py",
}

UNCONFIRMED: Final = {Acknowledgement, AudioChunk, Configuration, ErrorMessage}
"""What a client does not put into its outbox, so that nothing waits for a confirmation of it."""


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


async def test_the_local_server_confirms_every_message_that_waits_in_a_clients_outbox(server, person) -> None:
    await person.join()
    sendable = [body for body in SATURATED if entry_of(body).direction is not Direction.SERVER]
    for body in (one for one in sendable if type(one) not in UNCONFIRMED):
        number = await person.send(in_conversation(body, person.conversation_id))
        last = await person.send(Commentary(id=f"aucc_behind_{number}", content="Read in its order"))
        await person.until(lambda last=last: last in acknowledged(person))
        assert number in acknowledged(person) or is_confirmed(person, body), type(body).__name__


def acknowledged(person: Participant) -> set[int | None]:
    """Return the ids of the stanzas that the server has acknowledged."""
    return {one.acknowledged_stanza_id for one in person.of(Acknowledgement)}


def in_conversation(body: Message, conversation_id: str) -> Message:
    """Return the message as one of this conversation, without files."""
    named = {"conversation_id": conversation_id, "attachments": None}
    return msgspec.structs.replace(body, **{name: one for name, one in named.items() if hasattr(body, name)})


def is_confirmed(person: Participant, body: Message) -> bool:
    """Return whether the server has confirmed a vote, a note or an action on a memory, by its id."""
    match body:
        case Feedback():
            return any(one.feedback_id == body.id for one in person.of(FeedbackConfirmation))
        case UserNote():
            return any(one.note_id == body.id for one in person.of(NoteConfirmation))
        case MemoryAction():
            return any(one.memory_id == body.id for one in person.of(MemoryConfirmation))
        case _:
            return False


async def opinions(person: Participant) -> None:
    """Vote, note and remark on the last answer."""
    answer = person.of(StartAnswer)[-1].id
    vote = Feedback(id="v1", message_id=answer, target_type="message", target_id=answer, vote="down", timestamp=1)
    for body in (vote, UserNote(id="n1", message_id=answer, content="Sums"), Commentary(id="c1", content="Why?")):
        await person.send(body)
    await person.until(lambda: person.of(FeedbackConfirmation) and person.of(NoteConfirmation))
