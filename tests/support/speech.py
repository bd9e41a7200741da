"""Somebody who speaks in a room, with the program's own voice and in real time."""

import asyncio

from alicia_desktop.base.tasks import Scope
from alicia_desktop.server.engines.text_to_speech import HibariEngine
from alicia_desktop.transport.contract import FRAME_BYTES
from tests.support.participant import Participant

SILENCE = bytes(FRAME_BYTES)


async def say(person: Participant, text: str) -> None:
    """Speak into the room in real time, with silence behind it."""
    async with Scope("test") as scope:
        voice = HibariEngine()
        voice.start(scope)
        pcm = await voice.speak(text)
        voice.close()
    frames = [pcm[at : at + FRAME_BYTES].ljust(FRAME_BYTES, b"\0") for at in range(0, len(pcm), FRAME_BYTES)]
    loop = asyncio.get_running_loop()
    begun = loop.time()
    for number, frame in enumerate([*[SILENCE] * 30, *frames, *[SILENCE] * 90]):
        person.speak(frame)
        await asyncio.sleep(max(0.0, begun + number / 100 - loop.time()))
