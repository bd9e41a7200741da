"""How much of the written answers has sounded: what `talk` waits for before it ends.

    spoken = SpokenAnswers()
    spoken.begin()
    spoken.write("am_1", 1)                  # a sentence that is to be heard
    line.event_received.connect(spoken.on_line)
    spoken.has_sounded("am_1")               # once the loudspeaker has played it

Our server announces the sound of each sentence, so the line tells when it was played. Of a server that does not, only
the loudspeaker's level is known: it has spoken once it was heard and is quiet.
"""

import asyncio
from typing import Final

from alicia_desktop.line import frames

LOUD: Final = 0.02
"""Level of the loudspeaker above which it plays something."""
QUIET_SECONDS: Final = 3.0
"""So long is no pause between two sentences."""

Sentence = tuple[str, int]
"""(answer, number of the sentence)."""


class SpokenAnswers:
    """Compares the sentences that are to be heard with what the loudspeaker has played."""

    def __init__(self) -> None:
        self._written: set[Sentence] = set()
        self._played: set[Sentence] = set()
        self._announced: set[str] = set()
        """Answers of which the line tells how far their sentences were played."""
        self._heard_at: float | None = None
        """When the loudspeaker was last heard since the last answer began, by the loop's clock."""

    def begin(self) -> None:
        """Note that an answer begins: what was heard before is not of it."""
        self._heard_at = None

    def write(self, answer: str, sequence: int) -> None:
        """Note a sentence that is to be heard."""
        self._written.add((answer, sequence))

    def on_line(self, event: frames.LineEvent) -> None:
        """Follow the loudspeaker."""
        match event:
            case frames.PlaybackProgressed(message_id=answer, sequence=sequence, state=state):
                self._announced.add(answer)
                if state in {"finished", "cut"}:
                    self._played.add((answer, sequence))
            case frames.Levels(output=output) if output > LOUD:
                self._heard_at = asyncio.get_running_loop().time()
            case _:
                pass

    def has_sounded(self, answer: str) -> bool:
        """Return whether all that is to be heard was; `answer` is the last one that began."""
        if self._written <= self._played:
            return True
        return answer not in self._announced and self._heard_at is not None and not self.is_loud

    @property
    def is_loud(self) -> bool:
        """Whether the loudspeaker plays something, or did a moment ago."""
        now = asyncio.get_running_loop().time()
        return self._heard_at is not None and now - self._heard_at < QUIET_SECONDS
