"""The frames about sound that is kept: what sounded goes up, what is to sound again comes down (`frames`)."""

from alicia_desktop.line.frame import Command, Event


class PlaySentence(Command, frozen=True, kw_only=True):
    """Play a sentence whose sound was kept, after those before it, on the loudspeaker that is open for `link`.

    `SentenceSpoken` tells of it as of one that comes from a room.
    """

    link: str
    message_id: str
    sequence: int
    pcm: bytes


class SentenceSounded(Event, frozen=True, kw_only=True):
    """What the loudspeaker played of a sentence, when it is over or was cut: at most two minutes."""

    link: str
    message_id: str
    sequence: int
    pcm: bytes


class SpeechSounded(Event, frozen=True, kw_only=True):
    """What the microphone heard of one stretch of the person's speech, when it is over: at most two minutes."""

    link: str
    pcm: bytes
