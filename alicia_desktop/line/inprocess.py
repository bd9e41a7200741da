"""The line itself: links, sound and voice activity in this process, behind the `Line` contract.

It is what runs inside the line process, and what tests and `talk --transport memory` use as it is. Commands are
carried out on the event loop; those that take time become tasks of its scope.
"""

import asyncio
from collections.abc import Callable
from typing import Final

from alicia_desktop.audio.contract import Sound
from alicia_desktop.audio.devices import PortAudioSound
from alicia_desktop.base.clock import Clock, SystemClock
from alicia_desktop.base.observable import Signal
from alicia_desktop.base.tasks import Scope
from alicia_desktop.line import frames, kept_frames
from alicia_desktop.line.device_manager import Desk
from alicia_desktop.line.link import Link, refused
from alicia_desktop.line.stanza_sniffer import announced_segment
from alicia_desktop.transport.carriers import load_carrier, new_transport
from alicia_desktop.transport.contract import SoundReceived, Transport, TransportKind

CLOSE_SECONDS: Final = 1.2
"""For leaving all rooms together; the whole line has two seconds."""
_Sounding = frames.SendSound | frames.ClearSound | kept_frames.PlaySentence
_ToLink = frames.Disconnect | frames.Send | frames.SetReaders | _Sounding


class InProcessLine:
    """A `Line` without a process of its own."""

    def __init__(
        self,
        *,
        transports: Callable[[TransportKind], Transport] = new_transport,
        sound: Sound | None = None,
        clock: Clock | None = None,
    ) -> None:
        self.happened: Signal[frames.LineEvent] = Signal()
        self._transports = transports
        self._sound = sound or PortAudioSound()
        self._clock = clock or SystemClock()
        self._scope = Scope("line")
        self._links: dict[str, Link] = {}
        self._joining: set[str] = set()
        """Links whose carrier is being loaded."""
        self._running: set[asyncio.Task[None]] = set()
        """The links that are joined, or are still being left."""
        self._desk: Desk | None = None
        self._closed = False

    async def start(self) -> None:
        """Take commands from now on."""
        self._desk = Desk(
            sound=self._sound,
            clock=self._clock,
            scope=self._scope,
            tell=self._tell,
            send=self._send_sound,
            mute=self._mute,
        )

    def post(self, command: frames.LineCommand) -> None:
        """Carry out one command; before `start` and after `close` it is as with a line that is down."""
        if self._desk is None or self._closed:
            if isinstance(command, frames.Send):
                self._tell(refused(command))
            return
        match command:
            case frames.OpenSound() | frames.CloseSound():
                self._desk.post(command)
            case frames.SetMode(mode=mode):
                self._desk.set_mode(mode)
            case frames.Hold(down=down):
                self._desk.hold(down=down)
            case frames.PlayChime():
                self._desk.chime()
            case frames.ListDevices():
                self._scope.spawn("devices", self._list_devices(self._desk))
            case frames.Ping(number=number):
                self._tell(frames.Pong(number=number))
            case frames.Connect():
                self._scope.spawn("connect", self._connect(command, self._desk))
            case _:
                self._post_to_link(command, self._desk)

    async def close(self) -> None:
        """Leave all rooms, close the devices. Idempotent."""
        if self._closed:
            return
        self._closed = True
        for link in tuple(self._links.values()):
            self._scope.spawn("leave", link.close())
        if self._desk is not None:
            await self._desk.close()
        if self._running:
            await asyncio.wait(self._running, timeout=CLOSE_SECONDS)
        await self._scope.close()

    async def _list_devices(self, desk: Desk) -> None:
        self._tell(await desk.devices())

    async def _connect(self, command: frames.Connect, desk: Desk) -> None:
        """Join a room; a link of the same name is left first."""
        self._joining.add(command.link)
        if (former := self._links.get(command.link)) is not None:
            await former.close()
        # An import of a second on the loop would look like a hang to whoever listens for the heartbeat.
        await asyncio.to_thread(load_carrier, command.transport)
        if command.link not in self._joining:  # asked to leave in the meantime
            self._tell(frames.LinkChanged(link=command.link, state="closed"))
            return
        self._joining.discard(command.link)
        address = command.address
        link = self._links[command.link] = Link(
            name=command.link,
            address=address,
            transport=self._transports(address.transport),
            clock=self._clock,
            scope=self._scope,
            tell=lambda event: self._on_link_event(event, desk),
            hear=lambda sound: self._on_sound(command, sound, desk),
        )
        if command.muted:
            link.mute(muted=desk.audible != command.link)
        self._running.add(link.running)
        link.running.add_done_callback(self._running.discard)

    def _post_to_link(self, command: _ToLink, desk: Desk) -> None:
        link = self._links.get(command.link)
        match command:
            case frames.Send():
                self._tell(refused(command)) if link is None else link.send(command)
            case frames.Disconnect():
                if command.link in self._joining:
                    self._joining.discard(command.link)
                elif link is None:
                    self._tell(frames.LinkChanged(link=command.link, state="closed"))
                else:
                    self._scope.spawn("leave", link.close())
            case frames.SetReaders():
                if link is not None:
                    link.set_readers(command)
            case _:
                self._post_sound(command, link, desk)

    def _post_sound(self, command: _Sounding, link: Link | None, desk: Desk) -> None:
        voice = desk.voice_of(command.link)
        match command:
            case frames.SendSound(pcm=pcm) if link is not None:
                link.play_out(pcm)
            case frames.ClearSound(message_id=message_id) if voice is not None:
                voice.cut(message_id=message_id, now=self._clock.monotonic())
            case frames.ClearSound() if link is not None:
                link.clear_sound()
            case kept_frames.PlaySentence() if voice is not None:
                voice.play_sentence(command)
            case _:
                pass  # of a link that is not there

    def _on_link_event(self, event: frames.LineEvent, desk: Desk) -> None:
        match event:
            case frames.LinkChanged(link=name, state="closed"):
                self._links.pop(name, None)
            case frames.StanzaArrived(link=name, data=data, stranger=False):
                if (voice := desk.voice_of(name)) is not None and (segment := announced_segment(data)) is not None:
                    voice.announce(segment, now=self._clock.monotonic())
        self._tell(event)

    def _on_sound(self, command: frames.Connect, sound: SoundReceived, desk: Desk) -> None:
        voice = desk.voice_of(command.link)
        if voice is None:
            self._tell(frames.SoundArrived(link=command.link, pcm=sound.pcm, sender=sound.sender))
        else:
            voice.receive(sound.pcm, now=self._clock.monotonic(), live=command.transport == "livekit")

    def _send_sound(self, name: str, frame: bytes) -> None:
        if (link := self._links.get(name)) is not None:
            link.send_sound(frame)

    def _mute(self, name: str, muted: bool) -> None:  # noqa: FBT001 - a callback
        if (link := self._links.get(name)) is not None:
            link.mute(muted=muted)

    def _tell(self, event: frames.LineEvent) -> None:
        self.happened.emit(event)
