"""A stop that comes before the sound it is meant for, the same over every transport."""

from typing import Any, Literal

from alicia_desktop.protocol.messages import Acknowledgement, AudioChunk, ControlStop, StartAnswer
from tests.support.participant import Participant


async def check_a_stop_before_the_first_sound(
    person: Participant, voice: Any, stop_type: Literal["speech", "all"]
) -> None:
    """Ask aloud, stop her once all is written and nothing sounds, and hear only the next answer."""
    voice.ready.clear()
    await person.ask("Please help.", source="microphone")
    stopped = person.of(StartAnswer)[-1].id
    await person.until(lambda: voice.said)
    assert person.of(AudioChunk) == []
    acknowledged = len(person.of(Acknowledgement))
    await person.send(ControlStop(target_id=stopped, stop_type=stop_type))
    await person.until(lambda: len(person.of(Acknowledgement)) > acknowledged)
    voice.ready.set()
    await person.ask("Please help again.", source="microphone")
    wanted = person.of(StartAnswer)[-1].id
    await person.until(lambda: len(person.of(AudioChunk)) == 2)
    announced = [stanza.meta["messageId"] for stanza in person.stanzas if isinstance(stanza.body, AudioChunk)]
    assert announced == [wanted, wanted]
