"""The small typed frames between an owner (app or server) and its line, and the `Line` contract.

    line = ProcessLine(log_folder=folder)                # or InProcessLine(), the same without a process of its own
    line.event_received.connect(on_event)                # every LineEvent, on the event loop's thread
    await line.start()
    line.post(Connect.to(address, link="ac_1 x", uses_devices=True))    # → LinkChanged(state="connected")
    line.post(Send(link="ac_1 x", data=stanza, ticket=1))               # → Sent(ticket=1); → StanzaArrived(data=...)
    line.post(OpenSound(link="ac_1 x"))                                 # → SoundChanged(open=True), Levels at 30 Hz
    line.post(Disconnect(link="ac_1 x"))                                # → LinkChanged(state="closed")
    await line.close()

Commands go down, events come up; both are `msgspec` structs, so a pipe carries them as length-prefixed MessagePack and
the in-process line passes them as they are. One line holds any number of *links* (rooms joined), named by the owner:
the app has one a session, and one to a room for speech alone where it needs one, and the sound devices for one of them;
a server has one a room, without devices, and gets and gives the sound itself. Sound is 16-bit little-endian mono PCM at
48 kHz, in frames of 10 ms (960 bytes). See docs/architecture.md#processes.
"""

from dataclasses import asdict, fields
from typing import Literal, Protocol, Self

import msgspec

from alicia_desktop.base.observable import Signal
from alicia_desktop.transport.contract import RoomAddress


class Command(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Base of what an owner asks of its line."""


class Event(msgspec.Struct, frozen=True, kw_only=True, tag=True):
    """Base of what a line tells its owner."""


VoiceMode = Literal["hands_free", "hold", "muted"]


class Connect(Command, frozen=True, kw_only=True):
    """Join a room as `link`; the fields are those of `RoomAddress`, and `uses_devices`."""

    link: str
    transport: Literal["livekit", "websocket", "memory"]
    url: str
    token: str
    room_name: str
    participant_id: str
    agent: str = ""
    certificate: str = ""
    uses_devices: bool = False
    """Whether its sound goes by the devices of this computer, as a client's does.

    Then the room hears us only while a microphone is open for this link, and is told when it is not; and what arrives
    while none is open is for nobody. Otherwise sound is sent by `SendSound` and arrives as `SoundArrived`.
    """

    @classmethod
    def to(cls, address: RoomAddress, *, link: str, uses_devices: bool = False) -> Self:
        """Return the command that joins the room at `address`."""
        return cls(link=link, uses_devices=uses_devices, **asdict(address))

    @property
    def address(self) -> RoomAddress:
        """The room that is to be joined."""
        return RoomAddress(**{each.name: getattr(self, each.name) for each in fields(RoomAddress)})


class Disconnect(Command, frozen=True, kw_only=True):
    """Leave the room of `link`; answered by `LinkChanged(state="closed")`."""

    link: str


class Send(Command, frozen=True, kw_only=True):
    """Send one stanza; answered by `Sent` with the same ticket."""

    link: str
    data: bytes
    ticket: int


class SetReaders(Command, frozen=True, kw_only=True):
    """Set who gets the stanzas of a link from now on (`Transport.recipients`), and whether they read byte streams.

    Only a server says so: a client's line knows it by the room's address and by what the server's participant says.
    """

    link: str
    recipients: tuple[str, ...] | None
    streams: bool


class SendSound(Command, frozen=True, kw_only=True):
    """Play sound out into the room, without devices: PCM of any multiple of 10 ms, paced in real time by the line."""

    link: str
    pcm: bytes


class ClearSound(Command, frozen=True, kw_only=True):
    """Drop at once what waits to be played, here or into the room (stop, barge-in)."""

    link: str
    message_id: str = ""
    """The answer that is cut, where it is known: its sound may not have begun, and is still on its way."""


class OpenSound(Command, frozen=True, kw_only=True):
    """Open the sound devices for `link` or change them. Names as `DevicesListed` gave them; None is the default."""

    link: str
    input: str | None = None
    output: str | None = None
    wav_input: str | None = None
    """A wav file that is the microphone (`talk --wav`), in real time, silence after its end."""
    wav_output: str | None = None
    """A wav file that is the loudspeaker."""
    threshold: float = 0.25
    """Loudness on the meter's scale (0–1) under which sound is never speech: the marker on the meter."""
    barge_in: bool = True
    volume: float = 1.0
    """Of the loudspeaker, 0–1; what is kept and what the echo canceller hears has it whole."""
    listens: bool = True
    """Whether the microphone is opened too; without it there is only the loudspeaker."""
    keeps: bool = False
    """Whether `SentencePlayed` brings what was played of each sentence."""
    records: bool = False
    """Whether `SpeechRecorded` brings what the user said, who wants it kept."""


class CloseSound(Command, frozen=True, kw_only=True):
    """Close the devices; the microphone's light goes out, and the room is told that we are muted."""


class SetMode(Command, frozen=True, kw_only=True):
    """Change the voice mode. Muted sends nothing, hold while not held silence; neither can interrupt."""

    mode: VoiceMode


class Hold(Command, frozen=True, kw_only=True):
    """Press or release hold-to-talk; release sends 500 ms of silence so that the server finds the end of the turn."""

    down: bool


class PlayChime(Command, frozen=True, kw_only=True):
    """Play two soft tones on the loudspeaker that is open, as a test."""


class PlaySentence(Command, frozen=True, kw_only=True):
    """Play a stored sentence after those before it, on the loudspeaker that is open for `link`.

    `PlaybackProgressed` tells of it as of one that comes from a room.
    """

    link: str
    message_id: str
    sequence: int
    pcm: bytes


class ListDevices(Command, frozen=True, kw_only=True):
    """List the sound devices; answered by `DevicesListed`."""


class Ping(Command, frozen=True, kw_only=True):
    """Check the heartbeat, once a second; answered by `Pong`."""

    number: int


class LinkChanged(Event, frozen=True, kw_only=True):
    """The connection of a link has another state (the values of `transport.contract.ConnectionState`)."""

    link: str
    state: Literal["connecting", "connected", "reconnecting", "closed"]
    sentence: str = ""
    code: str = ""
    retry: bool = True


class PeerChanged(Event, frozen=True, kw_only=True):
    """Another participant joined or left."""

    link: str
    identity: str
    present: bool
    stranger: bool = False
    """Whether it cannot be the server's (`link.ServerPeer`)."""


class TrackAnnounced(Event, frozen=True, kw_only=True):
    """Our own sound has a track in the room, under this id of LiveKit's."""

    link: str
    sid: str


class PeerTrackAnnounced(Event, frozen=True, kw_only=True):
    """Another participant's sound got a track, was muted or unmuted there, or lost it."""

    link: str
    identity: str
    sid: str
    muted: bool
    present: bool


class StanzaArrived(Event, frozen=True, kw_only=True):
    """A stanza arrived, as bytes."""

    link: str
    data: bytes
    sender: str = ""
    """Identity of the participant who sent it."""
    stranger: bool = False
    """Whether that is not the server's participant (`link.ServerPeer`)."""


class Sent(Event, frozen=True, kw_only=True):
    """A `Send` left the process (`code` empty) or was refused (`too_large`, `not_connected`)."""

    link: str
    ticket: int
    code: str = ""
    sentence: str = ""


class SoundArrived(Event, frozen=True, kw_only=True):
    """Sound arrived at a link without devices, such as a server's; PCM, a multiple of 10 ms."""

    link: str
    pcm: bytes
    sender: str = ""


class Levels(Event, frozen=True, kw_only=True):
    """Loudness at 30 Hz while devices are open: 0–1 on the meter's scale (−60 dBFS to 0), and the voice activity."""

    input: float
    output: float
    voice: float
    """Probability of speech in the microphone, 0–1."""


class SpeechChanged(Event, frozen=True, kw_only=True):
    """The user began or ended to speak, as this computer hears it (the turn's end is the server's)."""

    speaking: bool
    interrupted: bool = False
    """True when this cut the assistant's sound (barge-in); told once more where the start had been told already."""


class PlaybackProgressed(Event, frozen=True, kw_only=True):
    """The loudspeaker played on: sentence `sequence` of answer `message_id`, `spoken_ms` of `duration_ms`."""

    link: str
    message_id: str
    sequence: int
    spoken_ms: int
    duration_ms: int
    state: Literal["started", "playing", "finished", "cut"]


class SentencePlayed(Event, frozen=True, kw_only=True):
    """A sentence was played or cut; `pcm` is what the loudspeaker played of it, at most two minutes."""

    link: str
    message_id: str
    sequence: int
    pcm: bytes


class SpeechRecorded(Event, frozen=True, kw_only=True):
    """A stretch of the user's speech ended; `pcm` is what the microphone recorded, at most two minutes."""

    link: str
    pcm: bytes


class DevicesListed(Event, frozen=True, kw_only=True):
    """The sound devices of this computer were listed, by name."""

    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    default_input: str | None = None
    default_output: str | None = None


class SoundChanged(Event, frozen=True, kw_only=True):
    """The devices were opened, closed, or failed; then `sentence` says what to do, and writing goes on working."""

    open: bool
    opened_for: str = ""
    """The link of the `OpenSound` of which this tells what became; empty after a `CloseSound`."""
    input: str | None = None
    output: str | None = None
    code: str = ""
    """`no_microphone`, `no_loudspeaker`, `device_lost`, `bad_wav`, `silent_microphone` or empty."""
    sentence: str = ""


class WavEnded(Event, frozen=True, kw_only=True):
    """The wav file that is the microphone was played to its end; silence follows."""


class Pong(Event, frozen=True, kw_only=True):
    """A `Ping` was answered."""

    number: int


class LineRestarted(Event, frozen=True, kw_only=True):
    """The line died or hung and a new one is up (told by the supervisor): every link must be connected again."""

    reason: str


LineCommand = (
    Connect
    | Disconnect
    | Send
    | SetReaders
    | SendSound
    | ClearSound
    | OpenSound
    | CloseSound
    | SetMode
    | Hold
    | PlayChime
    | PlaySentence
    | ListDevices
    | Ping
)
LineEvent = (
    LinkChanged
    | PeerChanged
    | TrackAnnounced
    | PeerTrackAnnounced
    | StanzaArrived
    | Sent
    | SoundArrived
    | Levels
    | SpeechChanged
    | PlaybackProgressed
    | SentencePlayed
    | SpeechRecorded
    | DevicesListed
    | SoundChanged
    | WavEnded
    | Pong
    | LineRestarted
)


class Line(Protocol):
    """One line, in this process (`line.inprocess`) or in one of its own (`line.supervisor`)."""

    event_received: Signal[LineEvent]
    """Everything the line tells, on the event loop's thread."""

    async def start(self) -> None:
        """Start the line; commands may be posted from then on."""
        ...

    def post(self, command: LineCommand) -> None:
        """Queue a command; never blocks, never raises for a line that is down (`LineRestarted` reports that)."""
        ...

    async def close(self) -> None:
        """Leave all rooms, close the devices, end the process within two seconds. Idempotent."""
        ...
