"""Runs a line in this process, behind the `Line` contract: links, sound devices and voice activity.

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
from alicia_desktop.line import frames
from alicia_desktop.line.device_manager import DeviceManager
from alicia_desktop.line.link import Link, refused
from alicia_desktop.line.stanza_sniffer import announced_segment
from alicia_desktop.transport import load_transport, new_transport
from alicia_desktop.transport.contract import SoundReceived, Transport, TransportKind

CLOSE_SECONDS: Final = 1.2
"""For leaving all rooms together; the whole line has two seconds."""
_Sounding = frames.SendSound | frames.ClearSound | frames.PlaySentence
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
        self.event_received: Signal[frames.LineEvent] = Signal()
        self._transports = transports
        self._sound = sound or PortAudioSound()
        self._clock = clock or SystemClock()
        self._scope = Scope("line")
        self._links: dict[str, Link] = {}
        self._joining: set[str] = set()
        """Links whose transport is still being imported."""
        self._running: set[asyncio.Task[None]] = set()
        """The links that are joined, or are still being left."""
        self._devices: DeviceManager | None = None
        self._closed = False

    async def start(self) -> None:
        """Accept commands from now on."""
        self._devices = DeviceManager(
            sound=self._sound,
            clock=self._clock,
            scope=self._scope,
            emit=self._emit,
            send=self._send_sound,
            use_changed=self._follow_devices,
        )

    def post(self, command: frames.LineCommand) -> None:
        """Execute one command; before `start` and after `close`, answer as a line that is down."""
        if self._devices is None or self._closed:
            if isinstance(command, frames.Send):
                self._emit(refused(command))
            return
        match command:
            case frames.OpenSound() | frames.CloseSound():
                self._devices.post(command)
            case frames.SetMode(mode=mode):
                self._devices.set_mode(mode)
            case frames.Hold(down=down):
                self._devices.hold(down=down)
            case frames.PlayChime():
                self._devices.play_chime()
            case frames.ListDevices():
                self._scope.spawn("devices", self._list_devices(self._devices))
            case frames.Ping(number=number):
                self._emit(frames.Pong(number=number))
            case frames.Connect():
                self._scope.spawn("connect", self._connect(command, self._devices))
            case _:
                self._post_to_link(command, self._devices)

    async def close(self) -> None:
        """Leave all rooms, close the devices. Idempotent."""
        if self._closed:
            return
        self._closed = True
        for link in tuple(self._links.values()):
            self._scope.spawn("leave", link.close())
        if self._devices is not None:
            await self._devices.close()
        if self._running:
            await asyncio.wait(self._running, timeout=CLOSE_SECONDS)
        await self._scope.close()

    async def _list_devices(self, devices: DeviceManager) -> None:
        self._emit(await devices.list_devices())

    async def _connect(self, command: frames.Connect, devices: DeviceManager) -> None:
        """Join a room, after leaving a link of the same name."""
        self._joining.add(command.link)
        if (former := self._links.get(command.link)) is not None:
            await former.close()
        # An import of a second on the loop would look like a hang to the supervisor, which expects a heartbeat.
        await asyncio.to_thread(load_transport, command.transport)
        if command.link not in self._joining:  # asked to leave in the meantime
            self._emit(frames.LinkChanged(link=command.link, state="closed"))
            return
        self._joining.discard(command.link)
        address = command.address
        link = self._links[command.link] = Link(
            name=command.link,
            address=address,
            uses_devices=command.uses_devices,
            transport=self._transports(address.transport),
            clock=self._clock,
            scope=self._scope,
            emit=lambda event: self._on_link_event(event, devices),
            on_sound=lambda sound: self._on_sound(command, sound, devices),
        )
        self._follow_devices(command.link)
        self._running.add(link.running)
        link.running.add_done_callback(self._running.discard)

    def _post_to_link(self, command: _ToLink, devices: DeviceManager) -> None:
        link = self._links.get(command.link)
        match command:
            case frames.Send():
                self._emit(refused(command)) if link is None else link.send(command)
            case frames.Disconnect():
                if command.link in self._joining:
                    self._joining.discard(command.link)
                elif link is None:
                    self._emit(frames.LinkChanged(link=command.link, state="closed"))
                else:
                    self._scope.spawn("leave", link.close())
            case frames.SetReaders():
                if link is not None:
                    link.set_readers(command)
            case _:
                self._post_sound(command, link, devices)

    def _post_sound(self, command: _Sounding, link: Link | None, devices: DeviceManager) -> None:
        voice = devices.voice_of(command.link)
        match command:
            case frames.SendSound(pcm=pcm) if link is not None:
                link.play_out(pcm)
            case frames.ClearSound(message_id=message_id) if voice is not None:
                voice.cut(message_id=message_id, now=self._clock.monotonic())
            case frames.ClearSound() if link is not None:
                link.clear_sound()
            case frames.PlaySentence() if voice is not None:
                voice.play_sentence(command)
            case _:
                pass  # of a link that is not there

    def _on_link_event(self, event: frames.LineEvent, devices: DeviceManager) -> None:
        match event:
            case frames.LinkChanged(link=name, state="closed"):
                self._links.pop(name, None)
            case frames.StanzaArrived(link=name, data=data, stranger=False):
                if (voice := devices.voice_of(name)) is not None and (segment := announced_segment(data)) is not None:
                    voice.announce(segment, now=self._clock.monotonic())
        self._emit(event)

    def _on_sound(self, command: frames.Connect, sound: SoundReceived, devices: DeviceManager) -> None:
        voice = devices.voice_of(command.link)
        if voice is not None:
            voice.receive(sound.pcm, now=self._clock.monotonic(), live=command.transport == "livekit")
        elif not command.uses_devices:
            self._emit(frames.SoundArrived(link=command.link, pcm=sound.pcm, sender=sound.sender))

    def _send_sound(self, name: str, frame: bytes) -> None:
        if (link := self._links.get(name)) is not None:
            link.send_sound(frame)

    def _follow_devices(self, name: str) -> None:
        """Let the room hear us, and us the room, as the devices are open for the link now, if it uses them."""
        link = self._links.get(name)
        if link is not None and link.uses_devices and self._devices is not None:
            link.mute(muted=self._devices.audible != name)
            link.listen(on=self._devices.opened_for == name)

    def _emit(self, event: frames.LineEvent) -> None:
        self.event_received.emit(event)
