"""An owner of a line in tests: it keeps what the line tells, and can wait for it."""

import asyncio

from alicia_desktop.line import frames
from alicia_desktop.line.stanza_sniffer import AnnouncedSegment
from alicia_desktop.protocol import codec
from alicia_desktop.protocol.envelope import Stanza
from alicia_desktop.protocol.messages import AudioChunk
from tests.support.patience import PATIENCE

LINK = "room"


class Owner:
    """Hears one line."""

    def __init__(self, line):
        self.line = line
        self.events = []
        self._news = asyncio.Event()
        line.event_received.connect(self._on_event)

    def _on_event(self, event):
        self.events.append(event)
        self._news.set()

    def of(self, *kinds):
        return [event for event in self.events if isinstance(event, kinds)]

    async def until(self, happened, *, within=PATIENCE):
        async with asyncio.timeout(within):
            while not happened():
                self._news.clear()
                await self._news.wait()

    async def until_one(self, kind, *, within=PATIENCE, **fields):
        """The first event of `kind` with these fields, now or later."""

        def found():
            return [each for each in self.of(kind) if all(getattr(each, name) == fields[name] for name in fields)]

        await self.until(found, within=within)
        return found()[0]

    def join(self, address, *, link=LINK, uses_devices=False):
        """Ask the line to join the room of `address`."""
        self.line.post(frames.Connect.to(address, link=link, uses_devices=uses_devices))

    async def joined(self, address, *, link=LINK, uses_devices=False):
        self.join(address, link=link, uses_devices=uses_devices)
        await self.until_one(frames.LinkChanged, link=link, state="connected")

    async def opened(self, **fields):
        self.line.post(frames.OpenSound(link=LINK, **fields))
        await self.until(lambda: self.of(frames.SoundChanged))
        return self.of(frames.SoundChanged)[-1]

    @property
    def spoken(self):
        return [(each.sequence, each.state) for each in self.of(frames.PlaybackProgressed) if each.state != "playing"]


def announcement(*, sequence, duration_ms, message_id="am_1"):
    """The stanza that announces the sound of a sentence."""
    chunk = AudioChunk(conversation_id="ac_1", format="pcm", duration=duration_ms, seq=sequence, is_last=False)
    return codec.encode(Stanza(stanza_id=-5, conversation_id="ac_1", body=chunk, meta={"messageId": message_id}))


def segment(sequence, duration_ms, message_id="am_1"):
    return AnnouncedSegment(message_id=message_id, sequence=sequence, duration_ms=duration_ms)
