"""What was heard becomes stanzas: interim transcripts, the final one, and then the message, all under one id."""

from collections.abc import Callable

from alicia_desktop.base import ids
from alicia_desktop.base.errors import WorldError
from alicia_desktop.base.tasks import Scope
from alicia_desktop.protocol.messages import Transcription, UserMessage
from alicia_desktop.server.endpointing import Listener, NotUnderstood, SpeechStarted, Understood
from alicia_desktop.server.engines.contract import SpeechToText
from alicia_desktop.server.outbound import WayOut

LANGUAGE = "en"


class Hearing:
    """The ears of one conversation with what they write down."""

    def __init__(
        self,
        *,
        recogniser: SpeechToText,
        outlet: WayOut,
        on_speech: Callable[[], None],
        on_message: Callable[[UserMessage], None],
        on_failure: Callable[[WorldError], None],
    ) -> None:
        """Take `on_speech` for the moment somebody begins, `on_message` for what was said in the end."""
        self._outlet = outlet
        self._on_speech, self._on_message, self._on_failure = on_speech, on_message, on_failure
        self._listener = Listener(recogniser=recogniser, heed=self._heed)
        self._id: str | None = None
        """Of the turn that is being spoken; None until there are words."""

    def begin(self, scope: Scope) -> None:
        """Start to listen."""
        self._listener.begin(scope)

    def hear(self, pcm: bytes) -> None:
        """Take 10 ms of sound."""
        self._listener.hear(pcm)

    def _heed(self, event: SpeechStarted | Understood | NotUnderstood) -> None:
        match event:
            case SpeechStarted():
                self._on_speech()
            case Understood(final=False):
                self._id = self._id or ids.new_id(ids.MESSAGE)
                self._transcribe(self._id, event)
            case Understood():
                self._finish(event)
            case NotUnderstood(error=error):
                self._id = None
                self._on_failure(error)

    def _finish(self, event: Understood) -> None:
        shown, self._id = self._id, None
        text = event.heard.text
        if not text and shown is None:
            return  # a cough: nothing was shown of it, so nothing has to be taken back
        message_id = shown or ids.new_id(ids.MESSAGE)
        self._transcribe(message_id, event)
        if text:
            body = UserMessage(id=message_id, conversation_id=self._outlet.conversation_id, content=text)
            self._on_message(body)

    def _transcribe(self, message_id: str, event: Understood) -> None:
        self._outlet.post(
            Transcription(
                id=message_id,
                conversation_id=self._outlet.conversation_id,
                text=event.heard.text,
                final=event.final,
                confidence=event.heard.confidence,
                language=LANGUAGE,
            ),
            {"durationMs": event.milliseconds},
        )
